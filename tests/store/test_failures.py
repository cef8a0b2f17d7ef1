"""Every way in which a database fails a user: the error says what happened, and the file is left as it was."""

from __future__ import annotations

import contextlib
import os
import sqlite3

import pytest

from kb import __version__
from kb.errors import StoreBusyError, StoreCorruptError, StoreError
from kb.store import SCHEMA, sqlite
from kb.store.reader import open_reader
from kb.store.versions import SHIPPED, Put
from kb.store.writer import open_writer


def fill(url, *documents):
    with open_writer(url) as writer:
        writer.put(Put(document, SHIPPED, "test") for document in documents)


def raw(path, *statements):
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def content(path):
    with open(path, "rb") as file:
        return file.read()


def test_a_newer_database_is_refused_with_both_versions(url, path, record):
    fill(url, record("A"))
    raw(
        path,
        "UPDATE alembic_version SET version_num = '0917'",
        "UPDATE meta SET value = '42.0' WHERE key = 'program'",
    )
    before = content(path)
    for attempt in (open_reader, lambda url: fill(url, record("B"))):
        with pytest.raises(StoreError) as caught:
            attempt(url)
        for version in ("0917", "42.0", SCHEMA, __version__):
            assert version in caught.value.message
        assert caught.value.hint
    assert content(path) == before


def test_a_database_of_another_program_is_refused(url, path, record):
    raw(path, "PRAGMA journal_mode = WAL", "CREATE TABLE bookmarks (url TEXT)")
    before = content(path)
    for attempt in (open_reader, lambda url: fill(url, record("A"))):
        with pytest.raises(StoreError, match="another program"):
            attempt(url)
    assert content(path) == before


@pytest.mark.parametrize("junk", [b"not a database, but long enough to look like one" * 100, b"\0" * 5000, b"my notes"])
def test_a_file_that_is_no_database_is_refused_untouched(url, path, record, junk):
    with open(path, "wb") as file:
        file.write(junk)
    for attempt in (open_reader, lambda url: fill(url, record("A"))):
        with pytest.raises(StoreCorruptError) as caught:
            attempt(url)
        assert path in caught.value.message
    assert content(path) == junk


def test_a_damaged_database_is_refused_untouched(url, path, record):
    fill(url, *(record(f"R-{number}", summary={"en": "long " * 400}) for number in range(50)))
    whole = content(path)
    damaged = whole[:8192] + b"\xa5" * (len(whole) - 8192)
    with open(path, "wb") as file:
        file.write(damaged)

    def read(url):
        with open_reader(url) as reader:
            list(reader.changed_since(0))

    for attempt in (read, lambda url: fill(url, record("A"))):
        with pytest.raises(StoreCorruptError):
            attempt(url)
    assert content(path) == damaged


def test_a_locked_database(url, path, record):
    fill(url, record("A"))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError), open_writer(url, timeout=0.05):
            pass
        with open_reader(url) as reader:
            assert reader.names() == [("A", [])]
    fill(url, record("B"))


def test_a_locked_file_that_must_be_made_first(url, path):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("CREATE TABLE t (x)")
        with pytest.raises(StoreBusyError), open_writer(url, timeout=0.05):
            pass


def test_a_full_disk_changes_nothing(url, record, monkeypatch):
    fill(url, record("A"))
    really_open = sqlite._open

    def open_nearly_full(*arguments):
        connection = really_open(*arguments)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_open", open_nearly_full)
        with pytest.raises(StoreError, match="disk is full") as caught:
            fill(url, *(record(f"R-{number}", summary={"en": "long " * 4000}) for number in range(9)))
    assert "Free space" in caught.value.hint
    with open_reader(url) as reader:
        assert dict(reader.changed_since(0)) == {"A": record("A")}
    fill(url, record("B"))


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreBusyError, "another process"),
        (sqlite3.SQLITE_READONLY_DBMOVED, StoreError, "cannot be written"),
        (sqlite3.SQLITE_IOERR_FSYNC, StoreError, "failed"),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, StoreError, "cannot be opened"),
        (sqlite3.SQLITE_CORRUPT_INDEX, StoreCorruptError, "damaged"),
        (sqlite3.SQLITE_FULL, StoreError, "full"),
        (sqlite3.SQLITE_ERROR, StoreError, "oops"),
        (None, StoreError, "oops"),
    ],
)
def test_each_error_of_the_driver_says_what_happened_and_what_to_do(code, kind, words):
    error = sqlite3.OperationalError("oops")
    if code is not None:
        error.sqlite_errorcode = code
    told = sqlite.failure(error, "/some/kb.db")
    assert type(told) is kind
    assert words in told.message
    assert told.hint


def test_a_directory_in_place_of_the_file(url, path, record):
    os.mkdir(path)
    for attempt in (open_reader, lambda url: fill(url, record("A"))):
        with pytest.raises(StoreError, match="is a directory"):
            attempt(url)


def test_a_directory_that_cannot_be_made(tmp_path, record):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be made"):
        fill(f"sqlite:///{tmp_path}/file/sub/kb.db", record("A"))


def test_a_read_only_directory_can_be_read_but_not_written(open_folder, as_other_user, record):
    url = f"sqlite:///{open_folder}/kb.db"
    fill(url, record("A"))
    os.chmod(f"{open_folder}/kb.db", 0o444)
    os.chmod(open_folder, 0o555)
    as_other_user()
    with open_reader(url) as reader:
        assert reader.documents(["A"]) == {"A": record("A")}
    with pytest.raises(StoreError) as caught:
        fill(url, record("B"))
    assert caught.value.hint


def test_a_read_only_directory_in_which_another_user_writes(open_folder, as_other_user, record):
    url = f"sqlite:///{open_folder}/kb.db"
    fill(url, record("A"))
    with open_reader(url):  # keeps the log of the next commit from being folded into the file
        fill(url, record("B"))
        for name in os.listdir(open_folder):
            os.chmod(f"{open_folder}/{name}", 0o444)
        os.chmod(open_folder, 0o555)
        as_other_user()
        with open_reader(url) as reader:
            assert reader.names() == [("A", []), ("B", [])]


def test_a_read_only_directory_without_a_database(open_folder, as_other_user, record):
    os.chmod(open_folder, 0o555)
    as_other_user()
    with pytest.raises(StoreError) as caught:
        fill(f"sqlite:///{open_folder}/kb.db", record("A"))
    assert open_folder in caught.value.message


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense://user:secret@host/db", "not the URL"),
        ("postgresql+nothing://user:secret@host/db", "not the URL"),
        ("mysql+aiomysql://user:secret@host/db", "is not installed"),
    ],
)
def test_a_url_that_names_no_database(url, words, record):
    for attempt in (open_reader, lambda url: fill(url, record("A"))):
        with pytest.raises(StoreError, match=words) as caught:
            attempt(url)
        assert "secret" not in caught.value.message + caught.value.hint
