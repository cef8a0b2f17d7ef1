"""How far a check has to do with an input: its relevance, before any explanation is weighed.

It comes from the words, codes, symptoms and components that check and input share, and from how likely the cases are in
which the check was made. The weights are those of a logistic model: the terms that speak for a check are looked up in
the catalogue of the store, and what each is worth is added up.
"""

from __future__ import annotations

from kb.catalogue import CODE, COMPONENT, MADE, MADE_LEVELS, SYMPTOM, WORD
from kb.diagnose.hypotheses import strings
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from kb.classify import Label
    from kb.diagnose.hypotheses import Case
    from kb.hits import Hits

MAX_WORDS = 48
"""Words of the input, the rarest among the records first, by which checks are looked for."""
MAX_UNSEEN = 12
"""Words more, of those that no record has: a check may have them."""
WEIGHED = 12
"""Checks of the catalogue that are weighed: the most relevant ones."""
CATALOGUE = 200.0
"""About the number of checks in the catalogue, for the rarity of a term among them: ln(1 + 200 / (1 + n))."""
COMMON = 60
"""A word that more checks have than this tells none of them apart."""
MAX_COMPONENTS = 3
"""Components of a case that speak for a check, each less than the one before: the first is where the fault was."""
NEARNESS = 2
"""Power of the lexical score, relative to the best, by which a case speaks for checks. Of 1, 1.5, 2, 3, 4 and 6 the one
under which most checks that were made came first, with each record left out."""

PER_WORD, PER_CODE, PER_MADE = 0.17, 1.5, 1.25
"""Weights of a shared word and code, by rarity, and of the share of the cases in which a check was made."""
PER_SYMPTOM, PER_COMPONENT = 0.22, 0.34
"""Weights, by rarity, of the share of the cases with a symptom or a component to which the check applies."""
PER_SEEN = (("symptoms", SYMPTOM, 0.5), ("components", COMPONENT, 0.4))
"""Family of labels, kind of term and weight, by rarity, of the probability that the input itself has such a symptom or
component."""
PER_LEVEL = 0.56
"""Weight of every doubling of the number of records in which a check was made.

All weights are those of a conditional logit model of which checks were made in a record, fitted to what the records say
was seen, each left out of cases, labels and counts (`scripts/diagnose_eval.py --texts`); that of codes, of which there
are few, was set by hand: from 0.5 to 1.5 the check that decided comes first as often, and a code alone, `Xid 79`, finds
the checks that name it. Of records left out of the fit as well it has the check that decided among the first three in
.40; without the input's own labels in .33, without the counts in .31."""
INTERCEPT = -6.0
"""Intercept of the same model as a logistic one, raised by 1.5: a check that was not made might have told something."""
STEP_INTERCEPT = -4.0
"""Intercept for a step that belongs to no check of the catalogue: what it has to do with its case is certain."""


def shares(cases: Iterable[tuple[str, float]]) -> dict[str, float]:
    """How much each case speaks for checks, from its lexical score; they sum to 1."""
    scores = dict(cases)
    best = max(scores.values(), default=0.0) or 1.0
    powers = {name: (score / best) ** NEARNESS for name, score in scores.items()}
    total = sum(powers.values()) or 1.0
    return {name: power / total for name, power in powers.items()}


def asked_terms(
    hits: Hits, cases: Iterable[Case], share: dict[str, float], told: Mapping[str, Iterable[Label]]
) -> dict[str, float]:
    """The terms of `kb.catalogue` by which to look for checks, each with its weight; `told` are the labels of the input
    by family."""
    asked: dict[str, float] = {}
    seen = [item for item in hits.terms if item.idf > 0.0][:MAX_WORDS]
    unseen = [item for item in hits.terms if item.idf == 0.0][:MAX_UNSEEN]
    for item in [*seen, *unseen]:
        asked[WORD + item.term.text] = PER_WORD * min(1.0, item.term.weight)
    for item in hits.codes:
        asked[CODE + item.term.text] = PER_CODE
    for document, _ in cases:
        near = share[document["id"]]
        for symptom in strings(document.get("symptoms")):
            term = SYMPTOM + symptom
            asked[term] = asked.get(term, 0.0) + PER_SYMPTOM * near
        for place, component in enumerate(strings(document.get("components"))[:MAX_COMPONENTS], 1):
            term = COMPONENT + component
            asked[term] = asked.get(term, 0.0) + PER_COMPONENT * near / place
    asked.update({f"{MADE}{level}": PER_LEVEL for level in range(1, MADE_LEVELS + 1)})
    for family, prefix, weight in PER_SEEN:
        for label in told.get(family, ()):
            term = prefix + label.id
            asked[term] = asked.get(term, 0.0) + weight * label.probability
    return asked


def most_relevant(
    asked: dict[str, float], rows: Iterable[tuple[str, str]], cases: Iterable[Case], share: dict[str, float]
) -> dict[str, float]:
    """Relevance of the checks that are worth weighing, by id, best first.

    `rows` are (term, ids of the checks that have it, joined by spaces). Checks that were made in the cases are among
    them, whatever else they share.
    """
    from math import log

    logits: dict[str, float] = {}
    for case, _, step in steps_of(cases):
        name = step.get("check_id")
        if isinstance(name, str):
            logits[name] = logits.get(name, 0.0) + PER_MADE * share[case]
    made = len(logits)
    for term, joined in sorted(rows):
        names = joined.split()
        if len(names) > COMMON and term.startswith(WORD):
            continue
        rarity = 1.0 if term.startswith(MADE) else log(1.0 + CATALOGUE / (len(names) + 1.0))
        worth = asked[term] * rarity
        for name in names:
            logits[name] = logits.get(name, 0.0) + worth
    best = sorted(logits, key=lambda name: (-logits[name], name))[: WEIGHED + made]
    return {name: _logistic(INTERCEPT + logits[name]) for name in best}


def of_step(share: float) -> float:
    """Relevance of a step that belongs to no check of the catalogue, made in a case with this share."""
    return _logistic(STEP_INTERCEPT + PER_MADE * share)


def steps_of(cases: Iterable[Case]) -> list[tuple[str, int, dict[str, Any]]]:
    """Every step of the cases: id of the record, number from 1, the step."""
    return [
        (document["id"], number, step)
        for document, _ in cases
        for number, step in enumerate(_list(document.get("diagnosis")), 1)
        if isinstance(step, dict)
    ]


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _logistic(logit: float) -> float:
    from math import exp

    return 1.0 / (1.0 + exp(-logit))
