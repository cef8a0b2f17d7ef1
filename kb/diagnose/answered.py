"""Which checks an input answers already: who pastes `nvidia-smi -q` is not asked for the ECC counters.

A declared table: for a check of the catalogue the formats whose output is its answer, and the signals (by the beginning
of their name) that only its answer contains. And one rule for the whole catalogue: a check one of whose readings quotes
a text is answered by an input in which that text stands. What neither tells is asked.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from kb.signals.model import Signals

FORMATS: dict[str, tuple[str, ...]] = {
    "clock-synchronisation": ("cmd:chronyc", "cmd:ntpq"),
    "db-slow-queries": ("cmd:pg-stat-activity", "cmd:mysql-processlist"),
    "ecc-counters": ("cmd:nvidia-smi-q", "cmd:nvidia-smi-xml"),
    "edac-mce-memory-errors": ("log:mcelog",),
    "etcd-fsync-latency": ("metrics:prom-text-etcd",),
    "gc-and-heap-log": ("log:java-gc",),
    "gpu-dcgm-diag": ("cmd:dcgmi-diag",),
    "ib-port-state": ("cmd:ibstat",),
    "ib-symbol-errors": ("cmd:perfquery",),
    "ib-write-bandwidth-pair": ("bench:ib-write-bw",),
    "inference-batch-and-cache": ("metrics:prom-text-vllm",),
    "k8s-node-conditions": ("cmd:kubectl-describe-node",),
    "local-disk-health": ("cmd:smartctl", "cmd:nvme-smart-log"),
    "local-disk-latency": ("cmd:iostat",),
    "nccl-message-size-sweep": ("bench:nccl-tests",),
    "nfs-client-stats": ("cmd:nfsstat", "cmd:nfsiostat", "cmd:mountstats"),
    "nvlink-pair-bandwidth": ("bench:nvbandwidth",),
    "nvlink-status": ("cmd:nvidia-smi-nvlink",),
    "oom-kill-log": ("log:dmesg-oom",),
    "path-loss-per-hop": ("cmd:mtr",),
    "queue-lag-and-consumers": ("cmd:kafka-consumer-group",),
    "shared-fs-client-eviction": ("log:dmesg-lustre", "log:dmesg-nfs"),
    "slurm-job-pending-reason": ("cmd:slurm-squeue",),
    "slurm-node-reason": ("cmd:slurm-sinfo",),
    "stack-dump-all-ranks": ("log:py-spy",),
    "swap-and-memory-pressure": ("cmd:vmstat",),
    "tls-certificate-expiry": ("cmd:openssl",),
    "xid-in-kernel-log": ("log:dmesg-xid",),
    "xid-without-code": ("log:dmesg-xid",),
}
"""Formats of `kb.signals.families` whose text is the answer to a check, whatever it says."""

SIGNALS: dict[str, tuple[str, ...]] = {
    "driver-library-mismatch": ("nvml driver/library version mismatch",),
    "ecc-counters": ("gpu_ecc_",),
    "edac-mce-memory-errors": ("edac uncorrectable error",),
    "gpu-clocks-event-reasons": ("gpu throttled",),
    "gpu-recovery-action": ("gpu recovery needed", "xid 154"),
    "gpu-thermal-margin": ("gpu_temperature_margin",),
    "instance-launch-errors": ("insufficientinstancecapacity", "requestlimitexceeded"),
    "k8s-node-conditions": ("diskpressure", "memorypressure", "pidpressure"),
    "k8s-pending-events": ("failedscheduling",),
    "k8s-pod-last-state": ("oomkilled",),
    "nccl-debug-log": ("ibv_wc_", "ib port error"),
    "oom-kill-log": ("oom kill",),
    "pcie-aer-errors": ("pcie aer uncorrected",),
    "row-remap-availability": ("row remap", "gpu_rows_remapped"),
    "shared-fs-client-eviction": ("lustre client evicted",),
    "tls-certificate-expiry": ("x509 certificate expired", "x509 name mismatch", "certificate not yet valid"),
    "xid-48-double-bit-ecc": ("xid 94", "xid 95", "xid 140"),
    "xid-63-64-row-remap": ("row remap", "gpu_rows_remapped", "xid 63", "xid 64"),
    "xid-in-kernel-log": ("xid ", "gpu fallen off the bus"),
    "xid-without-code": ("xid ", "gpu fallen off the bus"),
}
"""Beginnings of the names of signals that answer a check in whatever text they stand, because one of its readings says
the same: an error that says "certificate has expired" leaves no question when it expires."""


def answered(names: Iterable[str], signals: Signals) -> list[str]:
    """Those of the checks (ids) that the input answers, in the order given."""
    seen = {signal.name for signal in signals.signals}
    return [
        name
        for name in names
        if signals.format in FORMATS.get(name, ())
        or any(other.startswith(SIGNALS.get(name, ("\0",))) for other in seen)
    ]


LEAST_QUOTED = 10
"""Characters of a text that is long enough to mean what it means in the check, if it is more than one word."""


def quoted(document: dict[str, Any]) -> list[str]:
    """The texts that the readings of a check of the catalogue quote in backticks, in small letters. What its command
    greps for is no answer: that is often compared with other lines."""
    found = [text for item in document["readings"] for text in item["reading"].get("en", "").split("`")[1::2]]
    return [text.casefold() for text in found if " " in text and len(text) >= LEAST_QUOTED]


def shown(documents: Mapping[str, dict[str, Any]], signals: Signals) -> list[str]:
    """Those of the checks (by id) of which a reading quotes a text that stands in the input, in the order given."""
    sought = {name: texts for name, document in documents.items() if (texts := quoted(document))}
    if not sought:
        return []
    parts = [phrase.text for phrase in signals.phrases] + [signal.text for signal in signals.signals]
    whole = " ".join("\n".join(parts).casefold().split())
    return [name for name, texts in sought.items() if any(text in whole for text in texts)]
