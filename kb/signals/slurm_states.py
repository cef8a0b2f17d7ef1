"""States of Slurm's nodes and jobs, and how bad they are.

Programs write them long (`OUT_OF_MEMORY`), short (`OOM`) or cut (`OUT_OF_ME+`), in either case, with a mark at the end
for what else is going on (`down*` does not answer, `idle~` is powered off).
"""

from __future__ import annotations

_NODE_STATES = (
    ("down", "node down", "error"), ("not_responding", "node not responding", "error"),
    ("fail", "node failed", "error"),
    ("error", "node error", "error"), ("drain", "node drained", "warning"), ("drng", "node drained", "warning"),
    ("unk", "node state unknown", "error"), ("inval", "node registration invalid", "error"),
    ("maint", "node in maintenance", "info"), ("boot", "node booting", "info"), ("power", "node powered down", "info"),
)  # fmt: skip
_JOB_STATES = (
    ("out_of_m", "slurm out_of_memory", "critical"), ("oom", "slurm out_of_memory", "critical"),
    ("node_fail", "slurm node_fail", "critical"), ("nf", "slurm node_fail", "critical"),
    ("boot_fail", "slurm boot_fail", "error"), ("failed", "slurm job failed", "error"),
    ("f", "slurm job failed", "error"),
    ("timeout", "slurm job timeout", "error"), ("to", "slurm job timeout", "error"),
    ("deadline", "slurm job deadline", "error"), ("cancelled", "slurm job cancelled", "warning"),
    ("ca", "slurm job cancelled", "warning"), ("preempted", "slurm job preempted", "info"),
    ("revoked", "slurm job revoked", "warning"),
)  # fmt: skip


_CODES = frozenset({"slurm out_of_memory", "slurm node_fail", "slurm boot_fail"})
"""States that are codes elsewhere too."""


def kind_of(state: str) -> str:
    """Kind of the signal for a state: `code` or `state`."""
    return "code" if state in _CODES else "state"


def node_state(written: str) -> tuple[str, str] | None:
    """Name and severity of a node's state (`drained*`, `IDLE+DRAIN`, `down~`); None if it is in service."""
    state = written.lower()
    for part, name, severity in _NODE_STATES:
        if part in state and not (part == "down" and ("powered_down" in state or "powering_down" in state)):
            return name, "error" if state.endswith("*") and severity == "warning" else severity
    if state.endswith("*"):
        return "node not responding", "error"
    return None


def job_state(written: str) -> tuple[str, str] | None:
    """Name and severity of a job's state as `sacct` or `squeue` writes it, long, short or cut."""
    state = written.lower().rstrip("+")
    for known, name, severity in _JOB_STATES:
        if state == known or (len(known) > 3 and state.startswith(known)):
            return name, severity
    return None
