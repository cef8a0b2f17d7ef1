"""A line to type in: what is pasted or set into it is text, never something that the terminal obeys."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input

from kb.text import visible


class TextLine(Input):
    """An input line that writes out control, escape and direction characters.

    Its size never follows its text, so that a key draws the line anew and not, as for any input, the whole screen.
    """

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))

    def validate_value(self, value: str) -> str:
        """The value as it may stand on a terminal; Textual calls this for every change."""
        return visible(value, keep_newlines=False)
