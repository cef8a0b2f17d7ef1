"""One question with one line to answer it: a file name, words to find."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.lines import Piece
from tui.widgets.bar import Bar
from tui.widgets.paths import PathSuggester
from tui.widgets.textline import TextLine


class Prompt(ModalScreen[str]):
    """Asks for a line; dismissed with it, or with an empty string by Escape."""

    BINDINGS = [Binding("escape", "leave", show=False)]  # noqa: RUF012 - as Textual declares it

    def __init__(self, question: str, foot: str, value: str = "", *, is_path: bool = False) -> None:
        super().__init__()
        self._suggester = PathSuggester() if is_path else None
        self._question = question
        self._foot = foot
        self._value = value

    def compose(self) -> ComposeResult:
        """Question, line, what the keys do."""
        with Vertical(id="box"):
            yield Bar(id="panel-title")
            yield TextLine(self._value, id="answer", select_on_focus=False, suggester=self._suggester)
            yield Bar(id="panel-foot")

    def on_mount(self) -> None:
        """Fill it in."""
        self.query_one("#panel-title", Bar).say((Piece(self._question, "heading"),))
        self.query_one("#panel-foot", Bar).say((Piece(self._foot, "dim"),))
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer."""
        event.stop()
        self.dismiss(event.value)

    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss("")
