"""The index brought up to the store, whatever happened to either.

The store is the truth. Each build of the index has a folder of its own under the index directory, so that two
processes may build at once and a search goes on in the old one; the file `current` names the build that counts and
the revision it holds. The store remembers which commit of which build holds which of its revisions. If the two
agree, the index is opened; if the store is ahead, the missing records are replayed; in every other case (another
database, a restored backup, another version, a damaged file) the index is built anew.
"""

from __future__ import annotations

import os
import time
from itertools import islice

from kb import config
from kb.errors import IndexBrokenError, StoreError
from kb.fields import FILTER_VOCABULARIES, fields
from kb.index import INDEX_VERSION, Index, read_opstamp
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.store.connection import BATCH
from kb.store.sqlite import TOLD_AFTER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kb.fields import Fields
    from kb.learned import Table
    from kb.store.reader import Reader
    from kb.store.state import StoreState
    from kb.vocabulary import Vocabulary

    Progress = Callable[[int, int], None]
    Notify = Callable[[str], None]

WAIT_SECONDS = 10.0
"""How long to wait for another process that is writing the index before answering from what there is."""
SAVE_SECONDS = 1.0
"""How long an answer waits for a locked store only to note what the index holds."""
ABANDONED_SECONDS = 24 * 3600
"""Age at which a build that never became the current one is removed."""
_VERSION = f"v{INDEX_VERSION}-"
"""How the folders of builds of this version begin."""


class Build(NamedTuple):
    """The build that counts: folder and the store revision that it was last brought to."""

    folder: str
    revision: int


class Topics(NamedTuple):
    """The table in which an index places its records (`kb.topics`): the revision at which the store was trained, 0 for
    what is shipped, and what reads it. An index of another table is built anew, that of another release included."""

    trained_at: int
    table: Callable[[], Table]

    def form(self) -> str:
        """How the folders of builds begin."""
        return f"{_VERSION}{self.trained_at or self.table().mark()}-"


