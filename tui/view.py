"""What the lines of a case are made of: how it is viewed, severity marks, terms that can be chosen, words marked."""

from __future__ import annotations

from typing import Any, NamedTuple

from kb.vocabulary import load
from tui.hits import spans
from tui.lines import Piece, Spot, marked, plain

Document = dict[str, Any]


SEVERITIES = {"critical": "▲C", "major": "◆M", "moderate": "●m", "minor": "○n"}
"""Severity -> shape and letter: never colour alone."""


TERMS = (
    ("symptoms", "symptoms", "symptom"),
    ("components", "components", "component"),
    ("root_cause", "root_causes", "cause"),
    ("contributing", "contributing", "contributing"),
    ("suspected_first", "root_causes", "cause"),
    ("domain", "domains", "domain"),
    ("severity", "severities", "severity"),
)
"""Key of a record, the vocabulary of its terms, the filter of the query language that finds them."""


class View(NamedTuple):
    """How a case is shown: language, both languages or one, the stems to mark, what else is known of the case."""

    language: str
    both: bool = False
    hits: frozenset[str] = frozenset()
    feedback: tuple[int, int] = (0, 0)
    links: tuple[tuple[str, str], ...] = ()
    titles: dict[str, object] = {}  # noqa: RUF012 - never changed


def related(document: Document) -> list[tuple[str, str]]:
    """The records that a record points to, each with the kind of the relation ("" if it says none)."""
    found: list[tuple[str, str]] = []
    if isinstance(document.get("recurrence_of"), str):
        found.append((document["recurrence_of"], "recurrence"))
    items = document.get("related")
    for item in items if isinstance(items, list) else []:
        if isinstance(item, str):
            found.append((item, ""))
        elif isinstance(item, dict) and isinstance(item.get("id"), str):
            found.append((item["id"], item["kind"] if isinstance(item.get("kind"), str) else ""))
    return found


def severity_mark(document: Document) -> Piece:
    """Letter and shape of the severity, two columns."""
    severity = str(document.get("severity") or "")
    return Piece(SEVERITIES.get(severity, "· "), severity if severity in SEVERITIES else "dim")


def words(text: object, hits: frozenset[str], style: str = "") -> list[Piece]:
    """Foreign text as pieces with the words that were searched marked."""
    shown = plain(text)
    if not hits:
        return [Piece(shown, style)]
    return marked(shown, spans(shown, hits), "hit", style)


def term_piece(vocabulary: str, prefix: str, term: str, language: str) -> Piece:
    """A term under its label, as a spot that searches it."""
    return Piece(plain(load(vocabulary).label(term, language)), "term", Spot("term", f"{prefix}:{term}"))
