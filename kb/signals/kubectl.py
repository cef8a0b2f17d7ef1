"""`kubectl describe`: pods, jobs, claims, deployments, nodes; and what events say.

What is wrong stands in a few places: the state and last state of containers, conditions, warnings among the events, the
resources of a node. Reasons are codes; those that `codes` knows keep its name and severity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.code_words import WORDS
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, Field, bounded, fields, number, reading, size_gb, words

EVENT = re.compile(
    r"^\s*(?P<type>Normal|Warning)\s+(?P<reason>[A-Z]\w{2,60})\s+"
    r"(?:(?P<age>\S+(?: \(x(?P<times>\d{1,9})[^)\n]{0,40}\))?)\s+"
    r"(?P<from>[\w.,{}/ -]{1,80}?)\s{2,})?(?P<message>\S[^\n]*)$"
)
MILD_REASONS = frozenset({"unhealthy", "backoff", "failedscheduling", "exceededgraceperiod", "nodesysctlchange"})
GOOD = frozenset(
    """running completed succeeded bound active ready available true complete containercreating podinitializing
    terminating released schedulingdisabled healthy synced""".split()
)
_PRESSURES = ("MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable")
_WORDY = re.compile(r"[A-Za-z]{2,}(?:[ ,.'()-]+[A-Za-z]{2,}){3}")
_MOST_PHRASES = 150
_MESSAGES = (
    ("executable file not found", "executable not found", "error"),
    ("unbound immediate PersistentVolumeClaims", "volume claim unbound", "warning"),
    ("untolerated taint", "untolerated taint", "warning"), ("Liveness probe failed", "liveness probe failed", "error"),
    ("Readiness probe failed", "readiness probe failed", "warning"),
    ("Startup probe failed", "startup probe failed", "warning"),
    ("ephemeral local storage usage exceeds", "ephemeral storage limit exceeded", "error"),
    ("low on resource", "node low on resources", "error"), ("Multi-Attach error", "volume attached elsewhere", "error"),
    ("exceeded quota", "quota exceeded", "error"), ("node(s) didn't match", "no matching node", "warning"),
)  # fmt: skip
"""What a message contains -> state, severity."""
_INSUFFICIENT = re.compile(r"Insufficient ([\w./-]{2,60}[\w])")
_NO_CLASS = re.compile(r"storageclass[^\n]{0,80} not found")


@bounded
def read_describe(part: Part) -> Iterator[Signal | Phrase]:
    """A pod, job, claim, deployment or node described, or a piece of such a text."""
    lines = list(fields(part, whole_keys=False))
    phrases = 0
    for field in lines:
        yield from _container(part, field)
        yield from _summary(part, field)
        if match := EVENT.match(field.line.text):
            yield from event(part, field.line.start, match)
        elif (
            phrases < _MOST_PHRASES
            and field.key not in ("Annotations", "Labels")
            and _WORDY.search(field.line.text[:300])
        ):
            phrases += 1
            yield part.phrase(field.line.start, field.line.end)
    yield from _conditions(part, lines)
    yield from _restarts(part, lines)
    yield from _resources(part, lines)


def _container(part: Part, field: Field) -> Iterator[Signal | Phrase]:
    above = field.path[-1] if field.path else ""
    value = field.value
    if field.key.lower() == "reason" and above in ("State", "Last State", "terminated", "waiting", "lastState"):
        name = value.text.lower()
        if not value.text or name in GOOD:
            return
        name, severity = WORDS.get(name, (f"container {name}", "error"))
        kind = "state" if name.startswith("container ") else "code"
        yield part.signal(kind, name, value.start, value.end, severity=severity)
        yield part.phrase(field.line.start, field.line.end)
    elif field.key in ("cpu", "memory") and above == "Limits":
        if field.key == "cpu":
            cores = number(value.text)
            if cores is not None:
                cores = cores / 1000 if value.text.endswith("m") else cores
                yield from reading(part, "cpu_limit", value, cores, "cores", "warning" if cores < 0.05 else "none")
        else:
            yield from reading(part, "memory_limit", value, size_gb(value.text), "GB")
    elif field.key == "Message" and above in ("State", "Last State"):
        yield from said(part, value.start, value.end)
    elif field.key == "Exit Code" and value.text == "0":
        yield part.signal("code", "exit 0", value.start, value.end)


def _summary(part: Part, field: Field) -> Iterator[Signal | Phrase]:
    """Lines at the top: status, reason, pods of a job, replicas, taints."""
    if field.path:
        return
    value, said = field.value, field.value.text
    if field.key == "Status" and said and said.lower() not in GOOD:
        severity = {"Pending": "warning", "Terminating": "info"}.get(said.partition(" ")[0], "error")
        yield part.signal(
            "state", f"kubernetes {said.partition(' ')[0].lower()}", value.start, value.end, severity=severity
        )
        yield part.phrase(field.line.start, field.line.end)
    elif field.key == "Reason" and said:
        name, severity = WORDS.get(said.lower(), (said.lower(), "error"))
        yield part.signal("code", name, value.start, value.end, severity=severity)
        yield part.phrase(field.line.start, field.line.end)
    elif field.key == "Pods Statuses":
        if failed := re.search(r"\b(\d{1,9}) Failed", said):
            start = value.start + failed.start()
            bad = int(failed[1]) > 0
            name = "job pods failed" if bad else "job pods fine"
            yield part.signal("state", name, start, value.start + failed.end(), severity="error" if bad else "none")
    elif field.key == "Replicas":
        if (gone := re.search(r"\b(\d{1,9}) unavailable", said)) and int(gone[1]):
            start, end = value.start + gone.start(), value.start + gone.end()
            yield part.signal("state", "replicas unavailable", start, end, severity="warning", times=int(gone[1]))
    elif field.key == "Unschedulable" and said == "true":
        yield part.signal("state", "node cordoned", value.start, value.end, severity="warning")
    elif field.key == "Taints" and re.search(r"not-ready|unreachable|pressure|unschedulable", said):
        yield part.signal("state", "node tainted", value.start, value.end, severity="warning")
        yield part.phrase(value.start, value.end)


def _conditions(part: Part, lines: list[Field]) -> Iterator[Signal | Phrase]:
    """Conditions of a node (bad if a pressure is not False) and of a pod that should run (bad if it is not ready)."""
    running = any(field.key == "Status" and not field.path and field.value.text == "Running" for field in lines)
    node = any(field.key in ("Roles", "Allocatable") for field in lines)
    for field in lines:
        if not field.path or field.path[0] != "Conditions":
            continue
        cells = words(field.line)
        if len(cells) < 2:
            continue
        kind, status = cells[0].text, cells[1].text
        place = (cells[0].start, cells[1].end)
        if kind in _PRESSURES and status != "False":
            name = kind.lower() if status == "True" else "node status unknown"
            yield part.signal("code", name, *place, severity="error")
            yield part.phrase(field.line.start, field.line.end)
        elif kind == "Ready" and status != "True" and (node or running):
            name = "nodenotready" if node else "pod not ready"
            severity = "critical" if node else "warning"
            yield part.signal("code" if node else "state", name, *place, severity=severity)
            yield part.phrase(field.line.start, field.line.end)
        elif kind == "Failed" and status == "True":
            yield part.signal("state", "job failed", *place, severity="error")


def _restarts(part: Part, lines: list[Field]) -> Iterator[Signal]:
    """How often containers restarted; no trouble for one that runs and is ready."""
    ready = True
    for field in lines:
        if field.key == "Ready" and len(field.path) >= 2:
            ready = field.value.text == "True"
        elif field.key == "Restart Count":
            count = number(field.value.text)
            severity = "none" if not count else "warning" if not ready and count >= 2 else "info"
            yield from reading(part, "restarts", field.value, count, None, severity)


def _resources(part: Part, lines: list[Field]) -> Iterator[Signal | Phrase]:
    """Shares of a node's resources that are requested and promised as limits."""
    for field in lines:
        if not field.path or not field.path[0].startswith("Allocated resources"):
            continue
        cells = re.finditer(r"\((\d{1,6})%\)", field.line.text)
        name = field.line.text.split()[0]
        if name not in ("cpu", "memory", "ephemeral-storage"):
            continue
        for what, match in zip(("requests", "limits"), cells, strict=False):
            percent = float(match[1])
            worst = 120 if what == "limits" and name != "cpu" else 95 if what == "requests" else 1e9
            start, end = field.line.start + match.start(1), field.line.start + match.end(1) + 1
            severity = "warning" if percent > worst else "none"
            metric = f"node_{name.replace('-', '_')}_{what}"
            yield from reading(part, metric, Cell(match[1], start, end), percent, "%", severity)
            if severity != "none":
                yield part.phrase(field.line.start, field.line.end)


