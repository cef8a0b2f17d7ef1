"""Measure the terminal UI: start to the first usable frame, key press to screen, typing to results. Judges nothing.

Each start is a process of its own that opens the real application on a pseudo-terminal and is timed until the
results stand on the screen. Key presses and searches are timed inside the application, headless, over the shipped
records and over a store filled up with made ones. Times on a shared machine are the neighbours' business as much as
kb's: read the ratios, and the processor time of a start beside that of a bare Python.

    python scripts/benchmark_tui.py --records 100000 [--folder FOLDER to keep the filled store in]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import NamedTuple

os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"

from benchmark import Corpus, Pieces
from textual import events

from kb import __version__, freshness
from kb.engine import Engine
from tui import settings
from tui.app import KbApp, spare_collector
from tui.screens.search import SearchScreen
from tui.widgets.query import Query

STARTS = 9
QUERIES = (
    "nccl timeout",
    "gpu fell off the bus",
    "checkpoint slow",
    "학습이 멈췄다",
    "loss spike",
    "disk full",
    "component:gpu hang",
)
KEY_SECONDS = 0.1
"""From one key to the next: somebody who types 120 words a minute."""
COLUMNS, LINES = 120, 40


class Figures(NamedTuple):
    """Seconds of one store: start to results (elapsed, processor), key press to frame, last key to results."""

    starts: list[float]
    processor: list[float]
    keys: list[float]
    results: list[float]


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--records", type=int, default=100_000, help="records in the filled store, 0 for none")
    parser.add_argument("--folder", help="directory of the filled store; used again if it is there")
    arguments = parser.parse_args()
    print(f"kb {__version__}, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    print(f"terminal {COLUMNS}x{LINES}; times in ms, median (p95)")
    bare = [start([sys.executable, "-c", "print(' incidents newest first')"])[1] for _ in range(STARTS)]
    print(f"bare Python, processor time {1000 * statistics.median(bare):.0f}")
    with tempfile.TemporaryDirectory() as folder:
        shipped = measure("shipped records", folder, 0)
        if arguments.records:
            place = arguments.folder or os.path.join(folder, "filled")
            filled = measure(f"{arguments.records:,} records", place, arguments.records)
            print("filled / shipped")
            for name, few, many in zip(Figures._fields, shipped, filled, strict=True):
                print(f"  {name:38}{statistics.median(many) / statistics.median(few):7.2f}")
    return 0


def measure(name: str, folder: str, records: int) -> Figures:
    """The figures of one store, printed."""
    os.environ |= {"KB_DATA_DIR": folder, "KB_CONFIG": os.path.join(folder, "config.toml"), "KB_LANG": "en"}
    settings.remember(hint=False)
    fill(records)
    timed = [start([sys.executable, "-m", "kb", "tui"]) for _ in range(STARTS)]
    keys, results = asyncio.run(drive())
    found = Figures([item[0] for item in timed], [item[1] for item in timed], keys, results)
    print(name)
    report("start to results on the screen", found.starts)
    report("processor time of it", found.processor)
    report("key press shown while a search runs", found.keys)
    report("results after typing stops", found.results)
    return found


def report(name: str, seconds: list[float]) -> None:
    """One line of figures."""
    ordered = sorted(1000 * value for value in seconds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(f"  {name:38}{statistics.median(ordered):7.0f} ({p95:.0f})  n={len(ordered)}", flush=True)


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
        assert engine.index.records >= records
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


async def drive() -> tuple[list[float], list[float]]:
    """Seconds from each key press to its frame while searches run, and from the last one to its results."""
    keys: list[float] = []
    results: list[float] = []
    app = KbApp(language="en", on_loaded=spare_collector)
    async with app.run_test(size=(COLUMNS, LINES)) as pilot:
        await _at_rest(app)
        screen = app.screen
        assert isinstance(screen, SearchScreen)
        for query in QUERIES * 6:
            screen.query_one(Query).value = ""
            screen.action_query()
            await _at_rest(app)
            begin = 0.0
            for char in query:
                await asyncio.sleep(KEY_SECONDS - (time.perf_counter() - begin))
                before, begin = screen.found, time.perf_counter()
                app.post_message(events.Key("space" if char == " " else char, char))
                await pilot._wait_for_screen()
                keys.append(time.perf_counter() - begin)
            while screen.found is before and time.perf_counter() - begin < 5:
                await asyncio.sleep(0.002)
            await pilot._wait_for_screen()
            results.append(time.perf_counter() - begin)
    return keys, results


async def _at_rest(app: KbApp) -> None:
    while any(not worker.is_finished for worker in app.workers):
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.05)


if __name__ == "__main__":
    raise SystemExit(main())
