"""vmstat: who waits for the CPU, for memory and for disks.

The first line counts since boot and is what is usual, unless it is alone. `vmstat -d` prints counters since boot
that say nothing about now.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.signals.limits import Cell, Limits, Reading, cells, numeric, read_cell, readings
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST_LINES = 20_000
_KIB = 1024e-9
_COLUMNS = {
    "r": Limits("run_queue"), "b": Limits("blocked_processes", None, 4, 20),
    "swpd": Limits("swap_used", "GB", factor=_KIB), "free": Limits("memory_free", "GB", factor=_KIB),
    "cache": Limits("memory_cached", "GB", factor=_KIB), "inact": Limits("memory_inactive", "GB", factor=_KIB),
    "active": Limits("memory_active", "GB", factor=_KIB),
    "si": Limits("swap_in", "GB/s", 2e-4, 5e-3, factor=_KIB),
    "so": Limits("swap_out", "GB/s", 2e-4, 5e-3, factor=_KIB),
    "bi": Limits("disk_read_throughput", "GB/s", factor=_KIB),
    "bo": Limits("disk_write_throughput", "GB/s", factor=_KIB),
    "cs": Limits("context_switches", "1/s"), "in": Limits("interrupts", "1/s"),
    "us": Limits("cpu_user", "%"), "sy": Limits("cpu_system", "%", 60), "id": Limits("cpu_idle", "%", 3, low=True),
    "wa": Limits("cpu_iowait", "%", 10, 30), "st": Limits("cpu_steal", "%", 10, 30),
}  # fmt: skip
"""Sizes are in KiB, as printed without -S."""
_IN_FLIGHT = Limits("disk_requests_in_flight")
_SWAPPING = ("si", "so")


def read(part: Part) -> Iterator[Signal | Phrase]:
    """A signal a column, for all lines."""
    header: list[Cell] = []
    columns: dict[str, list[Reading]] = {}
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            break
        found = cells(line)
        titles = {cell.text for cell in found}
        if {"swpd", "free"} <= titles or {"merged", "sectors"} <= titles:
            header = found
        elif header and header[0].text in ("r", "procs") and numeric(found) >= len(header) - 1 >= 10:
            _take(header, found, columns)
        elif header and header[0].text == "total" and len(found) == 11 and (one := read_cell(_IN_FLIGHT, found[9])):
            columns.setdefault("cur", []).append(one)
    if "cur" in columns:
        yield from _disks(part, columns["cur"])
        return
    for name, one_a_line in columns.items():
        usual = one_a_line[0].value if len(one_a_line) > 1 else None
        signal = readings(part, _COLUMNS[name], one_a_line[1:] or one_a_line, usual)
        if signal is None:
            continue
        yield signal
        if signal.severity not in ("none", "info"):
            yield from _heading(part, header, name)
    for name in _SWAPPING:
        moved = columns.get(name, [])[1:]
        if len(moved) > 1 and all(_COLUMNS[name].severity(one.value) != "none" for one in moved):
            yield part.signal("state", "swapping", moved[0].start, moved[0].end, severity="warning")
            return


def _take(header: list[Cell], found: list[Cell], columns: dict[str, list[Reading]]) -> None:
    for title, cell in zip(header, found, strict=False):
        limits = _COLUMNS.get(title.text)
        if limits and (one := read_cell(limits, cell)):
            columns.setdefault(title.text, []).append(one)


def _disks(part: Part, found: list[Reading]) -> Iterator[Signal]:
    for one in found[:20]:
        yield part.signal("metric", _IN_FLIGHT.metric, one.start, one.end, to_value=one.value)


def _heading(part: Part, header: list[Cell], name: str) -> Iterator[Phrase]:
    for title in header:
        if title.text == name:
            yield part.phrase(title.start, title.end)
