"""Tables of plain numbers that were learned offline, read a row at a time without importing anything.

A table is UTF-8 text: one line a term, sorted by the bytes of the term, `term<TAB>name number name number ...`. A row
is found by bisection of the bytes, and nothing else is read: a row of a megabyte costs some ten microseconds. Tables
learned from the shipped records come with the package; `kb train` keeps those of a store in the store.
"""

from __future__ import annotations

import os
from mmap import ACCESS_READ, mmap

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

RANKING, LEXICON, LABELS, TOPICS = "ranking", "lexicon", "labels", "topics"
"""What is learned: the model of `kb.rank` (JSON), and three tables, translations of terms (`kb.lexicon`), weights of
terms for labels (`kb.classify`) and places of terms among subjects (`kb.topics`)."""


GREATEST = 1e9
"""No number of a table is as great; beyond, it is damaged."""


_SAMPLES = 64
_PRIME = 2**61 - 1


class Table:
    """A table in memory. Rows that are no numbers are read as empty."""

    def __init__(self, content: bytes | mmap) -> None:
        self._content = content

    def mark(self) -> str:
        """Letters and digits that tell this table from another: its length, and bytes of it taken at even steps."""
        size = len(self._content)
        step = max(1, size // _SAMPLES)
        taken = b"".join([self._content[at : at + 8] for at in range(0, size, step)])
        return f"{size:x}x{int.from_bytes(taken, 'big') % _PRIME:x}"

    def row(self, term: str) -> list[tuple[str, float]]:
        """Names and numbers of a term in the order of the table; none for a term that it does not have."""
        content, key = self._content, term.encode("utf-8", "replace") + b"\t"
        low, high = 0, len(content)
        while low < high:
            middle = (low + high) // 2
            start = content.rfind(b"\n", low, middle) + 1 or low
            end = _line_end(content, middle)
            if content[start:end] < key:
                low = end + 1
            else:
                high = start
        if content[low : low + len(key)] != key:
            return []
        return _numbers(content[low + len(key) : _line_end(content, low)].decode("utf-8", "replace").split(" "))


def _line_end(content: bytes | mmap, place: int) -> int:
    end = content.find(b"\n", place)
    return len(content) if end < 0 else end


def _numbers(words: list[str]) -> list[tuple[str, float]]:
    try:
        found = [(name, float(number)) for name, number in zip(words[::2], words[1::2], strict=True)]
    except ValueError:
        return []
    return found if all(-GREATEST < number < GREATEST for _, number in found) else []


def dump(rows: Mapping[str, Mapping[str, float]]) -> bytes:
    """The table of rows, as `Table` reads it; numbers with three digits. Terms and names hold no white space."""
    lines = []
    for term in sorted(rows, key=lambda term: term.encode() + b"\t"):
        numbers = " ".join([f"{name} {number:.3g}" for name, number in rows[term].items()])
        lines.append(f"{term}\t{numbers}\n")
    return "".join(lines).encode()


def shipped(name: str) -> bytes | mmap:
    """The table that comes with the package, mapped: only the pages of rows that are asked are read. An empty one if
    the file is missing."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shipped", f"{name}.tsv")
    try:
        with open(path, "rb") as file:
            return mmap(file.fileno(), 0, access=ACCESS_READ)
    except (OSError, ValueError):
        return b""
