"""What may be wrong: explanations taken from the cases like the input and from its labels, with their probabilities.

A match has the probability that its case is one like the input. An explanation is a root cause in a component, and
several cases may stand for the same one. What no past case explains may still have the root cause that the words of
the input tell of. "None of these" is always among the explanations: what neither explains is not explained by the
best of them.
"""

from __future__ import annotations

from kb.classify import FEW
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from kb.classify import Label

    Case = tuple[dict[str, Any], float]
    """A record with the probability that it is a case like the input."""
    Pair = tuple[str, str]
    """A root cause, and the component where the fault was ("" for none)."""

UNKNOWN = "unknown"
"""Root cause of a record whose cause was never found: an explanation that no reading can point to by its cause."""
SUREST = 0.9
"""A case explains the input no surer than this: one that looks the same may have another cause, and a check costs less
than a wrong certainty. Log loss of 0.95, 0.9 and 0.85 differs by less than 0.01; with 0.9 no case decides alone."""
UNEXPLAINED = 0.5
"""The same of a case whose own cause was never found: that it is alike explains little. Set by hand."""

NEAREST, LABELLED = 0.3, 0.4
"""Shares of the incidents that no case explains whose cause is that of the nearest cases, and, of what that leaves,
whose cause the labels tell. A mixture of experts: of 0 to 0.4 and 0 to 0.7 among those under which the root causes of
records were told with the least log loss and told as often as they were true, for queries made of a record that is in
the store and of one left out (`scripts/diagnose_eval.py --texts`), the labels learned without it. To multiply
the probabilities of cases by those of the labels made both worse at every power."""
LEAST_LABELLED = 0.01
"""Probability below which no explanation is made of labels alone: it stays with "none of these"."""
MOST_CAUSES, MOST_PLACES = 3, 2
"""Root causes and components of the labels that make explanations."""
FAR_LESS = 0.05
"""Cases less likely than this, relative to the likeliest, are not asked what was suspected first."""


class Prior(NamedTuple):
    """A base rate: `having` of `total` cases of a `domain` had this root cause; with a `total` of 0 only the share is
    known, and `having` is that in percent. `source` is the address of a published table, "" for the shipped records
    themselves, `population` what was counted there, where and when."""

    having: float
    total: int
    domain: str
    source: str = ""
    population: str = ""


class Hypothesis(NamedTuple):
    """An explanation. `components` are those of its likeliest case, where the fault was in front; `cases` are the ids
    that stand for it, likeliest first. "None of these" has the root cause "" and neither components nor cases.
    `by_labels` (0 to 1) is the part of its probability that comes from the labels of the input, the rest from cases;
    readings change both parts alike."""

    root_cause: str
    components: tuple[str, ...]
    probability: float
    cases: tuple[str, ...] = ()
    priors: tuple[Prior, ...] = ()
    by_labels: float = 0.0

    @property
    def terms(self) -> tuple[str, ...]:
        """The vocabulary ids by which a reading can point to it."""
        return (self.root_cause, *self.components)


class RedHerring(NamedTuple):
    """Something suspected first, and wrongly, in the `cases` among `of` matched cases that tell what was suspected."""

    term: str
    cases: tuple[str, ...]
    of: int


def hypotheses(
    cases: Iterable[Case], share: Mapping[str, float], labelled: Mapping[Pair, float] | None = None
) -> tuple[Hypothesis, ...]:
    """Explanations by falling probability, "none of these" last; the probabilities sum to 1.

    The probabilities of the cases are taken for independent and conditioned on at most one of them being the one that
    explains the input: case i has the weight p / (1 - p), "none of these" the weight 1. Of what that leaves to "none of
    these", NEAREST goes to the explanations of the cases by their `share` (by id, at most 1 in all): an incident that
    is no repetition often has the cause of those that look most like it. Of the rest LABELLED goes to the explanations
    that the labels tell (`labelled`, at most 1 in all).
    """
    weights: dict[Pair, float] = {}
    components: dict[Pair, list[str]] = {}
    ids: dict[Pair, list[str]] = {}
    rest = 1.0
    for document, probability in cases:
        named = strings(document.get("components"))
        cause = document.get("root_cause")
        chance = min(probability, UNEXPLAINED if cause == UNKNOWN else SUREST)
        key = (cause if isinstance(cause, str) and cause else UNKNOWN, named[0] if named else "")
        near = NEAREST * share.get(document["id"], 0.0)
        weights[key] = weights.get(key, 0.0) + chance / (1.0 - chance) + near
        rest -= near
        components.setdefault(key, _at_fault(document, named))
        ids.setdefault(key, []).append(document["id"])
    total = rest + sum(weights.values())
    told = {key: LABELLED * rest * chance for key, chance in (labelled or {}).items()}
    told = {key: weight for key, weight in told.items() if key in weights or weight >= LEAST_LABELLED * total}
    for key in told:
        components.setdefault(key, [key[1]] if key[1] else [])
    none = rest - sum(told.values())
    found = []
    for key, named in components.items():
        by_labels = told.get(key, 0.0)
        weight = weights.get(key, 0.0) + by_labels
        part = by_labels / weight if weight else 0.0
        found.append(Hypothesis(key[0], tuple(named), weight / total, tuple(ids.get(key, ())), (), part))
    found.sort(key=lambda item: (-item.probability, item.root_cause, item.components))
    return (*found, Hypothesis("", (), none / total))


