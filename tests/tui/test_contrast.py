"""Contrast of every theme, computed from the colours as the widgets have them (WCAG 2.2, criteria 1.4.3 and 1.4.11)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.style import Style
from textual.color import Color
from tui_driving import settle

from tui import settings
from tui.app import KbApp
from tui.themes import THEMES
from tui.widgets.bar import Bar
from tui.widgets.canvas import STYLES, Canvas
from tui.widgets.keybar import KeyBar
from tui.widgets.rows import Rows

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio

TEXT, CONTROL = 4.5, 3.0
_OVER = ("cursor", "spot", "found", "mine")
"""Styles that bring a background of their own."""


def luminance(colour: Color) -> float:
    """Relative luminance as WCAG 2.2 defines it, 0 to 1."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Color, two: Color) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def fore(style: Style, otherwise: Style) -> Color:
    """The colour of a text."""
    colour = style.color or otherwise.color
    assert colour is not None
    return Color.from_rich_color(colour)


def back(style: Style, otherwise: Style) -> Color:
    """The colour behind a text."""
    colour = style.bgcolor or otherwise.bgcolor
    assert colour is not None
    return Color.from_rich_color(colour)


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
async def test_texts_lines_and_boxes_stand_out(theme: str, make: Make) -> None:
    settings.remember(theme=theme)
    app = make()
    weak: list[tuple[str, str, float]] = []

    def look(what: str, one: Color, two: Color, least: float) -> None:
        if contrast(one, two) < least:
            weak.append((theme, what, round(contrast(one, two), 2)))

    def look_over(canvas: Canvas, where: str, behind: Color) -> None:
        base = canvas.style_named("")
        for name in STYLES:
            if name not in _OVER:
                least = CONTROL if name == "rule" else TEXT
                look(f"{name} on {where}", fore(canvas.style_named(name), base), behind, least)

    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        for way, where in ((("down",), "focused"), (("/",), "unfocused")):
            await pilot.press(*way)
            await settle(pilot)
            rows = app.screen.query_one("#results", Rows)
            base = rows.style_named("")
            look_over(rows, f"{where} list", back(base, base))
            look_over(rows, f"{where} cursor", back(rows.style_named("cursor"), base))
            look(f"{where} border", rows.styles.border_top[1], back(base, base), CONTROL)
            look(f"{where} scrollbar", rows.styles.scrollbar_color, rows.styles.scrollbar_background, CONTROL)
        for name in ("spot", "found", "mine"):
            style = rows.style_named(name)
            look(name, fore(style, base), back(style, base), TEXT)
        for bar in (app.screen.query_one("#headline", Bar), app.screen.query_one(KeyBar)):
            own = bar.style_named("")
            for name in ("", "dim", "strong", "key"):
                look(f"{name} on {bar.id}", fore(bar.style_named(name), own), back(own, own), TEXT)
        await pilot.press("ctrl+p")
        await settle(pilot)
        choices = app.screen.query_one("#choices", Rows)
        look_over(choices, "panel", back(choices.style_named(""), choices.style_named("")))
    assert weak == []
