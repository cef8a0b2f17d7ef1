"""ethtool: whether a link is up and as fast as what was advertised, and counters of errors (`-S`).

A counter runs since boot; those of the physical layer (CRC, symbols, buffers) should not move at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.limits import Limits
from kb.signals.model import Phrase, Signal
from kb.signals.network import level_of
from kb.signals.part import Line, Part

_MOST_LINES = 20_000
_SETTING = re.compile(r"^\s+(?P<key>Speed|Duplex|Link detected|Auto-negotiation): (?P<value>[^\n]*)$")
_MODE = re.compile(r"(\d{2,6})base")
_STATISTIC = re.compile(r"^\s+(?P<key>[\w.\[\]: -]{2,80}?): (?P<value>\d+)$")
_BAD_COUNTERS = re.compile(
    r"crc|symbol_err|fcs|_err(?:or)?s?\b|error|discard|drop|out_of_buffer|missed|no_buf|link_down_events"
    r"|timeout|overrun|fifo|carrier|corrected|bad_"
)
_FINE_COUNTERS = re.compile(r"pause|oversize|corrected_bits|csum_(?:none|complete)|filter|vlan|mcast|recover_")


def read(part: Part) -> Iterator[Signal | Phrase]:
    """`ethtool`: link and speed against what was advertised; `ethtool -S`: counters of errors."""
    advertised, advertising = 0, False
    packets = {"rx": 0.0, "tx": 0.0}
    shown = 0
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES or shown > 100:
            return
        if "link modes:" in line.text:
            advertising = line.text.lstrip().startswith("Advertised link modes")
        elif ":" in line.text:
            advertising = False
        if advertising:
            advertised = max([advertised, *(int(speed) for speed in _MODE.findall(line.text))])
        if match := _SETTING.match(line.text):
            yield from _setting(part, line, match, advertised)
        elif match := _STATISTIC.match(line.text):
            key, value = match["key"].strip(), float(match["value"])
            for side in packets:
                if key.startswith(side) and "packets" in key:
                    packets[side] = max(packets[side], value)
            if value and _BAD_COUNTERS.search(key) and not _FINE_COUNTERS.search(key):
                shown += 1
                yield from _statistic(part, line, match, packets["tx" if key.startswith("tx") else "rx"])


def _setting(part: Part, line: Line, match: re.Match[str], advertised: int) -> Iterator[Signal | Phrase]:
    start, end = line.start + match.start("value"), line.start + match.end("value")
    key, value = match["key"], match["value"].strip()
    if key == "Link detected":
        down = value.startswith("no")
        yield part.signal(
            "state", "link down" if down else "link up", line.start, line.end, severity="error" if down else "none"
        )
        if down:
            yield part.phrase(line.start, line.end)
    elif key == "Duplex" and value == "Half":
        yield part.signal("state", "half duplex", line.start, line.end, severity="warning")
        yield part.phrase(line.start, line.end)
    elif key == "Speed" and (number := re.match(r"\d{1,9}(?!\d)", value)):
        speed = int(number.group())
        slow = 0 < speed < advertised
        limits = Limits("link_speed", "GB/s", factor=0.125e-3)
        most = round(advertised * limits.factor, 6)
        yield part.signal(
            "metric",
            limits.metric,
            start,
            end,
            severity="warning" if slow else "none",
            to_value=round(speed * limits.factor, 6),
            from_value=most if slow else None,
            unit=limits.unit,
            direction="down" if slow else None,
            change=round(speed / advertised - 1, 4) if slow else None,
        )
        if slow:
            yield part.signal("state", "link speed below what was advertised", line.start, line.end, severity="warning")
            yield part.phrase(line.start, line.end)


def _statistic(part: Part, line: Line, match: re.Match[str], packets: float) -> Iterator[Signal | Phrase]:
    key, value = match["key"].strip(), float(match["value"])
    physical = re.search(r"crc|symbol|fcs|out_of_buffer|discards_phy", key)
    level = "warning" if "link_down_events" in key and value > 2 else level_of(value, packets)
    if physical and level == "none" and value >= max(100.0, packets * 1e-6):
        level = "warning"
    start = line.start + match.start("value")
    yield part.signal("metric", key, start, start + len(match["value"]), severity=level, to_value=value)
    if level not in ("none", "info"):
        yield part.phrase(line.start, line.end)
