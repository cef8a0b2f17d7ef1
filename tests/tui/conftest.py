"""The application over a small store of its own, driven without a terminal."""

from __future__ import annotations

import os

os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tui_corpus as corpus

from kb.config import sqlite_url
from kb.index import INDEX_VERSION
from kb.store.corpus import sync_corpus
from tui import settings
from tui.app import KbApp

HIDDEN = ("LANG", "DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "NO_COLOR")


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the records and a store that holds them, made once and copied for each test."""
    folder = tmp_path_factory.mktemp("filled")
    corpus.write(folder / "records")
    sync_corpus(sqlite_url(str(folder / "data" / "kb.db")), str(folder / "records"), form=INDEX_VERSION)
    return folder


@pytest.fixture(autouse=True)
def home(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own: store, state, configuration, corpus; no display, no clipboard tool, no locale."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr("kb.config.records_dir", lambda: str(tmp_path / "records"))
    for name in list(os.environ):
        if name.startswith(("KB_", "LC_", "SSH_")) or name in HIDDEN:
            monkeypatch.delenv(name)
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("KB_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr("tui.clipboard.TOOLS", ())
    monkeypatch.chdir(tmp_path)
    settings.remember(hint=False)
    return tmp_path


@pytest.fixture
def anyio_backend() -> str:
    """The loop that Textual runs on."""
    return "asyncio"


@pytest.fixture
def make() -> Callable[..., KbApp]:
    """Makes the application; keywords as for KbApp."""

    def make_app(**options: Any) -> KbApp:
        return KbApp(**({"language": "en"} | options))

    return make_app
