"""What a GPU reports about itself, judged the same way whatever form of `nvidia-smi` printed it.

A form gives names and cells; the names here are those of `nvidia-smi --query-gpu` with the path of a form folded into
words. Limits of temperature come from the text: newer GPUs print margins ("T.Limit") that shrink to 0 as the GPU
gets hot, and a constant limit such as -8 C is no temperature at all.

Sources: NVIDIA GPU memory error management (row remapping, more than 4 uncorrectable SRAM errors in a bucket exceed the
threshold for RMA), `nvidia-smi --help-query-gpu`.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.signals.model import Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, level, number, reading, size_gb

_METRICS = {
    "utilization": ("gpu_utilization", "%"), "memory_used": ("gpu_memory_used", "GB"),
    "temperature": ("gpu_temperature", "C"), "memory_temperature": ("gpu_memory_temperature", "C"),
    "power": ("gpu_power", "W"), "clock": ("gpu_clock", "MHz"),
}  # fmt: skip
_HOT, _TOO_HOT = 88.0, 95.0
"""Degrees of a GPU from which it throttles or soon will, where no limit is printed."""
_MEMORY_HOT, _MEMORY_TOO_HOT = 96.0, 105.0
_MOST_SRAM = 4
_REASONS = {
    "hw_slowdown": "error", "hw_thermal_slowdown": "error", "hw_power_brake_slowdown": "error",
    "sw_thermal_slowdown": "warning", "sw_power_cap": "info", "sync_boost": "info",
}  # fmt: skip
"""Reasons for lower clocks that are worth a word; at the power cap under full load is where a GPU belongs."""
_FAILED = (
    "[Unknown Error]",
    "Unknown Error",
    "[GPU requires reset]",
    "GPU requires reset",
    "GPU is lost",
    "[GPU is lost]",
)
"""What stands in place of a reading of a GPU that does not answer."""
_FLAGS = {
    "remap_pending": ("row remap pending", "error"), "remap_failed": ("row remap failed", "critical"),
    "retired_pending": ("page retirement pending", "error"), "channel_repair": ("channel repair pending", "error"),
    "tpc_repair": ("tpc repair pending", "error"), "sram_threshold": ("sram error threshold exceeded", "critical"),
    "reset_required": ("gpu reset required", "error"),
    "drain_recommended": ("gpu drain and reset recommended", "warning"),
    "route_unhealthy": ("nvlink fabric route unhealthy", "error"),
    "route_recovery": ("nvlink fabric route recovery in progress", "warning"),
    "access_recovery": ("nvlink fabric access timeout recovery", "warning"),
}  # fmt: skip
"""Fields that say yes or no: what yes means, and how bad it is."""
_BUSY, _LOW_POWER = 95.0, 0.35
"""A kernel resident all the time (%), yet power below this share of the limit: it spins or waits."""

Gpu = dict[str, Cell]
"""One GPU: name of a reading -> cell. See `judge` for the names."""


def judge(part: Part, gpu: Gpu) -> Iterator[Signal]:
    """Signals of one GPU. Names: `utilization`, `memory_utilization`, `memory_used`,
    `temperature`, `memory_temperature`, `power`,
    `power_limit`, `clock`, `temperature_margin`, `slowdown_temperature`, `pstate`, `link_width`, `link_width_max`,
    `link_gen`, `link_gen_max`, `virtual`, `reason:<name>`, `ecc:<volatile|aggregate>:<what>`, `remap_pending`,
    `remap_failed`, `remap_uncorrectable`, `remap_correctable`, `retired_pending`, `sram_threshold`, `recovery`,
    `fabric_state`, `fabric_status`, `fabric_bandwidth`, `banks_low`, `banks_none`, `retired_double`, `replays`, and
    those of `_FLAGS`."""
    yield from _readings(part, gpu)
    yield from _memory_errors(part, gpu)
    yield from _link(part, gpu)
    for name, cell in gpu.items():
        if name.startswith("reason:") and cell.text == "Active":
            reason = name.partition(":")[2]
            if reason in _REASONS:
                yield _state(part, f"gpu throttled: {reason.replace('_', ' ')}", cell, _REASONS[reason])
        elif "ERR!" in cell.text or cell.text.strip("[]") in _FAILED:
            yield _state(part, "gpu reading failed", cell, "critical")
    recovery = gpu.get("recovery")
    if recovery and recovery.text not in ("None", "N/A", "[N/A]", ""):
        yield _state(part, f"gpu recovery needed: {recovery.text.lower()}", recovery, "error")
    yield from _fabric(part, gpu)
    yield from judge_spin(part, gpu)


def judge_spin(part: Part, gpu: Gpu) -> Iterator[Signal]:
    """A kernel that is resident all the time but moves no memory waits for something: a collective that hangs."""
    if (_value(gpu, "utilization") or 0) >= _BUSY and _value(gpu, "memory_utilization") == 0:
        yield _state(part, "gpu busy without memory traffic", gpu["memory_utilization"], "warning")


def _readings(part: Part, gpu: Gpu) -> Iterator[Signal]:
    power, limit, busy = _value(gpu, "power"), _value(gpu, "power_limit"), _value(gpu, "utilization")
    for name, (metric, unit) in _METRICS.items():
        cell = gpu.get(name)
        if cell is None:
            continue
        value = size_gb(cell.text) if name == "memory_used" else number(cell.text)
        severity = "none"
        if value is not None and name == "temperature":
            slowdown = _value(gpu, "slowdown_temperature")
            limits = (slowdown - 4, slowdown) if slowdown and slowdown > 50 else (_HOT, _TOO_HOT)
            severity = level(value, *limits)
        elif value is not None and name == "memory_temperature":
            severity = level(value, _MEMORY_HOT, _MEMORY_TOO_HOT)
        yield from reading(part, metric, cell, value, unit, severity)
    margin = _value(gpu, "temperature_margin")
    if margin is not None:
        severity = "error" if margin <= 0 else "warning" if margin <= 3 else "none"
        yield from reading(part, "gpu_temperature_margin", gpu["temperature_margin"], margin, "C", severity)
    if power and limit and busy is not None and busy >= _BUSY and power < _LOW_POWER * limit:
        yield _state(part, "gpu busy at low power", gpu["power"], "warning")
    clocks = _value(gpu, "clock"), _value(gpu, "clock_max")
    if clocks[0] and clocks[1] and busy is not None and busy >= 50 and clocks[0] < 0.5 * clocks[1]:
        yield _state(part, "gpu clock low under load", gpu["clock"], "warning")


def _memory_errors(part: Part, gpu: Gpu) -> Iterator[Signal]:
    for name, cell in gpu.items():
        if not name.startswith("ecc:"):
            continue
        _, since, what = name.split(":", 2)
        count = number(cell.text)
        if not count:
            continue
        metric = f"gpu_ecc_{what}_{since}" if since else f"gpu_ecc_{what}"
        yield from reading(part, metric, cell, count, None, _ecc_severity(since, what, count))
    for name, (state, severity) in _FLAGS.items():
        if name in gpu and gpu[name].text.lower() in ("yes", "true", "1"):
            yield _state(part, state, gpu[name], severity)
    for name, state, severity in (
        ("banks_low", "row remap banks low", "warning"), ("banks_none", "row remap banks exhausted", "error"),
    ):  # fmt: skip
        if _value(gpu, name):
            yield _state(part, state, gpu[name], severity)
    if pages := _value(gpu, "retired_double"):
        yield from reading(part, "gpu_pages_retired_double_bit", gpu["retired_double"], pages, None, "warning")
    for name, severity in (("remap_uncorrectable", "warning"), ("remap_correctable", "info")):
        if count := _value(gpu, name):
            metric = f"gpu_rows_{name.replace('remap_', 'remapped_')}"
            yield from reading(part, metric, gpu[name], count, None, severity)


def _ecc_severity(since: str, what: str, count: float) -> str:
    if "uncorrectable" not in what:
        return "info"
    if since == "aggregate":
        return "critical" if what.startswith("sram") and count > _MOST_SRAM else "warning"
    return "error"


def _link(part: Part, gpu: Gpu) -> Iterator[Signal]:
    """A narrower link is wrong unless a hypervisor hides lanes; the generation falls when idle."""
    width, most = _value(gpu, "link_width"), _value(gpu, "link_width_max")
    idle = (_value(gpu, "utilization") or 0) == 0
    if width and most and width < most:
        virtual = gpu.get("virtual")
        severity = "info" if virtual and virtual.text in ("Pass-Through", "VGPU") else "warning"
        yield part.signal(
            "metric", "pcie_link_width", gpu["link_width"].start, gpu["link_width"].end, severity=severity,
            from_value=most, to_value=width, unit="lanes", direction="down", change=width / most - 1,
        )  # fmt: skip
    gen, most = _value(gpu, "link_gen"), _value(gpu, "link_gen_max")
    if gen and most and gen < most and not idle:
        yield part.signal(
            "metric", "pcie_link_generation", gpu["link_gen"].start, gpu["link_gen"].end, severity="warning",
            from_value=most, to_value=gen, direction="down", change=gen / most - 1,
        )  # fmt: skip
    if replays := _value(gpu, "replays"):
        yield from reading(part, "pcie_replays", gpu["replays"], replays, None, "warning" if replays >= 100 else "info")


def _fabric(part: Part, gpu: Gpu) -> Iterator[Signal]:
    state, status, bandwidth = gpu.get("fabric_state"), gpu.get("fabric_status"), gpu.get("fabric_bandwidth")
    fine = ("Completed", "N/A", "[N/A]", "Success", "Not Supported", "[Not Supported]", "")
    if state and state.text not in fine:
        yield _state(part, f"nvlink fabric {state.text.lower()}", state, "warning")
    if status and status.text not in fine and (not state or state.text in fine):
        yield _state(part, f"nvlink fabric {status.text.lower()}", status, "error")
    if bandwidth and bandwidth.text == "Degraded":
        yield _state(part, "nvlink fabric bandwidth degraded", bandwidth, "error")


def uneven(part: Part, gpus: list[Gpu]) -> Iterator[Signal]:
    """One GPU that idles while most of the others are busy."""
    busy = [value for gpu in gpus if (value := _value(gpu, "utilization")) is not None]
    if len(busy) < 4 or sum(1 for value in busy if value >= 80) <= len(busy) / 2:
        return
    for gpu in gpus:
        if _value(gpu, "utilization") == 0:
            yield _state(part, "gpu idle while others are busy", gpu["utilization"], "warning")


def _state(part: Part, name: str, cell: Cell, severity: str) -> Signal:
    return part.signal("state", name, cell.start, cell.end, severity=severity)


def _value(gpu: Gpu, name: str) -> float | None:
    cell = gpu.get(name)
    return number(cell.text) if cell else None
