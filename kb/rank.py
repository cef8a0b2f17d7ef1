"""From candidates to ranked matches, with a probability each and one verdict. Pure arithmetic, no I/O.

Each candidate is described by a few features that a person can read (`--explain` shows them); a
logistic model adds them up. The weights were fitted on pairs made from the shipped records (a part
of a record as the query, the record without that part as the answer) and on texts that belong to no
record; see `scripts/fit_ranking.py`.
"""

from __future__ import annotations

import math

from kb.index import Candidate, Hits, RareTerm, searched
from kb.namedtuple import NamedTuple

MATCH, WEAK, NOVEL = "match", "weak", "novel"

MATCH_PROBABILITY = 0.5
WEAK_PROBABILITY = 0.2


class Features(NamedTuple):
    """What is known of one candidate, each between 0 and 1.

    Mass is the sum of weight times rarity of query terms that any record knows.
    """

    coverage: float
    """Share of the query's mass found anywhere in the record."""
    detection: float
    """Share of the mass found in what was visible at the time."""
    title: float
    """Share of the mass found in the title."""
    labels: float
    """Share of the mass found in the labels and their synonyms."""
    pairs: float
    """Rarity of the shared pairs of neighbouring words: m / (m + 20)."""
    codes: float
    """Rarity of the shared codes: m / (m + 3)."""
    codes_missed: float
    """Share of the rarity of the query's known codes that the record does not have."""
    signs: float
    """Rarity of the shared states and metric movements: m / (m + 3)."""
    signs_missed: float
    """Share of the rarity of the query's known signs that the record does not have."""
    matched: float
    """Number of distinct query terms found: n / (n + 6)."""
    lead: float
    """Lexical score relative to the best other candidate: s / (s + best other)."""
    known: float
    """Share of the query's distinct terms that any record knows."""


INTERCEPT = -12.629
WEIGHTS = Features(
    coverage=6.855,
    detection=-0.321,
    title=0.585,
    labels=-2.879,
    pairs=2.184,
    codes=-0.345,
    codes_missed=-3.715,
    signs=-0.176,
    signs_missed=-0.386,
    matched=4.232,
    lead=14.999,
    known=-3.309,
)


class Ranked(NamedTuple):
    """A candidate with its features and probability of being a case like the input."""

    candidate: Candidate
    features: Features
    probability: float


def rank(hits: Hits) -> list[Ranked]:
    """Candidates by falling probability; equal ones by id, so that the same input gives the same list."""
    query = _Query(
        _mass(hits.terms) or 1.0,
        _mass(hits.codes),
        _mass(hits.signs),
        len([item for item in hits.terms if item.idf > 0]) / len(hits.terms) if hits.terms else 0.0,
    )
    scores = sorted((candidate.score for candidate in hits.candidates), reverse=True)[:2]
    ranked = []
    for candidate in hits.candidates:
        rival = scores[0] if candidate.score != scores[0] else scores[1] if len(scores) > 1 else 0.0
        features = _features(candidate, query, rival)
        ranked.append(Ranked(candidate, features, probability(features)))
    ranked.sort(key=lambda item: (-item.probability, item.candidate.id))
    return ranked


def probability(features: Features) -> float:
    """Logistic model of the features."""
    logit = INTERCEPT + sum(weight * value for weight, value in zip(WEIGHTS, features, strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def verdict(ranked: list[Ranked]) -> str:
    """`match`, `weak` or `novel`, from the first candidate; fewer than two matched terms are never confident."""
    if not ranked:
        return NOVEL
    best = ranked[0]
    if best.probability < WEAK_PROBABILITY:
        return NOVEL
    enough = best.features.matched >= 2 / 8 or best.features.codes > 0
    return MATCH if best.probability >= MATCH_PROBABILITY and enough else WEAK


class _Query(NamedTuple):
    """Masses of what was asked, and the share of its terms that any record knows."""

    words: float
    codes: float
    signs: float
    known: float


def _mass(items: list[RareTerm]) -> float:
    return sum([item.idf * item.term.weight for item in searched(items)])


def _features(candidate: Candidate, query: _Query, rival: float) -> Features:
    return Features(
        coverage=candidate.anywhere / query.words,
        detection=candidate.detection / query.words,
        title=candidate.title / query.words,
        labels=candidate.labels / query.words,
        pairs=candidate.pairs / (candidate.pairs + 20.0),
        codes=candidate.codes / (candidate.codes + 3.0),
        codes_missed=(query.codes - candidate.codes) / query.codes if query.codes else 0.0,
        signs=candidate.signs / (candidate.signs + 3.0),
        signs_missed=(query.signs - candidate.signs) / query.signs if query.signs else 0.0,
        matched=candidate.matched / (candidate.matched + 6.0),
        lead=candidate.score / (candidate.score + rival) if candidate.score + rival > 0 else 0.0,
        known=query.known,
    )
