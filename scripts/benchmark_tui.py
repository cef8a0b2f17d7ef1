"""Measure the terminal UI: start to the first usable frame, key press to screen, typing to results. Judges nothing.

Each start is a process of its own that opens the real application on a pseudo-terminal and is timed until the
results stand on the screen. Key presses and searches are timed inside the application, headless, over as many
records as asked for: the shipped ones, and copies of them with other ids and mixed words up to the size.

    python scripts/benchmark_tui.py --sizes 0,100000     (0: the shipped records as they are)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"

from kb import __version__
from kb.engine import Engine
from tui import settings
from tui.app import KbApp
from tui.screens.search import SearchScreen

STARTS = 7
QUERIES = (
    "nccl timeout",
    "gpu fell off the bus",
    "checkpoint slow",
    "학습이 멈췄다",
    "loss spike",
    "disk full",
    "component:gpu hang",
)
COLUMNS, LINES = 120, 40


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sizes", default="0,100000", help="numbers of records, 0 for the shipped ones alone")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    print(f"kb {__version__}, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    print(f"terminal {COLUMNS}x{LINES}; times in ms, median (p95)")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["KB_DATA_DIR"] = folder
            os.environ["KB_CONFIG"] = os.path.join(folder, "config.toml")
            os.environ["KB_LANG"] = "en"
            settings.remember(hint=False)
            records = fill(size)
            starts = [start() for _ in range(STARTS)]
            keys, results = asyncio.run(drive())
        print(f"{records:>9,} records")
        report("start to results on the screen", starts)
        report("key press shown while a search runs", keys)
        report("results after typing stops", results)
    return 0


def report(name: str, seconds: list[float]) -> None:
    """One line of figures."""
    ordered = sorted(1000 * value for value in seconds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(f"  {name:38}{statistics.median(ordered):7.0f} ({p95:.0f})  n={len(ordered)}")


def fill(size: int) -> int:
    """A store with the shipped records and made ones up to `size`; returns how many there are."""
    with Engine.open() as engine:
        shipped = list(engine.reader.stream([name for name, _ in engine.reader.names()]))
        url = engine.url
    if size > len(shipped):
        from kb.store.writer import IMPORTED, Put, open_writer

        with open_writer(url) as writer:
            batch: list[Put] = []
            for document in made(shipped, size - len(shipped)):
                batch.append(Put(document, IMPORTED, "benchmark"))
                if len(batch) == 1000:
                    writer.put(batch)
                    batch = []
            writer.put(batch)
    with Engine.open() as engine:
        return engine.index.records


def made(shipped: list[dict[str, Any]], number: int) -> Iterator[dict[str, Any]]:
    """Records whose texts are mixed from the sentences of the shipped ones; always the same."""
    chance = random.Random(7)
    texts = [text for item in shipped for text in json.dumps(item.get("symptoms_text"), ensure_ascii=False).split(". ")]
    for place in range(number):
        document = dict(chance.choice(shipped))
        document["id"] = f"BENCH-{place:07}"
        document["aliases"] = []
        document["related"] = []
        words = " ".join(chance.choice(texts) for _ in range(4))
        document["symptoms_text"] = {"en": words, "ko": words}
        document["title"] = {"en": f"{words[:60]} {place}", "ko": f"{words[:60]} {place}"}
        yield document


def start() -> float:
    """Seconds from starting the process to the first results on its terminal."""
    import fcntl
    import pty
    import select
    import struct
    import termios

    begin = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [sys.executable, "-m", "kb", "tui"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    seen = b""
    seconds = float("nan")
    while select.select([terminal], [], [], 30)[0]:
        try:
            seen += os.read(terminal, 1 << 16)
        except OSError:
            break
        if b" incidents" in seen and b"newest first" in seen:
            seconds = time.perf_counter() - begin
            break
    os.write(terminal, b"\x11")
    while select.select([terminal], [], [], 5)[0]:
        try:
            if not os.read(terminal, 1 << 16):
                break
        except OSError:
            break
    os.close(terminal)
    os.waitpid(pid, 0)
    return seconds


async def drive() -> tuple[list[float], list[float]]:
    """Seconds from each key press to its frame while searches run, and from the last one to its results."""
    keys: list[float] = []
    results: list[float] = []
    app = KbApp(language="en")
    async with app.run_test(size=(COLUMNS, LINES)) as pilot:
        await _at_rest(app)
        screen = app.screen
        assert isinstance(screen, SearchScreen)
        for query in QUERIES * 3:
            screen.ask("")
            screen.action_query()
            await _at_rest(app)
            for char in query:
                begin = time.perf_counter()
                app.simulate_key("space" if char == " " else char)
                await pilot._wait_for_screen()
                keys.append(time.perf_counter() - begin)
                await asyncio.sleep(0.03)
            before, begin = screen.found, time.perf_counter()
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
