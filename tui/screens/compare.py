"""Two or three cases side by side; what all of them share is marked."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Container

from kb.text import tokenize
from tui.case import head, lay_out
from tui.lines import BLANK, Line, Piece, flow
from tui.screens.actions import CaseScreen
from tui.view import TERMS, View, term_piece
from tui.widgets.page import Page

_RAREST = 60
"""Shared words that are marked, longest first: those that say most."""


class CompareScreen(CaseScreen):
    """A page a case; the labels that all share stand on top, shared words of the titles and symptoms are marked."""

    NAME = "compare"
    CONTEXTS = ("record",)
    BINDINGS = CaseScreen.bound("record")

    def __init__(self, documents: list[dict[str, Any]]) -> None:
        super().__init__()
        self.documents = documents
        self.PANES = tuple(f"#case-{number}" for number in range(len(documents)))
        self._shared = frozenset.intersection(*map(_tokens, documents)) if documents else frozenset()

    def body(self) -> ComposeResult:
        """The pages."""
        with Container(classes="pages"):
            for number in range(len(self.documents)):
                yield Page(id=f"case-{number}", classes="pane")

    def on_mount(self) -> None:
        """Show the cases."""
        self.to("#case-0")

    def relabel(self) -> None:
        """Labels and texts."""
        super().relabel()
        hits = frozenset(sorted(self._shared, key=lambda word: (-len(word), word))[:_RAREST])
        for number, document in enumerate(self.documents):
            page = self.query_one(f"#case-{number}", Page)
            page.show(lambda columns, own=document: self._lay_out(own, columns, hits), keep=True)  # type: ignore[misc]

    def case(self) -> dict[str, Any] | None:
        """The case of the page that has the focus."""
        for number, document in enumerate(self.documents):
            if self.query_one(f"#case-{number}").has_focus:
                return document
        return self.documents[0] if self.documents else None

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Follow a spot."""
        if event.spot is not None:
            self.choose_spot(event.spot.kind, event.spot.value)

    def _lay_out(self, document: dict[str, Any], columns: int, hits: frozenset[str]) -> list[Line]:
        language = self.kb.language
        view = View(language, hits=hits)
        lines = [*head(document, view, columns), BLANK, (Piece("= " + self.say("shared"), "heading"),)]
        shared = 0
        for key, vocabulary, prefix in TERMS:
            common = set.intersection(*(set(_terms(item, key)) for item in self.documents))
            pieces = [term_piece(vocabulary, prefix, term, language) for term in sorted(common - {"unknown"})]
            if pieces:
                shared += len(pieces)
                joined = [part for piece in pieces for part in (Piece(", ", "dim"), piece)]
                lines += flow(joined[1:], columns, (Piece(f"  {self.say(key)}: ", "dim"),))
        if not shared:
            lines.append((Piece("  -", "dim"),))
        body = lay_out(document, view, columns)
        return [*lines, *body[len(head(document, view, columns)) :]]


def _tokens(document: dict[str, Any]) -> frozenset[str]:
    texts = [document.get(key) for key in ("title", "symptoms_text", "root_cause_text")]
    written = [text for part in texts if isinstance(part, dict) for text in part.values() if isinstance(text, str)]
    return frozenset(
        token for text in written for token, _, _ in tokenize(text) if len(token) > 2 or not token.isascii()
    )


def _terms(document: dict[str, Any], key: str) -> list[str]:
    value = document.get(key)
    if isinstance(value, str):
        return [value]
    return [term for term in value if isinstance(term, str)] if isinstance(value, list) else []
