"""A triage: the conversation from an input to the explanation that holds, one check after the other.

A session is a value. An answer gives a new one, so that taking it back is going to the one before, and the command
line and the terminal UI share all of this. What was weighed at the start is kept in the session: a session that is
resumed next week goes on where it stood, whatever the store has learnt since.

    start(answer of the engine) -> Session      session.answered("1" | "other" | "skip" | "undo") -> Session
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kb.diagnose import reordered
from kb.diagnose.gain import likelihoods, updated
from kb.errors import UsageError
from kb.signals.model import INITIATING

if TYPE_CHECKING:
    from datetime import datetime

    from kb.answer import Answer
    from kb.diagnose.answered import Answered
    from kb.diagnose.checks import Check
    from kb.diagnose.hypotheses import Hypothesis, RedHerring
    from kb.engine import Engine
    from kb.signals.model import Signal

DECIDED_AT = 0.9
"""Probability from which one explanation holds."""
CHECKS = 40
"""Checks that a session may ask."""

MAX_SIGNATURE = 6
"""Signals that a session keeps for the signature of a record."""

OPEN, DECIDED, EXHAUSTED = "open", "decided", "exhausted"
OTHER, SKIP, UNDO, WHY = "other", "skip", "undo", "why"


class Step(NamedTuple):
    """One answer: the id of the check, and the number of its reading (from 1), `other` or `skip`."""

    check: str
    answer: str


class Outlook(NamedTuple):
    """What one outcome of a check would mean: its reading (number from 1, or `other`), how likely it is, and the
    explanations after it, likeliest first."""

    answer: str
    probability: float
    hypotheses: tuple[Hypothesis, ...]


class Session(NamedTuple):
    """A triage as it stands.

    `text` is the input without its secrets, `signature` the first signals as a record has them; `symptoms` and `domain`
    are those of the matched cases. `hypotheses` are the explanations at the start, "none of these" last, `checks` all
    that may be asked, `red_herrings` what was wrongly suspected in such cases, and `steps` what was answered, in order.
    `known` are the checks whose reading the input gave.
    """

    id: str
    started_at: str
    language: str
    format: str
    text: str
    signature: tuple[dict[str, object], ...]
    symptoms: tuple[str, ...]
    domain: str
    hypotheses: tuple[Hypothesis, ...]
    checks: tuple[Check, ...]
    red_herrings: tuple[RedHerring, ...] = ()
    steps: tuple[Step, ...] = ()
    known: tuple[Answered, ...] = ()

    @property
    def now(self) -> tuple[Hypothesis, ...]:
        """The explanations after all answers, in the order of the start."""
        found = self.hypotheses
        for step in self.steps:
            check = self.check(step.check)
            if step.answer != SKIP:
                found = updated(found, check.outcomes, check.relevance, _place(check, step.answer))
        return found

    @property
    def leading(self) -> Hypothesis:
        """The likeliest explanation, which may be "none of these"."""
        return max(self.now, key=lambda item: item.probability)

    @property
    def open_checks(self) -> tuple[Check, ...]:
        """The checks that were not asked yet and still tell explanations apart, best first."""
        asked = {step.check for step in self.steps}
        return reordered([check for check in self.checks if check.id not in asked], self.now)

    @property
    def state(self) -> str:
        """`decided` when readings have brought one explanation beyond DECIDED_AT, `exhausted` when no check separates
        the explanations any more, else `open`. However likely an explanation is, it is not decided before a reading was
        given, nor by readings that speak against it: a likely case is a lead."""
        now, before = max(zip(self.now, self.hypotheses, strict=True), key=lambda pair: pair[0].probability)
        seen = any(step.answer not in (SKIP, OTHER) for step in self.steps)
        if seen and now.root_cause and now.probability > max(DECIDED_AT, before.probability):
            return DECIDED
        return OPEN if self.open_checks else EXHAUSTED

    def check(self, name: str) -> Check:
        """The check with this id. Raises KeyError."""
        for check in self.checks:
            if check.id == name:
                return check
        raise KeyError(name)

    def answered(self, word: str) -> Session:
        """The session after an answer to the best open check: the number of a reading, `other` or `skip`; or before
        the last answer, for `undo`. Raises UsageError for any other word, and where there is nothing to answer."""
        word = word.strip().casefold()
        if word == UNDO:
            if not self.steps:
                raise UsageError("there is no answer to take back", "Answer the check first.")
            return self._replace(steps=self.steps[:-1])
        if not (found := self.open_checks):
            raise UsageError("no check is open", "Take the last answer back with: undo")
        count = len(found[0].readings)
        if word not in (OTHER, SKIP) and not (word.isascii() and word.isdigit() and 1 <= int(word) <= count):
            raise UsageError(f"{word!r} is no answer", f"Answer with 1 to {count}, other, skip, undo or why.")
        word = word if word in (OTHER, SKIP) else str(int(word))
        return self._replace(steps=(*self.steps, Step(found[0].id, word)))


def outlooks(session: Session, check: Check) -> tuple[Outlook, ...]:
    """Why a check is asked: what each of its readings, and none of them, would make of the explanations."""
    now = session.now
    found = []
    for place in range(len(check.readings) + 1):
        chance = sum(item.probability * likelihoods(check.outcomes, item, check.relevance)[place] for item in now)
        after = updated(now, check.outcomes, check.relevance, place)
        ranked = tuple(sorted(after, key=lambda item: -item.probability))
        found.append(Outlook(OTHER if place == len(check.readings) else str(place + 1), chance, ranked))
    return tuple(found)


def begin(engine: Engine, data: bytes, now: datetime) -> Session:
    """The session that an input begins at this moment (UTC); its secrets are not kept. Raises what `match` raises."""
    import hashlib

    from kb.signals import LIMIT
    from kb.signals.decode import decode
    from kb.signals.redact import redact

    answer = engine.match(data, most_checks=CHECKS)
    name = now.strftime("%Y%m%d-%H%M%S-") + hashlib.sha256(data).hexdigest()[:8]
    return start(answer, redact(decode(data, LIMIT).text)[0], name, now.strftime("%Y-%m-%dT%H:%M:%SZ"))


def start(answer: Answer, text: str, name: str, started_at: str) -> Session:
    """A session from an answer of the engine, matched with `most_checks=CHECKS`. `text` is the input as it may be kept,
    `name` an id for the session, `started_at` an RFC 3339 time."""
    symptoms = [term for term, chance in answer.labels.get("symptoms", []) if chance >= 0.5]
    domains = [prior.domain for item in answer.diagnosis.hypotheses for prior in item.priors]
    read = answer.signals
    return Session(
        name, started_at, read.language, read.format, text, _signature(answer), tuple(symptoms),
        domains[0] if domains else "", answer.diagnosis.hypotheses, answer.diagnosis.checks,
        answer.diagnosis.red_herrings, known=tuple([item for item, _ in answer.diagnosis.readings]),
    )  # fmt: skip


def _signature(answer: Answer) -> tuple[dict[str, object], ...]:
    """The signals that began it, as a record's signature has them."""
    from kb.signals.redact import redact

    found: list[dict[str, object]] = []
    first = [signal for signal in answer.signals.signals if signal.role == INITIATING and _moved(signal)]
    for signal in first[:MAX_SIGNATURE]:
        if signal.kind == "metric":
            found.append(
                {
                    "kind": "metric", "name": signal.name, "direction": signal.direction, "from": signal.from_value,
                    "to": signal.to_value, "unit": signal.unit,
                }
            )  # fmt: skip
        elif signal.kind in ("code", "log"):
            found.append({"kind": signal.kind, "text": redact(signal.text)[0]})
    return tuple(found)


def _moved(signal: Signal) -> bool:
    return signal.kind not in ("metric", "place") or signal.direction not in (None, "flat")


def _place(check: Check, answer: str) -> int:
    return len(check.readings) if answer == OTHER else int(answer) - 1
