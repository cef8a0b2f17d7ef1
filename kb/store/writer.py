"""Writing the store: records with their earlier versions, links, catalogue, what was learned, the state of indexes.

One writer is one transaction. It decides nothing: it makes what it is given the current version and keeps the one
before (`kb.store.versions` says how). The revision of the store rises by one with each transaction that changed what
an index holds: a record, or the reports of its incident. Links and index states leave it alone.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import insert, text, update
from sqlmodel import col, delete

from kb.errors import NotFoundError
from kb.store import database, sqlite
from kb.store.columns import digest, encode, now, storable
from kb.store.connection import BATCH, Row, batches, rows_of
from kb.store.tables import (
    Catalogue,
    CatalogueTerm,
    DeletedIncident,
    Incident,
    IncidentAlias,
    IncidentLabel,
    IncidentLink,
    IncidentSource,
    IncidentVersion,
    IndexState,
    Learned,
    Meta,
)
from kb.store.versions import Current, changes, id_of, side_rows, version_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlmodel import Session, SQLModel

    from kb.store.columns import Columns, Document
    from kb.store.versions import Put


class Stored(NamedTuple):
    """What decides whether a stored record may be replaced."""

    digest: str
    origin: str
    updated_at: str | None


class Writer:
    """One write transaction; see `open_writer`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._meta: dict[str, str] = dict(self.rows("SELECT key, value FROM meta"))
        self._next_revision = int(self._meta["revision"]) + 1
        self._changed = False
        self._added = 0

    def rows(self, statement: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        """Rows of a query inside this transaction; as `kb.store.connection.Connection.rows`."""
        result = self._session.connection().execute(text(statement), dict(parameters or {}))
        return [tuple(row) for row in result]

    def meta(self, key: str) -> str | None:
        """A fact about the whole store, as it was at the start of the transaction or as set since."""
        return self._meta.get(key)

    def set_meta(self, key: str, value: str) -> None:
        """Set a fact about the whole store."""
        self._session.merge(Meta(key=key, value=value))
        self._meta[key] = value

    def stored(self, ids: Sequence[str]) -> dict[str, Stored]:
        """Digest, origin and own time of change of the records that exist among the ids."""
        found = rows_of(self.rows, "SELECT id, digest, origin, updated_at FROM incident WHERE id IN {}", ids)
        return {row[0]: Stored(*row[1:]) for row in found}

    def deleted(self) -> set[str]:
        """Ids of the records that were deleted."""
        return {record_id for (record_id,) in self.rows("SELECT id FROM deleted_incident")}

    def put(self, items: Iterable[Put]) -> list[str]:
        """Make each document the current version of its record; `new`, `updated` or `unchanged` for each.

        The version before is kept. Raises RecordError for a document without an id or that JSON cannot hold.
        """
        outcomes: list[str] = []
        batch: dict[str, Put] = {}
        for item in items:
            record_id = id_of(item.document)
            if record_id in batch or len(batch) == BATCH:
                outcomes += self._put_batch(batch)
                batch = {}
            batch[record_id] = item
        return outcomes + self._put_batch(batch)

    def keep_aside(self, item: Put) -> bool:
        """Keep a document among the versions of its record without making it current.

        False if the record already holds a version of the same content. The record must exist.
        """
        record_id, sha256 = id_of(item.document), digest(item.document)
        known = self.rows(
            "SELECT 1 FROM incident_version WHERE incident_id = :id AND digest = :digest"
            " UNION SELECT 1 FROM incident WHERE id = :id AND digest = :digest",
            {"id": record_id, "digest": sha256},
        )
        if known:
            return False
        number = self._highest_versions([record_id])[record_id] + 1
        aside = Current(encode(item.document), sha256, item.origin, number, now())
        self._insert(IncidentVersion, [version_row(record_id, aside, item.reason)])
        return True

    def catalogue(self, kind: str) -> dict[str, Document]:
        """Every document of a kind in the catalogue, by its id."""
        found = self.rows("SELECT id, document FROM catalogue WHERE kind = :kind", {"kind": kind})
        return {name: json.loads(document) for name, document in found}

    def replace_catalogue(self, items: Iterable[tuple[str, str, Document, Sequence[str]]]) -> None:
        """Make these (kind, id, document, terms) the whole catalogue."""
        for table in (CatalogueTerm, Catalogue):
            self._session.exec(delete(table))
        rows: list[dict[str, Any]] = []
        having: dict[str, list[str]] = {}
        for kind, name, document, terms in items:
            rows.append({"kind": kind, "id": name, "document": encode(document)})
            for term in terms:
                having.setdefault(term, []).append(name)
        self._insert(Catalogue, rows)
        self._insert(
            CatalogueTerm, [{"term": term, "ids": " ".join(sorted(names))} for term, names in sorted(having.items())]
        )

    def touch(self, ids: Iterable[str]) -> None:
        """Have every index read these records anew, although their documents are as they were."""
        for batch in batches(list(ids)):
            self._session.exec(update(Incident).where(col(Incident.id).in_(batch)).values(revision=self._next_revision))
            self._changed = True

    def replace_learned(
        self, learned: Mapping[str, tuple[bytes, Mapping[str, Any]]], *, records: int, version: int
    ) -> None:
        """Make these (content, figures) by name all that was learned, from so many records whose texts were read by
        this version of the index. The revision rises: whoever has the store open is to take up what was learned."""
        self._session.exec(delete(Learned))
        self._insert(
            Learned,
            [
                {"name": name, "content": content, "figures": json.dumps(figures), "learned_at": now()}
                for name, (content, figures) in learned.items()
            ],
        )
        self.set_meta("learned", f"{self._next_revision} {records} {version}")
        self._changed = True

    def replace_links(self, record_id: str, links: Iterable[tuple[str, str, str]]) -> None:
        """Set the links (other id, kind, reason) that were found when this record was imported."""
        self._session.exec(delete(IncidentLink).where(col(IncidentLink.incident_id) == record_id))
        self._insert(
            IncidentLink,
            [
                {"incident_id": record_id, "other_id": other, "kind": kind, "reason": storable(reason)}
                for other, kind, reason in links
            ],
        )

    def delete(self, record_id: str) -> None:
        """Remove a record with all its versions, links and feedback for good. Raises NotFoundError."""
        if not self.rows("SELECT 1 FROM incident WHERE id = :id", {"id": record_id}):
            raise NotFoundError(f"there is no record {record_id}", "`kb list` shows all ids.")
        self._session.exec(delete(Incident).where(col(Incident.id) == record_id))
        self._insert(DeletedIncident, [{"id": record_id, "revision": self._next_revision}])
        self._changed = True
        self._added -= 1

    def save_index_state(self, path: str, opstamp: int) -> None:
        """Record that the index at `path` holds, in its commit `opstamp`, the store as this transaction leaves it."""
        revision = self._next_revision if self._changed else self._next_revision - 1
        self._session.merge(IndexState(path=path, opstamp=opstamp, revision=revision))

    def finish(self) -> None:
        """Write the revision and the number of records; `open_writer` calls it before the commit."""
        if self._changed:
            self.set_meta("revision", str(self._next_revision))
            self.set_meta("records", str(int(self._meta["records"]) + self._added))

    def _put_batch(self, batch: dict[str, Put]) -> list[str]:
        query = "SELECT id, document, digest, origin, version, changed_at FROM incident WHERE id IN {}"
        current = {row[0]: Current(*row[1:]) for row in rows_of(self.rows, query, batch)}
        found = changes(batch, current, self._highest_versions(list(current)), self._next_revision, now())
        self._insert(IncidentVersion, found.replaced)
        self._insert(Incident, found.added)
        if found.changed:
            self._session.exec(update(Incident), params=found.changed)
        self._replace_side_rows(found.columns, [row["id"] for row in found.changed])
        self._forget_deleted([row["id"] for row in found.added])
        self._added += len(found.added)
        self._changed = self._changed or bool(found.added or found.changed)
        return found.outcomes

    def _replace_side_rows(self, derived: dict[str, Columns], existing: list[str]) -> None:
        if existing:
            for table in (IncidentLabel, IncidentAlias, IncidentSource):
                self._session.exec(delete(table).where(col(table.incident_id).in_(existing)))
        labels, aliases, sources = side_rows(derived)
        self._insert(IncidentLabel, labels)
        self._insert(IncidentAlias, aliases)
        self._insert(IncidentSource, sources)

    def _forget_deleted(self, ids: list[str]) -> None:
        if ids:
            self._session.exec(delete(DeletedIncident).where(col(DeletedIncident.id).in_(ids)))

    def _highest_versions(self, ids: Sequence[str]) -> dict[str, int]:
        highest: dict[str, int] = dict(rows_of(self.rows, "SELECT id, version FROM incident WHERE id IN {}", ids))
        earlier = "SELECT incident_id, version FROM incident_version WHERE incident_id IN {}"
        for record_id, version in rows_of(self.rows, earlier, ids):
            highest[record_id] = max(highest[record_id], version)
        return highest

    def _insert(self, table: type[SQLModel], rows: list[dict[str, Any]]) -> None:
        if rows:
            self._session.exec(insert(table), params=rows)


@contextmanager
def open_writer(url: str, *, timeout: float = sqlite.WRITE_TIMEOUT) -> Iterator[Writer]:
    """A writer whose transaction commits when the block ends and is rolled back on any exception.

    Makes the database if there is none. Waits up to `timeout` seconds for another writer. Raises StoreError.
    """
    with database.transaction(url, timeout=timeout) as session:
        writer = Writer(session)
        yield writer
        writer.finish()
