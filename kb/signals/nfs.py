"""nfsstat, nfsiostat and mountstats: retransmits as a share of the calls, and where an operation spends its time.

Counters run since the mount or boot, so only shares and averages are judged: from 1 % of calls sent again something
is lost on the way. A long execution with a short round trip waits in the client, not for the server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.limits import Cell, Limits, Reading, cells, numeric, read_cell, readings
from kb.signals.model import Phrase, Signal
from kb.signals.part import Line, Part

_SHARE = Limits("nfs_retransmit_share", "%", 1, 5)
_RTT = Limits("nfs_rtt", "s", 0.05, 0.5, factor=1e-3)
_EXE = Limits("nfs_execute_time", "s", 0.1, 1, factor=1e-3)
_QUEUE = Limits("nfs_backlog_wait", "s", 0.05, 0.5, factor=1e-3)
_MOST_LINES = 20_000
_COUNTS = {
    "calls": "nfs_calls", "retrans": "nfs_retransmits", "badcalls": "nfs_bad_calls", "timeout": "nfs_timeouts",
    "badxid": "nfs_badxid", "badclnt": "nfs_bad_clients", "badauth": "nfs_bad_auth",
    "authrefrsh": "nfs_auth_refreshes",
}  # fmt: skip


def read_nfsstat(part: Part) -> Iterator[Signal | Phrase]:
    """`nfsstat`: the line of RPC counters of client or server."""
    header: list[Cell] = []
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            return
        found = cells(line)
        if found and found[0].text == "calls":
            header = found
        elif header and found:
            if numeric(found) == len(found):
                yield from _rpc(part, header, found)
            header = []


def _rpc(part: Part, header: list[Cell], found: list[Cell]) -> Iterator[Signal | Phrase]:
    named = {title.text: cell for title, cell in zip(header, found, strict=False)}
    calls = named["calls"].value or 0.0
    for title, metric in _COUNTS.items():
        cell = named.get(title)
        value = cell.value if cell else None
        if cell is None or value is None:
            continue
        share = 100 * value / calls if calls else 0.0
        level = _SHARE.severity(share) if title in ("retrans", "timeout", "badcalls") and value >= 10 else "none"
        yield part.signal("metric", metric, cell.start, cell.end, severity=level, to_value=value)
        if title == "retrans" and calls:
            yield part.signal(
                "metric", _SHARE.metric, cell.start, cell.end, severity=level, to_value=round(share, 4), unit="%"
            )
        if title in ("retrans", "timeout", "badxid") and value:
            yield from (part.phrase(name.start, name.end) for name in header if name.text == title)


_MOUNTED = re.compile(r"^(?P<what>\S{1,300}) mounted on (?P<where>/\S{0,300}):", re.MULTILINE)
_OPERATION = re.compile(r"^(?P<kind>read|write):", re.MULTILINE)


def read_nfsiostat(part: Part) -> Iterator[Signal | Phrase]:
    """`nfsiostat`: each mount's reads and writes; with several reports the first, since the mount, is left out."""
    series: dict[tuple[str, str, str], list[Reading]] = {}
    shares: dict[tuple[str, str], tuple[Cell, float]] = {}
    header: list[str] = []
    mount = kind = ""
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            break
        if match := _MOUNTED.match(line.text):
            mount = match["where"]
            yield part.phrase(line.start, line.end)
        elif match := _OPERATION.match(line.text):
            kind, header = match["kind"], re.split(r"\s{2,}", line.text[match.end() :].strip())
        elif header:
            found = _joined(line)
            for title, cell in zip(header, found, strict=False):
                if title.startswith("avg "):
                    limits = _RTT if "RTT" in title else _EXE if "exe" in title else _QUEUE
                    if one := read_cell(limits, cell):
                        series.setdefault((mount, kind, limits.metric), []).append(one)
                elif title == "retrans" and (percent := re.search(r"\(([\d.]+)%\)", cell.text)):
                    shares[mount, kind] = (cell, float(percent[1]))
                elif title == "ops/s" and (one := read_cell(Limits(""), cell)):
                    series.setdefault((mount, kind, "ops"), []).append(one)
            header = []
    by_metric = {limits.metric: limits for limits in (_RTT, _EXE, _QUEUE)}
    for (mount, kind, metric), reports in list(series.items())[:120]:
        if metric == "ops":
            yield part.signal(
                "metric",
                f"nfs_{kind}_ops",
                reports[-1].start,
                reports[-1].end,
                to_value=reports[-1].value,
                unit="ops/s",
            )
            continue
        ops = series.get((mount, kind, "ops"), [])
        limits = by_metric[metric]
        if ops and ops[-1].value < 0.1:
            limits = limits._replace(warning=None, error=None)
        limits = limits._replace(metric=metric.replace("nfs_", f"nfs_{kind}_"))
        usual = reports[0].value if len(reports) > 1 else None
        if signal := readings(part, limits, reports[1:] or reports, usual):
            yield signal
    for cell, share in shares.values():
        level = _SHARE.severity(share)
        count = cell.value or 0.0
        yield part.signal("metric", "nfs_retransmits", cell.start, cell.end, severity=level, to_value=count)
        if level != "none":
            yield part.phrase(cell.start, cell.end)