def labelled(causes: Iterable[Label], components: Iterable[Label]) -> dict[Pair, float]:
    """What the labels of an input tell of its explanation: the probability of each pair of a likely root cause and a
    likely component, taken for independent; at most 1 in all. Both are by falling probability; a label that was
    hardly learned is left out, because its probability was not either."""
    likely = [item for item in causes if item.support >= FEW][:MOST_CAUSES]
    places = [item for item in components if item.support >= FEW][:MOST_PLACES]
    total = max(1.0, sum([item.probability for item in likely]))
    mass = sum([item.probability for item in places])
    where = [(item.id, item.probability / mass) for item in places] or [("", 1.0)]
    return {(item.id, name): item.probability / total * part for item in likely for name, part in where}


def red_herrings(cases: Sequence[Case]) -> tuple[RedHerring, ...]:
    """What was suspected first in these cases and was not the cause, most often first; cases that are far less likely
    than the likeliest do not count."""
    wrong: dict[str, list[str]] = {}
    telling = 0
    least = FAR_LESS * max([probability for _, probability in cases], default=0.0)
    for document in [document for document, probability in cases if probability >= least]:
        suspected = strings(document.get("suspected_first"))
        telling += bool(suspected)
        for term in dict.fromkeys(suspected):
            wrong.setdefault(term, []).append(document["id"])
    found = [RedHerring(term, tuple(ids), telling) for term, ids in wrong.items()]
    return tuple(sorted(found, key=lambda item: (-len(item.cases), item.term)))


def with_priors(found: tuple[Hypothesis, ...], domain: str, told: dict[str, Any]) -> tuple[Hypothesis, ...]:
    """The explanations with the base rate of their root cause among the shipped records of a domain, and with what was
    published of it; `told` has the keys `records`, `root_causes` and `published` (as in `kb.priors`)."""
    return tuple([item._replace(priors=_priors(item, domain, told)) if item.root_cause else item for item in found])


def _priors(item: Hypothesis, domain: str, told: dict[str, Any]) -> tuple[Prior, ...]:
    shipped = Prior(told["root_causes"].get(item.root_cause, 0), told["records"], domain)
    published = [
        Prior(row["having"], row["total"], domain, row["source"], row.get("population", ""))
        for row in told["published"]
        if row["root_cause"] == item.root_cause
        and (not row["components"] or (item.components and item.components[0] in row["components"]))
    ]
    return (shipped, *published)


def likely_domain(cases: Iterable[Case]) -> str:
    """The domain that most of the cases' probability is in, "" without cases."""
    mass: dict[str, float] = {}
    for document, probability in cases:
        for domain in strings(document.get("domain"))[:1]:
            mass[domain] = mass.get(domain, 0.0) + probability
    return min(mass, key=lambda domain: (-mass[domain], domain), default="")


def _at_fault(document: dict[str, Any], named: list[str]) -> list[str]:
    """The first component, where the fault was, and those that the case's own checks pointed to."""
    told = document.get("diagnosis")
    steps = told if isinstance(told, list) else []
    pointed = {term for step in steps if isinstance(step, dict) for term in strings(step.get("points_to"))}
    return [*named[:1], *(term for term in named[1:] if term in pointed)]


def strings(value: object) -> list[str]:
    """The strings of a list; what is no list has none."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
