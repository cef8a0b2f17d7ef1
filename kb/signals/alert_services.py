"""Webhooks of alerting and incident services, by a table of where each keeps name, status, severity and texts.

The table is `alert_shapes`. What a service does beyond that (evaluated values, a query with a threshold, a status page
that still says "All Systems Operational" while it announces an incident) is a function of its own here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kb.namedtuple import NamedTuple
from kb.signals import alerts
from kb.signals.alert_shapes import INCIDENT, SHAPES, Shape
from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.units import convert

Items = Iterator[Signal | Phrase]
_MOST = 50


class _Found(NamedTuple):
    """An alert as read by the table."""

    name: str
    node: Node
    status: str
    level: str


def read(part: Part) -> Items:
    """The alerts of a webhook whose format is in the table."""
    document = parse(part.text)
    shape = SHAPES.get(part.format)
    if document is None or shape is None:
        return
    root = document.root
    listed = root.items(*shape.each.split(".")) if shape.each else root.items()
    for alert in (listed or [root])[:_MOST]:
        yield from _alert(part, shape, alert)


def _alert(part: Part, shape: Shape, alert: Node) -> Items:
    found = _found(part.format, shape, alert)
    if found is None:
        return
    start, end = found.node.start, found.node.end
    yield from alerts.state(part, start, end, found.status, found.name, found.level)
    level = "none" if found.status in alerts.HEALTHY else "info"
    for path in (*shape.status, *shape.severity):
        node = _at(alert, path)
        if node is not None and isinstance(node.value, str) and 0 < len(node.value) <= 40:
            steps = path.lower().split(".")
            key = steps[-2] if steps[-1] == "summary" and len(steps) > 1 else steps[-1]
            yield part.signal("state", f"{key} {node.value.lower()}", node.start, node.end, severity=level)
    yield from alerts.texts(part, [_at(alert, path) for path in shape.texts], found.status)
    if shape is not INCIDENT and (extra := _EXTRAS.get(part.format)):
        yield from extra(part, alert, found.status, found.level)


def _found(fmt: str, shape: Shape, alert: Node) -> _Found | None:
    """The alert, or None where neither its name nor its status is there."""
    node = _first(alert, shape.name)
    name = (node.text() if node else "") or "unnamed"
    status_node = _first(alert, shape.status)
    if node is None and status_node is None:
        return None
    written = status_node.text() if status_node else ""
    status = _STATUS_OF[fmt](alert, written) if fmt in _STATUS_OF else alerts.status_of(written)
    told = [text.value for path in shape.texts if (text := _at(alert, path)) and isinstance(text.value, str)]
    if alerts.is_test(name, *told):
        status = alerts.TEST
    level_node = _first(alert, shape.severity)
    level = alerts.severity(level_node.text()) if level_node else "error"
    return _Found(name, node or alert, status, level)


def _at(alert: Node, path: str) -> Node | None:
    return alert.at(*[int(step) if step.isdigit() else step for step in path.split(".")])


def _first(alert: Node, paths: tuple[str, ...]) -> Node | None:
    """The first of the members that holds a text or a number."""
    for path in paths:
        node = _at(alert, path)
        if node is None or isinstance(node.value, bool | dict | list) or node.value in (None, ""):
            continue
        return node
    return None


def _checkmk_status(alert: Node, written: str) -> str:
    kind = alert.text("notification_type") or written
    return alerts.status_of(kind if kind.upper() in ("RECOVERY", "ACKNOWLEDGEMENT", "PROBLEM", "TEST") else written)


def _datadog_status(alert: Node, written: str) -> str:
    words = written.split() or [alert.text("alert_type")]
    word = written if written.lower() == "no data" else words[0]
    return alerts.RESOLVED if word.lower() == "success" else alerts.status_of(word)


def _graylog_status(alert: Node, written: str) -> str:
    triggered = alert.at("check_result", "triggered")
    return alerts.RESOLVED if triggered is not None and triggered.value is False else alerts.FIRING


def _librenms_status(alert: Node, written: str) -> str:
    """0: recovered, 1: alert, 2: acknowledged, 3: worse, 4: better."""
    numbered = {"0": alerts.RESOLVED, "2": alerts.ACKNOWLEDGED}
    return numbered.get(written) or alerts.status_of(written)


def _newrelic_status(alert: Node, written: str) -> str:
    harmless = alert.text("severity").upper() == "INFO" and "test" in alert.text("condition_name").lower()
    return alerts.TEST if harmless else alerts.status_of(written)


def _statuspage_status(alert: Node, written: str) -> str:
    """Without an incident and a component the indicator of the page decides."""
    if written:
        return alerts.status_of(written)
    return alerts.RESOLVED if alert.text("status", "indicator") in ("none", "") else alerts.FIRING


_STATUS_OF: dict[str, Callable[[Node, str], str]] = {
    "webhook:checkmk": _checkmk_status,
    "webhook:datadog": _datadog_status,
    "webhook:graylog": _graylog_status,
    "webhook:librenms": _librenms_status,
    "webhook:newrelic": _newrelic_status,
    "webhook:statuspage": _statuspage_status,
}


def _evaluated(part: Part, alert: Node, status: str, level: str) -> Items:
    """The series that made a legacy Grafana rule fire."""
    comparison = alerts.comparison_in(f"{alert.text('message')} {alert.text('title')} {alert.text('ruleName')}")
    for match in alert.items("evalMatches")[:_MOST]:
        node = match.at("value")
        value = alerts.number_in(node)
        if node is None or value is None:
            continue
        label = match.at("metric")
        named = (match.text("metric"), match.text("tags", "__name__"), alert.text("ruleName"))
        written = next((text for text in named if alerts.metric_name("", text) != "value"), named[0])
        unit = None
        if bracket := re.search(r"\s*\(([\w/%]{1,20})\)$", written):
            value, unit = convert(value, bracket[1])
            written = written[: bracket.start()]
        name = alerts.metric_name(written)
        yield alerts.reading(part, name, node, value, status, level, comparison, unit or "")
        if label is not None and label.start < label.end:
            yield part.phrase(label.start, label.end)
        if (series := match.at("tags", "__name__")) is not None:
            yield part.phrase(series.start, series.end)


_QUERY = re.compile(
    r"(?P<aggregate>avg|max|min|sum|p\d\d)\((?:last_\w+)\)\s*:\s*(?:\w+:)?(?P<metric>[\w.]+)[^\n]{0,400}?"
    r"(?P<sign>[<>]=?)\s*(?P<limit>-?\d+(?:\.\d+)?)\s*$"
)
_COUNTED = re.compile(
    r"\b(?P<metric>logs|events|rum|processes|error-tracking)\([^\n]*?(?P<sign>[<>]=?)\s*(?P<limit>-?\d+(?:\.\d+)?)\s*$"
)


def _query(part: Part, alert: Node, status: str, level: str) -> Items:
    """The metric and threshold in the query of a Datadog monitor."""
    node = alert.at("alert_query")
    if node is None or not isinstance(node.value, str):
        return
    inner = part.string(node)
    yield inner.phrase(0, len(inner.text))
    match = _QUERY.search(inner.text, 0, 4000) or _COUNTED.search(inner.text, 0, 4000)
    if match:
        name = "log_count" if match.re is _COUNTED else alerts.metric_name(match["metric"])
        limit = Node(match["limit"], *match.span("limit"))
        yield alerts.threshold(inner, name, limit, float(match["limit"]))
        direction = "up" if match["sign"].startswith(">") else "down"
        if status == alerts.FIRING:
            yield inner.signal("metric", name, *match.span("metric"), severity=level, direction=direction)


def _page(part: Part, alert: Node, status: str, level: str) -> Items:
    """What the page says as a whole, which is not what its incident says; components that changed; open incidents."""
    for path in ("page.status_description", "status.description"):
        node = _at(alert, path)
        if node is not None and isinstance(node.value, str):
            healthy = node.value.lower() == "all systems operational"
            said = "none" if healthy or status in alerts.HEALTHY else "warning"
            yield part.signal("state", f"page says {node.value.lower()}", node.start, node.end, severity=said)
    bodies = [update.at("body") for update in alert.items("incident", "incident_updates")]
    yield from alerts.texts(part, bodies[:_MOST], status)
    for component in [*alert.items("incident", "components"), *alert.items("components")][:_MOST]:
        node = component.at("name")
        if node is not None and component.text("status") not in ("operational", ""):
            said = f"component {component.text('status').replace('_', ' ')}: {node.text()}"
            yield part.signal(
                "state", said, node.start, node.end, severity="none" if status in alerts.HEALTHY else "error"
            )
    for incident in alert.items("incidents")[:_MOST]:
        yield from _alert(part, INCIDENT, incident)


def _messages(part: Part, alert: Node, status: str, level: str) -> Items:
    """The log messages that made a Graylog condition or event true."""
    said = alert.at("check_result", "result_description")
    if said is not None and isinstance(said.value, str):
        inner = part.string(said)
        if match := re.search(r"had (?P<value>[\d.]+)", inner.text[:500]):
            node, name = Node(match["value"], *match.span("value")), "log_count"
            comparison = alerts.comparison_in(inner.text)
            yield alerts.reading(inner, name, node, float(match["value"].rstrip(".")), status, level, comparison)
    limit = alert.at("check_result", "triggered_condition", "parameters", "threshold")
    if (value := alerts.number_in(limit)) is not None and limit is not None:
        yield alerts.threshold(part, "log_count", limit, value)
    listed = alert.items("check_result", "matching_messages") or alert.items("backlog")
    yield from alerts.texts(part, [message.at("message") for message in listed[:_MOST]], status)


_EXTRAS: dict[str, Callable[[Part, Node, str, str], Items]] = {
    "webhook:datadog": _query,
    "webhook:grafana-legacy": _evaluated,
    "webhook:graylog": _messages,
    "webhook:statuspage": _page,
}
"""What a service says beyond name, status and texts."""
