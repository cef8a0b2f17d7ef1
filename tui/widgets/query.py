"""The query line: words and filters, searched as they are typed."""

from __future__ import annotations

from textual import events
from textual.message import Message

from kb.text import normalize
from tui.keys import bindings
from tui.widgets.textline import TextLine


class Query(TextLine):
    """A line of the query language. A paste of several lines is an input to match, not a query."""

    CONTEXTS: tuple[str, ...] = ("query",)
    BINDINGS = bindings("search", only=("find_filter",))  # the line itself would delete a word

    class Pasted(Message):
        """Several lines were pasted."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    @property
    def typed(self) -> str:
        """What is typed, composed; Korean from a Mac would otherwise be found by nothing."""
        return normalize(self.value).strip()

    @property
    def half_typed(self) -> bool:
        """Whether the last character is a Hangul letter on its way to a syllable."""
        return bool(self.value) and "ㄱ" <= self.value[-1] <= "ㆎ"

    def on_paste(self, event: events.Paste) -> None:
        """Hand a pasted text of several lines over."""
        if "\n" in event.text.strip() or "\r" in event.text.strip():
            event.stop()
            event.prevent_default()
            self.post_message(self.Pasted(event.text))
