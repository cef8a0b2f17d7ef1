"""Everything that only SQLite understands: how a file is opened, locked and configured, and what its errors mean.

Readers open a file read-only and must work in a directory that they may not write to. Writers take the write
lock at the start (`BEGIN IMMEDIATE`), because a lock that is taken later can fail in the middle of a
transaction. Waiting is a loop of short waits in Python, so that Ctrl-C ends it at once.
"""

from __future__ import annotations

import os
import sqlite3
import time

from kb.errors import MissingStoreError, StoreBusyError, StoreCorruptError, StoreError
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

READ_TIMEOUT = 5.0
"""Seconds. In WAL mode a reader waits only while another process recovers the log."""

WRITE_TIMEOUT = 30.0
"""Seconds to wait for another writer; an import of 10,000 records holds the lock for about ten."""

TOLD_AFTER = 1.0
"""Seconds of waiting for another writer after which `on_wait` is called."""

on_wait: Callable[[str], None] | None = None
"""Called with one line, once a wait. For a front end that has somewhere to say it; a program that embeds kb may be used
in many threads and hears nothing unless it asks."""

_SHORT_WAIT = 0.2

_BUSY, _LOCKED, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _NOTADB = 5, 6, 8, 10, 11, 13, 14, 26
"""Primary result codes of https://sqlite.org/rescode.html."""


def connect(path: str, *, write: bool = False, timeout: float = READ_TIMEOUT) -> sqlite3.Connection:
    """Open a file in autocommit mode; a writer creates it and the data directory.

    Raises MissingStoreError when a reader finds no file, and the other StoreErrors of `failure`.
    """
    if write:
        return _connect_writer(path, timeout)
    if os.path.isdir(path):
        raise StoreError(f"{path} is a directory, not a database", "Name a file with --db or KB_DATABASE_URL.")
    if not os.path.exists(path):
        raise MissingStoreError(f"there is no database at {path} yet", "Any kb command makes it on first use.")
    try:
        try:
            return _open_readable(path, "mode=ro", timeout)
        except sqlite3.Error as error:
            # A WAL file cannot be read where its -shm file can be neither found nor made. While nobody has
            # written since the last checkpoint (no -wal content) the file alone is complete.
            if _code(error) not in (_CANTOPEN, _READONLY) or _has_content(path + "-wal"):
                raise
            return _open_readable(path, "immutable=1", timeout)
    except sqlite3.Error as error:
        raise failure(error, path) from error


def begin_write(connection: sqlite3.Connection, timeout: float) -> None:
    """Take the write lock. Raises sqlite3.OperationalError (busy) when it is not free within `timeout` seconds."""
    _patiently(connection, "BEGIN IMMEDIATE", timeout)


def enforce_foreign_keys(connection: sqlite3.Connection, enforce: bool) -> None:
    """Switch the checking of foreign keys, which SQLite leaves off; has no effect inside a transaction."""
    connection.execute(f"PRAGMA foreign_keys = {'ON' if enforce else 'OFF'}")


def table_names(connection: sqlite3.Connection) -> set[str]:
    """Names of the tables in the file."""
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def failure(error: sqlite3.Error, path: str) -> StoreError:
    """The error of our own tree for an error of the driver, with what happened and what to do."""
    code = _code(error)
    folder = os.path.dirname(path) or "."
    if code in (_BUSY, _LOCKED):
        return StoreBusyError(
            f"another process is writing to {path}", "Wait until it is done (an import, perhaps), then try again."
        )
    if code in (_CORRUPT, _NOTADB):
        what = "is not an SQLite database" if code == _NOTADB else "is damaged"
        return StoreCorruptError(
            f"{path} {what}; it was left as it is",
            "Restore it from a backup, or move it away: kb then makes a new one, and `kb import` brings exports back.",
        )
    if code == _FULL:
        return StoreError(f"the disk is full: {path} could not grow, nothing was changed", f"Free space in {folder}.")
    if code == _READONLY:
        return StoreError(f"{path} cannot be written to", f"Check the permissions of the file and of {folder}.")
    if code == _CANTOPEN:
        return StoreError(f"{path} cannot be opened", f"Check that {folder} exists and that you may read and write it.")
    if code == _IOERR:
        return StoreError(
            f"reading or writing {path} failed: {error}", "Check the disk or the network file system, then try again."
        )
    return StoreError(f"{path}: {error}", "Run `kb doctor`.")


def _connect_writer(path: str, timeout: float) -> sqlite3.Connection:
    folder = os.path.dirname(os.path.abspath(path))
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the directory {folder} cannot be made: {error.strerror}", "Name another place with --db or KB_DATA_DIR."
        ) from error
    if os.path.isdir(path):
        raise StoreError(f"{path} is a directory, not a database", "Name a file with --db or KB_DATABASE_URL.")
    connection = None
    try:
        connection = _open(path, "mode=rwc", _SHORT_WAIT)
        # Reading first: a file that is no database must be refused before anything is written to it.
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if mode != "wal":
            _patiently(connection, "PRAGMA journal_mode = WAL", timeout)
        enforce_foreign_keys(connection, True)
        return connection
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise failure(error, path) from error


def _open(path: str, option: str, timeout: float) -> sqlite3.Connection:
    name = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return sqlite3.connect(
        f"file:{name}?{option}", uri=True, timeout=timeout, isolation_level=None, check_same_thread=False
    )


def _open_readable(path: str, option: str, timeout: float) -> sqlite3.Connection:
    connection = _open(path, option, timeout)
    try:
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _patiently(connection: sqlite3.Connection, statement: str, timeout: float) -> None:
    started = time.monotonic()
    told = False
    while True:
        try:
            connection.execute(statement).fetchall()
            return
        except sqlite3.OperationalError as error:
            waited = time.monotonic() - started
            if _code(error) not in (_BUSY, _LOCKED) or waited >= timeout:
                raise
            if on_wait is not None and waited >= TOLD_AFTER and not told:
                told = True
                on_wait(f"another process is writing to the database; waiting for it, {timeout:.0f} seconds at most")
        time.sleep(0.01)


def _code(error: sqlite3.Error) -> int:
    """Primary result code, 0 for an error that SQLite itself did not raise."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _has_content(path: str) -> bool:
    return os.path.exists(path) and os.path.getsize(path) > 0
