"""The key table: every key does what the table says, on a Korean keyboard, too, and without letters."""

from __future__ import annotations

import importlib.util
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets import Input, TextArea
from tui_corpus import ALERT
from tui_driving import settle

from tui import keys
from tui.app import KbApp
from tui.screens.diagnose import DiagnoseScreen
from tui.screens.import_ import ImportScreen
from tui.screens.match import MatchScreen
from tui.screens.record import RecordScreen
from tui.screens.search import SearchScreen
from tui.screens.vocabulary import VocabularyScreen
from tui.widgets.bar import Bar
from tui.widgets.filetree import FileTree
from tui.widgets.keybar import KeyBar, working
from tui.widgets.page import Page
from tui.widgets.pathline import PathLine
from tui.widgets.rows import Rows
from tui.widgets.values import Values

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio

PLACES: dict[str, tuple[tuple[str, ...], type]] = {
    "app": (("down",), KbApp),
    "list": (("down",), Rows),
    "query": ((), SearchScreen),
    "search": (("down",), SearchScreen),
    "record": (("down",), SearchScreen),
    "facets": (("down", "left"), Values),
    "page": (("down", "enter"), Page),
    "view": (("down", "enter"), RecordScreen),
    "match": (("f4", "ctrl+n"), MatchScreen),
    "diagnose": (("f4", "ctrl+t"), DiagnoseScreen),
    "wanted": (("f7",), VocabularyScreen),
    "vocabulary": (("f7", "down"), VocabularyScreen),
    "path": (("f5",), PathLine),
    "files": (("f5", "ctrl+o"), FileTree),
    "import": (("f5", "tab"), ImportScreen),
}
"""Context -> the keys that lead there from the start, and the class that holds its actions."""


