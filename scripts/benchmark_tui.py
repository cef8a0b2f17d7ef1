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
import os
import platform
import statistics
import sys
import tempfile
from typing import NamedTuple

os.environ |= {"TEXTUAL_DISABLE_KITTY_KEY": "1", "TEXTUAL_FPS": "120"}  # as `kb tui` does

from bench_terminal import BARE, COLUMNS, LINES, start
from bench_typing import drive
from benchmark import Corpus, Pieces

from kb import __version__, config, freshness
from kb.engine import Engine
from tui import settings

STARTS = 11


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
    keys, busy_keys, results = asyncio.run(drive((COLUMNS, LINES)))
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
    freshness.fields = lambda document, known, reports=(): (
        repeated(document, known) if document["id"].startswith("SYN-") else own(document, known, reports)
    )
    with Engine.open() as engine:
        assert engine.searcher.index.records >= records
    freshness.fields = own


if __name__ == "__main__":
    raise SystemExit(main())
