"""Filters that no record can pass because of how they are written, and names that no record has, with the nearest ones.

A search for `symptom:throughput-degrade` finds nothing, and so does one for a symptom that nothing has; only the first
is a slip, and a person at 2 a.m. must be told which it was.
"""

from __future__ import annotations

from kb.fields import FILTER_VOCABULARIES, slug
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.query import FILTER_KEYS
from kb.text import fold
from kb.vocabulary import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.query import Query
    from kb.store.reader import Reader

_NEAR = 70
"""Least rapidfuzz ratio of two spellings that are taken for the same word, as in `kb.vocabulary`."""


class Misspelt(NamedTuple):
    """A filter as typed, and the nearest one ("" if nothing is near)."""

    written: str
    nearest: str


def misspelt(asked: Query, reader: Reader) -> list[Misspelt]:
    """The filters of a query whose value is neither a term of a vocabulary nor in any record. Raises StoreError."""
    found: list[Misspelt] = []
    for term, _ in asked.filters:
        field, _, value = term.partition(":")
        key = next(name for name, meant in FILTER_KEYS.items() if meant == field)
        nearest = _nearest(field, value, reader)
        if nearest is not None:
            found.append(Misspelt(f"{key}:{value}", f"{key}:{nearest}" if nearest else ""))
    return found


def _nearest(field: str, value: str, reader: Reader) -> str | None:
    """The value that was likely meant, "" if none is near, None if the value is right.

    Organisations are no closed list: one that is like no other has had no incident.
    """
    if field == "reviewed":
        return None if value in ("yes", "no") else _spelt_like(value, ("yes", "no"))
    if field == "org":
        known = {slug(name) for name in reader.organisations()}
        return None if value in known else _spelt_like(value, known) or None
    if field not in FILTER_VOCABULARIES:
        return None
    vocabulary = load(FILTER_VOCABULARIES[field])
    if value in vocabulary.terms:
        return None
    unlisted = reader.counts().terms.get(vocabulary.name, {})
    if value in map(fold, unlisted):
        return None
    return vocabulary.nearest(value) or _spelt_like(value, unlisted)


def suggestion(name: str, reader: Reader) -> str:
    """The hint for an id or alias that no record has: up to three like it, or how to find one. Raises StoreError."""
    from rapidfuzz import fuzz, process

    names = [written for record_id, aliases in reader.names() for written in (record_id, *aliases)]
    near = process.extract(name.upper(), names, scorer=fuzz.ratio, limit=3, score_cutoff=60)
    if not near:
        return "Find it with: kb search WORDS"
    return "Did you mean " + " or ".join(written for written, _, _ in near) + "?"


def _spelt_like(value: str, known: Iterable[str]) -> str:
    from rapidfuzz import fuzz, process

    best = process.extractOne(value, sorted(known), scorer=fuzz.ratio, score_cutoff=_NEAR)
    return str(best[0]) if best else ""
