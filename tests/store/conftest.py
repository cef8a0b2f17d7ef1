"""A store in a directory of its own, and records to fill it with."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.config import sqlite_url


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where the database will be; nothing is there yet."""
    return str(tmp_path / "kb.db")


@pytest.fixture
def url(path: str) -> str:
    return sqlite_url(path)


@pytest.fixture
def record() -> Callable[..., dict[str, Any]]:
    """Makes a small record; keywords add or replace fields."""

    def make(record_id: str, **fields: Any) -> dict[str, Any]:
        return {
            "id": record_id,
            "title": {"en": f"Job {record_id} hung", "ko": f"작업 {record_id} 멈춤"},
            "date": "2024-05-06",
        } | fields

    return make


@pytest.fixture
def open_folder() -> Iterator[str]:
    """A directory that other users may enter, unlike `tmp_path`."""
    folder = tempfile.mkdtemp(prefix="kb-test-")
    os.chmod(folder, 0o755)
    yield folder
    os.chmod(folder, 0o755)
    shutil.rmtree(folder)


@pytest.fixture
def as_other_user() -> Iterator[Callable[[], None]]:
    """Gives up the right of root to write everywhere, until the test ends; nothing to give up for others."""
    user = os.geteuid()

    def switch() -> None:
        if user == 0:
            os.seteuid(65534)

    yield switch
    os.seteuid(user)
