"""Character 4-grams: likeness of spelling, where words alone leave two cases close together.

A misspelt word, an inflected one or a compound shares no token with the record but most of its letters. Computed for
the first few candidates only, and only when they are close.
"""

from __future__ import annotations

import math

from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

LENGTH = 4


class Profile(NamedTuple):
    """4-grams of a text with weight 1 + ln(count), and the Euclidean length of the weights."""

    weights: dict[str, float]
    length: float


def profile(texts: Iterable[str]) -> Profile:
    """The 4-grams of texts, case folded, white space single."""
    text = " ".join(" ".join(texts).casefold().split())
    counts: dict[str, int] = {}
    for start in range(len(text) - LENGTH + 1):
        gram = text[start : start + LENGTH]
        counts[gram] = counts.get(gram, 0) + 1
    weights = {gram: 1.0 + math.log(count) for gram, count in counts.items()}
    return Profile(weights, math.sqrt(sum([weight * weight for weight in weights.values()])))


def cosine(one: Profile, other: Profile) -> float:
    """Likeness of two profiles, 0 to 1."""
    if not one.length or not other.length:
        return 0.0
    few, many = sorted((one.weights, other.weights), key=len)
    shared = few.keys() & many.keys()
    return sum([few[gram] * many[gram] for gram in sorted(shared)]) / (one.length * other.length)
