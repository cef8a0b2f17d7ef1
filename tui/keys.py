# ruff: noqa: E501 - a table of one line a row reads better than one of many
"""Every key of the terminal UI in one table: bindings, the key bar, the help and the documentation come from it.

A letter works on a Korean keyboard, too (`y` is also `ㅛ`), and every action has a key that is no letter, because an
input method may hold letters back. The action is also the name by which a user's keymap refers to it.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.binding import Binding, BindingType

KOREAN = dict(zip("qwertyuiopasdfghjklzxcvbnm", "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", strict=True))
"""Letter -> jamo on the same key of the two-set Korean keyboard."""


class Key(NamedTuple):
    """One action: where it works, its keys (the first is shown), whether the key bar shows it, its name and what it
    does, both as (English, Korean)."""

    context: str
    action: str
    keys: str
    shown: bool
    name: tuple[str, str]
    does: tuple[str, str]

    @property
    def id(self) -> str:
        """The name by which a user's keymap refers to the action."""
        return self.action.removeprefix("go('").removesuffix("')").replace("(", "_").removesuffix(")")

    def shown_keys(self, own: dict[str, str] | None = None) -> list[str]:
        """Its keys, or the user's `own` ones, as people read them; the Korean twins of letters are not told."""
        keys = (own or {}).get(self.id, self.keys)
        return [display(key) for key in keys.replace(",", " ").split()]


