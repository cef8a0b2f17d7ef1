"""Numbers that moved, as people say it: "from ~14,000 to 6,100 tokens/s", "120ms -> 3s", "14k에서 6k로", "50% 감소".

Two numbers make a change if the words between them say so and their units agree; a unit or suffix said once counts
for both. A number alone is a reading. Some of it is said without a digit: "throughput halved", "three times slower",
"어제의 절반밖에 안 나온다". Without a metric's name nearby and without a telling unit nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.metric_names import Mention, mentions
from kb.signals.metrics import BY_UNIT, severity_of_change, worse_direction
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
_GENERIC = frozenset(
    "memory_used memory_used_percent cpu_utilization error_rate request_rate duration checkpoint_time"
    " disk_used_percent".split()
)
"""Metrics whose words are used for much else: a number without a unit is none of theirs."""
_IN_WORDS = ("half", "halv", "doubled", "tripled", "quadrupled", "times", "반토막", "절반", "배")
"""One of these stands in each sentence in which a change is told without a digit."""
_RATES = ("per ", "/h", "an hour", "a day", "a minute", "every hour", "each hour", "씩", "당 ", "마다", "하루에")
_COUNTED = ("connections", "nodes")
"""Base units of metrics that are counted: "커넥션이 900개"."""
_SIZES = ("ranks", "nodes", "gpus", "hosts", "랭크", "노드")
"""What a number is the size of a job by: no reading of the metric beside it."""
_MOST = 40
_TOO_MUCH = {"packet_loss": 1.0, "error_rate": 5.0, "cpu_iowait": 40.0, "cpu_steal": 20.0}
"""Percent from which on a reading alone is a warning, where 95 is far too late."""
_BESIDE = 30
"""Characters between the name of a metric and its figures that are shown together."""


def find(sentence: str, numbers: list[Quantity] | None = None) -> Iterator[Change]:
    """The metric changes and readings of one sentence, in order; `numbers` are those to look at, else all."""
    numbers = (list(quantities(sentence)) if numbers is None else numbers)[:_MOST]
    in_words = _told_in_words(sentence)
    if in_words:
        from kb.signals import multiples

        numbers = sorted([*numbers, *multiples.spelt_out(sentence)], key=lambda number: number.start)
    named = mentions(sentence) if numbers or in_words else []
    index = 0
    while index < len(numbers):
        one = numbers[index]
        two = numbers[index + 1] if index + 1 < len(numbers) else None
        change = _pair(sentence, one, two, named) if two else None
        if change:
            index += 2
        else:
            change = _alone(sentence, one, named)
            index += 1
        if change:
            yield _with_name(change, named, sentence)
    if in_words:
        for change in multiples.halved(sentence, named):
            yield _with_name(change, named, sentence)


def _told_in_words(sentence: str) -> bool:
    lower = sentence.lower()
    return any(word in lower for word in _IN_WORDS)


def _alone(sentence: str, one: Quantity, named: list[Mention]) -> Change | None:
    """What one number tells: a change in percent or as a multiple, a rate of growth, or a reading."""
    if one.unit in ("%", "x") or any(word in sentence for word in _RATES):
        from kb.signals import multiples

        change = multiples.relative(sentence, one, named) or multiples.growth(sentence, one, named)
        if change:
            return change
    return _reading(sentence, one, named)


def _with_name(change: Change, named: list[Mention], sentence: str) -> Change:
    """The change with the words before it that name its metric, if they stand in the same clause."""
    for mention in reversed(named):
        between = sentence[mention.end : change.start]
        if mention.end <= change.start and any(metric.name == change.name for metric in mention.metrics):
            if len(between) <= _BESIDE and not any(mark in between for mark in (",", ";", ". ")):
                return change._replace(start=mention.start)
            break
    return change


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
    name = name_of(named, one.start, two.end, unit, sentence)
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


def follows(sentence: str, start: int, said: tuple[str, ...]) -> bool:
    """Whether one of the words comes next after a number."""
    after = sentence[start : start + 24].lower().lstrip()
    for padding in _PADDING:
        if after.startswith(padding) and not after.startswith(said):
            after = after[len(padding) :].lstrip()
            break
    return after.startswith(said)


def precedes(sentence: str, end: int, said: tuple[str, ...]) -> bool:
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


def _reading(sentence: str, one: Quantity, named: list[Mention]) -> Change | None:
    """A number alone: a duration that was too long, or a reading of a metric named right beside it."""
    if one.unit == "s" and (follows(sentence, one.end, _LONG) or _said_before(sentence, one.start, _TOOK)):
        unusual = any(word in sentence.lower() for word in _UNUSUAL)
        name = name_of(named, one.start, one.end, "s", sentence, reach=40) or "duration"
        severity = "warning" if unusual else "info"
        return Change(name, None, one.value, "s", "up" if unusual else None, None, severity, one.start, one.end)
    if one.unit is None and sentence[one.end : one.end + 8].lstrip(" -").lower().startswith(_SIZES):
        return None
    now = sentence[max(0, one.start - 8) : one.start].lower().split()[-1:] in (["now"], ["at"], ["지금"], ["현재"])
    metric = name_of(named, one.start, one.end, one.unit, sentence, reach=40 if now else 16)
    if metric is None or (one.unit is None and (metric in _GENERIC or one.raw < 1)):
        return None
    full = one.unit == "%" and one.value >= 95 and worse_direction(metric) == "up" and metric != "utilization"
    full = full or (one.unit == "%" and one.value >= _TOO_MUCH.get(metric, 100.5))
    severity = "warning" if full or (metric == "gpu_utilization" and one.value == 0) else "info"
    return Change(metric, None, one.value, one.unit, None, None, severity, one.start, one.end)


def name_of(
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
