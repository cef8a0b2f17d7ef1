"""Whether a short message says of everything that it names that it is well: "all pods Running, no errors".

Every clause must say so and end with that. Anything else in a clause, a figure or a word that sets something against
something makes it a report: to call trouble well is worse than to look for a case where there is none. Plain words, as
in `kb.signals.states`.
"""

from __future__ import annotations

from kb.signals.codes import words_of

_ENDS = str.maketrans(dict.fromkeys(",.;!\n–—", "\n"))
_FINE = frozenset(
    "healthy normal ok okay fine good well green ready running passed succeeded completed complete finished resolved"
    " recovered operational successfully".split()
)
"""Only as the last word of a clause: "all pods running", and not "the running job was hit"."""
_DENIALS = frozenset("no without zero".split())
_TROUBLES = frozenset(
    "error errors issue issues problem problems alert alerts alarm alarms failure failures fault faults crash crashes"
    " warning warnings xid xids anomaly anomalies".split()
)
_AGAINST = frozenset(
    "but however although though yet still except until unless while despite only not never than instead again"
    " then before previously should must why when if because since too one some most half few none nothing nobody"
    " every with wrong bad different incorrect empty early late twice hour hours day days cannot".split()
)
"""Words that set something against what is well, or limit it."""
_FINE_KOREAN = (
    "정상", "정상입니다", "정상이에요", "정상임", "양호", "양호합니다", "완료", "완료됐습니다", "완료했습니다",
    "완료됨",
)  # fmt: skip
_ABSENT_KOREAN = ("없음", "없습니다", "없어요", "없다")
_TROUBLES_KOREAN = ("이상", "문제", "에러", "오류", "장애", "알람", "경보", "특이사항", "xid")
_PARTICLES = ("은", "는", "만", "에서", "까지", "부터")
"""A word with one of these is set apart from others: "내부 통신은 정상"."""


def says_all_is_well(text: str) -> bool:
    """Whether a short message does; of states and codes that it tells beside that, which the caller looks at, this
    knows nothing."""
    if "?" in text:
        return False
    clauses = text.casefold().replace(" and ", "\n").translate(_ENDS).split("\n")
    told = [clause.split() for clause in clauses if clause.strip()]
    return bool(told) and all(_is_fine_korean(words) if _is_korean(words) else _is_fine(words) for words in told)


def _is_korean(words: list[str]) -> bool:
    return any("가" <= char <= "힣" for char in "".join(words))


def _is_fine(words: list[str]) -> bool:
    known = words_of(" ".join(words))
    if known & _AGAINST or any("n't" in word for word in words):
        return False
    if words[-1] in _TROUBLES:
        return not _DENIALS.isdisjoint(words[-4:-1])
    if "successfully in" in " ".join(words):
        return True
    return words[-1] in _FINE and not any(word[0].isdigit() for word in words)


def _is_fine_korean(words: list[str]) -> bool:
    if any(word[0].isdigit() or (word.endswith(_PARTICLES) and not word.isascii()) for word in words):
        return False
    if words[-1] in _ABSENT_KOREAN:
        return len(words) <= 3 and words[-2:-1] != [] and words[-2].rstrip("이가도은는") in _TROUBLES_KOREAN
    return words[-1] in _FINE_KOREAN and len(words) <= 4
