"""Which checks an input answers already: who pastes `nvidia-smi -q` is not asked for the ECC counters.

Which reading an input gives is told by the catalogue: a reading names the signals that only it gives. That an answer is
there, and not which, is told by the texts that a reading quotes (it may have conditions beside them) and by a declared
table of formats and signals. What none of these tells is asked.

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
    from kb.signals.model import Signal, Signals


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

NEAR = 40
"""Characters before a signal in which a word denies it."""
_DENYING = frozenset("no not never without neither nor none zero 0 expected unlike if".split())
_DENYING_TEXTS = ("n't ", "ruled out", "instead of", "such as")
_BEHIND = ("false", "none", "null", "not ", "is not ", "was not ", "never ", "is absent", "absent", "ruled out")
_BEHIND_KOREAN = ("없", "아니", "않", " 안 ", "못 ")
"""Where nobody says that a signal is there: "no Xid 79", `"OOMKilled": false`, "Xid 79는 없다", "is it Xid 79?". One
too many costs a line of the answer; one too few tells what is not so."""
_SENTENCE_ENDS = (". ", "; ", "! ", "? ", "\n")

LEAST_QUOTED = 10
"""Characters of a text that is long enough to mean what it means in the check, if it is more than one word."""


def answered(documents: Iterable[dict[str, Any]], signals: Signals) -> list[Answered]:
    """Those of the checks (documents of the catalogue) that the input answers, in the order given, each with the first
    of its readings that the input gives."""
    seen = [signal.name for signal in signals.signals]
    whole = ""
    found = []
    for document in documents:
        name, readings = document["id"], document["readings"]
        given = next((item for item in readings if "signals" in item and _gives(item, signals)), None)
        if given is not None:
            found.append(Answered(name, text_of(document["title"]), reading_of(given)))
            continue
        names = [*SIGNALS.get(name, ()), *(signal for item in readings for signal in item.get("signals", ()))]
        texts = [text for item in readings for text in quoted(item)]
        if texts and not whole:
            whole = _whole(signals)
        if (
            signals.format in FORMATS.get(name, ())
            or any(_is_named(other, names) for other in seen)
            or any(text in whole for text in texts)
        ):
            found.append(Answered(name, text_of(document["title"]), None))
    return found


def _whole(signals: Signals) -> str:
    """All that was read of the input, in small letters, with single spaces."""
    parts = [phrase.text for phrase in signals.phrases] + [signal.text for signal in signals.signals]
    return " ".join("\n".join(parts).casefold().split())


def _gives(reading: dict[str, Any], signals: Signals) -> bool:
    """Whether a signal of the reading is there, and none that it excludes but its own."""
    names, excluded = reading["signals"], reading.get("unless", ())
    if not any(_is_named(signal.name, names) and not _is_denied(signal, signals) for signal in signals.signals):
        return False
    return not any(
        _is_named(signal.name, excluded) and not _is_named(signal.name, names) and not _is_denied(signal, signals)
        for signal in signals.signals
    )


def _is_named(signal: str, names: Iterable[str]) -> bool:
    return any(signal.startswith(name[:-1]) if name.endswith("*") else signal == name for name in names)


def _is_denied(signal: Signal, signals: Signals) -> bool:
    """Whether the phrase of a signal says that it is not there, or only speaks of it."""
    for phrase in signals.phrases:
        if phrase.span[0] <= signal.span[0] < phrase.span[1]:
            before, found, behind = phrase.text.partition(signal.text)
            if not found:
                return False
            before, asks = before[-NEAR:].casefold(), "?" in behind.partition(". ")[0].partition("\n")[0]
            for end in _SENTENCE_ENDS:
                before, behind = before.rpartition(end)[2], behind.partition(end)[0]
            words = {word.strip("\"'`()[]{}:=,.") for word in before.split()}
            return (
                asks
                or not _DENYING.isdisjoint(words)
                or any(text in before for text in _DENYING_TEXTS)
                or behind.casefold().lstrip("\"'`:= ").startswith(_BEHIND)
                or "none" in behind[: NEAR // 2].casefold()
                or any(text in behind[: NEAR // 3] for text in _BEHIND_KOREAN)
            )
    return False


def quoted(reading: dict[str, Any]) -> Iterator[str]:
    """The texts that a reading of the catalogue quotes in backticks, in small letters. What the command of its check
    greps for is no answer: that is often compared with other lines."""
    for text in reading["reading"].get("en", "").split("`")[1::2]:
        if " " in text and len(text) >= LEAST_QUOTED:
            yield text.casefold()
