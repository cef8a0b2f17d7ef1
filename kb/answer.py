"""What `kb match` says of an input: the verdict, the cases with their evidence, labels, explanations and checks."""

from __future__ import annotations

from kb.classify import FAMILIES
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.rank import Ranked
from kb.signals.model import Signals

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from kb.baselines.comparing import Comparison
    from kb.classify import Label
    from kb.diagnose import Diagnosis
    from kb.diagnose.hypotheses import Case
    from kb.evidence import Evidence
    from kb.hits import Hits


CASE_SHARE = 0.5
"""How much a case says of the labels of an input, beside the words of the input. Micro-F1 of symptoms on records left
out is 0.586 so, 0.581 by words alone, 0.453 by cases alone."""


class Match(NamedTuple):
    """A past case like the input, with what speaks for it and against it. `aliases` are the other ids of the incident:
    those that the record names, and those of other records in the store that tell the same one."""

    rank: int
    document: dict[str, Any]
    ranked: Ranked
    evidence: tuple[Evidence, ...]
    against: tuple[Evidence, ...]
    aliases: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What `Engine.match` says of an input. `labels` are by family those that may fit, with their probability;
    `diagnosis` says what may be wrong and what to look at next; `comparisons` are readings of the input beside the
    baselines that apply to them. `respelt` is, by each word of a short input that no record has, the one that was
    searched too (see `kb.spelling`)."""

    signals: Signals
    hits: Hits
    verdict: str
    matches: tuple[Match, ...]
    labels: dict[str, list[tuple[str, float]]]
    diagnosis: Diagnosis
    comparisons: tuple[Comparison, ...] = ()
    respelt: Mapping[str, str] = {}


def aliases(document: dict[str, Any], twins: dict[str, list[str]]) -> tuple[str, ...]:
    """The other ids of a record's incident: those that it names, and those of its `twins` (see `kb.twins`)."""
    named = document.get("aliases")
    own = [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
    return tuple(dict.fromkeys([*own, *twins.get(document["id"], [])]))


def labels(cases: list[Case], told: Mapping[str, list[Label]]) -> dict[str, list[tuple[str, float]]]:
    """For each family the labels that may fit, likeliest first: `told` by the words of the input, or carried by one of
    the cases, which count CASE_SHARE."""
    found: dict[str, list[tuple[str, float]]] = {}
    for name, key in FAMILIES.items():
        carried: dict[str, float] = {}
        for document, probability in cases:
            value = document.get(key)
            for term in [value] if isinstance(value, str) else value or []:
                if isinstance(term, str):
                    carried[term] = carried.get(term, 1.0) * (1.0 - probability)
        misses = {term: 1.0 - CASE_SHARE * (1.0 - miss) for term, miss in carried.items()}
        for label in told[name]:
            misses[label.id] = misses.get(label.id, 1.0) * (1.0 - label.probability)
        chances = [(term, round(1.0 - miss, 4)) for term, miss in misses.items()]
        found[name] = sorted(chances, key=lambda item: (-item[1], item[0]))
    return found


def judged(read: Signals) -> tuple[Signals, tuple[Comparison, ...]]:
    """The signals with what the baselines that apply say of the readings, and these comparisons; nothing is imported
    where there is none to compare."""
    if not read.comparable:
        return read, ()
    from kb.baselines import readings

    return readings.judged(read), readings.compared(read)
