"""iostat: how long a request waits at each device and how much of the CPU waits for it.

The first report counts since boot and says nothing about now: with more than one report it serves as
what is usual only. 100 %util means that some request was always under way; a device that serves many at once (NVMe,
RAID, a cloud volume) is saturated when requests wait, not when it is busy.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.limits import Cell, Limits, Reading, cells, numeric, read_cell, readings
from kb.signals.model import SEVERITIES, Phrase, Signal
from kb.signals.part import Line, Part

_MOST_LINES = 20_000
_MOST_DEVICES = 40
_MOST_HEALTHY = 8
_CPU = {
    "%iowait": Limits("cpu_iowait", "%", 10, 30),
    "%steal": Limits("cpu_steal", "%", 10, 30),
    "%idle": Limits("cpu_idle", "%", 3, low=True),
}
_RATES = {
    "r/s": Limits("disk_reads", "iops"), "w/s": Limits("disk_writes", "iops"), "tps": Limits("iops", "iops"),
    "rkB/s": Limits("disk_read_throughput", "GB/s", factor=1024e-9),
    "wkB/s": Limits("disk_write_throughput", "GB/s", factor=1024e-9),
    "rMB/s": Limits("disk_read_throughput", "GB/s", factor=1024**2 * 1e-9),
    "wMB/s": Limits("disk_write_throughput", "GB/s", factor=1024**2 * 1e-9),
    "kB_read/s": Limits("disk_read_throughput", "GB/s", factor=1024e-9),
    "kB_wrtn/s": Limits("disk_write_throughput", "GB/s", factor=1024e-9),
    "MB_read/s": Limits("disk_read_throughput", "GB/s", factor=1024**2 * 1e-9),
    "MB_wrtn/s": Limits("disk_write_throughput", "GB/s", factor=1024**2 * 1e-9),
}  # fmt: skip
_AWAITS = {
    "await": "disk_await", "r_await": "disk_read_await", "w_await": "disk_write_await", "f_await": "disk_flush_await",
}  # fmt: skip
_QUEUES = ("aqu-sz", "avgqu-sz")
_FAST = (0.004, 0.02)
_SLOW = (0.02, 0.1)
"""Seconds of waiting that are worth a warning and an error: flash on PCIe answers in well under a millisecond, a
rotating disk in about 10."""
_ENOUGH = 5.0
"""Requests a second below which an average wait says nothing."""


class _Device(NamedTuple):
    """What was read of one device: column -> readings, one a report."""

    name: Cell
    columns: dict[str, list[Reading]]


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Waits, queues and rates of each device, and the share of the CPU that waits."""
    processor: dict[str, list[Reading]] = {}
    devices: dict[str, _Device] = {}
    header: list[Cell] = []
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            break
        found = cells(line)
        if not found:
            continue
        if found[0].text.startswith(("avg-cpu", "Device")):
            header = found
        elif header and numeric(found) >= len(header) - 1 and len(found) <= len(header) + 1:
            _take(header, found, line, processor, devices)
    reports = max((len(one) for device in devices.values() for one in device.columns.values()), default=0)
    yield from _cpu(part, processor)
    fast = any(name.startswith("nvme") for name in devices)
    healthy = 0
    for device in list(devices.values())[:_MOST_DEVICES]:
        signals = list(_device(part, device, reports, fast=fast))
        bad = any(signal.severity not in ("none", "info") for signal in signals)
        healthy += not bad
        if bad or healthy <= _MOST_HEALTHY:
            yield from signals
        if bad:
            yield part.phrase(device.name.start, device.name.end)
    yield from _headers(part, header)


def _take(
    header: list[Cell],
    found: list[Cell],
    line: Line,
    processor: dict[str, list[Reading]],
    devices: dict[str, _Device],
) -> None:
    if header[0].text.startswith("avg-cpu"):
        for title, cell in zip(header[1:], found, strict=False):
            if title.text in _CPU and (one := read_cell(_CPU[title.text], cell)):
                processor.setdefault(title.text, []).append(one)
        return
    names = [title.text for title in header]
    device = devices.setdefault(found[0].text, _Device(found[0], {}))
    for name, cell in zip(names[1:], found[1:], strict=False):
        limits = _RATES.get(name) or Limits(name, factor=1e-3 if name in _AWAITS else 1.0)
        if one := read_cell(limits, cell):
            device.columns.setdefault(name, []).append(one)


def _cpu(part: Part, processor: dict[str, list[Reading]]) -> Iterator[Signal]:
    for name, found in processor.items():
        usual = found[0].value if len(found) > 1 else None
        if signal := readings(part, _CPU[name], found[1:] or found, usual):
            yield signal


def _device(part: Part, device: _Device, reports: int, *, fast: bool) -> Iterator[Signal]:
    columns = device.columns
    since_boot = 1 if reports > 1 else 0
    now = {name: found[since_boot:] or found for name, found in columns.items()}
    usual = {name: found[0].value for name, found in columns.items() if since_boot and len(found) > 1}
    rate = sum(_peak(now.get(name, [])) for name in ("r/s", "w/s", "tps"))
    fast = device.name.text.startswith("nvme") or (fast and device.name.text.startswith(("md", "dm-")))
    worst = "none"
    for name, metric in _AWAITS.items():
        if not (found := now.get(name)):
            continue
        warning, error = (_FAST if fast else _SLOW) if rate >= _ENOUGH else (None, None)
        signal = readings(part, Limits(metric, "s", warning, error), found, usual.get(name))
        if signal:
            worst = max(worst, signal.severity, key=SEVERITIES.index)
            yield signal
    parallel = device.name.text.startswith(("nvme", "md", "dm-"))
    busy = Limits("disk_utilization", "%", 90 if not parallel or worst != "none" else None)
    if found := now.get("%util"):
        signal = readings(part, busy, found, usual.get("%util"))
        if signal:
            yield signal
            full = signal.severity != "none"
            if full:
                last = found[-1]
                yield part.signal("state", "disk saturated", last.start, last.end, severity="warning")
            worst = "warning" if full and worst == "none" else worst
    for name in _QUEUES:
        limits = Limits("disk_queue_length", None, 16 if worst != "none" else None)
        if (found := now.get(name)) and (signal := readings(part, limits, found, usual.get(name))):
            yield signal
    for name, limits in _RATES.items():
        if (found := now.get(name)) and (signal := readings(part, limits, found)):
            yield signal


def _headers(part: Part, header: list[Cell]) -> Iterator[Phrase]:
    """The names of the columns that say whether a disk is slow."""
    for title in header:
        if title.text in _AWAITS or title.text in (*_QUEUES, "%util", "%iowait"):
            yield part.phrase(title.start, title.end)


def _peak(found: list[Reading]) -> float:
    return max((one.value for one in found), default=0.0)
