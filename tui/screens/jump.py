"""Jump mode: a letter on every pane; the letter pressed gets there."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widget import Widget

from tui.keys import KOREAN
from tui.lines import Piece
from tui.widgets.bar import Bar
from tui.words import say

LETTERS = "asdfghjkl"


class Jump(ModalScreen[Widget | None]):
    """Dismissed with the pane chosen, or None by any other key."""

    def __init__(self, panes: list[Widget], language: str) -> None:
        super().__init__()
        self._panes = dict(zip(LETTERS, panes, strict=False))
        self._language = language

    def compose(self) -> ComposeResult:
        """A letter in the corner of each pane, and what to do."""
        for letter, pane in self._panes.items():
            bar = Bar(classes="jump-letter")
            bar.styles.offset = (pane.region.x + 1, pane.region.y)
            bar.say((Piece(f"  {letter}  "),))
            yield bar
        hint = Bar(id="jump-hint")
        hint.say((Piece(" " + say("jump_hint", self._language)),))
        yield hint

    def on_key(self, event: events.Key) -> None:
        """Choose."""
        event.stop()
        event.prevent_default()
        latin = {jamo: letter for letter, jamo in KOREAN.items()}
        self.dismiss(self._panes.get(latin.get(event.key, event.key)))
