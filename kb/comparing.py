"""The candidates of an input compared with it beyond the words that both have: spelling, conditions, subject.

Between the search, which finds them by words, and the ranking, which adds everything up. Records are read for it, so
only the first candidates are looked into; `Comparison` keeps what was read, for evidence to be taken from.
"""

from __future__ import annotations

from kb import rank, topics, twins
from kb.hits import searched
from kb.input_words import word_at
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.passages import visible_texts
from kb.regime import Surroundings
from kb.signals.model import CASCADE

if TYPE_CHECKING:
    from typing import Any

    from kb.hits import Hits
    from kb.learned import Table
    from kb.query import Query
    from kb.signals.model import Signals
    from kb.store.reader import Reader


class Comparison(NamedTuple):
    """One candidate of each incident, and what was compared with the input; by id the others of an incident and the
    records that were read on the way; the conditions that the input tells."""

    hits: Hits
    compared: rank.Compared
    others: dict[str, list[str]]
    documents: dict[str, dict[str, Any]]
    surroundings: Surroundings


def compare(read: Signals, hits: Hits, reader: Reader, space: Table) -> Comparison:
    """Look into the first candidates of an input; `space` is the table of `kb.topics` by which they were indexed."""
    hits, others = twins.apart(hits, reader)
    documents = reader.documents(rank.looked_into(hits))
    likeness = _likeness(documents, read)
    if rank.are_close(hits):
        hits = rank.spelled(hits, likeness)
    around = Surroundings(read.phrases)
    regimes = {name: around.differ(document, read.language) for name, document in documents.items()}
    compared = rank.Compared(likeness, regimes, _nearness(hits, space))
    return Comparison(hits, compared, others, documents, around)


def as_written(read: Signals, asked: Query, respelt: dict[str, str]) -> dict[str, str]:
    """By the word as the input has it, not its stem, the one that was searched, too."""
    spans = {term.text: term.spans[0] for term in asked.terms if term.text in respelt and term.spans}
    return {(word_at(read, spans[term]) if term in spans else "") or term: meant for term, meant in respelt.items()}


def _likeness(documents: dict[str, dict[str, Any]], read: Signals) -> dict[str, float]:
    """Likeness of spelling of an input, without what only followed, and what was visible in each of the records, by
    id. With reports of the incidents, too, fewer reports of another writer find their record first (0.905, 0.913)."""
    if not documents:
        return {}
    from kb import grams

    told = [phrase.text for phrase in read.phrases if phrase.role != CASCADE]
    asked = grams.profile(grams.fold(told or [phrase.text for phrase in read.phrases]))
    return {
        record_id: grams.likeness(asked, grams.fold(visible_texts(document)))
        for record_id, document in documents.items()
    }


def _nearness(hits: Hits, table: Table) -> dict[str, float]:
    """How near each candidate is to what is asked, by id."""
    asked = topics.Space(table).place([(item.term.text, item.term.weight) for item in searched(hits.terms)])
    return {candidate.id: topics.nearness(asked, candidate.place) for candidate in hits.candidates}
