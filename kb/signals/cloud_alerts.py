"""Alerts of the clouds: CloudWatch (through SNS, EventBridge or raw), Google Cloud Monitoring, Azure Monitor.

They carry the metric, the observed value and the threshold as data, so that these become readings. A CloudWatch alarm
in INSUFFICIENT_DATA is neither healthy nor firing: its metric stopped arriving.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals import alerts
from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.units import convert, quantities

Items = Iterator[Signal | Phrase]
_MOST = 50
_OBSERVED = re.compile(r"\[(?P<value>-?\d+(?:\.\d+)?(?:[eE]-?\d+)?)")
_AZURE_LEVELS = {"sev0": "critical", "sev1": "error", "sev2": "warning", "sev3": "info", "sev4": "none"}
"""Azure counts from 0 (critical) over error, warning and informational to 4 (verbose)."""


def cloudwatch(part: Part) -> Items:
    """A CloudWatch alarm: inside the message of an SNS notification, in an EventBridge event, or by itself."""
    document = parse(part.text)
    if document is None:
        return
    root = document.root
    for record in root.items("Records")[:_MOST] or [root]:
        envelope = record.at("Sns") or record
        message = envelope.at("Message")
        if envelope.text("Type") in ("SubscriptionConfirmation", "UnsubscribeConfirmation"):
            kind = envelope.at("Type") or envelope
            yield part.signal("state", "alert test: subscription confirmation", kind.start, kind.end)
        elif message is not None and isinstance(message.value, str):
            yield from _message(part, part.string(message))
        elif (detail := envelope.at("detail")) is not None and detail.at("state") is not None:
            yield from _alarm(part, detail, "alarmName", ("state", "value"), ("state", "reason"))
        else:
            yield from _alarm(part, envelope, "AlarmName", ("NewStateValue",), ("NewStateReason",))


def _message(outer: Part, inner: Part) -> Items:
    """The text of an SNS message: an alarm as JSON, or whatever somebody published."""
    document = parse(inner.text)
    if document is None:
        yield from alerts.said(inner, alerts.FIRING)
    elif document.root.has("AlarmName"):
        yield from _alarm(inner, document.root, "AlarmName", ("NewStateValue",), ("NewStateReason",))
    else:
        strings = [node for _, node in document.root.leaves() if isinstance(node.value, str) and " " in node.value]
        yield from alerts.texts(inner, strings[:_MOST], alerts.FIRING)


def _alarm(part: Part, alarm: Node, name_key: str, state_path: tuple[str, ...], reason_path: tuple[str, ...]) -> Items:
    name, written = alarm.at(name_key) or alarm, alarm.at(*state_path)
    status = alerts.status_of(alarm.text(*state_path), alerts.NO_DATA)
    level = "error"
    yield from alerts.state(part, name.start, name.end, status, alarm.text(name_key) or "unnamed", level)
    if written is not None:
        word = written.text().lower()
        yield part.signal("state", f"alarm {word}", written.start, written.end, severity=_level(status, "info"))
    reason = alarm.at(*reason_path)
    yield from alerts.texts(part, (alarm.at("AlarmDescription"), reason), status)
    trigger = alarm.at("Trigger") or alarm.at("detail") or alarm
    metric = trigger.at("MetricName") or trigger.at("configuration", "metrics", 0, "metricStat", "metric", "name")
    if metric is None or not isinstance(metric.value, str):
        return
    yield part.phrase(metric.start, metric.end)
    if (namespace := trigger.at("Namespace")) is not None:
        yield part.phrase(namespace.start, namespace.end)
    metric_name = alerts.metric_name(metric.value)
    comparison, limit = trigger.text("ComparisonOperator"), trigger.at("Threshold")
    scale, unit = _unit(trigger.text("Unit"))
    if (value := alerts.number_in(limit)) is not None and limit is not None:
        yield alerts.threshold(part, metric_name, limit, value * scale, unit)
    if status == alerts.NO_DATA:
        yield part.signal("metric", metric_name, metric.start, metric.end, severity="warning")
        yield part.signal("state", "telemetry missing", metric.start, metric.end, severity="warning")
    elif reason is not None and isinstance(reason.value, str):
        said = part.string(reason)
        if match := _OBSERVED.search(said.text):
            node = Node(match["value"], *match.span("value"))
            yield alerts.reading(
                said, metric_name, node, float(match["value"]) * scale, status, level, comparison, unit
            )


def _unit(written: str) -> tuple[float, str]:
    """Factor and base unit of a CloudWatch unit (`Percent`, `Milliseconds`, `Bytes/Second`)."""
    plain = written.replace("Bytes/Second", "b/s").replace("Bits/Second", "bps").replace("Microseconds", "us")
    factor, unit = convert(1.0, plain)
    return (factor, unit) if unit else (1.0, "")


def _level(status: str, level: str) -> str:
    return "none" if status in alerts.HEALTHY else level


def google(part: Part) -> Items:
    """An incident of Google Cloud Monitoring."""
    document = parse(part.text)
    incident = document.root.at("incident") if document else None
    if document is None or incident is None:
        return
    name = incident.at("condition_name") or incident.at("condition", "displayName") or incident.at("policy_name")
    name = name or incident
    label = incident.text("condition_name") or incident.text("policy_name") or "unnamed"
    status = alerts.status_of(incident.text("state"))
    if document.root.text("version") == "test" or alerts.is_test(label, incident.text("summary")):
        status = alerts.TEST
    written = incident.text("severity") or incident.text("metadata", "system_labels", "severity")
    level = alerts.severity(written)
    yield from alerts.state(part, name.start, name.end, status, label, level)
    if (word := incident.at("state")) is not None and isinstance(word.value, str):
        yield part.signal("state", f"state {word.value.lower()}", word.start, word.end, severity=_level(status, "info"))
    yield from alerts.texts(
        part, (name, incident.at("summary"), incident.at("documentation", "subject"), incident.at("documentation",
        "content")), status
    )  # fmt: skip
    yield from _google_values(part, incident, label, status, level)


def _google_values(part: Part, incident: Node, label: str, status: str, level: str) -> Items:
    kind = incident.text("metric", "type")
    for path in (("metric", "type"), ("metric", "displayName"), ("resource_type_display_name",)):
        if (node := incident.at(*path)) is not None and isinstance(node.value, str):
            yield part.phrase(node.start, node.end)
    named = alerts.metric_name("", label, incident.text("metric", "displayName"), kind)
    metric = named if named != "value" else alerts.metric_name("/".join(kind.split("/")[-2:]) or label)
    comparison = incident.text("condition", "conditionThreshold", "comparison")
    node, limit = incident.at("observed_value"), incident.at("threshold_value")
    bound = alerts.number_in(limit)
    said = next((one for one in quantities(label) if one.unit and one.raw == bound), None)
    unit = said.unit or "" if said else ""
    scale = said.value / said.raw if said and said.raw else 1.0
    if bound is not None and limit is not None:
        yield alerts.threshold(part, metric, limit, bound * scale, unit)
    if (value := alerts.number_in(node)) is not None and node is not None:
        yield alerts.reading(part, metric, node, value * scale, status, level, comparison, unit)


def azure(part: Part) -> Items:
    """An alert in Azure's common schema."""
    document = parse(part.text)
    essentials = document.root.at("data", "essentials") if document else None
    if document is None or essentials is None:
        return
    rule = essentials.at("alertRule") or essentials
    status = alerts.status_of(essentials.text("monitorCondition"))
    description = essentials.text("description")
    if essentials.text("alertRule").lower().startswith("test-") or alerts.is_test(description):
        status = alerts.TEST
    level = _AZURE_LEVELS.get(essentials.text("severity").lower(), "error")
    level = "warning" if level in ("info", "none") else level
    yield from alerts.state(part, rule.start, rule.end, status, essentials.text("alertRule") or "unnamed", level)
    for key in ("monitorCondition", "severity"):
        if (node := essentials.at(key)) is not None and isinstance(node.value, str):
            said = f"{key.lower()} {node.value.lower()}"
            yield part.signal("state", said, node.start, node.end, severity=_level(status, "info"))
    context = document.root.at("data", "alertContext") or essentials
    told = (essentials.at("description"), context.at("properties", "title"), context.at("properties", "communication"))
    yield from alerts.texts(part, told, status)
    for criterion in context.items("condition", "allOf")[:_MOST]:
        yield from _criterion(part, criterion, status, level)


def _criterion(part: Part, criterion: Node, status: str, level: str) -> Items:
    named = criterion.at("metricName") or criterion.at("searchQuery") or criterion
    written = criterion.text("metricName") or criterion.text("metricMeasureColumn") or "query result"
    name = alerts.metric_name(written)
    unit = "%" if "percent" in written.lower() else ""
    if isinstance(named.value, str):
        yield part.phrase(named.start, named.end)
    comparison, limit, node = criterion.text("operator"), criterion.at("threshold"), criterion.at("metricValue")
    if (value := alerts.number_in(limit)) is not None and limit is not None:
        yield alerts.threshold(part, name, limit, value, unit)
    if (value := alerts.number_in(node)) is not None and node is not None:
        yield alerts.reading(part, name, node, value, status, level, comparison, unit)
