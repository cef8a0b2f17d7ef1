"""The migrations make the schema of the tables, from any version, by any number of processes at once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import SQLModel

import kb.store.tables  # noqa: F401  (defines the metadata)
from kb.store import SCHEMA, database
from kb.store.reader import open_reader


@pytest.fixture(scope="module")
def scripts():
    config = Config()
    config.set_main_option("script_location", os.path.join(os.path.dirname(database.__file__), "migrations"))
    return ScriptDirectory.from_config(config)


def test_the_newest_migration_is_the_one_the_readers_expect(scripts):
    assert scripts.get_current_head() == SCHEMA
    revisions = [script.revision for script in scripts.walk_revisions("base", "heads")][::-1]
    assert revisions == [f"{number:04}" for number in range(1, len(revisions) + 1)]


def revisions_of(scripts):
    return [script.revision for script in scripts.walk_revisions("base", "heads")]


def test_migrating_up_from_every_version_gives_the_schema_of_the_tables(scripts, tmp_path):
    for start in revisions_of(scripts):
        url = f"sqlite:///{tmp_path}/{start}.db"
        engine = database.create_engine(url)
        config = Config()
        config.set_main_option("script_location", scripts.dir)
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, start)
        database.upgrade(url)
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, SQLModel.metadata) == []
        engine.dispose()


def test_an_upgrade_of_an_up_to_date_store_changes_nothing(url, path):
    database.upgrade(url)
    with open(path, "rb") as file:
        before = file.read()
    database.upgrade(url)
    with open(path, "rb") as file:
        assert file.read() == before


def test_nothing_is_left_beside_the_database(url, tmp_path):
    database.upgrade(url)
    assert [entry.name for entry in tmp_path.iterdir()] == ["kb.db"]


def test_processes_that_upgrade_a_new_file_at_once(url):
    program = f"from kb.store.database import upgrade; upgrade({url!r})"
    processes = [subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) for _ in range(3)]
    for process in processes:
        _, complaint = process.communicate()
        assert (process.returncode, complaint) == (0, b"")
    with open_reader(url) as reader:
        assert reader.state().schema == SCHEMA
