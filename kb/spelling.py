"""Slips of the hand in what a person typed: a word that no record has, beside the words one slip away that some have.

At 2 a.m. people type `ncll timeuot`. A slip is two letters exchanged, one too many, one left out, or a wrong one
(Damerau 1964: four of five misspellings are one of these). Each such neighbour of an unknown word is looked up in the
index, which takes a millisecond a word and neither a list of all words nor a library that costs 16 ms to import.
The words found are forms of the term: they are searched beside it, at a share of its weight.

In a text of sentences most unknown words are no slips, and any letter for any other would make `port` of `pork`: there
a wrong letter is one beside the right one on the keyboard, or its neighbour in the word typed twice (`ncll`).
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.text import stems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kb.query import Query

SHORTEST = 4
"""Letters of the shortest word that is looked at: every word of three is one slip from some other."""
MOST_WORDS = 4
"""Unknown words of a query that are looked at."""
MOST_FORMS = 2
SHARE = 0.7
"""Weight of a word that was perhaps meant, beside one that was written. Set by hand."""

_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def respelt(query: Query, holds: Callable[[str], int], *, told: bool = False) -> tuple[Query, dict[str, str]]:
    """The query with what was perhaps meant as forms of words that no record has, and by such a word the likeliest.

    `holds` gives the number of records that have a term; `told` says that the words are of a text, not typed to search.
    """
    unknown = [term for term in query.terms if _is_word(term.text) and not holds(term.text)][:MOST_WORDS]
    found = {term.text: near for term in unknown if (near := _near(term.text, holds, told))}
    if not found:
        return query, {}
    terms = tuple(
        term._replace(forms=tuple((stem, SHARE) for stem in dict.fromkeys(found[term.text].values())))
        if term.text in found
        else term
        for term in query.terms
    )
    return query._replace(terms=terms), {written: next(iter(near)) for written, near in found.items()}


def _is_word(text: str) -> bool:
    return len(text) >= SHORTEST and text.isascii() and text.isalpha()


def _near(word: str, holds: Callable[[str], int], told: bool) -> dict[str, str]:
    """At most MOST_FORMS words one slip away that records have, each with its stem: those of the likeliest kind of slip
    first, then those that most records have."""
    found: dict[str, tuple[int, str]] = {}
    for slips in _slips(word, told):
        near = [(holds(stem), other, stem) for other, stem in zip(slips, stems(slips), strict=True)]
        for count, other, stem in sorted(near, key=lambda item: (-item[0], item[1])):
            if count and stem not in [known for _, known in found.values()]:
                found[other] = (count, stem)
        if len(found) >= MOST_FORMS:
            break
    return {other: stem for other, (_, stem) in list(found.items())[:MOST_FORMS]}


def _slips(word: str, told: bool) -> Iterator[list[str]]:
    """The words of one slip by its kind, likeliest kind first. The first letter is nearly always right, so only an
    exchange changes it."""
    cuts = range(1, len(word))
    yield [word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] for at in cuts if word[at] != word[at - 1]]
    if not told or len(word) > SHORTEST:
        yield [word[:at] + word[at + 1 :] for at in cuts]
        yield [word[:at] + letter + word[at:] for at in range(1, len(word) + 1) for letter in _LETTERS]
    right = _meant if told else _any_other
    yield [word[:at] + letter + word[at + 1 :] for at in cuts for letter in right(word, at)]


def _any_other(word: str, at: int) -> str:
    return _LETTERS.replace(word[at], "")


def _meant(word: str, at: int) -> str:
    """The letters that a finger may have missed: those beside it on the keyboard, and the letter before where the one
    behind was typed twice."""
    row = next(keys for keys in _KEYS if word[at] in keys)
    place, level = row.index(word[at]), _KEYS.index(row)
    beside = row[max(0, place - 1) : place] + row[place + 1 : place + 2]
    for keys, shift in ((_KEYS[level - 1], 0) if level else ("", 0), (_KEYS[level + 1], -1) if level < 2 else ("", 0)):
        beside += keys[max(0, place + shift) : place + shift + 2]
    doubled = word[at - 1] if word[at] == word[at + 1 : at + 2] else ""
    return (beside if len(word) > SHORTEST else "") + doubled.replace(word[at], "")
