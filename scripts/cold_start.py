"""Whole-process time and memory of `kb match` against a bare Python start, and what each import costs.

Prints medians over alternating runs (A B A B ...), because the machines this runs on are shared: the
ratio is the figure to read. Run it with the Python that kb is installed in:

    python scripts/cold_start.py [--runs 15] [--db PATH] [--input FILE]
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import kb

INPUT = """[rank3]: NCCL WARN NET/IB : Got completion with error 12, opcode 0, len 0, vendor err 129
Training stopped making progress at iteration 1250, all GPUs at 100 %, no new checkpoint for 40 minutes
"""
KB = [os.path.join(os.path.dirname(sys.executable), "kb")]
"""The installed command, as people call it: `python -m` costs a search for the module more."""


class Cold(NamedTuple):
    """A cold match: milliseconds of it and of a bare Python start (medians), the ratio (median, least and greatest of
    the pairs), and peak memory of both in MiB."""

    milliseconds: float
    bare_milliseconds: float
    ratio: float
    least: float
    greatest: float
    peak: float
    bare_peak: float


def main() -> None:
    """Measure and print."""
    compile_as_installed()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--db", help="database to match against (default: a fresh one with the shipped records)")
    parser.add_argument("--input", help="file to match (default: two lines of a training log)")
    arguments = parser.parse_args()
    data = Path(arguments.input).read_bytes() if arguments.input else INPUT.encode()
    with tempfile.TemporaryDirectory() as folder:
        report(arguments.db or os.path.join(folder, "kb.db"), data, arguments.runs)


def compile_as_installed() -> None:
    """Byte-compile kb, as pip does when it installs, and let the processes that are measured use it."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(os.path.dirname(kb.__file__), quiet=1)


def report(database: str, data: bytes, runs: int) -> Cold:
    """Measure a cold match against a database, which is made if there is none, and print everything; the figures."""
    command = _command(database)
    started = time.perf_counter()
    _run(command, data)
    print(f"first run (loads the shipped records into a new store)  {1000 * (time.perf_counter() - started):8.1f} ms")
    found = measure(database, data, runs)
    print(f"bare python -c pass                    {found.bare_milliseconds:8.1f} ms")
    print(f"kb match, cold process                 {found.milliseconds:8.1f} ms")
    print(
        f"ratio, median of {runs} pairs              {found.ratio:8.2f}"
        f"    (min {found.least:.2f}, max {found.greatest:.2f})"
    )
    print(f"peak memory of a cold match            {found.peak:8.1f} MiB (bare Python {found.bare_peak:.1f} MiB)")
    print("\nimports of a match, own time, most expensive first", flush=True)
    rows = _imports(command, data)
    for spent, name in rows[:12]:
        print(f"  {spent / 1000:6.1f} ms  {name}")
    print(f"  {sum(spent for spent, _ in rows[12:]) / 1000:6.1f} ms  {len(rows[12:])} others", flush=True)
    return found


def measure(database: str, data: bytes, runs: int) -> Cold:
    """A cold match against a database that is ready, beside a bare Python start, in turn."""
    command = _command(database)
    _run(command, data)
    pairs = [(_timed(_bare(), b""), _timed(command, data)) for _ in range(runs)]
    ratios = [cold / bare for bare, cold in pairs]
    bare, cold = (1000 * statistics.median(times) for times in zip(*pairs, strict=True))
    peak, bare_peak = _peak(command, data), _peak(_bare(), b"")
    return Cold(cold, bare, statistics.median(ratios), min(ratios), max(ratios), peak, bare_peak)


def _command(database: str) -> list[str]:
    return [*KB, "match", "--json", "--db", database]


def _bare() -> list[str]:
    return [sys.executable, "-c", "pass"]


def _timed(command: list[str], data: bytes) -> float:
    started = time.perf_counter()
    _run(command, data)
    return time.perf_counter() - started


def _run(command: list[str], data: bytes) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr.decode())
    return done


def _imports(command: list[str], data: bytes) -> list[tuple[int, str]]:
    traced = [sys.executable, "-X", "importtime", *command]
    rows = []
    for line in _run(traced, data).stderr.decode().splitlines():
        if line.startswith("import time:") and "self" not in line:
            own, _, name = line.removeprefix("import time:").split("|")
            rows.append((int(own), name.strip()))
    return sorted(rows, reverse=True)


def _peak(command: list[str], data: bytes) -> float:
    """Peak resident memory in MiB of one run, measured by a process that has no other child."""
    code = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], input=sys.stdin.buffer.read(), stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], input=data, capture_output=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024
    return int(done.stdout) * unit / 2**20


if __name__ == "__main__":
    main()
