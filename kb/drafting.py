"""From a session of triage to the draft of a record: what was seen, checked, ruled out and found.

Nothing is invented. What the session does not know stays empty, and a text is given in the languages in which it is
known, so that `kb validate` lists what is missing before the draft counts as reviewed. Secrets of the input are gone
already; machines and addresses get neutral names here, because a record is shared.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kb.diagnose.hypotheses import UNKNOWN
from kb.neutral import Neutral
from kb.triage import DECIDED, OTHER, SKIP, Session
from kb.vocabulary import label_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kb.diagnose.hypotheses import Hypothesis

MAX_TEXT = 4000
"""Characters of the input that a draft keeps as what was seen."""
_BUS = re.compile(r" ?\(PCI:[^)]{1,20}\):?")
"""The address of the device in the text of an Xid."""
MAX_CODE = 40
"""Characters of a code that stands in the title."""
NO_READING = {
    "en": "None of the readings that the check expects",
    "ko": "이 확인에서 예상하는 결과가 아니었다",
}


def draft(session: Session, record_id: str) -> dict[str, Any]:
    """A record in the wire format with `review.written_by` "draft". `record_id` becomes its id."""
    leading = session.leading
    decided = session.state == DECIDED
    language = "ko" if session.language == "ko" else "en"
    seen = session.text.strip()[:MAX_TEXT]
    neutral = Neutral(session.text)
    day = session.started_at[:10]
    return {
        "schema_version": 1,
        "id": record_id,
        "org": None,
        "title": {key: _title(session, leading if decided else None, key) for key in ("en", "ko")},
        "date": day,
        "date_kind": "reported",
        "domain": [session.domain] if session.domain else [],
        "severity": "unknown",
        "symptoms": list(session.symptoms),
        "symptoms_text": {language: neutral(seen)},
        "signature": [_neutral_values(item, neutral) for item in session.signature],
        "components": list(leading.components) if decided else [],
        "suspected_first": _wrongly_suspected(session, leading) if decided else [],
        "diagnosis": [
            _neutral_values(_step(session, step.check, step.answer), neutral)
            for step in session.steps
            if step.answer != SKIP
        ],
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


TITLES = {
    "en": {
        "of": "{what} in {where}",
        "known": "Draft: {told}, cause: {cause}",
        "open": "Draft: {told}, cause not found",
    },
    "ko": {"of": "{where} {what}", "known": "초안: {told}, 원인: {cause}", "open": "초안: {told}, 원인 미확인"},
}
"""What a title is made of, by language."""


def _title(session: Session, found: Hypothesis | None, language: str) -> str:
    """The symptom and where it was, the first code that was seen, and the cause if it was found. Made of labels and
    codes only: the words of a log name machines."""
    words = TITLES[language]
    what = label_of(session.symptoms[0], language, ("symptoms",)) if session.symptoms else ""
    where = label_of(found.components[0], language, ("components",)) if found and found.components else ""
    told = words["of"].format(what=what, where=where) if what and where else what or where
    codes = [_BUS.sub("", str(item["text"])) for item in session.signature if item["kind"] == "code"]
    code = next((code for code in codes if len(code) <= MAX_CODE and Neutral(code)(code) == code), "")
    told = f"{told} ({code})" if told and code else told or code or session.id
    if found:
        return words["known"].format(told=told, cause=label_of(found.root_cause, language, ("root_causes",)))
    return words["open"].format(told=told)


def _neutral_values(item: Mapping[str, Any], neutral: Neutral) -> dict[str, Any]:
    """A signal or step with neutral names in what was read or run; ids and texts of the catalogue stay."""
    return {key: neutral(value) if key in ("text", "command") else value for key, value in item.items()}


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
