"""ping, traceroute, mtr, dig and clock synchronisation: whether another host answers, how fast, and at what time.

Routers answer probes when they care to: loss at a hop counts only if the hops behind it lose as well, and
a traceroute without an answer from the target is a hint at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.limits import Cell, Limits, Reading, cells, readings
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_LOSS = Limits("packet_loss", "%", 1, 20)
_RTT = Limits("network_rtt", "s", 0.5, 2)
_MOST = 20_000
_SUMMARY = re.compile(
    r"(?P<sent>\d{1,9}) packets transmitted, (?P<back>\d+) (?:packets )?received,.{0,80}?(?P<loss>\d+"
    r"(?:\.\d+)?)% packet loss"
)
_WINDOWS = re.compile(r"Lost = \d{1,9} \((?P<loss>\d{1,3})% loss\)")
_TIMES = re.compile(
    r"(?:rtt|round-trip) min/avg/max/\w+ = (?P<min>[\d.]+)/(?P<avg>[\d.]+)/(?P<max>[\d.]+)/[\d.]+ (?P<unit>ms|us)"
)
_TIME = re.compile(r"icmp_seq=\d+ .{0,30}?time[=<](?P<time>[\d.]+) ?ms")
_FAULTS = (
    ("estination Host Unreachable", "host unreachable", "error"),
    ("etwork is unreachable", "network unreachable", "error"),
    ("Destination Net Unreachable", "network unreachable", "error"),
    ("Request timeout for icmp_seq", "ping timeout", "warning"),
    ("no answer yet for icmp_seq", "ping timeout", "warning"),
    ("Request timed out.", "ping timeout", "warning"),
    ("Name or service not known", "name not resolved", "error"),
    ("Temporary failure in name resolution", "name not resolved", "error"),
    ("cannot resolve", "name not resolved", "error"),
    ("essage too long", "packet larger than mtu", "warning"),
    ("Frag needed", "packet larger than mtu", "warning"),
    ("(DUP!)", "duplicate replies", "warning"),
    ("Time to live exceeded", "routing loop", "error"),
)


def read_ping(part: Part) -> Iterator[Signal | Phrase]:
    """`ping`: loss, round-trip times, and what was answered instead of an echo."""
    text = part.text
    lost = False
    for match in [*_SUMMARY.finditer(text, 0, 1 << 20), *_WINDOWS.finditer(text, 0, 1 << 20)][:40]:
        loss = float(match["loss"])
        dead = loss >= 100
        lost = lost or loss >= 1
        yield part.signal(
            "metric",
            "packet_loss",
            *match.span("loss"),
            severity="critical" if dead else _LOSS.severity(loss),
            to_value=loss,
            unit="%",
        )
        if dead:
            yield part.signal("state", "host unreachable", *match.span(), severity="error")
        yield part.phrase(*match.span())
    found = [
        Reading(float(match["time"]) / 1000, *match.span("time"))
        for _, match in zip(range(_MOST), _TIME.finditer(text), strict=False)
    ]
    for match in list(_TIMES.finditer(text, 0, 1 << 20))[:40]:
        scale = 1e-3 if match["unit"] == "ms" else 1e-6
        average = float(match["avg"]) * scale
        yield part.signal(
            "metric",
            "network_rtt",
            *match.span("avg"),
            severity=_RTT.severity(average),
            to_value=round(average, 9),
            unit="s",
        )
    if signal := readings(part, _RTT, found):
        yield signal
    for literal, state, level in _FAULTS:
        at = text.find(literal)
        if at >= 0:
            start = text.rfind("\n", 0, at) + 1
            end = text.find("\n", at)
            yield part.signal("state", state, start, len(text) if end < 0 else end, severity=level)
            yield part.phrase(start, len(text) if end < 0 else end)


_HOP = re.compile(r"^ *(?P<hop>\d{1,2})[. ]\s*(?P<rest>\S[^\n]*)$", re.MULTILINE)
_TARGET = re.compile(r"traceroute6? to \S+ \((?P<address>[^)\s]+)\)")
_MTR_ROW = re.compile(
    r"^ *(?P<hop>\d{1,2})\.\|?(?:--)? *(?P<host>\S+)\s+(?P<loss>\d+(?:\.\d+)?)%?\s+(?P<sent>\d+)\s+"
    r"(?P<last>[\d.]+)\s+(?P<avg>[\d.]+)\s+[\d.]+\s+(?P<worst>[\d.]+)",
    re.MULTILINE,
)


def read_route(part: Part) -> Iterator[Signal | Phrase]:
    """`traceroute` and `mtr`."""
    rows = list(_MTR_ROW.finditer(part.text, 0, 100_000))
    if rows:
        yield from _mtr(part, rows)
        return
    target = _TARGET.search(part.text)
    hops = list(_HOP.finditer(part.text, 0, 100_000))
    if not hops:
        return
    last = hops[-1]
    answered = target is not None and target["address"] in last["rest"]
    if not answered and set(last["rest"].split()) == {"*"}:
        silent = [hop for hop in hops if set(hop["rest"].split()) == {"*"}]
        yield part.signal("state", "destination not reached", *last.span(), severity="warning", times=len(silent))
    elif times := re.findall(r"([\d.]+) ms", last["rest"]):
        value = float(f"{float(times[-1]) / 1000:.9g}") if times[-1].count(".") < 2 else 0.0
        yield part.signal(
            "metric", "network_rtt", *last.span(), severity=_RTT.severity(value), to_value=value, unit="s"
        )
    for mark in ("!H", "!N", "!X"):
        if f" {mark}" in last["rest"]:
            yield part.signal("state", "host unreachable", *last.span(), severity="error")
    for hop in hops[:2] + hops[-2:]:
        yield part.phrase(*hop.span())


def _mtr(part: Part, rows: list[re.Match[str]]) -> Iterator[Signal | Phrase]:
    """Loss at the last hop is loss; where it began is the first hop from which all later ones lose."""
    final = rows[-1]
    loss = float(final["loss"])
    level = "critical" if loss >= 100 else _LOSS.severity(loss)
    yield part.signal("metric", "packet_loss", *final.span("loss"), severity=level, to_value=loss, unit="%")
    average = round(float(final["avg"]) / 1000, 9) if final["avg"].count(".") < 2 else 0.0
    yield part.signal(
        "metric", "network_rtt", *final.span("avg"), severity=_RTT.severity(average), to_value=average, unit="s"
    )
    if level == "none":
        return
    began = final
    for row in reversed(rows):
        if float(row["loss"]) < 1:
            break
        began = row
    yield part.signal("state", f"packet loss from hop {began['hop']}", *began.span(), severity="warning")
    yield part.phrase(*began.span())


_STATUS = re.compile(r"status: (?P<status>[A-Z]{3,12})")
_QUERY_TIME = re.compile(r"Query time: (?P<time>\d+) (?P<unit>msec|usec)")
_NO_SERVER = ("no servers could be reached", "communications error", "connection refused", "timed out")
_ANSWER = re.compile(r"^(?![;\s])\S+\s+\d+\s+IN\s+[A-Z]+\s+\S+", re.MULTILINE)


def read_dig(part: Part) -> Iterator[Signal | Phrase]:
    """`dig`: status and time of each answer."""
    for match in list(_STATUS.finditer(part.text, 0, 1 << 20))[:40]:
        good = match["status"] == "NOERROR"
        yield part.signal(
            "state", f"dns {match['status'].lower()}", *match.span("status"), severity="none" if good else "error"
        )
        if not good:
            yield part.phrase(*match.span())
    for match in list(_QUERY_TIME.finditer(part.text, 0, 1 << 20))[:40]:
        seconds = float(match["time"]) * (1e-3 if match["unit"] == "msec" else 1e-6)
        level = "warning" if seconds >= 1 else "none"
        yield part.signal(
            "metric", "dns_query_time", *match.span("time"), severity=level, to_value=round(seconds, 9), unit="s"
        )
    for literal in _NO_SERVER:
        at = part.text.find(literal)
        if at >= 0:
            start, end = part.text.rfind("\n", 0, at) + 1, part.text.find("\n", at)
            end = len(part.text) if end < 0 else end
            yield part.signal("state", "dns server unreachable", start, end, severity="error")
            yield part.phrase(start, end)
            break
    for match in list(_ANSWER.finditer(part.text, 0, 1 << 20))[:20]:
        yield part.phrase(*match.span())


_OFFSET = Limits("clock_offset", "s", 0.1, 1)
_SYSTEM_TIME = re.compile(r"System time\s+: (?P<value>\d+\.\d+) seconds (?P<side>slow|fast)")
_LEAP = re.compile(r"Leap status\s+: (?P<value>[^\n]+)")
_SOURCE = re.compile(
    r"^(?P<mark>[#=^][*+?x~-]|[*+#ox. -]) ?(?P<name>[\w.:()-]+)\s+(?P<rest>[^\n]*\d[^\n]*)$", re.MULTILINE
)


def read_clock(part: Part) -> Iterator[Signal | Phrase]:
    """`chronyc tracking`, `chronyc sources` and `ntpq -p`: whether the clock follows a source, how far it is off."""
    if match := _SYSTEM_TIME.search(part.text):
        value = float(match["value"])
        yield part.signal(
            "metric", "clock_offset", *match.span("value"), severity=_OFFSET.severity(value), to_value=value, unit="s"
        )
    if match := _LEAP.search(part.text):
        good = "Not synchronised" not in match["value"]
        yield part.signal(
            "state",
            "clock synchronised" if good else "clock not synchronised",
            *match.span(),
            severity="none" if good else "error",
        )
        if not good:
            yield part.phrase(*match.span())
    if "Reach" not in part.text and "reach" not in part.text:
        return
    rows = [match for match in list(_SOURCE.finditer(part.text, 0, 100_000))[:100] if len(match["rest"].split()) >= 4]
    chosen = next((match for match in rows if "*" in match["mark"] or match["mark"] == "o"), None)
    if not rows:
        return
    if chosen is None:
        yield part.signal("state", "no clock source selected", rows[0].start(), rows[-1].end(), severity="error")
        for match in rows[:5]:
            yield part.phrase(*match.span())
        return
    yield part.signal("state", "clock source selected", *chosen.span())
    if "offset" in part.text and (offset := _ntp_offset(part, chosen)):
        value = abs(offset.value or 0.0) / 1000
        yield part.signal(
            "metric",
            "clock_offset",
            offset.start,
            offset.end,
            severity=_OFFSET.severity(value),
            to_value=value,
            unit="s",
        )


def _ntp_offset(part: Part, row: re.Match[str]) -> Cell | None:
    """The offset (ms) in a line of `ntpq -p`, whose last columns are delay, offset and jitter."""
    from kb.signals.part import Line

    found = cells(Line(row.group(), row.start(), row.end()))
    return found[-2] if len(found) >= 9 and found[-2].value is not None else None