@pytest.mark.parametrize("context", keys.CONTEXTS)
async def test_every_key_of_the_table_runs_its_action(
    context: str, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    way, owner = PLACES[context]
    items = [item for item in keys.TABLE if item.context == context]
    called: list[str] = []
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        for key in way:
            await pilot.press(key)
            await settle(pilot)
        for name in {item.action.partition("(")[0] for item in items}:
            monkeypatch.setattr(owner, f"action_{name}", _spy(called, name))
        missed = []
        for item in items:
            for key in keys.expanded(item.keys):
                called.clear()
                await pilot.press(key)
                if called != [item.action.partition("(")[0]]:
                    missed.append((item.action, key, list(called)))
    assert items
    assert missed == []


def _spy(called: list[str], name: str) -> Callable[..., Any]:
    async def action(self: object, *arguments: object) -> None:
        called.append(name)

    return action


@pytest.mark.parametrize("item", keys.TABLE, ids=lambda item: f"{item.context}-{item.id}")
def test_every_action_has_a_key_that_is_no_letter(item: keys.Key) -> None:
    assert any(key not in string.ascii_letters for key in item.keys.split())


@pytest.mark.parametrize("item", keys.TABLE, ids=lambda item: f"{item.context}-{item.id}")
def test_every_small_letter_has_its_korean_twin(item: keys.Key) -> None:
    expanded = keys.expanded(item.keys)
    for key in expanded:
        last = key.rpartition("+")[2]
        if last in keys.KOREAN:
            assert key.removesuffix(last) + keys.KOREAN[last] in expanded


@pytest.mark.parametrize(
    "contexts",
    [
        ("list", "search", "record", "app"),
        ("facets", "list", "app"),
        ("page", "view", "record", "app"),
        ("list", "match", "record", "app"),
        ("page", "diagnose", "app"),
        ("path", "import", "app"),
        ("files",),
    ],
    ids="-".join,
)
def test_no_key_means_two_things_in_one_place(contexts: tuple[str, ...]) -> None:
    taken: dict[str, str] = {}
    nearest = {context: place for place, context in enumerate(contexts)}
    shadowed = {("-", "wrong"), ("left", "facets"), ("right", "results"), ("enter", "choose"), ("space", "page_down")}
    clashes = []
    for item in sorted(
        (item for item in keys.TABLE if item.context in nearest), key=lambda item: nearest[item.context]
    ):
        for key in keys.expanded(item.keys):
            other = taken.setdefault(key, item.id)
            if other != item.id and (key, item.id) not in shadowed:
                clashes.append((key, other, item.id))
    assert clashes == []


async def test_the_users_keymap_replaces_keys_and_names_what_is_no_action(make: Make, home: Any) -> None:
    (home / "config.toml").write_text('[tui.keys]\ncopy = "c"\nmark = "z"\nfly = "x"\n', encoding="utf-8")
    app = make()
    copied: list[str] = []
    app.copy = lambda text, **_: copied.append(text)  # type: ignore[method-assign,assignment,return-value]
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await settle(pilot)
        await pilot.press("down", "c")
        await pilot.press("=")
        told = [notification.message for notification in app._notifications]
    assert copied == ["KB-2024-0004"]
    assert any("fly" in message for message in told)


async def test_a_broken_configuration_file_keeps_nobody_out(make: Make, home: Any) -> None:
    (home / "config.toml").write_text("[tui\n", encoding="utf-8")
    app = make()
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        assert app.records == 5
        assert any("config.toml" in notification.message for notification in app._notifications)


async def test_help_names_every_key_of_the_focused_pane(make: Make) -> None:
    app = make(data=ALERT.encode())
    async with app.run_test(size=(100, 60)) as pilot:
        await settle(pilot)
        await pilot.press("f1")
        await settle(pilot)
        page = app.screen.query_one(Page)
        shown = "\n".join("".join(piece.text for piece in line) for line in page.lines)
    for item in keys.TABLE:
        if item.context in ("list", "match", "record", "app"):
            assert item.does[0] in shown


@pytest.mark.parametrize("way", [(), ("f4",), ("f5",), ("f7",)], ids=["query", "input", "path", "terms"])
async def test_where_one_types_footer_and_help_name_only_keys_that_work_there(
    way: tuple[str, ...], make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make()
    async with app.run_test(size=(200, 60)) as pilot:
        await settle(pilot)
        await pilot.press(*way)
        await settle(pilot)
        bar, line = app.screen.query_one(KeyBar), app.focused
        assert isinstance(line, Input | TextArea)
        contexts = [*line.CONTEXTS, *app.screen.CONTEXTS, "app"]
        named = {
            item.id: [(item, key) for key in working(item, {}, line)]
            for item in keys.TABLE
            if item.context in contexts and item.id not in ("leave", "suspend_process")
        }
        assert all(named[item.id] for item in bar.items())
        called: list[str] = []
        for owner in (app, app.screen, line):
            for found in named.values():
                for item, _ in found:
                    name = item.action.partition("(")[0]
                    if hasattr(type(owner), f"action_{name}"):
                        monkeypatch.setattr(type(owner), f"action_{name}", _spy(called, name))
        missed = []
        for found in named.values():
            for item, key in found:
                called.clear()
                await pilot.press(key)
                if called != [item.action.partition("(")[0]]:
                    missed.append((item.action, key, list(called)))
        assert missed == []
        monkeypatch.undo()
        await pilot.press("f1")
        await settle(pilot)
        shown = "\n".join("".join(piece.text for piece in row) for row in app.screen.query_one(Page).lines)
    for item in keys.TABLE:
        if item.context in contexts and item.id in named:
            assert (item.does[0] in shown) == bool(named[item.id]), item.id


async def test_the_keys_of_the_application_work_while_an_input_is_typed(make: Make) -> None:
    app = make()
    for key, name in (("f6", "overview"), ("f7", "vocabulary"), ("f5", "import"), ("f3", "search")):
        async with app.run_test(size=(100, 30)) as pilot:
            await settle(pilot)
            await pilot.press("f4", *"nccl")
            await pilot.press(key)
            await settle(pilot)
            assert app.screen is app.main_screen(name)
            await pilot.press("f4", "x")
            await settle(pilot)
            assert app.screen.query_one(TextArea).text == "ncclx"
        app = make()


async def test_keys_that_come_before_there_is_a_screen_are_kept(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    mount = KbApp.on_mount

    def typed_at_once(app: KbApp) -> None:
        for character in "xid 79":
            app.post_message(events.Key("space" if character == " " else character, character))
        mount(app)

    monkeypatch.setattr(KbApp, "on_mount", typed_at_once)
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert app.screen.query_one(Input).value == "xid 79"


@pytest.mark.parametrize("way", [(), ("down",), ("f4",), ("f6",)], ids=["query", "results", "input", "overview"])
async def test_ctrl_c_with_nothing_to_copy_says_how_to_quit(way: tuple[str, ...], make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press(*way)
        await settle(pilot)
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert "Ctrl+Q" in app.screen.query_one("#status", Bar).text


@pytest.mark.parametrize("key", ["q", "ㅂ", "ctrl+c"])
async def test_a_letter_quits_only_when_it_is_pressed_twice(key: str, make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("down", key)
        await settle(pilot)
        assert app.is_running
        assert "again" in app.screen.query_one("#status", Bar).text
        await pilot.press(key)
        assert app.return_code == 0
        assert app._exit


@pytest.mark.parametrize("way", [("down",), ("down", "left"), ("f4", "ctrl+n"), ("f5", "tab"), ("f7", "down")])
async def test_a_paste_goes_to_where_one_types(way: tuple[str, ...], make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press(*way)
        await settle(pilot)
        assert not isinstance(app.focused, Input | TextArea)
        app.post_message(events.Paste("xid 79"))
        await settle(pilot)
        line = app.focused
        assert isinstance(line, Input | TextArea)
        assert "xid 79" in (line.value if isinstance(line, Input) else line.text)


async def test_a_paste_where_one_does_not_type_says_where_to(make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("f6")
        await settle(pilot)
        app.post_message(events.Paste("xid 79"))
        await settle(pilot)
        assert "F4" in app.screen.query_one("#status", Bar).text


async def test_what_was_copied_is_said_in_the_status_line_and_makes_way_for_the_next_message(make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(pilot)
        await pilot.press("down", "=")
        await settle(pilot)
        assert "KB-2024-0004" in app.screen.query_one("#status", Bar).text
        assert not list(app._notifications)
        await pilot.press("*")
        await settle(pilot)
        assert "marked" in app.screen.query_one("#status", Bar).text


def test_the_page_of_keys_is_what_the_table_says() -> None:
    path = Path(__file__).parents[2] / "scripts" / "write_keys.py"
    spec = importlib.util.spec_from_file_location("write_keys", path)
    assert spec
    assert spec.loader
    write_keys = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(write_keys)
    assert write_keys.main(["--check"]) == 0
    assert all(f"`{item.id}`" in write_keys.text() for item in keys.TABLE)


def test_a_users_keymap_can_name_every_action() -> None:
    assert all(item.id.isidentifier() for item in keys.TABLE)
