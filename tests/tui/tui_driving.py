"""Driving the application in tests: wait until it is at rest, type a text."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input, TextArea
from textual.worker import WorkerCancelled

from tui.turns import LOOK_SECONDS

PATIENT = ("dialog", "_loader")
"""Groups of workers that wait for the user: dialogs, and the loader of the tree of files."""


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until every key has had its turn and nothing goes on but what waits for the user, and stop the cursors."""
    for _ in range(4):
        await pilot.pause()
        while pilot.app._turns._waiting and not pilot.app._exit:
            if pilot.app._exception is not None:
                raise pilot.app._exception  # else the test would wait for ever for an application that is gone
            await pilot.pause(LOOK_SECONDS)
        busy = [worker for worker in pilot.app.workers if worker.group not in PATIENT and not worker.is_finished]
        if not busy:
            continue
        try:
            await pilot.app.workers.wait_for_complete(busy)
        except WorkerCancelled:
            continue
    for screen in pilot.app.screen_stack:
        for line in screen.query(Input):
            line.cursor_blink = False
        for area in screen.query(TextArea):
            area.cursor_blink = False
    await pilot.pause()


async def type_text(pilot: Pilot[Any], text: str) -> None:
    """Type a text key by key and wait for what it leads to."""
    await pilot.press(*("space" if char == " " else char for char in text))
    await settle(pilot)
