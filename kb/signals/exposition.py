"""Prometheus text exposition and OpenMetrics: one scrape of an exporter, or several pasted one after the other.

A line is a name, labels and a value, whichever of the two dialects it is in; a parser of its own costs ten lines
and, unlike the client library, keeps where each value stands and survives a scrape that was cut off. Counters of a
single scrape have no baseline and are information; gauges that are bad by themselves are judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals import metric_series
from kb.signals.gauges import GAUGES
from kb.signals.limits import Limits, Reading
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST_SAMPLES = 50_000
_MOST_SIGNALS = 120
_MOST_NAMES = 120
_SAMPLE = re.compile(
    r"^(?P<name>[a-zA-Z_:][\w:]*)(?:\{(?P<labels>(?:[^\"}\n]|\"(?:[^\"\\\n]|\\.)*\")*)\})?[ \t]+"
    r"(?P<value>[-+]?(?:\d[\d.eE+-]*|Inf|NaN))(?=[ \t\n]|$)",
    re.MULTILINE,
)
_NAME = re.compile(r"^DCGM_FI_\w+$", re.MULTILINE)

_THROTTLED = (("DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", "DCGM_FI_DEV_CLOCKS_EVENT_REASONS"), 0x8 | 0x20 | 0x40 | 0x80)
"""Bits of the reasons that are faults: hardware slowdown, software and hardware thermal, power brake."""
_UTILIZATION = ("DCGM_FI_DEV_GPU_UTIL", "nvidia_smi_utilization_gpu_ratio")
_HOST = re.compile(r"(?:Hostname|instance|node)=\"([^\"\n]*)\"")
_XID = "DCGM_FI_DEV_XID_ERRORS"
_HISTOGRAMS = {
    "etcd_disk_wal_fsync_duration_seconds": ("fsync_time", 0.1),
    "etcd_disk_backend_commit_duration_seconds": ("backend_commit_time", 0.25),
    "vllm:time_to_first_token_seconds": ("time_to_first_token", 10.0),
    "vllm:time_per_output_token_seconds": ("time_per_output_token", 0.5),
    "etcd_network_peer_round_trip_time_seconds": ("etcd_peer_rtt", 0.1),
}  # fmt: skip
"""Histogram -> metric, and the seconds at the 99th percentile from which it is worth a warning."""


class _Sample(NamedTuple):
    name: str
    labels: str
    start: int
    end: int
    readings: list[Reading]


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Gauges that are known, what moved between scrapes, and names for the search."""
    samples: dict[tuple[str, str], _Sample] = {}
    for number, match in enumerate(_SAMPLE.finditer(part.text)):
        if number == _MOST_SAMPLES:
            break
        value = metric_series.number(match["value"])
        if value is None:
            continue
        key = (match["name"], match["labels"] or "")
        sample = samples.setdefault(key, _Sample(*key, *match.span("name"), []))
        sample.readings.append(Reading(value, *match.span("value")))
    yield from _gauges(part, samples)
    yield from _idle(part, samples)
    yield from _moved(part, samples)
    yield from _ratios(part, samples)
    yield from _percentiles(part, samples)
    names: dict[str, tuple[int, int]] = {}
    for sample in samples.values():
        names.setdefault(sample.name, (sample.start, sample.end))
    for match in _NAME.finditer(part.text, 0, 1 << 18):
        names.setdefault(match.group(), match.span())
    for start, end in list(names.values())[:_MOST_NAMES]:
        yield part.phrase(start, end)


def _gauges(part: Part, samples: dict[tuple[str, str], _Sample]) -> Iterator[Signal | Phrase]:
    shown = 0
    for sample in samples.values():
        last = sample.readings[-1]
        if sample.name == _XID and last.value:
            yield part.signal("code", f"xid {int(last.value)}", sample.start, last.end, severity="error")
            continue
        if sample.name in _THROTTLED[0] and int(last.value) & _THROTTLED[1]:
            yield part.signal("state", "gpu clock throttled", sample.start, last.end, severity="warning")
        if sample.name == "node_md_disks" and 'state="failed"' in sample.labels and last.value:
            yield part.signal("state", "raid member failed", sample.start, last.end, severity="error")
        limits = GAUGES.get(sample.name)
        if limits is None or len(sample.readings) > 1:
            continue
        value = float(f"{last.value * limits.factor:.9g}")
        level = limits.severity(value)
        shown += level == "none"
        if level != "none" or shown <= _MOST_SIGNALS // 2:
            yield part.signal(
                "metric", limits.metric, sample.start, last.end, severity=level, to_value=value, unit=limits.unit
            )
        if level != "none":
            yield part.phrase(sample.start, last.end)


