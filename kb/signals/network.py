"""ip, netstat and ss: links that are down, packets lost, queues that overflow.

Counters run since boot: they are weighed against the packets that went through. A port that an operator has switched
off, or that has no cable while others carry, is a spare port and no fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.limits import Cell, cells, numeric
from kb.signals.model import Phrase, Signal
from kb.signals.part import Line, Part

_MOST_LINES = 20_000
_MOST_LINKS = 60
_LOST = 1e-4
"""Share of packets lost or damaged from which it is worth a warning."""
_LINK = re.compile(r"^\d+: (?P<name>[\w.@:-]+): <(?P<flags>[A-Z0-9_,-]*)>(?P<rest>[^\n]*)")
_VIRTUAL = ("lo", "docker", "veth", "br-", "virbr", "cni", "tunl", "dummy", "flannel", "cali", "kube", "vxlan", "sit")
_COUNTERS = {
    "errors": "errors",
    "dropped": "drops",
    "overrun": "overruns",
    "missed": "missed",
    "carrier": "carrier_errors",
}


def read_ip(part: Part) -> Iterator[Signal | Phrase]:
    """`ip -s link` and `ip addr`: state of each link, errors and drops."""
    name, side, links = "", "", 0
    header: list[str] = []
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES or links > _MOST_LINKS:
            return
        if match := _LINK.match(line.text):
            links += 1
            name, header = match["name"].partition("@")[0], []
            yield from _link(part, line, name, match["flags"].split(","), match["rest"])
        elif line.text.lstrip().startswith(("RX:", "TX:")):
            found = cells(line)
            side, header = found[0].text[:2], [cell.text for cell in found[1:] if cell.text != "errors:"]
        elif header and name:
            found = cells(line)
            if numeric(found) == len(found) >= 4:
                yield from _counted(part, dict(zip(header, found, strict=False)), side)
            header = []


def _link(part: Part, line: Line, name: str, flags: list[str], rest: str) -> Iterator[Signal | Phrase]:
    if "UP" not in flags:
        yield part.signal("state", f"link disabled: {name}", line.start, line.end, severity="info")
        return
    carried = "NO-CARRIER" not in flags and "state DOWN" not in rest
    if carried:
        yield part.signal("state", f"link up: {name}", line.start, line.end)
        return
    needed = (name.startswith(("ib", "bond", "hsn")) or "SLAVE" in flags) and not name.startswith(_VIRTUAL)
    yield part.signal("state", f"link down: {name}", line.start, line.end, severity="error" if needed else "info")
    yield part.phrase(line.start, line.end)


def _counted(part: Part, named: dict[str, Cell], side: str) -> Iterator[Signal]:
    packets = named["packets"].value if "packets" in named else None
    for title, what in _COUNTERS.items():
        cell = named.get(title)
        value = cell.value if cell else None
        if cell is None or value is None:
            continue
        level = level_of(value, packets or 0)
        if value or title == "errors":
            yield part.signal(
                "metric",
                f"{'receive' if side == 'RX' else 'transmit'}_{what}",
                cell.start,
                cell.end,
                severity=level,
                to_value=value,
            )


def level_of(value: float, packets: float) -> str:
    """How bad a counter is beside the packets that were counted."""
    if value < 10:
        return "none"
    share = value / packets if packets else 1.0
    return "error" if share >= 100 * _LOST else "warning" if share >= _LOST else "none"


_NETSTAT_I = {
    "RX-ERR": "receive_errors",
    "RX-DRP": "receive_drops",
    "RX-OVR": "receive_overruns",
    "TX-ERR": "transmit_errors",
    "TX-DRP": "transmit_drops",
}
_COUNTED = re.compile(
    r"^\s*(?P<value>\d+) (?P<what>[a-zA-Z][^\n:]{4,100})$|^\s*(?P<key>[A-Za-z]\w{3,40}): (?P<number>\d+)$"
)
_STATES = frozenset(
    {
        "ESTAB",
        "ESTABLISHED",
        "TIME-WAIT",
        "TIME_WAIT",
        "CLOSE-WAIT",
        "CLOSE_WAIT",
        "SYN-RECV",
        "SYN_RECV",
        "SYN-SENT",
        "SYN_SENT",
        "LISTEN",
        "FIN-WAIT-1",
        "FIN_WAIT1",
        "FIN-WAIT-2",
        "FIN_WAIT2",
        "LAST-ACK",
        "LAST_ACK",
        "UNCONN",
    }
)
_MANY = {"close_wait": 100, "syn_recv": 100, "syn_sent": 50, "time_wait": 20_000}


def read_netstat(part: Part) -> Iterator[Signal | Phrase]:
    """`netstat` and `ss`: sockets by state, queues, and the counters of the protocols."""
    header: list[str] = []
    states: dict[str, tuple[int, Cell]] = {}
    counters: dict[str, tuple[float, int, int]] = {}
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            break
        found = cells(line)
        if not found:
            continue
        if found[0].text in ("Iface", "Kernel") or found[0].text in ("Proto", "State", "Netid"):
            header = [cell.text for cell in found]
        elif header and header[0] == "Iface" and len(found) >= len(header) - 1:
            yield from _interface(part, dict(zip(header, found, strict=False)))
        elif (state := next((cell for cell in found if cell.text in _STATES), None)) is not None and len(found) >= 4:
            key = state.text.lower().replace("-", "_")
            states[key] = (states.get(key, (0, state))[0] + 1, states.get(key, (0, state))[1])
            yield from _backlog(part, found, state)
        elif match := _COUNTED.match(line.text):
            what, group = (match["what"], "value") if match["what"] else (match["key"], "number")
            counters[what.lower()] = (float(match[group]), line.start + match.start(group), line.end)
        elif line.text.startswith("TCP:"):
            yield from _summary(part, line)
    for key, (count, cell) in states.items():
        level = "warning" if count >= _MANY.get(key, 1 << 30) else "none"
        yield part.signal("metric", f"sockets_{key}", cell.start, cell.end, severity=level, to_value=float(count))
    yield from _protocols(part, counters)


def _interface(part: Part, named: dict[str, Cell]) -> Iterator[Signal]:
    for title, metric in _NETSTAT_I.items():
        cell, through = named.get(title), named.get(f"{title[:2]}-OK")
        if cell and cell.value is not None and (cell.value or title == "RX-ERR"):
            level = level_of(cell.value, (through.value if through else 0) or 0)
            yield part.signal("metric", metric, cell.start, cell.end, severity=level, to_value=cell.value)


def _backlog(part: Part, found: list[Cell], state: Cell) -> Iterator[Signal]:
    """A listening socket of `ss` shows its queue and the queue's limit."""
    at = found.index(state)
    if state.text != "LISTEN" or at + 2 >= len(found):
        return
    waiting, limit = found[at + 1].value, found[at + 2].value
    if waiting and limit and waiting >= limit > 1:
        yield part.signal("state", "listen queue full", found[at + 1].start, found[at + 2].end, severity="error")


