"""Status of stores and brokers: Redis `INFO`, Kafka consumer groups, RabbitMQ nodes and queues as JSON.

Counters since start are judged only where one already means a loss (connections refused for want of slots); ratios
where a limit stands beside the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, Row, bounded, level, lines_of, number, reading, row, words

_REDIS_STATES = {
    ("rdb_last_bgsave_status", "err"): ("redis background save failed", "error"),
    ("aof_last_write_status", "err"): ("redis append-only file write failed", "error"),
    ("aof_last_bgrewrite_status", "err"): ("redis append-only file rewrite failed", "error"),
    ("master_link_status", "down"): ("redis master link down", "critical"),
    ("cluster_state", "fail"): ("redis clusterdown", "critical"), ("loading", "1"): ("redis loading", "warning"),
}  # fmt: skip
_REDIS_METRICS = {
    "connected_clients": ("connections", "connections"), "blocked_clients": ("blocked_clients", None),
    "instantaneous_ops_per_sec": ("operation_rate", "ops/s"), "mem_fragmentation_ratio": ("memory_fragmentation", None),
    "connected_slaves": ("replicas", None), "evicted_keys": ("evicted_keys", None),
    "latest_fork_usec": ("redis_fork_time", "us"), "rejected_connections": ("rejected_connections", None),
}  # fmt: skip
_NEARLY = 0.9
_LAG, _LAG_LARGE = 100, 10_000


@bounded
def read_redis(part: Part) -> Iterator[Signal | Phrase]:
    """`key:value` lines of `INFO` and `CLUSTER INFO`."""
    values: Row = {}
    for line in lines_of(part):
        key, colon, value = line.text.partition(":")
        if not colon or key in values:
            continue
        cell = Cell(value.strip(), line.start + len(key) + 1, line.end)
        values[key] = cell
        if known := _REDIS_STATES.get((key, cell.text)):
            yield part.signal("state", known[0], line.start, line.end, severity=known[1])
            yield part.phrase(line.start, line.end)
        elif named := _REDIS_METRICS.get(key):
            yield from _redis_metric(part, key, named, cell)
    used, limit = _number(values, "used_memory"), _number(values, "maxmemory")
    if used is not None:
        share = used / limit if limit else 0.0
        severity = level(share, _NEARLY, 1.0)
        yield from reading(part, "memory_used", values["used_memory"], used / 1e9, "GB", severity)
        if limit:
            yield from reading(part, "memory_used_percent", values["maxmemory"], round(100 * share, 1), "%", severity)
    hits, misses = _number(values, "keyspace_hits"), _number(values, "keyspace_misses")
    if hits is not None and misses is not None and hits + misses >= 1000:
        rate = 100 * hits / (hits + misses)
        yield from reading(
            part, "hit_rate", values["keyspace_hits"], round(rate, 1), "%", "info" if rate < 50 else "none"
        )


def _redis_metric(part: Part, key: str, named: tuple[str, str | None], cell: Cell) -> Iterator[Signal]:
    value = number(cell.text)
    if value is None:
        return
    metric, unit = named
    severity = "error" if key == "rejected_connections" and value else "none"
    if key == "mem_fragmentation_ratio" and value > 1.8:
        severity = "info"
    elif key == "latest_fork_usec":
        value, unit = value * 1e-6, "s"
        severity = level(value, 0.5, 5)
    elif key in ("blocked_clients", "evicted_keys") and value:
        severity = "info"
    yield from reading(part, metric, cell, value, unit, severity)


def _number(values: Row, key: str) -> float | None:
    cell = values.get(key)
    return number(cell.text) if cell else None


@bounded
def read_kafka(part: Part) -> Iterator[Signal | Phrase]:
    """`kafka-consumer-groups --describe`: lag by partition, and partitions that nobody reads."""
    header: list[Cell] = []
    origin = 0
    for line in lines_of(part):
        if "LAG" in line.text.split() and "TOPIC" in line.text:
            header, origin = words(line), line.start
            yield part.phrase(line.start, line.end)
            continue
        if inactive := re.search(r"has no active members|is rebalancing", line.text):
            yield part.signal("state", f"consumer group {inactive.group()}", line.start, line.end, severity="warning")
            yield part.phrase(line.start, line.end)
            continue
        cells = row(line, header, origin)
        lag = cells.get("LAG")
        behind = number(lag.text) if lag else None
        if lag is None or behind is None:
            continue
        end = number(cells["LOG-END-OFFSET"].text) if "LOG-END-OFFSET" in cells else None
        large = bool(end) and behind > 0.01 * (end or 0)
        severity = level(behind, _LAG if large else 10 * _LAG, _LAG_LARGE)
        yield from reading(part, "consumer_lag", lag, behind, None, severity)
        consumer = cells.get("CONSUMER-ID")
        if consumer and consumer.text == "-" and behind > 0:
            yield part.signal("state", "partition without consumer", consumer.start, consumer.end, severity="warning")
    for name in ("GROUP", "TOPIC"):
        if header and (cell := next((cell for cell in header if cell.text == name), None)):
            yield part.phrase(cell.start, cell.end)


_RABBIT = {
    "network_partitions_detected": ("rabbitmq network partition", "critical"),
    "mem_alarm": ("rabbitmq memory alarm", "critical"), "disk_free_alarm": ("rabbitmq disk alarm", "critical"),
}  # fmt: skip
_RABBIT_METRICS = {
    "messages_ready": ("queue_length", 10_000), "messages_unacknowledged": ("messages_unacknowledged", 10_000),
    "messages": ("queue_length", 10_000), "consumers": ("consumers", float("inf")),
}  # fmt: skip


@bounded
def read_rabbitmq(part: Part) -> Iterator[Signal | Phrase]:
    """Alarms, partitions, nodes that do not run, and lengths of queues."""
    document = parse(part.text)
    if document is None:
        return
    for path, node in document.root.leaves():
        key = next((step for step in reversed(path) if isinstance(step, str)), "")
        value = node.value
        if value is True and key in _RABBIT:
            name, severity = _RABBIT[key]
            yield part.signal("state", name, node.start, node.end, severity=severity)
            yield _key_phrase(part, key, node)
        elif key == "running" and isinstance(value, bool):
            name = "rabbitmq node running" if value else "rabbitmq node not running"
            yield part.signal("state", name, node.start, node.end, severity="none" if value else "critical")
        elif key in ("partitions", "unreachable_nodes") and isinstance(value, str) and value:
            yield part.signal("state", "rabbitmq network partition", node.start, node.end, severity="critical")
            yield part.phrase(node.start, node.end)
        elif key in _RABBIT_METRICS and isinstance(value, int | float) and not isinstance(value, bool):
            metric, most = _RABBIT_METRICS[key]
            severity = "warning" if value >= most else "none"
            yield from reading(part, metric, Cell("", node.start, node.end), float(value), None, severity)


def _key_phrase(part: Part, key: str, node: Node) -> Phrase:
    at = part.text.rfind(key, max(0, node.start - len(key) - 20), node.start)
    return part.phrase(at if at >= 0 else node.start, node.end)
