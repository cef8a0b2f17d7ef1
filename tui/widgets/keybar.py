"""The key bar: the keys that work where the focus is, each a button for the mouse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from tui import keys
from tui.lines import Line, Piece
from tui.widgets.canvas import Canvas


def working(item: keys.Key, own: dict[str, str], focused: Widget | None) -> list[str]:
    """The keys of an action that reach it from the focused widget: while one types, characters are text, and keys that
    the line or the text takes for itself (the arrows, Home) go nowhere else. `own` are the user's keys by action."""
    found = own.get(item.id, item.keys).replace(",", " ").split()
    if focused is None or not focused.check_consume_key("x", "x"):
        return found
    taken = focused._bindings.key_to_bindings
    others = ("scroll_", item.action)  # a line has nothing to scroll and hands those keys on
    mine = {key for key, bound in taken.items() if not any(binding.action.startswith(others) for binding in bound)}
    return [key for key in found if len(key) > 1 and key != "space" and key not in mine]


def live(contexts: Iterable[str], own: dict[str, str], focused: Widget | None) -> list[tuple[keys.Key, list[str]]]:
    """The actions of some contexts, nearest first, each with the keys that work: of two actions on one key only the
    nearest does."""
    taken: set[str] = set()
    found = []
    for context in contexts:
        for item in keys.TABLE:
            if item.context == context and (left := [key for key in working(item, own, focused) if key not in taken]):
                taken.update(left)
                found.append((item, left))
    return found


async def run_near(screen: Screen[Any], action: str) -> None:
    """Run an action of the key table on the nearest that has it: what has the focus, its screen, the application."""
    name = action.partition("(")[0]
    for node in (screen.focused, screen, screen.app):
        if node is not None and hasattr(node, f"action_{name}"):
            await node.run_action(action)
            return


class KeyBar(Canvas, can_focus=False):
    """One line: for each action its first key and its name, as many as fit, the nearest context first."""

    def __init__(self, contexts: tuple[str, ...]) -> None:
        super().__init__(id="keybar")
        self._contexts = contexts
        self._shown: list[tuple[int, int, str]] = []
        self.language = "en"
        self.own: dict[str, str] = {}
        self.idle: frozenset[str] = frozenset()
        """Actions that would do nothing on what the screen shows now; they are left out."""

    def line_at(self, y: int) -> tuple[Line, str]:
        """The one line."""
        return (self._line(), "") if y == 0 else ((), "")

    def render_line(self, y: int) -> Strip:
        """The line; the bar never scrolls."""
        return self._strip(*self.line_at(y))

    def on_click(self, event: events.Click) -> None:
        """Run the action under the mouse."""
        for start, end, action in self._shown:
            if start <= event.x < end:
                self.app.call_later(run_near, self.screen, action)

    def items(self) -> list[keys.Key]:
        """The actions shown, nearest context first."""
        return [item for item, _ in self._live()]

    def _live(self) -> list[tuple[keys.Key, str]]:
        """The actions shown, each with the first key that works."""
        near = getattr(self.screen.focused, "CONTEXTS", ())
        order = dict.fromkeys([*near, *self._contexts, "app"])
        found = live(order, self.own, self.screen.focused)
        return [(item, left[0]) for item, left in found if item.shown and item.id not in self.idle]

    def _line(self) -> Line:
        room = self.size.width - 1
        found = self._live()
        always = [(item, key) for item, key in found if item.id == "help"]
        chosen: list[tuple[keys.Key, str]] = []
        used = sum(self._width(*pair) for pair in always)
        for pair in found:
            if pair not in always and used + self._width(*pair) <= room:
                used += self._width(*pair)
                chosen.append(pair)
        pieces: list[Piece] = [Piece(" ")]
        self._shown = []
        place = 1
        for item, key in [*always, *chosen]:
            self._shown.append((place, place + self._width(item, key), item.action))
            pieces += [Piece(keys.display(key), "key"), Piece(" " + self._label(item) + "  ", "dim")]
            place += self._width(item, key)
        return tuple(pieces)

    def _label(self, item: keys.Key) -> str:
        return item.name[self.language == "ko"]

    def _width(self, item: keys.Key, key: str) -> int:
        return cell_len(keys.display(key) + self._label(item)) + 3
