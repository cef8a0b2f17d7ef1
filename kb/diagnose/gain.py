"""What a check is worth: the information that its reading is expected to give about the explanations.

The outcomes of a check are its readings and "none of these readings". Each explanation gives each outcome a
likelihood, from what the reading points to and rules out; the rest is arithmetic (mutual information of explanation
and outcome, in bits). Nothing here knows where checks come from.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kb.diagnose.hypotheses import Hypothesis

    Terms = Sequence[str]
    Outcome = tuple[Terms, Terms]
    """What a reading points to, and what it rules out."""

POINTED_BOTH, POINTED_ONE, FLAT = 12.0, 5.0, 1.0
"""Weight of a reading under an explanation whose root cause and a component it points to, one of them, or neither.
Chosen by the share of steps of the records that are found, with the record left out (`scripts/diagnose_eval.py`)."""
SPREAD = 0.5
"""Share of "none of these" that is taken for one of the terms of the checks at hand. Set by hand: with 0 the check to
make for an error code is passed over where no explanation has to do with it; of steps of the records as many are found
either way."""
RULED_OUT = 0.1
"""Share of the least weight that is left to an explanation that the reading rules out: records err."""


def likelihoods(outcomes: Sequence[Outcome], hypothesis: Hypothesis, relevance: float) -> list[float]:
    """Probability of each reading, and last of none of them, under an explanation; they sum to 1.

    `relevance` (0 to 1) is the chance that the check has anything to do with the case; otherwise it gives none of its
    readings. A reading that rules an explanation out is never likelier under it than under any other explanation, so
    that it cannot raise it.
    """
    cause, components = hypothesis.root_cause, hypothesis.components
    return _spread([_weight(outcome, cause, components) for outcome in outcomes], relevance)


def _weight(outcome: Outcome, cause: str, components: Terms) -> float:
    points_to, rules_out = outcome
    if cause in rules_out or (components and components[0] in rules_out):
        return 0.0
    by_cause = cause in points_to
    for component in components:
        if component in points_to:
            return POINTED_BOTH if by_cause else POINTED_ONE
    return POINTED_ONE if by_cause else FLAT


def _spread(weights: Sequence[float], relevance: float) -> list[float]:
    least = RULED_OUT * FLAT / (POINTED_BOTH * (len(weights) + 1))
    scale = relevance * (1.0 - least * weights.count(0.0)) / (FLAT + sum(weights))
    found = [scale * weight if weight else relevance * least for weight in weights]
    return [*found, 1.0 - sum(found)]


def gains(checks: Iterable[tuple[Sequence[Outcome], float]], hypotheses: Sequence[Hypothesis]) -> list[float]:
    """Mutual information, in bits, of the explanations and the outcome of each check, given by the outcomes of its
    readings and its relevance.

    Explanations of which a check says the same count as one: most checks have nothing to say of most of them.
    """
    from math import log2

    plain = [(item.root_cause, item.components, item.probability) for item in hypotheses]
    found = []
    for outcomes, relevance in checks:
        told = {term for points_to, rules_out in outcomes for terms in (points_to, rules_out) for term in terms}
        groups: dict[tuple[float, ...], float] = {}
        silent = 0.0
        for cause, components, probability in plain:
            if cause not in told and told.isdisjoint(components):
                silent += probability
            else:
                key = tuple([_weight(outcome, cause, components) for outcome in outcomes])
                groups[key] = groups.get(key, 0.0) + probability
        if not groups:
            found.append(0.0)
            continue
        flat = (FLAT,) * len(outcomes)
        groups[flat] = groups.get(flat, 0.0) + silent
        rows = [(_spread(key, relevance), mass) for key, mass in groups.items() if mass > 0.0]
        total = 0.0
        for column in range(len(outcomes) + 1):
            evidence = 0.0
            for row, mass in rows:
                evidence += row[column] * mass
            for row, mass in rows:
                if row[column] > 0.0:
                    total += row[column] * mass * log2(row[column] / evidence)
        found.append(max(0.0, total))
    return found


def spread(hypotheses: Sequence[Hypothesis], checks: Iterable[Sequence[Outcome]]) -> list[Hypothesis]:
    """The explanations, with SPREAD of "none of these" shared out evenly among the terms to which readings of these
    checks point: what no explanation covers may be any of them, and a check that tells them apart is worth making."""
    terms = sorted({term for outcomes in checks for points_to, _ in outcomes for term in points_to})
    if not terms:
        return list(hypotheses)
    found = []
    for item in hypotheses:
        if item.root_cause:
            found.append(item)
        else:
            share = SPREAD * item.probability
            found.append(item._replace(probability=item.probability - share))
            found += [item._replace(root_cause=term, probability=share / len(terms)) for term in terms]
    return found


def entropy(hypotheses: Sequence[Hypothesis]) -> float:
    """Uncertainty about the explanations in bits: what a perfect check would give."""
    from math import log2

    return -sum([item.probability * log2(item.probability) for item in hypotheses if item.probability > 0.0])


def updated(
    hypotheses: Sequence[Hypothesis], outcomes: Sequence[Outcome], relevance: float, observed: int
) -> tuple[Hypothesis, ...]:
    """The explanations after a reading (its place among the outcomes; one behind the last for none of them), in the
    same order. Bayes' rule; the probabilities sum to 1."""
    weights = [
        hypothesis.probability * likelihoods(outcomes, hypothesis, relevance)[observed] for hypothesis in hypotheses
    ]
    total = sum(weights)
    return tuple(
        hypothesis._replace(probability=weight / total) for hypothesis, weight in zip(hypotheses, weights, strict=True)
    )
