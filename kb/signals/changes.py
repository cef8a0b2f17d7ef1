"""Numbers that moved, as people say it: "from ~14,000 to 6,100 tokens/s", "120ms -> 3s", "14k에서 6k로", "50% 감소".

Two numbers make a change if the words between them say so and their units agree; a unit or suffix said once counts
for both. A number alone is a reading. Without a metric's name nearby and without a telling unit nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

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


_ABOUT = r"(?:about|around|approximately|roughly|only|just|~|≈|약|대략|고작|겨우|무려)?"
_ONWARD = re.compile(
    rf"\s*(?:->|-->|=>|→|➜|▶|to|down to|up to|and (?:then|now)|then|에서|이었는데|였는데|이던 게|이던게|하던 게|하던게|인데|씩 나오던 게|정도(?:였는데|에서)|대에서|대였는데)[\s,(]*(?:지금(?:은)?|이제|현재)?\s*{_ABOUT}\s*[~≈]?"
    r"|,? (?:and )?(?:it(?:'s| is) )?now (?:at |only )?[~≈]?|[\s,]*(?:지금은?|현재는?|이제는?)\s*",
    re.IGNORECASE,
)
_BACKWARD = re.compile(
    rf"[\s,(]*(?:instead of|rather than|was|were|vs\.?|versus|against|compared (?:to|with)|down from|up from|from|normally|usually|normal(?:ly)? is|prev(?:ious(?:ly)?)?|before|baseline|expected|평소(?:엔|에는|는)?|원래|보통|기존|이전)(?: (?:the )?(?:usual|normal|expected|평소))?[\s:]*(?:was |is |of )?{_ABOUT}\s*[~≈]?",
    re.IGNORECASE,
)
_USUALLY = re.compile(r"(?:평소|보통|원래|기존|usually|normally|typically|used to be|baseline(?: is| of)?)[^\d,.]{0,20}$", re.IGNORECASE)
_LONGER = re.compile(r"\s*(?:넘게|이상|이나)?\s*(?:걸렸|걸림|걸립|걸리|걸려)|\s+(?:instead of|rather than) (?:a few )?(?:seconds|minutes)")
_TOOK = re.compile(r"(?:\btook|\btakes|\btaking|\blasted|\bafter waiting)[^\d.]{0,20}$", re.IGNORECASE)
_UNUSUAL = re.compile(r"평소|원래|보통|usually|normally|instead of|supposed to", re.IGNORECASE)
_LESS = re.compile(r"\s*(?:정도\s*|p\s*|가량\s*|쯤\s*|나\s*)?(?:감소|하락|떨어|줄|저하|느려|느림|빠졌|drop|decrease|reduction|slower|slowdown|lower|less|down|degrad|fewer|worse)", re.IGNORECASE)
_MORE = re.compile(r"\s*(?:정도\s*|p\s*|가량\s*|쯤\s*|나\s*|이상\s*)?(?:증가|상승|올랐|오르|늘|급증|increase|rise|higher|more|up\b|growth|longer|faster|over\b)", re.IGNORECASE)
_FELL = re.compile(r"(?:drop|fell|fall|decreas|declin|reduc|down|lost|degrad|slow(?:ed)?)\w*(?: by)? (?:about |around |~)?[~≈]?$", re.IGNORECASE)
_ROSE = re.compile(r"(?:ris|rose|increas|grew|grow|jump|up|climb)\w*(?: by)? (?:about |around |~)?[~≈]?$", re.IGNORECASE)
_SLOWER = re.compile(r"\s*(?:나|정도)?\s*(?:느려|느림|느립|slower|worse|longer)", re.IGNORECASE)
_HALVED = re.compile(r"반토막|절반(?:으로|이하|까지)|\bhalved\b|\bhalf (?:of )?(?:the )?(?:usual|normal|speed|throughput)", re.IGNORECASE)
_GENERIC = frozenset({"memory_used", "cpu_utilization", "error_rate", "request_rate", "duration", "checkpoint_time"})
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
    if _ONWARD.fullmatch(gap) or (_USUALLY.search(sentence[: one.start]) and len(gap) < 40):
        before, after = one, two
    elif _BACKWARD.fullmatch(gap):
        before, after = two, one
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


def _borrow(bare: Quantity, other: Quantity) -> float:
    """The value of a number without a unit in the unit of the other one."""
    factor = other.value / other.raw if other.raw else 1.0
    return float(f"{bare.raw * factor:.12g}")


def _relative(sentence: str, one: Quantity, named: list[Mention]) -> Change | None:
    """A change said in percent or as a multiple: "50% slower", "3배 느려", "up 40%"."""
    if one.unit not in ("%", "x"):
        return None
    before, size = sentence[max(0, one.start - 30) : one.start], one.value
    if one.unit == "%":
        if _LESS.match(sentence, one.end) or _FELL.search(before):
            relative = -size / 100
        elif _MORE.match(sentence, one.end) or _ROSE.search(before):
            relative = size / 100
        else:
            return None
    elif size > 1 and _SLOWER.match(sentence, one.end):
        relative = 1 / size - 1
    elif size > 1 and _MORE.match(sentence, one.end):
        relative = size - 1
    else:
        return None
    name = _name(named, one.start, one.end, None, sentence) or "throughput"
    if relative < 0 and worse_direction(name) == "up" and _SLOWER.match(sentence, one.end):
        relative = size / 100 if one.unit == "%" else size - 1
    direction = "up" if relative > 0 else "down"
    severity = severity_of_change(name, direction, relative)
    return Change(name, None, None, None, direction, relative, severity, one.start, one.end)


def _reading(sentence: str, one: Quantity, named: list[Mention]) -> Change | None:
    """A number alone: a duration that was too long, or a reading of a metric named right beside it."""
    if one.unit == "s" and (_LONGER.match(sentence, one.end) or _TOOK.search(sentence[: one.start])):
        severity = "warning" if _UNUSUAL.search(sentence) else "info"
        direction = "up" if severity == "warning" else None
        name = _name(named, one.start, one.end, "s", sentence, reach=40) or "duration"
        return Change(name, None, one.value, "s", direction, None, severity, one.start, one.end)
    name = _name(named, one.start, one.end, one.unit, sentence, reach=16)
    if name is None or (one.unit is None and (name in _GENERIC or one.raw < 1)):
        return None
    severity = "info"
    if name == "gpu_utilization" and one.value == 0:
        severity = "warning"
    elif one.unit == "%" and one.value >= 95 and worse_direction(name) == "up":
        severity = "warning"
    return Change(name, None, one.value, one.unit, None, None, severity, one.start, one.end)


def _name(
    named: list[Mention], start: int, end: int, unit: str | None, sentence: str, *, reach: int = 60
) -> str | None:
    """The metric meant: named before the numbers, or after them, with a unit that fits; else by the unit alone."""
    before = [mention for mention in named if mention.end <= start and start - mention.end <= reach]
    after = [mention for mention in named if mention.start >= end and mention.start - end <= reach // 2]
    for mention in [*reversed(before), *after]:
        if any(mark in sentence[min(mention.end, end) : max(mention.start, start)] for mark in (";", ". ")):
            continue
        for metric in mention.metrics:
            if metric.name == "throughput" and unit in BY_UNIT:
                return BY_UNIT[unit]
            if unit is None or metric.unit == unit or (metric.unit is None and unit not in ("x",)):
                return metric.name
            if metric.name == "iteration_time" and unit == "s/it":
                return metric.name
    return BY_UNIT.get(unit or "")
