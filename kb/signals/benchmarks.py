"""Benchmarks of one machine or fabric: nvbandwidth, CUDA bandwidthTest, gpu-burn, Intel MLC, GPCNet.

They give readings, not verdicts: whether 14 GB/s over PCIe is good depends on the width of the link. What a reader can
say without a baseline is that something failed, or that one of several like parts is far behind the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, bordered, bounded, level, lines_of, median, number, reading, words

_BEHIND = 0.6
"""Share of the median of its peers below which a part is behind."""
_NVBANDWIDTH_NAMES = (
    ("host_to_device_latency", "host_device_latency"), ("device_local_copy", "device_copy_bandwidth"),
    ("host_device_latency", "host_device_latency"), ("device_to_device_latency", "device_to_device_latency"),
    ("host_to_device_bidirectional", "host_device_bidirectional_bandwidth"),
    ("device_to_host_bidirectional", "host_device_bidirectional_bandwidth"),
    ("host_to_device", "host_to_device_bandwidth"), ("device_to_host", "device_to_host_bandwidth"),
    ("all_to_host", "device_to_host_bandwidth"), ("host_to_all", "host_to_device_bandwidth"),
    ("device_to_device", "device_to_device_bandwidth"), ("all_to_one", "device_to_device_bandwidth"),
    ("one_to_all", "device_to_device_bandwidth"),
)  # fmt: skip
_CUDA_KINDS = (
    (re.compile(r"H2D|Host to Device"), "host_to_device_bandwidth"),
    (re.compile(r"D2H|Device to Host"), "device_to_host_bandwidth"),
    (re.compile(r"D2D|Device to Device"), "device_copy_bandwidth"),
)
_CUDA_LINE = re.compile(
    r"bandwidthTest-(?P<kind>\w+)-\w+, Bandwidth = (?P<value>[\d.]+) (?P<unit>[MG]B/s), .{0,40}Size = (?P<size>\d+)"
)
_CUDA_ROW = re.compile(r"^\s+(?P<size>\d{4,})\s+(?P<value>\d+(?:\.\d+)?)$")
_BURN = re.compile(r"^\s*GPU (?P<gpu>\d+): (?P<verdict>OK|FAULTY)", re.MULTILINE)
_BURN_PROGRESS = re.compile(
    r"^[\d.]+%\s+proc'd: (?P<procd>[^\n]*?)\s+errors: (?P<errors>[^\n]*?)\s+temps: (?P<temps>[^\n]*)"
)
_MLC = re.compile(r"^(?P<what>ALL Reads|[123]:[12] Reads-Writes|Stream-triad like)\s*:\s*(?P<value>[\d.]+)")
_MLC_IDLE = re.compile(r"^\s*(?P<node>\d+)\s+(?P<values>\d+\.\d(?:\s+\d+\.\d)*)\s*$")


@bounded
def read_nvbandwidth(part: Part) -> Iterator[Signal | Phrase]:
    """The matrix of each test: its median, and cells far behind."""
    test = ""
    cells: list[Cell] = []
    for line in lines_of(part):
        if match := re.match(r"Running (?P<test>\w+)\.", line.text):
            test, cells = match["test"], []
            yield part.phrase(line.start + match.start("test"), line.start + match.end("test"))
        elif line.text.startswith("SUM ") and test:
            yield from _matrix(part, test, cells)
            test = ""
        elif test and re.match(r"\s*\d+\s+(?:[\d.]+|N/A)", line.text) and "." in line.text:
            cells.extend(cell for cell in words(line)[1:] if cell.text != "N/A")
        elif failed := re.search(r"\bERROR\b|\bFAILED\b|\[.*\] (?:CUDA|NVML)_\w+", line.text):
            yield part.signal("state", "bandwidth test failed", line.start + failed.start(), line.end, severity="error")
            yield part.phrase(line.start, line.end)
    if test:
        yield from _matrix(part, test, cells)


def _matrix(part: Part, test: str, cells: list[Cell]) -> Iterator[Signal]:
    values = [(value, cell) for cell in cells if (value := number(cell.text)) is not None]
    name = next((metric for begin, metric in _NVBANDWIDTH_NAMES if test.startswith(begin)), None)
    if not values or name is None:
        return
    middle = median(value for value, _ in values)
    if name.endswith("latency"):
        yield from reading(part, name, values[0][1], middle * 1e-9, "s")
        return
    worst, cell = min(values, key=lambda item: item[0])
    if len(values) >= 3 and worst < _BEHIND * middle:
        yield part.signal(
            "metric", name, cell.start, cell.end, severity="warning", from_value=middle, to_value=worst, unit="GB/s",
            direction="down", change=round(worst / middle - 1, 4),
        )  # fmt: skip
    else:
        cell = next(cell for value, cell in values if value == middle)
        yield from reading(part, name, cell, middle, "GB/s")


@bounded
def read_cuda_bandwidth(part: Part) -> Iterator[Signal | Phrase]:
    """The reading at the largest size of each direction, and the result."""
    largest: dict[str, tuple[float, float, Cell]] = {}
    kind, unit = "", "MB/s"
    for line in lines_of(part):
        if match := _CUDA_LINE.match(line.text):
            kind, unit = _cuda_kind(match["kind"]), match["unit"]
        elif _cuda_kind(line.text) and "Bandwidth" in line.text:
            kind = _cuda_kind(line.text)
            yield part.phrase(line.start, line.end)
        elif "Bandwidth(" in line.text:
            unit = "GB/s" if "GB/s" in line.text else "MB/s"
        elif result := re.match(r"Result = (?P<verdict>\w+)", line.text):
            passed = result["verdict"] == "PASS"
            name = f"bandwidth test {'passed' if passed else 'failed'}"
            yield part.signal("state", name, line.start, line.end, severity="none" if passed else "error")
        match = match or (_CUDA_ROW.match(line.text) if kind else None)
        if match and kind:
            value = float(match["value"].rstrip(".") or 0) * (1.0 if unit == "GB/s" else 1e-3)
            size = float(match["size"])
            if size >= largest.get(kind, (0.0, 0.0, None))[0]:
                start = line.start + match.start("value")
                largest[kind] = size, value, Cell(match["value"], start, start + len(match["value"]))
    for name, (_, value, cell) in largest.items():
        yield from reading(part, name, cell, value, "GB/s")


def _cuda_kind(text: str) -> str:
    return next((name for pattern, name in _CUDA_KINDS if pattern.search(text)), "")


@bounded
def read_gpu_burn(part: Part) -> Iterator[Signal | Phrase]:
    """Verdicts, and errors and temperatures of the last line of progress."""
    last = None
    for line in lines_of(part):
        if match := _BURN_PROGRESS.match(line.text):
            last = line, match
        elif match := _BURN.match(line.text):
            faulty = match["verdict"] == "FAULTY"
            name = "gpu faulty" if faulty else "gpu ok"
            yield part.signal("state", name, line.start, line.end, severity="critical" if faulty else "none")
            yield part.phrase(line.start, line.end)
    if last is None:
        return
    line, match = last
    if set(re.findall(r"\d+", match["errors"][:2000])) == {"0"}:
        start, end = line.start + match.start("errors"), line.start + match.end("errors")
        yield part.signal("state", "gpu burn without errors", start, end)
    for name, place, value in _burn_values(match):
        cell = Cell("", line.start + place[0], line.start + place[1])
        if name == "gpu_burn_errors":
            yield from reading(part, name, cell, value or None, None, "critical")
        elif name == "gpu_temperature":
            yield from reading(part, name, cell, value, "C", level(value, 88, 95))
        else:
            yield from reading(part, name, cell, (value / 1e3) or None, "TFLOPS")


def _burn_values(match: re.Match[str]) -> Iterator[tuple[str, tuple[int, int], float]]:
    for group, name, pattern in (
        ("procd", "tflops_per_gpu", r"\((\d+) Gflop/s\)"),
        ("errors", "gpu_burn_errors", r"(\d+)(?: ?\((?:WARNING|DIED)[^)]*\))?"),
        ("temps", "gpu_temperature", r"(\d+) C"),
    ):
        for found in re.finditer(pattern, match[group][:2000]):
            start = match.start(group)
            yield name, (start + found.start(1), start + found.end(1)), float(found[1])


@bounded
def read_mlc(part: Part) -> Iterator[Signal | Phrase]:
    """Bandwidth of memory (MLC's MB are 10^6 bytes) and idle latency."""
    latencies: list[tuple[float, Cell]] = []
    latency = False
    for line in lines_of(part):
        if match := _MLC.match(line.text):
            cell = Cell(match["value"], line.start + match.start("value"), line.start + match.end("value"))
            value = number(match["value"])
            name = "memory_read_bandwidth" if match["what"] == "ALL Reads" else "memory_bandwidth"
            yield from reading(part, name, cell, value / 1e3 if value is not None else None, "GB/s")
            yield part.phrase(line.start, line.end)
        elif "latencies (in ns)" in line.text:
            latency = True
        elif "andwidth" in line.text:
            latency = False
        elif latency and (match := _MLC_IDLE.match(line.text)):
            latencies.extend((float(cell.text), cell) for cell in words(line)[1:])
    for value, cell in latencies[:16]:
        yield from reading(part, "memory_latency", cell, value * 1e-9, "s")


@bounded
def read_gpcnet(part: Part) -> Iterator[Signal | Phrase]:
    """Latency and bandwidth of the isolated tests, and the factors by which congestion worsens them."""
    section = ""
    for line in lines_of(part):
        cells = bordered(line)
        if len(cells) == 1:
            section = cells[0].text
        elif len(cells) >= 8 and section.startswith("Isolated Network"):
            value, unit = number(cells[3].text), cells[7].text
            if value is None:
                continue
            if unit == "usec":
                yield from reading(part, "network_latency", cells[3], value * 1e-6, "s")
            elif unit.startswith("MiB/s"):
                yield from reading(part, "network_bandwidth", cells[3], float(f"{value * 1.048576e-3:.9g}"), "GB/s")
        elif len(cells) == 3 and cells[1].text.endswith("X"):
            value = number(cells[1].text)
            severity = level(value, 3, 10) if value is not None else "none"
            yield from reading(part, "congestion_impact", cells[1], value, "x", severity)
            if severity != "none":
                yield part.phrase(line.start, line.end)
