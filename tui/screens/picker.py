"""A line to type a few letters in, and below it what has them: the shape of every choice by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from tui.lines import Line
from tui.screens.modal import KbModal
from tui.widgets.bar import Bar
from tui.widgets.rows import Rows
from tui.widgets.textline import TextLine

T = TypeVar("T")


class Picker(KbModal[T]):
    """Dismissed with what `chosen` makes of the current row, or None. `hint` is the key of what the line says while
    it is empty, `none` of what stands in an empty list."""

    BINDINGS = [  # noqa: RUF012 - as Textual declares it
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
    ]

    def __init__(self, title: str, hint: str, none: str) -> None:
        super().__init__(title, "enter_escape", full=True)
        self._hint = hint
        self._none = none

    def compose(self) -> ComposeResult:
        """Line, list."""
        with Vertical(id="box"):
            yield Bar(id="panel-title")
            yield TextLine(id="answer")
            yield Rows(self.paint, id="choices", identity=self.identity)
            yield Bar(id="panel-foot")

    def on_mount(self) -> None:
        """The line takes the keys."""
        self.query_one(Input).focus()

    def relabel(self) -> None:
        """Labels and list."""
        super().relabel()
        self.query_one(Input).placeholder = self.say(self._hint)
        self.query_one("#choices", Rows).repaint([self.say(self._none)])
        self._list(self.typed)

    def having(self, typed: str) -> Sequence[Any]:
        """The rows that have what is typed, the nearest first; all of them for nothing typed."""
        raise NotImplementedError

    def identity(self, row: Any) -> object:
        """What stays the same of a row."""
        raise NotImplementedError

    def paint(self, row: Any, columns: int) -> list[Line]:
        """A row in so many columns."""
        raise NotImplementedError

    def chosen(self, row: Any) -> T:
        """The answer that a row gives."""
        raise NotImplementedError

    @property
    def typed(self) -> str:
        """What is typed."""
        return self.query_one(Input).value

    def on_input_changed(self, event: Input.Changed) -> None:
        """Only the rows that have the letters typed."""
        self._list(event.value)

    def on_input_submitted(self) -> None:
        """Choose the current row."""
        self._choose()

    def on_rows_chosen(self) -> None:
        """Choose the row that was clicked."""
        self._choose()

    def action_move(self, step: int) -> None:
        """Another row."""
        rows = self.query_one("#choices", Rows)
        (rows.action_down if step > 0 else rows.action_up)()

    def _list(self, typed: str) -> None:
        self.query_one("#choices", Rows).show(self.having(typed))

    def _choose(self) -> None:
        current = self.query_one("#choices", Rows).current
        self.answer(None if current is None else self.chosen(current))
