"""What a text is about, as a place in a space of few dimensions: latent semantic indexing (Deerwester et al. 1990).

Words that stand in the same records lie near each other in that space, in both languages, so that "the loss goes
up and down like a saw" is near a record of recurring loss spikes that has none of these words. The space was learned
offline (`kb.train.topics`); here the rows of a text's terms are added up. Their numbers are single bytes, packed
into one integer with four bytes a number: Python adds integers of any length at once, without a numerical library.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.learned import Table

WIDTH = 64
"""Dimensions. Between 60 and 140 tell known incidents from removed ones equally well (AUROC 0.875 to 0.877 of reports
in other words)."""
_LANE = 4
"""Bytes of a number in the long integer: MOST_TERMS rows of at most _MOST_STEPS do not run into the next."""
_MOST_STEPS = 5_000
MOST_TERMS = 3_000
"""Terms of a text that are looked at."""
_ZERO = 128
"""What stands for 0 in a row: its bytes have no sign."""
_MOST_ROWS = 50_000
"""Rows that are kept: a few hundred bytes each."""
_UNIT = 100_000
"""Steps of a weight, which must be a whole number: a step of a byte is worth a thousandth or so."""


def counted(words: str) -> list[tuple[str, float]]:
    """The distinct tokens of a text with the weight 1 + ln n for n occurrences."""
    return [(term, 1.0 + math.log(count)) for term, count in Counter(words.split()).items()]


class Space:
    """The space that a table holds. What was read of it is kept, for the records of a store share their terms."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rows: dict[str, tuple[int, float]] = {}

    def place(self, weights: Iterable[tuple[str, float]]) -> bytes:
        """The place of a text of weighted terms: WIDTH signed bytes, the longest side 127; b"" if no term is known."""
        total = zero = 0
        for term, weight in islice(weights, MOST_TERMS):
            number, size = self._rows.get(term) or self._read(term)
            factor = min(round(weight * size), _MOST_STEPS)
            total += factor * number
            zero += factor * _ZERO
        lanes = total.to_bytes(WIDTH * _LANE, "little")
        sums = [int.from_bytes(lanes[at : at + _LANE], "little") - zero for at in range(0, len(lanes), _LANE)]
        longest = max([abs(number) for number in sums])
        return bytes([round(127 * number / longest) & 0xFF for number in sums]) if longest else b""

    def _read(self, term: str) -> tuple[int, float]:
        """The row of a term as one integer, and the steps that it is worth; (0, 0) if it has none that is one."""
        found = (0, 0.0)
        for name, size in self._table.row(term):
            spread = bytearray(WIDTH * _LANE)
            try:
                spread[::_LANE] = bytes.fromhex(name)
            except ValueError:
                continue
            if 0.0 < size < 1.0:
                found = int.from_bytes(spread, "little"), size * _UNIT
        if len(self._rows) < _MOST_ROWS:
            self._rows[term] = found
        return found


def row(vector: Iterable[float]) -> tuple[str, float]:
    """Name and number of a term's row in the table: WIDTH bytes in hexadecimal, and what a step of a byte is worth."""
    numbers = list(vector)
    longest = max([abs(number) for number in numbers]) or 1.0
    return bytes([round(127 * number / longest) + _ZERO for number in numbers]).hex(), longest / 127


def nearness(one: bytes, other: bytes) -> float:
    """Cosine of two places, 0 where they point apart or one is not known; 0 to 1."""
    if len(one) != len(other) or not one:
        return 0.0
    first, second = memoryview(one).cast("b").tolist(), memoryview(other).cast("b").tolist()
    # by the law of cosines: lengths and distance are computed in C
    a, b, between = math.hypot(*first), math.hypot(*second), math.dist(first, second)
    return max(0.0, (a * a + b * b - between * between) / (2.0 * a * b))
