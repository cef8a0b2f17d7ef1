"""Iteration lines of training programs as series: iteration time, throughput, loss, gradient norm.

Megatron, nanotron, torchtitan, nanoGPT, DeepSpeed and their kin print `key: value` pairs after a step number, with
differing separators, units in the key (`(ms)`) and suffixes (2.35K). One loop reads them all. A series that moved is
a signal with the level before and after; a single line is a reading; a loss that is no longer printed, or is NaN, says
so. Loss scale halving by itself is normal at start-up and is information only.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals import series
from kb.signals.metrics import by_alias, severity_of_change
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.units import convert, number

_MOST_LINES = 20_000
_STEP = re.compile(
    r"\b(?:iteration|iter|global_step|steps?|Step)[ :=]{0,3}\s{0,10}(?P<step>\d{1,9})(?![\d.]*(?:GB|%))", re.IGNORECASE
)
_PAIR = re.compile(
    r"(?P<key>[A-Za-z%][\w%/]*+(?:[ -][\w%/]++){0,5}+(?: ?\((?:ms|s|sec|GB|GiB)\))?)['\"]?[ ]{0,2}(?::|=)[ ]{0,6}"
    r"(?P<value>[-+]?(?:\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?|nan|inf)[KMB]?)(?P<unit>GiB|GB|ms|s|%)?(?![\w:/-])"
    r"|\b(?P<spaced>loss|time|tps|mfu|lr|tokens/s|tok/s|tokens/sec|samples/s|grad_norm|gnorm)\s{1,3}(?P<number>\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?"
    r"|nan)(?P<suffix>ms|s|%)?(?![\w:/-])",
    re.IGNORECASE,
)
_OVERFLOW = re.compile(r"OVERFLOW! Rank \d+ Skipping step[^\n]{0,120}")
_SAVED = re.compile(
    r"(?:saving (?:the )?checkpoint[^\n]{0,80}?in|save-checkpoint[:=]?"
    r"|checkpoint[^\n]{0,60}? took)\s{0,3}(?P<value>\d[\d.,]{0,14}) ?(?P<unit>ms|s(?:ec(?:ond)?s?)?)?",
    re.IGNORECASE,
)
_KNOWN = {
    "time": ("iteration_time", "ms"), "tps": ("tokens_per_second_per_gpu", None), "tflops": ("tflops_per_gpu", None),
    "elapsed time per iteration": ("iteration_time", None), "iter time": ("iteration_time", "s"),
    "memory": ("gpu_memory_used", None),
    "elapsed time per iteration ms": ("iteration_time", "ms"), "lm loss": ("loss", None),
    "samples/sec": ("samples_per_second", None),
    "model tflops per gpu": ("tflops_per_gpu", None), "loss scale": ("loss_scale", None), "lr": ("learning_rate", None),
}  # fmt: skip
_WATCHED = frozenset(
    """iteration_time tokens_per_second tokens_per_second_per_gpu samples_per_second tflops_per_gpu mfu loss
    validation_loss grad_norm loss_scale nan_iterations skipped_iterations data_loading_time""".split()
)
_UNIT_IN_KEY = re.compile(r"\((\w+)\)$")
_LONGEST_ENTRY = 1500
_MOST_SAVES = 100
_LOSSES = ("loss", "validation_loss")
_STAMP = re.compile(r"^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)", re.MULTILINE)
_STAMPS_WITHIN = 8_000
"""Characters after the last iteration, and before the end, in which times are looked for."""
_LONG_WAIT = 3600.0
_MANY_ITERATIONS = 20
"""Seconds, and iterations, from which a log without an iteration is taken for a standstill: longer than validation and
checkpoints take. Set by hand, not fitted."""
_SAVE_TIME = 60.0
"""Seconds of a checkpoint save from which it is worth a warning: training stands still meanwhile."""


class Reading(NamedTuple):
    """A value of a metric in its base unit, at the characters `start` to `end` of the part."""

    value: float
    unit: str | None
    start: int
    end: int


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Metric signals of a training log."""
    columns, steps = _columns(part)
    for name, readings in columns.items():
        if not readings:
            continue
        yield _signal(part, name, readings)
    yield from _lost_loss(part, columns, steps)
    yield from _no_progress(part, columns, steps)
    for match in itertools.islice(_OVERFLOW.finditer(part.text), 100):
        yield part.signal("log", "OVERFLOW! Skipping step", *match.span(), severity="info")
    yield from _saves(part)


