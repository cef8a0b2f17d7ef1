"""Everything that is measured of kb as a search: cold start, then search, memory and disk on synthetic stores, beside
SQLite FTS5 and bm25s on the same texts in the same run, and at the end every figure beside its target.

    python scripts/benchmark.py [--sizes "1000 10000 100000 1000000"] [--peers fts5,bm25s] [--queries 200]

Figures are printed as soon as they exist, nothing is judged: compare the columns of one run, because the machines this
runs on are shared. An interrupted run ends in the table of what it has. All four sizes take about 40 minutes, most of
them for the index of a million records.

"build" is the time to index all records from the store; above 10,000 records each repeated sentence is read once, so
that it is the index that is timed there. "find and rank" is a warm match up to the cases with their evidence, "whole
answer" goes on to labels, explanations and checks; both are of the same run of each query. "add one" is one record put
into the store and the index, the syncs to disk included. A peer finds and ranks only; its "build" includes making the
texts, and above 100,000 records it is asked fewer queries.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import cold_start
from bench_corpus import Corpus, Pieces, fill
from bench_peers import PEERS

from kb import config, engine, fields, freshness
from kb.engine import Engine
from kb.store.versions import IMPORTED, Put
from kb.store.writer import open_writer

SIZES = "1000 10000 100000 1000000"
SHIPPED = "shipped"
"""Column of the store that a new user has."""
RUNS = {SHIPPED: 15}
"""Pairs of a cold match and a bare Python start; 9 on a synthetic store."""
MANY = 100_000
"""Above so many records a peer takes a second or more a query, and is asked fewer."""
PEER_QUERIES = 20
PEER_SECONDS = 900

TARGETS: dict[tuple[str, str], str] = {
    ("cold match / bare Python", SHIPPED): "4.0",
    ("cold match / bare Python", "100,000"): "5.0",
    ("whole answer, p99, ms", "100,000"): "10",
    ("whole answer, p99, ms", "1,000,000"): "40",
    ("add one, ms", "100,000"): "150",
    **{("cold match, peak MiB", size): "60" for size in (SHIPPED, "1,000", "10,000", "100,000", "1,000,000")},
}
"""What is to be reached at most, by figure and column."""


class Table:
    """Figures by row and column, in the order in which they came."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, str]] = {}
        self._columns: list[str] = []

    def put(self, row: str, column: str, value: float, digits: int = 1) -> None:
        """Keep a figure."""
        if column not in self._columns:
            self._columns.append(column)
        self._rows.setdefault(row, {})[column] = f"{value:,.{digits}f}"

    def text(self) -> str:
        """One line a figure, one column a store; a target stands behind its figure."""
        lines = [f"{'(in brackets: at most)':28}" + "".join(f"{column:>20}" for column in self._columns)]
        for row, cells in self._rows.items():
            shown = [
                cells.get(column, "-") + (f" ({TARGETS[row, column]})" if (row, column) in TARGETS else "")
                for column in self._columns
            ]
            lines.append(f"{row:28}" + "".join(f"{cell:>20}" for cell in shown))
        return "\n".join(lines)


class Percentiles(NamedTuple):
    """Of times in milliseconds."""

    p50: float
    p95: float
    p99: float

    @classmethod
    def of(cls, times: list[float]) -> Percentiles:
        """The value at each share of the sorted times (of 20, the 99th percentile is the greatest)."""
        ordered = sorted(times)
        return cls(*(ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)))


