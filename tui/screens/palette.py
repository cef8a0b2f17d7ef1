"""The command palette: every action that works here, and every theme, found by a few letters of its name or of what it
is, in either language."""

from __future__ import annotations

from kb.text import fold
from tui import keys
from tui.lines import Line, Piece, fit
from tui.screens.base import KbScreen
from tui.screens.picker import Picker
from tui.themes import THEMES
from tui.words import say

_KEYS_WIDTH = 14
_MOVES = ("list", "page", "query")
"""Contexts whose actions make no sense from a palette: they move the cursor."""


class Palette(Picker[str]):
    """Dismissed with the action chosen, or None."""

    def __init__(self, screen: KbScreen) -> None:
        super().__init__("palette", "palette_hint", "palette_none")
        near = getattr(screen.focused, "CONTEXTS", ())
        order = list(dict.fromkeys([*near, *screen.CONTEXTS, "app"]))
        self._items = [
            item for context in order if context not in _MOVES for item in keys.TABLE if item.context == context
        ]
        self._items += map(_to_theme, (theme.name for theme in THEMES))
        self._own = screen.kb.settings.keys

    def having(self, typed: str) -> list[keys.Key]:
        """The actions that have every word typed in their names."""
        wanted = fold(typed).split()
        return [item for item in self._items if all(word in _written(item) for word in wanted)]

    def identity(self, row: keys.Key) -> object:
        """Its name."""
        return row.id

    def paint(self, row: keys.Key, columns: int) -> list[Line]:
        """What it does, and its keys."""
        shown = "  ".join(row.shown_keys(self._own))
        name = fit(row.does[self.kb.language == "ko"], columns - _KEYS_WIDTH)
        return [(Piece(name), Piece(fit(shown, _KEYS_WIDTH), "key"))]

    def chosen(self, row: keys.Key) -> str:
        """The action."""
        return row.action


def _to_theme(name: str) -> keys.Key:
    """The action that changes to a theme; no key is bound to it."""
    does = (say(f"theme_{name}", "en"), say(f"theme_{name}", "ko"))
    return keys.Key("app", f"theme('{name}')", "", False, (name, name), does)


def _written(item: keys.Key) -> str:
    return fold(" ".join([*item.name, *item.does, item.id]))
