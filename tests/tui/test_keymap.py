"""A user's own keys: one that two actions of a place have is told at the start, with the action that it runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Input, TextArea
from tui_corpus import ALERT
from tui_driving import settle

from tui import keymap, keys
from tui.app import KbApp

Make = Callable[..., KbApp]

WAYS: dict[str, tuple[str, ...]] = {
    "results": ("down",),
    "filters": ("down", "left"),
    "a case": ("down", "enter"),
    "cases": ("f4", "ctrl+n"),
    "overview": ("f6",),
    "terms": ("f7", "down"),
}
OWN: list[tuple[dict[str, str], list[tuple[str, str, str]]]] = [
    ({}, []),
    ({"copy": "c ctrl+y"}, []),  # what the help and the page of keys give as an example
    ({"copy": "z", "mark": "z"}, [("z", "copy", "mark")]),
    ({"copy": "z,=", "mark": "z"}, [("z", "copy", "mark")]),
    ({"sort": "j"}, [("j", "down", "sort")]),
    ({"next_theme": "f3"}, [("f3", "next_theme", "search")]),
    ({"export": "?", "help": "?"}, [("?", "export", "help")]),
    ({"sort": "/"}, [("/", "sort", "query")]),
    ({"sort": "slash"}, [("slash", "sort", "query")]),
    ({"mark": "down"}, [("down", "down", "mark")]),
    ({"fly": "z", "mark": "z"}, []),
    ({"find": "z", "sort": "z"}, []),  # on different screens
]
"""The user's keys, and what is told of them: key, the action that it runs, the one that it does not."""


@pytest.mark.parametrize(("own", "told"), OWN, ids=lambda value: ",".join(value) if isinstance(value, dict) else "")
def test_a_key_of_two_actions_of_one_place_is_found(own: dict[str, str], told: list[tuple[str, str, str]]) -> None:
    assert keymap.clashes(own) == told


@pytest.mark.anyio
@pytest.mark.parametrize("way", WAYS)
async def test_the_action_that_is_told_is_the_one_that_runs(way: str, make: Make) -> None:
    app = make()
    seen = 0
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        for key in WAYS[way]:
            await pilot.press(key)
            await settle(pilot)
        assert app.focused is not None
        here = {binding.id for node in app.focused.ancestors_with_self for _, binding in node._bindings}
        for own, told in OWN:
            app.set_keymap(keymap.keymap(own)[0])
            for key, runs, loser in told:
                if {runs, loser} <= here:
                    seen += 1
                    assert app.screen.active_bindings[keymap.named(key)].binding.id == runs
    assert seen


@pytest.mark.anyio
async def test_every_pane_stands_in_the_table_of_places(make: Make) -> None:
    def bound(*contexts: str) -> set[str]:
        return {item.id for item in keys.TABLE if item.context in contexts}

    places = [(bound(*near), bound(*around)) for near, around in keymap.PLACES]
    app = make(data=ALERT.encode())
    async with app.run_test(size=(130, 40)) as pilot:
        await settle(pilot)
        for name in app.MAIN:
            app.go(name)
            await settle(pilot)
            for pane in app.screen.panes():  # type: ignore[attr-defined]
                if isinstance(pane, Input | TextArea):  # takes characters for itself
                    continue
                here = tuple({binding.id for _, binding in node._bindings if binding.id} for node in (pane, app.screen))
                assert here in places, (name, pane)


@pytest.mark.anyio
@pytest.mark.parametrize(("language", "told"), [("en", "Ctrl+Z runs copy, not mark"), ("ko", "mark 대신 copy 실행")])
async def test_a_key_of_two_actions_is_told_in_one_line_at_the_start(
    language: str, told: str, make: Make, home: Path
) -> None:
    (home / "config.toml").write_text('[tui.keys]\ncopy = "ctrl+z"\nmark = "ctrl+z"\n', encoding="utf-8")
    app = make(language=language)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await settle(pilot)
        (message,) = [notification.message for notification in app._notifications]
    assert told in message
    assert "\n" not in message
