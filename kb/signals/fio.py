"""fio: the text report and its JSON. Readings only: bandwidth, operations a second, completion latency, errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Line, Part
from kb.signals.tables import Cell, bounded, lines_of, number, reading

_JOB = re.compile(r"^(?P<job>\S[^\n]{0,100}): \(groupid=\d+, jobs=\d+\): err= ?(?P<err>\d+)(?P<said> \([^)\n]*\))?")
_DIRECTION = re.compile(
    r"^\s+(?P<what>read|write|trim)\s?: (?:io=\S+, )?(?:IOPS=(?P<iops>[\d.]+[kM]?), )?"
    r"(?:bw|BW)=(?P<bw>[\d.]+) ?(?P<unit>[KMGT]?i?B/s)(?:[^\n]{0,60}?iops=(?P<old>\d+))?"
)
_LATENCY = re.compile(
    r"^\s+(?P<kind>clat|lat|slat|sync) ?\((?P<unit>nsec|usec|msec)\): min=[^,\n]+, max=[^,\n]+, avg=(?P<avg>[\d.]+)"
)
_PERCENTILE_UNIT = re.compile(r"percentiles \((?P<unit>nsec|usec|msec)\)")
_P99 = re.compile(r"99\.00th=\[ *(?P<value>\d+)\]")
_SECONDS = {"nsec": 1e-9, "usec": 1e-6, "msec": 1e-3}
_BYTES = {
    "B/s": 1.0, "KiB/s": 1024.0, "MiB/s": 1024.0**2, "GiB/s": 1024.0**3, "TiB/s": 1024.0**4, "KB/s": 1024.0,
    "MB/s": 1024.0**2, "GB/s": 1024.0**3, "TB/s": 1024.0**4,
}  # fmt: skip
"""Old versions of fio write KB/s for 1024 bytes; new ones write KiB/s and put the decimal value in brackets."""


@bounded
def read_text(part: Part) -> Iterator[Signal | Phrase]:
    """Jobs with their directions."""
    what, unit = "read", "usec"
    for line in lines_of(part):
        if match := _JOB.match(line.text):
            yield from _job(part, line, match)
        elif match := _DIRECTION.match(line.text):
            what = match["what"]
            yield from _direction(part, line, match)
        elif match := _PERCENTILE_UNIT.search(line.text):
            unit = match["unit"]
        elif match := _LATENCY.match(line.text):
            if match["kind"] in ("clat", "sync"):
                name = "fsync_time" if match["kind"] == "sync" else f"disk_{what}_latency"
                yield from _seconds(part, name, line, match, "avg", match["unit"])
        elif match := _P99.search(line.text):
            yield from _seconds(part, f"disk_{what}_latency_p99", line, match, "value", unit)


def _job(part: Part, line: Line, match: re.Match[str]) -> Iterator[Signal | Phrase]:
    failed = match["err"] != "0"
    name = "fio job failed" if failed else "fio job finished"
    yield part.signal("state", name, line.start, line.start + match.end(), severity="error" if failed else "none")
    yield part.phrase(line.start, line.start + match.end())


def _direction(part: Part, line: Line, match: re.Match[str]) -> Iterator[Signal]:
    what = match["what"]
    cell = Cell(match["bw"], line.start + match.start("bw"), line.start + match.end("unit"))
    rate = (number(match["bw"]) or 0.0) * _BYTES.get(match["unit"], 1.0) / 1e9
    yield from reading(part, f"{what}_throughput", cell, float(f"{rate:.6g}"), "GB/s")
    group = "iops" if match["iops"] else "old"
    if written := match[group]:
        scale = {"k": 1e3, "M": 1e6}.get(written[-1], 1.0)
        cell = Cell(written, line.start + match.start(group), line.start + match.end(group))
        value = number(written)
        yield from reading(part, f"{what}_iops", cell, value * scale if value is not None else None, "iops")


def _seconds(part: Part, name: str, line: Line, match: re.Match[str], group: str, unit: str) -> Iterator[Signal]:
    cell = Cell(match[group], line.start + match.start(group), line.start + match.end(group))
    value = number(match[group].rstrip("."))
    yield from reading(part, name, cell, float(f"{value * _SECONDS[unit]:.9g}") if value is not None else None, "s")


@bounded
def read_json(part: Part) -> Iterator[Signal | Phrase]:
    """Jobs of `--output-format=json`."""
    document = parse(part.text)
    if document is None:
        return
    for job in document.root.items("jobs")[:50]:
        error = job.at("error")
        name = job.at("jobname")
        if name:
            yield part.phrase(name.start, name.end)
        if error and isinstance(error.value, int):
            failed = error.value != 0
            state = "fio job failed" if failed else "fio job finished"
            yield part.signal("state", state, error.start, error.end, severity="error" if failed else "none")
        for what in ("read", "write"):
            yield from _json_direction(part, job, what)


def _json_direction(part: Part, job: Node, what: str) -> Iterator[Signal]:
    """A direction that moved anything: `bw` is in KiB/s, `clat_ns` in nanoseconds (fio 3) or `clat` in microseconds."""
    bandwidth = _number(job.at(what, "bw"))
    if not bandwidth:
        return
    for path, name, factor, unit in (
        ((what, "bw"), f"{what}_throughput", 1024e-9, "GB/s"),
        ((what, "iops"), f"{what}_iops", 1.0, "iops"),
        ((what, "clat_ns", "mean"), f"disk_{what}_latency", 1e-9, "s"),
        ((what, "clat", "mean"), f"disk_{what}_latency", 1e-6, "s"),
        ((what, "clat_ns", "percentile", "99.000000"), f"disk_{what}_latency_p99", 1e-9, "s"),
    ):
        node = job.at(*path)
        value = _number(node)
        if node and value is not None:
            yield from reading(part, name, Cell("", node.start, node.end), float(f"{value * factor:.9g}"), unit)


def _number(node: Node | None) -> float | None:
    if node is None or isinstance(node.value, bool) or not isinstance(node.value, int | float):
        return None
    return float(node.value)
