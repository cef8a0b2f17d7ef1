"""What a user meets when the database or the index is missing, damaged, locked, newer or read-only."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from cli_running import FIXTURES, execute, fill, fixture_records, run, run_process

from kb import __version__
from kb.errors import IndexBrokenError
from kb.importers import transfer
from kb.index import index_errors
from kb.store import sqlite

XID = b"NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.\n"
READING = [("match",), ("search", "nccl"), ("show", "HB-2024-0001"), ("list",), ("stats",), ("export", "--all")]
WRITING = [("import", str(FIXTURES / "HB-2024-0001.json")), ("feedback", "HB-2024-0001", "useful")]
NEW = {
    "id": "N-1",
    "title": {"en": "GPU fell off", "ko": "GPU 이탈"},
    "date": "2024",
    "updated_at": "2024-01-01T00:00:00Z",
}


@pytest.fixture
def database(own_data) -> Path:
    """The file of a store whose index is up to date."""
    return own_data / "kb.db"


def test_first_use_loads_the_shipped_records_by_itself(tmp_path, monkeypatch):
    shipped = tmp_path / "records"
    shutil.copytree(FIXTURES, shipped / "incidents" / "2024")
    monkeypatch.setattr("kb.config.records_dir", lambda: str(shipped))
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "not" / "there" / "yet"))
    first = run("match", "--json", stdin=XID)
    assert first.code == 0
    assert first.err == "kb: loaded the shipped records: 5 new, 0 updated\n"
    second = run("match", "--json", stdin=XID)
    assert (second.out, second.err) == (first.out, "")
    assert os.listdir(tmp_path / "not" / "there" / "yet") == ["kb.db", "kb.db.index"] or second.code == 0


@pytest.mark.parametrize(
    "form", ["DELETE FROM meta WHERE key = 'form'", "UPDATE meta SET value = '1' WHERE key = 'form'"]
)
def test_a_store_that_an_older_kb_filled_from_the_same_files_is_filled_again(tmp_path, monkeypatch, form):
    shipped = tmp_path / "records"
    shutil.copytree(FIXTURES, shipped / "incidents" / "2024")
    shutil.copytree(FIXTURES.parent / "checks", shipped / "checks")
    monkeypatch.setattr("kb.config.records_dir", lambda: str(shipped))
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "data"))
    expected = run("match", "--json", stdin=XID)
    assert expected.json["checks"]
    execute(
        tmp_path / "data" / "kb.db",
        form,
        "UPDATE catalogue SET document = '{\"records\": 5, \"root_causes\": {}}' WHERE kind = 'prior'",
        "DELETE FROM catalogue_term",
    )
    again = run("match", "--json", stdin=XID)
    assert (again.out, again.err) == (expected.out, "")
    assert run("match", "--json", stdin=XID).out == expected.out


def test_the_database_is_named_by_option_then_variable_then_data_directory(tmp_path, monkeypatch, shipped):
    for number, name in enumerate(("option", "variable", "default")):
        fill(tmp_path / name, fixture_records()[: number + 1], shipped)
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "default"))
    assert run("stats", "--json").json["records"] == 3
    monkeypatch.setenv("KB_DATABASE_URL", f"sqlite:///{tmp_path}/variable/kb.db")
    assert run("stats", "--json").json["records"] == 2
    assert run("stats", "--json", "--db", f"{tmp_path}/option/kb.db").json["records"] == 1


def test_the_index_lies_where_the_variable_says(own_data, tmp_path, monkeypatch):
    monkeypatch.setenv("KB_INDEX_DIR", str(tmp_path / "elsewhere"))
    shutil.rmtree(own_data / "kb.db.index")
    assert run("match", stdin=XID).code == 0
    assert (tmp_path / "elsewhere").is_dir()
    assert not (own_data / "kb.db.index").exists()


def test_one_index_directory_for_two_databases_never_mixes_them(tmp_path, monkeypatch, shipped):
    monkeypatch.setenv("KB_INDEX_DIR", str(tmp_path / "shared"))
    fill(tmp_path / "a", fixture_records(), shipped)
    fill(tmp_path / "b", fixture_records()[:1], shipped)
    for _ in range(2):
        assert run("list", "--format", "ids", "--db", f"{tmp_path}/a/kb.db").text.count("\n") == 5
        assert run("list", "--format", "ids", "--db", f"{tmp_path}/b/kb.db").text.count("\n") == 1
        assert (
            run("match", "--json", "--db", f"{tmp_path}/a/kb.db", stdin=XID).json["matches"][0]["id"] == "HB-2024-0002"
        )
        assert run("match", "--json", "--db", f"{tmp_path}/b/kb.db", stdin=XID).code == 1


def test_a_database_restored_from_a_backup_answers_from_the_backup(database, home):
    backup = database.read_bytes()
    (home / "new.json").write_text(json.dumps(NEW), encoding="utf-8")
    assert run("import", "new.json").code == 0
    assert "N-1" in run("list", "--format", "ids").text
    for name in ("kb.db", "kb.db-wal", "kb.db-shm"):
        (database.parent / name).unlink(missing_ok=True)
    database.write_bytes(backup)
    listed = run("list", "--format", "ids")
    assert (listed.code, listed.err) == (0, "")
    assert listed.text.count("\n") == 5
    matched = run("match", "--json", stdin=b"GPU fell off, GPU has fallen off the bus")
    assert matched.code == 0, matched.err
    assert "N-1" not in [match["id"] for match in matched.json["matches"]]


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_a_damaged_database_is_refused_and_untouched(own_data, words):
    shutil.rmtree(own_data)
    own_data.mkdir()
    junk = b"these are notes about lunch, no database\n" * 200
    (own_data / "kb.db").write_bytes(junk)
    ran = run(*words, stdin=XID)
    assert (ran.code, ran.out) == (3, b"")
    assert "it was left as it is" in ran.err
    assert str(own_data / "kb.db") in ran.err
    assert ran.err.count("\n") == 1
    assert (own_data / "kb.db").read_bytes() == junk


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_a_database_of_a_newer_kb_is_refused_with_both_versions(database, words):
    execute(
        database,
        "UPDATE alembic_version SET version_num = '0917'",
        "INSERT OR REPLACE INTO meta VALUES ('program', '42.0')",
    )
    ran = run(*words, stdin=XID)
    assert (ran.code, ran.out) == (3, b"")
    assert "42.0" in ran.err
    assert __version__ in ran.err
    assert "Update kb" in ran.err


def test_a_database_of_another_program_is_refused(own_data):
    other = own_data / "other.db"
    execute(other, "CREATE TABLE bookmarks (url TEXT)")
    ran = run("list", "--db", str(other))
    assert ran.code == 3
    assert "another program" in ran.err


@pytest.mark.parametrize("url", ["nonsense://user:secret@host/db", "postgresql+nothing://user:secret@host/db"])
def test_the_password_of_a_database_is_never_shown(url):
    for words in (("list",), ("doctor",), ("doctor", "--json")):
        ran = run(*words, "--db", url)
        assert ran.code == 3
        assert "secret" not in ran.text + ran.err


def test_while_another_process_writes_everything_can_be_read(database, monkeypatch):
    monkeypatch.setattr("kb.store.sqlite.WRITE_TIMEOUT", 0.1)
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for words in READING:
            ran = run(*words, stdin=XID)
            assert (ran.code, ran.err) == (0, "")


def test_a_match_that_must_build_the_index_first_does_so_while_another_process_writes(database, monkeypatch):
    monkeypatch.setattr("kb.store.sqlite.WRITE_TIMEOUT", 0.1)
    shutil.rmtree(f"{database}.index")
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert run("match", stdin=XID).code == 0


def test_an_import_into_a_locked_database_says_who_to_wait_for(database, monkeypatch):
    really = transfer.open_writer
    monkeypatch.setattr(transfer, "open_writer", lambda url, timeout: really(url, timeout=0.05))
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ran = run("import", str(FIXTURES / "HB-2024-0001.json"))
    assert (ran.code, ran.out) == (3, b"")
    assert "another process is writing" in ran.err
    assert run("import", str(FIXTURES / "HB-2024-0001.json")).code == 0


@pytest.mark.parametrize("words", WRITING, ids=lambda words: words[0])
def test_a_writer_that_waits_says_so_once(database, monkeypatch, words):
    monkeypatch.setattr(sqlite, "TOLD_AFTER", 0.0)
    really = sqlite.begin_write
    monkeypatch.setattr(sqlite, "begin_write", lambda connection, timeout: really(connection, 0.5))
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ran = run(*words)
    assert (ran.code, ran.out) == (3, b"")
    waiting, failed = ran.err.splitlines()
    assert waiting.startswith("kb: another process is writing to the database; waiting for it")
    assert failed.startswith("kb: another process is writing to ")
    assert run(*words).err.count("waiting") == 0


def test_a_directory_that_does_not_exist_is_not_made_for_a_named_database(own_data, home, monkeypatch):
    for words in (*READING, *WRITING, ("reindex",), ("vocab", "hang")):
        ran = run(*words, "--db", str(home / "misspelt" / "kb.db"), stdin=XID)
        assert (ran.code, ran.out) == (3, b"")
        assert f"there is no directory {home}/misspelt" in ran.err
        assert "mkdir" in ran.err
    for named in (f"{home}/misspelt/kb.db", f"sqlite:///{home}/misspelt/kb.db", "misspelt/kb.db"):
        monkeypatch.setenv("KB_DATABASE_URL", named)
        assert run("match", stdin=XID).code == 3
        assert run("doctor").code == 3
    assert not (home / "misspelt").exists()


def test_a_read_only_directory_answers_and_refuses_to_be_changed(database, open_folder, as_other_user, monkeypatch):
    folder = open_folder / "data"
    shutil.copytree(database.parent, folder)
    monkeypatch.setenv("KB_DATA_DIR", str(folder))
    assert run("match", stdin=XID).code == 0  # the store remembers where its index lies
    execute(folder / "kb.db", "PRAGMA wal_checkpoint(TRUNCATE)")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    as_other_user()
    for words in READING:
        ran = run(*words, stdin=XID)
        assert ran.code == 0, ran.err
    for words in WRITING:
        ran = run(*words)
        assert ran.code == 3
        assert "cannot be written" in ran.err


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_without_an_index_in_a_read_only_directory_one_is_built_for_the_run(
    database, open_folder, as_other_user, monkeypatch, words
):
    folder = open_folder / "data"
    shutil.copytree(database.parent, folder)
    shutil.rmtree(folder / "kb.db.index")
    monkeypatch.setenv("KB_DATA_DIR", str(folder))
    execute(folder / "kb.db", "PRAGMA wal_checkpoint(TRUNCATE)")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    as_other_user()
    ran = run(*words, stdin=XID)
    assert ran.code == 0
    assert not any(mark in ran.err for mark in ("Errno", "Error", "Os {", "kind:"))
    if words[0] in ("match", "search", "list"):
        assert "permission denied; building one for this run only" in ran.err


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ('IO error: IoError { io_error: Os { code: 13, kind: PermissionDenied, message: "x" } }', "permission denied"),
        ('Failed to acquire Lockfile: LockBusy. Some("tantivy")', "another process is writing it"),
        ('DataCorruption(DataCorruption { filepath: Some("meta.json") })', ""),
    ],
)
def test_what_the_search_library_says_of_its_values_reaches_nobody(told, reason):
    with pytest.raises(IndexBrokenError) as caught, index_errors("the search index is damaged", "Run: kb reindex"):
        raise ValueError(told)
    assert caught.value.message == "the search index is damaged" + (f": {reason}" if reason else "")


def test_a_session_that_cannot_be_saved_goes_on_and_says_where_and_why(
    database, open_folder, as_other_user, monkeypatch
):
    shutil.copytree(database.parent, open_folder / "data")
    monkeypatch.setenv("KB_DATA_DIR", str(open_folder / "data"))
    for path in (open_folder / "data", *(open_folder / "data").rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    as_other_user()
    ran = run("triage", "-", "--answers", "skip", stdin=XID)
    assert ran.code == 0
    assert ran.text
    assert ran.err.count("the session cannot be saved in") == 1
    assert "permission denied; going on without keeping it. Check its permissions" in ran.err


def test_a_place_where_no_database_can_be_made(open_folder, as_other_user, monkeypatch):
    open_folder.chmod(0o555)
    monkeypatch.setenv("KB_DATA_DIR", str(open_folder / "data"))
    as_other_user()
    ran = run("match", stdin=XID)
    assert (ran.code, ran.out) == (3, b"")
    assert str(open_folder / "data") in ran.err
    assert ran.err.count("\n") == 1


DAMAGE = ["gone", "empty", "half", "junk"]


def damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    path.unlink()  # a new file: this process may still have mapped the old one
    if how != "gone":
        path.write_bytes({"empty": b"", "half": data[: len(data) // 2], "junk": b"\xa5" * max(len(data), 200)}[how])


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_index_is_built_anew(database, how):
    index = database.parent / "kb.db.index"
    expected = run("match", "--json", stdin=XID)
    assert expected.code == 0
    for suffix in sorted({path.suffix for path in index.rglob("*") if path.is_file() and path.suffix != ".lock"}):
        path = sorted(index.rglob(f"*{suffix}"))[-1]
        damage(path, how)
        ran = run("match", "--json", stdin=XID)
        assert ran[:2] == expected[:2], f"{path.name}: {ran.err}"
        assert ran.err == "" or "building it anew" in ran.err
    assert run("match", "--json", stdin=XID) == expected


@pytest.mark.usefixtures("own_process")
@pytest.mark.parametrize("suffix", ["term", "idx", "store"])
@pytest.mark.parametrize("words", [("match", "--json"), ("list", "--json")], ids=" ".join)
def test_an_index_damaged_inside_is_built_anew(database, suffix, words):
    """The ends of the file, by which tantivy knows it, are right; what stands between them is not."""
    expected = run(*words, stdin=XID).out
    (path,) = (database.parent / "kb.db.index").rglob(f"*.{suffix}")
    data = bytearray(path.read_bytes())
    for place in range(0, len(data) - 250, 3):
        data[place] ^= 0x5A
    path.unlink()
    path.write_bytes(data)
    ran = run_process(*words, stdin=XID, KB_DATA_DIR=str(database.parent))
    assert (ran.code, ran.out) == (0, expected), ran.err


def test_a_missing_index_is_built(database):
    expected = run("match", "--json", stdin=XID).out
    shutil.rmtree(database.parent / "kb.db.index")
    assert run("match", "--json", stdin=XID) == (0, expected, "")


def test_a_file_where_the_index_should_be(database):
    expected = run("match", "--json", stdin=XID).out
    index = database.parent / "kb.db.index"
    shutil.rmtree(index)
    index.write_text("in the way")
    ran = run("match", "--json", stdin=XID)
    assert (ran.code, ran.out) == (0, expected)
    assert "search index" in ran.err
    assert ran.err.count("\n") == 1
    assert index.read_text() == "in the way"


def test_reindex_changes_no_answer(database):
    before = [run(*words, stdin=XID).out for words in READING]
    ran = run("reindex")
    assert (ran.code, ran.err) == (0, "kb: 5 records indexed\n")
    assert [run(*words, stdin=XID).out for words in READING] == before


def test_what_is_imported_is_found_at_once_and_what_replaces_it_too(database, home):
    (home / "new.json").write_text(json.dumps({**NEW, "summary": {"en": "flurbstorm"}}), encoding="utf-8")
    assert run("import", "new.json").code == 0
    assert run("search", "flurbstorm", "--format", "ids").text == "N-1\n"
    changed = {**NEW, "summary": {"en": "grumblefog"}, "updated_at": "2025-01-01T00:00:00Z"}
    (home / "new.json").write_text(json.dumps(changed), encoding="utf-8")
    assert run("import", "new.json").code == 0
    assert run("search", "grumblefog", "--format", "ids").text == "N-1\n"
    assert run("search", "flurbstorm").code == 1


def test_an_import_whose_index_cannot_follow_is_an_import_all_the_same(database, home, monkeypatch):
    from kb.errors import IndexBrokenError

    def refuse(*_):
        raise IndexBrokenError("the disk is full", "Free some space.")

    (home / "new.json").write_text(json.dumps(NEW), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("kb.searching.Searcher.index", property(refuse))
        ran = run("import", "new.json")
    assert ran.code == 0
    assert "1 new" in ran.text
    assert "not yet in the index" in ran.err
    assert "N-1" in run("list").text


def test_doctor_tells_and_fixes(database):
    shutil.rmtree(database.parent / "kb.db.index")
    ran = run("doctor", "--fix")
    assert ran.code == 0
    assert "5 records in" in ran.text
    assert {row["state"] for row in run("doctor", "--json").json} == {"ok"}


def test_a_store_that_a_later_release_filled_is_used_as_it_is_and_doctor_tells(own_data, shipped):
    later = "UPDATE meta SET value = CASE key WHEN 'corpus' THEN 'later' ELSE value + 1 END WHERE key LIKE 'corpus%'"
    execute(own_data / "kb.db", later)
    ran = run("list")
    assert (ran.code, ran.err) == (0, "")
    (told,) = [row for row in run("doctor", "--json").json if row["state"] != "ok"]
    assert (told["name"], told["state"]) == ("corpus", "warn")
    assert f"corpus {shipped.number + 1}, this kb ships {shipped.number}" in told["seen"]
    assert f"{shipped.number + 1}판" in run("doctor", "--lang", "ko").text


def test_doctor_looks_at_a_store_that_does_not_exist_without_making_it(tmp_path, monkeypatch):
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "nothing"))
    ran = run("doctor")
    assert ran.code == 0
    assert "does not exist yet" in ran.text
    assert not (tmp_path / "nothing").exists()


def test_doctor_tells_of_a_damaged_database(own_data):
    shutil.rmtree(own_data)
    own_data.mkdir()
    (own_data / "kb.db").write_bytes(b"lunch" * 1000)
    ran = run("doctor", "--json")
    assert ran.code == 3
    assert [row["name"] for row in ran.json if row["state"] == "fail"] == ["database"]
