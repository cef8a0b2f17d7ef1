"""A series of readings as a row of blocks, and where in a pasted text the other readings of a series stand."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

_BLOCKS = "▁▂▃▄▅▆▇█"
_NUMBER = re.compile(r"[-+]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?")
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

    It is the numbers in the same word of all lines that differ from its own in nothing but numbers, or else the numbers
    of its own line. Empty if there are fewer than four.
    """
    if not 0 <= line < len(lines):
        return [], -1
    own = lines[line]
    place = len(own[:column].split()) - (1 if column and not own[column - 1 : column].isspace() else 0)
    template, count = _template(own), len(own.split())
    values: list[float] = []
    at = -1
    first = max(0, line - _MOST_LINES // 2)
    for number, text in enumerate(lines[first : first + _MOST_LINES], first):
        if place >= count or _template(text) != template:
            continue
        if (value := _value(text.split()[place])) is not None:
            if number == line:
                at = len(values)
            values.append(value)
    if len(values) >= _FEWEST and at >= 0:
        return values, at
    found = list(_NUMBER.finditer(own))
    if len(found) < _FEWEST:
        return [], -1
    at = max((number for number, match in enumerate(found) if match.start() <= column), default=0)
    return [float(match.group().replace(",", "")) for match in found], at


def _template(text: str) -> str:
    return " ".join(_NUMBER.sub("#", text).split())


def _value(word: str) -> float | None:
    match = _NUMBER.search(word)
    return float(match.group().replace(",", "")) if match else None
