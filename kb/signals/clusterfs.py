"""Ceph and Lustre: health lines, daemons and targets that are down, slow operations, connections lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST = 100
_HEALTH = re.compile(r"\bHEALTH_(?P<state>OK|WARN|ERR)\b(?P<rest>[^\n]*)")
_SEVERITY = {"OK": "none", "WARN": "warning", "ERR": "critical"}
_CHECK = re.compile(
    r"^\[?(?:\[(?P<mark>WRN|ERR)\] )?(?P<code>[A-Z][A-Z_]{5,50})(?: \(muted[^)\n]*\))?:? (?P<text>[^\n]{3,300})$",
    re.MULTILINE,
)
_INDENTED = re.compile(r"^ {8,}(?P<text>\S[^\n]{2,300})$")
_SLOW = re.compile(r"(?P<count>\d{1,9}) slow (?:ops|requests)(?:, oldest one blocked for (?P<age>\d+) sec)?")
_OSDS = re.compile(r"\bosd: (?P<all>\d{1,9}) osds: (?P<up>\d{1,9}) up(?: \([^)\n]*\))?, (?P<in>\d+) in")
_USAGE = re.compile(
    r"usage: +(?P<used>[\d.]+) (?P<one>[KMGTPE]i?B) used, (?P<free>[\d.]+) (?P<two>[KMGTPE]i?B) / "
    r"(?P<all>[\d.]+) (?P<three>[KMGTPE]i?B) avail"
)
_STATES = re.compile(
    r"(?P<count>\d{1,9}) +(?P<state>(?:active|peering|stale|down|incomplete|inconsistent|unknown|undersized|degraded"
    r"|remapped|backfill\w*|recover\w*|clean|inactive|premerge|snaptrim\w*"
    r"|scrubbing|deep|creating|activating|laggy|wait|repair|failed_repair)(?:\+\w+)*)"
)
_SERIOUS = ("stale", "down", "incomplete", "inconsistent", "unknown", "inactive", "peering")
_MILD = ("degraded", "undersized", "remapped", "backfill", "recover")
_IO = re.compile(r"client: +(?P<text>[^\n]+)")
_RATE = re.compile(r"(?P<value>[\d.]{1,15}) (?P<unit>[KMGT]?i?B)/s (?P<side>rd|wr)")
_TREE = re.compile(
    r"^ *(?P<id>-?\d+) +(?:\S+ +)?[\d.]+ +(?P<name>osd\.\d+) +(?P<state>up|down|destroyed)\b[^\n]*", re.MULTILINE
)
_UNITS = {"K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4, "P": 1024**5, "E": 1024**6}


def read_ceph(part: Part) -> Iterator[Signal | Phrase]:
    """`ceph -s`, `ceph health detail` and `ceph osd tree`."""
    text = part.text
    for match in list(_HEALTH.finditer(text, 0, 1 << 20))[:10]:
        state = match["state"]
        yield part.signal(
            "state", f"ceph health_{state.lower()}", match.start(), match.end(), severity=_SEVERITY[state]
        )
        yield part.phrase(*match.span())
        if state != "OK":
            yield from _reasons(part, match.end(), _SEVERITY[state])
    for match in list(_CHECK.finditer(text, 0, 1 << 20))[:_MOST]:
        if match["code"].startswith("HEALTH_"):
            continue
        level = "critical" if match["mark"] == "ERR" else "warning"
        yield part.signal("state", f"ceph {match['code'].lower()}", *match.span(), severity=level)
        yield part.phrase(*match.span())
    yield from _slow(part)
    for match in list(_OSDS.finditer(text, 0, 1 << 20))[:10]:
        missing = int(match["all"]) - int(match["up"])
        level = "error" if missing else "none"
        yield part.signal("metric", "ceph_osds_down", *match.span(), severity=level, to_value=float(missing))
    for match in list(_TREE.finditer(text, 0, 1 << 20))[:2000]:
        if match["state"] != "up":
            yield part.signal("state", f"osd {match['state']}: {match['name']}", *match.span(), severity="error")
            yield part.phrase(*match.span())
    yield from _data(part)


def _reasons(part: Part, position: int, level: str) -> Iterator[Signal | Phrase]:
    """The indented lines under the health of `ceph -s`, up to a blank line or a section."""
    for _ in range(20):
        start = part.text.find("\n", position) + 1
        end = part.text.find("\n", start)
        end = len(part.text) if end < 0 else end
        match = _INDENTED.match(part.text[start:end]) if start else None
        if match is None:
            return
        # The lines of `health detail` are indented by 4; those of the summary by 12.
        name = re.sub(r"\d+(?:\.\d+)?", "<n>", match["text"])[:80].lower()
        yield part.signal("state", f"ceph: {name}", start, end, severity=level)
        yield part.phrase(start, end)
        position = end


def _slow(part: Part) -> Iterator[Signal]:
    for match in list(_SLOW.finditer(part.text, 0, 1 << 20))[:20]:
        yield part.signal(
            "metric", "ceph_slow_ops", *match.span("count"), severity="warning", to_value=float(match["count"])
        )
        if match["age"]:
            yield part.signal(
                "metric",
                "ceph_slow_op_age",
                *match.span("age"),
                severity="warning",
                to_value=float(match["age"]),
                unit="s",
            )


def _data(part: Part) -> Iterator[Signal | Phrase]:
    """Usage, placement groups and client traffic."""
    if match := _USAGE.search(part.text):
        whole, used = (
            float(match[name]) * _UNITS[match[unit][0]] for name, unit in (("all", "three"), ("used", "one"))
        )
        share = round(100 * used / whole, 2) if whole else 0.0
        level = "error" if share >= 95 else "warning" if share >= 85 else "none"
        yield part.signal("metric", "disk_used_percent", *match.span("used"), severity=level, to_value=share, unit="%")
    at = part.text.find("pgs:")
    if at >= 0:
        stop = part.text.find("\n\n", at)
        for match in list(_STATES.finditer(part.text, at, min(len(part.text) if stop < 0 else stop, at + 4000)))[:30]:
            state = match["state"]
            level = (
                "error"
                if any(word in state for word in _SERIOUS)
                else "warning"
                if any(word in state for word in _MILD)
                else "none"
            )
            yield part.signal("state", f"pgs {state}", *match.span(), severity=level)
            if level != "none":
                yield part.phrase(*match.span())
    if match := _IO.search(part.text):
        for rate in _RATE.finditer(part.text, match.start("text"), match.end("text")):
            factor = _UNITS.get(rate["unit"][0], 1) if rate["unit"] != "B" else 1
            name = "read_throughput" if rate["side"] == "rd" else "write_throughput"
            value = float(f"{float(rate['value']) * factor * 1e-9:.6g}")
            yield part.signal("metric", name, *rate.span("value"), to_value=value, unit="GB/s")


_COUNTER = re.compile(
    r"^(?P<name>[a-z_0-9]{2,40}) +(?P<samples>\d{1,18}) samples \[(?P<unit>[\w/]+)\](?: (?P<min>\d+) "
    r"(?P<max>\d+) (?P<sum>\d+))?",
    re.MULTILINE,
)
_DEVICE = re.compile(r"^ *\d+ (?P<state>UP|IN|ST|AT) (?P<kind>\w+) (?P<name>\S+) [^\n]*$", re.MULTILINE)
_IMPORT = re.compile(
    r"^\s*state: (?P<state>[A-Z_]{3,20})$|\bosc\.[\w.-]{1,80}\.state=\n?current_state: (?P<current>[A-Z_]{3,20})",
    re.MULTILINE,
)
_TARGET = re.compile(r"^\s*target: (?P<target>\S+)$", re.MULTILINE)
_CHECKED = re.compile(
    r"^(?P<name>\S+): (?P<state>active|inactive|check error: [^\n]+|Resource temporarily unavailable[^\n]*)\.?$",
    re.MULTILINE,
)
_CONNECTED = ("FULL", "IDLE", "NEW")


def read_lustre(part: Part) -> Iterator[Signal | Phrase]:
    """`lctl get_param`: counters and imports; `lctl dl`; `lfs check servers`."""
    text = part.text
    for match in list(_DEVICE.finditer(text, 0, 1 << 20))[:400]:
        level = "none" if match["state"] == "UP" else "error"
        if level != "none":
            yield part.signal(
                "state", f"lustre device {match['state'].lower()}: {match['name']}", *match.span(), severity=level
            )
            yield part.phrase(*match.span())
    for match in list(_IMPORT.finditer(text, 0, 1 << 20))[:_MOST]:
        state = match["state"] or match["current"]
        good = state in _CONNECTED
        target = next(iter(_TARGET.findall(text, max(0, match.start() - 400), match.end() + 400)), "")
        name = f"lustre import {state.lower()}"
        yield part.signal(
            "state",
            f"{name}: {target}" if target and not good else name,
            *match.span(),
            severity="none" if good else "error",
        )
        if not good:
            yield part.phrase(*match.span())
    for match in list(_CHECKED.finditer(text, 0, 1 << 20))[:_MOST]:
        good = match["state"] == "active"
        yield part.signal(
            "state", f"lustre target {match['state'][:30].lower()}", *match.span(), severity="none" if good else "error"
        )
        if not good:
            yield part.phrase(*match.span())
    for match in list(_COUNTER.finditer(text, 0, 1 << 20))[:40]:
        if match["unit"] == "bytes" and match["sum"]:
            yield part.signal(
                "metric",
                f"lustre_{match['name']}",
                *match.span("sum"),
                to_value=float(f"{float(match['sum']) * 1e-9:.6g}"),
                unit="GB",
            )
        elif match["unit"] in ("usec", "usecs") and match["sum"] and int(match["samples"]):
            mean = float(match["sum"]) / float(match["samples"]) * 1e-6
            yield part.signal(
                "metric",
                f"lustre_{match['name']}_time",
                *match.span("samples"),
                severity="warning" if mean >= 1 else "none",
                to_value=float(f"{mean:.6g}"),
                unit="s",
            )
        else:
            yield part.signal(
                "metric", f"lustre_{match['name']}", *match.span("samples"), to_value=float(match["samples"])
            )
