"""Garbage collector logs of the JVM: unified (`[gc] GC(12) Pause ...`) and old style (`[Full GC ... secs]`).

Concurrent cycles and short young pauses are what a healthy JVM does, also where the old log calls their reason
"Allocation Failure" (a full eden). Full, degenerated and failed collections, a heap that stays full after one, and
long pauses are what hurts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST = 5000
_WARNING_PAUSE, _ERROR_PAUSE = 0.5, 2.0
"""Seconds of a pause from which it is worth a warning and an error; 200 ms is the goal that G1 sets itself."""
_FULL_HEAP = 90.0
"""Percent of the heap in use after a full collection from which it can no longer be called a spike."""
_PAUSE = re.compile(
    r"(?P<kind>Pause (?P<what>Full|Degenerated|Young|Remark|Cleanup|Init|Final|Mark|Relocate|\w+)[^\n]{0,120}?)"
    r"(?: (?P<before>\d+)(?P<size>[KMG])->(?P<after>\d+)[KMG]\((?P<total>\d+)(?P<unit>[KMG])\))?"
    r" (?P<ms>\d+\.\d+)ms",
)
_OLD = re.compile(
    r"\[(?P<kind>(?:Full )?GC)\b(?P<why>[^\n\[]{0,120}?)"
    r"(?:(?P<before>\d+)(?P<size>[KMG])->(?P<after>\d+)[KMG]\((?P<total>\d+)(?P<unit>[KMG])\))?"
)
_SECONDS = re.compile(r"(?P<value>\d+\.\d+) secs\]")
_TROUBLE = (
    ("Pause Full", "full gc", "warning"),
    ("[Full GC", "full gc", "warning"),
    ("Pause Degenerated", "degenerated gc", "error"),
    ("Cancelling concurrent GC: Allocation Failure", "gc allocation failure", "error"),
    ("Pause Full (Allocation Failure)", "gc allocation failure", "error"),
    ("Full GC (Allocation Failure)", "gc allocation failure", "error"),
    ("Allocation Stall", "gc allocation stall", "error"),
    ("To-space exhausted", "gc to-space exhausted", "error"),
    ("(Evacuation Failure)", "gc to-space exhausted", "error"),
    ("to-space exhausted", "gc to-space exhausted", "error"),
    ("to-space overflow", "gc to-space exhausted", "error"),
    ("concurrent mode failure", "gc concurrent mode failure", "error"),
    ("promotion failed", "gc promotion failed", "error"),
    ("GC overhead limit exceeded", "gc overhead limit exceeded", "critical"),
)
"""Literal, state, severity."""
_ASKED_FOR = ("System.gc()", "Metadata GC Threshold", "Heap Dump", "Diagnostic Command", "Heap Inspection")
"""Reasons of a full collection that are no sign of a full heap."""
_SIZES = {"K": 1e-6 * 1.024, "M": 1e-3 * 1.048576, "G": 1.073741824}


class _Pause(NamedTuple):
    """A pause of `seconds`; characters of its figure; whether it was full; percent of the heap in use after it."""

    seconds: float
    start: int
    end: int
    full: bool
    used: float | None


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Collections that went wrong, the longest pause, and how full the heap stays."""
    text = part.text
    for literal, name, severity in _TROUBLE:
        at = text.find(literal)
        if at < 0:
            continue
        end = text.find("\n", at)
        line = text[at : len(text) if end < 0 else end]
        if name == "full gc" and any(reason in line for reason in _ASKED_FOR):
            severity = "info"
        times = text.count(literal)
        yield part.signal("state", name, at, at + len(literal), severity=severity, times=times)
    pauses = _unified(text) or _old(text)
    if pauses:
        yield _longest(part, pauses)
        yield from _heap(part, pauses)


def _longest(part: Part, pauses: list[_Pause]) -> Signal:
    worst = max(pauses, key=lambda pause: pause.seconds)
    severity = "none"
    if worst.seconds >= _WARNING_PAUSE:
        severity = "error" if worst.seconds >= _ERROR_PAUSE else "warning"
    return part.signal(
        "metric", "gc_pause", worst.start, worst.end, severity=severity, to_value=worst.seconds, unit="s",
        direction=None if severity == "none" else "up", times=len(pauses),
    )  # fmt: skip


def _heap(part: Part, pauses: list[_Pause]) -> Iterator[Signal]:
    used = [pause for pause in pauses if pause.full and pause.used is not None]
    if used:
        last = used[-1]
        severity = "error" if last.used is not None and last.used >= _FULL_HEAP else "info"
        yield part.signal(
            "metric", "heap_used_percent", last.start, last.end, severity=severity, to_value=last.used, unit="%"
        )


def _unified(text: str) -> list[_Pause]:
    found: list[_Pause] = []
    position = text.find("Pause ")
    while position >= 0 and len(found) < _MOST:
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        match = _PAUSE.match(text, position, min(end, position + 400))
        if match:
            start, stop = match.start("ms"), match.end()
            full = match["what"] in ("Full", "Degenerated")
            found.append(_Pause(round(float(match["ms"]) / 1000, 9), start, stop, full, _used(match)))
        position = text.find("Pause ", end)
    return found


def _old(text: str) -> list[_Pause]:
    """Old-style entries go over several lines where the sizes of survivors are printed."""
    found: list[_Pause] = []
    starts = [match for match, _ in zip(_OLD.finditer(text), range(_MOST), strict=False)]
    for number, match in enumerate(starts):
        limit = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        limit = min(limit, match.end() + 3000)
        figures = list(_SECONDS.finditer(text, match.end(), limit))
        if figures:
            seconds = figures[-1]
            full = match["kind"] == "Full GC"
            value = float(seconds["value"])
            found.append(_Pause(value, seconds.start("value"), seconds.end("value"), full, _used(match)))
    return found


def _used(match: re.Match[str]) -> float | None:
    if not match["after"] or not float(match["total"]):
        return None
    after = float(match["after"]) * _SIZES[match["size"]]
    return round(100 * after / (float(match["total"]) * _SIZES[match["unit"]]), 2)
