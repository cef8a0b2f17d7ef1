"""`nvidia-smi` as a table, as CSV (`--query-gpu`), and as columns over time (`dmon`).

A form is turned into one dictionary a GPU; `gpu_state` judges it. Several rows of one GPU are a series.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals import series
from kb.signals.gpu_state import Gpu, judge, judge_spin, uneven
from kb.signals.metrics import severity_of_change
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, Row, bordered, bounded, delimited, lines_of, number, row, words

_MOST_GPUS = 32
_FAILED = re.compile(
    r"NVIDIA-SMI has failed because[^\n]{0,200}|No devices were found|Failed to initialize NVML[^\n]{0,100}"
    r"|Unable to determine the device handle[^\n]{0,200}"
)
_GPU = re.compile(r"(?P<index>\d+)\s+(?P<name>\S.*?)(?:\s{2,}(?:Off|On|N/A|ERR!)|\s(?:Off|On))?$")
_USED = re.compile(r"(?P<used>\d+ ?MiB)\s*/\s*(?P<total>\d+ ?MiB)")
_POWER = re.compile(
    r"(?P<temperature>\d+C|ERR!|N/A)\s+(?P<pstate>P\d+|ERR!|N/A)\s+(?P<power>[^\s/]+)\s*/\s*(?P<limit>\S+)"
)
_BUSY = re.compile(r"\d+%|ERR!")
_ECC = re.compile(r"(?:^|\s)(?P<ecc>\d+|N/A|Off|ERR!)$")
_COLUMNS = {
    "utilization.gpu": "utilization", "memory.used": "memory_used", "temperature.gpu": "temperature",
    "temperature.memory": "memory_temperature", "temperature.gpu.tlimit": "temperature_margin", "power.draw": "power",
    "power.limit": "power_limit", "enforced.power.limit": "power_limit", "clocks.sm": "clock",
    "clocks.current.sm": "clock", "clocks.max.sm": "clock_max",
    "clocks.max.graphics": "clock_max", "clocks.max.gr": "clock_max", "clocks.gr": "clock",
    "clocks.current.graphics": "clock", "utilization.memory": "memory_utilization", "pstate": "pstate",
    "pcie.link.width.current": "link_width", "pcie.link.width.max": "link_width_max",
    "pcie.link.gen.current": "link_gen", "pcie.link.gen.gpucurrent": "link_gen", "pcie.link.gen.max": "link_gen_max",
    "gpu_recovery_action": "recovery", "fabric.state": "fabric_state", "fabric.status": "fabric_status",
    "remapped_rows.pending": "remap_pending", "remapped_rows.failure": "remap_failed",
    "remapped_rows.uncorrectable": "remap_uncorrectable", "remapped_rows.correctable": "remap_correctable",
    "retired_pages.pending": "retired_pending",
    "ecc.errors.uncorrected.aggregate.sram.thresholdexceeded": "sram_threshold",
}  # fmt: skip
_DMON = {
    "sm": ("gpu_utilization", "%"), "pwr": ("gpu_power", "W"), "gtemp": ("gpu_temperature", "C"),
    "temp": ("gpu_temperature", "C"), "mtemp": ("gpu_memory_temperature", "C"), "pclk": ("gpu_clock", "MHz"),
    "fb": ("gpu_memory_used", "MiB"), "rxpci": ("pcie_rx_throughput", "MB/s"), "txpci": ("pcie_tx_throughput", "MB/s"),
}  # fmt: skip


@bounded
def read_table(part: Part) -> Iterator[Signal | Phrase]:
    """The table that plain `nvidia-smi` prints."""
    for failed in _FAILED.finditer(part.text[:20_000]):
        yield part.signal("state", "nvidia driver not usable", *failed.span(), severity="critical")
        yield part.phrase(*failed.span())
    gpus: list[Gpu] = []
    for line in lines_of(part):
        cells = bordered(line)
        if len(cells) < 3:
            continue
        first = _GPU.match(cells[0].text)
        if first and ":" in cells[1].text and len(gpus) < _MOST_GPUS:
            gpus.append({})
            name = cells[0].start + first.start("name")
            yield part.phrase(name, name + len(first["name"]))
            if ecc := _ECC.search(cells[2].text):
                gpus[-1]["ecc::uncorrectable"] = _inner(cells[2], ecc, "ecc")
        elif gpus and (used := _USED.search(cells[1].text)):
            gpus[-1]["memory_used"] = _inner(cells[1], used, "used")
            if state := _POWER.search(cells[0].text):
                for group, key in (("temperature", "temperature"), ("power", "power"), ("limit", "power_limit")):
                    gpus[-1][key] = _inner(cells[0], state, group)
            if busy := _BUSY.search(cells[2].text):
                gpus[-1]["utilization"] = _inner(cells[2], busy, 0)
    for gpu in gpus:
        yield from judge(part, gpu)
    yield from uneven(part, gpus)


def _inner(cell: Cell, match: re.Match[str], group: str | int) -> Cell:
    return Cell(match.group(group), cell.start + match.start(group), cell.start + match.end(group))


@bounded
def read_csv(part: Part) -> Iterator[Signal | Phrase]:
    """Rows of `--query-gpu`; without a header the names are those on the command line."""
    names: list[str] = []
    queried = re.search(r"--query-gpu[= ]([\w.,]+)", part.command)
    if queried:
        names = queried[1].lower().split(",")
    by_gpu: dict[str, list[Gpu]] = {}
    for line in lines_of(part):
        cells = delimited(line, ",")
        if len(cells) < 2:
            continue
        if re.search(r"(?:^|, ?)(?:[a-z_]+\.[a-z_.]+|index|pstate)(?: \[|,|$)", line.text):
            names = [cell.text.partition(" [")[0].lower() for cell in cells]
            continue
        if len(cells) == len(names):
            named = dict(zip(names, cells, strict=True))
            gpu = _gpu(named)
            key = next((cell.text for name, cell in named.items() if name in _IDENTITIES), "")
            if len(by_gpu) < _MOST_GPUS or key in by_gpu:
                by_gpu.setdefault(key, []).append(gpu)
            if product := named.get("name") or named.get("gpu_name"):
                yield part.phrase(product.start, product.end)
    for rows in by_gpu.values():
        yield from judge(part, rows[-1])
        if len(rows) > 3:
            for name, metric, unit in (("utilization", "gpu_utilization", "%"), ("clock", "gpu_clock", "MHz")):
                yield from _moved(part, metric, unit, [gpu[name] for gpu in rows if name in gpu])
    yield from uneven(part, [rows[-1] for rows in by_gpu.values()])


_IDENTITIES = ("index", "uuid", "gpu_uuid", "pci.bus_id", "gpu_bus_id", "serial")


def _gpu(cells: Row) -> Gpu:
    gpu: Gpu = {}
    for name, cell in cells.items():
        if known := _COLUMNS.get(name):
            gpu.setdefault(known, cell)
        elif name.startswith(("clocks_event_reasons.", "clocks_throttle_reasons.")):
            gpu["reason:" + name.partition(".")[2]] = cell
        elif ecc := re.fullmatch(r"ecc\.errors\.(un)?corrected\.(volatile|aggregate)\.(sram|dram|total)", name):
            what = ("" if ecc[3] == "total" else ecc[3] + "_") + ("uncorrectable" if ecc[1] else "correctable")
            gpu[f"ecc:{ecc[2]}:{what}"] = cell
    return gpu


@bounded
def read_dmon(part: Part) -> Iterator[Signal | Phrase]:
    """Columns of `nvidia-smi dmon`, a series a GPU and column."""
    header: list[Cell] = []
    origin = 0
    columns: dict[tuple[str, str], list[Cell]] = {}
    for line in lines_of(part):
        if line.text.startswith("#"):
            if "gpu" in line.text.split():
                header, origin = [word for word in words(line) if word.text != "#"], line.start
            continue
        cells = row(line, header, origin)
        index = cells.get("gpu")
        if index is None or not index.text.isdigit():
            continue
        for name, cell in cells.items():
            if (name in _DMON or name == "mem") and len(columns) < 8 * _MOST_GPUS:
                columns.setdefault((index.text, name), []).append(cell)
    for (gpu_index, name), cells_of in columns.items():
        if name == "mem":
            gpu = {"utilization": columns[gpu_index, "sm"][-1]} if (gpu_index, "sm") in columns else {}
            if all(cell.text == "0" for cell in cells_of):
                yield from judge_spin(part, {**gpu, "memory_utilization": cells_of[-1]})
            continue
        metric, unit = _DMON[name]
        yield from _moved(part, metric, unit, cells_of, last=True)


def _moved(part: Part, metric: str, unit: str, cells: list[Cell], *, last: bool = False) -> Iterator[Signal]:
    """What a series did, and with `last` where it stands if it did nothing."""
    from kb.signals.units import convert

    numbered = [(value, cell) for cell in cells if (value := number(cell.text)) is not None]
    factor, base = convert(1.0, unit)
    shape = series.describe([value * factor for value, _ in numbered])
    if shape is not None and shape.kind != "flat":
        cell = numbered[min(shape.place, len(numbered) - 1)][1]
        severity = severity_of_change(metric, shape.direction, shape.change)
        yield part.signal(
            "metric", metric, cell.start, cell.end, severity=severity, from_value=shape.before, to_value=shape.after,
            unit=base, direction=shape.direction, change=round(shape.change, 4),
        )  # fmt: skip
    elif last and numbered:
        value, cell = numbered[-1]
        hot = metric == "gpu_temperature" and value >= 88
        yield part.signal(
            "metric", metric, cell.start, cell.end, severity="warning" if hot else "none", to_value=value * factor,
            unit=base, direction="flat" if shape else None,
        )  # fmt: skip
