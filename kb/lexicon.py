"""Terms of a query in the other language: how a Korean sentence finds a record that has no Korean.

Each term of the query may carry a few other forms with a weight below 1, which the index searches beside the term
and never adds to it. The translations were learned from texts that records have in both languages
(`kb.train.lexicon`). Nothing is read unless the store has records that lack the language of a term.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.learned import Table

Forms = dict[str, tuple[tuple[str, float], ...]]


def forms(terms: list[str], table: Table, *, korean: bool, english: bool) -> Forms:
    """Translations with their likeness (0 to 1) of those terms that have any: of Hangul terms if `korean`, of the
    others if `english`."""
    found: Forms = {}
    for term in terms:
        if (korean if "가" <= term[:1] <= "힣" else english) and (row := table.row(term)):
            found[term] = tuple(row)
    return found
