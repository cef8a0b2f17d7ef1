"""The persisted search index: tantivy, fed with tokens of `kb.text`.

The index is derived: it can be rebuilt from the store at any time, and `kb.searching` does so when it is missing,
damaged or made by another version. `opstamp` names the commit that the index holds; the store remembers which of its
revisions that is. What is written into it is in `kb.indexing`, what it is asked in `kb.clauses`.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence

import tantivy

from kb import clauses
from kb.clauses import FIELD_BOOSTS
from kb.errors import IndexBrokenError
from kb.hits import Candidate, Hits, RareTerm, Wanted
from kb.namedtuple import TYPE_CHECKING
from kb.query import Query, QueryTerm

if TYPE_CHECKING:
    from kb.clauses import Clause

INDEX_VERSION = 18
"""Rises when the fields, the tokenizer, names of codes or the form of the catalogue in the store change: an index of
another version is built anew, and a store that was filled by an earlier version is filled again."""

CANDIDATES = 16
"""Records that are ranked; the search itself is cheap, the features of each are not."""


class Index:
    """The index in one folder, from `Index.open` or `kb.indexing.create`. It may be searched while another process
    writes."""

    def __init__(self, folder: str, index: tantivy.Index) -> None:
        self.folder = folder
        self._index = index
        index.register_tokenizer("whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
        self._schema = index.schema
        self._searcher = index.searcher()

    @classmethod
    def open(cls, folder: str) -> Index:
        """Open the index in a folder. Raises IndexBrokenError if there is none or it cannot be read."""
        with index_errors(f"the search index in {folder} cannot be read", "Run: kb reindex"):
            return cls(folder, tantivy.Index.open(folder))

    @property
    def opstamp(self) -> int:
        """Number of the last commit, -1 if the folder says none."""
        return read_opstamp(self.folder)

    @property
    def records(self) -> int:
        """Number of records in the index."""
        return self._searcher.num_docs

    def lacks(self, language: str) -> bool:
        """Whether any record has no text in a language (`en`, `ko`)."""
        with index_errors("the search index is damaged", "Run: kb reindex"):
            return self._searcher.doc_freq("filters", f"text:{language}") < self._searcher.num_docs

    def holds(self, term: str) -> int:
        """Number of records that have a word, about: of its fields the one that has it most often counts."""
        with index_errors("the search index is damaged", "Run: kb reindex"):
            return max([self._searcher.doc_freq(field, term) for field in FIELD_BOOSTS])

    def writer(self, heap_bytes: int) -> tantivy.IndexWriter:
        """A writer with one thread; ValueError if another process has one."""
        return self._index.writer(heap_bytes, 1)

    def reload(self) -> None:
        """Search from now on in what was committed last."""
        self._index.reload()
        self._searcher = self._index.searcher()

    def search(self, query: Query, limit: int = CANDIDATES, *, to_show: bool = False) -> Hits:
        """The best candidates of a query. Words alone need not all match; filters must.

        Those of a search `to_show` have no more than id and score, for they are ranked no further: measuring 200 takes
        longer than finding them. `Hits.matched` is 0 for all others, because counting takes longer.
        Raises IndexBrokenError if the index turns out to be damaged.
        """
        with index_errors("the search index is damaged", "Run: kb reindex"):
            return self._searched(query, limit, to_show)

    def _searched(self, query: Query, limit: int, to_show: bool) -> Hits:
        absent = [self._tokens(record_id) for record_id in query.without]
        asked = Hits(
            [],
            self._rare(query.terms, tuple(FIELD_BOOSTS), absent),
            self._rare(query.pairs, ("pairs",)),
            self._rare(query.codes, ("codes",), absent),
            self._rare(query.signs, ("signs",)),
            self._searcher.num_docs - len(absent),
            0,
        )
        words = clauses.of_words(self._schema, asked)
        if not words:
            return asked
        result = self._run(query, words, limit, count=to_show)
        candidates = self._named(result.hits) if to_show else self._candidates(result.hits, asked)
        return asked._replace(candidates=candidates, matched=_count(result))

    def browse(self, query: Query, limit: int) -> tuple[list[str], int]:
        """Ids of the records that pass the filters, newest first, and how many there are. Raises as `search` does."""
        with index_errors("the search index is damaged", "Run: kb reindex"):
            result = self._run(query, [], limit, newest_first=True)
            return [str(self._searcher.doc(address).get_first("id")) for _, address in result.hits], _count(result)

    def _run(
        self,
        query: Query,
        words: list[Clause],
        limit: int,
        *,
        newest_first: bool = False,
        count: bool = False,
    ) -> tantivy.SearchResult:
        parsed = clauses.joined(self._schema, words, query)
        if newest_first:
            return self._searcher.search(parsed, max(1, limit), order_by_field="day", order=tantivy.Order.Desc)
        return self._searcher.search(parsed, limit, count=count)

    def _tokens(self, record_id: str) -> set[str]:
        """The words and codes of a record, nothing if the index has no such record."""
        hits = self._searcher.search(clauses.of_record(self._schema, record_id), 1, count=False).hits
        return set(_stored(self._searcher.doc(hits[0][1])).decode().split()) if hits else set()

    def _rare(
        self, terms: tuple[QueryTerm, ...], fields: tuple[str, ...], absent: Sequence[set[str]] = ()
    ) -> list[RareTerm]:
        rare = []
        for term in terms:
            idf = self._idf(term.text, fields, absent)
            forms = [(text, share * self._idf(text, fields, absent)) for text, share in term.forms]
            known = tuple([form for form in forms if form[1] > 0])
            rare.append(RareTerm(term, max([idf, *[worth for _, worth in known]]), known))
        rare.sort(key=lambda item: (-item.mass, item.term.text))
        return rare

    def _idf(self, text: str, fields: tuple[str, ...], absent: Sequence[set[str]]) -> float:
        total = self._searcher.num_docs - len(absent)
        count = max([self._searcher.doc_freq(field, text) for field in fields])
        count -= len([tokens for tokens in absent if text in tokens])
        count = max(0, min(total, count))  # replaced records are counted until their segment is merged
        return math.log(1 + (total - count + 0.5) / (count + 0.5)) if count else 0.0

    def _named(self, found: list[tuple[float, tantivy.DocAddress]]) -> list[Candidate]:
        """What was found, not measured."""
        return [Candidate(str(self._searcher.doc(address).get_first("id")), score) for score, address in found]

    def _candidates(self, found: list[tuple[float, tantivy.DocAddress]], asked: Hits) -> list[Candidate]:
        """What was found, measured by what is stored with each record: words, codes and subject."""
        wanted = Wanted(asked)
        measured = []
        for score, address in found:
            document = self._searcher.doc(address)
            place = bytes(document.get_first("place") or b"")
            measured.append(wanted.measure(str(document.get_first("id")), score, _stored(document), place))
        return measured


def _stored(document: tantivy.Document) -> bytes:
    return bytes(document.get_first("tokens") or b"\n\n")


def _count(result: tantivy.SearchResult) -> int:
    """Number of records that a search matched, 0 where it was not counted; the type stub lacks the property."""
    return int(getattr(result, "count", None) or 0)


class index_errors:  # noqa: N801 - used as a function is
    """Turns what tantivy raises into IndexBrokenError: ValueError, OSError, and the panic of a damaged segment, which
    is no Exception."""

    def __init__(self, message: str, hint: str) -> None:
        self._message = message
        self._hint = hint

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if kind is not None and (issubclass(kind, ValueError | OSError) or kind.__name__ == "PanicException"):
            reason = _reason(error)
            raise IndexBrokenError(self._message + (f": {reason}" if reason else ""), self._hint) from error


def _reason(error: BaseException | None) -> str:
    """Why the system or tantivy refused, in words of ours; "" where its own text is all there is, which is Rust's form
    of its values (`IoError(Os { code: 13, kind: PermissionDenied, ...`) and for no user's eyes."""
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno).lower()
    told = str(error)
    if "LockBusy" in told:
        return "another process is writing it"
    _, found, rest = told.partition("code: ")
    code = rest.partition(",")[0]
    return os.strerror(int(code)).lower() if found and code.isdecimal() else ""


def read_opstamp(folder: str) -> int:
    """Number of the last commit of the index in a folder, read from tantivy's own file; -1 if there is none."""
    try:
        with open(os.path.join(folder, "meta.json"), encoding="utf-8") as file:
            return int(json.load(file)["opstamp"])
    except (OSError, ValueError, KeyError, TypeError):
        return -1