TABLE = (
    Key("app", "help", "f1 ?", True, ("help", "도움말"), ("Explain the keys that work here", "여기서 쓰는 키 설명")),
    Key("app", "palette", "ctrl+p f10", True, ("actions", "명령"), ("Find any action by name", "이름으로 명령 찾기")),
    Key("app", "language", "f2 l", True, ("한국어", "English"), ("Switch to Korean", "영어로 전환")),
    Key("app", "go('search')", "f3", False, ("search", "검색"), ("Search past incidents", "과거 사례 검색")),
    Key("app", "go('match')", "f4 m", True, ("match", "매칭"), ("Match an alert or log", "알림이나 로그와 맞는 사례 찾기")),
    Key("app", "go('import')", "f5 i", False, ("import", "가져오기"), ("Import records", "기록 가져오기")),
    Key("app", "go('overview')", "f6 w", False, ("overview", "개요"), ("The corpus at a glance", "전체 사례 한눈에 보기")),
    Key("app", "go('vocabulary')", "f7 v", False, ("terms", "용어"), ("Terms and definitions", "용어와 정의")),
    Key("app", "next_theme", "f8 t", False, ("theme", "테마"), ("Next colour theme", "다음 색 테마")),
    Key("app", "jump", "f9 g", False, ("jump", "점프"), ("Jump to a pane by its letter", "글자로 창 이동")),
    Key("app", "back", "escape", True, ("back", "뒤로"), ("Go back one step; nothing is lost", "한 단계 뒤로(잃는 것 없음)")),
    Key("app", "suspend_process", "ctrl+z", False, ("suspend", "일시 중지"), ("To the shell; `fg` comes back", "셸로 나가기, `fg`로 돌아옴")),
    Key("app", "leave", "ctrl+q", False, ("quit", "종료"), ("Quit", "끝내기")),
    Key("app", "leave_asked", "ctrl+c q", False, ("quit", "종료"), ("Quit when pressed twice (Ctrl+C first copies what is selected)", "두 번 누르면 끝내기(Ctrl+C는 선택한 글이 있으면 복사)")),
    Key("list", "down", "down j", False, ("down", "아래"), ("Next row", "다음 줄")),
    Key("list", "up", "up k", False, ("up", "위"), ("Previous row", "이전 줄")),
    Key("list", "page_down", "pagedown", False, ("page down", "다음 쪽"), ("One page down", "한 쪽 아래로")),
    Key("list", "page_up", "pageup", False, ("page up", "이전 쪽"), ("One page up", "한 쪽 위로")),
    Key("list", "first", "home", False, ("first", "처음"), ("First row", "첫 줄")),
    Key("list", "last", "end", False, ("last", "끝"), ("Last row", "마지막 줄")),
    Key("list", "choose", "enter", True, ("open", "열기"), ("Open or choose the row", "줄 열기 또는 선택")),
    Key("page", "down", "down j", False, ("down", "아래"), ("Scroll down", "아래로")),
    Key("page", "up", "up k", False, ("up", "위"), ("Scroll up", "위로")),
    Key("page", "page_down", "pagedown space", False, ("page down", "다음 쪽"), ("One page down", "한 쪽 아래로")),
    Key("page", "page_up", "pageup", False, ("page up", "이전 쪽"), ("One page up", "한 쪽 위로")),
    Key("page", "first", "home", False, ("top", "맨 위"), ("To the top", "맨 위로")),
    Key("page", "last", "end", False, ("end", "맨 끝"), ("To the end", "맨 끝으로")),
    Key("page", "next_spot", "right", False, ("next link", "다음 링크"), ("Next link, term or command", "다음 링크·용어·명령")),
    Key("page", "previous_spot", "left", False, ("link before", "이전 링크"), ("Link, term or command before", "이전 링크·용어·명령")),
    Key("page", "choose", "enter", True, ("follow", "따라가기"), ("Follow the link, search the term, copy the command", "링크 열기, 용어 검색, 명령 복사")),
    Key("query", "leave_query", "down", True, ("results", "결과"), ("To the results", "결과로")),
    Key("query", "earlier_query", "up", False, ("earlier", "이전 검색어"), ("Bring the query back that was there before; again: the one before that", "앞서 쓴 검색어 되살리기, 다시 누르면 그 전 것")),
    Key("search", "query", "/", True, ("query", "검색어"), ("Type a query", "검색어 입력")),
    Key("search", "facets", "left f", True, ("filters", "필터"), ("To the filters", "필터로")),
    Key("search", "sort", "^ s", True, ("sort", "정렬"), ("Sort by relevance or by date", "관련도순 또는 날짜순")),
    Key("search", "find_filter", "ctrl+f f12", True, ("filter…", "필터 찾기"), ("Find a filter value by its name: component, symptom, year ...", "필터 값을 이름으로 찾기: 구성 요소, 증상, 연도 등")),
    Key("search", "clear", "f11 delete", False, ("clear", "지우기"), ("Empty the query; press again to bring it back", "검색어 비우기, 다시 누르면 되돌림")),
    Key("facets", "choose", "enter space", True, ("filter", "필터"), ("Filter by the value, or stop", "값으로 거르기 또는 해제")),
    Key("facets", "exclude", "- x", True, ("exclude", "제외"), ("Exclude the value", "값 제외")),
    Key("facets", "results", "right", True, ("results", "결과"), ("To the results", "결과로")),
    Key("record", "copy", "= y", True, ("copy id", "ID 복사"), ("Copy the command at the cursor, or the id", "커서의 명령 또는 ID 복사")),
    Key("record", "copy_markdown", "& Y", False, ("Markdown", "마크다운"), ("Copy as Markdown", "마크다운으로 복사")),
    Key("record", "open_source", "@ o", True, ("source", "출처"), ("Open the source in the browser", "출처를 브라우저에서 열기")),
    Key("record", "useful", "+", False, ("useful", "유용"), ("Say that the case was useful", "유용한 사례로 표시")),
    Key("record", "wrong", "-", False, ("wrong", "틀림"), ("Say that the case was wrong", "틀린 사례로 표시")),
    Key("record", "undo", "backspace u", False, ("undo", "되돌리기"), ("Take back what was said of a case last", "마지막으로 남긴 평가 되돌리기")),
    Key("record", "export", "> e", False, ("export", "내보내기"), ("Write the record to a file", "기록을 파일로 저장")),
    Key("record", "mark", "* c", True, ("compare", "비교"), ("Mark for comparison; the second mark compares", "비교 대상으로 표시, 둘째부터 비교")),
    Key("view", "find", "/", True, ("find", "찾기"), ("Find in the page", "페이지에서 찾기")),
    Key("view", "find_next", "] n", False, ("next", "다음"), ("Next place found", "다음 찾은 곳")),
    Key("view", "find_previous", "[ N", False, ("before", "이전"), ("Place found before", "이전 찾은 곳")),
    Key("view", "next_link", "tab", True, ("next link", "다음 링크"), ("Next link, term or command", "다음 링크·용어·명령")),
    Key("view", "previous_link", "shift+tab", False, ("link before", "이전 링크"), ("Link, term or command before", "이전 링크·용어·명령")),
    Key("view", "related", "~ a", True, ("related", "관련 사례"), ("Next related case; Enter follows it", "다음 관련 사례, Enter로 열기")),
    Key("view", "next_command", "$ p", False, ("command", "명령"), ("Next command, to copy it", "다음 명령(복사할 것)")),
    Key("view", "raw", "# r", True, ("JSON", "JSON"), ("Show the record as JSON, and back", "JSON으로 보기, 다시 누르면 원래대로")),
    Key("view", "both", "| b", False, ("both languages", "두 언어"), ("Both languages side by side, or one", "두 언어 나란히 또는 하나만")),
    Key("match", "edit", "/", True, ("input", "입력"), ("To the input", "입력으로")),
    Key("match", "why", "right", True, ("reasons", "근거"), ("Why the case fits, and what does not", "사례가 맞는 근거와 맞지 않는 점")),
    Key("match", "understood", "ctrl+g s", True, ("signals", "신호"), ("What was understood, and where it stands; again: back", "이해한 신호와 입력 속 위치 보기, 다시 누르면 뒤로")),
    Key("match", "diagnose", "ctrl+t d", True, ("diagnose", "진단"), ("What may be wrong, and what to check next", "무엇이 원인이고 다음에 무엇을 확인할지")),
    Key("match", "load", "ctrl+o f12", False, ("file", "파일"), ("Load a file", "파일 불러오기")),
    Key("match", "leave_input", "ctrl+n ctrl+down", True, ("cases", "사례"), ("From the input to the cases", "입력에서 사례로")),
    Key("match", "clear_input", "f11 ctrl+l", False, ("clear", "지우기"), ("Empty the input; again: bring it back", "입력 비우기, 다시 누르면 되돌림")),
    Key("match", "read_again", "ctrl+r", False, ("read again", "다시 읽기"), ("Read the input again", "입력 다시 읽기")),
    Key("diagnose", "reading(1)", "1", False, ("1", "1"), ("It shows reading 1", "1번 결과가 보인다")),
    Key("diagnose", "reading(2)", "2", False, ("2", "2"), ("It shows reading 2", "2번 결과가 보인다")),
    Key("diagnose", "reading(3)", "3", False, ("3", "3"), ("It shows reading 3", "3번 결과가 보인다")),
    Key("diagnose", "reading(4)", "4", False, ("4", "4"), ("It shows reading 4", "4번 결과가 보인다")),
    Key("diagnose", "reading(0)", "0", False, ("none", "없음"), ("It shows none of these", "이 중에 없다")),
    Key("diagnose", "copy", "= y", True, ("copy command", "명령 복사"), ("Copy the command of the check", "확인 명령 복사")),
    Key("diagnose", "skip", ". s", True, ("skip", "건너뛰기"), ("Do not make this check, ask for another", "이 확인을 하지 않고 다른 것을 묻기")),
    Key("diagnose", "go_on", "ctrl+n n", True, ("next check", "다음 확인"), ("Go on with the next check although one explanation is beyond doubt", "결론이 났어도 다음 확인으로 계속")),
    Key("diagnose", "undo", "backspace u", True, ("undo", "되돌리기"), ("Take the last answer back", "마지막 답 되돌리기")),
    Key("diagnose", "save_draft", "f11 ctrl+s", True, ("draft", "초안"), ("Save a draft record of the session", "세션을 초안 기록으로 저장")),
    Key("wanted", "terms", "down", True, ("terms", "용어로"), ("To the terms", "용어 목록으로")),
    Key("vocabulary", "wanted", "/", True, ("filter", "거르기"), ("To the line that filters the terms", "용어를 거르는 줄로")),
    Key("path", "browse", "ctrl+o ctrl+down", True, ("browse", "찾아보기"), ("Choose from a tree of the disk", "디스크 트리에서 고르기")),
    Key("files", "cursor_down", "down j", False, ("down", "아래"), ("Next entry", "다음 항목")),
    Key("files", "cursor_up", "up k", False, ("up", "위"), ("Previous entry", "이전 항목")),
    Key("files", "select_cursor", "enter", True, ("choose", "선택"), ("Choose the file, open or close the folder", "파일 선택, 폴더 열기·닫기")),
    Key("files", "unfold", "right", False, ("open", "열기"), ("Open the folder", "폴더 열기")),
    Key("files", "fold", "left", False, ("close", "닫기"), ("Close the folder, or go to the one around it", "폴더 닫기 또는 그 폴더가 든 폴더로")),
    Key("files", "take_folder", ". c", True, ("this folder", "이 폴더"), ("Choose the folder at the cursor", "커서의 폴더 선택")),
    Key("files", "parent", "backspace u", True, ("higher", "상위로"), ("Begin the tree one folder higher", "한 단계 위 폴더부터 보기")),
    Key("import", "path", "/", True, ("path", "경로"), ("To the path", "경로로")),
    Key("import", "check", "ctrl+r f12", True, ("check", "검사"), ("Check the files named", "지정한 파일 검사")),
    Key("import", "confirm", "ctrl+s f11", True, ("import", "가져오기"), ("Import what was checked", "검사한 기록 가져오기")),
)  # fmt: skip
"""In the order in which the help shows them."""

