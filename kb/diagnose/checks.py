"""The checks that may be made next: steps of past cases, and the catalogue of `records/checks`.

A step says what somebody looked at and what it showed there; a check of the catalogue says every reading to expect.
A step that names a check of the catalogue joins it, so that both are seen together.
"""

from __future__ import annotations

from kb.diagnose.hypotheses import strings
from kb.diagnose.relevance import of_step, steps_of
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence
    from typing import Any

    from kb.diagnose.gain import Outcome
    from kb.diagnose.hypotheses import Case

    Text = dict[str, str]
    """A text by language."""

READ_ONLY, DISRUPTIVE, DESTROYS = "read-only", "disruptive", "destroys-evidence"

LEAST_SHARE = 0.1
"""Share of a case from which its own steps, those that belong to no check of the catalogue, are weighed."""

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


def candidates(
    cases: Iterable[Case],
    catalogue: dict[str, dict[str, Any]],
    relevance: dict[str, float],
    share: dict[str, float],
    answered: Container[str] = (),
) -> list[Candidate]:
    """Every check that may be made next: the catalogue's, then the steps that belong to none there. Steps that name a
    check which is `answered` are left out."""
    made: dict[str, list[Made]] = {}
    alone: list[Candidate] = []
    for case, number, step in steps_of(cases):
        there = Made(case, number, step)
        name = step.get("check_id")
        if isinstance(name, str) and name in catalogue:
            made.setdefault(name, []).append(there)
        elif name not in answered and share[case] >= LEAST_SHARE:
            near = of_step(share[case])
            alone.append(Candidate(f"{case}#diagnosis/{number}", "", 0.0, (_outcome(step),), near, step, (there,)))
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
    readings = [reading_of(item, key) for item in told]
    command = source.get("command")
    return Check(
        candidate.id, text_of(title), command if isinstance(command, str) else "", text_of(source.get("observe")),
        candidate.risk, candidate.effort_minutes, text_of(source.get("save_first")),
        text_of(source.get("preconditions")), tuple(readings), candidate.made,
        () if is_step else tuple(source["sources"]), candidate.relevance, gain_bits, score,
    )  # fmt: skip


def reading_of(owner: dict[str, Any], key: str = "reading") -> Reading:
    """A reading of the catalogue, or, with its key `finding`, what a step of a record showed."""
    return Reading(text_of(owner.get(key)), *_outcome(owner))


def _outcome(owner: dict[str, Any]) -> Outcome:
    return strings(owner.get("points_to")), strings(owner.get("rules_out"))


def text_of(value: object) -> Text:
    """A text by language; what is no text is left out."""
    if isinstance(value, str):
        return {"en": value}
    if not isinstance(value, dict):
        return {}
    return {language: text for language, text in value.items() if isinstance(text, str) and text}
