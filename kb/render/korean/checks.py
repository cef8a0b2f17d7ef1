"""What each check of `kb validate` looks for, in Korean."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "The file or folder cannot be read, is too large, or holds no record.": (
        "파일이나 폴더를 읽을 수 없거나, 너무 크거나, 기록이 없다."
    ),
    "The text breaks the grammar of JSON.": "JSON 문법에 맞지 않는다.",
    "The file holds nothing.": "파일이 비어 있다.",
    "The file begins with a byte-order mark.": "파일이 바이트 순서 표시(BOM)로 시작한다.",
    "The bytes are not UTF-8.": "UTF-8이 아니다.",
    "An object gives the same key twice, so that one value would be lost.": (
        "한 객체에 같은 키가 두 번 있어 값 하나를 잃게 된다."
    ),
    "NaN or Infinity stands where JSON has only numbers.": "JSON에는 없는 NaN이나 Infinity가 있다.",
    "A number is too large or too small to be stored as it stands.": "숫자가 너무 크거나 작아 그대로 저장할 수 없다.",
    "A text holds half of a surrogate pair, which no file in UTF-8 can store.": (
        "UTF-8로 저장할 수 없는 반쪽 서로게이트가 텍스트에 있다."
    ),
    "Lists and objects are nested deeper than any record.": "목록과 객체가 어떤 기록보다도 깊게 중첩되어 있다.",
    "The JSON is no object, or it is another kind of file of this knowledge base.": (
        "JSON이 객체가 아니거나, 이 지식 베이스의 다른 종류 파일이다."
    ),
    "A field holds another type of value than the format says.": "필드 값의 타입이 형식과 다르다.",
    "A field that every record needs is not there.": "모든 기록에 필요한 필드가 없다.",
    "An id, an alias or a link is not written as an id.": "id, 별칭, 연결이 id 형식이 아니다.",
    "The date is not written as a date, or the calendar has no such day.": "날짜 형식이 아니거나 달력에 없는 날이다.",
    "A field holds a value that is not among those allowed, is empty, or is too long.": (
        "필드 값이 허용된 값이 아니거나, 비어 있거나, 너무 길다."
    ),
    "A time is not written as RFC 3339, or does not exist.": "시각이 RFC 3339 형식이 아니거나 없는 시각이다.",
    "The incident ends before it starts.": "장애가 시작보다 먼저 끝난다.",
    "The incident is resolved sooner after the start than it is detected.": "시작부터 해결까지가 감지까지보다 짧다.",
    "The title is empty in both languages, so the record cannot be listed.": (
        "두 언어 모두 제목이 비어 있어 목록에 표시할 수 없다."
    ),
    "A duration is neither ISO 8601 nor a number of seconds.": "기간이 ISO 8601도 초 단위 숫자도 아니다.",
    "The file is not named after the id of the record in it.": "파일 이름이 기록의 id와 다르다.",
    "A term is not in the controlled vocabulary of its field.": "필드의 통제 어휘에 없는 용어다.",
    "A text is not in Unicode NFC, so that the same words are found in one record and not in the other.": (
        "유니코드 NFC가 아니어서 같은 말이 어떤 기록에서는 검색되고 어떤 기록에서는 검색되지 않는다."
    ),
    "A text is given in English or in Korean only.": "영어나 한국어 한쪽만 있는 텍스트다.",
    "A text is there but holds no word.": "텍스트가 있으나 내용이 없다.",
    "A field is missing or empty without which a record is hard to find or to trust.": (
        "없으면 기록을 찾거나 믿기 어려운 필드가 없거나 비어 있다."
    ),
    "The same address stands twice among the sources.": "출처에 같은 주소가 두 번 있다.",
    "The Korean text gives figures that the English one does not give, or the other way round.": (
        "한국어와 영어 텍스트 중 한쪽에만 있는 수치가 있다."
    ),
    "Summary and symptoms are the same text, though one tells the cause and the other must not.": (
        "요약에는 원인을 쓰고 증상에는 쓰지 않아야 하는데 두 텍스트가 같다."
    ),
    "A text holds control, escape or direction characters, which are shown as `\\x1b` and cannot be searched.": (
        "`\\x1b`처럼 표시되고 검색되지 않는 제어·이스케이프·방향 문자가 텍스트에 있다."
    ),
    "A text names a private network address or a person's e-mail address.": (
        "사설 네트워크 주소나 개인 전자우편 주소가 텍스트에 있다."
    ),
    "A key that the format does not know is spelt almost like one that it knows.": (
        "형식에 없는 키인데 형식에 있는 키와 철자가 거의 같다."
    ),
    "A field still holds the words of the template instead of what happened.": (
        "필드에 실제 내용 대신 템플릿의 문구가 남아 있다."
    ),
    "A link leads to a record that does not exist.": "없는 기록으로 연결되어 있다.",
    "A record is related to another that does not point back.": "관련 기록이 이 기록을 다시 가리키지 않는다.",
    "An alias of one record is the id or an alias of another.": "한 기록의 별칭이 다른 기록의 id나 별칭이다.",
    "Two records have the same source and no link between them.": "출처가 같은 두 기록 사이에 연결이 없다.",
    "Two records that are not linked look like the same incident.": "연결되지 않은 두 기록이 같은 장애로 보인다.",
    "Two different documents carry the same id.": "서로 다른 두 문서의 id가 같다.",
    "Two records are related to each other, and each calls the relation something else.": (
        "서로 관련된 두 기록이 관계를 서로 다르게 부른다."
    ),
    "A term lacks its label, its definition or its list of synonyms in English or in Korean.": (
        "용어에 영어나 한국어의 라벨, 정의, 동의어 목록이 없다."
    ),
    "Two terms of a vocabulary share a label or a synonym, or a term repeats its own.": (
        "한 어휘의 두 용어가 라벨이나 동의어를 공유하거나, 한 용어가 같은 말을 되풀이한다."
    ),
    "The id of a term is not in kebab-case, or is used twice.": "용어의 id가 kebab-case가 아니거나 두 번 쓰였다.",
    "No record and no check uses a term, and its `kept_for` gives no reason to keep it.": (
        "어떤 기록과 확인 절차에도 쓰이지 않는 용어인데 `kept_for`에 남겨 둘 이유가 없다."
    ),
    "A field of a check or a baseline is missing, or holds something of another kind.": (
        "확인 절차나 기준선의 필드가 없거나 종류가 다르다."
    ),
    "An id is not in kebab-case, is not the name of the file, or is used twice.": (
        "id가 kebab-case가 아니거나, 파일 이름과 다르거나, 두 번 쓰였다."
    ),
    "A check applies to, points to or rules out something that the vocabularies do not know.": (
        "확인 절차의 적용 대상, 시사, 배제에 어휘에 없는 말이 있다."
    ),
    (
        "The readings of a check do not tell explanations apart: too few, twice the same, contradictory, or all alike."
    ): "확인 결과로 설명을 가릴 수 없다. 너무 적거나, 같은 것이 두 번 있거나, 모순되거나, 모두 같다.",
    (
        "A check that changes something is called read-only, or destroys evidence without saying what to save first."
    ): "무언가를 바꾸는 확인 절차를 읽기 전용이라 하거나, 증거를 없애면서 먼저 보존할 것을 밝히지 않는다.",
    "A text of a check or a baseline lacks a language, is empty, or is not in Unicode NFC.": (
        "확인 절차나 기준선의 텍스트에 한 언어가 없거나, 비어 있거나, 유니코드 NFC가 아니다."
    ),
    "The two languages of a text of a check or a baseline give different figures.": (
        "확인 절차나 기준선 텍스트의 수치가 두 언어에서 다르다."
    ),
    "A baseline's value, unit, condition or direction cannot be compared with a reading.": (
        "기준선의 값, 단위, 조건, 방향을 측정값과 비교할 수 없다."
    ),
    "A step of a diagnosis names a check that the catalogue does not hold.": (
        "진단 단계가 목록에 없는 확인 절차를 가리킨다."
    ),
    "A check is named by no record, and nothing that it applies to occurs in one.": (
        "어떤 기록도 이 확인 절차를 가리키지 않고, 적용 대상도 어떤 기록에 나오지 않는다."
    ),
}
