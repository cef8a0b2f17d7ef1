"""The checks that may be made next: steps of past cases, and the catalogue of `records/checks`.

A step says what somebody looked at and what it showed there; a check of the catalogue says every reading to expect.
A step that names a check of the catalogue joins it, so that both are seen together. How far a check has to do with
the input (its relevance) comes from the words, codes, symptoms and components that they share, and from how likely
the cases are in which it was made.
"""

from __future__ import annotations

from kb.catalogue import CODE, COMPONENT, SYMPTOM, WORD
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from kb.diagnose.gain import Outcome
    from kb.diagnose.hypotheses import Case, Hypothesis
    from kb.index import Hits

    Text = dict[str, str]

READ_ONLY, DISRUPTIVE, DESTROYS = "read-only", "disruptive", "destroys-evidence"

MAX_WORDS = 32
"""Words of the input, the rarest among the records first, by which checks are looked for."""
MAX_UNSEEN = 12
"""Words more, of those that no record has: a check may have them."""
WEIGHED = 16
"""Checks of the catalogue that are weighed: the most relevant ones."""
CATALOGUE = 200.0
"""About the number of checks in the catalogue, for the rarity of a term among them."""
COMMON = 40
"""A word that more checks have than this tells none of them apart."""
CODE_WEIGHT, SYMPTOM_WEIGHT, COMPONENT_WEIGHT = 6.0, 2.0, 3.0
"""What a shared code, symptom or component counts beside the rarest word."""
HALF = 12.0
"""Shared weight, times rarity among the checks, at which a check is as likely to concern the input as not."""
MADE = 0.6
"""Relevance that a check has from being made in a case which explains the input for sure."""


class Reading(NamedTuple):
    """What a check may show, and which vocabulary ids that points to and rules out."""

    text: Text
    points_to: Sequence[str]
    rules_out: Sequence[str]


class Made(NamedTuple):
    """Where a check was made: step `number` (from 1) of a record."""

    case: str
    number: int
    step: dict[str, Any]

    @property
    def finding(self) -> Text:
        """What it showed there."""
        return text_of(self.step.get("finding"))


class Candidate(NamedTuple):
    """A check to be weighed: only what that takes. `source` is its document in the catalogue, or the step of a case
    for one that belongs to none; `outcomes` are what its readings point to and rule out."""

    id: str
    risk: str
    effort_minutes: float
    outcomes: tuple[Outcome, ...]
    relevance: float
    source: dict[str, Any]
    made: tuple[Made, ...]


