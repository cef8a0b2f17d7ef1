"""A query in tantivy's terms: each word, pair, code and sign as a clause with its weight, each filter as a condition.

Clauses alone need not match, and make the score; conditions must, and count nothing.
"""

from __future__ import annotations

import tantivy

from kb.hits import MAX_PAIRS, searched
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.hits import Hits, RareTerm
    from kb.query import Query

    Clause = tuple[tantivy.Occur, tantivy.Query]

FIELD_BOOSTS = {"detection": 1.0, "cause": 0.75}
"""Weight of a word in the title, in what was visible at the time or in a report of it, and of one in the labels or in
what was behind it. Of 0.25, 0.5, 0.75 and 1.0 for the latter the one with the most reports and record-made queries
that find their record first (0.903 and 0.778; 0.895 and 0.775 with 0.5); a field each does worse."""
PAIR_BOOST = 0.4
CODE_BOOST = 2.0
SIGN_BOOST = 0.5


def of_record(schema: tantivy.Schema, record_id: str) -> tantivy.Query:
    """What only the record of this id matches."""
    return tantivy.Query.term_query(schema, "id", record_id, "basic")


def of_words(schema: tantivy.Schema, asked: Hits) -> list[Clause]:
    """The clauses of the terms, pairs, codes and signs that are worth a search; empty if no record has any."""
    parts = []
    for item in searched(asked.terms):
        for field, boost in FIELD_BOOSTS.items():
            parts += _forms(schema, field, item, boost * item.term.weight)
    for field, boost, items in (
        ("pairs", PAIR_BOOST, searched(asked.pairs, MAX_PAIRS)),
        ("codes", CODE_BOOST, searched(asked.codes)),
        ("signs", SIGN_BOOST, searched(asked.signs)),
    ):
        parts += [_term(schema, field, item.term.text, boost * item.term.weight) for item in items]
    return [(tantivy.Occur.Should, part) for part in parts]


def joined(schema: tantivy.Schema, words: list[Clause], query: Query) -> tantivy.Query:
    """What passes the conditions of a query and matches any of the clauses; without clauses all that passes."""
    conditions = _conditions(schema, query)
    if words and not conditions:
        return tantivy.Query.boolean_query(words)
    base = tantivy.Query.boolean_query(words) if words else tantivy.Query.all_query()
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, base), *conditions])


def _conditions(schema: tantivy.Schema, query: Query) -> list[Clause]:
    """Its filters and days, and that none of the records is found that it leaves out."""
    found = [(tantivy.Occur.MustNot, of_record(schema, record_id)) for record_id in query.without]
    for condition in query.filters:
        occur = tantivy.Occur.MustNot if condition.negated else tantivy.Occur.Must
        term = tantivy.Query.term_query(schema, "filters", condition.term, "basic")
        found.append((occur, tantivy.Query.const_score_query(term, 0.0) if not condition.negated else term))
    if query.since or query.until:
        days = tantivy.Query.range_query(
            schema, "day", tantivy.FieldType.Unsigned, query.since or 1, query.until or 99991231
        )
        found.append((tantivy.Occur.Must, tantivy.Query.const_score_query(days, 0.0)))
    return found


def _forms(schema: tantivy.Schema, field: str, item: RareTerm, boost: float) -> list[tantivy.Query]:
    """A term, and its forms at their shares. As clauses of their own they let tantivy pass over records that cannot be
    among the best; the best form alone of each term (`disjunction_max_query`) takes 2.3 times as long in 100,000
    records."""
    shares = dict(item.term.forms)
    return [
        _term(schema, field, item.term.text, boost),
        *[_term(schema, field, text, boost * shares[text]) for text, _ in item.forms],
    ]


def _term(schema: tantivy.Schema, field: str, text: str, boost: float) -> tantivy.Query:
    return tantivy.Query.boost_query(tantivy.Query.term_query(schema, field, text, "freq"), boost)
