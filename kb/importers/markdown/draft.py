"""From the parts of a postmortem to a draft record. What the postmortem does not say is absent or `unknown`.

Each text is filed under the language it is written in and the other is left out, so that `kb validate` names what is
to be written. Levels of severity keep the source's words. Labels are proposals; a person confirms them.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from kb.importers.markdown import entries, headings, values
from kb.importers.markdown.collect import FRONT_DATE, TOP, Collected
from kb.importers.markdown.entries import Entry, is_nothing
from kb.importers.markdown.headings import (
    ACTION_ITEMS,
    CONTRIBUTING,
    DATE,
    DETECTED_AFTER,
    DETECTION,
    DIAGNOSIS,
    DURATION,
    ENDED,
    IMPACT,
    LESSONS,
    MITIGATION,
    REMEDIATION,
    ROOT_CAUSE,
    STARTED,
    SUMMARY,
    SYMPTOMS,
    TIMELINE,
    TRIGGER,
    WORKAROUND,
)
from kb.importers.markdown.identity import draft_id, slug
from kb.importers.markdown.labels import propose_labels
from kb.importers.markdown.texts import Texts
from kb.importers.markdown.timeline import Reader
from kb.record import SCHEMA_VERSION

LEAST_CHANCE = 0.5
"""Probability from which a proposed label is written into the draft."""

_URL = re.compile(r"https?://[^\s<>()\"'`]+[^\s<>()\"'`.,;]")
_REMEDIES = {REMEDIATION: None, MITIGATION: "mitigation", WORKAROUND: "workaround"}


class Draft(NamedTuple):
    """A record, and the labels that were proposed for it with their probability, by vocabulary."""

    document: dict[str, Any]
    proposed: dict[str, list[tuple[str, float]]]


def build(found: Collected, title: str, date: tuple[str, str | None], address: str | None) -> Draft:
    """The draft of a postmortem; `date` comes with its kind, `address` is where the text was read, if anywhere.

    Adds to `found.people` the sections whose entries named somebody.
    """
    texts = Texts(found.parts, title)
    proposed = _proposed(texts, title)
    sure = {name: [term for term, chance in terms if chance >= LEAST_CHANCE] for name, terms in proposed.items()}
    timeline, lines, unread = _timeline(found, date, texts)
    org = _line(found.single.get(headings.ORG))
    severity = _line(found.single.get(headings.SEVERITY))
    actions = [{"text": texts.text(entry.text), "state": entry.state} for entry in _entries(found, ACTION_ITEMS)]
    fields = {
        "schema_version": SCHEMA_VERSION,
        "id": draft_id(title, date[0]),
        "org": org,
        "org_slug": slug(org) if org.isascii() else "",
        "title": texts.title(title),
        "date": date[0],
        "date_kind": date[1],
        "severity": values.severity(severity),
        "severity_source": severity,
        "impact": _impact(found, texts),
        "symptoms": sure["symptoms"],
        "symptoms_text": texts.of(SYMPTOMS),
        "components": sure["components"],
        "trigger": texts.of(TRIGGER),
        "detection": texts.of(DETECTION),
        "diagnosis": [_step(entry, texts) for entry in entries.steps(_entries(found, DIAGNOSIS))],
        "root_cause": sure["root_causes"][0] if len(sure["root_causes"]) == 1 else "unknown",
        "root_cause_text": texts.of(ROOT_CAUSE),
        "contributing": sure["contributing"],
        "summary": texts.of(SUMMARY),
        "remediation": _remediation(found, texts),
        "action_items": actions,
        "lessons": texts.of(LESSONS),
        "timeline": timeline,
        "sources": _sources(found, address),
        "docs": _docs(found, lines, [*unread, *_unused(found, title, date)]),
        "review": {"written_by": "draft", "reviewed_at": None, "reviewed_by": None},
    }
    return Draft({key: value for key, value in fields.items() if value}, proposed)


def _impact(found: Collected, texts: Texts) -> dict[str, str]:
    given = {
        "scope": "\n\n".join(texts.plain(IMPACT)),
        "users": _line(found.single.get(headings.USERS)),
        "region": _line(found.single.get(headings.REGION)),
    }
    return {key: text or "unknown" for key, text in given.items()} if any(given.values()) else {}


def _timeline(
    found: Collected, date: tuple[str, str | None], texts: Texts
) -> tuple[dict[str, Any], list[str], list[str]]:
    """The timeline; the lines of its sections that begin with no time; values that could not be read as times."""
    day = date[0] if len(date[0]) == len("2025-01-31") and date[1] == "occurred" else None
    zone = values.zone_of(" ".join(found.single.get(field, "") for field in (DATE, STARTED, ENDED, DURATION)))
    reader = Reader(day, zone)
    for part in found.parts:
        if part.field == TIMELINE:
            reader.section(part.section)
    timeline: dict[str, Any] = {}
    unread: list[str] = []
    for field in (DATE, DURATION):
        if span := values.period(found.single.get(field, ""), day, zone):
            timeline |= {STARTED: span[0], ENDED: span[1]}
    for field in (DATE, STARTED, ENDED):
        written = found.single.get(field, "")
        moment = values.moment(written, day, zone)
        if moment.at and (field != DATE or "T" in moment.at):
            timeline[STARTED if field == DATE else field] = moment.at
        if moment.rest and not values.period(written, day, zone) and not is_nothing(written):
            unread.append(f"{field}: {written}")
    for field in (DETECTED_AFTER, DURATION):
        written = found.single.get(field, "")
        length = values.duration(written)
        timeline |= {field: length} if length else {}
        if not length and not values.period(written, day, zone) and not is_nothing(written):
            unread.append(f"{field}: {written}")
    if events := [{"at": event.at, "text": texts.text(event.text)} for event in reader.events if event.text]:
        timeline["events"] = events
    return timeline, reader.left, unread


def _entries(found: Collected, field: str) -> list[Entry]:
    listed = []
    for part in found.parts:
        if part.field == field:
            result = entries.read(part.section.blocks)
            listed += result.entries
            if result.named_people:
                found.people.append(part.section.heading)
    return listed


def _step(entry: Entry, texts: Texts) -> dict[str, Any]:
    step: dict[str, Any] = {"check": texts.text(entry.text)}
    if entry.command:
        step["command"] = entry.command.strip("`")
    if entry.finding:
        step["finding"] = texts.text(entry.finding)
    return step | {"points_to": [], "rules_out": []}


def _remediation(found: Collected, texts: Texts) -> list[dict[str, Any]]:
    """What was done, in the order of the text; only a heading that says so gives the kind."""
    listed: list[dict[str, Any]] = []
    for part in found.parts:
        if part.field in _REMEDIES:
            kind = _REMEDIES[part.field]
            for entry in _entries(found._replace(parts=[part]), part.field):
                listed.append({"text": texts.text(entry.text)} | ({"kind": kind} if kind else {}))
    return listed


def _proposed(texts: Texts, title: str) -> dict[str, list[tuple[str, float]]]:
    """Labels that the texts of their own side name: symptoms from what was seen, the cause from where it is told."""
    seen = [title, *texts.plain(SYMPTOMS, SUMMARY, IMPACT, DETECTION)]
    cause = texts.plain(ROOT_CAUSE, TRIGGER)
    factors = texts.plain(CONTRIBUTING)
    sides = {
        "symptoms": seen,
        "components": [*seen, *cause, *factors, *texts.plain(DIAGNOSIS, REMEDIATION)],
        "root_causes": cause,
        "contributing": factors,
    }
    return {name: propose_labels("\n".join(side))[name] for name, side in sides.items()}


def _sources(found: Collected, address: str | None) -> list[dict[str, str]]:
    given = _URL.findall(found.single.get(headings.SOURCE, ""))
    urls = dict.fromkeys([*([address] if address else []), *given])
    return [{"url": url, "kind": "postmortem", "license": "unknown"} for url in urls]


def _unused(found: Collected, title: str, date: tuple[str, str | None]) -> list[str]:
    """Single values that the record took from a better place, or that say nothing a field can hold."""
    single = found.single
    used = {
        headings.TITLE: title in single.get(headings.TITLE, ""),
        headings.PUBLISHED: date[1] == "published",
        FRONT_DATE: values.partial_date(single.get(FRONT_DATE, "")) == date[0],
        headings.SOURCE: bool(_URL.search(single.get(headings.SOURCE, ""))),
    }
    return [f"{field}: {single[field]}" for field in used if not used[field] and not is_nothing(single.get(field, ""))]


def _docs(found: Collected, lines: list[str], unread: list[str]) -> list[dict[str, str]]:
    """What fits no field: lines of the head, values that could not be read, contributing factors (a record has them as
    labels only), and whole sections."""
    top = [text for title, text in found.kept if title == TOP]
    factors = [(part.section.heading, part.section.source) for part in found.parts if part.field == CONTRIBUTING]
    titled = [(TOP, "\n".join([*top, *unread])), ("Timeline", "\n".join(lines)), *factors]
    titled += [(title, text) for title, text in found.kept if title != TOP]
    return [{"title": title, "text": text} for title, text in titled if text.strip()]


def _line(written: str | None) -> str:
    text = " ".join((written or "").split())
    return "" if is_nothing(text) else text