class Keeper:
    """Keeps one index fresh for one open store."""

    def __init__(self, url: str, reader: Reader, state: StoreState, topics: Topics, notify: Notify) -> None:
        self.path = config.index_dir(url)
        self._url = url
        self._reader = reader
        self._state = state
        self._topics = topics
        self._notify = notify
        self._temporary: list[str] = []

    def close(self) -> None:
        """Remove what was built for this run only."""
        if not self._temporary:
            return
        import shutil

        for folder in self._temporary:
            shutil.rmtree(folder, ignore_errors=True)
        self._temporary = []

    def fresh(self) -> Index:
        """The index, equal to the store as it was opened. Raises IndexBrokenError if none can be had."""
        build = read_current(self.path, self._topics.form())
        known = self._state.indexes.get(build.folder) if build else None
        if build is None or known is None or build.revision > self._state.revision:
            return self.rebuilt()
        opstamp, revision = known
        stamp = read_opstamp(build.folder)
        if stamp < opstamp:
            return self.rebuilt()
        try:
            index = self._opened(build.folder)
            if stamp != opstamp or revision < self._state.revision:
                self._catch_up(index, build, revision)
        except IndexBrokenError as error:
            self._notify(f"{error.message}; building it anew")
            return self.rebuilt()
        return index if index.records == self._state.records else self.rebuilt()

    def rebuilt(self, progress: Progress | None = None, *, to_keep: bool = False) -> Index:
        """A new build from every record of the store, which becomes the current one.

        Where it cannot be written, one is built for this run only, or with `to_keep` IndexBrokenError is raised.
        """
        import secrets

        from kb.indexing import create

        folder = os.path.join(self.path, self._topics.form() + secrets.token_hex(6))
        former = read_current(self.path, _VERSION)
        try:
            index = create(folder)
        except IndexBrokenError as error:
            if to_keep:
                raise
            self._notify(f"{error.message}; building one for this run only")
            return self._fill(create(self._temporary_folder()), progress)
        self._remember(self._fill(index, progress), folder)
        self._tidy(folder, former)
        return index

    def _fill(self, index: Index, progress: Progress | None) -> Index:
        from kb.indexing import update

        documents = (document for _, document in self._reader.changed_since(-1) if document is not None)
        update(index, self._fields(documents, progress), table=self._topics.table(), fresh=True)
        return index

    def _catch_up(self, index: Index, build: Build, revision: int) -> None:
        """Replay what changed since a revision; another process may be doing the same."""
        from kb.indexing import update

        started = time.monotonic()
        told = False
        while True:
            changed = list(self._reader.changed_since(revision))
            put = (document for _, document in changed if document is not None)
            deleted = [record_id for record_id, document in changed if document is None]
            try:
                update(index, self._fields(put), deleted, table=self._topics.table())
            except IndexBrokenError:
                waited = time.monotonic() - started
                if waited > WAIT_SECONDS:
                    raise
                if waited >= TOLD_AFTER and not told:
                    told = True
                    self._notify("another process is writing the index; waiting for it")
                time.sleep(0.2)
                continue
            self._remember(index, build.folder)
            return

    def _opened(self, folder: str) -> Index:
        """The index in a folder; a copy of it where the folder may not be written, for tantivy locks what it reads."""
        if os.access(folder, os.W_OK):
            return Index.open(folder)
        import shutil

        copy = os.path.join(self._temporary_folder(), "index")
        shutil.copytree(folder, copy)
        return Index.open(copy)

    def _temporary_folder(self) -> str:
        import tempfile

        folder = tempfile.mkdtemp(prefix="kb-index-")
        self._temporary.append(folder)
        return folder

    def _remember(self, index: Index, folder: str) -> None:
        """Name the build as current, and tell the store which revision it holds. Where that cannot be written, the same
        work is done again next time."""
        from kb.store.index_state import save_index_state

        try:
            write_current(self.path, folder, self._state.revision)
            save_index_state(self._url, folder, index.opstamp, self._state.revision, timeout=SAVE_SECONDS)
        except (StoreError, OSError):
            return

    def _tidy(self, current: str, former: Build | None) -> None:
        """Remove the former build, and what nobody has written for long: builds of other versions, and those that
        somebody gave up."""
        import shutil

        for name in os.listdir(self.path):
            folder = os.path.join(self.path, name)
            if not os.path.isdir(folder) or folder == current:
                continue
            is_old = time.time() - os.stat(folder).st_mtime > ABANDONED_SECONDS
            if is_old or (former and folder == former.folder):
                shutil.rmtree(folder, ignore_errors=True)

    def _fields(self, documents: Iterator[dict[str, Any]], progress: Progress | None = None) -> Iterator[Fields]:
        known = vocabularies()
        count = 0
        while batch := list(islice(documents, BATCH)):
            reports = self._reader.reports([document["id"] for document in batch])
            for document in batch:
                yield fields(document, known, reports.get(document["id"], ()))
                count += 1
                if progress and count % 100 == 0:
                    progress(count, max(count, self._state.records))


def vocabularies() -> dict[str, Vocabulary]:
    """The vocabularies whose labels and synonyms are indexed."""
    from kb.vocabulary import load

    return {name: load(name) for name in FILTER_VOCABULARIES.values()}


def read_current(path: str, form: str) -> Build | None:
    """The build that the index directory names, or None if its folder does not begin so."""
    try:
        with open(os.path.join(path, "current"), encoding="ascii") as file:
            name, revision = file.read().split()
        return Build(os.path.join(path, name), int(revision)) if name.startswith(form) else None
    except (OSError, ValueError):
        return None


def write_current(path: str, folder: str, revision: int) -> None:
    """Name a build in one step: a reader sees the former or the new one. Raises OSError."""
    partial = os.path.join(path, f"current.{os.getpid()}")
    with open(partial, "w", encoding="ascii") as file:
        file.write(f"{os.path.basename(folder)} {revision}\n")
    os.replace(partial, os.path.join(path, "current"))
