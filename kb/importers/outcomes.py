"""What becomes of each document of an import, decided before anything is written.

A document is taken, is the same as what is stored, or is rejected with a reason: it is no sound record, it contradicts
another of the same import, or the store holds a later version. One that is taken is compared with all others for being
of the same incident. Only reads: `kb.importers.transfer` carries it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kb.errors import RecordError
from kb.importers.duplicates import DuplicateFinder
from kb.store.columns import digest, instant, storable
from kb.store.connection import rows_of
from kb.store.versions import NEW, UNCHANGED, UPDATED

if TYPE_CHECKING:
    from collections.abc import Callable

    from kb.importers.documents import LoadedDocument
    from kb.importers.markdown import Mapping
    from kb.lint import Finding
    from kb.store.answers import Link
    from kb.store.connection import Rows
    from kb.store.reader import Document

REJECTED = "rejected"
STATUSES = (NEW, UPDATED, UNCHANGED, REJECTED)

_BETWEEN_REPORTS = 100
"""Documents between two reports of progress."""


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


def decide(
    rows: Rows,
    loaded: tuple[LoadedDocument, ...],
    force: bool,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Outcome, ...]:
    """What becomes of each document, against the other ones and against the store that `rows` reads from.

    `force` lets an older or undated document replace a newer one. `progress` is called with (documents decided,
    documents). Raises StoreError.
    """
    candidates = [_candidate(item) for item in loaded]
    good = [candidate for candidate in candidates if not candidate.refusal]
    conflicts = _conflicts(good)
    stored = _stored(rows, [candidate.document["id"] for candidate in good])
    finder = DuplicateFinder(rows)
    finder.prepare(candidate.document for candidate in good)
    seen: dict[str, Outcome] = {}
    outcomes = []
    for place, (item, document, record_id, sha256, refusal) in enumerate(candidates):
        if progress is not None and place % _BETWEEN_REPORTS == 0:
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


class _Candidate(NamedTuple):
    """A document with its id and digest, or with the reasons for refusing it by itself."""

    item: LoadedDocument
    document: Document
    id: str | None
    digest: str
    refusal: tuple[str, ...] = ()


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
    found = rows_of(rows, "SELECT id, digest, updated_at FROM incident WHERE id IN {}", ids)
    return {record_id: (sha256, updated_at) for record_id, sha256, updated_at in found}


def _in_words(finding: Finding) -> str:
    where = f" at {finding.pointer}" if finding.pointer else ""
    return f"{finding.code} {finding.name}{where}: {finding.message}"


def _place(origin: str, position: str) -> str:
    return f"{origin}: {position}" if position else origin
