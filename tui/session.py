"""The engine, used from the UI without blocking it: each verb runs in a thread, one at a time for each engine.

There are two engines over one store: reading a log of 10 MB for a match must not hold up a search that is being typed.
Whoever is cancelled while it waits for its turn gives the turn up; a long reading that is cancelled goes on unseen with
the engine it has, and the next input gets another one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from kb.errors import KbError

if TYPE_CHECKING:
    from kb import triage
    from kb.answer import Answer
    from kb.engine import Engine

T = TypeVar("T")
Progress = Callable[[int, int], None]

_LONG_BYTES = 1_000_000
"""An input of which the reading takes a second or so: too long to wait for once nobody wants it."""


_KEPT_DOCUMENTS = 1000
"""Twice as many as two searches show, a few tens of megabytes: reading them again is a third of a search."""


class GivenUpError(KbError):
    """The one who asked no longer wants the answer."""


class _Desk:
    """An engine that is opened when first needed, and the lock that makes callers take turns."""

    def __init__(self, database: str | None) -> None:
        self._database = database
        self._engine: Engine | None = None
        self._lock = threading.Lock()
        self._is_left = False

    def ask(
        self, question: Callable[[Engine], T], progress: Progress | None = None, given_up: threading.Event | None = None
    ) -> T:
        with self._lock:
            if given_up is not None and given_up.is_set():
                raise GivenUpError("given up")
            if self._engine is None:
                from kb.engine import Engine

                self._engine = Engine.open(self._database, progress=progress)
                self._engine.reader.keep_decoded(_KEPT_DOCUMENTS)
            try:
                return question(self._engine)
            finally:
                if self._is_left:
                    self._close()

    def leave(self) -> None:
        """Close the engine without waiting for it: the question that it is answering closes it."""
        self._is_left = True
        if self._lock.acquire(blocking=False):
            try:
                self._close()
            finally:
                self._lock.release()

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


class Session:
    """Asks the engine. Every failure comes out as a KbError, so that screens can show it as a panel."""

    def __init__(self, database: str | None = None) -> None:
        self._database = database
        self._search = _Desk(database)
        self._match = _Desk(database)

    async def ask(self, question: Callable[[Engine], T], progress: Progress | None = None) -> T:
        """The answer to a question to the engine; `progress` is called from another thread while records load."""
        given_up = threading.Event()
        try:
            return await asyncio.to_thread(_guarded, lambda: self._search.ask(question, progress, given_up))
        except asyncio.CancelledError:
            given_up.set()
            raise

    async def match(self, data: bytes, top: int, progress: Progress | None = None) -> Answer:
        """The answer to an input; `progress` as in `ask`. Who cancels it need not wait, however long the input is."""
        desk, given_up = self._match, threading.Event()
        try:
            return await _in_thread(lambda: desk.ask(lambda engine: engine.match(data, top), progress, given_up))
        except asyncio.CancelledError:
            given_up.set()
            if len(data) >= _LONG_BYTES and desk is self._match:
                self._match = _Desk(self._database)
                desk.leave()
            raise

    async def begin(self, data: bytes) -> triage.Session:
        """The session of triage that an input begins now."""
        from kb import triage

        now = datetime.now(UTC)
        return await asyncio.to_thread(
            _guarded, lambda: self._match.ask(lambda engine: triage.begin(engine, data, now))
        )

    async def run(self, work: Callable[[], T]) -> T:
        """The result of work that needs no open engine (an import, a download)."""
        return await asyncio.to_thread(_guarded, work)

    def renew(self) -> None:
        """See what was written since: both engines are opened anew when next asked."""
        self._search.close()
        self._match.close()

    def close(self) -> None:
        """Close the store."""
        self.renew()


async def _in_thread(work: Callable[[], T]) -> T:
    """The result of work in a thread of its own, which the end of the program does not wait for."""
    result: Future[T] = Future()
    result.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result.set_result(_guarded(work))
        except (KbError, FileExistsError) as error:
            result.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(result)


def _guarded(work: Callable[[], T]) -> T:
    try:
        return work()
    except (KbError, FileExistsError):
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        where = f": {error.filename}" if error.filename else ""
        raise KbError(f"{reason}{where}", "Check the path, the permissions and the disk.") from error
    except Exception as error:
        raise KbError(
            f"internal error: {type(error).__name__}: {error}", "This is a defect in kb; please report it."
        ) from error
