"""Readings and the limits beyond which they are bad.

Words of a line keep their place in the text. A metric read several times (intervals, reports) becomes one signal:
what the series did, and how bad its worst settled level is. That a load merely varies is no fault, so a series
is judged by limits and not by its movement alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.namedtuple import NamedTuple
from kb.signals.model import Signal
from kb.signals.part import Line, Part

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d{1,3})?")
_SUFFIX = {"": 1, "B": 1 / 1024, "K": 1, "M": 1024, "G": 1024**2, "T": 1024**3, "P": 1024**4, "E": 1024**5}
_KIB = 1024e-9


class Cell(NamedTuple):
    """A word of a line, at the characters `start` to `end` of the part."""

    text: str
    start: int
    end: int

    @property
    def value(self) -> float | None:
        """The number at the beginning (`97.50`, `85%`, `1,024`), or None."""
        match = _NUMBER.match(self.text)
        return float(match.group().replace(",", "")) if match else None


_WIDEST = 8192
"""Characters of a row."""


class Limits(NamedTuple):
    """A metric and when it is bad: at or above `warning` and `error` (at or below them if `low`), in base units;
    None: never. A value as printed times `factor` is in `unit`."""

    metric: str
    unit: str | None = None
    warning: float | None = None
    error: float | None = None
    factor: float = 1.0
    low: bool = False

    def severity(self, value: float) -> str:
        """How bad a value in the base unit is."""
        for level, limit in (("error", self.error), ("warning", self.warning)):
            if limit is not None and (value <= limit if self.low else value >= limit):
                return level
        return "none"


class Reading(NamedTuple):
    """A value in its base unit, at the characters `start` to `end` of the part."""

    value: float
    start: int
    end: int


def cells(line: Line) -> list[Cell]:
    """The words of a line; of one longer than any table is wide, those of its beginning."""
    return [
        Cell(word.group(), line.start + word.start(), line.start + word.end())
        for word in _WORD.finditer(line.text, 0, _WIDEST)
    ]


def numeric(found: Sequence[Cell]) -> int:
    """How many cells are a number and nothing else (`%` aside)."""
    return sum(1 for cell in found if _NUMBER.fullmatch(cell.text.rstrip("%")))


def gigabytes(text: str, unit: str = "K") -> float | None:
    """A size as `df -h` or `free -h` print it (`3.7G`, `217M`, `2.0Gi`, `0B`), without a suffix in `unit`, in GB.
    These programs count in powers of 1024."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    suffix = text[match.end() : match.end() + 1].upper() or unit
    factor = _SUFFIX.get(suffix)
    return None if factor is None else digits(float(match.group().replace(",", "")) * factor * _KIB)


def read_cell(limits: Limits, cell: Cell) -> Reading | None:
    """A cell as a reading in the base unit, or None if it is no number."""
    value = cell.value
    return None if value is None else Reading(digits(value * limits.factor), cell.start, cell.end)


def reading(part: Part, limits: Limits, cell: Cell) -> Signal | None:
    """The signal of one cell, or None if it is no number."""
    one = read_cell(limits, cell)
    if one is None:
        return None
    level = limits.severity(one.value)
    return part.signal(
        "metric", limits.metric, cell.start, cell.end, severity=level, to_value=one.value, unit=limits.unit
    )


def readings(part: Part, limits: Limits, found: Sequence[Reading], usual: float | None = None) -> Signal | None:
    """One signal for the readings of a metric in their order, or None if there are none.

    `usual` is an average over a long time (since boot); if the readings are bad, they are compared with it.
    """
    if not found:
        return None
    from kb.signals import series

    shape = series.describe([one.value for one in found])
    place, before, direction = found[-1], None, None
    if shape is None or shape.kind == "flat":
        value = found[-1].value if shape is None else shape.after
        direction = None if shape is None else "flat"
        level = limits.severity(value)
    else:
        before, value, direction = shape.before, shape.after, shape.direction
        if shape.kind in ("spike", "dips"):
            place = found[min(shape.place, len(found) - 1)]
        level = limits.severity(value)
        if shape.kind == "spike" and level == "error":
            level = "warning"
    if level != "none" and usual is not None and abs(value - usual) > 0.1 * abs(usual):
        before, direction = usual, direction if direction == "spike" else "up" if value > usual else "down"
    change = round((value - before) / abs(before), 4) if before else None
    return part.signal(
        "metric",
        limits.metric,
        place.start,
        place.end,
        severity=level,
        from_value=before,
        to_value=value,
        unit=limits.unit,
        direction=direction,
        change=change,
    )


def digits(value: float) -> float:
    """Rid of the noise of binary fractions: 9 significant digits."""
    return float(f"{value:.9g}")
