"""A record as lines for a page: what was seen first, then how the cause was found, the cause, and the rest."""

from __future__ import annotations

import json

from kb.render.messages import pick
from kb.render.record import review_state
from kb.text import visible
from kb.vocabulary import load
from tui.lines import BLANK, Line, Piece, beside, flow, plain
from tui.sections import SECTIONS, labels, terms_line
from tui.view import SEVERITIES, TERMS, Document, View, severity_mark, words
from tui.words import say, told


def definition(filter_: str, language: str) -> str:
    """Label, id and definition of the term in a filter such as `symptom:hang`."""
    prefix, _, term_id = filter_.partition(":")
    for _, name, own in TERMS:
        term = load(name).terms.get(term_id) if own == prefix else None
        if term is not None:
            return f"{term.label.get(language, term_id)} ({term_id}): {term.definition.get(language, '')}"
    for name in ("root_causes", "components"):
        term = load(name).terms.get(term_id)
        if term is not None:
            return f"{term.label.get(language, term_id)} ({term_id}): {term.definition.get(language, '')}"
    return f"{term_id}: {say('no_definition', language)}"


def head(document: Document, view: View, columns: int) -> list[Line]:
    """Title and the line below it: severity, id, organisation, date, review state."""
    lines = flow(words(pick(document.get("title"), view.language), view.hits, "title"), columns)
    if view.both:
        other = "en" if view.language == "ko" else "ko"
        lines += flow(words(pick(document.get("title"), other), view.hits, "dim"), columns)
    severity = document.get("severity")
    shown = load("severities").label(severity, view.language) if severity in SEVERITIES else ""
    names = " = ".join([plain(document["id"]), *(plain(alias) for alias in document.get("aliases") or [])])
    about = [plain(document[key]) for key in ("org", "date") if document.get(key)]
    about.append(plain(review_state(document, view.language)))
    if document.get("withdrawn"):
        about.append(told("withdrawn", view.language))
    mark = severity_mark(document)
    pieces = [Piece(f"{mark.text} {plain(shown)}  ", mark.style)] if shown else []
    pieces.append(Piece(names, "strong"))
    return [*lines, *flow([*pieces, Piece(" · " + " · ".join(about), "dim")], columns)]


def lay_out(document: Document, view: View, columns: int) -> list[Line]:
    """The whole record in so many columns."""
    columns = min(columns, 200 if view.both else 110)
    lines = head(document, view, columns)
    lines += terms_line(document, "symptoms", view, columns)
    for heading, bilingual, body in SECTIONS:
        if bilingual and view.both:
            half = (columns - 3) // 2
            other = "en" if view.language == "ko" else "ko"
            left, right = body(document, view, half), body(document, view._replace(language=other), half)
            block = beside(left, right, columns) if left or right else []
        else:
            block = body(document, view, columns)
        if block:
            lines += [BLANK, (Piece(told(heading, view.language), "heading"),), *block]
    lines += [BLANK, *labels(document, view, columns)]
    if any(view.feedback):
        useful, wrong = view.feedback
        lines += [BLANK, (Piece(say("feedback_line", view.language, useful=useful, wrong=wrong), "dim"),)]
    return lines


def raw(document: Document, columns: int) -> list[Line]:
    """The record as JSON; what a terminal could obey is escaped."""
    text = visible(json.dumps(document, ensure_ascii=False, indent=2))
    lines: list[Line] = []
    for line in text.split("\n"):
        body = line.lstrip()
        indent = (Piece(" " * (len(line) - len(body))),)
        key, colon, rest = body.partition(": ") if body.startswith('"') else ("", "", body)
        lines += flow([Piece(key, "term"), Piece(colon), Piece(rest)], columns, indent)
    return lines
