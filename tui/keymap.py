"""A user's own keys: as Textual takes them, and what does not come out as it is written.

A key may be given to two actions of one place, or to one where another has it already. Textual lets one of them win
without a word; which one depends on what has the focus, so it is asked of Textual's own tables for every place.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.binding import BindingsMap
from textual.keys import _character_to_key

from tui.keys import TABLE, Key, bindings, expanded

PLACES = (
    (("list",), ("query", "search", "record")),
    (("facets", "list"), ("query", "search", "record")),
    (("page",), ("query", "search", "record")),
    (("list",), ("match", "record")),
    (("page",), ("match", "record")),
    (("page",), ("view", "record")),
    (("page",), ("record",)),
    (("page",), ("diagnose",)),
    (("list",), ("diagnose",)),
    (("path",), ("import",)),
    (("list",), ("import",)),
    (("page",), ("import",)),
    (("list",), ("wanted", "vocabulary")),
    (("page",), ("wanted", "vocabulary")),
    (("page",), ()),
    (("files",), ()),
)
"""What can have the focus and the screen around it, each as the contexts whose keys it binds; the application is around
all of them."""


class Clash(NamedTuple):
    """A key that the user gave to an action, the action that it runs, and the one that it does not run although it is
    bound to it."""

    key: str
    runs: str
    not_runs: str


def keymap(own: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """A user's keymap (action -> keys, separated by spaces) as Textual takes it, and the names that are no action."""
    actions = {item.id for item in TABLE}
    known = {name: ",".join(expanded(keys)) for name, keys in own.items() if name in actions}
    return known, sorted(own.keys() - actions)


def clashes(own: dict[str, str]) -> list[Clash]:
    """Where a user's key does not run the action that the user gave it to, or leaves another action of the same place
    without a key. An action that has another key left may lose one: that is what own keys are for."""
    found: dict[Clash, None] = {}
    for near, around in PLACES:
        here = {item.id: _keys(item, own) for item in TABLE if item.context in (*near, *around, "app")}
        runs = _running([near, around, ("app",)], own)
        lost = set(_running([near, around, ("app",)], {}).values()) - set(runs.values())
        for key in (key for name, keys in here.items() if name in own for key in keys):
            winner = runs.get(named(key), "")
            losers = [name for name, keys in here.items() if name != winner and named(key) in map(named, keys)]
            for name in losers:
                if winner and (name in own or name in lost):
                    found[Clash(key, winner, name)] = None
    return list(found)


def _running(nodes: list[tuple[str, ...]], own: dict[str, str]) -> dict[str, str]:
    """Key -> the action that it runs, of nodes from what has the focus outwards."""
    known = {name: ",".join(map(named, keys.split(","))) for name, keys in keymap(own)[0].items()}
    runs: dict[str, str] = {}
    for contexts in nodes:
        bound = BindingsMap(bindings(*contexts))
        bound.apply_keymap(known)
        for key, held in bound.key_to_bindings.items():
            runs.setdefault(key, str(held[0].id))
    return runs


def _keys(item: Key, own: dict[str, str]) -> list[str]:
    return own.get(item.id, item.keys).replace(",", " ").split()


def named(key: str) -> str:
    """A key as Textual spells it: `?` is `question_mark`."""
    return _character_to_key(key) if len(key) == 1 else key
