"""How long `kb.signals` takes: 1 MiB of logs of several kinds, and how time grows with the length of a line.

    python scripts/signals_speed.py [--only logs|lines|formats]

Three tables, all in processor time of one warm process, the least of several runs (the seconds of two machines, or of a
busy one, do not compare; the last column of the second and third table does: linear is near 10):

- logs: 1 MiB of log a kind, from lines that repeat but for their numbers to lines that are all different.
- lines: a single hostile line of 1 and 10 MB.
- formats: for each reader in the table of formats a fixture of its, followed by its longest line over and over, without
  an end of line, up to 1 and 10 MB.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator

from kb.signals import read
from kb.signals.families import FAMILIES

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "signals", "fixtures")
MIB = 1 << 20
SIZES = (1, 10)
"""Megabytes of a line."""
RUNS = 5
LINES = {
    "letters": b"a", "digits": b"1", "spaces": b" ", "words": b"error ", "numbers": b"12.5 ", "pairs": b"key=value ",
    "open brackets": b"[", "open braces": b'{"a":', "quotes": b'"', "backslashes": b"\\", "colons": b"a: ",
    "pipes": b"| ", "hex": b"0xdeadbeef ", "paths": b"/var/log/", "times": b"2026-03-01T02:11:01Z ", "dots": b"1.",
    "dashes": b"-", "logfmt": b'level=error msg="', "iterations": b"iteration 10 | lm loss: 2.0 | ",
    "xid": b"NVRM: Xid (PCI:0000:04:00): 79, ", "escapes": b"\x1b[31m", "metric": b'm{a="b"} 1 ', "csv": b"1,2,",
    "jwt": b"eyJhbGciOi.", "e-mail": b"a@b.", "hangul": "느려졌다 ".encode(), "newlines": b"\n", "zero bytes": b"\x00",
}  # fmt: skip
"""What single hostile lines are made of, repeated."""
WORDS = (
    "lease queue cache shard volume bucket tenant cursor segment ledger quorum replica index worker socket pool batch"
    " router tunnel mirror".split()
)


def log_kinds() -> dict[str, Callable[[int], str]]:
    """Kinds of log: a line by its number."""
    chance = random.Random(1)

    def clock(number: int) -> str:
        return f"02:{number // 60 % 60:02d}:{number % 60:02d}"

    def some(count: int) -> str:
        return " ".join(chance.choices(WORDS, k=count))

    return {
        "syslog": lambda n: f"Mar  1 {clock(n)} node{n % 16} systemd[{n % 4000}]: Started session {n} of user root.",
        "json lines": lambda n: (
            f'{{"time":"2026-03-01T{clock(n)}Z","level":"info","logger":"api","msg":"served","path":"/v1/{n}",'
            f'"ms":{n % 900}}}'
        ),
        "nccl": lambda n: (
            f"node{n % 16}:{1000 + n % 9}:{2000 + n % 7} [{n % 8}] NCCL INFO Channel {n % 32:02d}/0 : {n % 64}[{n % 8}]"
            f" -> {(n + 1) % 64}[{(n + 1) % 8}] [send] via NET/IB/{n % 8}/GDRDMA"
        ),
        "etcd": lambda n: (
            f'{{"level":"warn","ts":"2026-03-01T{clock(n)}.123Z","caller":"etcdserver/util.go:170","msg":"apply request'
            f' took too long","took":"{n % 900}.5ms","expected-duration":"100ms","request":"key:\\"/pods/{n}\\""}}'
        ),
        "iterations": lambda n: (
            f" iteration {n:8d}/  500000 | consumed samples: {n * 512:12d} | elapsed time per iteration (ms):"
            f" 51{n % 100:02d}.5 | lm loss: 2.{n % 1000:03d}E+00 | grad norm: 0.{n % 90 + 10} |"
        ),
        "unknown lines": lambda n: f"request {n} served by worker {n % 16} in {n % 900} ms",
        "errors, all distinct": lambda n: (
            f"2026-03-01 {clock(n)} ERROR {some(5)} failed: timeout after {n} ms"
        ),
        "all distinct": lambda n: f"{some(6)} {n}",
    }  # fmt: skip


def show_logs() -> None:
    """The table of logs."""
    print(f"{'1 MiB of log, warm':28}{'ms':>8}")
    for name, line in log_kinds().items():
        logs = [filled(line, MIB, run * 100_000) for run in range(RUNS + 1)]
        spent = [seconds(data) for data in logs]
        print(f"{name:28}{1000 * min(spent[1:]):8.0f}", flush=True)


def filled(line: Callable[[int], str], size: int, first: int) -> bytes:
    """Lines one after the other from the number `first` on, `size` bytes."""
    lines: list[str] = []
    length = 0
    while length < size:
        lines.append(line(first + len(lines)))
        length += len(lines[-1]) + 1
    return "\n".join(lines).encode()[:size]


def show_growth(title: str, inputs: Iterator[tuple[str, bytes, bytes]]) -> None:
    """A table of growth: for each name a beginning and what is repeated behind it."""
    print(f"{title:44}" + "".join(f"{size:>7} MB" for size in SIZES) + "   10 MB / 1 MB")
    for name, begin, unit in inputs:
        spent = []
        for size in SIZES:
            data = (begin + unit * (size * 10**6 // len(unit) + 1))[: size * 10**6]
            spent.append(min(seconds(data) for _ in range(3 if size == 1 else 1)))
        print(
            f"{name:44}" + "".join(f"{value:8.2f} s" for value in spent) + f"{spent[-1] / spent[0]:12.1f}", flush=True
        )


def formats() -> Iterator[tuple[str, bytes, bytes]]:
    """For each reader one of its formats: name, a fixture, and the longest line of it."""
    seen: set[str] = set()
    files = sorted(os.listdir(FIXTURES))
    for family in FAMILIES:
        if not family.reader or family.reader in seen:
            continue
        seen.add(family.reader)
        own = [name for name in files if name.startswith(f"{family.format.replace(':', '-')}.")]
        with open(os.path.join(FIXTURES, min(own, key=lambda name: "healthy" in name)), "rb") as file:
            data = file.read()
        yield f"{family.reader.removeprefix('kb.signals.')} ({family.format})", data, max(data.splitlines(), key=len)


def seconds(data: bytes) -> float:
    """Processor time of one reading."""
    started = time.process_time()
    read(data)
    return time.process_time() - started


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("logs", "lines", "formats"), help="one of the tables")
    only = parser.parse_args().only
    if only in (None, "logs"):
        show_logs()
    if only in (None, "lines"):
        show_growth("a single line of", ((name, b"", unit) for name, unit in LINES.items()))
    if only in (None, "formats"):
        show_growth("the longest line of a fixture, repeated", formats())


if __name__ == "__main__":
    main()
