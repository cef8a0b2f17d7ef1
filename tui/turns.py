"""Keys in turn: a key is handed on once what the one before it led to is there.

Textual hands a key to what has the focus when it comes, and runs the action bound to it after the key has risen from
there to the application. Of keys that come at once (a quick hand, a slow connection, a multiplexer that types) those
after one that moves the focus, opens a screen or a dialog would still go to where the focus was: typed words would run
as actions. So keys and pastes wait here, those before the first screen included. An idle program hands a key on at
once, and no key waits longer than `LONGEST_SECONDS` for another one.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.app import App
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

DIALOG, OPENING = "dialog", "opening"
"""Groups of workers: those that ask something in a dialog, one each, and those that end in another screen."""
LONGEST_SECONDS = 1.0
"""A dialog may write or read a file after it was answered: too long to keep keys back, Ctrl+Q among them."""
LOOK_SECONDS = 0.005
"""Time between two looks whether a screen or dialog is there; only taken while a key waits for it."""

_MOVES = ("up", "down", "page_", "first", "last", "next_spot", "previous_spot", "cursor_", "delete_")
"""How the actions begin that only move a cursor or take characters away."""


class Risen(Message):
    """Goes the way of a key behind it, from what had the focus up to the application, and then (`is_last`) once more,
    behind what its action has posted there."""

    def __init__(self, event: events.Event, *, is_last: bool) -> None:
        super().__init__()
        self.event = event
        self.is_last = is_last


class Turns:
    """The keys and pastes of an application that wait for their turn; `hand_on` gives one to what has the focus."""

    def __init__(self, app: App[Any], hand_on: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._hand_on = hand_on
        self._waiting: deque[events.Event] = deque()
        self._now: events.Event | None = None
        """The event that was handed on last, until all that it led to is there; from which widget and screen, when."""
        self._from: Widget | None = None
        self._on: Screen[Any] | None = None
        self._since = 0.0
        self._is_handing = False
        """Whether an event is just being given to what has the focus: the next one must not overtake it."""
        self._is_looking = False
        self._looks: set[asyncio.Future[None]] = set()
        """Looks that go on: the loop keeps no hold on them."""

    async def take(self, event: events.Event) -> None:
        """Hand an event on when its turn comes."""
        self._waiting.append(event)
        await self._go_on()

    async def risen(self, behind: Risen) -> None:
        """The event that was handed on has been dealt with, or what its action posted has."""
        if behind.event is not self._now or self._from is None:
            return
        if behind.is_last:
            self._now = None
            await self._go_on()
        else:
            self._from.post_message(Risen(behind.event, is_last=True))

    async def _go_on(self) -> None:
        while self._waiting and self._is_free():
            event = self._waiting.popleft()
            focused = self._app.focused or self._app.screen
            self._since, self._is_handing = time.monotonic(), True
            stays = isinstance(event, events.Key) and self._stays(event, focused)
            if not stays:
                self._now, self._from, self._on = event, focused, self._app.screen
            try:
                await self._hand_on(event)
            finally:
                self._is_handing = False
            if not stays:
                focused.post_message(Risen(event, is_last=False))
        self._look_later()

    def _look_later(self) -> None:
        """Look again while something waits. Not by Textual's timers: one that is late by its own length before it is
        waited for is dropped, and one whose key leads to a long action would keep all keys behind it."""
        if self._waiting and not self._is_looking and self._app.is_running:
            self._is_looking = True
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        self._is_looking = False
        if not self._app.is_running:
            return
        look = asyncio.ensure_future(self._go_on())
        self._looks.add(look)
        look.add_done_callback(self._looked)
        self._look_later()

    def _looked(self, look: asyncio.Future[None]) -> None:
        self._looks.discard(look)
        if not look.cancelled() and isinstance(error := look.exception(), Exception):
            self._app._handle_exception(error)

    def _is_free(self) -> bool:
        """Whether there is a screen to take a key, and nothing of the key before is under way."""
        app = self._app
        if not app.screen_stack or not app.screen.is_mounted:
            return False
        if time.monotonic() - self._since > LONGEST_SECONDS:
            return True
        if self._is_handing or (self._now is not None and self._on is app.screen):
            return False
        going_on = [worker.group for worker in app.workers if not worker.is_finished]
        dialogs = sum(isinstance(screen, ModalScreen) for screen in app.screen_stack)
        return OPENING not in going_on and going_on.count(DIALOG) <= dialogs

    def _stays(self, key: events.Key, focused: Widget) -> bool:
        """Whether a key leads nowhere else, as a character of a text or a move of the cursor. Those are the keys
        that one holds down, and what has the focus takes them one after another in any case."""
        if focused.check_consume_key(key.key, key.character):
            return True
        _, own = self._app.screen._binding_chain[0]  # with the user's keys in it
        bound = own.key_to_bindings.get(key.key, [])
        return bool(bound) and all(binding.action.startswith(_MOVES) for binding in bound)
