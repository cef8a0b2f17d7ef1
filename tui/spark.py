"""A series of readings as a row of blocks, and where in a pasted text the other readings of a series stand."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

_BLOCKS = "▁▂▃▄▅▆▇█"
_NUMBER = re.compile(r"[-+]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_TIME = re.compile(r"[\[(]?(?:\d{4}[-/]\d\d[-/]\d\d|\d\d?:\d\d)")
_QUOTES = " \"'\r"
_BEGINS = frozenset("+-.[(0123456789")
_FEWEST = 4
_MOST_LINES = 5000


def spark(values: Sequence[float], columns: int, mark: int = -1) -> tuple[str, int]:
    """The readings as at most so many blocks, each the mean of its share, and the block that holds reading `mark`
    (-1 for none). Blocks are relative to the least and the greatest reading."""
    size = min(columns, len(values))
    if size <= 0:
        return "", -1
    edges = [place * len(values) // size for place in range(size + 1)]
    means = [sum(values[a:b]) / (b - a) for a, b in itertools.pairwise(edges)]
    low, high = min(means), max(means)
    scale = (len(_BLOCKS) - 1) / (high - low) if high > low else 0.0
    text = "".join(_BLOCKS[round((value - low) * scale)] for value in means)
    at = next((block for block in range(size) if edges[block] <= mark < edges[block + 1]), -1)
    return text, at


def series_at(lines: Sequence[str], line: int, column: int) -> tuple[list[float], int]:
    """The series to which the number at a line and column (characters) belongs, and its place in the series.

    It is the numbers in the same cell of all rows that have the same words as its own; cells are what commas,
    semicolons or tabs part, else blanks. A row of another host or rank is of another series. Empty if there are fewer
    than four, and where there is no number: the other numbers of a row are other quantities.
    """
    if not 0 <= line < len(lines):
        return [], -1
    separator = _separator(lines[line])
    place = _cell_at(lines[line], column, separator)
    own = _cells(lines[line], separator)
    if not 0 <= place < len(own) or _value(own[place]) is None:
        return [], -1
    template = _template(own)
    values: list[float] = []
    at = -1
    first = max(0, line - _MOST_LINES // 2)
    for number, text in enumerate(lines[first : first + _MOST_LINES], first):
        cells = _cells(text, separator)
        if len(cells) != len(own) or _template(cells) != template:
            continue
        if (value := _value(cells[place])) is not None:
            if number == line:
                at = len(values)
            values.append(value)
    return (values, at) if len(values) >= _FEWEST and at >= 0 else ([], -1)


def _separator(text: str) -> str:
    """What parts the cells of a row, empty for blanks. A comma followed by a blank, or within a number, parts none."""
    bare = _THOUSANDS.sub("", text) if " " in text.strip() else text
    counts = {mark: bare.count(mark) - bare.count(mark + " ") for mark in (",", ";", "\t")}
    best = max(counts, key=lambda mark: counts[mark])
    return best if counts[best] > 0 else ""


def _cells(text: str, separator: str) -> list[str]:
    return [cell.strip(_QUOTES) for cell in (text.split(separator) if separator else text.split())]


def _cell_at(text: str, column: int, separator: str) -> int:
    if separator:
        return text[:column].count(separator)
    return len(text[:column].split()) - (1 if column and not text[column - 1 : column].isspace() else 0)


def _template(cells: Sequence[str]) -> list[str]:
    """The cells without the numbers that they begin with or that follow a name and a sign: `loss=#`, but `node01`."""
    found = []
    for cell in cells:
        name, sign, value = cell.rpartition("=") if "=" in cell else cell.rpartition(":")
        if cell[:1] in _BEGINS or not cell:
            found.append(re.sub(r"#(?:[-:/.T ]#)*Z?", "#", _NUMBER.sub("#", cell)) or "#")
        else:
            found.append(name + sign + _NUMBER.sub("#", value) if sign and value[:1] in _BEGINS else cell)
    return found


def _value(cell: str) -> float | None:
    """The number of a cell: it begins it, or follows a name and a sign; none in a time, or in a name."""
    if _TIME.match(cell):
        return None
    match = re.fullmatch(rf"(?:[^\d=:]*[=:])?[\[(]?({_NUMBER.pattern})[^\d]*", cell)
    return float(match[1].replace(",", "")) if match else None
