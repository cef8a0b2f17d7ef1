"""Slurm's commands: `sinfo`, `squeue`, `sacct`, `scontrol show`, `sdiag`.

Traps: a job row says COMPLETED while a step was cancelled or killed; an exit code `0:N` is signal N; out of
memory has exit code 0:125; cells are blank or cut (`OUT_OF_ME+`). A large cluster always has some nodes out: below a
tenth of a hundred nodes or more that is information.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kb.signals.code_numbers import SIGNALS
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.slurm_states import job_state, kind_of, node_state
from kb.signals.tables import (
    Cell,
    Row,
    bounded,
    delimited,
    fields,
    level,
    lines_of,
    number,
    reading,
    row,
    size_gb,
    words,
)

_REASONS = (
    ("ReqNodeNotAvail", "warning"), ("DOWN, DRAINED", "warning"), ("PartitionDown", "error"), ("NodeDown", "error"),
    ("launch failed", "error"), ("BadConstraints", "error"), ("InvalidAccount", "error"), ("InvalidQOS", "error"),
    ("DependencyNeverSatisfied", "error"), ("PartitionNodeLimit", "warning"), ("JobHeld", "info"),
)  # fmt: skip
_FEW, _LARGE = 0.1, 100
_EXIT = re.compile(r"(\d{1,3}):(\d{1,3})")
_PAIR = re.compile(r"(?:^|\s)(?P<key>[A-Z][\w/:]{1,40})=(?P<value>\S{0,300})")
_REASON = re.compile(r"Reason=(?P<reason>[^\n\[]{1,200})")


@bounded
def read_sinfo(part: Part) -> Iterator[Signal | Phrase]:
    """Nodes by state, as partitions (`NODES STATE`), as a list, or with reasons (`-R`)."""
    header: list[Cell] = []
    origin = 0
    seen: list[tuple[Cell, float]] = []
    for line in lines_of(part):
        if re.search(r"\bSTATE\b|\bREASON\b", line.text):
            header, origin = words(line), line.start
            continue
        cells = row(line, header, origin) if header else {}
        if not header and (
            pair := re.match(r"[\w.\[\],-]{1,100}[,| \t]\s*(?P<state>[a-z_]{3,20}[*~#$@!%^-]?)$", line.text)
        ):
            cells = {"STATE": Cell(pair["state"], line.start + pair.start("state"), line.end)}
        if reason := cells.get("REASON"):
            yield part.signal("state", "node out of service", line.start, line.end, severity="warning")
            yield part.phrase(reason.start, line.end)
        elif state := cells.get("STATE"):
            seen.append((state, number(cells["NODES"].text) or 1.0 if "NODES" in cells else 1.0))
            if node_state(state.text):
                yield part.phrase(line.start, line.end)
    yield from _nodes(part, seen)


def _nodes(part: Part, seen: list[tuple[Cell, float]]) -> Iterator[Signal]:
    """A state a kind of trouble with how many nodes have it, and how many are in service."""
    total = sum(count for _, count in seen)
    groups: dict[tuple[str, str], list[tuple[Cell, float]]] = {}
    for cell, count in seen:
        if known := node_state(cell.text):
            groups.setdefault(known, []).append((cell, count))
    out = sum(count for group in groups.values() for _, count in group)
    few = total >= _LARGE and out <= 0.25 * total
    for (name, severity), group in groups.items():
        count = sum(nodes for _, nodes in group)
        mild = few and count < _FEW * total
        first = group[0][0]
        yield part.signal(
            "state",
            name,
            first.start,
            first.end,
            severity="info" if mild else severity,
            times=int(min(max(1.0, count), 1e9)),
        )
        yield from reading(
            part, name.replace(" ", "s_", 1).replace(" ", "_"), first, count, "nodes", "info" if mild else severity
        )
    if seen:
        yield from reading(part, "nodes_in_service", seen[-1][0], total - out, "nodes")


@bounded
def read_squeue(part: Part) -> Iterator[Signal | Phrase]:
    """Jobs by state; a reason for waiting that will not go away by itself."""
    header: list[Cell] = []
    origin = 0
    counts: Counter[str] = Counter()
    last: Cell | None = None
    for line in lines_of(part):
        if "JOBID" in line.text and not header:
            header, origin = words(line), line.start
            continue
        cells = row(line, header, origin)
        state = cells.get("ST") or cells.get("STATE")
        if state is None:
            continue
        counts[state.text] += 1
        last = state
        if known := job_state(state.text):
            yield part.signal(kind_of(known[0]), known[0], state.start, state.end, severity=known[1])
        reason = cells.get("NODELIST(REASON)") or cells.get("REASON")
        if reason and reason.text.startswith("(") and reason.text != "(None)":
            severity = next((bad for said, bad in _REASONS if said in reason.text), "info")
            name = reason.text.strip("()").partition(",")[0][:60]
            yield part.signal("state", f"job pending: {name}", reason.start, reason.end, severity=severity)
            yield part.phrase(reason.start, reason.end)
    for states, metric in ((("PD", "PENDING"), "jobs_pending"), (("R", "RUNNING"), "jobs_running")):
        count = sum(counts[state] for state in states)
        if last and count:
            yield from reading(part, metric, last, float(count), None, "info" if metric == "jobs_pending" else "none")


@bounded
def read_sacct(part: Part) -> Iterator[Signal | Phrase]:
    """State and exit code of jobs and steps. A rule of dashes under the header says where columns are."""
    header: list[Cell] = []
    origin, mark = 0, ""
    completed: set[str] = set()
    for line in lines_of(part):
        if not header and "JobID" in line.text:
            mark = "|" if "|" in line.text else ""
            header, origin = delimited(line, "|") if mark else words(line), line.start
            continue
        if header and not mark and set(line.text.split()[0] if line.text.split() else "") == {"-"}:
            rules = words(line)
            if len(rules) == len(header):
                names = [cell.text for cell in header]
                header, origin = [Cell(name, *rule[1:]) for name, rule in zip(names, rules, strict=True)], line.start
            continue
        values = delimited(line, mark) if mark else []
        names = [cell.text for cell in header]
        cells = dict(zip(names, values, strict=False)) if mark else row(line, header, origin)
        yield from _job(part, cells, completed, line.start, line.end)


def _job(part: Part, cells: Row, completed: set[str], start: int, end: int) -> Iterator[Signal | Phrase]:
    job, state, code = (
        next((cells[key] for key in keys if key in cells), None)
        for keys in (("JobID", "JobIDRaw"), ("State",), ("ExitCode", "DerivedExitCode"))
    )
    if job is None or state is None or not state.text:
        return
    whole, _, step = job.text.partition(".")
    if state.text.startswith("COMPLETED"):
        completed.add(whole)
        yield part.signal("state", "slurm job completed", state.start, state.end)
    elif known := job_state(state.text):
        name, severity = known
        if step and whole in completed and severity == "warning":
            severity = "error"
        kind = kind_of(name)
        name = name.replace(" job ", " step ") if step else name
        yield part.signal(kind, name, state.start, state.end, severity=severity)
        yield part.phrase(start, end)
    yield from _exit(part, code)
    if used := cells.get("MaxRSS"):
        yield from reading(part, "memory_used", used, size_gb(used.text), "GB")


def _exit(part: Part, cell: Cell | None) -> Iterator[Signal]:
    match = _EXIT.fullmatch(cell.text) if cell else None
    if cell is None or match is None:
        return
    status, signal = int(match[1]), int(match[2])
    if signal == 125:
        yield part.signal("code", "slurm out_of_memory", cell.start, cell.end, severity="critical")
    elif signal:
        name, severity = SIGNALS.get(signal) or (f"signal {signal}", "error")
        yield part.signal("code", name, cell.start, cell.end, severity=severity)
    elif status:
        yield part.signal("code", f"exit {status}", cell.start, cell.end, severity="error")


@bounded
def read_scontrol(part: Part) -> Iterator[Signal | Phrase]:
    """`key=value` pairs of `scontrol show node`, `job`, `partition`."""
    out = False
    for match in _PAIR.finditer(part.text, 0, 1 << 19):
        key, value = match["key"], match["value"]
        start, end = match.span("value")
        if key == "State" and value != "UP":
            known = node_state(value)
            out = out or known is not None
            name, severity = known or ("node in service", "none")
            yield part.signal("state", name, match.start("key"), end, severity=severity)
        elif key == "JobState":
            name, severity = job_state(value) or ("slurm job " + value.lower(), "none")
            yield part.signal(kind_of(name), name, match.start("key"), end, severity=severity)
        elif key in ("ExitCode", "DerivedExitCode"):
            yield from _exit(part, Cell(value, start, end))
    for match in _REASON.finditer(part.text, 0, 1 << 19):
        if match["reason"].strip() not in ("None", "(null)", ""):
            yield part.phrase(*match.span())
            if out:
                yield part.signal(
                    "state", f"reason: {match['reason'].strip().lower()}", *match.span(), severity="warning"
                )


@bounded
def read_sdiag(part: Part) -> Iterator[Signal | Phrase]:
    """Length of the queue and how long a scheduling cycle takes (the program writes microseconds)."""
    seen: set[str] = set()
    backfill = False
    for field in fields(part):
        backfill = backfill or field.key.startswith("Backfilling")
        value = number(field.value.text)
        rule = _SDIAG.get(field.key)
        if rule is None or value is None:
            continue
        metric, unit, factor, warning, error = rule
        metric = metric.replace("main", "backfill") if backfill else metric
        if metric not in seen:
            seen.add(metric)
            severity = level(value * factor, warning, error)
            yield from reading(part, metric, field.value, value * factor, unit, severity)
            if severity != "none":
                yield part.phrase(field.line.start, field.line.end)


_SDIAG = {
    "Server thread count": ("slurmctld_threads", None, 1.0, 100, 200),
    "Agent queue size": ("slurmctld_agent_queue", None, 1.0, 100, 5000),
    "DBD Agent queue size": ("slurmdbd_agent_queue", None, 1.0, 100, 10_000),
    "Last queue length": ("main_queue_length", None, 1.0, 10_000, 100_000),
    "Last cycle": ("main_cycle_time", "s", 1e-6, 5, 30), "Max cycle": ("main_max_cycle_time", "s", 1e-6, 5, 60),
    "Mean cycle": ("main_mean_cycle_time", "s", 1e-6, 5, 30),
}  # fmt: skip
"""Line -> metric, unit, factor, warning from, error from. Sources: `man sdiag`; 256 is the most server threads."""
