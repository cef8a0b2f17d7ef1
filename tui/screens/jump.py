"""Jump mode: a letter on every pane; the letter pressed gets there."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from tui.keys import KOREAN
from tui.lines import Piece
from tui.screens.modal import KbModal
from tui.widgets.bar import Bar

LETTERS = "asdfghjkl"
_LETTER_WIDTH = 5


class Jump(KbModal[Widget]):
    """Dismissed with the pane chosen, or None by any other key."""

    def __init__(self, panes: list[Widget]) -> None:
        super().__init__("", "jump_hint")
        self._panes = dict(zip(LETTERS, panes, strict=False))

    def compose(self) -> ComposeResult:
        """A letter in the corner of each pane where no title stands, and what to do."""
        for letter, pane in self._panes.items():
            bar = Bar(classes="jump-letter")
            bar.styles.offset = (pane.region.right - _LETTER_WIDTH - 1, pane.region.y)
            bar.say((Piece(f"  {letter}  "),))
            yield bar
        yield Bar(id="jump-hint")

    def relabel(self) -> None:
        """What to do."""
        self.query_one("#jump-hint", Bar).say((Piece(" " + self.say("jump_hint")),))

    def on_key(self, event: events.Key) -> None:
        """Choose."""
        event.stop()
        event.prevent_default()
        latin = {jamo: letter for letter, jamo in KOREAN.items()}
        self.answer(self._panes.get(latin.get(event.key, event.key)))
