"""Terms of a query in the other language: how a Korean sentence finds a record that has no Korean.

Each term of the query may carry a few other forms with a weight below 1, which the index searches beside the term
and never adds to it. The translations were learned from texts that records have in both languages
(`kb.train.lexicon`). Nothing is read unless the store has records that lack the language of a term.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.learned import Table
    from kb.query import Query, QueryTerm


def translated(query: Query, table: Table, *, korean: bool, english: bool) -> Query:
    """The query with translations at its Hangul terms if `korean`, at the others if `english`."""
    terms = [
        _with_forms(term, table) if (korean if _is_hangul(term.text) else english) else term for term in query.terms
    ]
    return query._replace(terms=tuple(terms))


def _is_hangul(text: str) -> bool:
    return "가" <= text[:1] <= "힣"


def _with_forms(term: QueryTerm, table: Table) -> QueryTerm:
    row = table.row(term.text)
    return term._replace(forms=tuple(row)) if row else term
