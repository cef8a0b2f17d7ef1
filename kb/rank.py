"""From candidates to ranked matches, with a probability each and one verdict. Pure arithmetic, no I/O.

Each candidate is described by a few features that a person can read (`--explain` shows them); a
logistic model adds them up. The weights were fitted on pairs made from the shipped records (a part
of a record as the query, the record without that part as the answer) and on texts that belong to no
record; see `scripts/fit_ranking.py`.
"""

from __future__ import annotations

import math

from kb.index import MAX_TERMS, Candidate, Hits
from kb.namedtuple import NamedTuple

MATCH, WEAK, NOVEL = "match", "weak", "novel"

MATCH_PROBABILITY = 0.5
WEAK_PROBABILITY = 0.2


class Features(NamedTuple):
    """What is known of one candidate, each between 0 and 1 unless stated.

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
    codes: float
    """Rarity of the shared codes: 1 - exp(-sum of idf / 3)."""
    codes_missed: float
    """Share of the rarity of the query's known codes that the record does not have."""
    matched: float
    """Number of distinct query terms found: n / (n + 6)."""
    lead: float
    """Lexical score relative to the best other candidate: s / (s + best other)."""
    known: float
    """Share of the query's distinct terms that any record knows."""


INTERCEPT = -11.934
WEIGHTS = Features(
    coverage=5.747,
    detection=1.326,
    title=0.238,
    labels=-3.487,
    codes=0.532,
    codes_missed=-3.515,
    matched=4.910,
    lead=12.788,
    known=-2.508,
)


class Ranked(NamedTuple):
    """A candidate with its features and probability of being a case like the input."""

    candidate: Candidate
    features: Features
    probability: float


def rank(hits: Hits) -> list[Ranked]:
    """Candidates by falling probability; equal ones by id, so that the same input gives the same list."""
    terms = [item for item in hits.terms if item.idf > 0][:MAX_TERMS]
    mass = sum(item.idf * item.term.weight for item in terms) or 1.0
    asked = sum(item.idf * item.term.weight for item in hits.codes if item.idf > 0)
    known = len([item for item in hits.terms if item.idf > 0]) / len(hits.terms) if hits.terms else 0.0
    scores = sorted((candidate.score for candidate in hits.candidates), reverse=True)[:2]
    ranked = []
    for candidate in hits.candidates:
        rival = scores[1] if len(scores) > 1 and candidate.score == scores[0] else scores[0]
        if len(scores) == 1:
            rival = 0.0
        features = _features(candidate, mass, asked, known, rival)
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


def _features(candidate: Candidate, mass: float, asked: float, known: float, rival: float) -> Features:
    return Features(
        coverage=candidate.anywhere / mass,
        detection=candidate.detection / mass,
        title=candidate.title / mass,
        labels=candidate.labels / mass,
        codes=1.0 - math.exp(-candidate.codes / 3.0),
        codes_missed=(asked - candidate.codes) / asked if asked else 0.0,
        matched=candidate.matched / (candidate.matched + 6.0),
        lead=candidate.score / (candidate.score + rival) if candidate.score + rival > 0 else 0.0,
        known=known,
    )
