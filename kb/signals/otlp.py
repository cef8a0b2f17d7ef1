"""OpenTelemetry logs and spans as JSON lines: one record inside for each event, with a severity number of its own."""

from __future__ import annotations

from collections.abc import Iterator

from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.templates import template

_MOST_LINES = 2000
_MOST_RECORDS = 400
_LEAST = ((21, "critical"), (17, "error"), (13, "warning"), (1, "none"))
"""Least severity number of a level (OpenTelemetry logs data model)."""
_LEVELS = {"FATAL": "critical", "ERROR": "error", "WARN": "warning", "WARNING": "warning"}


def read(part: Part) -> Iterator[Signal | Phrase]:
    """A log signal for each record that warns or worse, a phrase for each body, a state for each span that failed."""
    records = 0
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES or records >= _MOST_RECORDS:
            break
        if not line.text.startswith("{"):
            continue
        inner = part.sub(line.start, line.end)
        document = parse(inner.text)
        for record, kind in _records(document.root if document else None):
            records += 1
            if records > _MOST_RECORDS:
                break
            yield from _log(inner, record) if kind == "log" else _span(inner, record)


def _records(root: Node | None) -> Iterator[tuple[Node, str]]:
    if root is None:
        return
    for resource in root.items("resourceLogs"):
        for scope in [*resource.items("scopeLogs"), *resource.items("instrumentationLibraryLogs")]:
            yield from ((record, "log") for record in scope.items("logRecords"))
    for resource in root.items("resourceSpans"):
        for scope in resource.items("scopeSpans"):
            yield from ((span, "span") for span in scope.items("spans"))


def _log(part: Part, record: Node) -> Iterator[Signal | Phrase]:
    body = record.at("body", "stringValue") or record.at("body")
    if body is None or not isinstance(body.value, str) or not body.value.strip():
        return
    severity = _LEVELS.get(record.text("severityText").upper(), "none")
    number = record.at("severityNumber")
    if number is not None and isinstance(number.value, int):
        severity = next((name for least, name in _LEAST if number.value >= least), severity)
    yield part.phrase(body.start, body.end)
    yield part.signal("log", template(body.value), body.start, body.end, severity=severity)


def _span(part: Part, span: Node) -> Iterator[Signal | Phrase]:
    name = span.at("name")
    if name is None or not isinstance(name.value, str):
        return
    failed = str(span.text("status", "code")) in ("2", "STATUS_CODE_ERROR")
    yield part.phrase(name.start, name.end)
    if failed:
        yield part.signal("state", f"span failed: {name.value[:80]}", name.start, name.end, severity="error")
        message = span.at("status", "message")
        if message is not None and isinstance(message.value, str):
            yield part.phrase(message.start, message.end)
            yield part.signal("log", template(message.value), message.start, message.end, severity="error")
