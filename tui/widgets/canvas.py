"""What lists and pages share: lines of pieces drawn one by one, only those that are seen.

A widget of its own and not Static or DataTable, because a list of 200 rows or a page of 100,000 lines must appear
at once, because nothing here can be taken for markup, and because styles come from the stylesheet by name.
"""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.lines import Line

STYLES = (
    "heading", "title", "dim", "strong", "term", "link", "command", "good", "bad", "warn", "hit", "found", "rule",
    "cursor", "spot", "mine", "critical", "major", "moderate", "minor", "key",
)  # fmt: skip


class Canvas(ScrollView, can_focus=True):
    """A scrollable area that is drawn line by line; subclasses give `line_at`."""

    COMPONENT_CLASSES = {f"canvas--{name}" for name in STYLES}  # noqa: RUF012 - as Textual declares it

    _named: dict[str, Style] | None = None

    def line_at(self, y: int) -> tuple[Line, str]:
        """The pieces of line `y` of the whole, and the name of a style that lies over all of it (or nothing)."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """Line `y` of what is visible, as Textual asks for it."""
        line, over = self.line_at(y + self.scroll_offset.y)
        return self._strip(line, over)

    def notify_style_update(self) -> None:
        """Forget the looked-up styles when the theme or the stylesheet changes."""
        self._named = None
        super().notify_style_update()

    def style_named(self, name: str) -> Style:
        """The style of a name in `STYLES`; the widget's own for an empty name."""
        if self._named is None:
            self._named = {"": self.rich_style}
        if name not in self._named:
            self._named[name] = self.get_component_rich_style(f"canvas--{name}", partial=True)
        return self._named[name]

    def _strip(self, line: Line, over: str) -> Strip:
        base = self.style_named("")
        top = self.style_named(over) if over else None
        segments = []
        for piece in line:
            style = base + self.style_named(piece.style) if piece.style else base
            segments.append(Segment(piece.text, style + top if top else style))
        size = self.scrollable_content_region.width
        return Strip(segments).adjust_cell_length(size, base + top if top else base)
