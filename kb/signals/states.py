"""States that people report in words (it hangs, 느려졌다, 장애) and their denials ("no errors", "에러는 없고").

Plain words and stems, looked up in the words of a sentence; no regular expressions, whose compilation would cost more
than everything else that is done with a short message.
"""

from __future__ import annotations

from kb.namedtuple import NamedTuple
from kb.signals.codes import occurrences, words_of

_STATES: tuple[tuple[str, str, str, tuple[str, ...], str], ...] = (
    (
        "crash", "error", "crash crashes crashed crashing died dies killed aborts aborted", ("went away", "went down"),
        "죽었 죽어 죽는 죽습 죽음 죽네 종료됐 종료되 종료됨 크래시 다운됐 다운되 내려갔 터졌 터짐 강제_종료",
    ),
    (
        "hang", "error", "hang hangs hung hanging stuck frozen freeze freezes stalls stalled deadlock deadlocked",
        ("no progress", "never returns", "never finishes", "never ends", "not progressing", "no new iteration"),
        "멈춤 멈췄 멈춰 멈추 멈춘 멈춥 먹통 진행이_안 진행이_없 안_넘어가 무한_대기 행이_걸 응답_없 응답이_없"
        " 그대로예요 그대로입",
    ),
    (
        "slow", "warning",
        "slow slower slowly slows slowed slowdown degraded degrades degradation lags lagging sluggish", (),
        "느려 느림 느립 느린 저하 지연 밀립 밀려 밀리",
    ),
    (
        "drop", "warning",
        "drop drops dropped dropping dip dips dipped fell falls declines declined declining plummeted halved", (),
        "떨어졌 떨어짐 떨어집 떨어져 급감 감소 반토막",
    ),
    (
        "surge", "warning", "spike spikes spiked spiking surge surges surged ballooned jumps jumped exploded", (),
        "급증 폭증 치솟 급등 튀었 튀어 튑니다 튐",
    ),
    ("overload", "error", "overload overloaded overloading", ("heavy load", "too busy"), "과부하"),
    ("timeout", "error", "timeout timeouts", ("timed out", "time out", "timing out"), "타임아웃 시간_초과 타임_아웃"),
    (
        "failure", "error",
        "fail fails failed failing failure failures error errors exception exceptions broken cannot rejected refused",
        ("could not", "couldn't", "can't", "unable to"), "실패 에러 오류 예외 안_됩 안됩 안_돼 안돼 안_되 불가 거부",
    ),
    (
        "outage", "critical", "outage outages unavailable unreachable down", (),
        "장애 접속_안 접속이_안 접속_불가 전면_중단 서비스_중단 마비",
    ),
    ("out of memory", "error", "oom leak leaks leaked leaking", ("out of memory", "memory leak"),
    "메모리_부족 메모리_누수 누수"),
    (
        "disk full", "error", "", ("disk full", "disk is full", "out of space", "out of disk", "no space"),
        "디스크_풀 디스크가_꽉 용량_부족 공간_부족 꽉_찼 꽉_차",
    ),
    ("diverged", "error", "diverge diverges diverged diverging divergence nan nans", (), "발산"),
    (
        "restart loop", "error", "",
        ("keeps restarting", "keeps crashing", "keep restarting", "keeps dying", "restarts every", "restart loop"),
        "계속_재시작 또_재시작 재시작_반복 재시작됐",
    ),
    (
        "missing", "warning", "missing disappears disappeared gone lost",
        ("fell off", "dropped off", "not detected", "not visible", "not found", "not responding"),
        "사라졌 사라짐 안_보입 안_보여 유실 빠졌 0건",
    ),
    ("corrupt", "error", "corrupt corrupted corruption", ("data loss",), "손상 깨졌 깨짐"),
    (
        "recovered", "none", "resolved recovered fixed", ("back to normal",),
        "복구됐 복구되 복구_완료 해결됐 해결되 정상화 정상으로",
    ),
)  # fmt: skip
"""State, severity, English words, English phrases, Korean stems (`_` for a space)."""

_DENIALS = frozenset(
    "no not without never zero neither nor any 0 isn't aren't wasn't don't doesn't didn't won't hasn't".split()
)
_DENIED_AFTER = ("없", "아니", "아님", "정상", "안 나", "안 보", "지 않", "지도 않", "지는 않", "지지 않", "지지도 않")
_JOINED = ("이나 ", "나 ", "와 ", "과 ", "랑 ", "도, ", "거나 ", "및 ", "/", "·")
"""What joins two states of which one verb says that neither is so: "오류나 타임아웃은 없었다"."""
_PARTICLES = ("로그는", "로그도", "로그", "은", "는", "이", "가", "도", "율", "률")
_DOWN_TO = ("down to", "down from", "down by")


class State(NamedTuple):
    """A state, how bad it is, and the characters `start` to `end` that report it."""

    name: str
    severity: str
    start: int
    end: int


def find(sentence: str) -> list[State]:
    """The states that a sentence reports, each at its first mention that is not denied, in order."""
    lower = sentence.lower()
    if len(lower) != len(sentence):
        lower = sentence
    words = words_of(lower)
    found: list[State] = []
    for name, severity, single, literals in _said():
        said = [*(single & words), *(literal for literal in literals if literal in lower)]
        for literal in said:
            _add(found, name, severity, lower, literal)
    return _first_of_each(found)


def _add(found: list[State], name: str, severity: str, lower: str, literal: str) -> None:
    for at in occurrences(lower, literal):
        end = at + len(literal)
        if not _denied(lower, at, end):
            found.append(State(name, severity, at, end))
            return


def _denied(lower: str, start: int, end: int) -> bool:
    """Whether the words around a mention say that it is not so."""
    if lower.startswith(_DOWN_TO, start) or lower[end : end + 5] in ("-free", ": 0"):
        return True
    clause = lower[max(0, start - 40) : start]
    clause = clause[max(clause.rfind(mark) for mark in ",;.") + 1 :]
    if any(word in _DENIALS for word in clause.split()[-3:]):
        return True
    after = lower[end : end + 14].lstrip("률율 ")
    for particle in _PARTICLES:
        if after.startswith(particle):
            after = after[len(particle) :]
            break
    else:
        if joined := next((word for word in _JOINED if after.startswith(word)), ""):
            return _verb_denies(lower[end : end + 40].lstrip()[len(joined) :])
    return after.lstrip().removeprefix("전혀 ").startswith(_DENIED_AFTER)


def _verb_denies(rest: str) -> bool:
    """Whether what follows a joined state is a state too and then a denial, all in one clause."""
    clause = rest[: min((at for mark in ",.;" if (at := rest.find(mark)) >= 0), default=len(rest))]
    words = clause.split()
    return any(denial in " ".join(words[:4]) for denial in ("없", "지 않", "지도 않", "아니"))


def _first_of_each(found: list[State]) -> list[State]:
    first: dict[str, State] = {}
    for state in sorted(found, key=lambda state: (state.start, -state.end)):
        first.setdefault(state.name, state)
    return list(first.values())


_table: list[tuple[str, str, frozenset[str], tuple[str, ...]]] = []


def _said() -> list[tuple[str, str, frozenset[str], tuple[str, ...]]]:
    """For each state its single words, and what is looked for as it stands (phrases and Korean stems)."""
    if not _table:
        for name, severity, words, phrases, stems in _STATES:
            literals = (*phrases, *(stem.replace("_", " ") for stem in stems.split()))
            _table.append((name, severity, frozenset(words.split()), literals))
    return _table
