"""A line of its own: headline, verdict, status."""

from __future__ import annotations

from typing import Any

from textual.strip import Strip

from tui.lines import BLANK, Line, Piece, clip, width
from tui.widgets.canvas import Canvas


class Bar(Canvas, can_focus=False):
    """Pieces at the left and, where there is room, at the right. It never takes the focus."""

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
        """The one line."""
        columns = self.size.width
        gap = columns - width(self._left) - width(self._right)
        if gap < 1:
            return clip(self._left, columns), ""
        return (*self._left, Piece(" " * gap), *self._right), ""

    def render_line(self, y: int) -> Strip:
        """The line; a bar never scrolls."""
        return self._strip(*self.line_at(y)) if y == 0 else Strip.blank(self.size.width, self.style_named(""))
