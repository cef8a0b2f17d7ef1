"""Prometheus Alertmanager webhooks: firing, resolved and always-firing alerts told apart.

Version 4 bodies and older ones without a version differ in what stands outside `alerts`; what is needed stands in
each alert, and the common labels fill in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals import prose
from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST_ALERTS = 50
_SEVERITIES = {
    "critical": "critical", "page": "critical", "emergency": "critical", "p1": "critical", "error": "error",
    "high": "error", "major": "error", "p2": "error", "warning": "warning", "warn": "warning", "minor": "warning",
    "low": "warning", "p3": "warning", "p4": "warning", "info": "info", "none": "none", "debug": "none",
}  # fmt: skip
_ALWAYS_FIRING = frozenset({"Watchdog", "DeadMansSwitch", "DeadMansSnitch", "InfoInhibitor", "TestAlert"})
"""Alerts that fire when all is well."""
_TEXTS = ("summary", "description", "message", "title")
_RESOLVED = re.compile(r"resolved|ok|inactive|normal", re.IGNORECASE)


def severity(written: str, default: str = "error") -> str:
    """Severity of an alert by what its label says (`page`, `P1`, `warning`)."""
    return _SEVERITIES.get(written.strip().lower(), default)


def read(part: Part) -> Iterator[Signal | Phrase]:
    """One state for each alert, and what its annotations say."""
    document = parse(part.text)
    if document is None:
        return
    root = document.root
    for alert in root.items("alerts")[:_MOST_ALERTS]:
        yield from _alert(part, root, alert)


def _alert(part: Part, root: Node, alert: Node) -> Iterator[Signal | Phrase]:
    labels = alert.at("labels") or root.at("commonLabels") or alert
    name_node = labels.at("alertname") or root.at("commonLabels", "alertname") or root.at("groupLabels", "alertname")
    name = str(name_node.value) if name_node else "unnamed"
    status = alert.text("status") or root.text("status")
    firing = not _RESOLVED.fullmatch(status)
    level = severity(labels.text("severity") or root.text("commonLabels", "severity"))
    if not firing or name in _ALWAYS_FIRING:
        level = "none"
    where = name_node or alert
    state = "firing" if firing else "resolved"
    yield part.signal("state", f"alert {state}: {name}", where.start, where.end, severity=level)
    if name_node:
        yield part.phrase(name_node.start, name_node.end)
    yield from _annotations(part, alert.at("annotations") or root.at("commonAnnotations"), healthy=level == "none")


def _annotations(part: Part, annotations: Node | None, *, healthy: bool) -> Iterator[Signal | Phrase]:
    if annotations is None:
        return
    fields = annotations.fields()
    for key in [*(key for key in _TEXTS if key in fields), *(key for key in fields if key not in _TEXTS)]:
        node = fields[key]
        if not isinstance(node.value, str) or "://" in node.value[:12]:
            continue
        for item in prose.read(part.string(node)):
            if isinstance(item, Signal) and healthy:
                item = item._replace(severity="none")
            yield item
