"""Which checks an input answers already: who pastes `nvidia-smi -q` is not asked for the ECC counters.

Which reading an input gives is told by the catalogue: a reading names the signals that only it gives, or quotes what is
printed then. A declared table has the formats and signals that hold the answer without telling which reading it is.
What neither tells is asked.

A reading that is known is told beside the explanations and does not change them: what it says stood in the words and
codes by which the cases were found. Taking it into account once more told the true cause worse (mean log loss 2.28
instead of 2.09 over 75 reports whose record was left out, 0.21 instead of 0.07 where it was there).
"""

from __future__ import annotations

from kb.diagnose.checks import reading_of, text_of
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from kb.diagnose.checks import Reading, Text
    from kb.signals.model import Signals


class Answered(NamedTuple):
    """A check of the catalogue that the input answers, and the reading that it gives; None where the input holds the
    answer but kb cannot tell which it is."""

    id: str
    title: Text
    reading: Reading | None


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
    "ecc-counters": ("gpu_ecc_*",),
    "gpu-clocks-event-reasons": ("gpu throttled*",),
    "gpu-recovery-action": ("gpu recovery needed*", "xid 154"),
    "gpu-thermal-margin": ("gpu_temperature_margin*",),
    "k8s-pending-events": ("failedscheduling",),
    "oom-kill-log": ("oom kill",),
    "row-remap-availability": ("row remap*", "gpu_rows_remapped*"),
    "shared-fs-client-eviction": ("lustre client evicted",),
    "tls-certificate-expiry": ("x509 certificate expired",),
    "xid-63-64-row-remap": ("row remap*", "gpu_rows_remapped*"),
    "xid-in-kernel-log": ("xid *", "gpu fallen off the bus"),
    "xid-without-code": ("xid *", "gpu fallen off the bus"),
}
"""Names of signals, or with `*` how they begin, that answer a check in whatever text they stand, without telling which
of its readings it is: Go says "has expired or is not yet valid" of both."""

LEAST_QUOTED = 10
"""Characters of a text that is long enough to mean what it means in the check, if it is more than one word."""


def answered(documents: Iterable[dict[str, Any]], signals: Signals) -> list[Answered]:
    """Those of the checks (documents of the catalogue) that the input answers, in the order given, each with the first
    of its readings whose signal or quoted text stands in the input."""
    seen = [signal.name for signal in signals.signals]
    parts = [phrase.text for phrase in signals.phrases] + [signal.text for signal in signals.signals]
    whole = " ".join("\n".join(parts).casefold().split())
    found = []
    for document in documents:
        name, title = document["id"], text_of(document["title"])
        given = next((item for item in document["readings"] if _gives(item, seen, whole)), None)
        if given is not None:
            found.append(Answered(name, title, reading_of(given)))
        elif signals.format in FORMATS.get(name, ()) or _named(SIGNALS.get(name, ()), seen):
            found.append(Answered(name, title, None))
    return found


def _gives(reading: dict[str, Any], seen: list[str], whole: str) -> bool:
    return _named(reading.get("signals", ()), seen) or any(text in whole for text in quoted(reading))


def _named(names: Iterable[str], seen: list[str]) -> bool:
    return any(other.startswith(name[:-1]) if name.endswith("*") else other == name for name in names for other in seen)


def quoted(reading: dict[str, Any]) -> Iterator[str]:
    """The texts that a reading of the catalogue quotes in backticks, in small letters. What the command of its check
    greps for is no answer: that is often compared with other lines."""
    for text in reading["reading"].get("en", "").split("`")[1::2]:
        if " " in text and len(text) >= LEAST_QUOTED:
            yield text.casefold()