CONTEXTS = {
    "app": ("Everywhere", "어디서나"),
    "list": ("In a list", "목록"),
    "page": ("In a text", "본문"),
    "query": ("In the query", "검색창"),
    "search": ("Search", "검색"),
    "facets": ("In the filters", "필터"),
    "record": ("With a case", "사례"),
    "view": ("In a case", "사례 본문"),
    "match": ("Match", "매칭"),
    "diagnose": ("Diagnose", "진단"),
    "wanted": ("In the line above the terms", "용어 거르는 줄"),
    "vocabulary": ("Vocabulary", "용어"),
    "path": ("In a path", "경로"),
    "files": ("In the tree of files", "파일 트리"),
    "import": ("Import", "가져오기"),
}
"""Context -> its heading as (English, Korean)."""

_SHOWN = {
    "escape": "Esc", "enter": "Enter", "delete": "Del", "pagedown": "PgDn", "pageup": "PgUp", "space": "Space",
    "left": "←", "right": "→", "up": "↑", "down": "↓", "home": "Home", "end": "End", "tab": "Tab",
    "shift+tab": "Shift+Tab", "backspace": "Backspace",
}  # fmt: skip


def expanded(keys: str) -> list[str]:
    """The keys of one action with their Korean twins, in Textual's spelling.

    A capital has no twin: its key gives the same jamo as the small letter.
    """
    found = []
    for key in keys.split():
        found.append(key)
        head, plus, last = key.rpartition("+")
        if last in KOREAN:
            found.append(head + plus + KOREAN[last])
    return found


def bindings(*contexts: str, only: tuple[str, ...] = (), of: str = "") -> list[BindingType]:
    """The bindings of some contexts, for `BINDINGS` of a screen or widget; of all their actions, or `only` of some.
    `of` says who runs them (`app.`) if it is not who binds them."""
    return [
        Binding(key, of + item.action, item.name[0], show=False, id=item.id)
        for item in TABLE
        if item.context in contexts and (not only or item.id in only)
        for key in expanded(item.keys)
    ]


def display(key: str) -> str:
    """A key as people read it: `Ctrl+P`, `F1`, `Esc`."""
    if key in _SHOWN:
        return _SHOWN[key]
    if len(key) == 1:
        return key
    return "+".join(part.capitalize() for part in key.split("+"))
