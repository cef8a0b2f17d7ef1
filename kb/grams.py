"""Character 4-grams: likeness of spelling, for the first few candidates.

A misspelt word, an inflected one or a compound shares no token with the record but most of its letters.
"""

from __future__ import annotations

import math

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LENGTH = 4
MOST = 400
"""4-grams of an input that are looked for: those of its first lines. Twice or four times as many find no more."""
FEW = 200
"""4-grams that are looked for one by one; for more it is faster to take the text apart (400 in 4,500 characters: 0.5
milliseconds instead of 1.6)."""


def fold(texts: Iterable[str]) -> str:
    """Texts as one, case folded, white space single."""
    return " ".join(" ".join(texts).casefold().split())


def profile(folded: str) -> list[str]:
    """The first distinct 4-grams of a folded text, in order, at most MOST."""
    head = folded[: 2 * MOST]
    return list(dict.fromkeys([head[at : at + LENGTH] for at in range(len(head) - LENGTH + 1)]))[:MOST]


def likeness(asked: list[str], folded: str) -> float:
    """Share of the 4-grams found in a folded text, 0 to 1, over the root of its length: a long text has more by
    chance (cosine of two sets, the text taken to repeat none)."""
    if len(asked) > FEW:
        shifted = [folded[at:] for at in range(LENGTH)]
        found = len(set(asked).intersection(map("".join, zip(*shifted, strict=False))))
    else:
        found = len([gram for gram in asked if gram in folded])
    return found / math.sqrt(len(asked) * len(folded)) if found else 0.0
