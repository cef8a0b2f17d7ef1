"""`nvidia-smi -q` and its XML form (`-q -x`): the same facts under slightly different names.

Both are brought to paths of words in lower case; the rules look at the end of a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.gpu_state import Gpu, judge, uneven
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, bounded, fields

_MOST_GPUS = 32
_TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-z_]\w{0,60})(?P<rest>[^<>\n]{0,200})>(?P<value>[^<\n]{0,200})")
_RULES = (
    ("utilization/gpu", "utilization"), ("utilization/gpu_util", "utilization"),
    ("utilization/memory", "memory_utilization"), ("utilization/memory_util", "memory_utilization"),
    ("fb_memory_usage/used", "memory_used"),
    ("gpu_current_temp", "temperature"), ("temperature/gpu_temp", "temperature"),
    ("memory_current_temp", "memory_temperature"), ("temperature/memory_temp", "memory_temperature"),
    ("gpu_t.limit_temp", "temperature_margin"), ("temperature/gpu_temp_tlimit", "temperature_margin"),
    ("gpu_slowdown_temp", "slowdown_temperature"),
    ("temperature/gpu_temp_slow_threshold", "slowdown_temperature"),
    ("power_readings/power_draw", "power"), ("power_readings/average_power_draw", "power"),
    ("power_readings/instantaneous_power_draw", "power"), ("power_readings/instant_power_draw", "power"),
    ("power_readings/power_limit", "power_limit"), ("power_readings/current_power_limit", "power_limit"),
    ("power_readings/enforced_power_limit", "power_limit"),
    ("max_clocks/sm", "clock_max"), ("max_clocks/sm_clock", "clock_max"), ("clocks/sm", "clock"),
    ("clocks/sm_clock", "clock"), ("performance_state", "pstate"),
    ("link_width/current", "link_width"), ("link_widths/current_link_width", "link_width"),
    ("link_width/max", "link_width_max"), ("link_widths/max_link_width", "link_width_max"),
    ("pcie_generation/current", "link_gen"), ("pcie_gen/current_link_gen", "link_gen"),
    ("pcie_generation/max", "link_gen_max"), ("pcie_gen/max_link_gen", "link_gen_max"),
    ("virtualization_mode", "virtual"), ("replays_since_reset", "replays"), ("replay_counter", "replays"),
    ("remapped_rows/pending", "remap_pending"), ("remapped_rows/remapped_row_pending", "remap_pending"),
    ("remapped_rows/remapping_failure_occurred", "remap_failed"),
    ("remapped_rows/remapped_row_failure", "remap_failed"),
    ("remapped_rows/correctable_error", "remap_correctable"), ("remapped_rows/remapped_row_corr", "remap_correctable"),
    ("remapped_rows/uncorrectable_error", "remap_uncorrectable"),
    ("remapped_rows/remapped_row_unc", "remap_uncorrectable"),
    ("retired_pages/pending_page_blacklist", "retired_pending"),
    ("retired_pages/pending_retirement", "retired_pending"),
    ("sram_threshold_exceeded", "sram_threshold"), ("aggregate/sram_threshold_exceeded", "sram_threshold"),
    ("retired_pages/double_bit_ecc", "retired_double"), ("double_bit_retirement/retired_count", "retired_double"),
    ("channel_repair_pending", "channel_repair"), ("tpc_repair_pending", "tpc_repair"),
    ("bank_remap_availability_histogram/low", "banks_low"), ("row_remapper_histogram_low", "banks_low"),
    ("bank_remap_availability_histogram/none", "banks_none"), ("row_remapper_histogram_none", "banks_none"),
    ("reset_status/reset_required", "reset_required"),
    ("reset_status/drain_and_reset_recommended", "drain_recommended"),
    ("health/bandwidth", "fabric_bandwidth"), ("health/route_unhealthy", "route_unhealthy"),
    ("health/route_recovery_in_progress", "route_recovery"), ("health/access_timeout_recovery", "access_recovery"),
    ("gpu_recovery_action", "recovery"), ("fabric/state", "fabric_state"), ("fabric/status", "fabric_status"),
)  # fmt: skip
"""End of a path -> name in `gpu_state`; two steps count before one, and the first reading of each."""
_ECC = re.compile(r"(?P<since>volatile|aggregate)/(?:(?P<bit>single_bit|double_bit)/)?(?P<what>[\w-]+)$")
_REASON = re.compile(
    r"clocks_(?:event|throttle)_reasons/(?:hw_slowdown/)?(?:\w*reasons?_)?(?P<reason>(?:hw|sw)_\w+|sync_boost)$"
)
_ENDS: dict[str, str] = {}


@bounded
def read_q(part: Part) -> Iterator[Signal | Phrase]:
    """The outline of `nvidia-smi -q`; a piece of it will do."""
    gpus: list[Gpu] = [{}]
    for field in fields(part):
        key = field.key.lower().replace(" ", "_")
        if field.key.startswith("GPU ") and ":" in field.key and not field.value.text:
            gpus.append({})
        elif key == "product_name":
            yield part.phrase(field.value.start, field.value.end)
        if len(gpus) <= _MOST_GPUS + 1:
            path = "/".join([*(step.lower().replace(" ", "_") for step in field.path), key])
            _put(gpus[-1], path, field.value)
    yield from _all(part, gpus)


@bounded
def read_xml(part: Part) -> Iterator[Signal | Phrase]:
    """The tags of `nvidia-smi -q -x`."""
    gpus: list[Gpu] = [{}]
    above: list[str] = []
    for tag in _TAG.finditer(part.text, 0, 4 << 20):
        name = tag["name"]
        if tag["close"]:
            if name in above:
                del above[len(above) - 1 - above[::-1].index(name) :]
            continue
        if name == "gpu":
            gpus.append({})
        value = tag["value"].strip()
        start = tag.start("value") + len(tag["value"]) - len(tag["value"].lstrip())
        if value and name == "product_name":
            yield part.phrase(start, start + len(value))
        if value and len(gpus) <= _MOST_GPUS + 1:
            _put(gpus[-1], "/".join([*above[-4:], name]), Cell(value, start, start + len(value)))
        if not tag["rest"].endswith("/"):
            above.append(name)
            del above[:-20]
    yield from _all(part, gpus)


def _put(gpu: Gpu, path: str, cell: Cell) -> None:
    if not _ENDS:
        _ENDS.update(_RULES)
    steps = path.split("/")
    name = _ENDS.get("/".join(steps[-2:]).removeprefix("gpu_")) or _ENDS.get(steps[-1])
    if name:
        gpu.setdefault(name, cell)
    elif "reasons/" in path and (reason := _REASON.search(path)):
        gpu[f"reason:{reason['reason']}"] = cell
    elif ("volatile/" in path or "aggregate/" in path) and (ecc := _ECC.search(path)):
        _put_ecc(gpu, ecc, cell)


def _put_ecc(gpu: Gpu, ecc: re.Match[str], cell: Cell) -> None:
    what = ecc["what"]
    if ecc["bit"]:
        if what != "total":
            return
        what = "correctable" if ecc["bit"] == "single_bit" else "uncorrectable"
    elif "correctable" not in what:
        return
    gpu.setdefault(f"ecc:{ecc['since']}:{what}", cell)


def _all(part: Part, gpus: list[Gpu]) -> Iterator[Signal]:
    for gpu in gpus:
        yield from judge(part, gpu)
    yield from uneven(part, gpus)
