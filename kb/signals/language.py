"""Which language a text is in, without a tokenizer: Hangul syllables against words of Latin letters."""

from __future__ import annotations

import re

_SAMPLE = 20_000
_HANGUL_ROWS = bytes(range(0xAC, 0xD8))
"""High bytes of the Hangul syllables U+AC00 to U+D7FF."""


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
