"""The kernel log: what its lines say beyond their codes.

Codes (Xid, OOM, hung task, NFS, Lustre) are found by the general engine. Here come the process that was killed or
hangs, how long it hung, the kernel functions it hangs in (they name the file system or driver), and servers that
answered again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST = 40
_MOST_STACK = 1 << 20
_HUNG = re.compile(r"task (?P<task>[^\n:]{1,64}):\d+ blocked for more than (?P<seconds>\d+) seconds")
_KILLED = re.compile(r"Kill(?:ed)? process \d+,? ?(?:UID \d+, ?)?\((?P<task>[^)\n]{1,64})\)")
_SEGFAULT = re.compile(r"(?P<task>[\w.:/-]{1,64})\[\d+\]: segfault at [^\n]{0,200}? in (?P<library>[^\s\[]{1,120})")
_FRAME = re.compile(
    r"(?:\[<[0-9a-f]{8,16}>\] (?:\? )?|\((?=\w+(?:\+0x|\)))"
    r"|^[ \t]*(?:\? )?)(?P<function>[a-zA-Z_]\w{3,60})\+0x[0-9a-f]+/0x[0-9a-f]+",
    re.MULTILINE,
)
_COMMON_FRAMES = re.compile(
    r"schedule|io_schedule|kthread|ret_from|system_call|entry_SYSCALL|do_syscall|x64_sys|sys_"
    r"|default_wake|autoremove|wait_on|worker_thread|process_one"
)
_ANSWERED = (
    ("nfs: server", re.compile(r"nfs: server \S{1,200} OK")),
    ("Connection restored to", re.compile(r"Connection restored to")),
    ("ink is ", re.compile(r"[Ll]ink is [Uu]p\b")),
)


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Processes, durations, kernel functions and recoveries."""
    for match in _some(part.text, "blocked for more than", _HUNG):
        start, end = match.span("seconds")
        seconds = float(match["seconds"])
        yield part.signal("metric", "hung_task_time", start, end, severity="error", to_value=seconds, unit="s")
        yield part.phrase(*match.span())
    for match in _some(part.text, " process ", _KILLED):
        yield part.signal("state", f"oom killed {match['task']}", *match.span(), severity="critical")
    for match in _some(part.text, "segfault at", _SEGFAULT):
        library = match["library"].partition("[")[0]
        yield part.signal("state", f"segfault in {library}", *match.span(), severity="critical")
    yield from _stack(part)
    for literal, pattern in _ANSWERED:
        for match in _some(part.text, literal, pattern):
            yield part.signal("state", "recovered", *match.span())


def _stack(part: Part) -> Iterator[Signal | Phrase]:
    """The functions of a stack trace; the trace itself is a signal if nothing says why it was printed."""
    if "+0x" not in part.text:
        return
    seen: dict[str, tuple[int, int]] = {}
    for match in _FRAME.finditer(part.text, 0, _MOST_STACK):
        if not _COMMON_FRAMES.match(match["function"]):
            seen.setdefault(match["function"], match.span("function"))
        if len(seen) >= _MOST:
            break
    for span in seen.values():
        yield part.phrase(*span)
    if len(seen) >= 3 and "blocked for more than" not in part.text:
        yield part.signal("state", "kernel stack trace", *next(iter(seen.values())), severity="warning")


def _some(text: str, literal: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Matches of a pattern in the lines that hold a literal, at most 40."""
    position = text.find(literal)
    for _ in range(_MOST):
        if position < 0:
            return
        start = max(text.rfind("\n", 0, position) + 1, position - 200)
        end = text.find("\n", position)
        end = min(len(text) if end < 0 else end, position + 500)
        if match := pattern.search(text, start, end):
            yield match
        position = text.find(literal, end)
