"""The checks that may be made next: steps of past cases, and the catalogue of `records/checks`.

A step says what somebody looked at and what it showed there; a check of the catalogue says every reading to expect.
A step that names a check of the catalogue joins it, so that both are seen together. How far a check has to do with
the input (its relevance) comes from the words, codes, symptoms and components that they share, and from how likely
the cases are in which it was made.
"""

from __future__ import annotations

from kb.catalogue import CODE, COMPONENT, MADE, MADE_LEVELS, SYMPTOM, WORD
from kb.diagnose.hypotheses import strings
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
    from typing import Any

    from kb.classify import Label
    from kb.diagnose.gain import Outcome
    from kb.diagnose.hypotheses import Case
    from kb.hits import Hits

    Text = dict[str, str]

READ_ONLY, DISRUPTIVE, DESTROYS = "read-only", "disruptive", "destroys-evidence"

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

LEAST_SHARE = 0.1
"""Share of a case from which its own steps, those that belong to no check of the catalogue, are weighed."""

PER_WORD, PER_CODE, PER_MADE = 0.17, 0.5, 1.25
"""Weights of a shared word and code, by rarity, and of the share of the cases in which a check was made."""
PER_SYMPTOM, PER_COMPONENT = 0.22, 0.34
"""Weights, by rarity, of the share of the cases with a symptom or a component to which the check applies."""
PER_SEEN_SYMPTOM, PER_SEEN_COMPONENT = 0.5, 0.4
"""Weights, by rarity, of the probability that the input itself has such a symptom or component."""
PER_LEVEL = 0.56
"""Weight of every doubling of the number of records in which a check was made.

All weights are those of a conditional logit model of which checks were made in a record, fitted to what the records say
was seen, each left out of cases, labels and counts (`scripts/diagnose_eval.py --texts`); that of codes, of which there
are few, was set by hand. Of records left out of the fit as well it has the check that decided among the first three in
.40; without the input's own labels in .33, without the counts in .31."""
INTERCEPT = -6.0
"""Intercept of the same model as a logistic one, raised by 1.5: a check that was not made might have told something."""
STEP_INTERCEPT = -4.0
"""Intercept for a step that belongs to no check of the catalogue: what it has to do with its case is certain."""


STATE_QUESTIONS = frozenset({"xid-64-first-or-again"})
"""Checks that ask what was tried before, on whose answer the advice depends: at most one of them in an answer."""


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
    def asks_history(self) -> bool:
        """Whether it asks what was tried before."""
        return self.id in STATE_QUESTIONS

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Its readings as `kb.diagnose.gain` takes them."""
        return tuple([(reading.points_to, reading.rules_out) for reading in self.readings])


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
    for family, prefix, weight in _SEEN:
        for label in told.get(family, ()):
            term = prefix + label.id
            asked[term] = asked.get(term, 0.0) + weight * label.probability
    return asked


_SEEN = (("symptoms", SYMPTOM, PER_SEEN_SYMPTOM), ("components", COMPONENT, PER_SEEN_COMPONENT))


def most_relevant(
    asked: dict[str, float], rows: Iterable[tuple[str, str]], cases: Iterable[Case], share: dict[str, float]
) -> dict[str, float]:
    """Relevance of the checks that are worth weighing, by id, best first.

    `rows` are (term, ids of the checks that have it, joined by spaces). Checks that were made in the cases are among
    them, whatever else they share.
    """
    from math import exp, log

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
    return {name: 1.0 / (1.0 + exp(-INTERCEPT - logits[name])) for name in best}


def steps_of(cases: Iterable[Case]) -> list[tuple[str, int, dict[str, Any]]]:
    """Every step of the cases: id of the record, number from 1, the step."""
    return [
        (document["id"], number, step)
        for document, _ in cases
        for number, step in enumerate(_steps(document), 1)
        if isinstance(step, dict)
    ]


def candidates(
    cases: Iterable[Case],
    catalogue: dict[str, dict[str, Any]],
    relevance: dict[str, float],
    share: dict[str, float],
    answered: Container[str] = (),
) -> list[Candidate]:
    """Every check that may be made next: the catalogue's, then the steps that belong to none there. Steps that name a
    check which is `answered` are left out."""
    from math import exp

    made: dict[str, list[Made]] = {}
    alone: list[Candidate] = []
    for case, number, step in steps_of(cases):
        there = Made(case, number, step)
        name = step.get("check_id")
        if isinstance(name, str) and name in catalogue:
            made.setdefault(name, []).append(there)
        elif name not in answered and share[case] >= LEAST_SHARE:
            likely = 1.0 / (1.0 + exp(-STEP_INTERCEPT - PER_MADE * share[case]))
            alone.append(Candidate(f"{case}#diagnosis/{number}", "", 0.0, (_outcome(step),), likely, step, (there,)))
    found = []
    for name, document in catalogue.items():
        outcomes = tuple([_outcome(item) for item in document["readings"]])
        minutes, places = document["effort_minutes"], tuple(made.get(name, ()))
        found.append(Candidate(name, document["risk"], minutes, outcomes, relevance[name], document, places))
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
    return strings(owner.get("points_to")), strings(owner.get("rules_out"))


def _steps(document: dict[str, Any]) -> list[Any]:
    steps = document.get("diagnosis")
    return steps if isinstance(steps, list) else []


def text_of(value: object) -> Text:
    """A text by language; what is no text is left out."""
    if isinstance(value, str):
        return {"en": value}
    if not isinstance(value, dict):
        return {}
    return {language: text for language, text in value.items() if isinstance(text, str) and text}
