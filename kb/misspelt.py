"""Filters that no record can pass because of how they are written or that do not exist, and names that no record has,
with the nearest ones.

A search for `symptom:throughput-degrade` finds nothing, and so does one for a symptom that nothing has; only the first
is a slip, and a person at 2 a.m. must be told which it was.
"""

from __future__ import annotations

import re

from kb.fields import FILTER_VOCABULARIES, slug
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.query import FILTER_KEYS, RANGE_KEYS, WORD
from kb.text import fold, normalize
from kb.vocabulary import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.query import Query
    from kb.store.reader import Reader

_NEAR = 70
"""Least rapidfuzz ratio of two spellings that are taken for the same word, as in `kb.vocabulary`."""

_NEAR_NAME = 0.6
"""Least difflib ratio of a key and the name of a filter that was perhaps meant; from 0.8 on the key is refused."""
_FEWEST_LETTERS = 3
"""Letters of the shortest beginning of a name that is taken for it (`sev`)."""
_LETTERS = re.compile(r"[^\W\d_]+(?:[-_][^\W\d_]+)*")
_PLAIN = re.compile(r"\w[\w.-]*")


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


def unknown_filters(typed: str) -> list[Misspelt]:
    """The keys of a query that look like filters and are none, with the name that was perhaps meant, "" if none is.

    A word that has a colon is no filter: a name with a digit (`rank0:3`), a time, a path, an address, a host and port.
    """
    found: dict[str, str] = {}
    for _, key, quoted, bare in re.findall(WORD, normalize(typed)):
        name = key.casefold()
        if not _LETTERS.fullmatch(name) or name.replace("-", "_") in (*FILTER_KEYS, *RANGE_KEYS):
            continue
        nearest = _nearest_name(name)
        if nearest or quoted or (_PLAIN.fullmatch(bare) and not bare.isdigit()):
            found[key] = nearest
    return [Misspelt(key, nearest) for key, nearest in found.items()]


def _nearest_name(name: str) -> str:
    from difflib import get_close_matches

    names = (*FILTER_KEYS, *RANGE_KEYS)
    begun = [known for known in names if name.startswith(known) or known.startswith(name)]
    if len(name) < _FEWEST_LETTERS or not begun:
        begun = get_close_matches(name, names, 1, _NEAR_NAME)
    return begun[0] if begun else ""


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
