"""Reading the store: what the match, search and show paths need, and nothing that costs time to import.

A reader never writes. It works while another process writes, in a directory that it may only read, and on a
database that a later migration has not reached yet (`state().schema` tells). All methods raise StoreError or a
subclass when the database fails.
"""

from __future__ import annotations

import json

from kb.errors import MissingStoreError
from kb.namedtuple import TYPE_CHECKING
from kb.store.connection import BATCH, batches, connect, rows_of, stored_schema
from kb.store.state import STATE, state_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from kb.store.answers import Counts, Feedback, Link, Version
    from kb.store.connection import Connection, Row
    from kb.store.state import StoreState

Document = dict[str, "Any"]

_VERSIONS = """
SELECT version, document, origin, recorded_at, reason, 0 AS current FROM incident_version WHERE incident_id = :id
UNION ALL SELECT version, document, origin, changed_at, '', 1 FROM incident WHERE id = :id
ORDER BY version
"""

_LINKS = """
SELECT other_id AS id, kind, reason FROM incident_link WHERE incident_id = :id
UNION SELECT incident_id, kind, reason FROM incident_link WHERE other_id = :id
ORDER BY id, kind, reason
"""

_FEEDBACK = "SELECT id, incident_id, verdict, input_digest, input_text, created_at, withdrawn_at FROM feedback"


