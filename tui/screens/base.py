"""What all screens share: headline, status line, key bar, labels in the language of the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget

from kb.errors import KbError
from kb.render.messages import spoken
from tui.keys import bindings
from tui.lines import Piece, plain
from tui.widgets.bar import Bar
from tui.widgets.keybar import KeyBar
from tui.words import say

if TYPE_CHECKING:
    from tui.app import KbApp


class KbScreen(Screen[None]):
    """A screen with a headline above and a status line and the key bar below what `body` gives.

    `NAME` is the word of its title, `CONTEXTS` the parts of the key table that work here, `PANES` the widgets that
    jump mode offers, `LINE` the one that one types in, if there is one.
    """

    NAME = ""
    CONTEXTS: tuple[str, ...] = ()
    PANES: tuple[str, ...] = ()
    LINE = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-middle"), (118, "-wide"), (160, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (23, "-medium"), (36, "-high")]  # noqa: RUF012

    @staticmethod
    def bound(*contexts: str) -> list[BindingType]:
        """The bindings of some contexts of the key table."""
        return bindings(*contexts)

    @property
    def kb(self) -> KbApp:
        """The application."""
        return cast("KbApp", self.app)

    def compose(self) -> ComposeResult:
        """Headline, body, status line, key bar."""
        self._take_size()
        yield Bar(id="headline")
        yield from self.body()
        yield Bar(id="status")
        yield KeyBar(self.CONTEXTS)

    def _take_size(self) -> None:
        """Have the classes of the terminal's size before anything is styled: Textual sets them after the first layout
        and would style and lay out everything again."""
        size = self.app.size
        now = self._get_breakpoint_classes(size.width, self.HORIZONTAL_BREAKPOINTS)
        now |= self._get_breakpoint_classes(size.height, self.VERTICAL_BREAKPOINTS)
        self.update_classes(dict.fromkeys(now, True), update=False)

    def body(self) -> ComposeResult:
        """The widgets of the screen."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Label everything."""
        self.relabel()

    def on_screen_resume(self) -> None:
        """Label everything in the language that may have been switched meanwhile."""
        self.relabel()

    def on_descendant_focus(self) -> None:
        """The key bar follows the focus."""
        self.query_one(KeyBar).refresh()

    def on_paste(self, event: events.Paste) -> None:
        """A paste that what has the focus did not take goes to where one types; where one does not, say what to do."""
        if not self.LINE:
            self.status(self.say("paste_elsewhere"), "warn")
            return
        line = self.query_one(self.LINE)
        if not line.has_focus:
            self.set_focus(line)
            line.post_message(events.Paste(event.text))

    def say(self, key: str, **values: object) -> str:
        """A label in the language of the moment."""
        return say(key, self.kb.language, **values)

    def to(self, selector: str) -> None:
        """Focus a widget at once: a key that follows in the same moment must already reach it."""
        self.set_focus(self.query_one(selector))

    def show_and_focus(self, name: str, selector: str) -> None:
        """Focus, at once, too, a widget that a class of the screen may have to show first."""
        self.add_class(name, update=False)
        self.app.stylesheet.update(self)
        self.to(selector)
        self.refresh(layout=True)

    def relabel(self) -> None:
        """Write every label in the language of the moment; subclasses add theirs."""
        bar = self.query_one(KeyBar)
        bar.language, bar.own = self.kb.language, self.kb.settings.keys
        bar.refresh()
        self.show_headline()

    def show_headline(self) -> None:
        """Say where one is, and how many incidents there are."""
        right = self.kb.store_line()
        self.query_one("#headline", Bar).say(
            (Piece(" kb ", "mine"), Piece(f" {self.headline()}", "strong")), (Piece(right + " ", "dim"),)
        )

    def headline(self) -> str:
        """What the headline says."""
        return self.say(self.NAME)

    def status(self, text: str, style: str = "dim") -> None:
        """Say something in the status line."""
        self.query_one("#status", Bar).say((Piece(" " + plain(text), style),) if text else ())

    def told_loading(self, done: int, total: int) -> None:
        """Say how far the shipped records are loaded; called from another thread."""
        self.app.call_from_thread(self.status, self.say("loading_records", done=done, total=total))

    def told(self, error: KbError) -> str:
        """What went wrong and what to do, as one line in the language of the interface."""
        return ". ".join(spoken(text, self.kb.language) for text in (error.message, error.hint) if text)

    def fail(self, error: KbError) -> None:
        """Show what went wrong and what to do."""
        self.kb.show_error(error)

    def store_changed(self) -> None:
        """Called when there are other records in the store."""

    def leave(self) -> None:
        """Called before the screen is taken away."""

    def stop(self) -> None:
        """Have long work that goes on here stopped: the program ends."""

    def label(self, selector: str, key: str, **values: object) -> None:
        """Give a pane its title."""
        self.query_one(selector).border_title = self.say(key, **values)

    def panes(self) -> list[Widget]:
        """The panes that can be jumped to now."""
        found: list[Any] = [self.query_one(selector) for selector in self.PANES]
        return [widget for widget in found if widget.display and widget.region.area and widget.focusable]
