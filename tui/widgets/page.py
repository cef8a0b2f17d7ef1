"""A long text with spots in it (links, terms, commands) that the cursor visits, and a search within the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Region, Size
from textual.message import Message

from tui.keys import bindings
from tui.lines import BLANK, Line, Piece, Spot
from tui.widgets.canvas import Canvas

Layout = Callable[[int], list[Line]]
"""From the columns there are to the lines of the page."""


class Place(NamedTuple):
    """A spot with the line where it begins."""

    spot: Spot
    line: int


class Page(Canvas):
    """A text laid out for its width. `Chosen` is posted for Enter on a spot or a click, `Visited` when the cursor
    reaches one."""

    BINDINGS = bindings("page")
    CONTEXTS: tuple[str, ...] = ("page",)

    class Visited(Message):
        """The cursor is on another spot, or on none."""

        def __init__(self, page: Page, spot: Spot | None) -> None:
            super().__init__()
            self.page = page
            self.spot = spot

        @property
        def control(self) -> Page:
            """The page that sent it."""
            return self.page

    class Chosen(Visited):
        """A spot was chosen."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.lines: list[Line] = []
        self.places: list[Place] = []
        self.at = -1
        self.found: list[int] = []
        self._found_at = -1
        self._wanted = ""
        self._layout: Layout = lambda _: []
        self._width = 0

    @property
    def spot(self) -> Spot | None:
        """The spot under the cursor."""
        return self.places[self.at].spot if 0 <= self.at < len(self.places) else None

    def show(self, layout: Layout, *, keep: bool = False) -> None:
        """Show another text; `keep` holds the scroll position and the cursor (the same text in another form)."""
        self._layout = layout
        if not keep:
            self.at = -1
            self.scroll_to(y=0, animate=False, force=True)
        self._lay_out()

    def on_resize(self) -> None:
        """Lay the text out for the new width."""
        if self.scrollable_content_region.width != self._width:
            self._lay_out()

    def line_at(self, y: int) -> tuple[Line, str]:
        """A line with the spot under the cursor and the words found marked."""
        if y >= len(self.lines):
            return BLANK, ""
        line = self.lines[y]
        if self.spot is not None:
            place = self.places[self.at]
            line = tuple(
                piece._replace(style="spot") if piece.spot is place.spot and y - place.line in (0, 1, 2) else piece
                for piece in line
            )
        if self._wanted and y in self.found:
            line = _with_found(line, self._wanted)
        return line, ""

    def find(self, wanted: str) -> int:
        """Mark every line that holds the words and go to the first; returns the number of lines."""
        self._wanted = wanted.casefold()
        texts = ["".join(piece.text for piece in line).casefold() for line in self.lines]
        self.found = [place for place, text in enumerate(texts) if self._wanted and self._wanted in text]
        self._found_at = -1
        self.refresh()
        self.step_found(1)
        return len(self.found)

    def step_found(self, step: int) -> int:
        """Go to the next (1) or previous (-1) line found; returns its number from 1, 0 if there is none."""
        if not self.found:
            return 0
        self._found_at = (self._found_at + step) % len(self.found)
        self._reveal(self.found[self._found_at])
        return self._found_at + 1

    def action_down(self) -> None:
        """Scroll down."""
        self.scroll_to(y=self.scroll_y + 1, animate=False)

    def action_up(self) -> None:
        """Scroll up."""
        self.scroll_to(y=self.scroll_y - 1, animate=False)

    def action_page_down(self) -> None:
        """One page down."""
        self.scroll_to(y=self.scroll_y + max(1, self.size.height - 2), animate=False)

    def action_page_up(self) -> None:
        """One page up."""
        self.scroll_to(y=self.scroll_y - max(1, self.size.height - 2), animate=False)

    def action_first(self) -> None:
        """To the top."""
        self.scroll_to(y=0, animate=False)

    def action_last(self) -> None:
        """To the end."""
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def action_next_spot(self) -> None:
        """To the next spot."""
        self._visit(1)

    def action_previous_spot(self) -> None:
        """To the spot before."""
        self._visit(-1)

    def visit_next(self, kind: str) -> bool:
        """To the next spot of a kind, from the last one on to the first; returns whether there is one."""
        order = [(self.at + 1 + step) % len(self.places) for step in range(len(self.places))]
        at = next((place for place in order if self.places[place].spot.kind == kind), None)
        if at is not None:
            self._go_to(at)
        return at is not None

    def action_choose(self) -> None:
        """Choose the spot under the cursor."""
        if self.spot is not None:
            self.post_message(self.Chosen(self, self.spot))

    def on_click(self, event: events.Click) -> None:
        """Choose the spot that was clicked."""
        place = event.get_content_offset(self)
        if place is None:
            return
        y, x = place.y + self.scroll_offset.y, place.x
        for piece in self.lines[y] if y < len(self.lines) else ():
            x -= cell_len(piece.text)
            if x < 0:
                if piece.spot is not None:
                    self.at = next(number for number, place in enumerate(self.places) if place.spot is piece.spot)
                    self.refresh()
                    self.post_message(self.Chosen(self, piece.spot))
                return

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width
        if not self._width:
            return
        self.lines = self._layout(self._width)
        self.places = []
        seen: set[int] = set()
        for number, line in enumerate(self.lines):
            for piece in line:
                if piece.spot is not None and id(piece.spot) not in seen:
                    seen.add(id(piece.spot))
                    self.places.append(Place(piece.spot, number))
        self.at = min(self.at, len(self.places) - 1)
        self.virtual_size = Size(0, len(self.lines))
        if self._wanted:
            self.find(self._wanted)
        self.refresh()

    def _visit(self, step: int) -> None:
        if not self.places:
            (self.screen.focus_next if step > 0 else self.screen.focus_previous)()
            return
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self.size.height
        now = self.places[self.at].line if self.at >= 0 else -1
        if not top <= now < bottom:
            seen = [number for number, place in enumerate(self.places) if top <= place.line < bottom]
            if seen:
                self.at = seen[0 if step > 0 else -1] - step
        self._go_to((self.at + step) % len(self.places))

    def _go_to(self, place: int) -> None:
        self.at = place
        self._reveal(self.places[place].line)
        self.refresh()
        self.post_message(self.Visited(self, self.spot))

    def _reveal(self, line: int) -> None:
        self.scroll_to_region(Region(0, max(0, line - 1), 1, 3), animate=False, force=True)


def _with_found(line: Line, wanted: str) -> Line:
    text = "".join(piece.text for piece in line).casefold()
    places: set[int] = set()
    start = text.find(wanted)
    while start >= 0:
        places.update(range(start, start + len(wanted)))
        start = text.find(wanted, start + len(wanted))
    shown: list[Piece] = []
    count = 0
    for piece in line:
        for char in piece.text:
            style = "found" if count in places else piece.style
            if shown and shown[-1].style == style and shown[-1].spot is piece.spot:
                shown[-1] = shown[-1]._replace(text=shown[-1].text + char)
            else:
                shown.append(Piece(char, style, piece.spot))
            count += len(char.casefold())
    return tuple(shown)
