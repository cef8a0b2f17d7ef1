"""A line or two of their own: headline, verdict, status."""

from __future__ import annotations

from typing import Any

from textual.strip import Strip

from tui.lines import BLANK, Line, Piece, flow, shorten, width
from tui.widgets.canvas import Canvas


class Bar(Canvas, can_focus=False):
    """Pieces at the left and, where there is room, at the right; a bar of several lines wraps those at the left.

    It never takes the focus and never scrolls.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._left: Line = BLANK
        self._right: Line = BLANK

    def say(self, left: Line, right: Line = BLANK) -> None:
        """Show other pieces."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.refresh()

    @property
    def text(self) -> str:
        """What it says at the left."""
        return "".join(piece.text for piece in self._left)

    def line_at(self, y: int) -> tuple[Line, str]:
        """One of its lines."""
        columns = self.size.width
        if self.size.height > 1:
            lines = flow(self._left, columns - 1, (Piece(" "),))
            if y == self.size.height - 1 < len(lines) - 1:
                return shorten((*lines[y], *lines[y + 1]), columns - 1), ""
            return (lines[y] if y < len(lines) else BLANK), ""
        gap = columns - width(self._left) - width(self._right)
        if gap < 1:
            return shorten(self._left or self._right, columns), ""
        return (*self._left, Piece(" " * gap), *self._right), ""

    def render_line(self, y: int) -> Strip:
        """A line, as Textual asks for it."""
        return self._strip(*self.line_at(y))
