"""A store with five small records for every test, apart from the shipped corpus, which grows."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_running import ROOT, execute, fill, fixture_records

from kb.config import records_dir
from kb.engine import Engine
from kb.index import INDEX_VERSION
from kb.store.shipped import Shipped, shipped_corpus
from kb.store.writer import open_writer

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="accept the output of kb as it is now")


@pytest.fixture(scope="session")
def shipped() -> Shipped:
    """The shipped corpus as it was when the tests began."""
    return shipped_corpus(records_dir(), INDEX_VERSION)


@pytest.fixture(scope="session")
def shared_data(tmp_path_factory: pytest.TempPathFactory, shipped: Shipped) -> Path:
    """The data directory of the tests that only read; its index is up to date, and nothing waits in the log."""
    folder = tmp_path_factory.mktemp("kb-data")
    fill(folder, fixture_records(), shipped)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("KB_INDEX_DIR", raising=False)
        patch.setattr("kb.store.shipped.shipped_corpus", lambda *_: shipped)
        with Engine.open(str(folder / "kb.db")) as engine:
            assert engine.searcher.index.records == 5
    execute(folder / "kb.db", "PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@pytest.fixture(autouse=True)
def home(shared_data: Path, shipped: Shipped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of the test, as home and working directory; nothing of the user's environment is left."""
    for name in list(os.environ):
        if name.startswith(("KB_", "LC_", "XDG_")) or name in ("LANG", "COLUMNS", "NO_COLOR", "TERM"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", ROOT)
    monkeypatch.setenv("KB_DATA_DIR", str(shared_data))
    monkeypatch.setattr("kb.store.shipped.shipped_corpus", lambda *_: shipped)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def own_data(shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory that this test may change, with the same five records and an index that is up to date."""
    folder = tmp_path / "data"
    shutil.copytree(shared_data, folder)
    moved = f"UPDATE index_state SET path = replace(path, '{shared_data}', '{folder}')"
    execute(folder / "kb.db", moved, "PRAGMA wal_checkpoint(TRUNCATE)")
    monkeypatch.setenv("KB_DATA_DIR", str(folder))
    return folder


@pytest.fixture
def own_process(shared_data: Path) -> None:
    """For tests that start processes: those read the digest of the corpus themselves."""
    with open_writer(f"sqlite:///{shared_data}/kb.db") as writer:
        writer.set_meta("corpus", str(shipped_corpus(records_dir(), INDEX_VERSION).digest))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, bytes], None]:
    """Compares output with a file of `golden/` byte by byte; `pytest tests/cli --update` writes the file."""

    def compare(name: str, found: bytes) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update", default=False):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(found)
        assert found.decode("utf-8") == path.read_bytes().decode("utf-8"), f"differs from golden/{name}"

    return compare


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A directory that other users may enter, unlike `tmp_path`."""
    folder = tempfile.mkdtemp(prefix="kb-test-")
    os.chmod(folder, 0o755)
    yield Path(folder)
    os.chmod(folder, 0o755)
    shutil.rmtree(folder)


@pytest.fixture
def as_other_user() -> Iterator[Callable[[], None]]:
    """Gives up the right of root to read and write everywhere, until the test ends; nothing to give up for others."""
    user = os.geteuid()

    def switch() -> None:
        if user == 0:
            os.seteuid(65534)

    yield switch
    os.seteuid(user)
