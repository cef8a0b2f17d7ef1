"""What the commands themselves say, in Korean: usage, results, terminal, baselines, doctor."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    # the overview
    "kb: from a pasted alert to the past incident, the evidence and the next check": (
        "kb: 붙여 넣은 알림에서 과거 장애, 근거, 다음 확인 절차까지"
    ),
    "usage: kb COMMAND ...": "사용법: kb COMMAND ...",
    "options of a command": "명령의 옵션",
    "version": "버전",
    "try:": "예: ",
    "match an alert, log, metric or description to past incidents": "알림, 로그, 지표, 설명을 과거 장애와 매칭한다",
    "find the cause check by check, in a session that can be resumed": (
        "확인 절차를 하나씩 밟아 원인을 찾는다(이어서 할 수 있다)"
    ),
    "list action items and lessons of cases like an input": "비슷한 사례의 재발 방지 조치와 교훈을 보여 준다",
    "search past incidents with words and filters": "단어와 필터로 과거 장애를 검색한다",
    "show one incident": "장애 하나를 보여 준다",
    "list incidents": "장애 목록을 보여 준다",
    "show the vocabulary: terms, definitions, synonyms, counts": "어휘의 용어, 정의, 동의어, 건수를 보여 준다",
    "compare a reading with healthy values; how often to checkpoint": (
        "측정값을 정상값과 비교하고 체크포인트 간격을 계산한다"
    ),
    "count incidents by year, domain, cause and review state": "연도, 분야, 원인, 검토 상태별 장애 수를 센다",
    "import records from files, folders, addresses or stdin": "파일, 폴더, 주소, 표준 입력에서 기록을 가져온다",
    "export records as JSON, JSONL, Markdown or CSV": "기록을 JSON, JSONL, Markdown, CSV로 내보낸다",
    "check records and say what is wrong where": "기록을 검사하고 틀린 곳을 알려 준다",
    "write a template for a new record": "새 기록의 템플릿을 만든다",
    "say that a case was useful or wrong": "사례가 도움이 되었는지 틀렸는지 남긴다",
    "learn ranking, labels and translations from the store": "저장소에서 순위, 라벨, 번역을 학습한다",
    "measure how good the answers are on the store": "저장소로 답의 품질을 측정한다",
    "show what is understood of an input": "입력에서 읽어 낸 신호를 보여 준다",
    "browse, search and match in the terminal": "터미널 화면에서 둘러보고 검색하고 매칭한다",
    "build the search index anew": "검색 색인을 새로 만든다",
    "check the installation, the database and the index": "설치 상태, 데이터베이스, 색인을 점검한다",
    "print a shell completion script": "셸 자동 완성 스크립트를 출력한다",
    "exit codes:": "종료 코드:",
    "  0    a match or a weak match; for other commands: done": "  0    일치 또는 약한 일치, 다른 명령에서는 성공",
    "  1    nothing like it is known (novel); for other commands: nothing found": (
        "  1    비슷한 사례 없음(처음 보는 장애), 다른 명령에서는 결과 없음"
    ),
    "  2    usage: the call, the input or a file it names cannot be taken": (
        "  2    사용법 오류: 호출, 입력, 지정한 파일을 받을 수 없음"
    ),
    "  3    store or index: database, index, disk (full, read-only) or network": (
        "  3    저장소나 색인 오류: 데이터베이스, 색인, 디스크(꽉 참, 읽기 전용), 네트워크"
    ),
    "  4    invalid record": "  4    잘못된 기록",
    "  130  interrupted": "  130  중단",
    # calls
    "{} stands before the command": "{} 옵션이 명령 앞에 있다",
    "Write options behind it: kb COMMAND {} ...": "옵션은 명령 뒤에 쓴다: kb 명령 {} ...",
    "there is no command {}": "{} 명령은 없다",
    "Did you mean: kb {}": "혹시 이것인가: kb {}",
    "Did you mean {}?": "혹시 {}인가?",
    "Did you mean {} or {}?": "혹시 {} 또는 {}인가?",
    "Did you mean {} or {} or {}?": "혹시 {}, {}, {} 가운데 하나인가?",
    "See: {}": "참고: {}",
    "Try: {}": "예: {}",
    "Run: {}": "실행: {}",
    "Example: {}": "예: {}",
    "Find it with: {}": "찾기: {}",
    "the following arguments are required: {}": "필요한 인자가 없다: {}",
    "unrecognized arguments: {}": "모르는 인자다: {}",
    "argument {}: {}": "{} 인자: {}",
    "argument {}: expected one argument": "{} 인자에는 값이 하나 필요하다",
    "argument {}: expected at least one argument": "{} 인자에는 값이 하나 이상 필요하다",
    "argument {}: not allowed with argument {}": "{} 인자는 {} 인자와 함께 쓸 수 없다",
    "argument {}: ignored explicit argument {}": "{} 인자는 값을 받지 않는다: {}",
    "argument {}: invalid choice: {} (choose from {})": "{} 인자에 {} 값은 쓸 수 없다({} 중 하나)",
    "{} is not a number from 1 to {}": "{}: 1부터 {}까지의 숫자가 아니다",
    "{} is not a number from 1 to 100": "{}: 1부터 100까지의 숫자가 아니다",
    "{} is not a number from 1 to 1000000": "{}: 1부터 1000000까지의 숫자가 아니다",
    "{} {}: kb speaks en and ko": "{} {}: kb는 en과 ko를 지원한다",
    "Use en or ko.": "en이나 ko를 쓴다.",
    "an input and ids are given": "입력과 id를 함께 지정했다",
    "reports are shown as text or as JSON": "보고는 텍스트나 JSON으로만 보여 준다",
    "Leave --format markdown out.": "--format markdown을 빼고 실행한다.",
    "Give one of the two.": "둘 중 하나만 지정한다.",
    "every record is asked for, and some of them": "모든 기록과 일부 기록을 함께 지정했다",
    "Leave out --all, or the ids and --filter.": "--all을 빼거나 id와 --filter를 뺀다.",
    "--checks lists the checks and takes no file": "--checks는 검사 목록만 보여 주므로 파일을 받지 않는다",
    "feedback is withdrawn without its input": "피드백을 철회할 때는 입력을 주지 않는다",
    "Leave --input out.": "--input을 뺀다.",
    "interrupted": "중단했다",
    "the input is nested too deeply to be read": "입력이 너무 깊게 중첩되어 읽을 수 없다",
    "Simplify it and try again.": "단순하게 줄여 다시 시도한다.",
    "out of memory": "메모리가 부족하다",
    "Give kb a smaller input, or more memory.": "입력을 줄이거나 메모리를 늘린다.",
    "Check the path, the permissions and the disk.": "경로, 권한, 디스크를 확인한다.",
    "internal error: {}": "내부 오류: {}",
    "This is a defect in kb; run again with KB_DEBUG=1 for the details and report it.": (
        "kb의 결함이다. KB_DEBUG=1로 다시 실행해 자세한 내용을 보고 제보한다."
    ),
    # results
    "line {}: {}": "{}번째 줄: {}",
    "line {}": "{}번째 줄",
    "item {}": "{}번째 항목",
    "not JSON: {}": "JSON이 아님: {}",
    "Expecting value: line {} column {} (char {})": "값이 없음({}번째 줄 {}번째 열)",
    "Expecting property name enclosed in double quotes: line {} column {} (char {})": (
        "큰따옴표로 묶은 키가 없음({}번째 줄 {}번째 열)"
    ),
    "Expecting ',' delimiter: line {} column {} (char {})": "쉼표가 없음({}번째 줄 {}번째 열)",
    "Expecting ':' delimiter: line {} column {} (char {})": "쌍점이 없음({}번째 줄 {}번째 열)",
    "Extra data: line {} column {} (char {})": "값 뒤에 다른 내용이 있음({}번째 줄 {}번째 열)",
    "Unterminated string starting at: line {} column {} (char {})": "닫히지 않은 문자열({}번째 줄 {}번째 열)",
    'expected an object with a string "text", such as {"id": 1, "text": "..."}': (
        '문자열 "text"가 있는 객체가 아니다. 예: {"id": 1, "text": "..."}'
    ),
    "nothing is filed under {}": "{}에 해당하는 기록이 없다",
    "nothing is filed under {}; did you mean {}?": "{}에 해당하는 기록이 없다. 혹시 {}인가?",
    "no record has the word {}; searched {} too": "{}이라는 말이 있는 기록은 없어 {}도 함께 찾았다",
    "{}: {}, thank you": "{}: {}. 의견 고맙다",
    "useful": "유용함",
    "wrong": "틀림",
    "{}: {} feedback withdrawn": "{}: 피드백 {}건을 철회했다",
    "{}: there was no feedback": "{}: 철회할 피드백이 없다",
    "wrote {}; fill it in, then check it with: kb validate {}": "{}에 썼다. 내용을 채운 뒤 확인한다: kb validate {}",
    "{} cannot be an id": "{}: id로 쓸 수 없다",
    "Use letters, digits, dots and hyphens, at most 64.": "영문자, 숫자, 점, 하이픈만 64자까지 쓴다.",
    "{} records indexed": "기록 {}건을 색인했다",
    "indexing": "색인 중",
    "asking": "질의 중",
    "importing": "가져오는 중",
    "loading records": "기록을 읽는 중",
    "no record was named": "기록을 지정하지 않았다",
    "Name ids, or use --all or --filter.": "id를 쓰거나 --all 또는 --filter를 쓴다.",
    "{} is not a format of an export": "{}: 내보내기 형식이 아니다",
    "Use one of {}.": "{} 중 하나를 쓴다.",
    "no file or folder was named": "파일이나 폴더를 지정하지 않았다",
    "no vocabulary or term is called {}": "{} 어휘나 용어가 없다",
    "there is no filter {}:": "{}: 필터가 없다",
    "there is no filter {}:, searched as a word": "{}: 필터가 없어 단어로 검색했다",
    "there is no filter {}:, searched as a word; did you mean {}:?": (
        "{}: 필터가 없어 단어로 검색했다. 혹시 {}: 인가?"
    ),
    "--filter takes filters, no words": "--filter에는 단어가 아니라 필터를 준다",
    "`kb search --help` lists the filters.": "`kb search --help`에서 필터를 볼 수 있다.",
    "since: is later than until:, no record can be of both": "since:가 until:보다 늦어 맞는 기록이 있을 수 없다",
    "Give the earlier date to since:.": "since:에 이른 날짜를 준다.",
    "Did you mean {}: ?": "혹시 {}: 인가?",
    "{}:{} is not a date": "{}:{} 값이 날짜가 아니다",
    "Write a year, a month or a day: 2024, 2024-05 or 2024-05-17.": "연, 월, 일로 쓴다: 2024, 2024-05, 2024-05-17.",
    "year:{} is not a year": "year:{} 값이 연도가 아니다",
    "Write four digits: 2024. For a month, a day or several years use since: and until:.": (
        "네 자리로 쓴다: 2024. 월, 일이나 여러 해는 since:와 until:로 찾는다."
    ),
    "no record has the id or alias {}": "id나 별칭이 {}인 기록이 없다",
    "{}, line {}: not JSON: {}": "{} {}번째 줄: JSON이 아님: {}",
    "{}, line {}: no labelled query": "{} {}번째 줄: 정답이 붙은 질의가 아니다",
    "{}, line {}: an id is no text": "{} {}번째 줄: id가 문자열이 아니다",
    'Write one object a line: {"text": "...", "relevant": ["KB-2024-0001"]}': (
        '한 줄에 객체 하나를 쓴다: {"text": "...", "relevant": ["KB-2024-0001"]}'
    ),
    "too few records with labels; the shipped labels stay": "라벨이 있는 기록이 너무 적어 기본 라벨 모델을 그대로 쓴다",
    "too few records to learn their subjects; the shipped space stays": (
        "주제 공간을 학습하기에 기록이 너무 적어 기본 공간을 그대로 쓴다"
    ),
    "too few records to fit the ranking ({}); the shipped weights stay": (
        "순위를 학습하기에 기록이 너무 적어({}건) 기본 가중치를 그대로 쓴다"
    ),
    # terminal and triage
    "the terminal UI needs a terminal": "터미널 UI에는 터미널이 필요하다",
    "For text output use: kb search, kb show, kb match": "텍스트 출력에는 다음을 쓴다: kb search, kb show, kb match",
    "there is no terminal to read keys from": "키를 읽을 터미널이 없다",
    "Give the input as a file: kb tui FILE": "입력을 파일로 준다: kb tui FILE",
    "a session is resumed without its input": "세션을 이어서 할 때는 입력을 주지 않는다",
    "Leave FILE out.": "FILE을 뺀다.",
    "session {} is saved; go on with: kb triage --resume": "세션 {}을(를) 저장했다. 이어서 하기: kb triage --resume",
    "there is no session to resume": "이어서 할 세션이 없다",
    "Begin one with: kb triage FILE": "새로 시작한다: kb triage FILE",
    "Begin a new one: kb triage FILE": "새로 시작한다: kb triage FILE",
    "there is no session {}": "{} 세션이 없다",
    "The last ones: {}": "최근 세션: {}",
    "none": "없음",
    "{} is no session that this kb can read": "{}: 이 kb가 읽을 수 있는 세션이 아니다",
    "{}; going on without keeping it. {}": "{}. 저장하지 않고 계속한다. {}",
    "the session cannot be saved in {}: {}; going on without keeping it. {}": (
        "{}에 세션을 저장할 수 없어({}) 저장하지 않고 계속한다. {}"
    ),
    "the session cannot be saved in {}: {}": "{}에 세션을 저장할 수 없다({})",
    "Check its permissions and the free space, or name another place with KB_DATA_DIR.": (
        "권한과 남은 공간을 확인하거나 KB_DATA_DIR로 다른 곳을 지정한다."
    ),
    "no check is open": "열려 있는 확인이 없다",
    "Take the last answer back with: undo": "마지막 답을 되돌린다: undo",
    "{} is no answer": "{}: 답이 아니다",
    "answers that were not needed any more: {}": "결론이 나서 쓰지 않은 답: {}",
    "Answer with 1 to {}, other, skip, undo or why.": "1부터 {}까지의 숫자나 other, skip, undo, why로 답한다.",
    "there is no answer to take back": "되돌릴 답이 없다",
    "Answer the check first.": "먼저 확인에 답한다.",
    # baselines
    "{} is no number of nodes": "{}: 노드 수가 아니다",
    "{} is no time; write 40s, 5m, 8h or 1h30m": "{}: 시간이 아니다. 40s, 5m, 8h, 1h30m처럼 쓴다",
    "{} takes options only": "{}에는 옵션만 쓴다",
    "{} needs --save-time and --mtbf": "{}에는 --save-time과 --mtbf가 필요하다",
    "save time and mean time between failures must be above 0, the restart time not below": (
        "저장 시간과 평균 장애 간격은 0보다 커야 하고 재시작 시간은 0 이상이어야 한다"
    ),
    "{} belongs to checkpoint-interval": "{} 옵션은 checkpoint-interval에만 쓴다",
    "the value has no unit": "값에 단위가 없다",
    "Write one of {}.": "{} 중 하나를 쓴다.",
    "{} is no unit of {}": "{}: {}의 단위가 아니다",
    "Write one like {}.": "{}처럼 쓴다.",
    "{} is no condition of {}": "{}: {}의 조건이 아니다",
    "Conditions: {}.": "조건: {}.",
    "the condition {} is given twice": "{} 조건을 두 번 썼다",
    "Give it once.": "한 번만 쓴다.",
    "there is no baseline for the quantity {}": "{} 항목의 기준선이 없다",
    "check takes a quantity, a value, a unit and conditions": "check에는 항목, 값, 단위, 조건을 쓴다",
    "{} is no value with a unit": "{}: 단위가 있는 값이 아니다",
    "Write a number and its unit, such as 6.1 GB/s.": "6.1 GB/s처럼 숫자와 단위를 쓴다.",
    "show takes the id of one baseline": "show에는 기준선 id 하나를 쓴다",
    "no baseline has the id {}": "id가 {}인 기준선이 없다",
    # doctor
    "does not exist yet": "아직 없음",
    "Any command creates it, or: kb doctor --fix": "아무 명령이나 실행하면 만들어진다. 또는: kb doctor --fix",
    "schema {}, revision {}": "스키마 {}, 리비전 {}",
    "{} in the store": "저장소에 {}건",
    "as shipped: this store was never trained": "기본 제공값(이 저장소로 학습한 적 없음)",
    "trained by another release, so the shipped numbers count": "다른 릴리스에서 학습해 기본 제공값을 쓴다",
    "Train it anew: kb train": "다시 학습한다: kb train",
    "trained on {} records, at revision {}": "기록 {}건으로 학습(리비전 {})",
    "from a later release of kb: corpus {}, this kb ships {}": (
        "더 새로운 kb가 채웠다: 저장소의 기본 제공 기록은 {}판, 이 kb의 것은 {}판"
    ),
    "Update kb; until then its own shipped records are not loaded.": (
        "kb를 업데이트한다. 그때까지 이 kb의 기본 제공 기록은 읽어 들이지 않는다."
    ),
    "{} records in {}": "{1}에 기록 {0}건",
    "not installed": "설치되지 않음",
    "Install kb again; the shipped records are incomplete.": "kb를 다시 설치한다. 기본 제공 기록이 온전하지 않다.",
    "Install kb again.": "kb를 다시 설치한다.",
}
