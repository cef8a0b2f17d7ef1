"""One question with one line to answer it: a file name, words to find."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from tui.screens.modal import KbModal
from tui.widgets.bar import Bar
from tui.widgets.pathline import PathLine, Purpose
from tui.widgets.textline import TextLine


class Prompt(KbModal[str]):
    """Asks for a line, of a path if `path` says what for; dismissed with it, or with an empty string by Escape."""

    def __init__(self, question: str, foot: str, value: str = "", *, path: Purpose | None = None) -> None:
        super().__init__(question, foot)
        self._value = value
        self._path = path

    def compose(self) -> ComposeResult:
        """Question, line, what the keys do."""
        with Vertical(id="box"):
            yield Bar(id="panel-title")
            if self._path:
                yield PathLine(self._value, purpose=self._path, id="answer")
            else:
                yield TextLine(self._value, id="answer", select_on_focus=False)
            yield Bar(id="panel-foot")

    def on_mount(self) -> None:
        """The line takes the keys."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer."""
        event.stop()
        self.answer(event.value)

    def action_close(self) -> None:
        """Close without an answer."""
        self.answer("")
