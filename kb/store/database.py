"""SQLAlchemy engines, write transactions and migrations, with every error of a driver put into our own tree.

A write transaction holds the write lock from its first statement, so what it reads stays true until it commits:
on SQLite by `BEGIN IMMEDIATE`, on PostgreSQL by locking the row of the revision.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import sqlalchemy
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import NullPool
from sqlmodel import Session

from kb import __version__, config
from kb.errors import KbError, StoreError
from kb.store import SCHEMA, sqlite
from kb.store.connection import stored_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

_MIGRATION_LOCK = 0x6B62
"""Key of PostgreSQL's advisory lock under which one process migrates while others wait."""


def create_engine(url: str, *, timeout: float = sqlite.WRITE_TIMEOUT, foreign_keys: bool = True) -> Engine:
    """An engine whose transactions are write transactions. Nothing is opened yet.

    Raises StoreError for a URL that names no database or a database whose driver is not installed.
    """
    path = config.sqlite_path(url)
    try:
        if path is None:
            return sqlalchemy.create_engine(url, poolclass=NullPool)
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError(
            f"{config.hide_password(url)} is not the URL of a database that kb can use",
            "Give --db a path, or a URL such as postgresql+psycopg://user@host/name.",
        ) from error
    except ModuleNotFoundError as error:
        raise StoreError(
            f"the driver for {config.hide_password(url)} is not installed", f"Install it: pip install {error.name}"
        ) from error

    def connect() -> sqlite3.Connection:
        connection = sqlite.connect(path, write=True, timeout=timeout)
        sqlite.enforce_foreign_keys(connection, foreign_keys)
        return connection

    engine = sqlalchemy.create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        sqlite.begin_write(driver, timeout)

    return engine


@contextmanager
def driver_errors(url: str) -> Iterator[None]:
    """Raise StoreError or a subclass in place of any error of the database driver."""
    path = config.sqlite_path(url)
    try:
        yield
    except KbError:
        raise
    except (sqlite3.Error, SQLAlchemyError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, sqlite3.Error) and path is not None:
            raise sqlite.failure(cause, path) from error
        first_line = (str(cause).strip() or type(cause).__name__).splitlines()[0]
        raise StoreError(
            f"the database {config.hide_password(url)} failed: {first_line}", "Check the URL and the database server."
        ) from error


@contextmanager
def transaction(url: str, *, timeout: float = sqlite.WRITE_TIMEOUT) -> Iterator[Session]:
    """A session in one write transaction: committed at the end, rolled back on any exception.

    Makes the database and brings its schema up to date first. Waits up to `timeout` seconds for another writer.
    Raises StoreBusyError, StoreCorruptError or another StoreError.
    """
    with driver_errors(url):
        engine = create_engine(url, timeout=timeout)
        try:
            with engine.begin() as connection:
                schema = _schema_of(connection)
            if schema != SCHEMA:
                upgrade(url, timeout=timeout)
            with Session(engine) as session, session.begin():
                session.connection().execute(text("SELECT value FROM meta WHERE key = 'revision'" + _row_lock(engine)))
                yield session
        finally:
            engine.dispose()


def upgrade(url: str, *, timeout: float = sqlite.WRITE_TIMEOUT) -> None:
    """Make the tables, or bring them to the schema of this program, in one transaction.

    Safe when several processes call it at once: the others wait, then find nothing to do. Raises StoreError for a
    database of a newer kb or of another program, which stays as it is.
    """
    from alembic import command
    from alembic.config import Config

    migrations = Config()
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "migrations")
    migrations.set_main_option("script_location", folder.replace("%", "%%"))
    with driver_errors(url):
        # A migration may have to build a table anew, which foreign keys would turn into deleting its rows.
        engine = create_engine(url, timeout=timeout, foreign_keys=False)
        try:
            with engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
                if _schema_of(connection) != SCHEMA:
                    migrations.attributes["connection"] = connection
                    command.upgrade(migrations, "head")
                    connection.execute(text("DELETE FROM meta WHERE key = 'program'"))
                    connection.execute(
                        text("INSERT INTO meta (key, value) VALUES ('program', :version)"), {"version": __version__}
                    )
        finally:
            engine.dispose()


def _schema_of(connection: Connection) -> str | None:
    """The newest migration applied to a database, or None if it has no tables. Raises StoreError."""
    tables = set(inspect(connection).get_table_names())
    return stored_schema(tables, lambda query: connection.execute(text(query)).all())


def _row_lock(engine: Engine) -> str:
    """SQLite has the whole file locked already and does not know the clause."""
    return "" if engine.dialect.name == "sqlite" else " FOR UPDATE"
