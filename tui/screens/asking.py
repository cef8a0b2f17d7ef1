"""Asking: the query and the filters, as one types, chooses, empties and brings them back, and the search that each of
these begins.

What a query finds and how that is shown is `tui.screens.search`.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work
from textual.widgets import Input

from kb.errors import KbError, UsageError
from tui import facets
from tui.screens.actions import CaseScreen
from tui.screens.panel import Typed
from tui.turns import DIALOG
from tui.widgets.query import Query
from tui.widgets.rows import Rows
from tui.widgets.values import Values

if TYPE_CHECKING:
    from kb.engine import Found

LIMIT = 200
"""Cases shown of a search."""
PAUSE_SECONDS = 0.012
"""Time for the key itself to be shown; a search that is no longer wanted when its turn comes is left out."""
SLIP_SECONDS = 0.4
"""Time after which what stands there is no longer being typed."""


class AskingScreen(CaseScreen):
    """A screen with a query line, filters (`#facets`) and results (`#results`)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Found | None = None
        self.opened: set[str] = set()
        self._cleared = ""

    def show_facets(self) -> None:
        """Show the filters that what was found has."""
        raise NotImplementedError

    def show_found(self, typed: str, found: Found, records: int) -> None:
        """Show what a query has found among so many records."""
        raise NotImplementedError

    def show_refusal(self, error: UsageError) -> None:
        """Say what is wrong with a query; the results before it stay."""
        raise NotImplementedError

    def show_failure(self, error: KbError) -> None:
        """Say what is wrong with the store."""
        raise NotImplementedError

    def leave(self) -> None:
        """Keep the query, to be brought back."""
        self._keep(self.query_one(Query).typed)

    def store_changed(self) -> None:
        """Ask the same query anew."""
        self.search(self.query_one(Query).typed, at_once=True)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search what is typed; a half-typed syllable keeps the results that are there."""
        line = self.query_one(Query)
        if event.input is line and not line.half_typed:
            self.workers.cancel_group(self, "beside")  # the search that begins now brings its own
            self.search(line.typed)

    def on_input_submitted(self) -> None:
        """Enter in the query goes on to the results, too."""
        self.action_leave_query()

    def action_leave_query(self) -> None:
        """To the results."""
        self.to("#results")

    @work(exclusive=True, group="search")
    async def search(self, typed: str, *, at_once: bool = False) -> None:
        """Search and show, and tell what may be a slip; a newer search replaces this one."""
        if not at_once:
            await asyncio.sleep(PAUSE_SECONDS)
        try:
            found, records = await self.kb.session.ask(
                lambda engine: (engine.search(typed, LIMIT), engine.state.records), self.told_loading
            )
            self.show_found(typed, found, records)
            if found.respelt or not found.documents:
                await asyncio.sleep(SLIP_SECONDS)  # what is still being typed is no slip, and looking takes time
                await self._tell_slips(typed, found)
        except UsageError as error:
            self.show_refusal(error)
        except KbError as error:
            self.show_failure(error)

    async def _tell_slips(self, typed: str, found: Found) -> None:
        """Say as what a misspelt word was read, or which value was perhaps meant by one that no case has."""
        if found.respelt:
            read = ", ".join(f"{written} → {meant}" for written, meant in found.respelt.items())
            self.status(self.say("respelt", read=read), "warn")
            return
        slips = await self.kb.session.ask(lambda engine: engine.misspelt(typed))
        for slip in sorted(slips, key=lambda slip: not slip.nearest)[:1]:
            key = "misspelt" if slip.nearest else "not_filed"
            self.status(self.say(key, written=slip.written, nearest=slip.nearest), "warn")

    def on_typed(self, event: Typed) -> None:
        """A character typed at the greeting belongs into the query."""
        line = self.query_one(Query)
        self.set_focus(line)
        line.insert_text_at_cursor(event.character)

    def on_query_pasted(self, event: Query.Pasted) -> None:
        """Several lines pasted: match them."""
        self.kb.match_input(event.text.encode("utf-8", "replace"))

    def action_query(self) -> None:
        """To the query line."""
        self.remove_class("facets-shown")
        self.to("#query")

    def action_facets(self) -> None:
        """To the filters; on a narrow terminal they take the place of the results."""
        self.show_and_focus("facets-shown", "#facets")

    def leave_facets(self) -> None:
        """From the filters to the results."""
        self.remove_class("facets-shown")
        self.to("#results")

    @work(group=DIALOG)
    async def action_find_filter(self) -> None:
        """Choose a value by its name, and filter by it or exclude it."""
        from tui.screens.values import ValuePicker

        if self.found is None:
            return
        counts, names = facets.count(self.found.documents), facets.organisations(self.found.documents)
        typed = self.query_one(Query).typed
        picker = ValuePicker(lambda language: facets.named_values(counts, names, typed, language))
        choice = await self.app.push_screen_wait(picker)
        if choice is not None:
            self.choose_facet(choice.facet, choice.state)

    def action_clear(self) -> None:
        """Empty the query; again: bring it back. What was chosen of its results is not held on to in the next one's."""
        line = self.query_one(Query)
        self.query_one("#results", Rows).was_moved = False
        self._keep(line.typed)
        line.value, self._cleared = ("", line.value) if line.value else (self._cleared, "")
        self.to("#query")

    def action_earlier_query(self) -> None:
        """Bring the last of the queries back that were left or emptied; again: the one before, round to this one."""
        queries, typed = self.kb.queries, self.query_one(Query).typed
        if typed in queries:
            queries.remove(typed)
        if not queries:
            self.status(self.say("no_earlier"), "warn")
            return
        self.write(queries.pop())
        if typed:
            queries.appendleft(typed)

    def on_values_excluded(self, event: Values.Excluded) -> None:
        """Exclude a value."""
        if isinstance(event.row, facets.Facet):
            self.choose_facet(event.row, -1)

    def choose_facet(self, facet: facets.Facet, state: int) -> None:
        """Give a filter a state, or take it away if it has that; show more or less of a group."""
        if facet.is_more:
            self.opened ^= {facet.group}
            self.show_facets()
            return
        line = self.query_one(Query)
        self.write(facets.toggled(line.typed, facet, 0 if facet.state == state else state))

    def write(self, typed: str) -> None:
        """Put a query into the line, so that one can go on with the next word."""
        line = self.query_one(Query)
        line.value = typed + (" " if typed else "")
        line.cursor_position = len(line.value)

    def _keep(self, typed: str) -> None:
        queries = self.kb.queries
        if typed:
            if typed in queries:
                queries.remove(typed)
            queries.append(typed)
