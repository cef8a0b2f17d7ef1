"""Panels: each is answered once however many keys come, and follows the language while it is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input
from tui_corpus import ALERT, NASTY
from tui_driving import settle, type_text

from kb.errors import KbError
from tui import settings
from tui.app import KbApp
from tui.screens.chooser import Chooser
from tui.screens.import_ import ImportScreen
from tui.screens.match import MatchScreen
from tui.screens.modal import KbModal
from tui.screens.panel import Greeting
from tui.screens.prompt import Prompt
from tui.widgets.filetree import FileTree
from tui.widgets.query import Query
from tui.widgets.rows import Rows

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio

LONG = "\n".join(f"line {number}" for number in range(200))

PANELS: dict[str, tuple[tuple[str, ...], Callable[[KbApp], object]]] = {
    "help": (("f1",), lambda app: None),
    "palette": (("ctrl+p",), lambda app: None),
    "filter": (("ctrl+f",), lambda app: None),
    "jump": (("f9",), lambda app: None),
    "file": (("f4", "f12"), lambda app: None),
    "tree": (("f5", "ctrl+o"), lambda app: None),
    "export": (("down", "home", ">"), lambda app: None),
    "find": (("down", "home", "enter", "/"), lambda app: None),
    "greeting": ((), lambda app: app._greet()),
    "error": ((), lambda app: app.show_error(KbError("cannot read [x]", "Check [/x]."))),
    "text": ((), lambda app: app.show_text("not_opened", LONG)),
}
"""Panel -> the keys that open it, and what else does."""


async def opened(app: KbApp, name: str, pilot: Pilot[Any]) -> KbModal[Any]:
    """The panel, open."""
    keys, also = PANELS[name]
    for key in ("f3", *keys):
        await pilot.press(key)
        await settle(pilot)
    also(app)
    await settle(pilot)
    assert isinstance(app.screen, KbModal)
    return app.screen


def seen(app: KbApp) -> list[str]:
    """The lines of the screen."""
    return ["".join(segment.text for segment in row) for row in app.screen._compositor.render_strips()]


@pytest.mark.parametrize("name", PANELS)
async def test_keys_that_come_before_a_panel_is_gone_never_crash(name: str, make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in ("escape", "enter", "x", "f2", "down"):
            panel = await opened(app, name, pilot)
            for pressed in (key, key, key, "escape", "escape", "escape"):
                app.simulate_key(pressed)  # without waiting: the next one comes while the panel closes
            await settle(pilot)
            assert panel not in app.screen_stack
            while isinstance(app.screen, KbModal):  # what the keys have opened since
                await pilot.press("escape")
                await settle(pilot)
        panel = await opened(app, name, pilot)
        panel.action_close()
        panel.action_close()
        await settle(pilot)
        assert panel not in app.screen_stack


@pytest.mark.parametrize("name", sorted(PANELS.keys() - {"jump"}))
async def test_a_panel_follows_the_language(name: str, make: Make) -> None:
    app = make(language="en")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await opened(app, name, pilot)
        english = seen(app)
        await pilot.press("f2")
        await settle(pilot)
        korean = seen(app)
        assert korean != english
        while isinstance(app.screen, KbModal):
            await pilot.press("escape")
            await settle(pilot)
        await opened(app, name, pilot)
        assert seen(app) == korean
        await pilot.press("f2")
        await settle(pilot)
        assert seen(app) == english


async def test_a_screen_switched_to_a_language_is_as_if_opened_in_it(make: Make) -> None:
    ways = ((), ("ctrl+t",), ("f5",), ("f6", "right"), ("f7",), ("f3", "down", "home", "enter", "tab"))

    async def shots(language: str, *switch: str) -> list[list[str]]:
        app = make(language=language, data=ALERT.encode())
        found = []
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            for keys in ways:
                for key in (*keys, *switch):
                    await pilot.press(key)
                    await settle(pilot)
                found.append(seen(app))
                await pilot.press(*switch)
        return found

    for switched, fresh in zip(await shots("ko", "f2"), await shots("en"), strict=True):
        assert switched == fresh


async def test_what_is_typed_before_the_first_frame_and_at_the_greeting_is_searched(make: Make) -> None:
    settings.remember(hint=True)
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        for key in "lq all-reduce":
            app.simulate_key("space" if key == " " else key)
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(app.screen, Greeting)
        assert app.screen.query_one(Query).value.replace(" ", "") == "lqall-reduce"


@pytest.mark.parametrize("keys", ["enter enter x enter", "down f4 x ctrl+p", "f9 f2 tab", "escape f5 ctrl+o f1 escape"])
async def test_keys_before_the_first_frame_never_crash(keys: str, make: Make) -> None:
    settings.remember(hint=True)
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        for pressed in keys.split():
            app.simulate_key(pressed)
        await settle(pilot)
        assert app.is_running


async def test_a_file_is_chosen_from_the_tree_and_matched(make: Make, home: Path) -> None:
    (home / "logs").mkdir()
    (home / "logs" / "alert.log").write_text(ALERT, encoding="utf-8")
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f4", "f12")
        await settle(pilot)
        await type_text(pilot, "logs")
        await pilot.press("ctrl+o")
        await settle(pilot)
        assert isinstance(app.screen, Chooser)
        await pilot.press(".")  # a folder cannot be matched
        await settle(pilot)
        assert isinstance(app.screen, Chooser)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(app.screen, MatchScreen)
        assert app.screen.query_one("#cases", Rows).rows[0].document["id"] == "KB-2021-0001"


async def test_a_folder_is_chosen_from_the_tree_and_checked(make: Make, home: Path) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f5", "ctrl+o")
        await settle(pilot)
        tree = app.screen.query_one(FileTree)
        names = [str(node.label) for node in tree.root.children]
        await pilot.press(*["down"] * (names.index("records") + 1), "right")
        await settle(pilot)
        inside = [str(node.label) for node in tree.cursor_node.children]
        await pilot.press(*["down"] * (inside.index("incidents") + 1), ".")
        await settle(pilot)
        assert isinstance(app.screen, ImportScreen)
        assert app.screen.query_one("#path", Input).value == "records/incidents"
        assert len(app.screen.query_one("#outcomes", Rows).rows) == 5


async def test_the_tree_goes_up_and_escape_leaves_the_line_as_it_was(make: Make, home: Path) -> None:
    app = make()
    async with app.run_test(size=(60, 20)) as pilot:
        await settle(pilot)
        await pilot.press("f5")
        await type_text(pilot, "records")
        await pilot.press("ctrl+o")
        await settle(pilot)
        tree = app.screen.query_one(FileTree)
        assert Path(tree.path) == home / "records"
        await pilot.press("backspace")
        await settle(pilot)
        assert Path(tree.path) == home
        await pilot.press("escape")
        await settle(pilot)
        assert app.screen.query_one("#path", Input).value == "records"


async def test_a_draft_keeps_its_name_in_the_folder_chosen(make: Make, home: Path) -> None:
    (home / "drafts").mkdir()
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("down", ">")
        await settle(pilot)
        name = app.screen.query_one(Input).value
        await pilot.press("ctrl+o")
        await settle(pilot)
        names = [str(node.label) for node in app.screen.query_one(FileTree).root.children]
        await pilot.press(*["down"] * (names.index("drafts") + 1), ".")
        await settle(pilot)
        assert isinstance(app.screen, Prompt)
        assert app.screen.query_one(Input).value == f"drafts/{name}"


async def test_names_of_files_are_text(make: Make, home: Path) -> None:
    folder = home / "nasty"
    folder.mkdir()
    (folder / NASTY.replace("/", "|")).write_text("x", encoding="utf-8")
    (folder / "[red]name[|]\x1b[31m").mkdir()
    app = make()
    async with app.run_test(size=(200, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f5")
        await type_text(pilot, "nasty")
        await pilot.press("ctrl+o", "down")
        await settle(pilot)
        shown = "\n".join(seen(app))
        assert "[red]name[|]\\x1b[31m" in shown
        assert "[rank0]: NCCL [|var|log|messages]" in shown
        assert not any(ord(char) < 32 and char != "\n" for char in shown)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(app.screen, ImportScreen | KbModal)
