"""Help for the pane that has the focus: its keys from the key table, nearest first, then signs and query language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui import keys, settings
from tui.lines import BLANK, Line, Piece, fit, flow
from tui.screens.base import KbScreen
from tui.screens.panel import Panel
from tui.words import say

if TYPE_CHECKING:
    from tui.app import KbApp

_KEYS_WIDTH = 16


def help_panel(app: KbApp) -> Panel:
    """The panel for what has the focus now."""
    screen = app.screen
    near = getattr(screen.focused, "CONTEXTS", ())
    own = screen.CONTEXTS if isinstance(screen, KbScreen) else ()
    order = list(dict.fromkeys([*near, *own, "app"]))

    def layout(columns: int) -> list[Line]:
        return lay_out(order, app.language, columns, app.settings.keys)

    return Panel("help", layout, "dismiss", full=True)


def lay_out(contexts: list[str], language: str, columns: int, own: dict[str, str]) -> list[Line]:
    """The help in so many columns; `own` are the user's keys by action."""
    korean = language == "ko"
    lines: list[Line] = []
    for context in contexts:
        items = [item for item in keys.TABLE if item.context == context]
        lines += [*([BLANK] if lines else []), (Piece(keys.CONTEXTS[context][korean], "heading"),)]
        for item in items:
            shown = fit("  ".join(item.shown_keys(own)), _KEYS_WIDTH)
            lines += flow([Piece(item.does[korean])], columns, (Piece(shown, "key"), Piece(" ")))
    lines += [BLANK, *flow([Piece(say("help_legend", language))], columns)]
    lines += [BLANK, *flow([Piece(say("help_query", language))], columns)]
    names = ", ".join(dict.fromkeys(item.id for item in keys.TABLE))
    text = say("help_keys", language, path=settings.config_path(), names=names)
    return [*lines, BLANK, *flow([Piece(text, "dim")], columns)]
