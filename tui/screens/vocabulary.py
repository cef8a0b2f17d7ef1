"""Vocabulary: the terms with definition, synonyms and how many cases use them; Enter searches."""

from __future__ import annotations

from typing import NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Input

from kb.errors import KbError
from kb.text import fold
from kb.vocabulary import Term, load
from tui.lines import BLANK, Line, Piece, fill, flow, plain
from tui.screens.base import KbScreen
from tui.view import TERMS
from tui.widgets.page import Page
from tui.widgets.rows import Rows
from tui.widgets.textline import TextLine

_SEARCHED = {name: prefix for key, name, prefix in TERMS if key != "suspected_first"}
"""Vocabulary -> the filter that searches its terms."""


class Entry(NamedTuple):
    """A row: the heading of a vocabulary (no term) or a term with the number of cases that use it."""

    vocabulary: str
    term: Term | None
    cases: int


class Wanted(TextLine):
    """The line that filters the terms."""

    CONTEXTS: tuple[str, ...] = ("wanted",)


class VocabularyScreen(KbScreen):
    """A line to filter, the terms, the current one in full."""

    NAME = "vocabulary"
    CONTEXTS = ("vocabulary",)
    PANES = ("#wanted", "#terms", "#term")
    BINDINGS = KbScreen.bound("wanted", "vocabulary")
    LINE = "#wanted"

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[str, dict[str, int]] = {}

    def body(self) -> ComposeResult:
        """The panes."""
        yield Wanted(id="wanted", select_on_focus=False)
        with Container(classes="split"):
            yield Rows(self._paint, id="terms", classes="pane", selectable=_is_term, identity=_name)
            yield Page(id="term", classes="pane")

    def on_mount(self) -> None:
        """What is typed filters the terms."""
        self.to("#wanted")

    def go_back(self) -> bool:
        """From the terms to the line."""
        if self.query_one("#wanted").has_focus:
            return False
        self.to("#wanted")
        return True

    def on_screen_resume(self) -> None:
        """Count again: records may have come in."""
        self._count()

    def store_changed(self) -> None:
        """Count again."""
        self._count()

    def relabel(self) -> None:
        """Labels and terms."""
        super().relabel()
        self.query_one("#wanted", Input).placeholder = self.say("vocabulary_hint")
        self.label("#terms", "vocabulary")
        self.label("#term", "definition")
        self._filter()

    def on_input_changed(self) -> None:
        """Only the terms that are written like this."""
        self._filter()

    def on_input_submitted(self) -> None:
        """To the terms."""
        self.to("#terms")

    def action_wanted(self) -> None:
        """To the line."""
        self.to("#wanted")

    def action_terms(self) -> None:
        """From the line to the terms."""
        self.to("#terms")

    def on_rows_moved(self, event: Rows.Moved) -> None:
        """Show the current term in full."""
        entry = event.rows.current
        shown = entry if isinstance(entry, Entry) else None
        self.query_one("#term", Page).show(lambda columns: self._full(shown, columns))

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Search the term."""
        entry = event.rows.current
        if isinstance(entry, Entry) and entry.term is not None:
            self.kb.search_for(f"{_SEARCHED[entry.vocabulary]}:{entry.term.id}")

    @work(exclusive=True)
    async def _count(self) -> None:
        try:
            self._counts = (await self.kb.session.ask(lambda engine: engine.reader.counts())).terms
        except KbError as error:
            self.fail(error)
            return
        self._filter()

    def _filter(self) -> None:
        wanted = fold(self.query_one("#wanted", Input).value)
        rows: list[Entry] = []
        for name in _SEARCHED:
            vocabulary = load(name)
            counts = self._counts.get(name, {})
            found = [
                Entry(name, term, counts.get(term.id, 0))
                for term in vocabulary.terms.values()
                if not wanted or any(wanted in fold(phrase) for phrase in vocabulary.phrases(term.id))
            ]
            if found:
                rows += [Entry(name, None, len(found)), *sorted(found, key=lambda entry: -entry.cases)]
        self.query_one("#terms", Rows).show(rows)

    def _paint(self, entry: Entry, columns: int) -> list[Line]:
        language = self.kb.language
        if entry.term is None:
            key = next(key for key, name, _ in TERMS if name == entry.vocabulary)
            return [(Piece(self.say(key), "heading"),)]
        number = f" {entry.cases:,} "
        label = Piece("  " + plain(entry.term.label.get(language, entry.term.id)))
        return [(*fill((label, Piece(f"  {entry.term.id}", "dim")), columns - len(number)), Piece(number, "dim"))]

    def _full(self, entry: Entry | None, columns: int) -> list[Line]:
        term = entry.term if entry else None
        if entry is None or term is None:
            return []
        language = self.kb.language
        lines: list[Line] = []
        for code in (language, "en" if language == "ko" else "ko"):
            lines += flow([Piece(plain(term.label.get(code, "")), "title")], columns)
            lines += flow([Piece(plain(term.definition.get(code, "")))], columns, (Piece("  "),))
            lines.append(BLANK)
        lines.append((Piece(self.say("synonyms"), "heading"),))
        for synonyms in term.synonyms.values():
            lines += flow([Piece(plain(", ".join(synonyms)))], columns, (Piece("  "),))
        used = self.say("used_in", n=entry.cases)
        return [*lines, BLANK, *flow([Piece(term.id, "term"), Piece(f"  {used}", "dim")], columns)]


def _is_term(entry: Entry) -> bool:
    return entry.term is not None


def _name(entry: Entry) -> object:
    return entry.vocabulary, entry.term.id if entry.term else ""
