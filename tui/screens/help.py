"""Help for the pane that has the focus: its keys from the key table, nearest first, then signs and query language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget
from textual.widgets import Input, TextArea

from tui import keys, settings
from tui.lines import BLANK, Line, Piece, fit, flow
from tui.screens.base import KbScreen
from tui.screens.panel import Panel
from tui.widgets.keybar import live
from tui.words import say

if TYPE_CHECKING:
    from tui.app import KbApp

_KEYS_WIDTH = 16


def help_panel(app: KbApp) -> Panel:
    """The panel for what has the focus now."""
    screen, focused = app.screen, app.screen.focused
    near = getattr(focused, "CONTEXTS", ())
    own = screen.CONTEXTS if isinstance(screen, KbScreen) else ()
    order = list(dict.fromkeys([*near, *own, "app"]))

    def layout(columns: int) -> list[Line]:
        return lay_out(order, app.language, columns, app.settings.keys, focused)

    return Panel("help", layout, "dismiss", full=True)


def lay_out(
    contexts: list[str], language: str, columns: int, own: dict[str, str], focused: Widget | None
) -> list[Line]:
    """The help in so many columns: of each action the keys that work where the focus is. `own` are the user's keys by
    action."""
    korean = language == "ko"
    lines: list[Line] = []
    found = live(contexts, own, focused)
    for context in dict.fromkeys(item.context for item, _ in found):
        lines += [*([BLANK] if lines else []), (Piece(keys.CONTEXTS[context][korean], "heading"),)]
        for item, working in found:
            if item.context != context:
                continue
            shown = fit("  ".join(map(keys.display, working)), _KEYS_WIDTH)
            lines += flow([Piece(item.does[korean])], columns, (Piece(shown, "key"), Piece(" ")))
    if isinstance(focused, Input | TextArea):
        lines += [BLANK, *flow([Piece(say("help_typing", language), "strong")], columns)]
    lines += [BLANK, *flow([Piece(say("help_legend", language))], columns)]
    lines += [BLANK, *flow([Piece(say("help_query", language))], columns)]
    names = ", ".join(dict.fromkeys(item.id for item in keys.TABLE))
    text = say("help_keys", language, path=settings.config_path(), names=names)
    return [*lines, BLANK, *flow([Piece(text, "dim")], columns)]
