"""A panel over the screen: an error with what to do, a text to copy, the first-run hint."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message

from tui.screens.modal import KbModal
from tui.widgets.bar import Bar
from tui.widgets.page import Layout, Page


class Panel(KbModal[bool]):
    """Shows a text under a title. Dismissed with true by Enter, with false by Escape. `layout` is called again when
    the language changes."""

    BINDINGS = [Binding("enter", "agree", show=False, priority=True)]  # noqa: RUF012 - as Textual declares it

    def __init__(self, title: str, layout: Layout, foot: str, *, style: str = "heading", full: bool = False) -> None:
        super().__init__(title, foot, style=style, full=full)
        self._layout = layout

    def compose(self) -> ComposeResult:
        """Title, text, what the keys do."""
        with Vertical(id="box"):
            yield Bar(id="panel-title")
            yield Page(id="panel-text")
            yield Bar(id="panel-foot")

    def on_mount(self) -> None:
        """The text takes the keys."""
        self.query_one(Page).focus()

    def relabel(self) -> None:
        """Labels and text."""
        super().relabel()
        self.query_one(Page).show(self._layout, keep=True)

    def action_agree(self) -> None:
        """Close, agreeing."""
        self.answer(True)

    def action_close(self) -> None:
        """Close."""
        self.answer(False)


class Typed(Message):
    """A character was typed at a panel that makes way for typing; posted to the screen below."""

    def __init__(self, character: str) -> None:
        super().__init__()
        self.character = character


class Fitted(Panel):
    """A panel that is as high as its text."""

    def relabel(self) -> None:
        """Labels and text, and the height that it needs."""
        super().relabel()
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
            self.answer(False)
            below.post_message(Typed(event.character))
