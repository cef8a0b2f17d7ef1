"""The state of a store: what is asked of it first, before any record, in one query.

The facts are the rows of three small tables, and one statement reads them all, so that they agree.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.store.connection import Row


class StoreState(NamedTuple):
    """What a cold start must know, from one consistent look.

    `schema` is the newest migration applied, `revision` rises by one with every committed change of records,
    `corpus` is the digest of the shipped corpus that was loaded last, `records` their number (all origins), and
    `indexes` maps the path of an index to the (opstamp, revision) that it held when it was last saved. `learned` is
    (revision, records, version of the tokens) when `kb train` last ran, None before; `form` is the version of what was
    derived from the shipped corpus, -1 from before there were any, `corpus_number` its number, 0 likewise.
    """

    schema: str
    revision: int
    corpus: str | None
    records: int
    indexes: dict[str, tuple[int, int]]
    learned: tuple[int, int, int] | None = None
    form: int = -1
    corpus_number: int = 0


STATE = """
SELECT 'schema' AS part, version_num AS name, '' AS content, 0 AS number FROM alembic_version
UNION ALL SELECT 'meta', key, value, 0 FROM meta
UNION ALL SELECT 'index', path, CAST(opstamp AS VARCHAR), revision FROM index_state
"""
"""The query whose rows `state_of` takes."""


def state_of(rows: Iterable[Row]) -> StoreState:
    """The state that the rows of `STATE` tell."""
    schema = ""
    meta: dict[str, str] = {}
    indexes: dict[str, tuple[int, int]] = {}
    for part, name, content, number in rows:
        if part == "schema":
            schema = name
        elif part == "meta":
            meta[name] = content
        else:
            indexes[name] = (int(content), number)
    numbers = [int(word) for word in meta.get("learned", "").split() if word.isdecimal()]
    learned = (numbers[0], numbers[1], numbers[2]) if len(numbers) == 3 else None
    revision, records = int(meta.get("revision", 0)), int(meta.get("records", 0))
    form, number = int(meta.get("form", -1)), int(meta.get("corpus_number", 0))
    return StoreState(schema, revision, meta.get("corpus"), records, indexes, learned, form, number)
