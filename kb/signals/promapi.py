"""JSON of metric stores: the Prometheus HTTP API (instant and range) and Graphite's render API."""

from __future__ import annotations

from collections.abc import Iterator

from kb.signals import alerts, metric_series
from kb.signals.gauges import GAUGES
from kb.signals.jsontree import Node, parse
from kb.signals.limits import Reading
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST_SERIES = 120
_MOST_POINTS = 20_000


def read(part: Part) -> Iterator[Signal | Phrase]:
    """`/api/v1/query` and `/api/v1/query_range`."""
    document = parse(part.text)
    if document is None:
        return
    root = document.root
    if root.text("status") == "error":
        node = root.at("error") or root
        yield part.signal("state", f"query failed: {root.text('errorType')}", node.start, node.end, severity="error")
        yield part.phrase(node.start, node.end)
        return
    result = root.at("data", "result")
    listed = result.value if result and isinstance(result.value, list) else []
    if root.text("data", "resultType") == "scalar":
        listed = []
    if result and not listed:
        yield part.signal("state", "query returned no data", result.start, result.end, severity="info")
    for series in listed[:_MOST_SERIES]:
        yield from _series(part, series)


def _series(part: Part, series: Node) -> Iterator[Signal | Phrase]:
    points = series.items("values")[:_MOST_POINTS] or [node for node in [series.at("value")] if node]
    found = []
    for point in points:
        pair = point.items()
        value = metric_series.number(pair[1].text()) if len(pair) == 2 else None
        if value is not None:
            found.append(Reading(value, pair[1].start, pair[1].end))
    labels = series.fields("metric")
    name = series.text("metric", "__name__")
    for label in list(labels.values())[:20]:
        yield part.phrase(label.start, label.end)
    if name == "ALERTS" and "alertname" in labels:
        where = labels["alertname"]
        firing = series.text("metric", "alertstate") == "firing"
        level = alerts.severity(series.text("metric", "severity")) if firing else "info"
        state = f"alert {'firing' if firing else 'pending'}: {where.text()}"
        yield part.signal("state", state, where.start, where.end, severity=level)
        return
    yield from _judged(part, name, found)


def _judged(part: Part, name: str, found: list[Reading]) -> Iterator[Signal]:
    if name == "up" and found:
        yield from _up(part, found)
        return
    limits = GAUGES.get(name)
    if limits:
        found = [one._replace(value=one.value * limits.factor) for one in found]
    signal = metric_series.signal(part, limits.metric if limits else name, found)
    if signal is None:
        return
    if limits:
        level = limits.severity(signal.to_value or 0.0)
        signal = signal._replace(
            severity=level if signal.severity in ("none", "info") else signal.severity, unit=limits.unit
        )
    yield signal


def _up(part: Part, found: list[Reading]) -> Iterator[Signal]:
    """`up` is 1 or 0: whether a target was down at any time."""
    down = next((one for one in found if one.value == 0), None)
    first, last = found[0], found[-1]
    if down is None:
        yield part.signal(
            "metric", "target_up", last.start, last.end, to_value=1.0, direction="flat" if len(found) > 1 else None
        )
        return
    moved = first.value != last.value
    level = "error" if last.value == 0 else "warning"
    yield part.signal(
        "metric",
        "target_up",
        down.start,
        down.end,
        severity=level,
        from_value=first.value if moved else None,
        to_value=last.value,
        direction=("up" if last.value else "down") if moved else "flat",
    )
    yield part.signal("state", "target down", down.start, down.end, severity=level)
    if last.value:
        yield part.signal("state", "recovered", last.start, last.end)


def read_graphite(part: Part) -> Iterator[Signal | Phrase]:
    """`render?format=json`: `[{"target": ..., "datapoints": [[value, time], ...]}]`."""
    document = parse(part.text)
    for target in (document.root.items() or [document.root])[:_MOST_SERIES] if document else []:
        name = target.at("target")
        found = []
        for point in target.items("datapoints")[:_MOST_POINTS]:
            pair = point.items()
            value = metric_series.number(pair[0].text()) if pair else None
            if value is not None:
                found.append(Reading(value, pair[0].start, pair[0].end))
        if name:
            yield part.phrase(name.start, name.end)
        if signal := metric_series.signal(part, target.text("target"), found):
            yield signal
