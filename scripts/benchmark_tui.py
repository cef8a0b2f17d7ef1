"""Measure the terminal UI: start to the first usable frame, key press to screen, typing to results. Judges nothing.

Start: a process of its own opens the real application on a pseudo-terminal and is timed until the number of incidents
and the order of the results stand there, which come with the results; in turn with it the smallest Textual application
there can be. Elapsed time is what a user waits, processor time is what kb takes of it on a busy machine.

Key and results: the application runs headless, and each frame is put into the form in which a terminal gets it. A key
is shown by the first frame that has all typed so far, results by the first frame after the last key that has the first
result of the whole query. Keys come at the pace of one who types quickly and unevenly, so that many meet a search that
runs; those are told apart.

Times on a shared machine are the neighbours' business as much as kb's: read the ratios.

    python scripts/benchmark_tui.py --records 100000 [--folder FOLDER to keep the filled store in]
"""

from __future__ import annotations

import argparse
import asyncio
import compileall
import contextlib
import os
import platform
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

os.environ |= {"TEXTUAL_DISABLE_KITTY_KEY": "1", "TEXTUAL_FPS": "120"}  # as `kb tui` does

from benchmark import Corpus, Pieces
from textual import events
from textual._compositor import CompositorUpdate

from kb import __version__, config, freshness
from kb.engine import Engine
from tui import settings
from tui.app import KbApp, favour_typing, spare_collector
from tui.screens.search import SearchScreen
from tui.widgets.query import Query

STARTS = 11
BARE = """
from textual.app import App
from textual.widgets import Input
class Bare(App):
    def compose(self):
        yield Input(" incidents newest first")
Bare().run()
"""
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
COLUMNS, LINES = 120, 40


_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Figures(NamedTuple):
    """Seconds: start to results (elapsed, processor) of kb and of the bare application, key press to frame (all, and
    those that met a search), last key to results."""

    starts: list[float]
    processor: list[float]
    bare: list[float]
    bare_processor: list[float]
    keys: list[float]
    busy_keys: list[float]
    results: list[float]


NAMES = (
    "start to results on the screen",
    "  processor time of it",
    "start of a bare Textual application",
    "  processor time of it",
    "key press to its frame",
    "  pressed while a search ran",
    "last key to the frame of its results",
)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--records", type=int, default=100_000, help="records in the filled store, 0 for none")
    parser.add_argument("--folder", help="directory of the filled store; used again if it is there")
    arguments = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for folder in (config.__file__, settings.__file__):
        compileall.compile_dir(os.path.dirname(folder), quiet=1)  # as pip does when it installs
    print(f"kb {__version__}, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    print(f"terminal {COLUMNS}x{LINES}; times in ms")
    with tempfile.TemporaryDirectory() as folder:
        shipped = measure("shipped records", folder, 0)
        if arguments.records:
            place = arguments.folder or os.path.join(folder, "filled")
            filled = measure(f"{arguments.records:,} records", place, arguments.records)
            print("filled / shipped, of the medians")
            for name, few, many in zip(NAMES, shipped, filled, strict=True):
                if few and many:
                    print(f"  {name:38}{statistics.median(many) / statistics.median(few):7.2f}")
    return 0


def measure(name: str, folder: str, records: int) -> Figures:
    """The figures of one store, printed."""
    os.environ |= {"KB_DATA_DIR": folder, "KB_CONFIG": os.path.join(folder, "config.toml"), "KB_LANG": "en"}
    settings.remember(hint=False)
    fill(records)
    timed, bare = [], []
    for _ in range(STARTS):
        timed.append(start([sys.executable, "-m", "kb", "tui"]))
        bare.append(start([sys.executable, "-c", BARE]))
    keys, busy_keys, results = asyncio.run(drive())
    columns = [[item[part] for item in items] for items in (timed, bare) for part in (0, 1)]
    found = Figures(*columns, keys, busy_keys, results)
    print(f"{name:40}{'n':>5}{'p50':>7}{'p95':>7}")
    for label, seconds in zip(NAMES, found, strict=True):
        report(label, seconds)
    for label, mine, theirs in (
        ("elapsed", found.starts, found.bare),
        ("processor time", found.processor, found.bare_processor),
    ):
        ratio = statistics.median(mine) / statistics.median(theirs)
        print(f"  start / bare start, {label:18}{ratio:12.2f}", flush=True)
    return found


def report(name: str, seconds: list[float]) -> None:
    """One line of figures."""
    ordered = sorted(1000 * value for value in seconds)
    if ordered:
        p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        print(f"  {name:38}{len(ordered):5}{statistics.median(ordered):7.0f}{p95:7.0f}", flush=True)


def fill(records: int) -> None:
    """A store with the shipped records, filled up with made ones to so many."""
    with Engine.open() as engine:
        missing, url = records - engine.state.records, engine.url
    if missing > 0:
        from kb.store.versions import IMPORTED, Put
        from kb.store.writer import open_writer

        corpus = Corpus()
        with open_writer(url) as writer:
            for first in range(0, missing, 1000):
                made = (corpus.record(number) for number in range(first, min(first + 1000, missing)))
                writer.put(Put(document, IMPORTED, "benchmark") for document in made)
    own, repeated = freshness.fields, Pieces().fields  # reads each repeated sentence once
    freshness.fields = lambda document, known: (
        repeated(document, known) if document["id"].startswith("SYN-") else own(document, known)
    )
    with Engine.open() as engine:
        assert engine.searcher.index.records >= records
    freshness.fields = own


def start(command: list[str]) -> tuple[float, float]:
    """Seconds from starting a program to results on its terminal, and the processor time it took until then."""
    import fcntl
    import pty
    import struct
    import termios

    begin = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    seen = b""
    found = (float("nan"), float("nan"))
    for part in _read(terminal, 60):
        seen += part
        if b" incidents" in seen and b"newest first" in seen:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                ticks = sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
            found = (time.perf_counter() - begin, ticks / os.sysconf("SC_CLK_TCK"))
            break
    with contextlib.suppress(OSError):
        os.write(terminal, b"\x11")
    for _ in _read(terminal, 5):
        pass
    os.close(terminal)
    os.waitpid(pid, 0)
    return found


def _read(terminal: int, patience: float) -> Iterator[bytes]:
    """What a terminal writes, until it ends or is silent for so many seconds."""
    import select

    while select.select([terminal], [], [], patience)[0]:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:
            return
        if not part:
            return
        yield part


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


async def drive() -> tuple[list[float], list[float], list[float]]:
    """Seconds from each key press to its frame, the same of those that met a search, and from the last one to its
    results."""
    keys: list[float] = []
    busy_keys: list[float] = []
    results: list[float] = []
    pace = random.Random(7)
    favour_typing()
    app = Watched(language="en", on_loaded=spare_collector)
    _watch_searches(app)
    async with app.run_test(size=(COLUMNS, LINES)):
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


if __name__ == "__main__":
    raise SystemExit(main())
