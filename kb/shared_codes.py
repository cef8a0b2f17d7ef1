"""Error codes of an input beside those of a record: where the record has the same, and where another of its kind.

`xid 79` on both sides is the same fault however each writes it; `xid 79` here and `xid 48` there are two. Imported only
for an input that has a code.
"""

from __future__ import annotations

import re

from kb.fields import code_term
from kb.input_words import has_word
from kb.namedtuple import TYPE_CHECKING
from kb.passages import sentence_at
from kb.signals.codes import find_codes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import TypeAlias

    from kb.passages import Passage
    from kb.signals.model import Signal, Signals, Span

    CodeMet: TypeAlias = "tuple[Signal, Passage, int, int]"
    """A code of the input beside the one at two characters of a passage of the record."""


def shared(wanted: Collection[str], side: Sequence[Passage], signals: Signals) -> Iterator[CodeMet]:
    """Each wanted code (as it is indexed) that the input has, beside the first place of it in a side of the record."""
    found = set()
    for signal in signals.signals:
        term = code_term(signal.name) if signal.kind == "code" else ""
        if term in wanted and term not in found and (place := _place_of(signal, side)):
            found.add(term)
            yield signal, *place


def contradicting(
    own_codes: Sequence[str], side: Sequence[Passage], signals: Signals, *, denied: bool
) -> Iterator[CodeMet]:
    """Each code of the input that a record with these codes lacks, beside the sentence of it that says that the code
    was not there (looked for if `denied`), else the first one of the same family."""
    found = set()
    for signal in signals.signals:
        if signal.kind != "code" or signal.name in found or code_term(signal.name) in own_codes:
            continue
        family = _family(signal.name)
        theirs = {code for code in own_codes if family and code.rpartition("_")[0] == code_term(family)}
        place = (_denial_of(signal, side) if denied else None) or (_first_of(theirs, side) if theirs else None)
        if place:
            found.add(signal.name)
            yield signal, *place


def lacking(own_codes: Sequence[str], told: str, differs: Collection[Span | None], signals: Signals) -> list[str]:
    """The codes of the input, as they stand there and once each, that neither a record with these codes nor what is
    told of its incident has; those at the spans of `differs` have another one beside them."""
    found: dict[str, str] = {}
    for signal in signals.signals:
        if signal.kind == "code" and code_term(signal.name) not in own_codes and signal.span not in differs:
            found.setdefault(code_term(signal.name), signal.text)
    if found:
        for code in find_codes(told):
            found.pop(code_term(code.name), None)
    return [text for text in found.values() if not _is_told(text.casefold(), told)]


def _is_told(code: str, told: str) -> bool:
    """Whether a folded text has the words of a code, if not as one: "the certificate had expired"."""
    words = [word for word in re.findall(r"[^\W_]+", code) if len(word) > 3 or word[0].isdigit()]
    return code in told or (len(words) > 1 and all(has_word(told, word) for word in words))


def _denial_of(signal: Signal, side: Sequence[Passage]) -> tuple[Passage, int, int] | None:
    """The sentence in which a record names a code that it does not have."""
    place = _place_of(signal, side)
    return place and (place[0], *sentence_at(place[0].text, place[1]))


def _place_of(signal: Signal, side: Sequence[Passage]) -> tuple[Passage, int, int] | None:
    """Where a record has the code of a signal: written as in the input, else written in another way."""
    for passage in side:
        start = passage.text.find(signal.text)
        end = start + len(signal.text)
        if start >= 0 and not passage.text[end : end + 1].isalnum():
            return passage, start, end
    number = signal.name.split()[-1]
    possible = [passage for passage in side if not number.isdigit() or number in passage.text]
    return _first_of({code_term(signal.name)}, possible)


def _first_of(terms: Collection[str], side: Sequence[Passage]) -> tuple[Passage, int, int] | None:
    """Where the first of some codes stands."""
    for passage in side:
        for code in find_codes(passage.text):
            if code_term(code.name) in terms:
                return passage, code.start, code.end
    return None


def _family(name: str) -> str:
    """`xid` of `xid 79`: codes of one family with different numbers contradict each other."""
    words = name.split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].isdigit() else ""
