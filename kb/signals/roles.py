"""Which line began it: roles for signals and phrases.

An NCCL watchdog on 63 ranks, a torchrun summary and an exit code are what everybody sees; the ECC error, the Xid, the
bus error or the full disk on one rank is what began it, wherever it stands in the paste. So: codes that hardware,
kernel or storage report are initiating; what only says that another process went away is cascade as soon as anything
else is known; of the remaining errors the first is initiating and the later ones of the same log are cascade.
"""

from __future__ import annotations

from collections.abc import Iterable

from kb.signals.model import CASCADE, CONTEXT, INITIATING, SEVERITIES, Phrase, Signal

_CASCADE_CODES = frozenset(
    (
        "nccl watchdog timeout", "ncclremoteerror", "nccl heartbeat monitor timeout", "monitored barrier timeout",
        "sigterm",
        "exit 1", "exit 134", "exit 143", "exit 255", "epipe", "xid 43", "xid 45", "xid 154", "crashloopbackoff",
        "backofflimitexceeded", "dataloader worker died", "sigabrt", "slurm job not ending with signals", "http 499",
    )
)  # fmt: skip
_ROOT_CODES = (
    "xid", "sxid", "cuda error 214", "cuda error 46", "cuda error 100", "cuda error 80", "ibv_wc",
    "vendor err", "ib port",
    "sigbus", "oom kill", "oomkilled", "slurm out_of", "slurm node", "slurm kill task", "enospc", "edquot",
    "erofs", "eio", "x509",
    "tls", "link down", "pcie", "edac", "machine check", "gpu fallen", "gsp rpc", "hung task", "nfs server",
    "lustre", "filesystem",
    "kernel panic", "soft lockup", "hard lockup", "cuda out of memory", "emfile", "enomem", "nxdomain", "servfail",
    "diskpressure",
    "memorypressure", "outofmemoryerror", "module high", "mysql 1040", "sqlstate 53300", "etcd",
    "ncclunhandledcudaerror",
    "imagepull", "provisioningfailed", "failedmount", "failedscheduling", "s3 slowdown", "sigsegv", "sigkill",
    "zfs",
)  # fmt: skip
"""Beginnings of codes that hardware, kernel, storage or a limit report by themselves."""
_CASCADE_LINES = (
    "watchdog", "childfailederror", "sending process", "closing signal", "torch.distributed.elastic",
    "torch/distributed/elastic",
    "root cause (first observed", "socket closed", "connection closed", "aborting", "to avoid data inconsistency",
    "some nccl operations have failed", "taking the entire process down", "heartbeat", "due to cancel", "cancelled at",
    "terminating", "terminated", "back-off", "backoff", "retrying", "exiting", "shutting down", "destroy_process_group",
    "exception raised from", "terminate called", "fatal python error", "exited with exit code", "peer died",
    "peer closed",
)  # fmt: skip
_FOLLOWS = {
    "ibv_wc": ("ib port", "link down"),
    "vendor err": ("ib port", "link down"),
}
"""Codes that report by themselves, and what they follow from where both stand in one input: a transfer that was not
completed is the consequence of a port that failed."""
_ROOT_LINES = ("xid (", "ecc error", "bus error", "no space left", "out of memory")


def assign(signals: list[Signal], phrases: list[Phrase]) -> tuple[list[Signal], list[Phrase]]:
    """Signals and phrases (each in the order of the input) with their roles. A role set by a reader is kept."""
    open_indexes = [index for index, signal in enumerate(signals) if signal.role == CONTEXT and _bad(signal) >= 2]
    errors = [index for index in open_indexes if signals[index].kind in ("code", "log")]
    named = [signal.name for signal in signals if signal.kind == "code"]
    cascades = {index for index in errors if _is_cascade(signals[index]) or _follows(signals[index], named)}
    roots = {index for index in errors if index not in cascades and _is_root(signals[index])}
    began = [index for index in errors if index not in cascades and _bad(signals[index]) >= 3]
    first = min(began or [index for index in errors if index not in cascades] or errors, default=-1)
    chosen = list(signals)
    spans = [signals[index].span for index in sorted(roots)]
    spans += [signal.span for signal in signals if signal.role == INITIATING and signal.kind in ("code", "log")]
    if first >= 0:
        spans.append(signals[first].span)
    for index in open_indexes:
        signal = signals[index]
        if signal.kind not in ("code", "log") or index in roots or _touches(signal, spans):
            role = INITIATING
        elif index in cascades or _bad(signal) >= 3:
            role = CASCADE
        else:
            role = CONTEXT
        chosen[index] = signal._replace(role=role)
    return chosen, _phrase_roles(chosen, phrases)


def _follows(signal: Signal, named: list[str]) -> bool:
    """Whether a code that stands in the same input explains this one."""
    for code, causes in _FOLLOWS.items():
        if signal.kind == "code" and signal.name.startswith(code):
            return any(name.startswith(causes) for name in named)
    return False


def _phrase_roles(signals: Iterable[Signal], phrases: list[Phrase]) -> list[Phrase]:
    """A phrase has the strongest role of the signals in it."""
    marked = sorted((signal.span[0], signal.span[1], signal.role) for signal in signals if signal.role != CONTEXT)
    chosen, at = [], 0
    for phrase in phrases:
        while at < len(marked) and marked[at][1] <= phrase.span[0]:
            at += 1
        inside: set[str] = set()
        for start, end, role in marked[at : at + 50]:
            if start >= phrase.span[1]:
                break
            if end > phrase.span[0]:
                inside.add(role)
        strongest = INITIATING if INITIATING in inside else CASCADE if inside else phrase.role
        chosen.append(phrase if phrase.role != CONTEXT else phrase._replace(role=strongest))
    return chosen


def _bad(signal: Signal) -> int:
    return SEVERITIES.index(signal.severity)


def _is_cascade(signal: Signal) -> bool:
    if signal.kind == "code":
        return signal.name in _CASCADE_CODES
    text = signal.text.lower()
    return any(said in text for said in _CASCADE_LINES) and not any(said in text for said in _ROOT_LINES)


def _is_root(signal: Signal) -> bool:
    return signal.kind == "code" and signal.name.startswith(_ROOT_CODES)


def _touches(signal: Signal, spans: list[tuple[int, int]]) -> bool:
    return any(start < signal.span[1] and signal.span[0] < end for start, end in spans)
