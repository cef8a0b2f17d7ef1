"""The engine, used from the UI without blocking it: each verb runs in a thread, one at a time for each engine.

There are two engines over one store: reading a log of 10 MB for a match must not hold up a search that is being typed.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from kb.errors import KbError

if TYPE_CHECKING:
    from kb import triage
    from kb.answer import Answer
    from kb.engine import Engine

T = TypeVar("T")
Progress = Callable[[int, int], None]


class _Desk:
    """An engine that is opened when first needed, and the lock that makes callers take turns."""

    def __init__(self, database: str | None) -> None:
        self._database = database
        self._engine: Engine | None = None
        self._lock = threading.Lock()

    def ask(self, question: Callable[[Engine], T], progress: Progress | None = None) -> T:
        with self._lock:
            if self._engine is None:
                from kb.engine import Engine

                self._engine = Engine.open(self._database, progress=progress)
            return question(self._engine)

    def close(self) -> None:
        with self._lock:
            if self._engine is not None:
                self._engine.close()
                self._engine = None


class Session:
    """Asks the engine. Every failure comes out as a KbError, so that screens can show it as a panel."""

    def __init__(self, database: str | None = None) -> None:
        self._search = _Desk(database)
        self._match = _Desk(database)

    async def ask(self, question: Callable[[Engine], T], progress: Progress | None = None) -> T:
        """The answer to a question to the engine; `progress` is called from another thread while records load."""
        return await asyncio.to_thread(_guarded, lambda: self._search.ask(question, progress))

    async def match(self, data: bytes, top: int, progress: Progress | None = None) -> Answer:
        """The answer to an input; `progress` as in `ask`."""
        return await asyncio.to_thread(
            _guarded, lambda: self._match.ask(lambda engine: engine.match(data, top), progress)
        )

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
