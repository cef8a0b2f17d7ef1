"""`kubectl get`, `events`, `top`: tables, in which a bad status, a restart or a warning stands out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.code_words import WORDS
from kb.signals.kubectl import EVENT, GOOD, MILD_REASONS, event, said
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, Row, bounded, lines_of, number, reading, row, size_gb, words

_RESTARTS = re.compile(r"(?P<count>\d+)(?: \((?P<ago>\w+) ago\))?")


@bounded
def read_events(part: Part) -> Iterator[Signal | Phrase]:
    """Events, as a table of their own (`LAST SEEN  TYPE  REASON ...`) or cut out of a description."""
    header: list[Cell] = []
    origin = 0
    for line in lines_of(part):
        if "LAST SEEN" in line.text and "REASON" in line.text:
            header, origin = words(line, loose=True), line.start
        elif match := EVENT.match(line.text):
            yield from event(part, line.start, match)
        elif header:
            cells = row(line, header, origin, loose=True)
            if {"TYPE", "REASON", "MESSAGE"} <= cells.keys():
                yield from _row_event(part, cells, warned=cells["TYPE"].text == "Warning")


def _row_event(part: Part, cells: Row, *, warned: bool) -> Iterator[Signal | Phrase]:
    reason, message = cells["REASON"], cells["MESSAGE"]
    known = WORDS.get(reason.text.lower())
    if not warned and known is None:
        return
    name, severity = known or (reason.text.lower(), "warning" if reason.text.lower() in MILD_REASONS else "error")
    yield part.signal("code", name, reason.start, reason.end, severity=severity)
    yield part.phrase(reason.start, reason.end)
    yield part.phrase(message.start, message.end)
    yield from said(part, message.start, message.end)


@bounded
def read_get(part: Part) -> Iterator[Signal | Phrase]:
    """Rows of `kubectl get`: a status that is no good one, containers that are not ready, restarts."""
    header: list[Cell] = []
    origin = 0
    for line in lines_of(part):
        if line.text.startswith(("NAME ", "NAMESPACE ")):
            header, origin = words(line, loose=True), line.start
            continue
        cells = row(line, header, origin, loose=True)
        if len(cells) >= 2:
            yield from _get_row(part, cells, line.start, line.end)


def _get_row(part: Part, cells: Row, start: int, end: int) -> Iterator[Signal | Phrase]:
    status, ready = cells.get("STATUS"), cells.get("READY")
    bad = False
    if status:
        said = [word for word in status.text.lower().split(",") if word not in GOOD]
        progress = re.fullmatch(r"init:\d+/\d+", status.text.lower())
        known = WORDS.get(status.text.lower().rpartition(":")[2])
        if said and not progress:
            severity = known[1] if known else "warning" if said[0] in ("pending", "unknown", "lost") else "error"
            name = known[0] if known else f"kubernetes {said[0][:40]}"
            name = "nodenotready" if said[0] == "notready" else name
            kind = "code" if known or name == "nodenotready" else "state"
            yield part.signal(kind, name, status.start, status.end, severity=severity)
            bad = True
        elif "SchedulingDisabled" in status.text:
            yield part.signal("state", "node cordoned", status.start, status.end, severity="warning")
            bad = True
        else:
            yield part.signal("state", f"kubernetes {status.text.lower()[:40]}", status.start, status.end)
    counts = re.fullmatch(r"(\d{1,9})/(\d{1,9})", ready.text) if ready else None
    settled = status is None or status.text == "Running"
    if ready and counts and int(counts[1]) < int(counts[2]) and settled and not bad:
        yield part.signal("state", "pod not ready", ready.start, ready.end, severity="warning")
        bad = True
    if (restarts := cells.get("RESTARTS")) and (match := _RESTARTS.match(restarts.text)):
        count = float(match["count"])
        recent = bool(match["ago"]) and match["ago"][-1] in "sm" and "h" not in match["ago"]
        severity = "none" if not count else "warning" if count >= 3 and (recent or bad) else "info"
        yield from reading(part, "restarts", restarts, count, None, severity)
    if bad:
        yield part.phrase(start, end)


@bounded
def read_top(part: Part) -> Iterator[Signal | Phrase]:
    """Usage of nodes and pods, or the error that there are no metrics."""
    header: list[Cell] = []
    origin = 0
    for line in lines_of(part):
        missing = re.search(
            r"Metrics API not available|metrics not available yet|unable to fetch pod metrics", line.text
        )
        if missing:
            start, end = line.start + missing.start(), line.start + missing.end()
            yield part.signal("code", "metrics api not available", start, end, severity="error")
            yield part.phrase(line.start, line.end)
        elif "CPU(cores)" in line.text:
            header, origin = words(line), line.start
        elif header and (cells := row(line, header, origin)):
            for name, metric, worst in (("CPU%", "cpu_utilization", 95), ("MEMORY%", "memory_used_percent", 90)):
                if cell := cells.get(name):
                    value = number(cell.text)
                    severity = "warning" if value is not None and value >= worst else "none"
                    yield from reading(part, metric, cell, value, "%", severity)
            if (cell := cells.get("MEMORY(bytes)")) and "MEMORY%" not in cells:
                yield from reading(part, "memory_used", cell, size_gb(cell.text), "GB")
