"""Where things are: options before variables before defaults."""

from __future__ import annotations

import os

import pytest

from kb import config
from kb.errors import UsageError


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch, tmp_path):
    for name in list(os.environ):
        if name.startswith(("KB_", "LC_", "XDG_")) or name == "LANG":
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_the_data_directory(monkeypatch, tmp_path):
    default = config.data_dir()
    assert os.path.isabs(default)
    assert default.startswith(str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert config.data_dir() == str(tmp_path / "xdg" / "kb")
    monkeypatch.setenv("KB_DATA_DIR", "~/mine")
    assert config.data_dir() == str(tmp_path / "mine")


def test_the_database(monkeypatch, tmp_path):
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "data"))
    assert config.database_url() == f"sqlite:///{tmp_path}/data/kb.db"
    monkeypatch.setenv("KB_DATABASE_URL", "postgresql+psycopg://team@db/kb")
    assert config.database_url() == "postgresql+psycopg://team@db/kb"
    assert config.database_url("/srv/kb.db") == "sqlite:////srv/kb.db"
    monkeypatch.chdir(tmp_path)
    assert config.database_url("kb.db") == f"sqlite:///{tmp_path}/kb.db"
    assert config.database_url("~/kb.db") == f"sqlite:///{tmp_path}/kb.db"
    assert config.database_url("sqlite:///x.db") == "sqlite:///x.db"


@pytest.mark.parametrize("empty", ["", "  "])
def test_a_database_without_a_name_is_refused(monkeypatch, empty):
    with pytest.raises(UsageError):
        config.database_url(empty)
    monkeypatch.setenv("KB_DATABASE_URL", empty)
    with pytest.raises(UsageError):
        config.database_url()


@pytest.mark.parametrize("path", ["/srv/kb.db", "relative/kb.db", "/with space/ü.db"])
def test_the_path_of_a_sqlite_url(path):
    assert config.sqlite_path(config.sqlite_url(path)) == path


def test_other_databases_have_no_path():
    assert config.sqlite_path("postgresql://host/db") is None
    assert config.sqlite_path("sqlite:////srv/kb.db?mode=ro") == "/srv/kb.db"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql+psycopg://user:secret@host/db", "postgresql+psycopg://user:***@host/db"),
        ("postgresql://user:se@cr:et@host:5432/db", "postgresql://user:***@host:5432/db"),
        ("postgresql://user@host/db", "postgresql://user@host/db"),
        ("sqlite:////srv/kb.db", "sqlite:////srv/kb.db"),
        ("no url", "no url"),
    ],
)
def test_a_password_is_not_shown(url, shown):
    assert config.hide_password(url) == shown


def test_the_index_lies_beside_a_file_and_apart_for_other_databases(monkeypatch, tmp_path):
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path))
    assert config.index_dir("sqlite:////srv/kb.db") == "/srv/kb.db.index"
    one, other = config.index_dir("postgresql://a/db"), config.index_dir("postgresql://b/db")
    assert one != other
    assert os.path.dirname(one) == os.path.dirname(other) == str(tmp_path)
    monkeypatch.setenv("KB_INDEX_DIR", "~/fast")
    assert config.index_dir("sqlite:////srv/kb.db") == str(tmp_path / "fast")


@pytest.mark.parametrize(
    ("option", "environment", "expected"),
    [
        (None, {}, "en"),
        (None, {"LANG": "ko_KR.UTF-8"}, "ko"),
        (None, {"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}, "en"),
        (None, {"LC_MESSAGES": "ko", "LANG": "en_US"}, "ko"),
        (None, {"KB_LANG": "ko", "LANG": "en_US"}, "ko"),
        ("en", {"KB_LANG": "ko"}, "en"),
        ("ko.UTF-8", {}, "ko"),
        ("", {"KB_LANG": "ko"}, "ko"),
    ],
)
def test_the_language(monkeypatch, option, environment, expected):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert config.language(option) == expected


@pytest.mark.parametrize("value", ["fr", "korean", "english", "xx_KO"])
def test_a_language_that_kb_does_not_speak(value):
    with pytest.raises(UsageError, match="en and ko"):
        config.language(value)


def test_the_shipped_records_are_found():
    for name in ("incidents", "vocabulary", "schema"):
        assert os.path.isdir(os.path.join(config.records_dir(), name))
