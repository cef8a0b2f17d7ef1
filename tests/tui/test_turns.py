"""Keys that come at once, faster than screens and dialogs open, or before the first of them: each finds what the one
before it led to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events
from textual.app import App
from textual.keys import _character_to_key
from textual.widgets import Input, TextArea
from tui_corpus import ALERT
from tui_driving import settle

from tui import settings
from tui.app import KbApp
from tui.screens.import_ import ImportScreen
from tui.screens.match import MatchScreen
from tui.screens.record import RecordScreen
from tui.screens.search import SearchScreen
from tui.turns import LONGEST_SECONDS
from tui.widgets.query import Query
from tui.widgets.rows import Rows

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio


def at_once(app: KbApp, *keys: str) -> None:
    """Keys as they come in one read of the terminal."""
    for key in keys:
        name = _character_to_key(key) if len(key) == 1 else key
        app.post_message(events.Key(name, key if len(key) == 1 else None))


def written(app: KbApp) -> str:
    """What stands in the line or text that has the focus."""
    line = app.focused
    assert isinstance(line, Input | TextArea), line
    return line.value if isinstance(line, Input) else line.text


WAYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "empty the query": (("x", "down"), ("f11",)),
    "empty the input": (("f4", "x", "ctrl+n"), ("f11",)),
    "to the query and back": ((), ("down", "/")),
    "to another screen": ((), ("f7", "f5", "f4")),
    "back": (("down",), ("f6", "escape", "/")),
    "palette": ((), ("ctrl+p",)),
    "out of the palette": ((), ("ctrl+p", *"empty", "enter")),
    "a filter": ((), ("f12",)),
    "a file": (("f4",), ("f12",)),
    "a file, from the tree": (("f4",), ("f12", "ctrl+o", "escape", "home")),
    "find in a case": (("down",), ("enter", "/")),
    "jump": (("down",), ("f9", "a")),
    "language": (("down",), ("f2", "/")),
}
"""Keys pressed one by one, then those that come at once; what is typed behind those belongs into a line."""


@pytest.mark.parametrize("key", ["f4", "x", "home"])
async def test_a_key_that_never_ends_keeps_none_behind_it(
    key: str, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make()
    own = app._turns._hand_on

    async def hand_on(event: events.Event) -> None:
        await own(event)
        if isinstance(event, events.Key) and event.key == key:
            await asyncio.sleep(60)

    async with app.run_test() as pilot:
        await settle(pilot)
        app.query_one(Query).focus()
        await settle(pilot)
        monkeypatch.setattr(app._turns, "_hand_on", hand_on)
        app._turns._waiting.extend([events.Key(key, None if len(key) > 1 else key), events.Key("y", "y")])
        app._turns._look_later()
        await pilot.pause(2 * LONGEST_SECONDS)
        assert not app._turns._waiting
        assert written(app).endswith("y")


@pytest.mark.parametrize("size", [(60, 20), (130, 40)], ids=["small", "large"])
@pytest.mark.parametrize("name", WAYS)
async def test_what_is_typed_right_behind_a_key_goes_to_where_the_key_leads(
    name: str, size: tuple[int, int], make: Make
) -> None:
    before, keys = WAYS[name]
    app = make()
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for key in before:
            await pilot.press(key)
            await settle(pilot)
        at_once(app, *keys, *"xid")
        await settle(pilot)
        assert written(app) == "xid"


async def test_a_paste_waits_for_its_turn_among_the_keys(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        at_once(app, "f5", "a")
        app.post_message(events.Paste("b"))
        at_once(app, "c")
        await settle(pilot)
        assert isinstance(app.screen, ImportScreen)
        assert written(app) == "abc"


@pytest.mark.parametrize("size", [(60, 20), (130, 40)], ids=["small", "large"])
async def test_a_pane_that_must_be_shown_first_takes_the_keys_right_behind(size: tuple[int, int], make: Make) -> None:
    app = make(data=ALERT.encode())
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        at_once(app, "ctrl+g", "end")
        await settle(pilot)
        signals = app.screen.query_one("#signals", Rows)
        assert signals.has_focus
        assert signals.index == len(signals.rows) - 1 > 0
        at_once(app, "f3", "down", "left", "down", "enter", "right")
        await settle(pilot)
        assert app.screen.query_one("#results").has_focus
        assert app.screen.query_one(Query).typed.count(":") == 1


async def test_a_case_is_opened_and_left_and_opened_in_one_go(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        at_once(app, "down", "enter", "escape", "down", "enter")
        await settle(pilot)
        below = app.screen_stack[0].query_one("#results", Rows)
        assert isinstance(app.screen, RecordScreen)
        assert app.screen.document is below.rows[1]


async def test_keys_go_on_although_a_dialog_takes_long_after_its_answer(
    make: Make, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr("tui.screens.reading.read_file", lambda *_: go_on.wait(60) and b"read")
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        at_once(app, "f4", "f12", *"slow.log", "enter", "f7", *"hang")
        for _ in range(800):
            await pilot.pause(0.05)
            if isinstance(app.focused, Input) and app.focused.value == "hang":
                break
        assert written(app) == "hang"
        go_on.set()


def typed_before_the_first_screen(monkeypatch: pytest.MonkeyPatch, *keys: str) -> None:
    """Have keys come when the application has begun and has no screen yet."""
    mount = KbApp.on_mount

    def on_mount(app: KbApp) -> None:
        at_once(app, *keys)
        mount(app)

    monkeypatch.setattr(KbApp, "on_mount", on_mount)


@pytest.mark.parametrize(
    ("keys", "screen", "text"),
    [(("f4", *"xid"), MatchScreen, "xid"), (("down", "/", *"xid 79"), SearchScreen, "xid 79")],
    ids=["match", "search"],
)
async def test_keys_before_the_first_screen_do_all_that_they_do_later(
    keys: tuple[str, ...], screen: type, text: str, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed_before_the_first_screen(monkeypatch, *keys)
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, screen)
        assert written(app) == text


@pytest.mark.parametrize("greets", [False, True], ids=["", "greeting"])
async def test_ctrl_z_before_the_first_results_suspends(
    greets: bool, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.remember(hint=greets)
    suspended: list[str] = []
    monkeypatch.setattr(App, "action_suspend_process", lambda app: suspended.append("yes"))
    typed_before_the_first_screen(monkeypatch, "ctrl+z")
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert suspended == ["yes"]


async def test_ctrl_z_suspends_over_a_panel(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[str] = []
    monkeypatch.setattr(App, "action_suspend_process", lambda app: suspended.append(type(app.screen).__name__))
    app = make()
    opened = []
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in ("f1", "ctrl+p", "f12", ">"):
            await pilot.press("down", key)
            await settle(pilot)
            assert not isinstance(app.screen, SearchScreen)
            opened.append(type(app.screen).__name__)
            await pilot.press("ctrl+z")
            await settle(pilot)
            await pilot.press("escape")
            await settle(pilot)
    assert suspended == opened
