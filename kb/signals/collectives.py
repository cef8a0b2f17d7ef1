"""nccl-tests (also rccl-tests), and tables of bandwidth by pair of nodes.

Bus bandwidth compares only at equal message size, rank count and algorithm, so the reading is the one at the largest
message; "Avg bus bandwidth" averages over all sizes and is no reading at all. Which collective ran follows from the
ratio of bus to algorithm bandwidth (PERFORMANCE.md of nccl-tests): 2(n-1)/n for all-reduce, (n-1)/n for the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, bounded, lines_of, median, number, reading, words

_NAMED = re.compile(
    r"(all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|broadcast|reduce|sendrecv|gather|scatter)_perf"
)
_BOUNDS = re.compile(r"Out of bounds values\s*:\s*(?P<count>\d{1,18})\s+(?P<verdict>OK|FAILED)")
_FAILURE = re.compile(r"Test (?:NCCL|CUDA) failure[^\n]{0,200}")
_PAIR = re.compile(
    r"^\s*(?P<one>[\w.-]+?)\s*(?:,|<->|<>|->|\||\s)\s*(?P<two>[\w.-]*[A-Za-z][\w.-]*)[\s:,|]+(?P<value>\d+(?:\.\d+)?)"
    r"(?:\s*(?:GB/s|#.*))?$"
)
_DIP = 0.6
"""Share of the best bandwidth among messages of 1 MiB and more below which the largest message is odd."""
_MOST_NODES = 50
_SLOW = 0.75
"""Share of the level of the good pairs below which a pair is slow."""


class _Result(NamedTuple):
    size: float
    busbw: Cell
    value: float
    ratio: float
    reduces: bool


@bounded
def read_nccl(part: Part) -> Iterator[Signal | Phrase]:
    """Bus bandwidth at the largest message, and wrong results."""
    results: list[_Result] = []
    header: list[str] = []
    for line in lines_of(part):
        cells = words(line)
        if cells and cells[0].text == "#" and any(cell.text == "busbw" for cell in cells):
            header = [cell.text for cell in cells[1:]]
            yield part.phrase(line.start, line.end)
        elif header and cells and cells[0].text.isdigit() and (result := _result(cells, header)):
            results.append(result)
        elif failure := _FAILURE.search(line.text):
            yield part.signal("state", "nccl test failed", line.start + failure.start(), line.end, severity="error")
            yield part.phrase(line.start, line.end)
        elif bounds := _BOUNDS.search(line.text):
            wrong = int(bounds["count"]) > 0 or bounds["verdict"] != "OK"
            name = "collective gave wrong results" if wrong else "collective results correct"
            start, end = line.start + bounds.start(), line.start + bounds.end()
            yield part.signal("state", name, start, end, severity="critical" if wrong else "none")
    if results:
        yield from _largest(part, results)


def _result(cells: list[Cell], header: list[str]) -> _Result | None:
    """The out-of-place reading of a row; the columns before the first `time` are the same in all versions."""
    at = header.index("busbw")
    if len(cells) <= at:
        return None
    algbw, busbw, size = number(cells[at - 1].text), number(cells[at].text), number(cells[0].text)
    if algbw is None or busbw is None or size is None:
        return None
    return _Result(size, cells[at], busbw, busbw / algbw if algbw else 0.0, "redop" in header)


def _largest(part: Part, results: list[_Result]) -> Iterator[Signal]:
    last = max(results, key=lambda result: result.size)
    named = _NAMED.search(part.command) or _NAMED.search(part.text[:20_000])
    if named:
        name = named[1].replace("_", "")
    elif last.reduces:
        name = "allreduce" if last.ratio >= 0.99 else "reducescatter"
    else:
        name = "allgather"
    big = [result.value for result in results if result.size >= 1 << 20]
    best = max(big, default=0.0)
    dips = bool(big) and last.value < _DIP * best
    if not dips:
        yield from reading(part, f"{name}_busbw", last.busbw, last.value, "GB/s")
        return
    yield part.signal(
        "metric", f"{name}_busbw", last.busbw.start, last.busbw.end, severity="warning", from_value=best,
        to_value=last.value, unit="GB/s", direction="down", change=round(last.value / best - 1, 4),
    )  # fmt: skip


@bounded
def read_pairs(part: Part) -> Iterator[Signal | Phrase]:
    """Bandwidth by pair of nodes: slow pairs, and the node that is in slow pairs only."""
    pairs: list[tuple[str, str, float, Cell, int]] = []
    for line in lines_of(part):
        if match := _PAIR.match(line.text[:300]):
            start, end = line.start + match.start("value"), line.start + match.end("value")
            cell = Cell(match["value"], start, end)
            pairs.append((match["one"], match["two"], float(match["value"]), cell, line.start))
    if not pairs:
        return
    values = sorted(value for _, _, value, _, _ in pairs)
    good = median(value for value in values if value >= _SLOW * values[-1])
    slow = [pair for pair in pairs if pair[2] < _SLOW * good]
    fast = {node for pair in pairs if pair[2] >= _SLOW * good for node in pair[:2]}
    for _, _, value, cell, start in slow[:_MOST_NODES]:
        yield part.signal(
            "metric", "allreduce_busbw", cell.start, cell.end, severity="warning", from_value=good, to_value=value,
            unit="GB/s", direction="down", change=round(value / good - 1, 4),
        )  # fmt: skip
        yield part.phrase(start, cell.end)
    if not slow:
        yield from reading(part, "allreduce_busbw", pairs[-1][3], good, "GB/s")
    yield from _slow_nodes(part, fast, slow)
    end = part.text.find("\n")
    yield part.phrase(0, end if end >= 0 else len(part.text))


def _slow_nodes(part: Part, fast: set[str], slow: list[tuple[str, str, float, Cell, int]]) -> Iterator[Signal]:
    """Nodes of two or more slow pairs that are in no good one."""
    seen: dict[str, int] = {}
    for pair in slow:
        for node in pair[:2]:
            seen[node] = seen.get(node, 0) + 1
    alone = [node for node, times in seen.items() if times >= 2 and node not in fast]
    for node in alone[:_MOST_NODES]:
        at, times = part.text.find(node, slow[0][4]), seen[node]
        yield part.signal("state", f"slow node {node}", at, at + len(node), severity="error", times=times)
