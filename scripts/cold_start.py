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

import kb

INPUT = """[rank3]: NCCL WARN NET/IB : Got completion with error 12, opcode 0, len 0, vendor err 129
Training stopped making progress at iteration 1250, all GPUs at 100 %, no new checkpoint for 40 minutes
"""
KB = [os.path.join(os.path.dirname(sys.executable), "kb")]
"""The installed command, as people call it: `python -m` costs a search for the module more."""


def main() -> None:
    """Measure and print."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(os.path.dirname(kb.__file__), quiet=1)  # as pip does when it installs
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--db", help="database to match against (default: a fresh one with the shipped records)")
    parser.add_argument("--input", help="file to match (default: two lines of a training log)")
    arguments = parser.parse_args()
    data = Path(arguments.input).read_bytes() if arguments.input else INPUT.encode()
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.db or os.path.join(folder, "kb.db")
        command = [*KB, "match", "--json", "--db", database]
        started = time.perf_counter()
        _run(command, data)
        print(f"first use (loads the shipped records)  {1000 * (time.perf_counter() - started):8.1f} ms")
        _compare(command, data, arguments.runs)
        print("\nimports of a match, own time, most expensive first")
        for spent, name in _imports(command, data)[:12]:
            print(f"  {spent / 1000:6.1f} ms  {name}")
        ours, bare = _peak(command, data), _peak(_bare(), b"")
        print(f"\npeak memory of a cold match  {ours:6.1f} MiB (bare Python {bare:.1f} MiB)")


def _bare() -> list[str]:
    return [sys.executable, "-c", "pass"]


def _compare(command: list[str], data: bytes, runs: int) -> None:
    bare, cold = [], []
    for _ in range(runs):
        bare.append(_timed(_bare(), b""))
        cold.append(_timed(command, data))
    ratios = [ours / theirs for ours, theirs in zip(cold, bare, strict=True)]
    print(f"bare python -c pass                    {1000 * statistics.median(bare):8.1f} ms")
    print(f"kb match, cold process                 {1000 * statistics.median(cold):8.1f} ms")
    low, high = min(ratios), max(ratios)
    print(f"ratio, median of pairs                 {statistics.median(ratios):8.2f}    (min {low:.2f}, max {high:.2f})")


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
