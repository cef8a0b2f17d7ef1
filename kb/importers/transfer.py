"""Importing documents: a plan that can be looked at, and its writing in one transaction.

The decisions (`kb.importers.outcomes`) are made inside the write transaction, so two imports at once cannot contradict
each other; `plan` makes the same decisions without writing, for a dry run. Unless told to keep going, one rejected
document means that nothing is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kb.errors import MissingStoreError
from kb.importers.outcomes import REJECTED, STATUSES, Outcome, decide
from kb.store.reader import open_reader
from kb.store.sqlite import WRITE_TIMEOUT
from kb.store.versions import IMPORTED, NEW, UPDATED, Put
from kb.store.writer import open_writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kb.importers.documents import LoadedDocument
    from kb.store.writer import Writer

_BATCH = 100
"""Records between two reports of progress."""


class ImportPlan(NamedTuple):
    """The documents of an import and what would become of each against the store at `revision` (-1: no store)."""

    loaded: tuple[LoadedDocument, ...]
    outcomes: tuple[Outcome, ...]
    force: bool
    revision: int

    def report(self) -> ImportReport:
        """The plan as the report of a dry run."""
        return ImportReport(self.outcomes, written=False)


class ImportReport(NamedTuple):
    """What became of each document, in order. If `written` is false the store is as it was before."""

    outcomes: tuple[Outcome, ...]
    written: bool

    @property
    def rejected(self) -> list[Outcome]:
        """The documents that were not taken."""
        return [outcome for outcome in self.outcomes if outcome.status == REJECTED]

    def counts(self) -> dict[str, int]:
        """Number of documents by status, all statuses present."""
        statuses = [outcome.status for outcome in self.outcomes]
        return {status: statuses.count(status) for status in STATUSES}

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object: `schema_version`, `written`, `counts` and `documents`."""
        return {
            "schema_version": 1,
            "written": self.written,
            "counts": self.counts(),
            "documents": [
                {
                    "status": outcome.status,
                    "id": outcome.id,
                    "origin": outcome.origin,
                    "position": outcome.position,
                    "reasons": list(outcome.reasons),
                    "findings": [finding._asdict() for finding in outcome.findings],
                    "duplicates": [link._asdict() for link in outcome.duplicates],
                }
                | ({"mapping": outcome.mapping.to_json()} if outcome.mapping else {})
                for outcome in self.outcomes
            ],
        }


def plan(
    url: str,
    loaded: Iterable[LoadedDocument],
    *,
    force: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> ImportPlan:
    """Decide what an import would do, without writing; a store that does not exist yet counts as empty.

    `force` lets an older or undated document replace a newer one. `progress` is called with (documents decided,
    documents); what it raises ends the work. Raises StoreError.
    """
    documents = tuple(loaded)
    try:
        with open_reader(url) as reader:
            revision = reader.state().revision
            return ImportPlan(documents, decide(reader.rows, documents, force, progress), force, revision)
    except MissingStoreError:
        return ImportPlan(documents, decide(lambda *_: [], documents, force, progress), force, -1)


def apply(
    url: str,
    planned: ImportPlan,
    *,
    keep_going: bool = False,
    progress: Callable[[int, int], None] | None = None,
    timeout: float = WRITE_TIMEOUT,
) -> ImportReport:
    """Carry out a plan in one transaction; decided anew if the store has changed since.

    With `keep_going` the rejected documents are left out, without it they stop the whole import. `progress` is
    called with (documents written, documents to write); `timeout` is how many seconds to wait for another writer.
    Raises StoreError; then, as after an interruption, the store is as it was.
    """
    with open_writer(url, timeout=timeout) as writer:
        outcomes = planned.outcomes
        if planned.revision < 0 or str(planned.revision) != writer.meta("revision"):
            outcomes = decide(writer.rows, planned.loaded, planned.force)
        if not keep_going and any(outcome.status == REJECTED for outcome in outcomes):
            return ImportReport(outcomes, written=False)
        return ImportReport(outcomes, written=_write(writer, planned.loaded, outcomes, progress))


def import_documents(
    url: str,
    loaded: Iterable[LoadedDocument],
    *,
    force: bool = False,
    keep_going: bool = False,
    progress: Callable[[int, int], None] | None = None,
    timeout: float = WRITE_TIMEOUT,
) -> ImportReport:
    """Decide and write in one transaction; arguments and errors as `plan` and `apply`.

    `loaded` is read to its end before the lock is taken.
    """
    undecided = ImportPlan(tuple(loaded), (), force, -1)
    return apply(url, undecided, keep_going=keep_going, progress=progress, timeout=timeout)


def _write(
    writer: Writer,
    loaded: tuple[LoadedDocument, ...],
    outcomes: tuple[Outcome, ...],
    progress: Callable[[int, int], None] | None,
) -> bool:
    chosen = [
        (item.document, outcome)
        for item, outcome in zip(loaded, outcomes, strict=True)
        if outcome.status in (NEW, UPDATED) and item.document is not None
    ]
    for start in range(0, len(chosen), _BATCH):
        batch = chosen[start : start + _BATCH]
        writer.put(Put(document, IMPORTED, f"replaced by import of {outcome.place}") for document, outcome in batch)
        for document, outcome in batch:
            if outcome.duplicates or outcome.status == UPDATED:
                writer.replace_links(document["id"], outcome.duplicates)
        if progress is not None:
            progress(start + len(batch), len(chosen))
    return bool(chosen)
