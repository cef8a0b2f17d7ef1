"""Typing into the application, which runs headless: for `scripts/benchmark_tui.py`, which says what is measured.

Each frame is put into the form in which a terminal gets it. Textual takes its frames a second from the environment when
it is loaded, so whoever imports this has to set them before.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections.abc import Callable
from typing import Any

from textual import events
from textual._compositor import CompositorUpdate

from tui import settings
from tui.app import KbApp, favour_typing, spare_collector
from tui.screens.search import SearchScreen
from tui.widgets.query import Query

QUERIES = (
    "nccl timeout",
    "gpu fell off the bus",
    "checkpoint slow",
    "학습이 멈췄다",
    "loss spike",
    "disk full",
    "component:gpu hang",
)
KEY_SECONDS = (0.03, 0.06, 0.1, 0.15)
"""From one key to the next, at random: 140 words a minute, in bursts."""
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Watched(KbApp):
    """Tells when a frame shows something. Frames are written out as for a terminal, which a headless run leaves out."""

    CSS_PATH = os.path.join(os.path.dirname(settings.__file__), "app.tcss")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.searched = ("", "")
        self.asking = 0
        self._awaited: list[tuple[Callable[[str], bool], asyncio.Future[float]]] = []

    def frame(self, is_it: Callable[[str], bool]) -> asyncio.Future[float]:
        """The moment of the first frame from now on of which the text is the one."""
        seen: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._awaited.append((is_it, seen))
        return seen

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, renderable)
        if isinstance(renderable, CompositorUpdate):
            text = _CODES.sub("", renderable.render_segments(self.console))
            for is_it, seen in self._awaited:
                if not seen.done() and is_it(text):
                    seen.set_result(time.perf_counter())
            self._awaited = [item for item in self._awaited if not item[1].done()]


async def drive(size: tuple[int, int]) -> tuple[list[float], list[float], list[float]]:
    """Seconds from each key press to its frame, the same of those that met a search, and from the last one to its
    results."""
    keys: list[float] = []
    busy_keys: list[float] = []
    results: list[float] = []
    pace = random.Random(7)
    favour_typing()
    app = Watched(language="en", on_loaded=spare_collector)
    _watch_searches(app)
    async with app.run_test(size=size):
        await _at_rest(app)
        screen = app.screen
        assert isinstance(screen, SearchScreen)
        line = screen.query_one(Query)
        for query in QUERIES * 6:
            screen.query_one(Query).value = ""
            screen.action_query()
            await _at_rest(app)
            begin = 0.0
            shown = app.frame(lambda text, query=query: app.searched[0] == query and app.searched[1] in text)  # type: ignore[misc]
            for place, char in enumerate(query, 1):
                await asyncio.sleep(begin + pace.choice(KEY_SECONDS) - time.perf_counter())
                typed, is_busy, begin = query[:place], app.asking > 0, time.perf_counter()
                seen = app.frame(lambda text, typed=typed: line.value == typed and typed in text)  # type: ignore[misc]
                app.post_message(events.Key("space" if char == " " else char, char))
                spent = await asyncio.wait_for(seen, 30) - begin
                keys.append(spent)
                if is_busy:
                    busy_keys.append(spent)
            results.append(await asyncio.wait_for(shown, 30) - begin)
        await _at_rest(app)
    return keys, busy_keys, results


def _watch_searches(app: Watched) -> None:
    """Have the application know what was searched last and its first result, and whether the engine is at work."""
    own_show, own_ask = SearchScreen.show_found, app.session.ask

    def show(screen: SearchScreen, typed: str, found: Any, records: int) -> None:
        app.searched = (typed, found.documents[0]["id"] if found.documents else "")
        own_show(screen, typed, found, records)

    async def ask(*arguments: Any) -> Any:
        app.asking += 1
        try:
            return await own_ask(*arguments)
        finally:
            app.asking -= 1

    SearchScreen.show_found = show  # type: ignore[method-assign]
    app.session.ask = ask  # type: ignore[method-assign]


async def _at_rest(app: KbApp) -> None:
    while any(not worker.is_finished for worker in app.workers):
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.05)
