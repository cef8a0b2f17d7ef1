"""Logs of services: what their lines mean beyond level and code.

A line of ZooKeeper, HDFS, Spark, RabbitMQ, Cassandra, etcd, nginx, HAProxy, Apache or a Java program often tells a
state in words of its own ("To could only be replicated to 0 nodes", "memory resource limit alarm set"). The table
below names these states; figures in such lines (an fdatasync that took 1.4 s) become readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.lines import parse_line
from kb.signals.model import CASCADE, INITIATING, Phrase, Signal
from kb.signals.part import Part
from kb.signals.templates import template
from kb.signals.units import convert

_MOST = 50
_LONGEST = 1000

_STATES = (
    # ZooKeeper
    ("Cannot open channel to", "quorum peer unreachable", "error"),
    ("Connection broken for id", "quorum connection broken", "warning"),
    ("ZooKeeperServer not running", "zookeeper server not running", "error"),
    ("Exception when following the leader", "zookeeper leader lost", "error"),
    # Hadoop, HDFS
    ("Got exception while serving", "block serving failed", "warning"),
    ("Retrying connect to server", "retrying connection", "warning"),
    ("could only be replicated to 0 nodes", "no datanode available", "critical"),
    ("Name node is in safe mode", "namenode in safe mode", "error"),
    ("Failed to renew lease", "lease renewal failed", "warning"),
    # Spark
    ("ExecutorLostFailure", "executor lost", "error"),
    ("Lost executor", "executor lost", "error"),
    ("FetchFailed(", "shuffle fetch failed", "error"),
    ("for exceeding memory limits", "container over memory limit", "error"),
    ("Container marked as failed", "container failed", "error"),
    # RabbitMQ
    ("memory resource limit alarm set", "memory alarm", "critical"),
    ("disk resource limit alarm set", "disk full", "critical"),
    ("resource limit alarm cleared", "recovered", "none"),
    ("partitioned network", "network partition", "critical"),
    ("missed heartbeats from client", "missed heartbeats", "warning"),
    ("flow control", "flow control", "warning"),
    # Cassandra
    ("messages were dropped in", "messages dropped", "error"),
    ("is now DOWN", "node down", "error"),
    ("is now UP", "recovered", "none"),
    ("due to local pause", "local pause", "warning"),
    # nginx, HAProxy, Apache
    ("upstream timed out", "upstream timeout", "error"),
    ("no live upstreams", "no backend available", "critical"),
    ("has no server available", "no backend available", "critical"),
    ("upstream prematurely closed", "upstream closed connection", "error"),
    ("worker_connections are not enough", "connections exhausted", "error"),
    ("is DOWN, reason", "backend down", "error"),
    ("is UP, reason", "recovered", "none"),
    ("server reached MaxRequestWorkers", "worker limit reached", "error"),
    ("server reached MaxClients", "worker limit reached", "error"),
    ("AH00288: scoreboard is full", "worker limit reached", "error"),
    # Java programs
    ("the queue has reached its max size", "connection pool exhausted", "error"),
    ("Connection is not available, request timed out", "connection pool exhausted", "error"),
    ("Timeout waiting for connection from pool", "connection pool exhausted", "error"),
    ("tried for db query failed", "dependency unreachable", "error"),
    ("unable to create new native thread", "thread limit reached", "critical"),
    ("unable to create native thread", "thread limit reached", "critical"),
    ("Found one Java-level deadlock", "deadlock", "critical"),
    # etcd
    ("lost leader", "leader lost", "error"),
    ("elected leader", "leader elected", "info"),
    ("failed to send out heartbeat on time", "heartbeat late", "warning"),
    ("overloaded network", "heartbeat late", "warning"),
    ("alarm:NOSPACE", "disk full", "critical"),
)
"""Literal, state, severity."""

_TOOK = r"(?P<value>\d+(?:\.\d+)?(?:ms|µs|s|m\d+\.?\d*s)|\d+ms)"
_READINGS = (
    ("fdatasync took", r"fdatasync(?: took)?:? (?:too long )?\(?" + _TOOK, "fsync_time", 0.1),
    ("fdatasync", r'fdatasync"[^\n]{0,40}?"took":"' + _TOOK, "fsync_time", 0.1),
    ("took too long", r'took too long(?:"|,)?[^\n]{0,80}?(?:"took":"|\(|took )' + _TOOK, "apply_time", 0.1),
    ("fsync-ing the write ahead log", r"took (?P<value>\d+ms)", "fsync_time", 0.1),
    ("GCInspector", r"(?:GC in |GC for \w+: )(?P<value>\d+ ?ms)", "gc_pause", 1.0),
    ("has exceeded timeout", r"exceeded timeout of (?P<value>\d+ ?ms)", "request_timeout", 0.0),
    ("request timed out after", r"timed out after (?P<value>\d+ ?ms)", "connection_wait_time", 0.0),
    ("exceeding memory limits", r"(?P<value>\d+(?:\.\d+)? ?[GM]i?B) of ", "container_memory_used", 0.0),
)
"""Literal in the line, pattern, metric, and the value in base units from which it is an error (a warning below)."""
_CAUSED_BY = "\nCaused by: "
_LINE_OF_ITS_OWN = re.compile(r"\n(?!\s|Caused by: )")
_FULL_UNITS = re.compile(r"(?P<number>\d+(?:\.\d+)?) ?(?P<unit>[a-zµA-Z]+)(?P<rest>\d[\d.]*s)?")


def read(part: Part) -> Iterator[Signal | Phrase]:
    """States and readings of service logs, and what a Java stack trace says began it."""
    text = part.text
    for literal, name, severity in _STATES:
        at = text.find(literal)
        if at >= 0:
            times = text.count(literal)
            yield part.signal("state", name, at, at + len(literal), severity=severity, times=times)
    for literal, pattern, metric, limit in _READINGS:
        if literal in text:
            yield from _readings(part, literal, pattern, metric, limit)
    yield from _causes(part)


def _readings(part: Part, literal: str, pattern: str, metric: str, limit: float) -> Iterator[Signal]:
    """The largest reading of a metric, with how many there are."""
    text, position = part.text, part.text.find(literal)
    found: list[tuple[float, str, int, int]] = []
    compiled = re.compile(pattern)
    while position >= 0 and len(found) < _MOST:
        start = text.rfind("\n", 0, position) + 1
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        match = compiled.search(text, max(start, position - _LONGEST), min(end, position + _LONGEST))
        value = _value(match["value"]) if match else None
        if match and value:
            found.append((value[0], value[1], match.start("value"), match.end("value")))
        position = text.find(literal, end)
    if found:
        value_, unit, start, end = max(found)
        severity = "error" if value_ >= limit else "warning"
        yield part.signal(
            "metric", metric, start, end, severity=severity, to_value=value_, unit=unit, direction="up",
            times=len(found),
        )  # fmt: skip


def _value(written: str) -> tuple[float, str] | None:
    """`1.3s`, `1m2.5s` or `812 ms` in the base unit."""
    match = _FULL_UNITS.fullmatch(written)
    if match is None:
        return None
    value, unit = convert(float(match["number"]), "min" if match["rest"] else match["unit"])
    if match["rest"]:
        value += float(match["rest"][:-1].strip("."))
    return (value, unit) if unit else None


def _causes(part: Part) -> Iterator[Signal]:
    """Of a chain of Java exceptions the last `Caused by` began it, whatever is printed first."""
    text = part.text
    chain: list[tuple[int, int]] = []
    position = text.find(_CAUSED_BY)
    while position >= 0 and len(chain) < _MOST:
        if chain and _LINE_OF_ITS_OWN.search(text, chain[-1][1], position):
            break
        end = text.find("\n", position + 1)
        chain.append((position + 1, len(text) if end < 0 else end))
        position = text.find(_CAUSED_BY, position + 1)
    if not chain:
        return
    if (head := _head(text, chain[0][0])) is not None:
        yield _exception(part, *head, CASCADE)
    for start, end in chain[:-1]:
        yield _exception(part, start, end, CASCADE)
    yield _exception(part, *chain[-1], INITIATING)


def _head(text: str, before: int) -> tuple[int, int] | None:
    """The line that the stack trace above `before` belongs to, without what stands before its message."""
    end = before - 1
    for _ in range(_MOST):
        start = text.rfind("\n", 0, end) + 1
        line = text[start : min(end, start + _LONGEST)]
        if line[:1] not in ("\t", " ", ""):
            return start + parse_line(line).message, min(end, start + _LONGEST)
        if start == 0:
            return None
        end = start - 1
    return None


def _exception(part: Part, start: int, end: int, role: str) -> Signal:
    name = template(part.text[start : min(end, start + 400)])
    return part.signal("log", name, start, end, role=role, severity="error")
