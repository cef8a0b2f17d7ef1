"""The persisted search index: tantivy, fed with tokens of `kb.text`.

The index is derived: it can be rebuilt from the store at any time, and the engine does so when it is
missing, damaged or made by another version. `opstamp` names the commit that the index holds; the
store remembers which of its revisions that is.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable
from typing import NamedTuple

import tantivy

from kb.errors import IndexBrokenError
from kb.fields import Fields
from kb.query import Query, QueryTerm

INDEX_VERSION = 1
"""Rises when the fields or the tokenizer change; an index of another version is rebuilt."""

FIELD_BOOSTS = {"title": 1.5, "detection": 1.0, "labels": 0.6, "cause": 0.35}
"""Weight of a word found in each text field; set by hand, not fitted."""
CODE_BOOST = 2.0
MAX_TERMS = 40
"""Query terms that are searched: those with the most weight times rarity."""
CANDIDATES = 60
"""Records that are ranked; the search itself is cheap, the features of each are not."""

TOKEN_FIELDS = ("title", "detection", "labels", "codes", "cause")

WRITER_HEAP_BYTES = 15_000_000
BUILD_HEAP_BYTES = 200_000_000
COMMIT_EVERY = 100_000


class Candidate(NamedTuple):
    """A record that the search found, with the distinct tokens of its fields."""

    id: str
    score: float
    title: frozenset[str]
    detection: frozenset[str]
    labels: frozenset[str]
    codes: frozenset[str]
    cause: frozenset[str]


class RareTerm(NamedTuple):
    """A query term with its rarity: `idf` is ln(1 + (N - n + 0.5) / (n + 0.5)) (Robertson), 0 if no record has it."""

    term: QueryTerm
    idf: float


class Hits(NamedTuple):
    """Candidates, best first; the query terms with their rarity; the number of records searched and matched."""

    candidates: list[Candidate]
    terms: list[RareTerm]
    codes: list[RareTerm]
    searched: int
    matched: int


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in TOKEN_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    builder.add_bytes_field("tokens", stored=True)
    builder.add_text_field("filters", tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("day", indexed=True, fast=True)
    return builder.build()


class Index:
    """One index directory, from `Index.open` or `Index.create`. It may be searched while another process writes."""

    def __init__(self, path: str, index: tantivy.Index) -> None:
        self.path = path
        self._index = index
        self._schema = index.schema
        self._searcher = index.searcher()

    @classmethod
    def open(cls, path: str) -> Index:
        """Open the index under `path`. Raises IndexBrokenError if there is none or it cannot be read."""
        folder = _folder(path)
        try:
            index = tantivy.Index.open(folder)
            index.register_tokenizer("whitespace", _whitespace())
            return cls(path, index)
        except (ValueError, OSError) as error:
            raise IndexBrokenError(
                f"the search index in {folder} cannot be read: {error}", "Run: kb reindex"
            ) from error

    @classmethod
    def create(cls, path: str) -> Index:
        """Start an empty index under `path`, whatever was there before."""
        import shutil

        shutil.rmtree(path, ignore_errors=True)
        folder = _folder(path)
        try:
            os.makedirs(folder, exist_ok=True)
            index = tantivy.Index(_schema(), folder)
            index.register_tokenizer("whitespace", _whitespace())
            return cls(path, index)
        except (ValueError, OSError) as error:
            raise IndexBrokenError(
                f"the search index cannot be written in {folder}: {error}",
                "Check the directory and the free space.",
            ) from error

    @property
    def opstamp(self) -> int:
        """Number of the last commit, -1 if the directory says none."""
        return read_opstamp(self.path)

    @property
    def records(self) -> int:
        """Number of records in the index."""
        return self._searcher.num_docs

    def update(self, put: Iterable[Fields], deleted: Iterable[str] = (), *, fresh: bool = False) -> int:
        """Add or replace records and remove the deleted ones; returns the opstamp of the commit.

        `fresh` says that the index is empty, which makes loading much faster. Raises IndexBrokenError if another
        process is writing or the disk refuses.
        """
        try:
            writer = self._index.writer(BUILD_HEAP_BYTES if fresh else WRITER_HEAP_BYTES, 1)
            for record_id in deleted:
                writer.delete_documents_by_term("id", record_id)
            for count, fields in enumerate(put, 1):
                if not fresh:
                    writer.delete_documents_by_term("id", fields.id)
                writer.add_document(_document(fields))
                if count % COMMIT_EVERY == 0:
                    writer.commit()
            opstamp = writer.commit()
            if fresh:
                writer.wait_merging_threads()
        except (ValueError, OSError) as error:
            raise IndexBrokenError(
                f"the search index could not be written: {error}", "Try again, or run: kb reindex"
            ) from error
        self._index.reload()
        self._searcher = self._index.searcher()
        return max(opstamp, self.opstamp)

    def search(self, query: Query, limit: int = CANDIDATES) -> Hits:
        """The best candidates of a query. Words alone need not all match; filters must."""
        terms = self._rare(query.terms, ("detection", "title", "cause", "labels"))
        codes = self._rare(query.codes, ("codes",))
        clauses = [(tantivy.Occur.Should, part) for part in self._words(terms, codes)]
        found = self._run(query, clauses, limit) if clauses else None
        candidates = [self._candidate(score, address) for score, address in found.hits] if found else []
        return Hits(candidates, terms, codes, self._searcher.num_docs, found.count if found else 0)

    def browse(self, query: Query, limit: int) -> tuple[list[str], int]:
        """Ids of the records that pass the filters, newest first, and how many there are."""
        result = self._run(query, [], limit, newest_first=True)
        return [self._searcher.doc(address).get_first("id") for _, address in result.hits], result.count

    def _run(
        self,
        query: Query,
        words: list[tuple[tantivy.Occur, tantivy.Query]],
        limit: int,
        *,
        newest_first: bool = False,
    ) -> tantivy.SearchResult:
        conditions = self._conditions(query)
        if words and not conditions:
            parsed = tantivy.Query.boolean_query(words)
        else:
            base = tantivy.Query.boolean_query(words) if words else tantivy.Query.all_query()
            parsed = tantivy.Query.boolean_query([(tantivy.Occur.Must, base), *conditions])
        if newest_first:
            return self._searcher.search(parsed, limit, order_by_field="day", order=tantivy.Order.Desc)
        return self._searcher.search(parsed, limit, count=bool(conditions))

    def _conditions(self, query: Query) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        found = []
        for condition in query.filters:
            occur = tantivy.Occur.MustNot if condition.negated else tantivy.Occur.Must
            term = tantivy.Query.term_query(self._schema, "filters", condition.term, "basic")
            found.append((occur, tantivy.Query.const_score_query(term, 0.0) if not condition.negated else term))
        if query.since or query.until:
            days = tantivy.Query.range_query(
                self._schema, "day", tantivy.FieldType.Unsigned, query.since or 1, query.until or 99991231
            )
            found.append((tantivy.Occur.Must, tantivy.Query.const_score_query(days, 0.0)))
        return found

    def _rare(self, terms: tuple[QueryTerm, ...], fields: tuple[str, ...]) -> list[RareTerm]:
        total = self._searcher.num_docs
        rare = []
        for term in terms:
            count = max(self._searcher.doc_freq(field, term.text) for field in fields)
            idf = math.log(1 + (total - count + 0.5) / (count + 0.5)) if count else 0.0
            rare.append(RareTerm(term, idf))
        rare.sort(key=lambda item: (-item.idf * item.term.weight, item.term.text))
        return rare

    def _words(self, terms: list[RareTerm], codes: list[RareTerm]) -> list[tantivy.Query]:
        parts = []
        for item in [item for item in terms if item.idf > 0][:MAX_TERMS]:
            for field, boost in FIELD_BOOSTS.items():
                parts.append(self._term(field, item.term.text, boost * item.term.weight))
        for item in codes:
            if item.idf > 0:
                parts.append(self._term("codes", item.term.text, CODE_BOOST * item.term.weight))
        return parts

    def _term(self, field: str, text: str, boost: float) -> tantivy.Query:
        return tantivy.Query.boost_query(tantivy.Query.term_query(self._schema, field, text, "freq"), boost)

    def _candidate(self, score: float, address: tantivy.DocAddress) -> Candidate:
        document = self._searcher.doc(address)
        lines = bytes(document.get_first("tokens")).decode().split("\n")
        return Candidate(document.get_first("id"), score, *[frozenset(line.split()) for line in lines])


def read_opstamp(path: str) -> int:
    """Number of the last commit of the index under `path`, read from tantivy's own file; -1 if there is none."""
    try:
        with open(os.path.join(_folder(path), "meta.json"), encoding="utf-8") as file:
            return int(json.load(file)["opstamp"])
    except (OSError, ValueError, KeyError, TypeError):
        return -1


def _folder(path: str) -> str:
    return os.path.join(path, f"v{INDEX_VERSION}")


def _whitespace() -> tantivy.TextAnalyzer:
    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()


def _document(fields: Fields) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text("id", fields.id)
    texts = [getattr(fields, name) for name in TOKEN_FIELDS]
    for name, text in zip(TOKEN_FIELDS, texts, strict=True):
        document.add_text(name, text)
    document.add_bytes("tokens", "\n".join([" ".join(dict.fromkeys(text.split())) for text in texts]).encode())
    for term in fields.filters:
        document.add_text("filters", term)
    document.add_unsigned("day", fields.day)
    return document
