"""A session of triage as text for a person and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kb.render.diagnosis import (
    INDENT,
    answer_json,
    check_json,
    check_text,
    cost,
    explanation_text,
    hypothesis_json,
    hypothesis_text,
    percent,
    reading_text,
)
from kb.render.layout import Paint, clean, cut, wrap
from kb.render.messages import pick, say
from kb.triage import OPEN, OTHER, SKIP, Session, outlooks

if TYPE_CHECKING:
    from kb.diagnose.hypotheses import Hypothesis

SCHEMA_VERSION = 1
SHOWN = 4


def to_json(session: Session) -> dict[str, Any]:
    """Where a session stands: explanations, the next check, what was answered."""
    following = session.open_checks
    return {
        "schema_version": SCHEMA_VERSION,
        "session": session.id,
        "state": session.state,
        "hypotheses": [hypothesis_json(item) for item in session.now],
        "next": check_json(1, following[0]) if session.state == OPEN else None,
        "known": [answer_json(item, item.reading) for item in session.known if item.reading is not None],
        "answers": [{"check": step.check, "answer": step.answer} for step in session.steps],
    }


def to_text(session: Session, language: str, columns: int, paint: Paint) -> str:
    """The explanations as they stand, and the check to make next or why there is none."""
    lines = [paint(say("explanations", language), "bold")]
    lines += _explanations(session.now, language, columns)
    lines.append("")
    if session.state == OPEN:
        check = session.open_checks[0]
        lines.append(
            paint(say("check_number", language, number=len(session.steps) + 1), "bold") + f"  {cost(check, language)}"
        )
        lines += check_text(check, language, columns, paint)
        if len(check.readings) == 1:
            lines += wrap(clean(pick(check.readings[0].text, language)), columns, INDENT + "1. ", INDENT + "   ")
        lines.append(paint(say("how_to_answer", language, count=len(check.readings)), "dim"))
    else:
        lines += wrap(
            say(f"triage_{session.state}", language, what=hypothesis_text(session.leading, language)), columns
        )
    return "\n".join(lines) + "\n"


def why(session: Session, language: str, columns: int) -> str:
    """What each reading of the next check would make of the explanations."""
    check = session.open_checks[0]
    lines = []
    for outlook in outlooks(session, check):
        label = say("other_reading", language) if outlook.answer == OTHER else outlook.answer
        leading = outlook.hypotheses[:2]
        told = ", ".join(f"{hypothesis_text(item, language)} {percent(item.probability)}" for item in leading)
        lines += wrap(f"{told}", columns, f"    {percent(outlook.probability):>4}  {label}: ", INDENT)
    return "\n".join(lines) + "\n"


def history(session: Session, language: str, columns: int) -> str:
    """What the input told already, and what was answered so far, a line each."""
    lines: list[str] = []
    for item in session.known:
        if item.reading is not None:
            told = f"{clean(pick(item.title, language))} → {reading_text(item.reading, language)}"
            lines += wrap(told, columns, f"{say('known', language)}: ", "   ")
    for number, step in enumerate(session.steps, 1):
        check = session.check(step.check)
        if step.answer == SKIP:
            told = say("skipped", language)
        elif step.answer == OTHER:
            told = say("other_reading", language)
        else:
            told = clean(pick(check.readings[int(step.answer) - 1].text, language))
        lines.append(cut(f"{number}. {clean(pick(check.title, language))} → {told}", columns))
    return "\n".join(lines) + "\n" if lines else ""


def _explanations(hypotheses: tuple[Hypothesis, ...], language: str, columns: int) -> list[str]:
    *named, none = hypotheses
    named.sort(key=lambda item: -item.probability)
    rest = none.probability + sum(item.probability for item in named[SHOWN:])
    lines: list[str] = []
    for item in named[:SHOWN]:
        lines += explanation_text(item, language, columns)
    return [*lines, f"    {percent(rest):>4}  {say('none_of_these', language)}"]
