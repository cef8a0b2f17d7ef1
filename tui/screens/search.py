"""Search: opens first, with every case; what is typed is searched as it is typed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widgets import Input

from kb import query as queries
from kb.errors import KbError, UsageError
from kb.passages import passages
from kb.render.messages import spoken
from kb.text import terms
from tui import facets
from tui.case import lay_out
from tui.hits import words as matched_words
from tui.lines import Line, Piece, plain
from tui.results import facet_name, facet_row, has_choice, result_rows
from tui.screens.asking import LIMIT, AskingScreen
from tui.view import View
from tui.widgets.bar import Bar
from tui.widgets.page import Page
from tui.widgets.query import Query
from tui.widgets.rows import Rows
from tui.widgets.values import Values

if TYPE_CHECKING:  # the engine is imported while the first frame is already there
    from kb.engine import Found

BESIDE_SECONDS = 0.02
"""Time for the results to be shown before the filters are counted and the preview is laid out, which takes longer."""
TYPING_SECONDS = 0.1
"""The same while the query is typed: time for the next key to come first."""
ROOMY = 78
"""Columns from which the order of the results stands beside their number."""


class SearchScreen(AskingScreen):
    """Query line, filters with counts, results, preview. `typed` is the query to begin with."""

    NAME = "search"
    CONTEXTS = ("search", "record")
    PANES = ("#query", "#facets", "#results", "#preview")
    BINDINGS = AskingScreen.bound("query", "search", "record")
    LINE = "#query"

    def __init__(self, typed: str = "") -> None:
        super().__init__()
        self._first = typed
        self.error: KbError | None = None
        self.by_date = False
        self._hits: frozenset[str] = frozenset()
        self._matched: dict[str, str] = {}
        self._previewed: dict[str, Any] | None = None
        self._counted: Found | None = None

    def body(self) -> ComposeResult:
        """The panes."""
        with Horizontal(id="query-row"):
            yield Bar(id="query-sign")
            yield Query(id="query", select_on_focus=False)
            yield Bar(id="query-count")
        with Horizontal(id="search-body"):
            yield Values(
                facet_row,
                self.leave_facets,
                id="facets",
                classes="pane",
                selectable=has_choice,
                identity=facet_name,
            )
            with Container(id="found"):
                yield Rows(self._paint, height=2, id="results", classes="pane", identity=lambda row: row["id"])
                yield Page(id="preview", classes="pane")

    def on_mount(self) -> None:
        """Search for everything, or what there is to begin with."""
        self.query_one("#query-sign", Bar).say((Piece(" › ", "key"),))
        self.to("#query")
        self.status(self.say("loading"))
        if self._first:
            with self.prevent(Input.Changed):
                self.write(self._first)
            self.to("#results")
        self.search(self._first, at_once=True)

    def relabel(self) -> None:
        """Labels, and the rows that carry text in the language."""
        super().relabel()
        wide = self.app.size.width >= 118
        self.query_one(Query).placeholder = self.say("query_hint_wide" if wide else "query_hint")
        self.label("#results", "results")
        self.label("#preview", "preview")
        self._count()
        self.query_one("#results", Rows).repaint(self._hints())
        self.show_facets()
        self._preview(keep=True)

    def case(self) -> dict[str, Any] | None:
        """The current result."""
        current = self.query_one("#results", Rows).current
        return current if isinstance(current, dict) else None

    def command(self) -> str:
        """The command under the cursor of the preview."""
        page = self.query_one("#preview", Page)
        return page.spot.value if page.has_focus and page.spot and page.spot.kind == "command" else ""

    def go_back(self) -> bool:
        """One step back within the screen: filters or results to the query."""
        self.remove_class("facets-shown")
        line = self.query_one(Query)
        if not line.has_focus:
            self.set_focus(line)
            return True
        return False

    def show_refusal(self, error: UsageError) -> None:
        """Say what is wrong with the query; what its change has held back comes now."""
        self.status(self.told(error), "warn")
        self._show_beside()

    def show_failure(self, error: KbError) -> None:
        """Say in the place of results what is wrong with the store, and in a panel: once, not for every key."""
        is_told = self.error is not None and self.error.message == error.message
        self.found, self.error = None, error
        self.status("")
        self._order()
        if not is_told:
            self.fail(error)

    def show_found(self, typed: str, found: Found, records: int) -> None:
        """Show the results; filters and preview follow."""
        self.found, self.error = found, None
        meant = terms(" ".join(found.respelt.values())).split()
        self._hits = frozenset([term.text for term in queries.parse(typed).terms] + meant)
        self._matched = {}
        self.kb.count_records(records)
        self.status("")
        self._count()
        self._order()

    def _order(self) -> None:
        documents = list(self.found.documents) if self.found else []
        if self.by_date:
            documents.sort(key=lambda document: str(document.get("date") or ""), reverse=True)
        results = self.query_one("#results", Rows)
        results.repaint(self._hints())
        results.show(documents)

    def _hints(self) -> list[str]:
        """What stands in the place of results."""
        if self.error is not None:
            return [spoken(text, self.kb.language) for text in (self.error.message, self.error.hint) if text]
        keys = ("nothing_found", "nothing_found_2", "nothing_found_3") if self.found else ("loading",)
        return [self.say(key) for key in keys]

    def _count(self) -> None:
        if self.found is None:
            return
        shown, total = len(self.found.documents), self.found.total
        if total is None or total < shown:  # words alone are not counted, that would cost too much
            text = self.say("first_best", shown=shown) if shown == LIMIT else self.say("found", n=shown)
        else:
            text = self.say("shown_of", shown=f"{shown:,}", total=f"{total:,}")
        order = self.say("by_date" if self.by_date or not self._hits else "by_relevance")
        if self.app.size.width >= ROOMY:
            text += f"  {order}"
        self.query_one("#query-count", Bar).say((), (Piece(text + " ", "dim"),))

    def show_facets(self) -> None:
        """Count the values of what was found."""
        if self.found is None:
            return
        self._counted = self.found
        total = self.found.total or 0
        is_part = total > LIMIT or (not total and len(self.found.documents) == LIMIT)
        self.label("#facets", "filters_of" if is_part else "filters", n=LIMIT)
        counts = facets.count(self.found.documents)
        names = facets.organisations(self.found.documents)
        typed = self.query_one(Query).typed
        self.query_one("#facets", Rows).show(facets.rows(counts, names, typed, self.opened, self.kb.language))

    def on_rows_moved(self, event: Rows.Moved) -> None:
        """Other results, or another one is current."""
        if event.rows.id == "results":
            self._show_beside()

    @work(exclusive=True, group="beside")
    async def _show_beside(self) -> None:
        """Filters and preview of what is shown, a moment after it: whoever types on or moves on does not wait for
        them."""
        is_typed = self._counted is not None and isinstance(self.focused, Query)
        await asyncio.sleep(TYPING_SECONDS if is_typed else BESIDE_SECONDS)
        if not all(self.query(pane) for pane in self.PANES):  # the program has ended meanwhile
            return
        is_first = self._counted is None
        if self._counted is not self.found:
            self.show_facets()
        if self.case() is not self._previewed:
            self._preview()
        if is_first and self.found is not None:
            self.call_after_refresh(self.kb.on_loaded)

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Open a result; set or take away a filter."""
        if event.rows.id == "results" and self.case():
            self.kb.open_case(str(self.case()["id"]))  # type: ignore[index]
        elif isinstance(event.rows.current, facets.Facet):
            self.choose_facet(event.rows.current, 1)

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Follow a link or term of the preview."""
        if event.spot is not None:
            self.choose_spot(event.spot.kind, event.spot.value)

    def action_sort(self) -> None:
        """By relevance or by date."""
        self.by_date = not self.by_date
        self._count()
        self._order()

    def after_mark(self) -> None:
        """Show the marks."""
        self.query_one("#results", Rows).repaint()

    def _preview(self, *, keep: bool = False) -> None:
        case = self._previewed = self.case()
        view = View(self.kb.language, hits=self._hits)
        page = self.query_one("#preview", Page)
        page.show(lambda columns: lay_out(case, view, columns) if case else [], keep=keep)

    def _paint(self, document: dict[str, Any], columns: int) -> list[Line]:
        is_marked = document["id"] in self.kb.marked
        matched = self._matched_words(document)
        return result_rows(document, self._hits, matched, self.kb.language, columns, is_marked=is_marked)

    def _matched_words(self, document: dict[str, Any]) -> str:
        """The searched words that the case has, as it writes them, those of the title first."""
        if not self._hits:
            return ""
        if document["id"] not in self._matched:
            texts = [passage.text for passage in passages(document)]
            self._matched[document["id"]] = plain(", ".join(matched_words(texts, self._hits)))
        return self._matched[document["id"]]
