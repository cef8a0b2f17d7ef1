"""JSON of no known shape: its sentences, and the members whose key says status, severity or message."""

from __future__ import annotations

from collections.abc import Iterator

from kb.signals import prose
from kb.signals.jsontree import parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST_STRINGS = 300
_STATUS_KEYS = frozenset(
    {"status", "state", "severity", "level", "priority", "urgency", "impact", "phase", "health", "reason", "result"}
)
_BAD = {
    "critical": "critical", "fatal": "critical", "emergency": "critical", "p1": "critical", "sev1": "critical",
    "down": "critical", "error": "error", "failed": "error", "failure": "error", "alerting": "error", "firing": "error",
    "triggered": "error", "open": "warning", "problem": "error", "alarm": "error", "high": "error", "major": "error",
    "unhealthy": "error", "degraded": "warning", "warning": "warning", "warn": "warning", "minor": "warning",
    "investigating": "warning", "notready": "error", "drain": "warning", "drained": "warning", "unknown": "info",
}  # fmt: skip
_GOOD = frozenset(
    {"ok", "resolved", "recovered", "up", "healthy", "closed", "success", "succeeded", "normal", "passed", "completed"}
)
_TEXT_KEYS = frozenset(
    {
        "message",
        "msg",
        "title",
        "summary",
        "description",
        "text",
        "body",
        "details",
        "detail",
        "error",
        "reason",
        "event",
        "name",
        "alertname",
    }
)


def read(part: Part) -> Iterator[Signal | Phrase]:
    """States by key, and what the strings say."""
    document = parse(part.text)
    if document is None:
        return
    strings = 0
    for path, node in document.root.leaves():
        if not isinstance(node.value, str) or not node.value.strip():
            continue
        key = next((step for step in reversed(path) if isinstance(step, str)), "").lower()
        written = node.value.strip().lower()
        if key in _STATUS_KEYS and (written in _BAD or written in _GOOD):
            yield part.signal("state", f"{key} {written}", node.start, node.end, severity=_BAD.get(written, "none"))
        elif (" " in written or key in _TEXT_KEYS) and "://" not in written[:12] and strings < _MOST_STRINGS:
            strings += 1
            yield from prose.read(part.string(node))