def _joined(line: Line) -> list[Cell]:
    """The cells of a line, with `0 (0.0%)` as one."""
    joined: list[Cell] = []
    for cell in cells(line):
        if cell.text.startswith("(") and joined:
            joined[-1] = Cell(f"{joined[-1].text} {cell.text}", joined[-1].start, cell.end)
        else:
            joined.append(cell)
    return joined


_STATS = re.compile(
    r"^(?P<op>[A-Z_]{3,20}):\s*\n\s*(?P<ops>\d{1,18}) ops[^\n]{0,60}?(?P<retrans>\d+) retrans \("
    r"(?P<share>[\d.]+)%\)\s+(?P<major>\d{1,18}) major timeouts",
    re.MULTILINE,
)
_MEANS = re.compile(
    r"(?:backlog wait: (?P<wait>[\d.]+)\s+)?RTT: (?P<rtt>[\d.]+)\s+total execute time: (?P<exe>[\d.]+) \(milliseconds\)"
)
_RAW = re.compile(r"^\s+(?P<op>[A-Z_]{3,20}): (?P<numbers>\d+(?: \d+){7,8})$", re.MULTILINE)
_MAIN = ("READ", "WRITE", "GETATTR", "LOOKUP", "ACCESS", "COMMIT", "OPEN", "CLOSE", "SETATTR", "CREATE")


def read_mountstats(part: Part) -> Iterator[Signal | Phrase]:
    """The `mountstats` command and `/proc/self/mountstats`: times and retransmits by operation."""
    for match in list(_STATS.finditer(part.text, 0, 1 << 20))[:60]:
        operation = match["op"].lower()
        level = "error" if int(match["major"]) >= 10 else _SHARE.severity(float(match["share"]))
        yield part.signal(
            "metric",
            f"nfs_{operation}_retransmits",
            *match.span("retrans"),
            severity=level,
            to_value=float(match["retrans"]),
        )
        if int(match["major"]):
            yield part.signal(
                "metric", "nfs_major_timeouts", *match.span("major"), severity=level, to_value=float(match["major"])
            )
            yield part.phrase(match.start("retrans"), match.end())
        means = _MEANS.search(part.text, match.end(), match.end() + 400)
        if means and match["op"] in _MAIN:
            for group, limits in (("rtt", _RTT), ("exe", _EXE)):
                yield from _mean(
                    part,
                    f"{limits.metric}".replace("nfs_", f"nfs_{operation}_"),
                    float(means[group]),
                    *means.span(group),
                    limits,
                    int(match["ops"]),
                )
    for match in list(_RAW.finditer(part.text, 0, 1 << 20))[:400]:
        if match["op"] not in _MAIN:
            continue
        ops, sent, major, _, _, queue, rtt, _ = (float(number) for number in match["numbers"].split()[:8])
        if not 1 <= ops < 1e18:
            continue
        operation = match["op"].lower()
        start, end = match.span("numbers")
        again = 100 * max(0.0, sent - ops) / ops
        level = "error" if major >= 10 else _SHARE.severity(again) if sent - ops >= 10 else "none"
        yield part.signal(
            "metric", f"nfs_{operation}_retransmits", start, end, severity=level, to_value=max(0.0, sent - ops)
        )
        yield from _mean(part, f"nfs_{operation}_rtt", rtt / ops, start, end, _RTT, int(ops))
        yield from _mean(part, f"nfs_{operation}_backlog_wait", queue / ops, start, end, _QUEUE, int(ops))


def _mean(
    part: Part, name: str, milliseconds: float, start: int, end: int, limits: Limits, ops: int
) -> Iterator[Signal]:
    value = float(f"{milliseconds * 1e-3:.6g}")
    level = limits.severity(value) if ops >= 100 else "none"
    yield part.signal("metric", name, start, end, severity=level, to_value=value, unit="s")
