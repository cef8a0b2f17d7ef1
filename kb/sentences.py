"""Sentences of a record that share words with an input, as quotations for evidence."""

from __future__ import annotations

import functools

from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.passages import sentence_ends
from kb.text import tokenize

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from kb.passages import Passage

FEWEST_WORDS = 2
"""Words that a sentence must share with the input to be quoted."""


class Sentence(NamedTuple):
    """A sentence of a record: the path of its text, where in that it starts, and of the tokens asked those that it has,
    each as it writes it."""

    field: str
    text: str
    start: int
    tokens: dict[str, str]


def quotable(passage: Passage, asked: Container[str], clues: list[str]) -> Iterator[Sentence]:
    """The sentences of a text that share enough of the tokens `asked`. Only those are tokenized in which enough `clues`
    occur: stems without the last letter where the stemmer may have changed it (one word in two thousand is missed)."""
    text, folded = passage.text, passage.text.casefold()
    near = [clue for clue in clues if clue in folded]
    if len(near) < FEWEST_WORDS:
        return
    start = 0
    for end, following in sentence_ends(text):
        sentence = text[start:end]
        folded = sentence.casefold()
        if len([clue for clue in near if clue in folded]) >= FEWEST_WORDS:
            tokens = {token: word for token, word in _written(sentence).items() if token in asked}
            if len(tokens) >= FEWEST_WORDS:
                yield Sentence(passage.path, sentence, start, tokens)
        start = following


@functools.lru_cache(maxsize=4096)
def _written(sentence: str) -> dict[str, str]:
    """The tokens of a sentence of a record, each as it is first written there. Kept, because a program that asks again
    and again meets the same near cases."""
    written: dict[str, str] = {}
    for token, begin, stop in tokenize(sentence):
        written.setdefault(token, sentence[begin:stop])
    return written
