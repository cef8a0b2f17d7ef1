"""Character 4-grams: likeness of spelling, where words alone leave two cases close together.

A misspelt word, an inflected one or a compound shares no token with the record but most of its letters. Computed for
the first few candidates only, and only when they are close.
"""

from __future__ import annotations

import math

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LENGTH = 4


def profile(texts: Iterable[str]) -> frozenset[str]:
    """The distinct 4-grams of texts, case folded, white space single."""
    text = " ".join(" ".join(texts).casefold().split())
    return frozenset([text[start : start + LENGTH] for start in range(len(text) - LENGTH + 1)])


def cosine(one: frozenset[str], other: frozenset[str]) -> float:
    """Likeness of two profiles, 0 to 1."""
    return len(one & other) / math.sqrt(len(one) * len(other)) if one and other else 0.0
