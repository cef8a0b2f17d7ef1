"""One small way to run portable SQL, with or without SQLAlchemy.

A SQLite file is read with `sqlite3` alone (4 ms to import); any other database goes through SQLAlchemy. Both take
the same statements with `:named` parameters and give rows as tuples. Every statement is a transaction of its
own: who needs two facts that agree must ask for them in one statement. A database of another program or of a newer
kb is told by `stored_schema` alone.
"""

from __future__ import annotations

import sqlite3

from kb import __version__, config
from kb.errors import StoreError
from kb.namedtuple import TYPE_CHECKING
from kb.store import SCHEMA, sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias, TypeVar

    Connection: TypeAlias = "_SqliteFile | _OtherDatabase"
    """What the readers need of a database; the two classes have the same methods."""
    Rows: TypeAlias = "Callable[[str, dict[str, object]], list[Row]]"
    """What answers a query with its parameters: `Connection.rows` or `Writer.rows`."""
    Value = TypeVar("Value")

Row = tuple["Any", ...]


class _SqliteFile:
    def __init__(self, path: str, write: bool, timeout: float) -> None:
        self._path = path
        self._connection = sqlite.connect(path, write=write, timeout=timeout)

    def rows(self, statement: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        """All rows of a query, none for a statement that changes something. Raises StoreError."""
        try:
            return self._connection.execute(statement, parameters or {}).fetchall()
        except sqlite3.Error as error:
            raise sqlite.failure(error, self._path) from error

    def table_names(self) -> set[str]:
        """Names of all tables."""
        try:
            return sqlite.table_names(self._connection)
        except sqlite3.Error as error:
            raise sqlite.failure(error, self._path) from error

    def close(self) -> None:
        """Give the connection back; nothing may be asked of it afterwards."""
        self._connection.close()


class _OtherDatabase:
    def __init__(self, url: str) -> None:
        from kb.store import database

        self._url = url
        self._engine = database.create_engine(url)
        with database.driver_errors(url):
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")

    def rows(self, statement: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        from sqlalchemy import text

        from kb.store import database

        with database.driver_errors(self._url):
            result = self._connection.execute(text(statement), dict(parameters or {}))
            return [tuple(row) for row in result] if result.returns_rows else []

    def table_names(self) -> set[str]:
        from sqlalchemy import inspect

        from kb.store import database

        with database.driver_errors(self._url):
            return set(inspect(self._connection).get_table_names())

    def close(self) -> None:
        self._connection.close()
        self._engine.dispose()


def connect(url: str, *, write: bool = False, timeout: float | None = None) -> Connection:
    """A connection to the database of a URL, read-only for a SQLite file unless `write`.

    `timeout` is in seconds, by default that of `kb.store.sqlite`. Raises StoreError and its subclasses.
    """
    path = config.sqlite_path(url)
    if path is None:
        return _OtherDatabase(url)
    if timeout is None:
        timeout = sqlite.WRITE_TIMEOUT if write else sqlite.READ_TIMEOUT
    return _SqliteFile(path, write, timeout)


def stored_schema(tables: set[str], rows: Callable[[str], Sequence[Sequence[Any]]]) -> str | None:
    """The newest migration applied to a database with these tables, whose queries `rows` answers; None if it is empty.

    Raises StoreError for a database of another program or of a newer kb.
    """
    if not tables:
        return None
    if not {"alembic_version", "meta", "incident"} <= tables:
        raise StoreError("this database belongs to another program", "Name another file with --db or KB_DATABASE_URL.")
    schema: str | None = rows("SELECT max(version_num) FROM alembic_version")[0][0]
    if schema is not None and schema > SCHEMA:
        program = rows("SELECT value FROM meta WHERE key = 'program'")
        written_by = f"kb {program[0][0]}" if program and program[0][0] else "a newer kb"
        raise StoreError(
            f"the database was written by {written_by} (schema {schema}); this is kb {__version__} (schema {SCHEMA})",
            "Update kb, or name another database with --db.",
        )
    return schema


BATCH = 500
"""Values in one IN list: well below the 32,766 parameters of SQLite and the 65,535 of PostgreSQL."""


def rows_of(rows: Rows, query: str, values: Iterable[object], **parameters: object) -> list[Row]:
    """Rows of a query about each of the values, whose list stands for `{}` in it: `... WHERE id IN {}`.

    `rows` answers the queries, and is asked about `BATCH` values at a time.
    """
    found: list[Row] = []
    for batch in batches(list(dict.fromkeys(values))):
        listed = {f"value{number}": value for number, value in enumerate(batch)}
        names = ", ".join([f":{name}" for name in listed])
        found += rows(query.format(f"({names})"), {**parameters, **listed})
    return found


def batches(values: Sequence[Value]) -> list[Sequence[Value]]:
    """The values in order, in slices of at most `BATCH`."""
    return [values[start : start + BATCH] for start in range(0, len(values), BATCH)]