def _idle(part: Part, samples: dict[tuple[str, str], _Sample]) -> Iterator[Signal]:
    """A GPU that does nothing while its neighbours on the same host are busy."""
    hosts: dict[str, list[tuple[float, _Sample]]] = {}
    for sample in samples.values():
        if sample.name in _UTILIZATION:
            host = _HOST.search(sample.labels)
            value = sample.readings[-1].value * GAUGES[sample.name].factor
            hosts.setdefault(host[1] if host else "", []).append((value, sample))
    for gpus in hosts.values():
        values = sorted(value for value, _ in gpus)
        if len(gpus) < 4 or values[len(values) // 2] < 50:
            continue
        for value, sample in gpus:
            if value <= 5:
                end = sample.readings[-1].end
                yield part.signal("state", "gpu idle while others work", sample.start, end, severity="warning")


def _moved(part: Part, samples: dict[tuple[str, str], _Sample]) -> Iterator[Signal]:
    """The same series read several times."""
    shown = 0
    for sample in samples.values():
        if len(sample.readings) < 2 or shown > _MOST_SIGNALS:
            continue
        limits = GAUGES.get(sample.name)
        scaled = (
            [one._replace(value=one.value * limits.factor) for one in sample.readings] if limits else sample.readings
        )
        signal = metric_series.signal(part, limits.metric if limits else sample.name, scaled)
        if signal and signal.direction != "flat":
            shown += 1
            level = (
                limits.severity(signal.to_value or 0.0)
                if limits and signal.severity in ("none", "info")
                else signal.severity
            )
            counter = sample.name.endswith(("_total", "_count", "_sum", "_bucket"))
            yield signal._replace(severity="info" if counter else level)


def _ratios(part: Part, samples: dict[tuple[str, str], _Sample]) -> Iterator[Signal | Phrase]:
    """How full file systems and the memory are, which exporters give as two numbers."""
    total = samples.get(("node_memory_MemTotal_bytes", ""))
    free = samples.get(("node_memory_MemAvailable_bytes", ""))
    if total and free and total.readings[-1].value:
        from kb.signals.memory import MEMORY

        used = round(100 * (1 - free.readings[-1].value / total.readings[-1].value), 2)
        yield part.signal(
            "metric",
            MEMORY.metric,
            free.start,
            free.readings[-1].end,
            severity=MEMORY.severity(used),
            to_value=used,
            unit="%",
        )
    shown = 0
    for (name, labels), sample in samples.items():
        for what, size, limits in (
            ("node_filesystem_avail_bytes", "node_filesystem_size_bytes", Limits("disk_used_percent", "%", 90, 97)),
            ("node_filesystem_files_free", "node_filesystem_files", Limits("inode_used_percent", "%", 90, 97)),
        ):
            whole = samples.get((size, labels)) if name == what else None
            if (
                whole is None
                or not whole.readings[-1].value
                or any(fs in labels for fs in ("squashfs", "iso9660", "ramfs"))
            ):
                continue
            used = round(100 * (1 - sample.readings[-1].value / whole.readings[-1].value), 2)
            level = limits.severity(used)
            shown += 1
            if level != "none" or shown <= 12:
                yield part.signal(
                    "metric",
                    limits.metric,
                    sample.start,
                    sample.readings[-1].end,
                    severity=level,
                    to_value=used,
                    unit="%",
                )
            if level != "none":
                yield part.phrase(sample.start, sample.readings[-1].end)


def _percentiles(part: Part, samples: dict[tuple[str, str], _Sample]) -> Iterator[Signal]:
    """The 99th percentile of histograms that matter, as the upper bound of its bucket."""
    for base, (metric, limit) in _HISTOGRAMS.items():
        buckets: list[tuple[float, _Sample]] = []
        for (name, labels), sample in samples.items():
            if name == f"{base}_bucket" and (bound := re.search(r'\ble="([^"]+)"', labels)):
                buckets.append((float("inf") if bound[1] == "+Inf" else metric_series.number(bound[1]) or 0.0, sample))
        buckets.sort(key=lambda item: item[0])
        if (
            len(buckets) < 2
            or len({bound for bound, _ in buckets}) != len(buckets)
            or not buckets[-1][1].readings[-1].value
        ):
            continue
        count = buckets[-1][1].readings[-1].value
        upper, sample = next(item for item in buckets if item[1].readings[-1].value >= 0.99 * count)
        upper = buckets[-2][0] if upper == float("inf") else upper
        level = "warning" if upper >= limit else "none"
        last = sample.readings[-1]
        yield part.signal("metric", metric, sample.start, last.end, severity=level, to_value=upper, unit="s")
