"""Whole words of an input: the one around a term, whether it says something by itself, whether a text has it."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.signals.model import Signals, Span

_KOREAN_ENDINGS = tuple(
    "다 요 죠 음 다가 는데 니까 지만 어서 아서 여서 해서 라서 면서 까지 부터 처럼 보다 이랑 려고".split(" ")
)
"""How inflected verbs and adverbial forms end, see `tells`."""


def word_at(signals: Signals, span: Span) -> str:
    """The whole word of the input around a span that lies within a phrase: a term may be two syllables of it. Empty
    where bytes and characters of the phrase do not agree."""
    for phrase in signals.phrases:
        if phrase.span[0] <= span[0] and span[1] <= phrase.span[1]:
            data = phrase.text.encode("utf-8", "replace")
            if len(data) != phrase.span[1] - phrase.span[0]:
                return ""
            start = len(data[: span[0] - phrase.span[0]].decode("utf-8", "replace"))
            end = len(data[: span[1] - phrase.span[0]].decode("utf-8", "replace"))
            while start > 0 and phrase.text[start - 1].isalnum():
                start -= 1
            while end < len(phrase.text) and phrase.text[end].isalnum():
                end += 1
            return phrase.text[start:end]
    return ""


def tells(word: str) -> bool:
    """Whether a word alone says something: not `3b`, a part of an address, and no inflected verb or adverb (`나오다가`,
    `근처까지`), which are rare only because Korean has so many forms of each."""
    return len(word) > 2 if word.isascii() else not word.endswith(_KOREAN_ENDINGS)


def has_word(text: str, word: str) -> bool:
    """Whether a folded text has a word as one; of a Korean one its particle, or the last syllable, may be another."""
    stem = word if word.isascii() else word[:-1]
    at = text.find(stem)
    while at >= 0:
        end = at + len(stem)
        if not text[at - 1 : at].isalnum() and (stem != word or not text[end : end + 1].isalnum()):
            return True
        at = text.find(stem, at + 1)
    return False
