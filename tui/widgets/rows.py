"""A list of rows, one of them current: results, filters, terms, findings.

Rows are painted when they are first seen and kept until the width or the rows change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual import events
from textual.geometry import Region, Size
from textual.message import Message

from tui.keys import bindings
from tui.lines import BLANK, Line, Piece, flow
from tui.widgets.canvas import Canvas

Painter = Callable[[Any, int], list[Line]]
"""From a row and the columns there are to its lines."""


class Rows(Canvas):
    """Rows of `height` lines each. `chosen` is posted for Enter and a click, `moved` when another row is current."""

    BINDINGS = bindings("list")
    CONTEXTS: tuple[str, ...] = ("list",)

    class Moved(Message):
        """Another row is current."""

        def __init__(self, rows: Rows) -> None:
            super().__init__()
            self.rows = rows

        @property
        def control(self) -> Rows:
            """The list that sent it."""
            return self.rows

    class Chosen(Moved):
        """The current row was chosen."""

    def __init__(
        self,
        paint: Painter,
        *,
        height: int = 1,
        identity: Callable[[Any], object] = id,
        selectable: Callable[[Any], bool] = lambda _: True,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.rows: Sequence[Any] = ()
        self.index = -1
        self.was_moved = False
        self.empty: list[Line] = []
        self._paint = paint
        self._height = height
        self._identity = identity
        self._selectable = selectable
        self._painted: dict[int, list[Line]] = {}
        self._width = 0

    @property
    def current(self) -> Any | None:
        """The current row, None if there is none."""
        return self.rows[self.index] if 0 <= self.index < len(self.rows) else None

    def show(self, rows: Sequence[Any]) -> None:
        """Show other rows; a current one that the user chose stays current if it is among them."""
        before = self._identity(self.current) if self.current is not None and self.was_moved else None
        self.rows = rows
        self.repaint()
        places = {self._identity(row): place for place, row in enumerate(rows)} if before is not None else {}
        self.index = -1
        self.was_moved = before in places
        self._set(places.get(before, self._next(-1, 1)), always=True)

    def repaint(self, empty: list[str] | None = None) -> None:
        """Paint the rows anew: what they say depends on more than the rows (language, marks). `empty` is what stands
        there from now on if there are no rows."""
        if empty is not None:
            self.empty = [(Piece(text, "dim"),) for text in empty]
        self._painted.clear()
        self.virtual_size = Size(0, len(self.rows) * self._height)
        self.refresh()

    def line_at(self, y: int) -> tuple[Line, str]:
        """A line of the row at `y`, under the cursor's style if it is the current one."""
        size = self.scrollable_content_region.width
        if size != self._width:
            self._width = size
            self._painted.clear()
        place, part = divmod(y, self._height)
        if place >= len(self.rows):
            lines = [part for line in self.empty for part in flow(line, size)] if not self.rows else []
            return (lines[y] if y < len(lines) else BLANK), ""
        if place not in self._painted:
            self._painted[place] = self._paint(self.rows[place], size)
        lines = self._painted[place]
        line = lines[part] if part < len(lines) else BLANK
        return line, "cursor" if place == self.index else ""

    def action_down(self) -> None:
        """Next row."""
        self._set(self._next(self.index, 1))

    def action_up(self) -> None:
        """Previous row."""
        self._set(self._next(self.index, -1))

    def action_page_down(self) -> None:
        """One page down."""
        self._set(self._next(min(len(self.rows), self.index + self._page()) - 1, 1))

    def action_page_up(self) -> None:
        """One page up."""
        self._set(self._next(max(0, self.index - self._page()) + 1, -1))

    def action_first(self) -> None:
        """First row."""
        self._set(self._next(-1, 1))

    def action_last(self) -> None:
        """Last row."""
        self._set(self._next(len(self.rows), -1))

    def action_choose(self) -> None:
        """Choose the current row."""
        if self.current is not None:
            self.was_moved = True
            self.post_message(self.Chosen(self))

    def on_click(self, event: events.Click) -> None:
        """A click makes a row current, a click on the current row chooses it."""
        clicked = event.get_content_offset(self)
        if clicked is None:
            return
        place = (clicked.y + self.scroll_offset.y) // self._height
        if not 0 <= place < len(self.rows) or not self._selectable(self.rows[place]):
            return
        if place == self.index:
            self.action_choose()
        else:
            self._set(place)

    def _page(self) -> int:
        return max(1, self.scrollable_content_region.height // self._height)

    def _next(self, index: int, step: int) -> int:
        """The next row in a direction that can be current, else the one there is now."""
        place = index + step
        while 0 <= place < len(self.rows):
            if self._selectable(self.rows[place]):
                return place
            place += step
        return self.index

    def _set(self, index: int, *, always: bool = False) -> None:
        self.was_moved = self.was_moved or not always
        if index == self.index and not always:
            if self.index >= 0 and not self._next(-1, 1) < self.index:
                self.scroll_to(y=0, animate=False)
            return
        before, self.index = self.index, index
        self.refresh_lines(before * self._height, self._height)
        self.refresh_lines(index * self._height, self._height)
        if index >= 0:
            if self._next(-1, 1) >= index:  # the first that can be current: show the heading above it, too
                self.scroll_to(y=0, animate=False)
            else:
                region = Region(0, index * self._height, 1, self._height)
                self.scroll_to_region(region, animate=False, force=True)
        self.post_message(self.Moved(self))
