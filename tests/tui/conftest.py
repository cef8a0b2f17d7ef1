"""The application over a small store of its own, driven without a terminal."""

from __future__ import annotations

import os

os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tui_corpus as corpus

from tui import settings
from tui.app import KbApp


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of its own: store, state, configuration, corpus; no display, no clipboard tool, no locale."""
    records = tmp_path / "records"
    corpus.write(records)
    monkeypatch.setattr("kb.config.records_dir", lambda: str(records))
    for name in list(os.environ):
        if name.startswith(("KB_", "LC_", "SSH_")) or name in (
            "LANG",
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "BROWSER",
            "NO_COLOR",
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("KB_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr("tui.clipboard.TOOLS", ())
    monkeypatch.chdir(tmp_path)
    settings.remember(hint=False)
    yield tmp_path


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