def event(part: Part, origin: int, found: re.Match[str]) -> Iterator[Signal | Phrase]:
    """One event, a match of `EVENT` in a line that begins at `origin`: the reason of a warning is a code."""
    reason = found["reason"]
    start, end = origin + found.start("reason"), origin + found.end("reason")
    known = WORDS.get(reason.lower())
    if found["type"] == "Normal" and (known is None or reason.startswith("NodeHasSufficient")):
        return
    severity = known[1] if known else "warning" if reason.lower() in MILD_REASONS else "error"
    name = known[0] if known else reason.lower()
    times = int(found["times"] or 1)
    yield part.signal("code", name, start, end, severity=severity, times=times)
    yield part.phrase(start, end)
    start, end = origin + found.start("message"), origin + found.end("message")
    yield part.phrase(start, end)
    yield from said(part, start, end)


def said(part: Part, start: int, end: int) -> Iterator[Signal]:
    """States that the message between two characters tells of."""
    message = part.text[start:end]
    for literal, name, severity in _MESSAGES:
        at = message.find(literal)
        if at >= 0:
            yield part.signal("state", name, start + at, start + at + len(literal), severity=severity)
    for match in (_INSUFFICIENT.search(message), _NO_CLASS.search(message)):
        if match:
            short = match.re is _INSUFFICIENT
            name = f"insufficient {match[1].lower()}" if short else "storageclass not found"
            yield part.signal("state", name, start + match.start(), start + match.end(), severity="warning")