def _summary(part: Part, line: Line) -> Iterator[Signal]:
    for match in re.finditer(r"(estab|orphaned|timewait|closed) (\d+)", line.text):
        start, end = line.start + match.start(2), line.start + match.end(2)
        level = "warning" if match[1] == "orphaned" and int(match[2]) >= 10_000 else "none"
        yield part.signal("metric", f"sockets_{match[1]}", start, end, severity=level, to_value=float(match[2]))


_WORDS = (
    ("segments retransmited", "tcp_retransmits", 0.01), ("segments retransmitted", "tcp_retransmits", 0.01),
    ("packet receive errors", "udp_receive_errors", 0.001), ("receive buffer errors", "udp_buffer_errors", 0.001),
    ("times the listen queue of a socket overflowed", "listen_queue_overflows", 0.0001),
    ("syns to listen sockets dropped", "listen_drops", 0.0001), ("connection resets received", "connection_resets",
    0.05),
    ("failed connection attempts", "failed_connections", None), ("packets pruned from receive queue",
    "receive_queue_pruned", 0.001),
    ("outgoing packets dropped", "transmit_drops", 0.001), ("incoming packets discarded", "receive_drops", 0.001),
    ("packets to unknown port received", "udp_no_port", None),
)  # fmt: skip


def _protocols(part: Part, counters: dict[str, tuple[float, int, int]]) -> Iterator[Signal | Phrase]:
    """Counters of `netstat -s` as a share of the segments or packets that went through."""
    sent = max(
        (value for what, (value, _, _) in counters.items() if what.startswith(("segments sent", "segments send"))),
        default=0.0,
    )
    received = max(
        (
            value
            for what, (value, _, _) in counters.items()
            if "packets received" in what or "segments received" in what
        ),
        default=0.0,
    )
    for what, (value, start, end) in counters.items():
        for words, metric, share in _WORDS:
            if not what.startswith(words):
                continue
            through = sent if metric == "tcp_retransmits" else received
            wrong = share is not None and value >= 100 and value >= share * max(through, 1.0)
            level = "warning" if wrong else "none"
            yield part.signal("metric", metric, start, end, severity=level, to_value=value)
            if wrong:
                yield part.phrase(start, end)
