"""From ranked cases to explanations, and to the check that best tells them apart.

Symptoms alone barely predict a cause, so a list of similar cases is half an answer: the other half is what to look at
next, taken from what teams really did. This package is arithmetic over records that were found: it opens nothing
and asks nothing; the engine hands it what the store holds. Commands are shown, never run.

    hypotheses   matched cases -> explanations with probabilities, red herrings
    relevance    what input and cases share with a check -> how far it concerns the input
    checks       steps of those cases and the catalogue -> checks that may be made next
    answered     checks and the input -> those that it answers, and with which reading
    gain         explanations and readings -> information expected, and what a reading changes
"""

from __future__ import annotations

from kb.diagnose.answered import Answered
from kb.diagnose.checks import DESTROYS, DISRUPTIVE, READ_ONLY, STATE_QUESTIONS, Candidate, Check, Reading, check
from kb.diagnose.gain import gains, spread
from kb.diagnose.hypotheses import Hypothesis, RedHerring
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeVar

    Weighed = TypeVar("Weighed", Candidate, Check)

CASES = 8
"""Cases that explanations are taken from, however many are shown."""
CHECKS = 5
"""Checks in an answer."""
RISK_COST = {READ_ONLY: 0.0, "": 0.1, DISRUPTIVE: 0.4, DESTROYS: 0.8}
"""Cost of a risk as a share of the best gain that any check offers; set by hand. Half of it and none bring the check
that decided to the front about as often."""
WORTH_DISTURBING = 0.05
"""Bits by which a check that disturbs something must tell more than one that only reads, to come before it."""
EFFORT_COST, EFFORT_MINUTES = 0.02, 5.0
"""Cost of every doubling of the effort beyond a few minutes, in the same unit; set by hand."""
DOUBT_COST = 1.0
"""Cost of a check that hardly concerns the input, in the same unit, falling to 0 for the most relevant one: a gain is
right only as far as the explanations are. From 0.3 to 4 the check that decided comes first the more often, slowly."""
LEAST_GAIN = 1e-4
"""Bits below which a check tells nothing apart."""


class Diagnosis(NamedTuple):
    """Explanations ("none of these" last), what was wrongly suspected in such cases, checks by falling score, and the
    checks left out because the input answers them."""

    hypotheses: tuple[Hypothesis, ...]
    red_herrings: tuple[RedHerring, ...]
    checks: tuple[Check, ...]
    answered: tuple[Answered, ...] = ()

    @property
    def readings(self) -> list[tuple[Answered, Reading]]:
        """Those of the answered checks of which the input gives the reading, with that."""
        return [(item, item.reading) for item in self.answered if item.reading is not None]


def ordered(found: Iterable[Candidate], hypotheses: Sequence[Hypothesis], most: int = CHECKS) -> tuple[Check, ...]:
    """At most so many of the checks that tell explanations apart, best first: by expected information less a cost for
    risk, effort and doubt that the check concerns the input.

    Never first is a check that disturbs or destroys something while a read-only one has at least half its gain, or
    hardly less (WORTH_DISTURBING). Of the checks that ask what was tried before only the best stays.
    """
    return tuple([check(candidate, bits, score) for score, bits, candidate in _scored(found, hypotheses)[:most]])


def reordered(found: Iterable[Check], hypotheses: Sequence[Hypothesis]) -> tuple[Check, ...]:
    """The checks in the same order under other probabilities, those that tell nothing apart any more left out."""
    return tuple([item._replace(gain_bits=bits, score=score) for score, bits, item in _scored(found, hypotheses)])


def _scored(found: Iterable[Weighed], hypotheses: Sequence[Hypothesis]) -> list[tuple[float, float, Weighed]]:
    listed = list(found)
    outcomes = [(item.outcomes, item.relevance) for item in listed]
    told = gains(outcomes, spread(hypotheses, [readings for readings, _ in outcomes]))
    best = max(told, default=0.0)
    surest = max([item.relevance for item in listed], default=0.0) or 1.0
    scored = [
        (bits - best * (_cost(item) + DOUBT_COST * (1.0 - item.relevance / surest)), bits, item)
        for bits, item in zip(told, listed, strict=True)
        if bits >= LEAST_GAIN
    ]
    scored.sort(key=lambda item: (-item[0], item[2].id))
    if scored and scored[0][2].risk != READ_ONLY:
        enough = min(scored[0][1] / 2.0, scored[0][1] - WORTH_DISTURBING)
        for place, (_, bits, item) in enumerate(scored):
            if item.risk == READ_ONLY and bits >= enough:
                scored.insert(0, scored.pop(place))
                break
    asking = [entry for entry in scored if entry[2].id in STATE_QUESTIONS]
    return [entry for entry in scored if entry not in asking[1:]] if len(asking) > 1 else scored


def _cost(item: Candidate | Check) -> float:
    cost = RISK_COST.get(item.risk, RISK_COST[""])
    if item.effort_minutes > EFFORT_MINUTES:
        from math import log2

        cost += EFFORT_COST * log2(item.effort_minutes / EFFORT_MINUTES)
    return cost