class Check(NamedTuple):
    """A check that may be made next.

    `id` is that of the catalogue, or `<record>#diagnosis/<number>` for a step that belongs to no check there. `risk` is
    "" where the source does not tell. `relevance` is between 0 and 1; `gain_bits` is the information expected, `score`
    what is left of it after the cost of risk and effort.
    """

    id: str
    title: Text
    command: str
    observe: Text
    risk: str
    effort_minutes: float
    save_first: Text
    preconditions: Text
    readings: tuple[Reading, ...]
    made: tuple[Made, ...]
    sources: tuple[dict[str, Any], ...]
    relevance: float
    gain_bits: float
    score: float

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Its readings as `kb.diagnose.gain` takes them."""
        return tuple([(reading.points_to, reading.rules_out) for reading in self.readings])


def asked_terms(
    hits: Hits, hypotheses: Sequence[Hypothesis], symptoms: Iterable[tuple[str, float]]
) -> dict[str, float]:
    """The terms of `kb.catalogue` by which to look for checks, each with its weight (above 0)."""
    asked: dict[str, float] = {}
    known_words = [item for item in hits.terms if item.idf > 0.0][:MAX_WORDS]
    for item in [*known_words, *[item for item in hits.terms if item.idf == 0.0][:MAX_UNSEEN]]:
        asked[WORD + item.term.text] = min(1.0, item.term.weight)
    for item in hits.codes:
        asked[CODE + item.term.text] = CODE_WEIGHT
    known = sum([item.probability for item in hypotheses if item.root_cause]) or 1.0
    for hypothesis in hypotheses:
        for component in hypothesis.components:
            term = COMPONENT + component
            asked[term] = asked.get(term, 0.0) + COMPONENT_WEIGHT * hypothesis.probability / known
    found = list(symptoms)
    surest = max([chance for _, chance in found], default=0.0)
    for symptom, chance in found:
        if chance > 0.0:
            asked[SYMPTOM + symptom] = SYMPTOM_WEIGHT * chance / surest
    return asked


def most_relevant(asked: dict[str, float], rows: Iterable[tuple[str, str]], extra: Iterable[str]) -> dict[str, float]:
    """Relevance of the checks that share most with what was asked, by id; `rows` are (term, ids of the checks that
    have it, joined by spaces).

    The checks of `extra` are always among them, whatever they share.
    """
    from math import log

    shared: dict[str, float] = dict.fromkeys(extra, 0.0)
    for term, joined in sorted(rows):
        names = joined.split()
        if len(names) > COMMON and term.startswith(WORD):
            continue
        worth = asked[term] * log(1.0 + CATALOGUE / (len(names) + 1.0))
        for name in names:
            shared[name] = shared.get(name, 0.0) + worth
    wanted = set(extra)
    best = sorted(shared, key=lambda name: (name not in wanted, -shared[name], name))[: WEIGHED + len(wanted)]
    return {name: shared[name] / (shared[name] + HALF) for name in best}


def steps_of(cases: Iterable[Case]) -> list[tuple[str, int, dict[str, Any]]]:
    """Every step of the cases: id of the record, number from 1, the step."""
    return [
        (document["id"], number, step)
        for document, _ in cases
        for number, step in enumerate(document.get("diagnosis") or [], 1)
        if isinstance(step, dict)
    ]


def named_checks(cases: Iterable[Case]) -> list[str]:
    """Ids of the catalogue that steps of the cases name."""
    return [step["check_id"] for _, _, step in steps_of(cases) if isinstance(step.get("check_id"), str)]


def candidates(
    cases: Sequence[Case],
    hypotheses: Sequence[Hypothesis],
    catalogue: dict[str, dict[str, Any]],
    relevance: dict[str, float],
) -> list[Candidate]:
    """Every check that may be made next: the catalogue's, then the steps that belong to none there."""
    known = sum([item.probability for item in hypotheses if item.root_cause]) or 1.0
    share = {case: item.probability / known for item in hypotheses for case in item.cases}
    made: dict[str, list[Made]] = {}
    worth: dict[str, float] = {}
    alone: list[Candidate] = []
    for case, number, step in steps_of(cases):
        there = Made(case, number, step)
        name = step.get("check_id")
        chance = MADE * share.get(case, 0.0)
        if isinstance(name, str) and name in catalogue:
            made.setdefault(name, []).append(there)
            worth[name] = min(MADE, worth.get(name, 0.0) + chance)
        else:
            alone.append(Candidate(f"{case}#diagnosis/{number}", "", 0.0, (_outcome(step),), chance, step, (there,)))
    found = []
    for name, document in catalogue.items():
        together = 1.0 - (1.0 - relevance[name]) * (1.0 - worth.get(name, 0.0))
        outcomes = tuple([_outcome(item) for item in document["readings"]])
        minutes = document["effort_minutes"]
        places = tuple(made.get(name, ()))
        found.append(Candidate(name, document["risk"], minutes, outcomes, together, document, places))
    return [*found, *alone]


def check(candidate: Candidate, gain_bits: float, score: float) -> Check:
    """A candidate with all that is shown of it."""
    source = candidate.source
    is_step = "#" in candidate.id
    title, told = (source.get("check"), [source]) if is_step else (source["title"], source["readings"])
    key = "finding" if is_step else "reading"
    readings = [Reading(text_of(item.get(key)), *_outcome(item)) for item in told]
    command = source.get("command")
    return Check(
        candidate.id, text_of(title), command if isinstance(command, str) else "", text_of(source.get("observe")),
        candidate.risk, candidate.effort_minutes, text_of(source.get("save_first")),
        text_of(source.get("preconditions")), tuple(readings), candidate.made,
        () if is_step else tuple(source["sources"]), candidate.relevance, gain_bits, score,
    )  # fmt: skip


def _outcome(owner: dict[str, Any]) -> Outcome:
    return owner.get("points_to") or (), owner.get("rules_out") or ()


def text_of(value: object) -> Text:
    """A text by language; what is no text is left out."""
    if isinstance(value, str):
        return {"en": value}
    if not isinstance(value, dict):
        return {}
    return {language: text for language, text in value.items() if isinstance(text, str) and text}
