"""Training logs: series of iteration time, throughput, loss and gradient norm, and what stands between the iterations.

A series that moved is a signal with the level before and after; a single line is a reading; a loss that is no longer
printed, or is NaN, says so, and so does a log that goes on without an iteration. Loss scale halving by itself is normal
at start-up and is information only.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator
from math import isnan

from kb.signals import series
from kb.signals.iterations import MOST, Iterations, Reading, iterations
from kb.signals.metrics import severity_of_change
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.units import convert, number

_OVERFLOW = r"OVERFLOW! Rank \d+ Skipping step[^\n]{0,120}"
_MOST_OVERFLOWS = 100
_SAVED = (
    r"(?:saving (?:the )?checkpoint[^\n]{0,80}?in|save-checkpoint[:=]?"
    r"|checkpoint[^\n]{0,60}? took)\s{0,3}(?P<value>\d[\d.,]{0,14}) ?(?P<unit>ms|s(?:ec(?:ond)?s?)?)?"
)
_MOST_SAVES = 100
_LOSSES = ("loss", "validation_loss")
_STAMP = r"^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)"
_STAMPS_WITHIN = 8_000
"""Characters after the last iteration, and before the end, in which times are looked for."""
_LONG_WAIT = 3600.0
_MANY_ITERATIONS = 20
"""Seconds, and iterations, from which a log without an iteration is taken for a standstill: longer than validation and
checkpoints take. Set by hand, not fitted."""
_SAVE_TIME = 60.0
"""Seconds of a checkpoint save from which it is worth a warning: training stands still meanwhile."""


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Metric signals of a training log."""
    told = iterations(part.text)
    for name, readings in told.readings.items():
        if readings:
            yield _signal(part, name, readings)
    yield from _lost_loss(part, told)
    yield from _no_progress(part, told)
    for match in itertools.islice(re.finditer(_OVERFLOW, part.text), _MOST_OVERFLOWS):
        yield part.signal("log", "OVERFLOW! Skipping step", *match.span(), severity="info")
    yield from _saves(part)


def _signal(part: Part, name: str, readings: list[Reading]) -> Signal:
    last = readings[-1]
    bad = next((reading for reading in readings if isnan(reading.value)), None)
    if bad:
        return part.signal("metric", name, bad.start, bad.end, severity="error", direction="flat", unit=last.unit)
    shape = series.describe([reading.value for reading in readings])
    if shape is None or shape.kind == "flat":
        middle = last.value if shape is None else shape.after
        level = "warning" if name in ("nan_iterations", "skipped_iterations") and middle > 0 else "none"
        direction = "flat" if shape else None
        return part.signal(
            "metric", name, last.start, last.end, severity=level, to_value=middle, unit=last.unit, direction=direction
        )
    place = readings[min(shape.place, len(readings) - 1)]
    return part.signal(
        "metric",
        name,
        place.start,
        place.end,
        severity=_severity(name, shape),
        from_value=shape.before,
        to_value=shape.after,
        unit=last.unit,
        direction=shape.direction,
        change=round(shape.change, 4),
    )


def _severity(name: str, shape: series.Shape) -> str:
    """How bad a move is; noise of loss and gradient norm needs a larger one, and loss scale is never bad by itself."""
    if name in ("loss_scale", "learning_rate"):
        return "info"
    if name in ("loss", "validation_loss", "grad_norm"):
        if shape.after <= shape.before or shape.change < (0.2 if name != "grad_norm" else 2.0):
            return "info"
        return "error" if shape.change >= 0.5 and name != "grad_norm" else "warning"
    if shape.kind in ("spike", "dips"):
        worse = severity_of_change(name, "up" if shape.change > 0 else "down", shape.change)
        return "info" if worse == "info" or (shape.kind == "spike" and abs(shape.change) < 0.5) else "warning"
    return severity_of_change(name, shape.direction, shape.change)


def _lost_loss(part: Part, told: Iterations) -> Iterator[Signal]:
    """Megatron leaves the loss out of the line when it is NaN."""
    losses = told.readings.get("loss")
    if not losses or len(told.steps) < 2:
        return
    others = sorted(one.start for name, column in told.readings.items() if name not in _LOSSES for one in column)
    for step in told.steps[bisect_right(told.steps, losses[-1].start) :]:
        end = part.text.find("\n", step)
        end = len(part.text) if end < 0 else end
        # A line with a step and none of the other readings is about a validation or a checkpoint.
        at = bisect_right(others, step)
        if at < len(others) and others[at] < end:
            yield part.signal("state", "loss missing", step, end, severity="error")
            return


def _no_progress(part: Part, told: Iterations) -> Iterator[Signal]:
    """The log goes on, by its own times, for far longer than an iteration takes, and no iteration follows."""
    times = told.readings.get("iteration_time")
    if not times or len(told.steps) == MOST:
        return
    text = part.text
    end = text.find("\n", told.steps[-1])
    if end < 0:
        return
    stamp = re.compile(_STAMP, re.MULTILINE)
    after = stamp.search(text, end, min(len(text), end + _STAMPS_WITHIN))
    tail = list(stamp.finditer(text, max(end, len(text) - _STAMPS_WITHIN))) if after else []
    if not after or not tail:
        return
    from datetime import datetime

    try:
        first, last = (datetime.fromisoformat(match[1]) for match in (after, tail[-1]))
    except ValueError:
        return
    waited = (last - first).total_seconds()
    if waited >= max(_LONG_WAIT, _MANY_ITERATIONS * times[-1].value):
        yield part.signal("state", "no progress", *tail[-1].span(1), severity="error")
        yield part.signal(
            "metric", "time_without_iteration", *tail[-1].span(1), severity="error", to_value=waited, unit="s"
        )


def _saves(part: Part) -> Iterator[Signal]:
    """How long checkpoints took."""
    text, position = part.text, 0
    for _ in range(_MOST_SAVES):
        position = text.find("heckpoint", position)
        if position < 0:
            return
        start = max(text.rfind("\n", 0, position), position - 100) + 1
        end = text.find("\n", position)
        end = min(len(text) if end < 0 else end, position + 300)
        match = re.compile(_SAVED, re.IGNORECASE).search(text, start, end)
        value = number(match["value"].rstrip(".")) if match else None
        if match and value is not None:
            seconds, _ = convert(value, match["unit"] or "ms")
            level = "warning" if seconds >= _SAVE_TIME else "info"
            yield part.signal(
                "metric",
                "checkpoint_time",
                match.start("value"),
                match.end(),
                severity=level,
                to_value=seconds,
                unit="s",
            )
        position = end
