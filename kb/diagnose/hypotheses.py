"""What may be wrong: explanations taken from the cases like the input, with what each of them is worth.

A match has the probability that its case is one like the input. An explanation is a root cause in a component, and
several cases may stand for the same one. "None of these" is always among the explanations: what no past case
explains is not explained by the best of them.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    Case = tuple[dict[str, Any], float]
    """A record with the probability that it is a case like the input."""

UNKNOWN = "unknown"
"""Root cause of a record whose cause was never found: an explanation that no reading can point to by its cause."""
SUREST = 0.95
"""A case explains the input no surer than this: one that looks the same may have another cause, and a check costs less
than a wrong certainty. Set by hand."""

NEAREST = 0.4
"""Share of the incidents that no case explains whose cause is that of the nearest cases. Of 0, 0.2, 0.4 and 0.6 the one
under which the explanations told at 10 to 50 % were right most nearly as often, with each record left out."""
FAR_LESS = 0.05
"""Cases less likely than this, relative to the likeliest, are not asked what was suspected first."""


class Prior(NamedTuple):
    """A base rate: `having` of `total` cases of a `domain` had this root cause. `source` is the address of a published
    table, "" for the shipped records themselves."""

    having: int
    total: int
    domain: str
    source: str = ""


class Hypothesis(NamedTuple):
    """An explanation. `components` are those of its likeliest case, where the fault was in front; `cases` are the ids
    that stand for it, likeliest first. "None of these" has the root cause "" and neither components nor cases."""

    root_cause: str
    components: tuple[str, ...]
    probability: float
    cases: tuple[str, ...] = ()
    priors: tuple[Prior, ...] = ()

    @property
    def terms(self) -> tuple[str, ...]:
        """The vocabulary ids by which a reading can point to it."""
        return (self.root_cause, *self.components)


class RedHerring(NamedTuple):
    """Something suspected first, and wrongly, in the `cases` among `of` matched cases that tell what was suspected."""

    term: str
    cases: tuple[str, ...]
    of: int


def hypotheses(cases: Iterable[Case], share: Mapping[str, float]) -> tuple[Hypothesis, ...]:
    """Explanations by falling probability, "none of these" last; the probabilities sum to 1.

    The probabilities of the cases are taken for independent and conditioned on at most one of them being the one that
    explains the input: case i has the weight p / (1 - p), "none of these" the weight 1. Of what that leaves to "none of
    these", NEAREST goes to the explanations of the cases by their `share` (by id, at most 1 in all): an incident that
    is no repetition often has the cause of those that look most like it.
    """
    weights: dict[tuple[str, str], float] = {}
    near: dict[tuple[str, str], float] = {}
    components: dict[tuple[str, str], list[str]] = {}
    ids: dict[tuple[str, str], list[str]] = {}
    for document, probability in cases:
        chance = min(probability, SUREST)
        named = strings(document.get("components"))
        cause = document.get("root_cause")
        key = (cause if isinstance(cause, str) and cause else UNKNOWN, named[0] if named else "")
        weights[key] = weights.get(key, 0.0) + chance / (1.0 - chance)
        near[key] = near.get(key, 0.0) + NEAREST * share.get(document["id"], 0.0)
        components.setdefault(key, _at_fault(document, named))
        ids.setdefault(key, []).append(document["id"])
    total = 1.0 + sum(weights.values())
    found = [
        Hypothesis(key[0], tuple(components[key]), (weight + near[key]) / total, tuple(ids[key]))
        for key, weight in weights.items()
    ]
    found.sort(key=lambda item: (-item.probability, item.root_cause, item.components))
    return (*found, Hypothesis("", (), (1.0 - sum(near.values())) / total))


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
        Prior(row["having"], row["total"], domain, row["source"])
        for row in told["published"]
        if row["root_cause"] == item.root_cause and item.components[:1] and item.components[0] in row["components"]
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
