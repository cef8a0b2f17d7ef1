"""From a session of triage to the draft of a record: what was seen, checked, ruled out and found.

Nothing is invented. What the session does not know stays empty, and a text is given in the languages in which it is
known, so that `kb validate` lists what is missing before the draft counts as reviewed. Secrets of the input are gone
already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kb.diagnose.hypotheses import UNKNOWN
from kb.triage import DECIDED, OTHER, SKIP, Session

if TYPE_CHECKING:
    from kb.diagnose.hypotheses import Hypothesis

MAX_TEXT = 4000
"""Characters of the input that a draft keeps as what was seen."""
MAX_TITLE = 160
LEAST_WORDS = 4
NO_READING = {
    "en": "None of the readings that the check expects",
    "ko": "이 확인에서 예상하는 결과가 아니었다",
}


def draft(session: Session, record_id: str) -> dict[str, Any]:
    """A record in the wire format with `review.written_by` "draft". `record_id` becomes its id."""
    leading = session.leading
    decided = session.state == DECIDED
    language = "ko" if session.language == "ko" else "en"
    day = session.started_at[:10]
    return {
        "schema_version": 1,
        "id": record_id,
        "org": None,
        "title": {language: _title(session)},
        "date": day,
        "date_kind": "reported",
        "domain": [session.domain] if session.domain else [],
        "severity": "unknown",
        "symptoms": list(session.symptoms),
        "symptoms_text": {language: session.text.strip()[:MAX_TEXT]},
        "signature": [dict(item) for item in session.signature],
        "components": list(leading.components) if decided else [],
        "suspected_first": _wrongly_suspected(session, leading) if decided else [],
        "diagnosis": [_step(session, step.check, step.answer) for step in session.steps if step.answer != SKIP],
        "root_cause": leading.root_cause if decided else UNKNOWN,
        "root_cause_text": None,
        "summary": None,
        "remediation": [],
        "action_items": [],
        "related": [{"id": case} for case in leading.cases[:3]] if leading.root_cause else [],
        "sources": [],
        "docs": [],
        "review": {"written_by": "draft", "reviewed_at": None, "reviewed_by": None},
        "updated_at": session.started_at,
    }


def _title(session: Session) -> str:
    """The first signal as it was printed, else the first line of the input that is more than a heading."""
    printed = [str(item["text"]) for item in session.signature if item.get("text")]
    lines = [line for line in session.text.splitlines() if line.strip()]
    told = [line for line in lines if len(line.split()) >= LEAST_WORDS]
    return " ".join([*printed, *told, *lines, session.id][0].split())[:MAX_TITLE]


def _wrongly_suspected(session: Session, leading: Hypothesis) -> list[str]:
    """The root cause that led at the start, if another one was found."""
    first = max(session.hypotheses, key=lambda item: item.probability)
    different = first.root_cause not in ("", UNKNOWN, leading.root_cause)
    return [first.root_cause] if different else []


def _step(session: Session, name: str, answer: str) -> dict[str, Any]:
    check = session.check(name)
    step: dict[str, Any] = {"check": dict(check.title)}
    if "#" not in check.id:
        step["check_id"] = check.id
    if check.command:
        step["command"] = check.command
    if answer == OTHER:
        return step | {"finding": dict(NO_READING), "points_to": [], "rules_out": []}
    reading = check.readings[int(answer) - 1]
    return step | {
        "finding": dict(reading.text),
        "points_to": list(reading.points_to),
        "rules_out": list(reading.rules_out),
    }
