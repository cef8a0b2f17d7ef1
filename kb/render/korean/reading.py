"""Why a file gives no record, in Korean: its JSON, its bytes, its Markdown."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    # JSON
    "the file begins with a byte-order mark": "파일이 바이트 순서 표시(BOM)로 시작한다",
    "Save the file as UTF-8 without a byte-order mark.": "BOM 없는 UTF-8로 저장한다.",
    "the file is empty": "파일이 비어 있다",
    "Write one record, a list of records, or one record a line.": (
        "기록 하나, 기록의 목록, 또는 한 줄에 기록 하나를 쓴다."
    ),
    "{} (line {}, column {})": "{} ({}번째 줄 {}번째 열)",
    "line {}, column {}: {}": "{}번째 줄 {}번째 열: {}",
    "the key {} is given a second time here": "키 {}이(가) 여기서 두 번째로 나온다",
    "Keep one of the two; only one value can be stored.": "하나만 남긴다. 값은 하나만 저장할 수 있다.",
    "the text holds half of a surrogate pair (an escape such as \\ud83d without its other half)": (
        "텍스트에 반쪽 서로게이트가 있다(\\ud83d 같은 이스케이프의 짝이 없음)"
    ),
    "the text holds half of a surrogate pair, which UTF-8 cannot store": (
        "텍스트에 UTF-8로 저장할 수 없는 반쪽 서로게이트가 있다"
    ),
    "Write the character itself, or both halves of the pair.": "문자 자체나 짝 전체를 쓴다.",
    "lists and objects are nested more than {} levels deep": "목록과 객체가 {}단계보다 깊게 중첩되어 있다",
    "Flatten the data: a record needs about six levels.": "데이터를 평평하게 한다. 기록에는 6단계쯤이면 된다.",
    "{} is not a JSON number": "{}: JSON 숫자가 아니다",
    "Write a number, null, or the text in quotes.": "숫자나 null을 쓰거나 따옴표로 묶는다.",
    "the number {} cannot be stored as it stands; the range is about ±1.8e308, smallest 5e-324": (
        "숫자 {}은(는) 그대로 저장할 수 없다. 범위는 약 ±1.8e308, 가장 작은 값은 5e-324"
    ),
    "Write a number in range, or the text in quotes.": "범위 안의 숫자를 쓰거나 따옴표로 묶는다.",
    "the file is UTF-16 or UTF-32, not UTF-8": "파일이 UTF-8이 아니라 UTF-16이나 UTF-32다",
    "the byte {} at offset {} (line {}) is not valid UTF-8": (
        "오프셋 {1}의 바이트 {0}({2}번째 줄)이(가) 올바른 UTF-8이 아니다"
    ),
    "Save the file as UTF-8.": "UTF-8로 저장한다.",
    'the text that begins here has no closing "': '여기서 시작한 텍스트에 닫는 "이 없다',
    'Add the missing ", or write \\" for a quote inside the text.': '빠진 "을 넣거나 텍스트 안의 따옴표를 \\"로 쓴다.',
    "a line break, tab or control character stands inside a text": "텍스트 안에 줄바꿈, 탭, 제어 문자가 있다",
    "Write \\n for a line break and \\t for a tab.": "줄바꿈은 \\n, 탭은 \\t로 쓴다.",
    "a backslash is followed by something that JSON does not know": "백슬래시 뒤에 JSON이 모르는 문자가 있다",
    "Write \\\\ for a backslash.": "백슬래시는 \\\\로 쓴다.",
    "a second value begins after the end of the first": "첫 값이 끝난 뒤에 두 번째 값이 시작된다",
    "Put several records into a list, [{...}, {...}], or write one record a line.": (
        "여러 기록은 [{...}, {...}] 목록에 넣거나 한 줄에 하나씩 쓴다."
    ),
    "the file ends too early, something that was opened is not closed": "파일이 너무 일찍 끝나 열린 것이 닫히지 않았다",
    "Restore the end of the file, or close ] and }.": "파일의 끝부분을 되살리거나 ]와 }를 닫는다.",
    "a comma stands before the closing bracket": "닫는 괄호 앞에 쉼표가 있다",
    "Remove the comma after the last entry.": "마지막 항목 뒤의 쉼표를 지운다.",
    "a single quote stands where a text should begin": "텍스트가 시작될 자리에 작은따옴표가 있다",
    'Put texts and keys in double quotes: "...".': '텍스트와 키는 큰따옴표로 묶는다: "...".',
    "a comment stands here, and JSON has no comments": "주석이 있는데 JSON에는 주석이 없다",
    "Remove the comment.": "주석을 지운다.",
    "expected a key in double quotes, found {}": "큰따옴표로 묶은 키가 와야 하는데 {}이(가) 있다",
    'Write "{}": ...': '"{}": ...로 쓴다',
    "expected a colon between key and value, found {}": "키와 값 사이에 쌍점이 와야 하는데 {}이(가) 있다",
    'Write "key": value.': '"key": value로 쓴다.',
    "this is not how JSON writes a number": "JSON의 숫자 표기가 아니다",
    "Write no leading zero, and a digit on both sides of the dot.": "앞에 0을 붙이지 않고 점 양쪽에 숫자를 쓴다.",
    "expected a comma or the closing bracket, found {}": "쉼표나 닫는 괄호가 와야 하는데 {}이(가) 있다",
    "Put a comma between two entries.": "두 항목 사이에 쉼표를 넣는다.",
    "{} is Python, not JSON": "{}: JSON이 아니라 파이썬 표기다",
    "Write true.": "true로 쓴다.",
    "Write false.": "false로 쓴다.",
    "Write null.": "null로 쓴다.",
    "this looks like HTML or XML, not JSON": "JSON이 아니라 HTML이나 XML로 보인다",
    "Give the address or file of the JSON itself.": "JSON 자체의 주소나 파일을 준다.",
    "expected a value, found {}": "값이 와야 하는데 {}이(가) 있다",
    "Put texts in double quotes; numbers have no leading + or dot.": (
        "텍스트는 큰따옴표로 묶는다. 숫자 앞에는 +나 점을 쓰지 않는다."
    ),
    # files
    "larger than {} KiB: a postmortem is shorter, give the report alone": (
        "{} KiB보다 크다: 보고서는 더 짧다. 보고서만 준다"
    ),
    "larger than {}: split it into several files, one record a line": (
        "{}보다 크다: 한 줄에 기록 하나로 여러 파일에 나눈다"
    ),
    "larger than {} bytes: split it into several files, one record a line": (
        "{}바이트보다 크다: 한 줄에 기록 하나로 여러 파일에 나눈다"
    ),
    "the list in this file is empty": "이 파일의 목록이 비어 있다",
    "this is a pipe or device, not a regular file": "일반 파일이 아니라 파이프나 장치다",
    "it cannot be read: {}": "읽을 수 없다: {}",
    "no record in a .json, .jsonl or .md file below this folder": "이 폴더 아래 .json, .jsonl, .md 파일에 기록이 없다",
    "no record in a .json, .jsonl or .md file below this folder"
    " ({} of other kinds passed over, such as vocabularies)": (
        "이 폴더 아래 .json, .jsonl, .md 파일에 기록이 없다(어휘 등 다른 종류 {}개는 건너뜀)"
    ),
    "the file holds more than one postmortem: split it, one incident a file": (
        "파일에 장애 보고서가 둘 이상 있다: 파일마다 장애 하나로 나눈다"
    ),
    "this is a binary file, not Markdown": "Markdown이 아니라 바이너리 파일이다",
    "this is an HTML page, not Markdown: give the address of the raw .md file": (
        "Markdown이 아니라 HTML 페이지다: 원본 .md 파일의 주소를 준다"
    ),
    "the bytes are not UTF-8 (byte {}): save the file as UTF-8": "UTF-8이 아니다({}번째 바이트): UTF-8로 저장한다",
    "this Markdown is no postmortem: looked for at least two of {}": (
        "장애 보고서가 아닌 Markdown이다: 다음 중 둘 이상이 있어야 한다: {}"
    ),
    "the postmortem has no title: begin it with a line '# What was seen, and where'": (
        "장애 보고서에 제목이 없다: '# 무엇이 어디서 보였는지' 줄로 시작한다"
    ),
    "the postmortem has no date: add a line 'Date: YYYY-MM-DD', the day of the incident": (
        "장애 보고서에 날짜가 없다: '일자: YYYY-MM-DD' 줄로 장애가 난 날을 쓴다"
    ),
}
