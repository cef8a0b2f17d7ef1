"""What `kb validate` and `kb import` find in records and catalogues, in Korean."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    # values
    "expected {}, found {}": "{} 자리에 {}이(가) 있다",
    "expected an id in kebab-case, found {}": "kebab-case id 자리에 {}이(가) 있다",
    "expected a term with an id, found {}": "id가 있는 용어 자리에 {}이(가) 있다",
    "expected a list of {} synonyms, found {}": "{} 동의어 목록 자리에 {}이(가) 있다",
    "expected an object with an id, a title and a date, found {}": "id, 제목, 날짜가 있는 객체 자리에 {}이(가) 있다",
    "this is {}, not an incident record": "장애 기록이 아니라 {}이다",
    "give a file with an id, a title and a date.": "id, 제목, 날짜가 있는 파일을 준다.",
    "a vocabulary": "어휘",
    "a catalogue of checks": "확인 절차 목록",
    "a table of baselines": "기준선 표",
    "a JSON Schema": "JSON Schema",
    "{} is missing: give {}": "{} 필드가 없다: {}을(를) 쓴다",
    "{} is missing: expected {}": "{} 필드가 없다: {}이(가) 와야 한다",
    "{} is no date: expected {}": "{}: 날짜가 아니다. {}을(를) 쓴다",
    "{} is no id: expected {}": "{}: id가 아니다. {}을(를) 쓴다",
    "{} does not exist in the calendar": "{}: 달력에 없는 날이다",
    '{} is no time that exists: expected a time "2025-10-30T09:15:00Z" or a date "2025-10-30"': (
        '{}: 있는 시각이 아니다. "2025-10-30T09:15:00Z" 같은 시각이나 "2025-10-30" 같은 날짜를 쓴다'
    ),
    '{} is no duration: expected "PT2H30M", "P1DT4H" or a number of seconds': (
        '{}: 기간이 아니다. "PT2H30M", "P1DT4H" 또는 초 단위 숫자를 쓴다'
    ),
    "the end {} lies before the start {}: exchange them, or mend the wrong one": (
        "종료 {}이(가) 시작 {}보다 앞선다: 둘을 바꾸거나 틀린 쪽을 고친다"
    ),
    "resolved {} s after the start but detected {} s after it: both count from the start": (
        "시작 {}초 뒤에 해결되었는데 {}초 뒤에 감지되었다: 둘 다 시작부터 센다"
    ),
    "the title is empty: say in one line what was seen, where, because of what": (
        "제목이 비어 있다: 무엇이 어디서 왜 보였는지 한 줄로 쓴다"
    ),
    "the file is named {} and the record {}: name the file {}.json": (
        "파일 이름은 {}인데 기록은 {}이다: 파일 이름을 {}.json으로 한다"
    ),
    "null": "null",
    "true": "true",
    "false": "false",
    "a number": "숫자",
    "a number ({})": "숫자({})",
    "a string": "문자열",
    "a string ({})": "문자열({})",
    "a list": "목록",
    "an object": "객체",
    "an object with {}": "{} 키가 있는 객체",
    "a whole number": "정수",
    "a number above 0": "0보다 큰 숫자",
    "true or false": "true 또는 false",
    "{} or null": "{} 또는 null",
    "{} or {}": "{} 또는 {}",
    "one of {}": "{} 중 하나",
    "a list of {}": "{} 목록",
    "ids": "id",
    "strings": "문자열",
    "objects": "객체",
    "values": "값",
    "a string of 1 to 100 characters": "1~100자의 문자열",
    'a text {"en": "...", "ko": "..."}': '텍스트 {"en": "...", "ko": "..."}',
    "a text {en, ko}": "텍스트 {en, ko}",
    "an address": "주소",
    "a name in snake_case": "snake_case 이름",
    "a number or [low, high]": "숫자 또는 [하한, 상한]",
    "an object of strings and numbers": "문자열과 숫자의 객체",
    'a date "YYYY-MM-DD" (or "YYYY-MM", "YYYY")': '"YYYY-MM-DD" 날짜(또는 "YYYY-MM", "YYYY")',
    'an id such as "KB-2025-0001" (letters, digits, dots, hyphens, underscores; at most 64)': (
        '"KB-2025-0001" 같은 id(영문자, 숫자, 점, 하이픈, 밑줄. 64자까지)'
    ),
    # texts and terms
    "the {} text is missing": "{} 텍스트가 없다",
    "the {} text is missing: write it": "{} 텍스트가 없다: 쓴다",
    "the {} text is empty: write it, or give null": "{} 텍스트가 비어 있다: 쓰거나 null로 한다",
    "English": "영어",
    "Korean": "한국어",
    "only the {} text gives {}": "{} 텍스트에만 {}이(가) 있다",
    "{}: say the same in both, or mend the figure": "{}. 두 언어에 같은 값을 쓰거나 수치를 고친다",
    "{}: say the same in both": "{}. 두 언어에 같은 값을 쓴다",
    "the text is not in Unicode NFC (decomposed letters, as some Macs write them): save it in NFC": (
        "유니코드 NFC가 아니다(일부 Mac에서 쓰는 분해된 글자): NFC로 저장한다"
    ),
    "the text is not in Unicode NFC: save it in NFC": "유니코드 NFC가 아니다: NFC로 저장한다",
    "{} is missing or empty; it should hold: {}": "{} 필드가 없거나 비어 있다. 담을 내용: {}",
    "{} is missing or empty; it should hold: symptoms": "{} 필드가 없거나 비어 있다. 담을 내용: 증상",
    "organisation that had the incident": "장애를 겪은 조직",
    "what `date` is": "`date`가 무엇의 날짜인지",
    "fields of technology": "기술 분야",
    "only what was visible while it happened, in the order it became visible": "장애 중에 보인 것만, 보인 순서대로",
    "parts involved": "관련된 구성 요소",
    "the one root cause": "하나의 근본 원인",
    "what happened, with the cause": "무슨 일이 있었는지, 원인까지",
    "where the facts come from": "사실의 출처",
    "when the record last changed, RFC 3339 time with zone": "기록이 마지막으로 바뀐 시각(시간대가 있는 RFC 3339)",
    "{} stands at {} already: keep one of the two": "{}이(가) {}에 이미 있다: 하나만 남긴다",
    "the text equals the summary: say here only what was visible while it happened, without the cause": (
        "요약과 같은 텍스트다: 여기에는 원인 없이 장애 중에 보인 것만 쓴다"
    ),
    "the text holds {}: remove what is no letter": "텍스트에 {}이(가) 있다: 글자가 아닌 것을 지운다",
    "the text names {}: records are shared, write a neutral name such as node-a07": (
        "텍스트에 {}이(가) 있다: 기록은 공유되므로 node-a07 같은 중립적인 이름을 쓴다"
    ),
    "the format knows no key {}: did you mean {}?": "형식에 {} 키가 없다: 혹시 {}인가?",
    "{} is no term of {}; the nearest term is {}": "{}: {}의 용어가 아니다. 가장 가까운 용어는 {}",
    "{} is no term of {}; see `kb vocab {}`": "{}: {}의 용어가 아니다. `kb vocab {}`로 본다",
    "{} is not among {}": "{}: {} 중 하나가 아니다",
    "{} is none of {}": "{}: {} 중 하나가 아니다",
    "{} is the id of the template: give the record an id of its own": "{}: 템플릿의 id다. 기록에 고유한 id를 준다",
    "the field still holds the template's words {}: {}": "필드에 템플릿 문구 {}이(가) 남아 있다: {}",
    "write what it asks for": "요구하는 내용을 쓴다",
    "write what it asks for, or leave {} out": "요구하는 내용을 쓰거나 {} 필드를 뺀다",
    # links
    "{} has the source {} too: link the two in related, both ways": (
        "{}에도 출처 {}이(가) 있다: related에 서로 연결한다"
    ),
    "the alias equals the record's own id: remove it": "별칭이 기록 자신의 id와 같다: 지운다",
    "{} names the record {} already: an id or alias names one incident only": (
        "{}은(는) 이미 기록 {}을(를) 가리킨다: id나 별칭은 장애 하나만 가리킨다"
    ),
    "{} calls this relation {}, here it is {}: one of the two is wrong": (
        "{}에서는 이 관계를 {}(이)라 하고 여기서는 {}(이)라 한다: 둘 중 하나가 틀렸다"
    ),
    "{} is related here but does not point back: add {} to its related": (
        "여기에는 {}이(가) 관련 기록인데 되가리키지 않는다: 그 related에 {}을(를) 넣는다"
    ),
    "the record links to itself: remove the link": "기록이 자신을 가리킨다: 연결을 지운다",
    "there is no record {}, did you mean {}?": "{} 기록이 없다. 혹시 {}인가?",
    "there is no record {}: remove the link, or add the record": "{} 기록이 없다: 연결을 지우거나 기록을 넣는다",
    "the id {} belongs to another record already ({}): give one of them a new id": (
        "id {}은(는) 다른 기록의 것이다({}): 한쪽에 새 id를 준다"
    ),
    "read before": "앞에서 읽음",
    "the title is nearly that of {} ({} of 100): merge, or link in related": (
        "제목이 {}와(과) 거의 같다(100점 중 {}점): 합치거나 related에 연결한다"
    ),
    "the title is nearly that of {} ({} of 100) and a source is the same: merge, or link in related": (
        "제목이 {}와(과) 거의 같고(100점 중 {}점) 출처도 같다: 합치거나 related에 연결한다"
    ),
    # vocabularies
    "no record and no check uses {}: remove it, or say in kept_for why it stays": (
        "{}을(를) 쓰는 기록도 확인 절차도 없다: 지우거나 kept_for에 남기는 이유를 쓴다"
    ),
    "the id {} is used by an earlier term": "id {}은(는) 앞의 용어가 쓰고 있다",
    "{} belongs to the term {} already: keep it with one of the two": "{}은(는) 이미 용어 {}의 것이다: 한쪽에만 남긴다",
    "the term {} has no {} {}: write one": "용어 {}에 {} {}이(가) 없다: 쓴다",
    "label": "라벨",
    "definition": "정의",
    # catalogues
    "no record names this check or has a component or symptom that it applies to: widen what it applies to, or remove"
    " the check": (
        "이 확인 절차를 가리키는 기록도, 적용되는 구성 요소나 증상이 있는 기록도 없다: 적용 대상을 넓히거나 지운다"
    ),
    "there is no check {}": "{} 확인 절차가 없다",
    "there is no check {}: did you mean {}?": "{} 확인 절차가 없다: 혹시 {}인가?",
    "{} is given in {} by {}, and {} is another thing: one quantity, one kind of unit": (
        "{0} 항목을 {2}은(는) {1} 단위로 쓰는데 {3}은(는) 다른 종류다: 한 항목에는 한 종류의 단위를 쓴다"
    ),
    "{} of the same quantity is {}: they must agree": "같은 항목의 {}은(는) {}이다: 서로 같아야 한다",
    "the range [{}, {}] must begin with the smaller value": "범위 [{}, {}]은(는) 작은 값으로 시작해야 한다",
    "{} is no name for a condition: write snake_case, and hardware in its own field": (
        "{}: 조건 이름이 아니다. snake_case로 쓰고 하드웨어는 hardware 필드에 쓴다"
    ),
    "the direction is range and the value a single figure: give two": "방향이 range인데 값이 하나다: 두 값을 쓴다",
    "the unit {} is not known, so no reading can be converted": "단위 {}을(를) 몰라 측정값을 환산할 수 없다",
    "the condition is empty: state it or remove it": "조건이 비어 있다: 쓰거나 지운다",
    "the check destroys evidence: say what to save before": "증거를 없애는 확인 절차다: 먼저 보존할 것을 쓴다",
    "the command is called read-only and does {}: call it disruptive or destroys-evidence": (
        "읽기 전용이라는 명령이 {}을(를) 한다: disruptive나 destroys-evidence로 한다"
    ),
    "{} readings: give {} to {} that exclude each other": "결과가 {}개다: 서로 배타적인 결과를 {}~{}개 쓴다",
    "{} is no code that kb reads: write it as `kb signals` prints it": (
        "{}: kb가 읽는 코드가 아니다. `kb signals`가 출력하는 대로 적어야 한다"
    ),
    "every reading points to something and none rules anything out: add the healthy one": (
        "모든 결과가 무언가를 시사하고 배제하는 것은 없다: 정상일 때의 결과를 넣는다"
    ),
    "the reading points to and rules out {}: keep one of the two": "결과가 {}을(를) 시사하면서 배제한다: 하나만 남긴다",
    "{} stands here twice: remove one": "{}이(가) 두 번 있다: 하나를 지운다",
    "{} is not in {}": "{}: {}에 없다",
    "{} is not in {}: did you mean {}?": "{}: {}에 없다. 혹시 {}인가?",
    "the id {} is used by another {} already: give one a new id": (
        "id {}을(를) 다른 {}이(가) 쓰고 있다: 한쪽에 새 id를 준다"
    ),
    "the id {} is used by another {} already ({}): give one a new id": (
        "id {}을(를) 다른 {}이(가) 쓰고 있다({}): 한쪽에 새 id를 준다"
    ),
    "check": "확인 절차",
    "baseline": "기준선",
    "{} is no quantity of this group: name one, or remove it": "{}: 이 묶음의 항목이 아니다. 항목 이름을 쓰거나 지운다",
    "neither a command nor what to look at: write one of the two": "명령도 볼 것도 없다: 둘 중 하나를 쓴다",
    "{} is not in kebab-case": "{}: kebab-case가 아니다",
    "the file is named {} and holds {}: name it {}.json": "파일 이름은 {}인데 내용은 {}이다: {}.json으로 한다",
}
