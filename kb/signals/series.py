"""What a series of readings did: shifted, grew, spiked, dipped now and then, went flat, or nothing.

Robust on purpose: medians and the median absolute deviation, so that one slow first step (compilation, caches) or one
dip at an asynchronous checkpoint is no shift. A level shift of 5 % counts if the noise is far smaller than that.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kb.namedtuple import NamedTuple


class Shape(NamedTuple):
    """`kind` is `shift`, `growth`, `spike`, `dips`, `stuck` (became constant zero) or `flat`. `before` and `after` are
    levels, `place` is the reading at which the new level, spike or first dip stands, `change` is relative."""

    kind: str
    before: float
    after: float
    change: float
    place: int

    @property
    def direction(self) -> str:
        """`up`, `down`, `flat`, `spike` or `periodic`, as in `Signal`."""
        if self.kind == "flat":
            return "flat"
        if self.kind in ("spike", "dips"):
            return "spike" if self.kind == "spike" else "periodic"
        return "up" if self.after > self.before else "down"


_LEAST_CHANGE = 0.04
_LEAST_SPIKE = 0.3
_NOISE = 4.0
_MOST_POINTS = 2000


def describe(values: Sequence[float]) -> Shape | None:
    """The shape of a series in its order; None for fewer than two finite readings."""
    values = _thin([value for value in values if value == value and abs(value) != float("inf")])
    if len(values) < 2:
        return None
    skip = _warm_up(values)
    settled = values[skip:]
    if len(settled) < 4:
        return _few(settled, skip)
    middle = _median(settled)
    shape = _stuck(settled) or _shift(settled) or _outliers(settled, middle)
    if shape is None:
        return Shape("flat", middle, middle, 0.0, skip)
    return shape._replace(place=shape.place + skip)


def _thin(values: list[float]) -> list[float]:
    step = len(values) // _MOST_POINTS + 1
    return values[::step]


def _warm_up(values: list[float]) -> int:
    """How many readings at the beginning are start-up: at most two that differ by half or more from all that follow."""
    for skip in (2, 1):
        rest = values[skip : skip + 20]
        if len(rest) >= 5:
            low, high = min(rest), max(rest)
            if all(value > 1.5 * high or value < 0.5 * low for value in values[:skip]):
                return skip
    return 0


def _few(values: list[float], skip: int) -> Shape:
    first, last = values[0], values[-1]
    change = _change(first, last)
    kind = "shift" if abs(change) >= 0.1 else "flat"
    return Shape(kind, first, last, change, skip + len(values) - 1)


def _stuck(values: list[float]) -> Shape | None:
    """Readings that were not zero and then stay zero to the end."""
    if values[-1] != 0:
        return None
    zeros = 0
    while zeros < len(values) and values[-1 - zeros] == 0:
        zeros += 1
    if zeros < 2 or zeros == len(values):
        return None
    return Shape("stuck", _median(values[:-zeros]), 0.0, -1.0, len(values) - zeros)


def _shift(values: list[float]) -> Shape | None:
    """The cut into two levels that leaves the least absolute deviation, if it is far larger than the noise."""
    size = len(values)
    edge = max(2, size // 10)
    prefix = [0.0]
    for value in values:
        prefix.append(prefix[-1] + value)
    best, cut = 0.0, 0
    for index in range(edge, size - edge + 1):
        left, right = prefix[index] / index, (prefix[size] - prefix[index]) / (size - index)
        score = abs(left - right) * (index * (size - index)) ** 0.5
        if score > best:
            best, cut = score, index
    if not cut:
        return None
    left_values, right_values = values[:cut], values[cut:]
    before, after = _median(left_values), _median(right_values)
    change = _change(before, after)
    noise = max(_spread(left_values, before), _spread(right_values, after))
    if abs(change) < _LEAST_CHANGE or abs(after - before) < _NOISE * noise:
        return _growth(values)
    steps = sum(1 for one, two in itertools.pairwise(values) if (two > one) == (after > before))
    kind = "growth" if size >= 8 and steps > 0.9 * (size - 1) else "shift"
    if kind == "growth":
        before, after = values[0], values[-1]
        change = _change(before, after)
    return Shape(kind, before, after, change, cut)


def _growth(values: list[float]) -> Shape | None:
    """Steady growth or decline: nearly all of many steps go one way, and the ends differ by 10 % or more. Of four or
    five readings all must, and the ends differ by 30 %."""
    change = _change(values[0], values[-1])
    if len(values) < 4 or (len(values) < 6 and abs(change) < _LEAST_SPIKE):
        return None
    ups = sum(1 for one, two in itertools.pairwise(values) if two > one)
    downs = sum(1 for one, two in itertools.pairwise(values) if two < one)
    if abs(change) >= 0.1 and max(ups, downs) > 0.85 * (len(values) - 1):
        return Shape("growth", values[0], values[-1], change, len(values) - 1)
    return None


def _outliers(values: list[float], middle: float) -> Shape | None:
    """One reading far off (a spike), or at least three of them (dips)."""
    limit = max(_NOISE * 2 * _spread(values, middle), _LEAST_SPIKE * abs(middle))
    far = [index for index, value in enumerate(values) if abs(value - middle) > limit]
    if not far or len(far) > len(values) / 3:
        return None
    worst = max(far, key=lambda index: abs(values[index] - middle))
    kind = "spike" if len(far) < 3 or far[-1] - far[0] == len(far) - 1 else "dips"
    return Shape(kind, middle, values[worst], _change(middle, values[worst]), far[0] if kind == "dips" else worst)


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _spread(values: Sequence[float], middle: float) -> float:
    """Median absolute deviation."""
    return _median([abs(value - middle) for value in values])


def _change(before: float, after: float) -> float:
    if before == 0:
        return 0.0 if after == 0 else (1.0 if after > 0 else -1.0)
    return (after - before) / abs(before)