def main() -> None:
    """Measure the shipped store and every size, print one block each and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=SIZES, help="records in the stores (default: %(default)s)")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--peers", default=",".join(PEERS))
    arguments = parser.parse_args()
    sizes = [int(text) for text in arguments.sizes.replace(",", " ").split()]
    peers = [name for name in arguments.peers.split(",") if name]
    cold_start.compile_as_installed()
    os.environ.pop("KB_INDEX_DIR", None)  # each store has an index of its own
    table = Table()
    try:
        with tempfile.TemporaryDirectory() as folder:
            _say("cold start, shipped records")
            database = os.path.join(folder, "kb.db")
            found = cold_start.report(database, cold_start.INPUT.encode(), RUNS[SHIPPED])
            _keep_cold(table, SHIPPED, found)
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                os.environ["KB_DATA_DIR"] = folder
                _one_size(size, folder, arguments.queries, table)
            for name in peers:
                _peer(name, size, arguments.queries, table)
    except KeyboardInterrupt:
        _say("interrupted")
    finally:
        _say("figures beside targets")
        print(table.text(), flush=True)


def _one_size(size: int, folder: str, number: int, table: Table) -> None:
    column = f"{size:,}"
    corpus = Corpus()
    database = os.path.join(folder, "kb.db")
    url = config.database_url(database)
    _say(f"{size:,} records, {number} queries")
    spent = _seconds(lambda: fill(url, corpus, size))
    _say_figure("store", f"{spent:9.1f} s   {'':22}   disk {os.path.getsize(database) / 1e6:8.1f} MB")
    queries = corpus.queries(number)
    freshness.fields = Pieces().fields if size > 10_000 else fields.fields
    with Engine.open(database) as opened:
        spent = _seconds(opened.searcher.reindex)
        freshness.fields = fields.fields
        disk = _disk(config.index_dir(url))
        _say_figure("build", f"{spent:9.1f} s   {size / spent:10,.0f} records/s   disk {disk:8.1f} MB")
        table.put("build, s", column, spent)
        table.put("index, MB", column, disk)
        found, whole = _warm(opened, queries)
    for name, times in (("find and rank", found), ("whole answer", whole)):
        _keep_percentiles(table, name, column, times)
    cold = cold_start.measure(database, queries[0], RUNS.get(column, 9))
    _say_figure(
        "match, cold",
        f"{cold.milliseconds:9.1f} ms  {cold.ratio:6.2f} times a bare Python start   peak {cold.peak:6.1f} MiB",
    )
    _keep_cold(table, column, cold)
    added = _add_one(database, url, [corpus.record(size + more) for more in range(5)])
    _say_figure("add one", f"{added:9.1f} ms  (median of 5)")
    table.put("add one, ms", column, added)


def _warm(opened: Engine, queries: list[bytes]) -> tuple[list[float], list[float]]:
    """Milliseconds of a match up to the cases with their evidence, and of the whole, for each query."""
    turned: list[float] = []
    classify = engine.classify

    def noted(*asked: Any) -> Any:
        turned.append(time.perf_counter())
        return classify(*asked)

    engine.classify = noted  # the first that comes after the cases
    found, whole = [], []
    warming = queries[:10]
    try:
        for query in warming + queries:
            started = time.perf_counter()
            opened.match(query)
            whole.append(1000 * (time.perf_counter() - started))
            found.append(1000 * (turned[-1] - started))
    finally:
        engine.classify = classify
    return found[len(warming) :], whole[len(warming) :]


def _add_one(database: str, url: str, documents: list[dict[str, Any]]) -> float:
    """Median milliseconds until a record is in the store and in the index."""
    times = []
    for document in documents:
        started = time.perf_counter()
        with open_writer(url) as writer:
            writer.put([Put(document, IMPORTED, "")])
        with Engine.open(database) as opened:
            _ = opened.searcher.index
        times.append(1000 * (time.perf_counter() - started))
    return statistics.median(times)


def _peer(name: str, size: int, number: int, table: Table) -> None:
    """Measure a peer in a process of its own; one that fails is told, and the run goes on."""
    asked = min(number, PEER_QUERIES) if size > MANY else number
    command = [sys.executable, os.path.join(os.path.dirname(__file__), "bench_peers.py"), name, str(size), str(asked)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PEER_SECONDS)
    except subprocess.TimeoutExpired:
        _say_figure(name, f"not ready after {PEER_SECONDS} s")
        return
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [f"ended with {done.returncode}, perhaps for want of memory"])[-1]
        _say_figure(name, why)
        return
    figures = json.loads(done.stdout)
    room = f"disk {figures['disk_mb']:8.1f} MB   peak {figures['peak_mib']:.0f} MiB"
    _say_figure(f"{name}, build", f"{figures['build_s']:9.1f} s   {'':22}   {room}")
    _keep_percentiles(table, name, f"{size:,}", figures["times_ms"])


def _keep_cold(table: Table, column: str, cold: cold_start.Cold) -> None:
    table.put("cold match, ms", column, cold.milliseconds)
    table.put("cold match / bare Python", column, cold.ratio, 2)
    table.put("cold match, peak MiB", column, cold.peak)


def _keep_percentiles(table: Table, name: str, column: str, times: list[float]) -> None:
    found = Percentiles.of(times)
    shown = "  ".join(f"{key} {value:8.2f}" for key, value in found._asdict().items())
    _say_figure(name, f"{shown} ms  (n {len(times)})")
    for key, value in found._asdict().items():
        table.put(f"{name}, {key}, ms", column, value)


def _say(heading: str) -> None:
    print(f"\n{heading}", flush=True)


def _say_figure(name: str, told: str) -> None:
    print(f"  {name:14} {told}", flush=True)


def _seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def _disk(folder: str) -> float:
    sizes = (os.path.getsize(os.path.join(base, name)) for base, _, names in os.walk(folder) for name in names)
    return sum(sizes) / 1e6


if __name__ == "__main__":
    main()
