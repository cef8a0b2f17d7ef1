"""Throw damaged inputs at `kb.signals`: nothing may raise, no span may leave the input, no line may cost its square.

Inputs are made from the fixtures of tests/signals: random bytes, prefixes, bytes changed, removed, repeated or replaced
by hostile ones, numbers made huge, lines shuffled, and two fixtures glued together. Readers run in strict mode, so an
error that `kb match` would survive counts too. What fails is saved as a file, and the exit code is 1.

    python scripts/fuzz_signals.py [--seconds 600] [--seed N] [--save FOLDER]
    python scripts/fuzz_signals.py --time

`--time` prints instead how much processor time single hostile lines of 1, 2, 5 and 10 MB take (linear: the last column
stays near 10, whatever the machine) and 1 MiB of log, warm. The seconds of different runs are not comparable.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

from kb.signals import Signals, read, reader

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "signals", "fixtures")
HOSTILE = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\x1b[31m", b"\r\n", b"\n\n", b"{", b"[", b'"', b"\\", b"```", b"|", b"\t",
    b"nan", b"inf", b"1e999", b"-", b"%", b"9" * 400, b"\xed\xa0\x80", "\uac01".encode(), "\u1100\u1161\u11a8".encode(),
    b"=", b": ",
)  # fmt: skip
HUGE = (b"9" * 400, b"9" * 5000, b"1e999", b"0", b"0" * 30, b"-1")
LINES = {
    "letters": b"a", "digits": b"1", "spaces": b" ", "words": b"error ", "numbers": b"12.5 ", "pairs": b"key=value ",
    "open brackets": b"[", "open braces": b'{"a":', "quotes": b'"', "backslashes": b"\\", "colons": b"a: ",
    "pipes": b"| ", "hex": b"0xdeadbeef ", "paths": b"/var/log/", "times": b"2026-03-01T02:11:01Z ", "dots": b"1.",
    "dashes": b"-", "logfmt": b'level=error msg="', "iterations": b"iteration 10 | lm loss: 2.0 | ",
    "xid": b"NVRM: Xid (PCI:0000:04:00): 79, ", "escapes": b"\x1b[31m", "metric": b'm{a="b"} 1 ', "csv": b"1,2,",
    "jwt": b"eyJhbGciOi.", "e-mail": b"a@b.", "hangul": "느려졌다 ".encode(), "newlines": b"\n", "zero bytes": b"\x00",
}  # fmt: skip
"""What single hostile lines are made of, repeated."""
SIZES = (1, 2, 5, 10)
LOG = (
    "2026-03-01T02:{minute:02d}:{second:02d}Z INFO worker-{node} served request {number} in {number} ms",
    "Mar  1 02:{minute:02d}:{second:02d} node{node} kernel: nfs: server fs{node} not responding, still trying",
    "[rank{node}]: iteration {number} | elapsed time per iteration (ms): 51{second:02d}.5 | lm loss: 2.{second:02d} |",
    'level=warn ts=177233{number} caller=store.go:{node} msg="slow write" took={second}ms',
    "E0301 02:{minute:02d}:{second:02d}.123456    1 pod_workers.go:{node}] Error syncing pod 1f{number}, skipping",
)


class Failure(NamedTuple):
    """What went wrong with an input, and the file that it is saved in."""

    what: str
    path: str


def load() -> list[bytes]:
    """All fixtures, in the order of their names."""
    inputs = []
    for name in sorted(os.listdir(FIXTURES)):
        with open(os.path.join(FIXTURES, name), "rb") as file:
            inputs.append(file.read())
    return inputs


class Maker:
    """Makes one damaged input after another; the same seed gives the same ones."""

    def __init__(self, fixtures: list[bytes], seed: int) -> None:
        self.random = random.Random(seed)
        self.fixtures = fixtures
        self.ways: tuple[Callable[[], bytes], ...] = (
            self.noise, self.prefix, self.glued, self.changed, self.changed, self.counted, self.shuffled, self.repeated,
        )  # fmt: skip

    def next(self) -> bytes:
        """One input of at most about 40 KB."""
        return self.random.choice(self.ways)()

    def noise(self) -> bytes:
        """Random bytes, or random characters that formats are made of."""
        size = self.random.randrange(2000)
        if self.random.random() < 0.5:
            return self.random.randbytes(size)
        return bytes(self.random.choices(b' \n\t{}[]":,|=-+.%()0123456789abcdeXidERROR', k=size))

    def fixture(self) -> bytes:
        """One of the fixtures."""
        return self.random.choice(self.fixtures)

    def prefix(self) -> bytes:
        """The beginning, the end or the middle of a fixture."""
        data = self.fixture()
        start, end = sorted(self.random.randrange(len(data) + 1) for _ in range(2))
        return self.random.choice((data[:end], data[start:], data[start:end]))

    def glued(self) -> bytes:
        """Two fixtures, or the ends of them, one after the other."""
        first, second = (self.prefix() if self.random.random() < 0.3 else self.fixture() for _ in range(2))
        return first + self.random.choice((b"", b"\n", b"\n\n", b" ", b"\n$ ")) + second

    def changed(self) -> bytes:
        """A fixture with up to twelve places changed, removed or replaced by something hostile."""
        data = bytearray(self.fixture())
        for _ in range(self.random.randrange(1, 13)):
            at = self.random.randrange(len(data) + 1)
            length = self.random.choice((0, 1, 1, 4, 40))
            put = self.random.choice((*HOSTILE, b"", self.random.randbytes(self.random.randrange(1, 5))))
            data[at : at + length] = put
        return bytes(data)

    def counted(self) -> bytes:
        """A fixture with one of its numbers replaced by one that no integer, float or clock can hold, or by zero."""
        data = self.fixture()
        numbers = list(re.finditer(rb"\d+(?:\.\d+)?", data))
        if not numbers:
            return data
        place = self.random.choice(numbers)
        return data[: place.start()] + self.random.choice(HUGE) + data[place.end() :]

    def shuffled(self) -> bytes:
        """A fixture with its lines, or its words, in another order, some of them missing."""
        mark = self.random.choice((b"\n", b"\n", b" "))
        pieces = self.fixture().split(mark)
        self.random.shuffle(pieces)
        return mark.join(pieces[: self.random.randrange(len(pieces)) + 1])

    def repeated(self) -> bytes:
        """A fixture with one stretch of it many times over."""
        data = self.fixture()
        start = self.random.randrange(len(data) + 1)
        stretch = data[start : start + self.random.randrange(1, 60)]
        return (data[:start] + stretch * self.random.randrange(2, 400) + data[start:])[:40_000]


def check(data: bytes, signals: Signals) -> None:
    """Raises AssertionError for a span outside the input or signals out of order."""
    spans = [signal.span for signal in signals.signals] + [phrase.span for phrase in signals.phrases]
    for start, end in spans:
        assert 0 <= start <= end <= len(data), f"span {start}-{end} of {len(data)} bytes"
    starts = [signal.span[0] for signal in signals.signals]
    assert starts == sorted(starts), "signals are out of order"


def fuzz(seconds: float, seed: int, folder: str) -> list[Failure]:
    """Read inputs for so long; print the pace and the slowest; one failure for each place in the code."""
    maker = Maker(load(), seed)
    found: dict[str, Failure] = {}
    count, slowest, slowest_input = 0, 0.0, b""
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        data = maker.next()
        count += 1
        before = time.perf_counter()
        try:
            check(data, reader.read(data, len(data) + 1, strict=True))
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__}: {error} ({os.path.basename(place.filename)}:{place.lineno})"
            key = f"{type(error).__name__}-{os.path.basename(place.filename)}-{place.lineno}"
            if key not in found:
                found[key] = Failure(what, _save(folder, f"{key}.bin", data))
        spent = time.perf_counter() - before
        if spent > slowest:
            slowest, slowest_input = spent, data
    print(f"seed {seed}: {count} inputs, {count / seconds:.0f} a second")
    print(
        f"slowest {1000 * slowest:.0f} ms for {len(slowest_input)} bytes: {_save(folder, 'slowest.bin', slowest_input)}"
    )
    return list(found.values())


def _save(folder: str, name: str, data: bytes) -> str:
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def show_times() -> None:
    """Print how time grows with a single hostile line, and the time of 1 MiB of log."""
    log = sample_log(1 << 20)
    read(log)
    times = [_seconds(log) for _ in range(5)]
    print(f"1 MiB of log, warm: median {1000 * statistics.median(times):.0f} ms, least {1000 * min(times):.0f} ms\n")
    print(f"{'single line of':16}" + "".join(f"{size:>7} MB" for size in SIZES) + "   10 MB / 1 MB")
    for name, unit in LINES.items():
        spent = [_seconds((unit * (size * 10**6 // len(unit) + 1))[: size * 10**6]) for size in SIZES]
        print(f"{name:16}" + "".join(f"{value:8.2f} s" for value in spent) + f"{spent[-1] / spent[0]:12.1f}")


def _seconds(data: bytes) -> float:
    started = time.process_time()
    read(data)
    return time.process_time() - started


def sample_log(size: int) -> bytes:
    """Lines of five programs in turn, `size` bytes."""
    lines: list[str] = []
    length = number = 0
    while length < size:
        kind = LOG[number % len(LOG)]
        lines.append(kind.format(minute=number // 60 % 60, second=number % 60, node=number % 16, number=number))
        length += len(lines[-1]) + 1
        number += 1
    return "\n".join(lines).encode()[:size]


def main() -> None:
    """Fuzz, or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FOLDER", help="where failing inputs go (default: a new temporary folder)")
    parser.add_argument("--time", action="store_true", help="measure growth with size instead")
    arguments = parser.parse_args()
    if arguments.time:
        show_times()
        return
    failures = fuzz(arguments.seconds, arguments.seed, arguments.save or tempfile.mkdtemp(prefix="kb-fuzz-"))
    for failure in failures:
        print(f"{failure.what}\n  {failure.path}")
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
