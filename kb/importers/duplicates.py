"""Finding records of an incident that is already known under another id.

Three signs, each enough to say so and none enough to refuse a record: one record names the id of the other as an
alias, both cite the same source, or their titles nearly agree and they share the year or the organisation. The
finder also knows the records of the same import that were added before.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from rapidfuzz import fuzz

from kb.store.answers import Link
from kb.store.columns import Columns, columns, source_key, source_urls
from kb.store.connection import rows_of
from kb.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kb.store.connection import Rows
    from kb.store.reader import Document

    Block = tuple[str, str]

ALIKE = 92.0
"""Least token-set ratio (0 to 100) of two titles that are taken for the same incident."""

SHORT_TITLE = 4
"""Distinct words. A shorter title must agree in full: its words are easily all found in another one."""

SHARED_WORDS = 0.7
"""Least share of the words of the shorter title that the longer one must hold for the two to be compared in full."""

COLLECTION = 5
"""Records. An address that more of them cite is a list of incidents, a title that more of them agree with is a phrase
that somebody writes each time: neither tells anything about one incident."""

_WORD = re.compile(r"\w+")


class DuplicateFinder:
    """What is known of other records; `prepare` reads it from the store for the documents of one import."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._ids: set[str] = set()
        self._claims: defaultdict[str, set[str]] = defaultdict(set)
        self._sources: defaultdict[str, set[str]] = defaultdict(set)
        self._titles = _Titles()

    def prepare(self, documents: Iterable[Document]) -> None:
        """Read the ids, aliases, sources and titles of the store that could agree with any of the documents."""
        found = [(document["id"], columns(document)) for document in documents]
        aliases = sorted({alias for _, derived in found for alias in derived.aliases})
        names = sorted({record_id for record_id, _ in found} | set(aliases))
        sources = sorted({key for _, derived in found for key in derived.source_keys})
        self._ids |= {row[0] for row in rows_of(self._rows, "SELECT id FROM incident WHERE id IN {}", aliases)}
        claims = "SELECT alias, incident_id FROM incident_alias WHERE alias IN {}"
        for alias, owner in rows_of(self._rows, claims, names):
            self._claims[alias].add(owner)
        cited = "SELECT url_key, incident_id FROM incident_source WHERE url_key IN {}"
        for key, owner in rows_of(self._rows, cited, sources):
            self._sources[key].add(owner)
        titles = "SELECT id, year, org_slug, title_en, title_ko FROM incident WHERE"
        years = sorted({derived.incident["year"] for _, derived in found if derived.incident["year"] is not None})
        for year in years:
            self._add_titles(self._rows(f"{titles} year = :year", {"year": year}))
        slugs = sorted({derived.incident["org_slug"] for _, derived in found if derived.incident["org_slug"]})
        self._add_titles(rows_of(self._rows, f"{titles} org_slug IN {{}}", slugs))

    def find(self, document: Document) -> tuple[Link, ...]:
        """The other records that seem to be of the same incident, with the sign that says so."""
        record_id, derived = document["id"], columns(document)
        found: dict[tuple[str, str], str] = {}
        for other in sorted(self._claims[record_id] - {record_id}):
            found[other, "alias"] = f"{other} names {record_id} as an alias"
        for alias in derived.aliases:
            if alias in self._ids and alias != record_id:
                found.setdefault((alias, "alias"), f"{record_id} names {alias} as an alias")
            for other in sorted(self._claims[alias] - {record_id}):
                found.setdefault((other, "alias"), f"both have the alias {alias}")
        for url in source_urls(document):
            others = self._sources[source_key(url)] - {record_id}
            if len(others) <= COLLECTION:
                for other in sorted(others):
                    found.setdefault((other, "source"), f"both cite {url}")
        alike = self._titles.alike(record_id, derived)
        if len(alike) <= COLLECTION:
            found.update(((other, "title"), f"the titles agree ({score:.0f} of 100)") for other, score in alike)
        return tuple(Link(other, kind, reason) for (other, kind), reason in found.items())

    def add(self, document: Document) -> None:
        """Take a document among the known ones."""
        record_id, derived = document["id"], columns(document)
        self._ids.add(record_id)
        for alias in derived.aliases:
            self._claims[alias].add(record_id)
        for key in derived.source_keys:
            self._sources[key].add(record_id)
        row = derived.incident
        self._titles.add(record_id, row["year"], row["org_slug"], row["title_en"], row["title_ko"])

    def _add_titles(self, rows: Iterable[tuple[Any, ...]]) -> None:
        for row in rows:
            self._titles.add(*row)


class _Titles:
    """Titles by year and by organisation, with the words of each, so that few have to be compared in full."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], tuple[str, frozenset[str]]] = {}
        self._postings: defaultdict[tuple[Block, str], set[tuple[str, str]]] = defaultdict(set)

    def add(
        self, record_id: str, year: int | None, org_slug: str | None, title_en: str | None, title_ko: str | None
    ) -> None:
        for language, title in (("en", title_en), ("ko", title_ko)):
            if not title:
                continue
            text = fold(title)
            words = frozenset(_WORD.findall(text))
            self._texts[record_id, language] = (text, words)
            for block in _blocks(year, org_slug):
                for word in words:
                    self._postings[block, word].add((record_id, language))

    def alike(self, record_id: str, derived: Columns) -> list[tuple[str, float]]:
        """(id, token-set ratio) of the records whose title agrees, the most alike first."""
        best: dict[str, float] = {}
        for language in ("en", "ko"):
            text = fold(derived.incident[f"title_{language}"] or "")
            words = frozenset(_WORD.findall(text))
            shared: Counter[tuple[str, str]] = Counter()
            for key in self._sharing(words, derived):
                shared.update(key)
            for (other, other_language), count in shared.items():
                if other == record_id or other_language != language:
                    continue
                other_text, other_words = self._texts[other, other_language]
                if count >= SHARED_WORDS * min(len(words), len(other_words)):
                    score = _score(text, words, other_text, other_words)
                    if score >= ALIKE:
                        best[other] = max(score, best.get(other, 0.0))
        return sorted(best.items(), key=lambda item: (-item[1], item[0]))

    def _sharing(self, words: frozenset[str], derived: Columns) -> Iterator[set[tuple[str, str]]]:
        """For each word, the titles in the same year or organisation that have it too."""
        blocks = _blocks(derived.incident["year"], derived.incident["org_slug"])
        for word in words:
            yield set().union(*(self._postings.get((block, word), set()) for block in blocks))


def _blocks(year: int | None, org_slug: str | None) -> list[Block]:
    blocks = [("year", str(year))] if year is not None else []
    return blocks + ([("org", org_slug)] if org_slug else [])


def _score(text: str, words: frozenset[str], other_text: str, other_words: frozenset[str]) -> float:
    if min(len(words), len(other_words)) < SHORT_TITLE:
        return 100.0 if text == other_text else 0.0
    return fuzz.token_set_ratio(text, other_text, score_cutoff=ALIKE)
