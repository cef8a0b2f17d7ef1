"""An import that is killed at any moment leaves all of it or nothing, and a store that opens."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from typing import NamedTuple

import import_child
import pytest

from kb.errors import MissingStoreError
from kb.store.reader import open_reader

COUNT = 200
KILLS = 50


class Nursery:
    """The process of `import_child`; see there."""

    def __init__(self) -> None:
        self.process = import_child.start()

    def start(self, url: str, first: int, turn: int) -> int:
        """Begin an import; the process id of who does it."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{url} {first} {COUNT} {turn}\n")
        return int(self.line().removeprefix("pid "))

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def end(self) -> tuple[bool, int]:
        """Whether the child said that it was done, and its exit status."""
        said_done = False
        while not (line := self.line()).startswith("ended "):
            assert line == "done"
            said_done = True
        return said_done, int(line.removeprefix("ended "))


class Killed(NamedTuple):
    was_killed: bool
    said_done: bool


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    served = Nursery()
    yield served
    assert served.process.communicate() == ("", "")
    assert served.process.returncode == 0


def import_and_kill(nursery: Nursery, url: str, first: int, turn: int, delay: float) -> Killed:
    child = nursery.start(url, first, turn)
    time.sleep(delay)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    said_done, status = nursery.end()
    assert status in (0, -signal.SIGKILL)
    return Killed(status != 0, said_done)


def length_of_an_import(nursery: Nursery, url: str) -> float:
    """Seconds that an import takes; afterwards the records 0 to 3 * COUNT are in the store."""
    lengths = []
    for number in range(3):
        begin = time.monotonic()
        nursery.start(url, number * COUNT, 0)
        assert nursery.end() == (True, 0)
        lengths.append(time.monotonic() - begin)
    return min(lengths)


def turns(url: str, first: int) -> set[int | None]:
    """The rounds that the records of an import are of; None stands for those that are not there."""
    ids = [f"R-{number}" for number in range(first, first + COUNT)]
    with open_reader(url) as reader:
        found = reader.documents(ids)
        assert reader.state().records == len(reader.names())
    return {int(found[name]["updated_at"][-3:-1]) if name in found else None for name in ids}


def check_integrity(path: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_killed_while_adding_to_a_store(nursery, url, path):
    random_delay = random.Random(20261)
    length = length_of_an_import(nursery, url)
    kills = 0
    held: dict[int, set[int | None]] = {}
    for attempt in range(4 * KILLS):
        first = (attempt + 3) * COUNT
        # Every other kill is aimed at the end, where the commit is.
        share = random_delay.uniform(0.8, 1.0) if attempt % 2 else random_delay.uniform(0.0, 1.0)
        killed = import_and_kill(nursery, url, first, 1, share * length)
        kills += killed.was_killed
        held[first] = turns(url, first)
        assert held[first] in ({1}, {None})
        if killed.said_done:
            assert held[first] == {1}
        if kills == KILLS:
            break
    assert kills == KILLS
    for first, before in held.items():
        assert turns(url, first) == before
    check_integrity(path)


def test_killed_while_updating_a_store(nursery, url, path):
    random_delay = random.Random(20262)
    length = length_of_an_import(nursery, url)
    kills = held = 0
    for turn in range(1, 60):
        killed = import_and_kill(nursery, url, 0, turn, random_delay.uniform(0.0, 1.0) * length)
        kills += killed.was_killed
        (now,) = turns(url, 0)
        assert now == turn or (now == held and not killed.said_done)
        held = now
        if kills == 10:
            break
    assert kills == 10
    with open_reader(url) as reader:
        for name in ("R-0", f"R-{COUNT - 1}"):
            *earlier, current = reader.versions(name)
            assert current.current
            assert len(earlier) == reader.state().revision - 3
    check_integrity(path)


def test_killed_while_making_the_store(nursery, tmp_path):
    random_delay = random.Random(20263)
    length = length_of_an_import(nursery, f"sqlite:///{tmp_path}/whole.db")
    kills = 0
    for number in range(10):
        url = f"sqlite:///{tmp_path}/{number}.db"
        kills += import_and_kill(nursery, url, 0, 1, random_delay.uniform(0.0, 1.0) * length).was_killed
        with contextlib.suppress(MissingStoreError):
            assert turns(url, 0) in ({1}, {None})
        nursery.start(url, 0, 2)
        assert nursery.end() == (True, 0)
        assert turns(url, 0) == {2}
    assert kills
