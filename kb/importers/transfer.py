"""Importing documents: what becomes of each, decided before anything is written, and written in one transaction.

The decisions are made inside the write transaction, so two imports at once cannot contradict each other; `plan`
makes the same decisions without writing, for a dry run. Unless told to keep going, one rejected document means
that nothing is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kb.errors import MissingStoreError, RecordError
from kb.importers.duplicates import DuplicateFinder
from kb.store.columns import digest, instant, storable
from kb.store.connection import batches, in_list
from kb.store.reader import open_reader
from kb.store.sqlite import WRITE_TIMEOUT
from kb.store.writer import IMPORTED, NEW, UNCHANGED, UPDATED, Put, open_writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kb.importers.documents import LoadedDocument
    from kb.importers.duplicates import Rows
    from kb.importers.markdown import Mapping
    from kb.lint import Finding
    from kb.store.answers import Link
    from kb.store.reader import Document
    from kb.store.writer import Writer

REJECTED = "rejected"
STATUSES = (NEW, UPDATED, UNCHANGED, REJECTED)

_BATCH = 100
"""Records between two reports of progress."""


class Outcome(NamedTuple):
    """What becomes of one document.

    `status` is one of `STATUSES`, `reasons` says why it was rejected (or is a repetition), `findings` are the warnings
    and errors of the checks, `duplicates` the records of what seems to be the same incident, `mapping` what of a
    postmortem in Markdown went where.
    """

    status: str
    id: str | None
    origin: str
    position: str
    reasons: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    duplicates: tuple[Link, ...] = ()
    mapping: Mapping | None = None

    @property
    def place(self) -> str:
        """Where the document came from, for a message."""
        return _place(self.origin, self.position)


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
            return ImportPlan(documents, _decide(reader.rows, documents, force, progress), force, revision)
    except MissingStoreError:
        return ImportPlan(documents, _decide(lambda *_: [], documents, force, progress), force, -1)


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
            outcomes = _decide(writer.rows, planned.loaded, planned.force)
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


class _Candidate(NamedTuple):
    """A document with its id and digest, or with the reasons for refusing it by itself."""

    item: LoadedDocument
    document: Document
    id: str | None
    digest: str
    refusal: tuple[str, ...] = ()


def _decide(
    rows: Rows,
    loaded: tuple[LoadedDocument, ...],
    force: bool,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Outcome, ...]:
    candidates = [_candidate(item) for item in loaded]
    good = [candidate for candidate in candidates if not candidate.refusal]
    conflicts = _conflicts(good)
    stored = _stored(rows, [candidate.document["id"] for candidate in good])
    finder = DuplicateFinder(rows)
    finder.prepare(candidate.document for candidate in good)
    seen: dict[str, Outcome] = {}
    outcomes = []
    for place, (item, document, record_id, sha256, refusal) in enumerate(candidates):
        if progress is not None and place % _BATCH == 0:
            progress(place, len(candidates))
        outcome = Outcome(
            REJECTED, record_id, item.origin, item.position, refusal, tuple(item.findings), mapping=item.mapping
        )
        if record_id is None or refusal:
            pass
        elif record_id in conflicts:
            outcome = outcome._replace(reasons=(conflicts[record_id],))
        elif record_id in seen:
            outcome = seen[record_id]._replace(origin=item.origin, position=item.position, duplicates=())
            if outcome.status != REJECTED:
                outcome = outcome._replace(status=UNCHANGED, reasons=(f"the same as {seen[record_id].place}",))
        else:
            status, reasons = _against_stored(document, sha256, stored.get(record_id), force)
            outcome = outcome._replace(status=status, reasons=reasons)
            if status in (NEW, UPDATED):
                outcome = outcome._replace(duplicates=finder.find(document))
                finder.add(document)
            seen[record_id] = outcome
        outcomes.append(outcome)
    return tuple(outcomes)


def _candidate(item: LoadedDocument) -> _Candidate:
    document = item.document if item.document is not None else {}
    written = document.get("id")
    record_id = written if isinstance(written, str) and written and storable(written) == written else None
    refusal = [_in_words(finding) for finding in item.findings if finding.severity == "error"]
    sha256 = ""
    try:
        sha256 = digest(document)
    except RecordError as error:
        refusal.append(error.message)
    if not refusal and record_id is None:
        refusal.append("it is no record with an id")
    return _Candidate(item, document, record_id, sha256, tuple(refusal))


def _conflicts(candidates: list[_Candidate]) -> dict[str, str]:
    """The reason for each id that stands in this import with different content: nobody can tell which one is meant."""
    places: dict[str, dict[str, list[str]]] = {}
    for candidate in candidates:
        by_digest = places.setdefault(candidate.document["id"], {})
        by_digest.setdefault(candidate.digest, []).append(_place(candidate.item.origin, candidate.item.position))
    return {
        record_id: f"{record_id} is in this import more than once with different content: "
        + ", ".join(found[0] for found in by_digest.values())
        for record_id, by_digest in places.items()
        if len(by_digest) > 1
    }


def _against_stored(
    document: Document, sha256: str, stored: tuple[str, str | None] | None, force: bool
) -> tuple[str, tuple[str, ...]]:
    """Status and reasons of a document whose record the store holds with this digest and time of change."""
    if stored is None:
        return NEW, ()
    stored_digest, stored_at = stored
    if stored_digest == sha256:
        return UNCHANGED, ()
    updated_at = instant(document.get("updated_at"))
    if force or (updated_at or "") > (stored_at or "") or (updated_at is None and stored_at is None):
        return UPDATED, ()
    if updated_at is None:
        return REJECTED, (f"it has no updated_at, and the stored record was updated at {stored_at}; use --force",)
    how = "older than" if updated_at < (stored_at or "") else "the same as"
    return REJECTED, (f"its updated_at {updated_at} is {how} that of the stored record, {stored_at}; use --force",)


def _stored(rows: Rows, ids: list[str]) -> dict[str, tuple[str, str | None]]:
    found: dict[str, tuple[str, str | None]] = {}
    for batch in batches(list(dict.fromkeys(ids))):
        listed, parameters = in_list("id", batch)
        query = f"SELECT id, digest, updated_at FROM incident WHERE id IN {listed}"
        found.update((row[0], (row[1], row[2])) for row in rows(query, parameters))
    return found


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


def _in_words(finding: Finding) -> str:
    where = f" at {finding.pointer}" if finding.pointer else ""
    return f"{finding.code} {finding.name}{where}: {finding.message}"


def _place(origin: str, position: str) -> str:
    return f"{origin}: {position}" if position else origin
