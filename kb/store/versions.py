"""What a new document does to the versions of its record, worked out before any row is written.

A document of the same content changes nothing; any other becomes the current version, and the one before is kept with
the reason why it was replaced. Which of two documents is right is decided elsewhere (`kb.importers.outcomes` and
`kb.store.corpus`). Pure: what is stored comes in, rows for `kb.store.writer` come out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kb.errors import RecordError
from kb.store.columns import Columns, Document, columns, digest, encode, storable

if TYPE_CHECKING:
    from collections.abc import Mapping

Rows = list[dict[str, Any]]

SHIPPED, IMPORTED = "shipped", "imported"
NEW, UPDATED, UNCHANGED = "new", "updated", "unchanged"


class Put(NamedTuple):
    """A document that shall become the current version; `reason` is noted at the version it replaces, if any."""

    document: Document
    origin: str
    reason: str


class Current(NamedTuple):
    """The current version of a record, as it is stored."""

    document: str
    digest: str
    origin: str
    version: int
    changed_at: str


class Changes(NamedTuple):
    """What a batch of documents changes: `new`, `updated` or `unchanged` for each, rows of records that are added or
    changed, those of the versions they replace, and by id what the tables hold of each."""

    outcomes: list[str]
    added: Rows
    changed: Rows
    replaced: Rows
    columns: dict[str, Columns]


def changes(
    batch: Mapping[str, Put], current: Mapping[str, Current], highest: Mapping[str, int], revision: int, moment: str
) -> Changes:
    """What each document of a batch, by the id of its record, does at a moment to the current versions.

    `highest` is the highest number of a version that each of the records has, kept aside or not; `revision` is the one
    of the store that the changed rows get. Raises RecordError for a document that JSON cannot hold.
    """
    found = Changes([], [], [], [], {})
    for record_id, (document, origin, reason) in batch.items():
        before = current.get(record_id)
        row = {
            "id": record_id,
            "digest": digest(document),
            "origin": origin,
            "revision": revision,
            "changed_at": moment,
        }
        if before is not None and before.digest == row["digest"]:
            found.outcomes.append(UNCHANGED)
            continue
        derived = found.columns[record_id] = columns(document)
        row |= derived.incident | {"document": encode(document)}
        if before is None:
            found.outcomes.append(NEW)
            found.added.append(row | {"version": 1, "created_at": moment})
        else:
            found.outcomes.append(UPDATED)
            found.changed.append(row | {"version": highest[record_id] + 1})
            found.replaced.append(version_row(record_id, before, reason))
    return found


def version_row(record_id: str, before: Current, reason: str) -> dict[str, Any]:
    """Row of a version that is not the current one any more, or never was; `reason` says why."""
    return {
        "incident_id": record_id,
        "version": before.version,
        "document": before.document,
        "digest": before.digest,
        "origin": before.origin,
        "recorded_at": before.changed_at,
        "reason": storable(reason),
    }


def side_rows(derived: Mapping[str, Columns]) -> tuple[Rows, Rows, Rows]:
    """Rows of the tables of labels, aliases and addresses of sources."""
    labels: Rows = []
    aliases: Rows = []
    sources: Rows = []
    for record_id, found in derived.items():
        labels += [{"incident_id": record_id, "vocabulary": v, "term": term} for v, term in found.labels]
        aliases += [{"incident_id": record_id, "alias": alias} for alias in found.aliases]
        sources += [{"incident_id": record_id, "url_key": key} for key in found.source_keys]
    return labels, aliases, sources


def id_of(document: Document) -> str:
    """The id of a document. Raises RecordError for one without an id that can be stored."""
    record_id = document.get("id")
    if not isinstance(record_id, str) or not record_id or storable(record_id) != record_id:
        raise RecordError("a record has no id", "Give it an `id`, a text that no other record has.")
    return record_id
