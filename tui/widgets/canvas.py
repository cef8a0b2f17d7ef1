"""What lists and pages share: lines of pieces drawn one by one, only those that are seen.

A widget of its own and not Static or DataTable, because a list of 200 rows or a page of 100,000 lines must appear
at once, because nothing here can be taken for markup, and because styles come from the stylesheet by name.
"""

from __future__ import annotations

from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.dom import DOMNode
from textual.geometry import Size
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.lines import Line

STYLES = (
    "heading", "title", "dim", "strong", "term", "link", "command", "good", "bad", "warn", "hit", "found", "rule",
    "cursor", "spot", "mine", "critical", "major", "moderate", "minor", "key",
)  # fmt: skip


class Canvas(ScrollView, can_focus=True):
    """A scrollable area that is drawn line by line; subclasses give `line_at`.

    The styles are component classes as Textual knows them, but looked up when a line first has one: for declared ones
    Textual looks up all of each widget whenever any style may change, which was a tenth of the time to the first frame.
    """

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))

    def __init__(self, **options: Any) -> None:
        self._named: dict[str, Style] = {}
        super().__init__(**options)

    def line_at(self, y: int) -> tuple[Line, str]:
        """The pieces of line `y` of the whole, and the name of a style that lies over all of it (or nothing)."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """Line `y` of what is visible, as Textual asks for it."""
        line, over = self.line_at(y + self.scroll_offset.y)
        return self._strip(line, over)

    def watch_virtual_size(self, size: Size) -> None:
        """Fit the scrollbar to a longer or shorter text. Textual would lay out and draw the whole screen anew, which is
        only needed where the scrollbar comes or goes."""
        if self.container_size:
            self._scroll_update(size)

    def notify_style_update(self) -> None:
        """Look the styles up anew when the theme, the stylesheet or the focus changes."""
        super().notify_style_update()
        before, self._named = self._named, {}
        if any(name and self.style_named(name) != style for name, style in before.items()):
            self.refresh()

    def style_named(self, name: str) -> Style:
        """The style of a name in `STYLES`, the widget's own for an empty name; KeyError for any other."""
        if name not in self._named:
            self._named[name] = self._looked_up(name) if name else self.rich_style
        return self._named[name]

    def _looked_up(self, name: str) -> Style:
        if name not in STYLES:
            raise KeyError(name)
        part = DOMNode(classes=f"canvas--{name}")
        part._attach(self)
        self.app.stylesheet.apply(part)
        return part.styles.partial_rich_style

    def _strip(self, line: Line, over: str) -> Strip:
        base = self.style_named("")
        top = self.style_named(over) if over else None
        segments = []
        for piece in line:
            style = base + self.style_named(piece.style) if piece.style else base
            segments.append(Segment(piece.text, style + top if top else style))
        size = self.scrollable_content_region.width
        return Strip(segments).adjust_cell_length(size, base + top if top else base)
