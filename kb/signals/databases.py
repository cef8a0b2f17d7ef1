"""Status of databases: MySQL's process list, status and replication; `pg_stat_activity`.

Counters since start are judged only where one already means a loss (connections refused for want of slots); ratios
where a limit stands beside the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, Row, bordered, bounded, delimited, level, lines_of, number, reading, words

_MYSQL_METRICS = {
    "threads_connected": "connections", "threads_running": "threads_running", "aborted_connects": "aborted_connects",
    "connection_errors_max_connections": "rejected_connections", "slow_queries": "slow_queries",
    "innodb_row_lock_waits": "row_lock_waits", "innodb_row_lock_time_avg": "row_lock_time",
    "max_used_connections": "connections_peak", "seconds_behind_master": "replication_lag",
    "seconds_behind_source": "replication_lag",
}  # fmt: skip
_REPLICA = re.compile(r"^\s*(?:Slave|Replica)_(?P<what>IO|SQL)_Running: (?P<value>\w+)")
_LONG = 60
"""Seconds from which a statement that still runs is worth a word."""
_NEARLY = 0.9


@bounded
def read_processlist(part: Part) -> Iterator[Signal | Phrase]:
    """Threads of MySQL: how many sleep, which wait for a lock, which statements run for long."""
    header: list[str] = []
    asleep, last = 0, None
    for line in lines_of(part):
        cells = bordered(line)
        if any(cell.text == "Command" for cell in cells):
            header = [cell.text for cell in cells]
            continue
        if not header or len(cells) < len(header) - 1:
            continue
        entry = dict(zip(header, cells, strict=False))
        command, state, time = entry.get("Command"), entry.get("State"), entry.get("Time")
        if command is None:
            continue
        last = command
        asleep += command.text == "Sleep"
        if state and re.search(
            r"[Ll]ock|[Ww]aiting for (?!next|an event|master|source|slave|replica|work)", state.text
        ):
            severity = "error" if (number(time.text) if time else 0) or _LONG <= 0 else "warning"
            yield part.signal("state", "waiting for lock", state.start, state.end, severity=severity)
            yield part.phrase(state.start, state.end)
        if time and command.text not in ("Sleep", "Daemon", "Binlog Dump", "Connect", "Binlog Dump GTID"):
            seconds = number(time.text)
            slow = seconds is not None and seconds >= _LONG
            yield from reading(part, "query_time", time, seconds, "s", "warning" if slow else "none")
            if slow and (info := entry.get("Info")):
                yield part.phrase(info.start, info.end)
    if last:
        yield from reading(part, "sleeping_connections", last, float(asleep), None, "info" if asleep >= 100 else "none")


@bounded
def read_mysql_status(part: Part) -> Iterator[Signal | Phrase]:
    """`SHOW STATUS`, `SHOW VARIABLES` beside it, and the state of replication (`\\G`)."""
    values: Row = {}
    for line in lines_of(part):
        cells = bordered(line)
        if len(cells) != 2:
            cells = words(line)
        replica = _REPLICA.match(line.text)
        if replica:
            bad = replica["value"] != "Yes"
            name = f"replication {replica['what'].lower()} thread {'stopped' if bad else 'running'}"
            yield part.signal("state", name, line.start, line.end, severity="critical" if bad else "none")
        elif (said := re.match(r"^\s*Last_(?:IO|SQL|)_?Error: (?P<said>\S[^\n]*)", line.text)) is not None:
            yield part.phrase(line.start + said.start("said"), line.end)
        elif len(cells) == 2:
            values.setdefault(cells[0].text.lower().rstrip(":"), cells[1])
    for key, metric in _MYSQL_METRICS.items():
        if key in values:
            yield from _mysql_metric(part, key, metric, values)


def _mysql_metric(part: Part, key: str, metric: str, values: Row) -> Iterator[Signal]:
    cell, value = values[key], number(values[key].text)
    if value is None:
        if metric == "replication_lag":
            yield part.signal("state", "replication stopped", cell.start, cell.end, severity="critical")
        return
    severity, unit = "none", None
    if metric == "rejected_connections" and value:
        severity = "error"
    elif metric in ("connections", "connections_peak"):
        most = number(values["max_connections"].text) if "max_connections" in values else None
        unit = "connections"
        severity = level(value / most, _NEARLY, 1.0) if most else "none"
    elif metric == "replication_lag":
        unit, severity = "s", level(value, 30, 600)
    elif metric == "row_lock_time":
        value, unit = value / 1e3, "s"
    yield from reading(part, metric, cell, value, unit, severity)


@bounded
def read_pg_activity(part: Part) -> Iterator[Signal | Phrase]:
    """Sessions of PostgreSQL, one a row or counted by state."""
    header: list[str] = []
    sessions: dict[str, list[tuple[Cell, float]]] = {}
    for line in lines_of(part):
        cells = delimited(line, "|")
        if len(cells) < 2:
            continue
        if any(cell.text == "state" for cell in cells):
            header = [cell.text for cell in cells]
            continue
        entry = dict(zip(header, cells, strict=False))
        if state := entry.get("state"):
            counted = next((number(entry[key].text) for key in entry if "count" in key or "total" in key), None)
            if len(sessions) < 50 or state.text in sessions:
                sessions.setdefault(state.text, []).append((state, counted if counted is not None else 1.0))
        event = entry.get("wait_event_type")
        if event and event.text == "Lock":
            yield part.signal("state", "waiting for lock", event.start, event.end, severity="error")
            if query := entry.get("query"):
                yield part.phrase(query.start, query.end)
    for name, group in sessions.items():
        count = sum(number_of for _, number_of in group)
        cell = group[0][0]
        if name.startswith("idle in transaction"):
            yield part.signal("state", "idle in transaction", cell.start, cell.end, severity="warning")
        limits = {"idle": (300, 1000), "active": (200, 1000)}.get(name, (50, 500))
        metric = f"{name.replace(' ', '_').partition('_(')[0] or 'background'}_connections"
        if name or count < 50:
            yield from reading(part, metric, cell, count, "connections", level(count, *limits))
