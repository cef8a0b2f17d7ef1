"""The command palette: every action that works here, found by a few letters of its name in either language."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from kb.text import fold
from tui import keys
from tui.lines import Line, Piece, fit
from tui.screens.base import KbScreen
from tui.screens.modal import KbModal
from tui.widgets.bar import Bar
from tui.widgets.rows import Rows
from tui.widgets.textline import TextLine

_KEYS_WIDTH = 14
_MOVES = ("list", "page", "query")
"""Contexts whose actions make no sense from a palette: they move the cursor."""


class Palette(KbModal[str]):
    """Dismissed with the action chosen, or None."""

    BINDINGS = [  # noqa: RUF012 - as Textual declares it
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
    ]

    def __init__(self, screen: KbScreen) -> None:
        super().__init__("palette", "enter_escape", full=True)
        near = getattr(screen.focused, "CONTEXTS", ())
        order = list(dict.fromkeys([*near, *screen.CONTEXTS, "app"]))
        self._items = [
            item for context in order if context not in _MOVES for item in keys.TABLE if item.context == context
        ]
        self._own = screen.kb.settings.keys

    def compose(self) -> ComposeResult:
        """Line, actions."""
        with Vertical(id="box"):
            yield Bar(id="panel-title")
            yield TextLine(id="answer")
            yield Rows(self._paint, id="actions", identity=lambda item: item.id)
            yield Bar(id="panel-foot")

    def on_mount(self) -> None:
        """Show everything."""
        self.query_one("#actions", Rows).show(self._items)
        self.query_one(Input).focus()

    def relabel(self) -> None:
        """Labels and actions."""
        super().relabel()
        self.query_one(Input).placeholder = self.say("palette_hint")
        self.query_one("#actions", Rows).repaint()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Only the actions that have the letters typed."""
        wanted = fold(event.value).split()
        found = [item for item in self._items if all(word in _written(item) for word in wanted)]
        self.query_one("#actions", Rows).show(found)

    def on_input_submitted(self) -> None:
        """Run the current action."""
        self._choose()

    def on_rows_chosen(self) -> None:
        """Run the action that was clicked."""
        self._choose()

    def action_move(self, step: int) -> None:
        """Another action."""
        rows = self.query_one("#actions", Rows)
        (rows.action_down if step > 0 else rows.action_up)()

    def _choose(self) -> None:
        current = self.query_one("#actions", Rows).current
        self.answer(current.action if isinstance(current, keys.Key) else None)

    def _paint(self, item: keys.Key, columns: int) -> list[Line]:
        shown = "  ".join(item.shown_keys(self._own))
        name = fit(item.does[self.kb.language == "ko"], columns - _KEYS_WIDTH)
        return [(Piece(name), Piece(fit(shown, _KEYS_WIDTH), "key"))]


def _written(item: keys.Key) -> str:
    return fold(" ".join([*item.name, *item.does, item.id]))
