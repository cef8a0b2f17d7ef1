"""What people say around a fault: since when, how often, at which step, where, how many of how many.

"Every ~20 minutes", "2시간 전부터", "8 of 64 ranks", "17번 노드에서만": these numbers are no readings of a metric, and
taking them for one gives a throughput of 1,200. They become signals of severity `none`, which say nothing about how bad
it is; what they are is decided by the words on both sides of a number, with no regular expression.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.units import Quantity


class Circumstance(NamedTuple):
    """A circumstance at the characters `start` to `end` of a sentence: `kind` of signal, its name and, of a metric or a
    place, value and unit."""

    kind: str
    name: str
    value: float | None
    unit: str | None
    start: int
    end: int
    severity: str = "none"


_NEAR = 28
"""Characters on each side of a number in which its meaning is looked for."""
_FILLERS = (
    "about", "around", "roughly", "approximately", "approx", "ca", "some", "only", "the", "a", "at", "just", "약",
    "대략", "거의",
)  # fmt: skip
_AGO = ("ago", "earlier", "전부터", "전에", "전쯤", "전 부터", "전 즈음")
_EVERY = ("every", "each")
_EVERY_AFTER = ("마다", "간격", "에 한 번", "에 한번", "주기", "정도마다", "쯤마다")
_FOR = ("for", "last", "past", "최근", "지난")
_FOR_AFTER = ("째", "동안", "간 ", "내내", "넘게 계속", "이상 계속")
_AFTER = ("after",)
_AFTER_AFTER = ("후", "뒤", "만에", "지나", "쯤 지나", "정도 지나")
_LIMITS = ("timeout", "timeouts", "out", "timed-out", "expired", "exceeded", "타임아웃", "시간초과")
"""Before "after": the time is the limit that was reached, and tells nothing about when a fault began."""
_LIMITED = ("타임아웃", "시간 초과", "시간초과", "timeout")
_STEPS = ("steps", "step", "iterations", "iteration", "iters", "iter", "스텝", "이터레이션", "이터")
_PLACES = {
    "node": "node", "nodes": "node", "노드": "node", "host": "node", "호스트": "node", "rank": "rank", "ranks": "rank",
    "랭크": "rank", "gpu": "gpu", "worker": "worker", "워커": "worker", "rail": "rail", "port": "port", "포트": "port",
}  # fmt: skip
_THINGS = {
    "gpu": "gpus", "gpus": "gpus", "node": "nodes", "nodes": "nodes", "rank": "ranks", "ranks": "ranks",
    "osd": "osds", "osds": "osds", "pods": "pods", "workers": "workers", "hosts": "nodes", "servers": "servers",
    "disks": "disks", "drives": "disks", "replicas": "replicas", "shards": "shards", "links": "links", "ports": "ports",
    "requests": "requests", "jobs": "jobs", "랭크": "ranks", "노드": "nodes", "서버": "servers", "파드": "pods",
    "디스크": "disks", "링크": "links", "포트": "ports", "요청": "requests", "워커": "workers", "장비": "nodes",
    "작업": "jobs", "대": "nodes",
}  # fmt: skip
_COUNTS = {word: float(place) for place, word in enumerate("zero one two three four five six seven eight".split())}
_OF = ("of", "of the", "out of", "out of the", "of our", "of its")
_STATUSES = frozenset({429.0, 500.0, 502.0, 503.0, 504.0})
_ANSWERED = (
    "answer", "return", "respond", "response", "status", "serving", "serves", "gives", "gets", "getting", "throws",
    "응답", "에러", "오류", "납니다", "나요", "뜹", "떨어", "반환",
)  # fmt: skip
_RESTART = ("restart", "reboot", "power cycle", "power-cycle", "재시작", "재부팅", "재기동", "리부팅", "리셋하면")
_RELIEF = (
    "fixes", "helps", "goes away", "is fine", "works", "is ok", "is gone", "recovers", "clears", "괜찮", "정상", "풀리",
    "풀려", "해결", "사라지", "돌아오", "나아",
)  # fmt: skip
_RELAPSE = (
    "again", "until", "comes back", "returns", "but ", " then", "for a while", "다시", "또 ", "재발", "다가",
    "잠깐",
)  # fmt: skip


def take(sentence: str, numbers: list[Quantity]) -> tuple[list[Circumstance], list[Quantity]]:
    """The circumstances among the numbers of a sentence, and the numbers that are none of them."""
    lower = sentence.lower()
    if len(lower) != len(sentence):
        lower = sentence
    found: list[Circumstance] = []
    rest: list[Quantity] = []
    index = 0
    while index < len(numbers):
        one = numbers[index]
        two = numbers[index + 1] if index + 1 < len(numbers) else None
        if two and (share := _share(lower, one, two)):
            found.append(_with_words(lower, share))
            index += 2
            continue
        said = _said(lower, one)
        if said:
            found.append(_with_words(lower, said))
        else:
            rest.append(one)
        index += 1
    if " of the " in lower:
        found.extend(_spelt_share(lower))
    return found, rest


def _with_words(lower: str, said: Circumstance) -> Circumstance:
    """The circumstance with the word on each side of the number, which make it one: "every 20 minutes", "17번 노드"."""
    first = max(0, said.start - _NEAR)
    words = [word for word in lower[first : said.start].split() if word.strip("~≈(#") not in _FILLERS]
    start = first + lower[first : said.start].rfind(words[-1]) if words and words[-1].isalpha() else said.start
    end = said.end
    for _ in range(2):
        stop = end + (lower[end : end + 1] == " ")
        while stop < len(lower) and lower[stop].isalnum():
            stop += 1
        if lower[said.end : end] in ("", "번"):
            end = stop if stop - end > 1 or lower[end:stop] == "번" else end
    return said._replace(start=start, end=end)


def _spelt_share(lower: str) -> Iterator[Circumstance]:
    """A part of a whole in words: "one of the eight GPUs"."""
    at = lower.find(" of the ")
    word = lower[:at].split()[-1:]
    things = _thing(lower[at + 8 : at + 8 + _NEAR].split()[:2])
    if word and word[0] in _COUNTS and things:
        start = at - len(word[0])
        yield Circumstance("metric", f"{things}_affected", _COUNTS[word[0]], None, start, at)


def restart(sentence: str) -> Iterator[Circumstance]:
    """Whether a restart is said to help for a while: a leak, a throttle, a state that builds up."""
    lower = sentence.lower()
    if len(lower) == len(sentence):
        for word in _RESTART:
            at = lower.find(word)
            if at >= 0 and any(said in lower for said in _RELIEF) and any(said in lower[at:] for said in _RELAPSE):
                yield Circumstance("state", "restart helps", None, None, at, at + len(word), "info")
                return


def _said(lower: str, one: Quantity) -> Circumstance | None:
    """What a single number tells, by the words around it."""
    before = [word.strip("~≈(#") for word in lower[max(0, one.start - _NEAR) : one.start].split()]
    words = [word for word in before if word and word not in _FILLERS]
    previous = words[-1] if words else ""
    after = lower[one.end : one.end + _NEAR].lstrip()
    if one.unit == "s":
        return _time(one, words[-2] if len(words) > 1 else "", previous, after)
    if one.unit not in (None, "count"):
        return None
    if one.unit is None and one.raw in _STATUSES and any(word in lower for word in _ANSWERED):
        severity = "error" if one.raw >= 500 else "warning"
        return Circumstance("code", f"http {one.raw:.0f}", None, None, one.start, one.end, severity)
    if noun := next((noun for noun in _STEPS if after.startswith(noun)), ""):
        following = after[len(noun) :].lstrip()
        if previous in _EVERY or following.startswith("마다"):
            return Circumstance("metric", "period_steps", one.value, "steps", one.start, one.end)
        if following.startswith(("에서", "에 ", "부터", "쯤", "째", "즈음")):
            return Circumstance("metric", "step", one.value, None, one.start, one.end)
    if previous in _STEPS:
        return Circumstance("metric", "step", one.value, None, one.start, one.end)
    return _place(one, previous, after)


def _time(one: Quantity, earlier: str, previous: str, after: str) -> Circumstance | None:
    name = ""
    if after.startswith(_AGO) or after.rstrip(" .,") == "전":
        name = "started_ago"
    elif previous in _EVERY or after.startswith(_EVERY_AFTER):
        name = "period"
    elif previous in _FOR or after.startswith(_FOR_AFTER):
        name = "lasting"
    elif previous in _AFTER or after.startswith(_AFTER_AFTER):
        limit = earlier in _LIMITS if previous in _AFTER else any(word in after for word in _LIMITED)
        name = "timeout_after" if limit else "onset_after"
    return Circumstance("metric", name, one.value, "s", one.start, one.end) if name else None


def _place(one: Quantity, previous: str, after: str) -> Circumstance | None:
    """The node, rank or GPU of that number: "node 17", "노드 17번", "17번 노드"."""
    place = _PLACES.get(previous)
    if after.startswith("번"):
        following = after[1:].lstrip()
        place = place or next((name for word, name in _PLACES.items() if following.startswith(word)), None)
    elif after.startswith(("장", "개", "대", "nodes", "gpus", "ranks")):
        return None
    if place is None or one.raw != int(one.raw):
        return None
    return Circumstance("place", place, one.value, None, one.start, one.end)


def _share(lower: str, one: Quantity, two: Quantity) -> Circumstance | None:
    """A part of a whole that is counted: "8 of 64 ranks", "64개 랭크 중 8개"."""
    gap = lower[one.end : two.start].strip()
    if len(gap) > _NEAR or one.unit not in (None, "count", "gpus", "nodes"):
        return None
    after = lower[two.end - 6 if two.unit in ("gpus", "nodes", "pods") else two.end :][:_NEAR]
    if gap in _OF and two.unit in (None, "gpus", "nodes", "pods"):
        things = _thing(after.split()[:3])
        return _affected(things, one, one.start, two.end)
    if "중" in gap and one.raw > two.raw and two.unit in (None, "count"):
        near = lower[max(0, one.start - 12) : one.start].split()
        return _affected(_thing([*gap.replace("중", " ").split(), *near[-1:]]), two, one.start, two.end)
    return None


def _affected(things: str | None, part: Quantity, start: int, end: int) -> Circumstance | None:
    return Circumstance("metric", f"{things}_affected", part.raw, None, start, end) if things else None


def _thing(words: list[str]) -> str | None:
    for word in words:
        for size in (len(word), 2):
            known = _THINGS.get(word[:size].strip(".,!?"))
            if known and (size == len(word) or not word.isascii()):
                return known
    return None
