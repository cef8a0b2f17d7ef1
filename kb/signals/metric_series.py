"""A metric read over time, whoever kept it: Prometheus, Graphite, Influx or a table of numbers.

The name decides what a move means. Names that nobody knows are judged by the words in them (errors and latency
are worse when they rise, throughput when it falls); of the rest only what stops at zero is worth a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.signals import series
from kb.signals.limits import Reading
from kb.signals.metric_names import by_alias, mentions
from kb.signals.metrics import severity_of_change, worse_direction
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_RISING_IS_BAD = re.compile(
    r"err|fail|drop|lost|loss|latenc|duration|delay|wait|retr|timeout|lag|pending|queue|reject"
    r"|throttl|oom|evict|restart|stall"
)
_FALLING_IS_BAD = re.compile(
    r"throughput|tokens|per_sec|_rate$|rps|qps|samples|bandwidth|busbw|tflops|mfu|util|avail|healthy|ready|success|hit"
)
_SECONDS = re.compile(r"(?:_|\b)seconds?(?:_|$|\b)")
_MILLISECONDS = re.compile(r"(?:_|\b)(?:ms|millis\w*)(?:$|_|\b)")
_PERCENT = re.compile(r"percent|pct|%")
_SHARE = re.compile(r"rate|ratio|util|usage|percent|pct|%|share|mfu|iowait|idle|success|avail")
_LOSS_CHANGE = 0.2
_LEAST = 0.3
"""Relative change from which a metric of unknown meaning, judged by its words, is worth a warning."""


def canonical(written: str) -> tuple[str, str | None, float]:
    """The canonical name of a metric as a program writes it, its base unit if known, and the factor into it."""
    written = written[:200]
    plain = re.sub(r"[^\w%]+", "_", written.strip().lower()).strip("_")[:80] or "value"
    metric = by_alias(plain.replace("_", " ")) or by_alias(written.strip().lower())
    if metric is None:
        tail = re.split(r"[./:]", written.strip().lower())[-1].replace("_", " ")
        metric = by_alias(tail) if len(tail) > 3 else None
        named = mentions(tail)
        if metric is None and named and named[0].end - named[0].start >= 0.4 * len(tail) and "idle" not in tail:
            metric = named[0].metrics[0]
    if metric is not None and metric.unit == "%" and not _SHARE.search(plain):
        # `errors` is a count, `error_rate` a share.
        metric = None
    if plain.endswith("_bytes") and (metric is None or metric.unit != "GB/s"):
        return (metric.name if metric and metric.unit == "GB" else plain), "GB", 1e-9
    factor = 1e-3 if _MILLISECONDS.search(plain) else 1.0
    if metric is not None:
        return metric.name, metric.unit, factor if metric.unit == "s" else 1.0
    unit = "s" if factor != 1.0 or _SECONDS.search(plain) else "%" if _PERCENT.search(plain) else None
    return plain, unit, factor if unit == "s" else 1.0


def signal(part: Part, written: str, found: Sequence[Reading]) -> Signal | None:
    """The signal of a metric's readings in their order: what they did; None if there is nothing to say."""
    if not found:
        return None
    name, unit, factor = canonical(written)
    shape = series.describe([one.value for one in found])
    if shape is None or shape.kind == "flat":
        value = (found[-1].value if shape is None else shape.after) * factor
        level = "warning" if shape and name == "gpu_utilization" and value == 0 else "none"
        last = found[-1]
        return part.signal(
            "metric",
            name,
            last.start,
            last.end,
            severity=level,
            to_value=_digits(value),
            unit=unit,
            direction="flat" if shape else None,
        )
    place = found[min(shape.place, len(found) - 1)]
    return part.signal(
        "metric",
        name,
        place.start,
        place.end,
        severity=severity(name, shape),
        from_value=_digits(shape.before * factor),
        to_value=_digits(shape.after * factor),
        unit=unit,
        direction=shape.direction,
        change=round(shape.change, 4),
    )


def severity(name: str, shape: series.Shape) -> str:
    """How bad it is that a series moved like this."""
    direction = "up" if shape.change > 0 else "down"
    known = worse_direction(name)
    if shape.kind == "stuck" and known != "up" and not _RISING_IS_BAD.search(name):
        return "error" if known == "down" else "warning"
    if name in ("loss", "validation_loss", "grad_norm") and abs(shape.change) < _LOSS_CHANGE:
        return "info"
    if known is None:
        known = "up" if _RISING_IS_BAD.search(name) else "down" if _FALLING_IS_BAD.search(name) else None
        if known is None or direction != known or abs(shape.change) < _LEAST:
            return "info"
        return "warning"
    if shape.kind in ("spike", "dips"):
        worse = severity_of_change(name, direction, shape.change)
        lone = shape.kind == "spike" and abs(shape.change) < 0.5
        return "info" if worse == "info" or lone else "warning"
    return severity_of_change(name, direction, shape.change)


def phrases(part: Part, places: Sequence[tuple[int, int]]) -> Iterator[Phrase]:
    """The names of the metrics as they stand in the text."""
    for start, end in list(places)[:60]:
        yield part.phrase(start, end)


def number(written: str) -> float | None:
    """A value, or None for a gap (`None`, `null`, `NaN`)."""
    try:
        value = float(written.strip().strip('"').rstrip("%iu"))
    except ValueError:
        return None
    return value if value == value and abs(value) != float("inf") else None


def _digits(value: float) -> float:
    return float(f"{value:.9g}")
