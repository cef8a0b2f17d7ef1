"""Labels of an input: symptoms, components, root causes and contributing factors, each with a probability.

One linear model a label over the terms, codes and signs of the query, learned by `kb.train.labels`. Only the rows of
the query's terms are read from the table, and only added up: no numerical library. What was visible tells symptoms
and components far better than causes; a probability is calibrated on records that were left out, so a cause that
cannot be told from the input stays low.
"""

from __future__ import annotations

import math

from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kb.learned import Table
    from kb.query import Query

FAMILIES = {
    "symptoms": "symptoms",
    "components": "components",
    "root_causes": "root_cause",
    "contributing": "contributing",
}
"""Family of labels, which is also its vocabulary -> the key of a record that holds them."""

LETTERS = {"symptoms": "s", "components": "c", "root_causes": "r", "contributing": "f"}
"""Family -> what its labels are called in the rows of terms, with their place among the intercepts: `s12`."""

MOST_TERMS = 256
"""Terms of a query that are looked at, those with the most weight first: a log of a thousand words costs no more."""
FEW = 3
"""Records below which a label was hardly learned: `support` says how many there were."""
LEAST = 0.1
"""Probability below which a label is not mentioned."""


class Label(NamedTuple):
    """A label that may fit. `likely` says that its probability is above the one that served best for its family,
    `support` on how many records it was learned."""

    id: str
    probability: float
    likely: bool
    support: int


def features(query: Query) -> dict[str, float]:
    """What a model sees of a query: the weight of each code, sign and term, at most MOST_TERMS of the last."""
    found = {f"code:{code.text}": code.weight for code in query.codes[:MOST_TERMS]}
    found.update({sign.text: sign.weight for sign in query.signs[:MOST_TERMS]})
    terms = sorted(query.terms, key=lambda term: -term.weight)[:MOST_TERMS]
    found.update({term.text: term.weight for term in terms})
    return found


def classify(query: Query, table: Table) -> dict[str, list[Label]]:
    """For each family the labels that may fit, likeliest first; all lists are empty if nothing is known of the query.

    The logit of a label is (its intercept + sum of w * x) * its family's scale + its offset, with x the weights of the
    query's terms times their rarity, scaled to length 1.
    """
    sums: dict[str, float] = {}
    square = 0.0
    for term, weight in sorted(features(query).items()):
        for name, number in table.row(term):
            if name == RARITY:
                square += (weight * number) ** 2
            else:
                sums[name] = sums.get(name, 0.0) + weight * number
    found: dict[str, list[Label]] = {family: [] for family in FAMILIES}
    if not square:
        return found
    for family, labels in found.items():
        model = dict(table.row(f"{MODEL}{family}"))
        for place, (name, intercept) in enumerate(table.row(f"{INTERCEPTS}{family}")):
            score = intercept + sums.get(f"{LETTERS[family]}{place}", 0.0) / math.sqrt(square)
            chance = logistic(model.get("scale", 1.0) * score + model.get("offset", 0.0))
            if chance >= LEAST:
                likely = chance >= model.get("threshold", 0.5)
                labels.append(Label(name, round(chance, 4), likely, 0))
        support = dict(table.row(f"{SUPPORT}{family}")) if labels else {}
        labels[:] = [label._replace(support=int(support.get(label.id, 0))) for label in labels]
        labels.sort(key=lambda label: (-label.probability, label.id))
    return found


def logistic(logit: float) -> float:
    """Probability of a logit."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


RARITY, MODEL, INTERCEPTS, SUPPORT = "#", "#model:", "#intercepts:", "#support:"
"""In the table: the rarity of a term among its weights, and the rows that belong to a family. No term has a `#`."""
