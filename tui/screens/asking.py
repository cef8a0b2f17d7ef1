"""Asking: the query and the filters, as one types, chooses, empties and brings them back.

What a query finds and how that is shown is `tui.screens.search`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work

from tui import facets
from tui.screens.actions import CaseScreen
from tui.screens.panel import Typed
from tui.turns import DIALOG
from tui.widgets.query import Query
from tui.widgets.rows import Rows
from tui.widgets.values import Values

if TYPE_CHECKING:
    from kb.engine import Found


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

    def leave(self) -> None:
        """Keep the query, to be brought back."""
        self._keep(self.query_one(Query).typed)

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
