"""What people write: in which language, and whether a line reads like a sentence of theirs.

Without a tokenizer: Hangul syllables are counted against words of Latin letters, and common words tell English prose
from what programs print.
"""

from __future__ import annotations

import re

_SAMPLE = 20_000
_HANGUL_ROWS = bytes(range(0xAC, 0xD8))
"""High bytes of the Hangul syllables U+AC00 to U+D7FF."""
_COMMON = frozenset(
    """the a an is are was were we i it to of and in on after when but my our this that with for have has not do
    does no at since while from be been""".split()
)


def count_hangul(text: str) -> int:
    """Hangul syllables in a text. Counted in UTF-16: a pattern with that range takes a millisecond to compile."""
    if text.isascii():
        return 0
    high_bytes = text.encode("utf-16-be", "surrogatepass")[::2]
    return len(high_bytes) - len(high_bytes.translate(None, _HANGUL_ROWS))


def language_of(text: str) -> str:
    """`en`, `ko`, `mixed` or `none`: by the words at the beginning and the end of the text."""
    sample = text if len(text) <= 2 * _SAMPLE else text[:_SAMPLE] + text[-_SAMPLE:]
    korean, latin = count_hangul(sample), len(re.findall("[A-Za-z]{2,}", sample))
    if not korean:
        return "en" if latin else "none"
    return "ko" if korean >= latin else "mixed"


def is_prose(line: str) -> bool:
    """Whether a line reads like something a person wrote: mostly Hangul, or English words with common words."""
    line = line[:500]
    hangul = count_hangul(line)
    if hangul >= 2 and hangul * 4 >= sum(map(str.isalpha, line)):
        return True
    words = [word.strip(".,;:!?()'\"").replace("'", "") for word in line.split()]
    plain = sum(map(str.isalpha, words))
    return len(words) >= 5 and plain * 10 >= 6 * len(words) and any(word.lower() in _COMMON for word in words)
