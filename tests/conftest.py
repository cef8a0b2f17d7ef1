"""The shipped corpus in a store, made once for the tests that look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.engine import Engine


@pytest.fixture(scope="session")
def shipped_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database file of a store that holds the shipped corpus, with its index. For reading only."""
    path = tmp_path_factory.mktemp("shipped") / "kb.db"
    with Engine.open(str(path)) as engine:
        assert engine.searcher.index.records == engine.state.records > 0
    return path
