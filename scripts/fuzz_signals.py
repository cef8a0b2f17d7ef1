"""Throw damaged inputs at `kb.signals`: nothing may raise, no span may leave the input.

Inputs are made from the fixtures of tests/signals, or from the files of another folder: random bytes, prefixes, bytes
changed, removed, repeated or replaced by hostile ones, numbers made huge, lines shuffled, and two files glued together.
Readers run in strict mode, so an error that `kb match` would survive counts too. What fails is saved as a file, and the
exit code is 1. How time grows with the size of an input is measured by signals_speed.py.

    python scripts/fuzz_signals.py [FOLDER] [--seconds 600] [--seed N] [--save FOLDER]
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

from kb.signals import Signals, reader

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "signals", "fixtures")
HOSTILE = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\x1b[31m", b"\r\n", b"\n\n", b"{", b"[", b'"', b"\\", b"```", b"|", b"\t",
    b"nan", b"inf", b"1e999", b"-", b"%", b"9" * 400, b"\xed\xa0\x80", "\uac01".encode(), "\u1100\u1161\u11a8".encode(),
    b"=", b": ",
)  # fmt: skip
HUGE = (b"9" * 400, b"9" * 5000, b"1e999", b"0", b"0" * 30, b"-1")


class Failure(NamedTuple):
    """What went wrong with an input, and the file that it is saved in."""

    what: str
    path: str


def load(folder: str) -> list[bytes]:
    """All files of a folder, in the order of their names."""
    inputs = []
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_file():
            with open(entry.path, "rb") as file:
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


def fuzz(fixtures: list[bytes], seconds: float, seed: int, folder: str) -> list[Failure]:
    """Read inputs for so long; print the pace and the slowest; one failure for each place in the code."""
    maker = Maker(fixtures, seed)
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


def main() -> None:
    """Fuzz, or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default=FIXTURES, help="files to damage (default: those of tests/signals)")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FOLDER", help="where failing inputs go (default: a new temporary folder)")
    arguments = parser.parse_args()
    fixtures = load(arguments.folder)
    if not fixtures:
        parser.error(f"no files in {arguments.folder}")
    save = arguments.save or tempfile.mkdtemp(prefix="kb-fuzz-")
    failures = fuzz(fixtures, arguments.seconds, arguments.seed, save)
    for failure in failures:
        print(f"{failure.what}\n  {failure.path}")
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
