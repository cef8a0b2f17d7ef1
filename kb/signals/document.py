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
    """States by key, what the strings say, and the names of the members, each once."""
    document = parse(part.text)
    if document is None:
        return
    strings = 0
    seen: set[str] = set()
    for path, node in document.root.leaves():
        key = next((step for step in reversed(path) if isinstance(step, str)), "")
        if key not in seen and len(seen) < _MOST_STRINGS:
            seen.add(key)
            yield from _name(part, key, node.start)
        if not isinstance(node.value, str) or not node.value.strip():
            continue
        written = node.value.strip().lower()
        if key.lower() in _STATUS_KEYS and (written in _BAD or written in _GOOD):
            yield part.signal(
                "state", f"{key.lower()} {written}", node.start, node.end, severity=_BAD.get(written, "none")
            )
        elif "://" in written[:12] or strings == _MOST_STRINGS:
            continue
        elif " " in written or key.lower() in _TEXT_KEYS:
            strings += 1
            yield from prose.read(part.string(node))
        elif written not in seen and any(char.isalpha() for char in written):
            strings += 1
            seen.add(written)
            yield part.phrase(node.start, node.end)


def _name(part: Part, key: str, before: int) -> Iterator[Phrase]:
    """The name of a member, where it stands in front of its value: `gradient_accumulation_steps` says what this is."""
    quoted = f'"{key}"'
    start = part.text.rfind(quoted, max(0, before - len(quoted) - 200), before)
    if start >= 0 and ("_" in key or len(key) > 3):
        yield part.phrase(start + 1, start + 1 + len(key))
