"""Stack dumps of hanging programs (py-spy, faulthandler, or collected over ranks): who waits where.

In a hang nearly all ranks wait in the same collective. The one that waits elsewhere (for data, for a lock) is the one
that keeps the others waiting, so the odd one out is what began it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.model import CASCADE, INITIATING, Phrase, Signal
from kb.signals.part import Part

_MOST = 300
_THREAD = re.compile(
    r"Thread (?:0x)?[0-9a-f]+ (?:\((?P<state>[\w+]+)\)(?:: \"(?P<name>[^\"\n]{1,80})\")?|\(most recent call first\))"
    r"|(?P<current>Current thread) 0x[0-9a-f]+"
)
_FRAME = re.compile(
    r"\s+(?:(?P<function><?[\w.<>]+>?) \((?P<file>[^()\n:]{1,200})(?::(?P<line>\d+))?\)"
    r"|File \"(?P<path>[^\"\n]{1,200})\", line \d+ in (?P<inner>\S{1,80}))"
)
_WORD = re.compile(r"[ \t]+(?P<function>[a-zA-Z_]\w*)\s*$")
_COLLECTIVES = frozenset(
    """all_reduce allreduce broadcast all_gather reduce_scatter barrier send recv all_to_all reduce gather scatter
    _all_gather_base _reduce_scatter_base synchronize""".split()
)
_TELLING = (
    ("dataloader", "waits for dataloader"), ("checkpoint", "waits in checkpoint"), ("queue.py", "waits for queue"),
    ("multiprocessing", "waits for process"), ("distributed", "waits in collective"),
    ("threading.py", "waits for lock"),
    ("ssl.py", "waits for network"), ("socket.py", "waits for network"), ("posixpath", "waits for file system"),
    ("selectors.py", "waits for network"),
)  # fmt: skip


class Frame(NamedTuple):
    """A frame: its function, its file (if printed), and its characters."""

    function: str
    file: str
    start: int
    end: int


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Where the threads or ranks of a dump wait."""
    grouped: list[tuple[str, Frame]] = []
    frames: list[Frame] = []
    host, main, state = "", False, ""
    waiting: list[tuple[str, list[Frame]]] = []
    for number, line in enumerate(part.lines()):
        if number >= 20 * _MOST:
            break
        if (thread := _THREAD.match(line.text)) is not None:
            frames, state = [], thread["state"] or "idle"
            main = thread["name"] in (None, "MainThread")
            if main:
                waiting.append((state, frames))
        elif (frame := _FRAME.match(line.text)) is not None:
            frames.append(_frame(line.start, frame))
        elif (word := _WORD.match(line.text)) is not None:
            place = (line.start + word.start("function"), line.start + word.end("function"))
            grouped.append((host, Frame(word["function"], "", *place)))
        elif line.text.strip():
            host = line.text.strip()
    yield from _threads(part, waiting)
    yield from _ranks(part, grouped)


def _frame(start: int, match: re.Match[str]) -> Frame:
    function, file = match["function"] or match["inner"], match["file"] or match["path"]
    return Frame(function, file, start + match.start(), start + match.end())


def _threads(part: Part, waiting: list[tuple[str, list[Frame]]]) -> Iterator[Signal | Phrase]:
    """The innermost frame of each main thread, and what it waits for."""
    for state, frames in waiting[:_MOST]:
        for frame in frames[:40]:
            yield part.phrase(frame.start, frame.end)
        if not frames:
            continue
        top = frames[0]
        idle = "active" not in state
        fits = [(frame, said) for frame in frames[:8] for mark, said in _TELLING if mark in frame.file]
        fits.sort(key=lambda fit: [said for _, said in _TELLING].index(fit[1]))
        severity = "warning" if idle else "info"
        yield part.signal("state", f"stack in {top.function}", top.start, top.end, severity=severity)
        if idle and fits:
            frame, said = fits[0]
            yield part.signal("state", said, frame.start, frame.end, severity="error")


def _ranks(part: Part, grouped: list[tuple[str, Frame]]) -> Iterator[Signal | Phrase]:
    """Functions in which ranks are, as counts; the rare one that is no collective began it."""
    counts = Counter(frame.function for _, frame in grouped)
    if sum(counts.values()) < 4:
        return
    first: dict[str, tuple[str, Frame]] = {}
    for host, frame in grouped:
        first.setdefault(frame.function, (host, frame))
    odd = [name for name in counts if name not in _COLLECTIVES]
    for name, (host, frame) in first.items():
        yield part.phrase(frame.start, frame.end)
        alone = name in odd and counts[name] * 4 <= sum(counts.values())
        role = INITIATING if alone else CASCADE
        severity = "error" if alone else "warning" if len(counts) > 1 or name in _COLLECTIVES else "info"
        said = f"{counts[name]} of {sum(counts.values())} ranks in {name}" + (f" on {host[:60]}" if alone else "")
        yield part.signal("state", said, frame.start, frame.end, role=role, severity=severity, times=counts[name])
