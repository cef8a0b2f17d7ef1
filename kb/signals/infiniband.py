"""InfiniBand and RoCE: `ibstat`, `perfquery`, and the bandwidth and latency tests of perftest.

A disabled Ethernet port is a spare one, and base lid 0 is right on RoCE. Counters of errors since boot are judged by
their size or by their share of the packets: a handful of them is what any fabric has. perftest's MB/sec are 2^20
bytes a second, its Gb/sec 10^9 bits (`ib_report` in perftest).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, Row, bounded, fields, level, lines_of, number, reading, row, words

_MOST_PORTS = 64
_COUNTER = re.compile(r"^(?P<name>[A-Z]\w{2,40}):\.{2,60}(?P<value>\d{1,20})$")
_ERRORS = {
    "SymbolErrorCounter": ("symbol_errors", 100, 100_000), "LinkErrorRecoveryCounter": ("link_error_recovery", 5, 50),
    "LinkDownedCounter": ("link_downed", 10, 100), "PortRcvErrors": ("port_receive_errors", 100, 100_000),
    "PortRcvRemotePhysicalErrors": ("port_receive_remote_physical_errors", 100, 100_000),
    "LocalLinkIntegrityErrors": ("local_link_integrity_errors", 10, 1000),
    "ExcessiveBufferOverrunErrors": ("excessive_buffer_overruns", 10, 1000),
    "PortXmitConstraintErrors": ("port_transmit_constraint_errors", 100, 100_000),
    "PortRcvConstraintErrors": ("port_receive_constraint_errors", 100, 100_000),
}  # fmt: skip
"""Counter -> metric, warning from, error from."""
_DISCARDS = 1e-5
_WAIT = 0.1
"""Shares of the packets sent from which discards and ticks of waiting mean congestion."""
_TEST = re.compile(
    r"RDMA_(?P<verb>Write|Read)|(?P<send>Send)|(?:ib_)(?P<short>write|read|send)_(?:bw|lat)", re.IGNORECASE
)


@bounded
def read_ibstat(part: Part) -> Iterator[Signal | Phrase]:
    """States of ports, and ports slower than the others of their kind."""
    ports: list[Row] = []
    adapter = ""
    for field in fields(part):
        if field.key.startswith("ibpanic") or field.line.text.startswith("ibpanic"):
            yield part.signal("state", "ibstat failed", field.line.start, field.line.end, severity="warning")
            yield part.phrase(field.line.start, field.line.end)
        elif field.key.startswith("CA '"):
            adapter = ""
            yield part.phrase(field.line.start, field.line.end)
        elif field.key == "CA type":
            adapter = field.value.text
        elif field.key.startswith("Port ") and field.key[5:].isdigit() and len(ports) < _MOST_PORTS:
            ports.append({"type": Cell(adapter, field.line.start, field.line.end)})
        elif field.key == "State" and (not ports or "State" in ports[-1]) and len(ports) < _MOST_PORTS:
            ports.append({"type": Cell(adapter, field.line.start, field.line.end), "State": field.value})
        elif ports and field.key in ("State", "Physical state", "Rate", "Link layer", "Base lid", "SM lid"):
            ports[-1].setdefault(field.key, field.value)
    for port in ports:
        yield from _port(part, port)
    yield from _rates(part, ports)


def _port(part: Part, port: Row) -> Iterator[Signal | Phrase]:
    state, physical = port.get("State"), port.get("Physical state")
    if state is None:
        return
    said, wire = state.text, physical.text if physical else ""
    ethernet = "Link layer" in port and port["Link layer"].text == "Ethernet"
    fields = [state, physical] if physical else [state]
    place = (min(field.start for field in fields), max(field.end for field in fields))
    if said == "Active":
        bad = wire not in ("LinkUp", "")
        yield part.signal("state", "ib port active", *place, severity="warning" if bad else "none")
        if "Link layer" in port and not ethernet:
            yield from _addressed(part, port)
        return
    if wire == "Disabled":
        yield part.signal("state", "ib port disabled", *place, severity="info" if ethernet else "warning")
        return
    if said == "Down":
        severity = "error" if ethernet else "critical"
        name = f"ib port down: {wire.lower()}" if wire and wire != "LinkUp" else "ib port down"
        yield part.signal("state", name, *place, severity=severity)
    else:
        yield part.signal("state", f"ib port {said.lower()}", *place, severity="warning")
    yield part.phrase(*place)


def _addressed(part: Part, port: Row) -> Iterator[Signal]:
    """An active InfiniBand port (on RoCE both are 0) without address, or without anybody who manages the subnet."""
    for key, wrong, name in (
        ("Base lid", ("0", "65535"), "ib port without lid"),
        ("SM lid", ("0", "65535"), "ib port without subnet manager"),
    ):
        cell = port.get(key)
        if cell and cell.text in wrong:
            yield part.signal("state", name, cell.start, cell.end, severity="warning")


def _rates(part: Part, ports: list[Row]) -> Iterator[Signal]:
    """Gb/s of the ports that are not off; one below the others of its adapter type has lost lanes or speed."""
    most: dict[tuple[str, str], float] = {}
    for port in ports:
        key = port["type"].text, port["Link layer"].text if "Link layer" in port else ""
        if "Rate" in port and port.get("State", port["type"]).text == "Active":
            most[key] = max(most.get(key, 0.0), number(port["Rate"].text) or 0.0)
    for port in ports:
        rate = number(port["Rate"].text) if "Rate" in port else None
        if rate is None:
            continue
        key = port["type"].text, port["Link layer"].text if "Link layer" in port else ""
        slower = port.get("State", port["type"]).text == "Active" and 0 <= rate < most.get(key, 0.0)
        cell = port["Rate"]
        yield part.signal(
            "metric", "ib_link_rate", cell.start, cell.end, severity="warning" if slower else "none",
            from_value=most[key] / 8 if slower else None, to_value=rate / 8, unit="GB/s",
            direction="down" if slower else None, change=rate / most[key] - 1 if slower else None,
        )  # fmt: skip


@bounded
def read_perfquery(part: Part) -> Iterator[Signal | Phrase]:
    """Error counters of a port; those that are zero are not mentioned one by one."""
    counters: Row = {}
    for line in lines_of(part):
        if match := _COUNTER.match(line.text):
            start, end = line.start + match.start("value"), line.start + match.end()
            counters.setdefault(match["name"], Cell(match["value"], start, end))
            if match["name"] in _ERRORS:
                yield part.phrase(line.start, line.start + match.end("name"))
    sent = max(_count(counters, "PortXmitPkts"), 1.0)
    for name, (metric, warning, error) in _ERRORS.items():
        if name in counters:
            count = _count(counters, name)
            severity = level(count, warning, error) if count else "none"
            yield from reading(part, metric, counters[name], count, None, "info" if 0 < count < warning else severity)
    for name, metric, share in (
        ("PortXmitDiscards", "port_transmit_discards", _DISCARDS),
        ("PortXmitWait", "port_transmit_wait", _WAIT),
    ):
        if name in counters:
            count = _count(counters, name)
            severity = "warning" if count > 100 and count / sent > share else "info" if count else "none"
            yield from reading(part, metric, counters[name], count, None, severity)


def _count(counters: Row, name: str) -> float:
    cell = counters.get(name)
    return float(cell.text) if cell else 0.0


@bounded
def read_perftest(part: Part) -> Iterator[Signal | Phrase]:
    """The largest message of a bandwidth test, the smallest of a latency test."""
    test = _TEST.search(part.text[:4000] + " " + part.command)
    verb = next((group for group in test.groups() if group), "rdma").lower() if test else "rdma"
    header: list[Cell] = []
    origin, rows = 0, []
    for line in lines_of(part):
        if line.text.lstrip().startswith("#bytes"):
            text = re.sub(r"(?<=BW) (?=peak|average)", "_", line.text)
            header, origin = words(line._replace(text=text)), line.start
        elif header and (cells := row(line, header, origin)) and cells.get("#bytes", Cell("", 0, 0)).text.isdigit():
            rows.append(cells)
    if not rows:
        return
    for title in [
        cell for cell in header if "average" in cell.text or "t_avg" in cell.text or "t_typical" in cell.text
    ][:1]:
        latency = title.text.startswith("t_")
        cell = rows[0 if latency else -1].get(title.text)
        value = number(cell.text) if cell else None
        if cell is None or value is None:
            continue
        if latency:
            yield from reading(part, f"rdma_{verb}_latency", cell, value * 1e-6, "s")
        else:
            factor = 0.125 if "Gb" in title.text else 1.048576e-3
            yield from reading(part, f"rdma_{verb}_bandwidth", cell, float(f"{value * factor:.9g}"), "GB/s")
