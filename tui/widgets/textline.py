"""A line to type in: what is pasted or set into it is text, never something that the terminal obeys."""

from __future__ import annotations

from textual.widgets import Input

from kb.text import visible


class TextLine(Input):
    """An input line that writes out control, escape and direction characters."""

    def validate_value(self, value: str) -> str:
        """The value as it may stand on a terminal; Textual calls this for every change."""
        return visible(value, keep_newlines=False)