def _columns(part: Part) -> tuple[dict[str, list[Reading]], list[int]]:
    """Readings by metric, and where each iteration's entry begins.

    A few entries at both ends show the keys; each key is then looked up in the whole text by itself.
    """
    text = part.text
    first = _STEP.search(text)
    if first is None:
        return {}, []
    step = re.compile(re.escape(text[first.start() : first.start("step")].rstrip(" ")) + r" *\d")
    steps = [match.start() for match in itertools.islice(step.finditer(text), _MOST_LINES)]
    columns: dict[str, list[Reading]] = {}
    for start in [*steps[:5], *steps[5:][-3:]]:
        for pair in _PAIR.finditer(text, start, min(start + _LONGEST_ENTRY, _next(steps, start, len(text)))):
            named = _named(pair)
            if named and named[0] in _WATCHED and not columns.get(named[0]):
                columns[named[0]] = _column(text, pair, first.start(), named[1], named[0])
    return columns, steps


def _next(steps: list[int], start: int, end: int) -> int:
    at = bisect_right(steps, start)
    return steps[at] if at < len(steps) else end


def _column(text: str, pair: re.Match[str], begin: int, unit: str | None, name: str) -> list[Reading]:
    """All readings under the key of one pair."""
    place = "value" if pair["value"] else "number"
    before = re.escape(text[pair.start() : pair.start(place)].rstrip(" "))
    pattern = re.compile(rf"{before} *([-+]?(?:\d[\d,.]*(?:[eE][-+]?\d+)?|nan|NaN|inf)[KMB]?)")
    factor, base = convert(1.0, unit) if unit else (1.0, None)
    factor, base = (factor, base) if base else (1.0, _UNITS.get(name))
    readings = []
    for match in itertools.islice(pattern.finditer(text, begin), _MOST_LINES):
        value = number(match[1].rstrip(".,"))
        before_it = text[match.start() - 1 : match.start()]
        if value is not None and not (before_it.isalnum() or before_it in ("_", "-")):
            readings.append(Reading(value * factor, base, *match.span(1)))
    return readings


def _named(pair: re.Match[str]) -> tuple[str, str | None] | None:
    """The metric that a key names, and the unit that it or the value carries."""
    key = (pair["key"] or pair["spaced"]).strip()
    unit = pair["unit"] or pair["suffix"]
    inner = _UNIT_IN_KEY.search(key)
    if inner:
        unit, key = inner[1], key[: inner.start()].strip()
    plain = key.lower().replace("_", " ")
    known = _KNOWN.get(plain)
    if known:
        return known[0], unit or known[1]
    metric = by_alias(plain)
    return (metric.name, unit) if metric else None


_UNITS = {
    "iteration_time": "s", "tokens_per_second": "tokens/s", "tokens_per_second_per_gpu": "tokens/s/gpu",
    "samples_per_second": "samples/s", "tflops_per_gpu": "TFLOPS", "mfu": "%",
}  # fmt: skip


def _signal(part: Part, name: str, readings: list[Reading]) -> Signal:
    last = readings[-1]
    finite = [reading for reading in readings if reading.value == reading.value]
    if len(finite) < len(readings):
        bad = next(reading for reading in readings if reading.value != reading.value)
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
    severity = _severity(name, shape)
    return part.signal(
        "metric",
        name,
        place.start,
        place.end,
        severity=severity,
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


def _lost_loss(part: Part, columns: dict[str, list[Reading]], steps: list[int]) -> Iterator[Signal]:
    """Megatron leaves the loss out of the line when it is NaN."""
    losses = columns.get("loss")
    if not losses or len(steps) < 2:
        return
    others = sorted(reading.start for name, column in columns.items() if name not in _LOSSES for reading in column)
    for step in steps[bisect_right(steps, losses[-1].start) :]:
        end = part.text.find("\n", step)
        end = len(part.text) if end < 0 else end
        # A line with a step and none of the other readings is about a validation or a checkpoint.
        at = bisect_right(others, step)
        if at < len(others) and others[at] < end:
            yield part.signal("state", "loss missing", step, end, severity="error")
            return


def _no_progress(part: Part, columns: dict[str, list[Reading]], steps: list[int]) -> Iterator[Signal]:
    """The log goes on, by its own times, for far longer than an iteration takes, and no iteration follows."""
    times = columns.get("iteration_time")
    if not times or len(steps) == _MOST_LINES:
        return
    end = part.text.find("\n", steps[-1])
    stamps = list(_STAMP.finditer(part.text, end, min(len(part.text), end + _STAMPS_WITHIN))) if end >= 0 else []
    tail = list(_STAMP.finditer(part.text, max(end, len(part.text) - _STAMPS_WITHIN))) if stamps else []
    if not tail:
        return
    from datetime import datetime

    try:
        first, last = (datetime.fromisoformat(match[1]) for match in (stamps[0], tail[-1]))
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
        match = _SAVED.search(text, start, end)
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
