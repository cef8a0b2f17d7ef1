"""An engine over documents in memory, for measuring: the match path itself, without a database.

Training and evaluation ask thousands of queries of stores that do not exist (the corpus without its Korean, a
record without the text that the query was made of). `Shelf` answers what an engine asks of a store, the index is
a real one in a folder of the caller's, and everything between is the code that `kb match` runs.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

from kb import freshness, indexing, learned
from kb.engine import Engine
from kb.fields import Fields, fields
from kb.index import INDEX_VERSION
from kb.store.reader import Reader
from kb.store.state import StoreState
from kb.train import topics
from kb.train.sources import SEED
from kb.trained import Trained

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from contextlib import AbstractContextManager

    from kb.vocabulary import Vocabulary


PARTS = 5
"""Parts of the records that are taken for new in turn."""


class Shelf(Reader):
    """Documents by id in place of a database. No two of them are known to tell the same incident."""

    def __init__(self, documents: Iterable[dict[str, Any]], tables: dict[str, bytes]) -> None:
        self._documents = {document["id"]: document for document in documents}
        self.tables = tables

    def close(self) -> None:
        """Nothing is open."""

    def documents(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        """The documents of the ids that exist, in the order of `ids`."""
        return {record_id: self._documents[record_id] for record_id in ids if record_id in self._documents}

    def reports(self, ids: Iterable[str]) -> dict[str, list[str]]:
        """No reports: their words are in the index."""
        return {}

    def checks_with(self, terms: Iterable[str]) -> list[tuple[str, str]]:
        """No checks."""
        return []

    def catalogue(self, kind: str, names: Iterable[str]) -> dict[str, dict[str, Any]]:
        """No catalogue."""
        return {}

    def linked(self, ids: Iterable[str]) -> set[tuple[str, str]]:
        """No pairs."""
        return set()

    def feedback_counts(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """No feedback."""
        return {}

    def learned(self, name: str) -> bytes | None:
        """What was put in `tables`; nothing by default, so that the shipped tables count."""
        return self.tables.get(name)


class ShelfEngine(Engine):
    """An engine over a shelf, whose index was made for it."""

    def __init__(
        self,
        documents: list[dict[str, Any]],
        vocabularies: dict[str, Vocabulary],
        folder: str,
        tables: dict[str, bytes] | None = None,
        read: Iterable[Fields] | None = None,
    ) -> None:
        """`read` are the fields of the documents, where they are known."""
        state = StoreState("", 1, None, len(documents), {}, (1, len(documents), INDEX_VERSION))
        self.shelf = Shelf(documents, tables or {})
        super().__init__("", self.shelf, state, lambda _: None, _unmuted)
        self.searcher.index = indexing.create(folder)
        known = read if read is not None else (fields(document, vocabularies) for document in documents)
        indexing.update(self.searcher.index, known, table=self.trained.table(learned.TOPICS), fresh=True)

    def teach(self, tables: dict[str, bytes]) -> None:
        """Answer from now on by these learned tables; the index stays as it was made."""
        self.shelf.tables = tables
        self.trained = self.searcher.trained = Trained(self.shelf, self.state)


def _unmuted() -> AbstractContextManager[None]:
    from contextlib import nullcontext

    return nullcontext()


class Shelves:
    """A store of documents, and for each part of its records the same store as it would be if they were new: its space
    of subjects (`kb.topics`) was learned without them. `tables` is what else the store has learned, `reports` the
    texts by record in which its incident was reported."""

    def __init__(
        self,
        documents: list[dict[str, Any]],
        tables: dict[str, bytes],
        folder: str,
        reports: Mapping[str, list[str]] | None = None,
    ) -> None:
        self._documents = documents
        self._tables = tables
        self._folder = folder
        self._vocabularies = freshness.vocabularies()
        told = reports or {}
        self._read = [fields(document, self._vocabularies, told.get(document["id"], ())) for document in documents]
        names = sorted(document["id"] for document in documents)
        random.Random(SEED).shuffle(names)
        self._part = {name: number % PARTS for number, name in enumerate(names)}
        self._engines: dict[int, ShelfEngine] = {}

    def with_all(self) -> ShelfEngine:
        """The store as it is."""
        return self._engine(PARTS)

    def as_if_new(self, record_id: str) -> ShelfEngine:
        """The store whose space was learned without a record; it still holds it."""
        return self._engine(self._part[record_id])

    def _engine(self, part: int) -> ShelfEngine:
        if part not in self._engines:
            known = topics.texts(item for item in self._read if self._part[item.id] != part)
            tables = self._tables | {learned.TOPICS: learned.dump(topics.learn(known))}
            folder = os.path.join(self._folder, str(part))
            self._engines[part] = ShelfEngine(self._documents, self._vocabularies, folder, tables, self._read)
        return self._engines[part]
