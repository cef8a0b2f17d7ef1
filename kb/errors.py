"""Every failure that a user can meet, as one small tree.

    KbError                exit   what the user can do
    ├── UsageError            2   call the command again with other words
    ├── StoreError            3   look at the database: path, permission, disk, version
    │   ├── MissingStoreError 3   nothing: the first use makes the database
    │   ├── StoreBusyError    3   wait for the other writer, then try again
    │   └── StoreCorruptError 3   restore the file; it was not touched
    ├── IndexBrokenError      3   `kb reindex`; the store is the truth and is not affected
    ├── RecordError           4   mend the record at the place named
    ├── NotFoundError         2   take one of the ids suggested
    ├── DiskError             3   free space, or write to another disk
    └── FetchError            3   check the address or the network

The message is one line that says what happened; `hint` says what to do. `kb.cli.diagnostics`
prints both and exits with `exit_code`; nothing else in the package ends the process.
"""

from __future__ import annotations

EXIT_MATCH = 0
EXIT_NOVEL = 1
EXIT_USAGE = 2
EXIT_STORE = 3
EXIT_RECORD = 4
EXIT_INTERRUPTED = 130


class KbError(Exception):
    """Something went wrong that the user can act on.

    `hint` is a sentence (or empty) that says what to do next.
    """

    exit_code = EXIT_STORE

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(KbError):
    """The command was called with words, files or input that it cannot take."""

    exit_code = EXIT_USAGE


class NotFoundError(UsageError):
    """No record, term or file has the name asked for."""


class StoreError(KbError):
    """The database cannot be opened, read or written."""


class MissingStoreError(StoreError):
    """There is no database yet: no file, an empty file, or a database without tables."""


class StoreBusyError(StoreError):
    """Another process holds the write lock for longer than the busy timeout."""


class StoreCorruptError(StoreError):
    """The database file is damaged or is not a database; it is left untouched."""


class IndexBrokenError(KbError):
    """The search index is damaged and could not be rebuilt."""


class RecordError(KbError):
    """One or more records do not pass the checks; nothing was written."""

    exit_code = EXIT_RECORD


class DiskError(KbError):
    """A file could not be written because of the disk: full, read-only or failing."""


class FetchError(KbError):
    """A URL could not be read, or reading it is not allowed."""
