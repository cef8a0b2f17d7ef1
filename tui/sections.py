"""The sections of a case, one function each: from a record to lines, tolerant of whatever an import brought in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from kb.movements import movement
from kb.passages import strings
from kb.render.messages import pick
from kb.render.record import review_state
from kb.vocabulary import load
from tui.lines import BLANK, Line, Piece, Spot, flow, plain
from tui.view import TERMS, Document, View, related, term_piece, words
from tui.words import say, told

INDENT = (Piece("  "),)


_DURATION = re.compile(r"P(?:([0-9.]+)W)?(?:([0-9.]+)D)?(?:T(?:([0-9.]+)H)?(?:([0-9.]+)M)?(?:([0-9.]+)S)?)?")


def duration(value: object, language: str) -> str:
    """An ISO 8601 duration or a number of seconds as people say it: `2 h 30 min`."""
    if isinstance(value, int | float):
        value = f"PT{value}S"
    match = _DURATION.fullmatch(str(value))
    if match is None or not any(match.groups()):
        return plain(value)
    units = say("duration_units", language).split()
    parts = zip(match.groups(), units, strict=True)
    return " ".join(f"{number}{'' if language == 'ko' else ' '}{unit}" for number, unit in parts if number)


def _text(key: str) -> Callable[[Document, View, int], list[Line]]:
    def body(document: Document, view: View, columns: int) -> list[Line]:
        text = pick(document.get(key), view.language)
        lines: list[Line] = []
        for paragraph in text.split("\n\n"):
            if paragraph.strip():
                lines += [*([BLANK] if lines else []), *flow(words(paragraph, view.hits), columns, INDENT)]
        return lines

    return body


def _signature(document: Document, view: View, columns: int) -> list[Line]:
    lines: list[Line] = []
    for item in _dicts(document.get("signature")):
        if isinstance(item.get("text"), str):
            lines += flow(words(item["text"], view.hits), columns, (Piece("  - "),))
        else:
            moved = movement(item.get("from"), item.get("to"), item.get("unit"), item.get("direction"))
            shown = f"{item.get('name') or ''} {item.get('direction') or ''} {moved}"
            lines += flow(words(shown, view.hits), columns, (Piece("  - "),))
    return lines


def _diagnosis(document: Document, view: View, columns: int) -> list[Line]:
    lines: list[Line] = []
    for number, step in enumerate(_dicts(document.get("diagnosis")), 1):
        first = (Piece(f"  {number}. ", "strong"),)
        lines += flow(words(pick(step.get("check"), view.language), view.hits), columns, first)
        inner = (Piece("     "),)
        if isinstance(step.get("command"), str):
            command = Piece("$ " + plain(step["command"]), "command", Spot("command", step["command"]))
            lines += flow([command], columns, inner)
        if step.get("finding"):
            found = [Piece("→ "), *words(pick(step.get("finding"), view.language), view.hits)]
            lines += flow(found, columns, inner)
        for key, message, style in (("points_to", "points_to", "good"), ("rules_out", "ruled_out", "warn")):
            terms = [_cause(term, view) for term in strings(step.get(key))]
            if terms:
                sign = "+ " if key == "points_to" else "- "
                lead = Piece(f"{sign}{told(message, view.language)}: ", style)
                lines += flow([lead, *_joined(terms)], columns, inner)
    return lines


def _cause_text(document: Document, view: View, columns: int) -> list[Line]:
    lines = []
    if isinstance(document.get("root_cause"), str):
        piece = term_piece("root_causes", "cause", document["root_cause"], view.language)
        lines += flow([piece], columns, INDENT)
    wrong = [_cause(term, view) for term in strings(document.get("suspected_first"))]
    lines += _text("root_cause_text")(document, view, columns)
    if wrong:
        lead = Piece(told("suspected", view.language) + ": ", "warn")
        lines += flow([lead, *_joined(wrong)], columns, INDENT)
    return lines


def _remediation(key: str) -> Callable[[Document, View, int], list[Line]]:
    def body(document: Document, view: View, columns: int) -> list[Line]:
        items = _dicts(document.get(key))
        if key == "remediation":
            order = list(load("remediation_kinds").terms)
            items.sort(key=lambda item: order.index(item["kind"]) if item.get("kind") in order else len(order))
        lines: list[Line] = []
        for item in items:
            kind = item.get("kind") or item.get("state")
            shown = load("remediation_kinds").label(kind, view.language) if isinstance(kind, str) else ""
            lead = [Piece(f"[{plain(shown)}] ", "strong")] if shown else []
            text = words(pick(item.get("text"), view.language), view.hits)
            lines += flow([*lead, *text], columns, (Piece("  - "),))
        return lines

    return body


def _timeline(document: Document, view: View, columns: int) -> list[Line]:
    value = document.get("timeline")
    if not isinstance(value, dict):
        return []
    lines: list[Line] = []
    for key in ("started_at", "detected_after", "resolved_after", "ended_at"):
        if value.get(key) is not None:
            shown = duration(value[key], view.language) if key.endswith("_after") else plain(value[key])
            lines += flow([Piece(shown)], columns, (Piece(f"  {say(key, view.language)}: ", "dim"),))
    for event in _dicts(value.get("events")):
        lead = (Piece(f"  {plain(event.get('at', ''))}  ", "dim"),)
        lines += flow(words(pick(event.get("text"), view.language), view.hits), columns, lead)
    return lines


def _related(document: Document, view: View, columns: int) -> list[Line]:
    kinds = load("relation_kinds")
    pairs = [(other, kinds.label(kind, view.language) if kind else "") for other, kind in related(document)]
    lines: list[Line] = []
    for other, why in [*pairs, *view.links]:
        link = Piece(plain(other), "link", Spot("record", other))
        title = plain(pick(view.titles.get(other), view.language))
        note = " ".join(part for part in (f"({plain(why)})" if why else "", title) if part)
        lines += flow([link, Piece("  " + note, "dim")], columns, (Piece("  - "),))
    return lines


def _sources(document: Document, view: View, columns: int) -> list[Line]:
    lines: list[Line] = []
    for item in _dicts(document.get("sources")):
        url = plain(item.get("url") or "")
        kind = load("source_kinds").label(item["kind"], view.language) if isinstance(item.get("kind"), str) else ""
        read = f"read_{item['read']}" if item.get("read") in ("digest", "excerpt", "unavailable") else ""
        license_ = item.get("license") if item.get("license") != "unknown" else ""
        note = ", ".join(plain(part) for part in (kind, license_, say(read, view.language) if read else "") if part)
        pieces = [Piece(url, "link", Spot("url", str(item.get("url") or ""))), Piece(f"  {note}", "dim")]
        lines += flow(pieces, columns, (Piece("  - "),))
    return lines


def labels(document: Document, view: View, columns: int) -> list[Line]:
    lines: list[Line] = []
    for key, _, _ in TERMS:
        lines += terms_line(document, key, view, columns)
    impact = document.get("impact")
    if isinstance(impact, dict):
        shown = " · ".join(plain(impact[key]) for key in ("scope", "users", "region") if _known(impact.get(key)))
        if shown:
            lines += flow(words(shown, view.hits), columns, (Piece(say("impact", view.language) + ": ", "dim"),))
    review = document.get("review")
    if isinstance(review, dict) and isinstance(review.get("written_by"), str):
        shown = load("authorships").label(review["written_by"], view.language)
        who = f"{plain(shown)}; {review_state(document, view.language)}"
        lines.append((Piece(say("written_by", view.language) + ": ", "dim"), Piece(plain(who))))
    return lines


def terms_line(document: Document, key: str, view: View, columns: int) -> list[Line]:
    vocabulary, prefix = next((name, prefix) for own, name, prefix in TERMS if own == key)
    ids = strings(document.get(key))
    if not ids or (key == "severity" and ids == ["unknown"]):
        return []
    if key == "suspected_first":
        terms = [_cause(term, view) for term in ids]
    else:
        terms = [term_piece(vocabulary, prefix, term, view.language) for term in ids]
    return flow(_joined(terms), columns, (Piece(say(key, view.language) + ": ", "dim"),))


def _cause(term: str, view: View) -> Piece:
    """A root cause or a component: steps and suspicions name both."""
    if term in load("root_causes").terms:
        return term_piece("root_causes", "cause", term, view.language)
    return term_piece("components", "component", term, view.language)


def _joined(terms: Iterable[Piece]) -> list[Piece]:
    pieces: list[Piece] = []
    for piece in terms:
        pieces += [*([Piece(", ", "dim")] if pieces else []), piece]
    return pieces


def _known(value: object) -> bool:
    return isinstance(value, str) and bool(value) and value != "unknown"


def _dicts(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


SECTIONS: tuple[tuple[str, bool, Callable[[Document, View, int], list[Line]]], ...] = (
    ("section_symptoms", True, _text("symptoms_text")),
    ("section_signature", False, _signature),
    ("section_regime", True, _text("regime")),
    ("section_trigger", True, _text("trigger")),
    ("section_detection", True, _text("detection")),
    ("section_diagnosis", True, _diagnosis),
    ("section_cause", True, _cause_text),
    ("section_remediation", True, _remediation("remediation")),
    ("section_summary", True, _text("summary")),
    ("section_lessons", True, _text("lessons")),
    ("section_actions", True, _remediation("action_items")),
    ("section_timeline", False, _timeline),
    ("section_related", False, _related),
    ("section_sources", False, _sources),
)
"""Message of the heading, whether it exists in two languages, and what lays out the body."""
