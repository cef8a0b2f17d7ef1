"""Numbers that moved, as people say it: "from ~14,000 to 6,100 tokens/s", "120ms -> 3s", "14k에서 6k로", "50% 감소".

Two numbers make a change if the words between them say so and their units agree; a unit or suffix said once counts
for both. A number alone is a reading. Without a metric's name nearby and without a telling unit nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.metrics import BY_UNIT, Mention, mentions, severity_of_change, worse_direction
from kb.signals.units import Quantity, quantities


class Change(NamedTuple):
    """A metric that moved (`before` and `after`, or `change` alone) or was read (`after` alone), in its base unit."""

    name: str
    before: float | None
    after: float | None
    unit: str | None
    direction: str | None
    change: float | None
    severity: str
    start: int
    end: int


_FILLERS = frozenset(
    """about around approximately roughly only just merely currently the a an at of is are it it's and s 약 대략
    고작 겨우 무려 정도
    현재 지금 지금은 이제 이제는 까지""".split()
)
"""Words between two numbers that change nothing."""
_ONWARD = frozenset(
    """-> --> => → ➜ ▶ to down_to up_to then now 에서 에서도 이었는데 였는데 이던_게 하던_게 인데 나오던_게
    나오던게 대에서 대였는데
    정도에서 정도였는데 에서는 였다가 이다가 씩_나오던_게 이었다가""".split()
)
"""What stands between two numbers if the first comes before the second; `_` for a space."""
_BACKWARD = frozenset(
    """instead rather_than was were vs vs. versus against compared_to compared_with down_from up_from from
    normally usually
    normal prev previous previously before baseline expected usual 평소 평소엔 평소에는 평소는 원래 원래는 보통
    기존 이전""".split()
)
"""What stands between two numbers if the second is the one from before."""
_USUALLY = ("평소", "보통", "원래", "기존", "usually", "normally", "typically", "used to be", "baseline")
_UNUSUAL = ("평소", "원래", "보통", "usually", "normally", "instead of", "supposed to")
_TOOK = ("took", "takes", "taking", "lasted")
_LONG = ("걸렸", "걸림", "걸립", "걸리", "걸려")
_PADDING = ("정도", "이상", "이나", "가량", "넘게", "쯤", "나", "p")
"""What may follow a number and its unit in Korean before the word that matters."""
_LESS = (
    "감소", "하락", "떨어", "줄", "저하", "느려", "느림", "빠졌", "drop", "decrease", "reduction", "slower",
    "slowdown", "lower",
    "less", "down", "degrad", "fewer", "worse",
)  # fmt: skip
_MORE = (
    "증가",
    "상승",
    "올랐",
    "오르",
    "늘",
    "급증",
    "increase",
    "rise",
    "higher",
    "more",
    "up",
    "growth",
    "longer",
    "faster",
    "over",
)
_FELL = ("drop", "fell", "fall", "decreas", "declin", "reduc", "down", "lost", "degrad", "slow")
_ROSE = ("ris", "rose", "increas", "grew", "grow", "jump", "up", "climb")
_SLOWER = ("느려", "느림", "느립", "slower", "worse", "longer")
_GENERIC = frozenset({"memory_used", "cpu_utilization", "error_rate", "request_rate", "duration", "checkpoint_time"})
_COUNTED = ("connections", "nodes")
"""Base units of metrics that are counted: "커넥션이 900개"."""
_MOST = 40


def find(sentence: str) -> Iterator[Change]:
    """The metric changes and readings of one sentence, in order."""
    numbers = list(quantities(sentence))[:_MOST]
    if not numbers:
        return
    named = mentions(sentence)
    index = 0
    while index < len(numbers):
        one = numbers[index]
        two = numbers[index + 1] if index + 1 < len(numbers) else None
        change = _pair(sentence, one, two, named) if two else None
        if change:
            index += 2
        else:
            change = _relative(sentence, one, named) or _reading(sentence, one, named)
            index += 1
        if change:
            yield change


def _pair(sentence: str, one: Quantity, two: Quantity, named: list[Mention]) -> Change | None:
    gap = sentence[one.end : two.start]
    if len(gap) > 60:
        return None
    between = _between(gap)
    if between in _ONWARD or (len(gap) < 40 and _said_before(sentence, one.start, _USUALLY)):
        before, after = one, two
    elif between in _BACKWARD or (not between and "now" in gap.split()):
        before, after = (two, one) if between else (one, two)
    else:
        return None
    unit = before.unit or after.unit
    if before.unit and after.unit and before.unit != after.unit:
        return None
    low = before.value if before.unit or not unit else _borrow(before, after)
    high = after.value if after.unit or not unit else _borrow(after, before)
    name = _name(named, one.start, two.end, unit, sentence)
    if name is None or low == high:
        return None
    relative = (high - low) / abs(low) if low else None
    direction = "up" if high > low else "down"
    severity = severity_of_change(name, direction, relative)
    return Change(name, low, high, unit, direction, relative, severity, one.start, two.end)


def _between(gap: str) -> str:
    """The words of a gap that matter, joined by `_`."""
    words = (
        gap.lower().replace(",", " ").replace("(", " ").replace(":", " ").replace("~", " ").replace("≈", " ").split()
    )
    return "_".join(word for word in words if word not in _FILLERS)


def _said_before(sentence: str, end: int, said: tuple[str, ...]) -> bool:
    """Whether one of the words stands within 20 characters before `end`, with no number or comma in between."""
    clause = sentence[max(0, end - 26) : end].lower()
    clause = clause[max(clause.rfind(mark) for mark in ",.;") + 1 :]
    at = max(clause.rfind(word) for word in said)
    return at >= 0 and not any(char.isdigit() for char in clause[at:])


def _follows(sentence: str, start: int, said: tuple[str, ...]) -> bool:
    """Whether one of the words comes next after a number."""
    after = sentence[start : start + 24].lower().lstrip()
    for padding in _PADDING:
        if after.startswith(padding) and not after.startswith(said):
            after = after[len(padding) :].lstrip()
            break
    return after.startswith(said)


def _precedes(sentence: str, end: int, said: tuple[str, ...]) -> bool:
    """Whether one of the last two words before a number (fillers aside) begins with one of these."""
    words = [
        word
        for word in sentence[max(0, end - 30) : end].lower().split()
        if word.strip("~≈") not in ("", "by", "about", "around")
    ]
    return any(word.startswith(said) for word in words[-1:])


def _borrow(bare: Quantity, other: Quantity) -> float:
    """The value of a number without a unit in the unit of the other one."""
    factor = other.value / other.raw if other.raw else 1.0
    return float(f"{bare.raw * factor:.12g}")


def _relative(sentence: str, one: Quantity, named: list[Mention]) -> Change | None:
    """A change said in percent or as a multiple: "50% slower", "3배 느려", "up 40%"."""
    if one.unit not in ("%", "x"):
        return None
    size = one.value
    slower = _follows(sentence, one.end, _SLOWER)
    if one.unit == "%":
        if _follows(sentence, one.end, _LESS) or _precedes(sentence, one.start, _FELL):
            relative = -size / 100
        elif _follows(sentence, one.end, _MORE) or _precedes(sentence, one.start, _ROSE):
            relative = size / 100
        else:
            return None
    elif size > 1 and slower:
        relative = 1 / size - 1
    elif size > 1 and _follows(sentence, one.end, _MORE):
        relative = size - 1
    else:
        return None
    name = _name(named, one.start, one.end, None, sentence) or "throughput"
    if relative < 0 and worse_direction(name) == "up" and slower:
        relative = size / 100 if one.unit == "%" else size - 1
    direction = "up" if relative > 0 else "down"
    severity = severity_of_change(name, direction, relative)
    return Change(name, None, None, None, direction, relative, severity, one.start, one.end)


def _reading(sentence: str, one: Quantity, named: list[Mention]) -> Change | None:
    """A number alone: a duration that was too long, or a reading of a metric named right beside it."""
    if one.unit == "s" and (_follows(sentence, one.end, _LONG) or _said_before(sentence, one.start, _TOOK)):
        unusual = any(word in sentence.lower() for word in _UNUSUAL)
        name = _name(named, one.start, one.end, "s", sentence, reach=40) or "duration"
        severity = "warning" if unusual else "info"
        return Change(name, None, one.value, "s", "up" if unusual else None, None, severity, one.start, one.end)
    metric = _name(named, one.start, one.end, one.unit, sentence, reach=16)
    if metric is None or (one.unit is None and (metric in _GENERIC or one.raw < 1)):
        return None
    full = one.unit == "%" and one.value >= 95 and worse_direction(metric) == "up"
    severity = "warning" if full or (metric == "gpu_utilization" and one.value == 0) else "info"
    return Change(metric, None, one.value, one.unit, None, None, severity, one.start, one.end)


def _name(
    named: list[Mention], start: int, end: int, unit: str | None, sentence: str, *, reach: int = 60
) -> str | None:
    """The metric meant: named before the numbers, or after them, with a unit that fits; else by the unit alone."""
    before = [mention for mention in named if mention.end <= start and start - mention.end <= reach]
    after = [mention for mention in named if mention.start >= end and mention.start - end <= reach // 2]
    nearest = [*reversed(before), *after]
    # "checkpoint save took 394 s" names the checkpoint; the verb alone is the last resort.
    for mention in sorted(nearest, key=lambda mention: mention.metrics[0].name == "duration"):
        if any(mark in sentence[min(mention.end, end) : max(mention.start, start)] for mark in (";", ". ")):
            continue
        for metric in mention.metrics:
            if metric.name == "throughput" and unit in BY_UNIT:
                return BY_UNIT[unit]
            if unit is None or metric.unit == unit or (metric.unit is None and unit not in ("x",)):
                return metric.name
            if unit == "count" and metric.unit in _COUNTED:
                return metric.name
            if metric.name == "iteration_time" and unit == "s/it":
                return metric.name
    return BY_UNIT.get(unit or "")
