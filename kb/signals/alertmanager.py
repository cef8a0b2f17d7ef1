"""Prometheus Alertmanager and what speaks its dialect: webhooks of all versions, its API, Grafana unified alerting.

Version 4 bodies, version 3 and older ones without a version differ in what stands outside `alerts`; what is needed
stands in each alert, and the common labels fill in. Grafana adds the values that crossed a threshold, Robusta wraps
the alert into a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals import alerts
from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST_ALERTS = 50
_TEXTS = ("summary", "description", "message", "title")
_NOT_TEXT = ("runbook_url", "kubectl.kubernetes.io/last-applied-configuration", "dashboard", "grafana_folder")
_LABELS = ("job", "service", "component", "container", "deployment", "device", "mountpoint", "reason")
"""Labels that say what is concerned; those that say which one (instance, pod, cluster) are no words to search for."""
_VALUE = re.compile(r"var='(?P<var>\w+)'(?:(?! value=)[^\n]){0,1000}? value=(?P<value>-?[\d.eE+-]+)")


def read(part: Part) -> Iterator[Signal | Phrase]:
    """One state for each alert, what its annotations say, and the values that Grafana sends along."""
    document = parse(part.text)
    if document is None:
        return
    root = document.root
    found = root.items() or root.items("alerts") or root.items("alert") or root.items("data", "alerts")
    for alert in found[:_MOST_ALERTS]:
        yield from _alert(part, root, alert)


def robusta(part: Part) -> Iterator[Signal | Phrase]:
    """A Robusta finding: the alert inside, or the finding itself where there is none."""
    document = parse(part.text)
    if document is None:
        return
    for root in (document.root.items() or [document.root])[:_MOST_ALERTS]:
        inner = root.at("raw") or root
        yield from _alert(part, root, inner, root.at("name") or root.at("aggregation_key") or root.at("title"))
        status = _status(root, inner)
        yield from alerts.texts(part, (root.at("title"), root.at("description")), status)


def _alert(part: Part, root: Node, alert: Node, named: Node | None = None) -> Iterator[Signal | Phrase]:
    labels = alert.at("labels") or root.at("commonLabels") or alert
    name_node = (
        labels.at("alertname")
        or root.at("commonLabels", "alertname")
        or root.at("groupLabels", "alertname")
        or labels.at("rulename")
        or named
    )
    name = (name_node.text() if name_node else "") or "unnamed"
    status = _status(root, alert)
    annotations = alert.at("annotations") or root.at("commonAnnotations") or alert
    summary = annotations.text("summary")
    if alerts.is_test(name, summary):
        status = alerts.TEST
    written = (
        labels.text("severity")
        or labels.text("priority")
        or root.text("commonLabels", "severity")
        or root.text("priority")
    )
    level = alerts.severity(written)
    where = name_node or alert
    yield from alerts.state(part, where.start, where.end, status, name, level)
    if name in alerts.ALWAYS_FIRING:
        status = alerts.TEST
    fields = annotations.fields()
    keys = [*(key for key in _TEXTS if key in fields)]
    if annotations is not alert:
        keys += [key for key in fields if key not in _TEXTS and key not in _NOT_TEXT]
    yield from alerts.texts(part, [fields[key] for key in keys], status)
    for key in _LABELS:
        if (label := labels.at(key)) is not None and isinstance(label.value, str) and label.value:
            yield part.phrase(label.start, label.end)
    yield from _values(part, alert, f"{name} {summary}", status, level)


def _status(root: Node, alert: Node) -> str:
    """`status` is a word in a webhook and an object in the API."""
    if alert.text("status", "state"):
        return alerts.status_of(alert.text("status", "state"))
    if (ends := alert.at("ends_at")) is not None and ends.value and not alert.text("status"):
        return alerts.RESOLVED
    return alerts.status_of(alert.text("status") or alert.text("state") or root.text("status") or root.text("state"))


def _values(part: Part, alert: Node, said: str, status: str, level: str) -> Iterator[Signal]:
    """The first value that is no condition (0 or 1) of `values`, or of `valueString`, under the metric that the alert
    names."""
    name = alerts.metric_name("", said)
    if name == "value":
        return
    comparison = alerts.comparison_in(said)
    for node in alert.fields("values").values():
        value = alerts.number_in(node)
        if value is not None and value not in (0, 1):
            yield alerts.reading(part, name, node, value, status, level, comparison)
            return
    written = alert.at("valueString") or alert.at("value")
    if written is None or not isinstance(written.value, str):
        return
    inner = part.string(written)
    for match in _VALUE.finditer(inner.text, 0, 4000):
        value = alerts.number_in(Node(match["value"], 0, 0))
        if value is not None and value not in (0, 1):
            yield alerts.reading(inner, name, Node(value, *match.span("value")), value, status, level, comparison)
            return