class Reader:
    """An open store. Use as a context manager, or call `close()`; may be used from several threads in turn."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._decode: Callable[[str], Document] = json.loads

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def rows(self, statement: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        """Rows of a query in portable SQL, for a question that no method here answers."""
        return self._connection.rows(statement, parameters)

    def state(self) -> StoreState:
        """Schema, revision, shipped corpus, number of records and index commits, all of one moment."""
        return state_of(self._connection.rows(STATE))

    def keep_decoded(self, most: int) -> None:
        """Decode each document once and keep up to `most` of them, for one who reads the same ones again and again and
        never changes what he is given."""
        from functools import lru_cache

        self._decode = lru_cache(most)(json.loads)

    def documents(self, ids: Iterable[str]) -> dict[str, Document]:
        """The documents of the ids that exist, in the order of `ids`."""
        wanted = list(dict.fromkeys(ids))
        found: dict[str, str] = dict(rows_of(self.rows, "SELECT id, document FROM incident WHERE id IN {}", wanted))
        return {record_id: self._decode(found[record_id]) for record_id in wanted if record_id in found}

    def learned(self, name: str) -> bytes | None:
        """What `kb train` learned from this store under a name (see `kb.learned`), or None."""
        rows = self._connection.rows("SELECT content FROM learned WHERE name = :name", {"name": name})
        return bytes(rows[0][0]) if rows else None

    def learned_figures(self) -> dict[str, Document]:
        """By name what was measured when it was learned, with `learned_at`."""
        rows = self._connection.rows("SELECT name, figures, learned_at FROM learned ORDER BY name")
        return {name: {**json.loads(figures), "learned_at": learned_at} for name, figures, learned_at in rows}

    def stream(self, ids: Sequence[str]) -> Iterator[Document]:
        """The documents of many ids in order, a batch in memory at a time; ids that do not exist are left out."""
        for batch in batches(ids):
            yield from self.documents(batch).values()

    def resolve(self, name: str) -> str | None:
        """The id of the record with this id or alias; ids before aliases, exact spelling before any case."""
        name = name.replace("\0", "").encode("utf-8", "replace").decode()
        for query, value in (
            ("SELECT min(id) FROM incident WHERE id = :name", name),
            ("SELECT min(incident_id) FROM incident_alias WHERE alias = :name", name),
            ("SELECT min(id) FROM incident WHERE lower(id) = :name", name.lower()),
            ("SELECT min(incident_id) FROM incident_alias WHERE lower(alias) = :name", name.lower()),
        ):
            ((found,),) = self._connection.rows(query, {"name": value})
            if found is not None:
                return str(found)
        return None

    def changed_since(self, revision: int, batch: int = BATCH) -> Iterator[tuple[str, Document | None]]:
        """Every record that changed after a store revision, with its document, or None if it was deleted.

        Reads `batch` records at a time. What another process commits meanwhile may come too, or come twice.
        """
        for table, document in (("deleted_incident", "NULL"), ("incident", "document")):
            after = {"revision": revision + 1, "id": "", "batch": batch}
            while rows := self._connection.rows(
                f"SELECT revision, id, {document} FROM {table} WHERE (revision, id) > (:revision, :id)"
                " ORDER BY revision, id LIMIT :batch",
                after,
            ):
                for _, record_id, content in rows:
                    yield record_id, None if content is None else json.loads(content)
                after |= {"revision": rows[-1][0], "id": rows[-1][1]}

    def names(self) -> list[tuple[str, list[str]]]:
        """Every id with its aliases, both in order."""
        aliases: dict[str, list[str]] = {}
        for record_id, alias in self._connection.rows("SELECT incident_id, alias FROM incident_alias ORDER BY alias"):
            aliases.setdefault(record_id, []).append(alias)
        return [
            (row[0], aliases.get(row[0], [])) for row in self._connection.rows("SELECT id FROM incident ORDER BY id")
        ]

    def organisations(self) -> list[str]:
        """Names and short names of the organisations that have a record, in order."""
        rows = self._connection.rows("SELECT org FROM incident UNION SELECT org_slug FROM incident ORDER BY 1")
        return [name for (name,) in rows if name]

    def counts(self) -> Counts:
        """Number of records by term, year, origin and review."""
        from kb.store.answers import Counts

        rows = self._connection.rows
        terms: dict[str, dict[str, int]] = {}
        for vocabulary, term, number in rows(
            "SELECT vocabulary, term, count(*) FROM incident_label GROUP BY vocabulary, term ORDER BY vocabulary, term"
        ):
            terms.setdefault(vocabulary, {})[term] = number
        years: dict[int | None, int] = dict(rows("SELECT year, count(*) FROM incident GROUP BY year ORDER BY year"))
        origins: dict[str, int] = dict(rows("SELECT origin, count(*) FROM incident GROUP BY origin ORDER BY origin"))
        ((reviewed,),) = rows("SELECT count(*) FROM incident WHERE reviewed_at IS NOT NULL")
        ((withdrawn,),) = rows("SELECT count(*) FROM incident WHERE withdrawn")
        return Counts(sum(origins.values()), terms, years, origins, reviewed, withdrawn)

    def versions(self, record_id: str) -> list[Version]:
        """Every state of a record that the store holds, in the order in which it took them."""
        from kb.store.answers import Version

        return [
            Version(number, json.loads(content), origin, recorded_at, reason, bool(current))
            for number, content, origin, recorded_at, reason, current in self._connection.rows(
                _VERSIONS, {"id": record_id}
            )
        ]

    def links(self, record_id: str) -> list[Link]:
        """Other records that an import found to be of the same incident, in either direction."""
        from kb.store.answers import Link

        return [Link(*row) for row in self._connection.rows(_LINKS, {"id": record_id})]

    def linked(self, ids: Iterable[str]) -> set[tuple[str, str]]:
        """Pairs among the ids that an import found to be of the same incident, each in both orders."""
        wanted = set(ids)
        if len(wanted) < 2:
            return set()
        found = rows_of(self.rows, "SELECT incident_id, other_id FROM incident_link WHERE incident_id IN {}", wanted)
        pairs = {(first, second) for first, second in found if second in wanted}
        return pairs | {(second, first) for first, second in pairs}

    def checks_with(self, terms: Iterable[str]) -> list[tuple[str, str]]:
        """(term, ids of checks joined by spaces) for each of the terms of `kb.catalogue` that a check there has."""
        return rows_of(self.rows, "SELECT term, ids FROM catalogue_term WHERE term IN {}", terms)

    def catalogue(self, kind: str, names: Iterable[str]) -> dict[str, Document]:
        """The documents of that kind in the catalogue that exist among the names, in the order of the names."""
        wanted = list(dict.fromkeys(names))
        query = "SELECT id, document FROM catalogue WHERE kind = :kind AND id IN {}"
        found: dict[str, str] = dict(rows_of(self.rows, query, wanted, kind=kind))
        return {name: json.loads(found[name]) for name in wanted if name in found}

    def reports(self, ids: Iterable[str]) -> dict[str, list[str]]:
        """By record the texts in which its incident was reported, in other words than its own."""
        return {name: list(document["texts"]) for name, document in self.catalogue("report", ids).items()}

    def feedback_counts(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """(useful, wrong) of each record that has feedback which was not withdrawn."""
        query = (
            "SELECT incident_id, sum(CASE WHEN verdict = 'useful' THEN 1 ELSE 0 END), count(*) FROM feedback"
            " WHERE withdrawn_at IS NULL AND incident_id IN {} GROUP BY incident_id"
        )
        counted = rows_of(self.rows, query, ids)
        return {record_id: (int(useful), int(total) - int(useful)) for record_id, useful, total in counted}

    def feedback(self, record_id: str | None = None) -> list[Feedback]:
        """All feedback, withdrawn included, oldest first; of one record or of all."""
        from kb.store.answers import Feedback

        if record_id is None:
            return [Feedback(*row) for row in self._connection.rows(f"{_FEEDBACK} ORDER BY id")]
        query = f"{_FEEDBACK} WHERE incident_id = :id ORDER BY id"
        return [Feedback(*row) for row in self._connection.rows(query, {"id": record_id})]


def open_reader(url: str, *, timeout: float | None = None) -> Reader:
    """Open the store of a URL; `timeout` in seconds is how long to wait for a locked file.

    Raises MissingStoreError if there is no database yet, StoreCorruptError for a damaged file, and StoreError for
    a database of another program or of a newer kb. An older schema is opened: compare `state().schema`.
    """
    connection = connect(url, timeout=timeout)
    try:
        if stored_schema(connection.table_names(), connection.rows) is None:
            raise MissingStoreError("the database is empty", "Any kb command fills it on first use.")
        return Reader(connection)
    except BaseException:
        connection.close()
        raise
