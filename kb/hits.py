"""What a search found: what was asked, with its rarity, and how much of it each candidate has.

The index finds records by a score that only orders them within one search. What a candidate has of the query is
measured apart, from the tokens that the index stores with each record, so that ranking can say how good the best one
is. Pure: no I/O.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kb.fields import Fields
    from kb.query import QueryTerm

MAX_TERMS = 48
"""Query terms that are searched: those with the most weight times rarity."""
MAX_PAIRS = 24
"""The same for pairs; twice as many found nothing more."""
RAREST = 8
"""Terms that count for `Candidate.rarest`."""


class Candidate(NamedTuple):
    """A record that the search found: its lexical score, and how much of the query it has.

    `matched` counts the terms it has; `rarest` is the mass (weight times rarity) of those among the RAREST terms with
    the greatest. `codes` counts the shared codes, `own_codes` are all of the record's
    (`kb.fields.code_term`); a `draft` is a record that nobody has read over yet; `place` is what it is about
    (`kb.topics`).
    """

    id: str
    score: float
    matched: int = 0
    rarest: float = 0.0
    codes: int = 0
    own_codes: tuple[str, ...] = ()
    draft: bool = False
    place: bytes = b""


class RareTerm(NamedTuple):
    """A query term with its rarity: `idf` is ln(1 + (N - n + 0.5) / (n + 0.5)) (Robertson), 0 if no record has it.

    `forms` are those of its other forms that any record has, with rarity times share. Where there are any, `idf` is at
    least the greatest of them.
    """

    term: QueryTerm
    idf: float
    forms: tuple[tuple[str, float], ...] = ()

    @property
    def mass(self) -> float:
        """Weight times rarity."""
        return self.idf * self.term.weight


class Hits(NamedTuple):
    """Candidates, best first; what was asked, with its rarity, the greatest mass first; the number of records searched
    and matched."""

    candidates: list[Candidate]
    terms: list[RareTerm]
    pairs: list[RareTerm]
    codes: list[RareTerm]
    signs: list[RareTerm]
    searched: int
    matched: int


def searched(terms: list[RareTerm], most: int = MAX_TERMS) -> list[RareTerm]:
    """The terms that any record has, at most so many, those with the greatest mass first."""
    return [item for item in terms if item.idf > 0][:most]


def stored(fields: Fields) -> bytes:
    """What the index keeps of a record for `Wanted.measure`: lines of its distinct words and codes, and whether it is
    a draft."""
    words = f"{fields.title} {fields.detection} {fields.labels} {fields.cause} {fields.reported}"
    return f"{' '.join(dict.fromkeys(words.split()))}\n{fields.codes}\n{'draft' * fields.draft}".encode()


class Wanted:
    """A query prepared for measuring candidates."""

    def __init__(self, hits: Hits) -> None:
        self._terms = searched(hits.terms)
        self._forms = [item for item in self._terms if item.forms]
        self._codes = {item.term.text for item in searched(hits.codes)}

    def measure(self, record_id: str, score: float, kept: bytes, place: bytes) -> Candidate:
        """A candidate from its score, what `stored` gave for the record, and what that is about."""
        words, codes, draft = kept.decode().split("\n")
        tokens = set(words.split())
        told: dict[str, float] = {}
        for item in self._forms:
            known = [worth for text, worth in item.forms if text in tokens]
            if known and item.term.text not in tokens:
                told[item.term.text] = max(known) * item.term.weight
        tokens |= told.keys()
        rarest = [item for item in self._terms[:RAREST] if item.term.text in tokens]
        own = codes.split()
        return Candidate(
            record_id,
            score,
            len([item for item in self._terms if item.term.text in tokens]),
            sum([told.get(item.term.text, item.mass) for item in rarest]),
            len(self._codes.intersection(own)),
            tuple(own),
            draft != "",
            place,
        )
