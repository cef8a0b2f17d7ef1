"""Output of commands taken apart: columns under a header, bordered tables, indented `key: value` outlines.

Programs align columns left or right, leave cells blank, and wrap long text across the lines of a cell even in the
middle of a word. Every cell keeps the characters it stands at, so that a reader can point to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps

from kb.namedtuple import NamedTuple
from kb.signals.model import Phrase, Signal
from kb.signals.part import Line, Part

_MOST_LINES = 20_000
_LONGEST_LINE = 20_000
_MOST_READINGS = 30
_MOST_PHRASES = 300
_WORDS = re.compile(r"\S+")
_LOOSE = re.compile(r"\S+(?: \S+)*")
_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?")


class Cell(NamedTuple):
    """A value without white space around it, at the characters `start` to `end` of the part."""

    text: str
    start: int
    end: int


class Field(NamedTuple):
    """A line of an outline: the keys above it (by indentation), its own key and value; `line` is the whole line."""

    path: tuple[str, ...]
    key: str
    value: Cell
    line: Line


Row = dict[str, Cell]
_Read = Callable[[Part], Iterator[Signal | Phrase]]
_Bounded = Callable[[Part], list[Signal | Phrase]]


def bounded(read: _Read) -> _Bounded:
    """A reader of tables with any number of rows that answers with a bounded number of items.

    The same state or code is one signal that counts its times; of the readings of one metric that are equally good or
    bad the first 30 are kept; of the phrases the first 300.
    """

    @wraps(read)
    def reader(part: Part) -> list[Signal | Phrase]:
        first: dict[tuple[object, ...], Signal] = {}
        counts: dict[tuple[object, ...], int] = {}
        phrases: list[Signal | Phrase] = []
        for item in read(part):
            if isinstance(item, Phrase):
                if len(phrases) < _MOST_PHRASES:
                    phrases.append(item)
                continue
            group = (item.kind, item.name, item.severity)
            key = (*group, item.from_value, item.to_value)
            if known := first.get(key):
                first[key] = known._replace(times=known.times + item.times)
            elif counts.get(group, 0) < _MOST_READINGS:
                counts[group] = counts.get(group, 0) + 1
                first[key] = item
        return [*first.values(), *phrases]

    return reader


def lines_of(part: Part) -> Iterator[Line]:
    """The first 20,000 lines; a line of more than 20,000 characters is left out."""
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            return
        if len(line.text) <= _LONGEST_LINE:
            yield line


def words(line: Line, *, loose: bool = False) -> list[Cell]:
    """The words of a line; with `loose` single spaces do not part them."""
    return [
        Cell(match.group(), line.start + match.start(), line.start + match.end())
        for match in (_LOOSE if loose else _WORDS).finditer(line.text)
    ]


def row(line: Line, header: Sequence[Cell], origin: int, *, loose: bool = False) -> Row:
    """The cells of a line by the names in the header whose line begins at `origin`.

    As many cells as names go one to one; with blanks each goes to the name that it overlaps or is nearest to. What is
    more than the names belongs to the last one.
    """
    cells = words(line, loose=loose)
    if not header or not cells:
        return {}
    if len(cells) > len(header):
        last = len(header) - 1
        whole = Cell(line.text[cells[last].start - line.start :], cells[last].start, line.end)
        cells = [*cells[:last], whole]
    if len(cells) == len(header):
        return {name.text: cell for name, cell in zip(header, cells, strict=True)}
    found: Row = {}
    for cell in cells:
        start, end = cell.start - line.start + origin, cell.end - line.start + origin
        name = min(header, key=lambda name: max(name.start - end, start - name.end, -1))
        found.setdefault(name.text, cell)
    return found


def delimited(line: Line, mark: str) -> list[Cell]:
    """The cells of a line between marks (`|`, `,`); blank cells are kept."""
    cells, position = [], 0
    for piece in line.text.split(mark):
        text = piece.strip()
        start = line.start + position + len(piece) - len(piece.lstrip())
        cells.append(Cell(text, start, start + len(text)))
        position += len(piece) + len(mark)
    return cells


def bordered(line: Line) -> list[Cell]:
    """The cells of a line of a table drawn with `|`; none for its borders."""
    text = line.text.strip()
    if not text.startswith("|") or text.strip("|+-= ") == "":
        return []
    cells = delimited(line, "|")
    if line.text.lstrip().startswith("|"):
        cells = cells[1:]
    return cells[:-1] if text.endswith("|") else cells


def fields(part: Part, *, whole_keys: bool = False) -> Iterator[Field]:
    """The lines of an outline of `key: value` with what stands above each; a line without a colon is a key."""
    above: list[tuple[int, str]] = []
    for line in lines_of(part):
        body = line.text.lstrip()
        if not body:
            continue
        indent = len(line.text) - len(body)
        at = body.find(": ")
        if at < 0 or whole_keys:
            at = len(body) - 1 if body.endswith(":") else at if at >= 0 else len(body)
        while above and above[-1][0] >= indent:
            above.pop()
        key, rest = body[:at].rstrip(), body[at + 1 :]
        value = rest.strip()
        start = line.start + indent + at + 1 + len(rest) - len(rest.lstrip())
        start = min(start, line.end)
        yield Field(tuple(key for _, key in above), key, Cell(value, start, start + len(value)), line)
        above.append((indent, key))
        del above[8:]


def number(text: str) -> float | None:
    """The number at the beginning of a cell (`1,024 MB` is 1024), or None."""
    match = _NUMBER.match(text.strip())
    return float(match.group().replace(",", "")) if match else None


def size_gb(text: str) -> float | None:
    """A size in GB (10^9 bytes) from a number with a binary suffix: K, M, G, T, with or without `i` or `iB`.

    Slurm, Kubernetes and nvidia-smi mean powers of 1024 by all of them; a plain number is in bytes.
    """
    value = number(text)
    if value is None:
        return None
    suffix = text.strip().lstrip("+-0123456789.,").strip()[:1].upper()
    power = {"": 0, "B": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}.get(suffix)
    return None if power is None else float(f"{value * 1024**power / 1e9:.12g}")


def reading(
    part: Part, name: str, cell: Cell, value: float | None, unit: str | None, severity: str = "none"
) -> Iterator[Signal]:
    """A metric signal at a cell; nothing if there is no value."""
    if value is not None and value == value:
        value = float(f"{value:.12g}")
        yield part.signal("metric", name, cell.start, cell.end, severity=severity, to_value=value, unit=unit)


def level(value: float, warning: float, error: float = float("inf"), critical: float = float("inf")) -> str:
    """The severity of a value that is bad from three limits on."""
    if value >= critical:
        return "critical"
    return "error" if value >= error else "warning" if value >= warning else "none"


def median(values: Iterable[float]) -> float:
    """The middle value; 0 if there is none."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else 0.0
