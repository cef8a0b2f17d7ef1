"""The screens as they look; accept a change on purpose with `make snapshots`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from tui_corpus import ALERT, NASTY
from tui_driving import settle, type_text
from tui_fixed import answer

from kb.answer import Answer
from tui.app import KbApp
from tui.session import Session

Snap = Callable[..., bool]
Before = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture(autouse=True)
def fixed_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer to every input: these tests look at screens, not at how well a match is ranked."""

    async def match(self: Session, data: bytes, top: int, progress: object = None) -> Answer:
        return answer(data)

    monkeypatch.setattr(Session, "match", match)


def keys(*pressed: str) -> Before:
    """Presses keys one after the other; a key that begins with `text:` types what follows."""

    async def before(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for key in pressed:
            if key.startswith("text:"):
                await type_text(pilot, key.removeprefix("text:"))
            else:
                await pilot.press(key)
                await settle(pilot)

    return before


def case(name: str, *pressed: str) -> Before:
    """Opens a case, then presses keys."""

    async def before(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        app = pilot.app
        assert isinstance(app, KbApp)
        app.open_case(name)
        await keys(*pressed)(pilot)

    return before


def theme(name: str) -> Before:
    """Shows the results in another theme."""

    async def before(pilot: Pilot[Any]) -> None:
        pilot.app.theme = name
        await keys("down")(pilot)

    return before


MAIN = {
    "search": (keys("text:all-reduce", "down"), None),
    "record": (case("KB-2021-0001", "tab"), None),
    "match": (keys("down"), ALERT.encode()),
}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("name", MAIN)
def test_main_screen(name: str, language: str, size: tuple[int, int], snap_compare: Snap) -> None:
    before, data = MAIN[name]
    assert snap_compare(KbApp(language=language, data=data), terminal_size=size, run_before=before)


SMALL = {
    "search": (keys("text:all-reduce", "down"), None),
    "filters": (keys("text:all-reduce", "down", "f"), None),
    "match": (keys("down"), ALERT.encode()),
}


@pytest.mark.parametrize("name", SMALL)
def test_smallest(name: str, snap_compare: Snap) -> None:
    before, data = SMALL[name]
    assert snap_compare(KbApp(language="ko", data=data), terminal_size=(60, 20), run_before=before)


OTHER = {
    "import": keys("f5", "text:records/incidents", "enter"),
    "overview": keys("f6", "right"),
    "help": keys("down", "f1"),
    "palette": keys("ctrl+p"),
    "jump": keys("f9"),
    "json": case("KB-2021-0001", "#"),
    "light": theme("kb-light"),
    "contrast": theme("kb-contrast"),
}


@pytest.mark.parametrize("name", OTHER)
def test_other_screen(name: str, snap_compare: Snap) -> None:
    assert snap_compare(KbApp(language="en"), terminal_size=(100, 30), run_before=OTHER[name])


NASTY_SCREENS = {
    "search": (keys("text:nasty", "down"), None),
    "record": (case("KB-2024-0005"), None),
    "match": (keys("down"), f"{NASTY}\nnasty {NASTY}\n{'y' * 10_000}".encode()),
}


@pytest.mark.parametrize("name", NASTY_SCREENS)
def test_hostile_text(name: str, snap_compare: Snap) -> None:
    before, data = NASTY_SCREENS[name]
    assert snap_compare(KbApp(language="en", data=data), terminal_size=(80, 24), run_before=before)
