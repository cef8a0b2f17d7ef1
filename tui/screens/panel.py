"""A panel over the screen: an error with what to do, a text to copy, the first-run hint."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen

from tui.lines import Piece
from tui.widgets.bar import Bar
from tui.widgets.page import Layout, Page


class Panel(ModalScreen[bool]):
    """Shows a text under a title. Dismissed with true by Enter, with false by Escape."""

    BINDINGS = [  # noqa: RUF012 - as Textual declares it
        Binding("escape", "close(False)", show=False),
        Binding("enter", "close(True)", show=False, priority=True),
    ]

    def __init__(self, title: str, layout: Layout, foot: str, *, style: str = "heading", full: bool = False) -> None:
        super().__init__(classes="-full" if full else "")
        self._title = title
        self._layout = layout
        self._foot = foot
        self._style = style

    def compose(self) -> ComposeResult:
        """Title, text, what the keys do."""
        with Vertical(id="box"):
            yield Bar(id="panel-title")
            yield Page(id="panel-text")
            yield Bar(id="panel-foot")

    def on_mount(self) -> None:
        """Fill it in."""
        self.query_one("#panel-title", Bar).say((Piece(self._title, self._style),))
        self.query_one("#panel-foot", Bar).say((Piece(self._foot, "dim"),))
        page = self.query_one(Page)
        page.show(self._layout)
        page.focus()

    def action_close(self, agreed: bool) -> None:
        """Close with an answer."""
        self.dismiss(agreed)


class Typed(Message):
    """A character was typed at a panel that makes way for typing; posted to the screen below."""

    def __init__(self, character: str) -> None:
        super().__init__()
        self.character = character


class Fitted(Panel):
    """A panel that is as high as its text."""

    def on_mount(self) -> None:
        """Fill it in and shrink it."""
        page = self.query_one(Page)
        width = min(100, self.app.size.width - 8)
        page.styles.height = min(len(self._layout(width)), max(3, self.app.size.height - 10))


class Greeting(Fitted):
    """A panel that makes way for typing: what is typed goes where it would have gone without it."""

    def on_key(self, event: events.Key) -> None:
        """Close, and hand the character down."""
        if event.is_printable and event.character:
            event.stop()
            event.prevent_default()
            below = [screen for screen in self.app.screen_stack if screen is not self][-1]
            if self.is_current:  # a second key may come before the first has closed it
                self.dismiss(False)
            below.post_message(Typed(event.character))
