"""Whether a short message says of everything that it names that it is well: "all pods Running, no errors".

Every clause must say so; one that says anything else, or that sets something against something ("storage is fine but
..."), is no good news. Plain words, as in `kb.signals.states`.
"""

from __future__ import annotations

from kb.signals.codes import words_of

_ENDS = str.maketrans(dict.fromkeys(",.;:!\n–—", "\n"))
_FINE = frozenset(
    "healthy normal ok okay fine green ready passed succeeded successful successfully completed finished resolved"
    " recovered planned".split()
)
_RUNNING = "running"
"""Only as the last word of a clause: "all pods running", and not "the running job was hit"."""
_DENIALS = frozenset("no without zero 0".split())
_TROUBLES = frozenset(
    "error errors issue issues problem problems alert alerts alarm alarms failure failures fault faults crash crashes"
    " warning warnings xid xids anomaly anomalies".split()
)
_AGAINST = frozenset(
    "but however although though yet still except until unless while despite only not never than instead again"
    " then before previously should must why when if because since too one some most half few none nothing nobody"
    " every with wrong bad different incorrect empty early late twice hour hours minute minutes day days cannot".split()
)
"""Words that set something against what is well, or limit it."""
_FINE_KOREAN = (
    "정상",
    "이상 없",
    "이상없",
    "문제 없",
    "문제없",
    "완료",
    "성공",
    "양호",
    "에러 없",
    "오류 없",
    "장애 없",
    "알람 없",
    "경보 없",
    "xid 없",
)
_AGAINST_KOREAN = (
    "비정상",
    "지만",
    "는데",
    "은데",
    "않",
    "안 ",
    "못",
    "아니",
    "다가",
    "때까지",
    "제외",
    "빼고",
    "하면",
    "되면",
    "절반",
)
_PARTICLES = ("은", "는", "만", "에서", "까지", "부터")
"""A word with one of these is set apart from others: "내부 통신은 정상"."""


def says_all_is_well(text: str) -> bool:
    """Whether a short message does; of states and codes that it tells beside that, which the caller looks at, this
    knows nothing."""
    if "?" in text:
        return False
    clauses = text.casefold().replace(" and ", "\n").translate(_ENDS).split("\n")
    told = [clause for clause in clauses if clause.strip()]
    return bool(told) and all(_is_fine(clause) or _is_fine_korean(clause) for clause in told)


def _is_fine(clause: str) -> bool:
    words = words_of(clause)
    if words & _AGAINST or "n't" in clause or any(word in clause for word in _AGAINST_KOREAN):
        return False
    listed = clause.split()
    if listed[0] in _DENIALS:
        return bool(words & _TROUBLES)
    return "0" not in words and (bool(words & _FINE) or listed[-1] == _RUNNING)


def _is_fine_korean(clause: str) -> bool:
    if any(word in clause for word in _AGAINST_KOREAN) or not any(word in clause for word in _FINE_KOREAN):
        return False
    return not any(word.endswith(_PARTICLES) and not word.isascii() for word in clause.split())
