"""Logs of services: what their lines mean beyond level and code.

A line of ZooKeeper, HDFS, Spark, RabbitMQ, Cassandra, etcd, nginx, HAProxy, Apache or a Java program often tells a
state in words of its own ("To could only be replicated to 0 nodes", "memory resource limit alarm set"). The table
below names these states; figures in such lines (an fdatasync that took 1.4 s) become readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import CASCADE, INITIATING, Phrase, Signal
from kb.signals.part import Part
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
    text, position, found = part.text, part.text.find(literal), []
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
    last = text.rfind("\nCaused by: ")
    if last < 0:
        return
    first = text.rfind("\n", 0, max(0, text.find("\nCaused by: ")))
    end = text.find("\n", last + 1)
    from kb.signals.templates import template

    end = len(text) if end < 0 else end
    name = template(text[last + 1 : min(end, last + 401)])
    yield part.signal("log", name, last + 1, end, role=INITIATING, severity="error")
    position = text.find("\nCaused by: ", max(first, 0))
    for _ in range(_MOST):
        if not 0 <= position < last:
            return
        end = text.find("\n", position + 1)
        name = template(text[position + 1 : min(end, position + 401)])
        yield part.signal("log", name, position + 1, end, role=CASCADE, severity="error")
        position = text.find("\nCaused by: ", end)
