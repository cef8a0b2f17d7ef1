"""Where the words of a search stand in a text, fast enough to look at every row that is drawn.

Tokenizing a record again costs milliseconds; a pattern of the stems costs a fiftieth of that and errs only in what it
marks, never in what is found: `hang` also marks `hangar`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

_HANGUL_WORD = re.compile(r"[가-힣]+")


@functools.lru_cache(maxsize=32)
def pattern(stems: frozenset[str]) -> re.Pattern[str] | None:
    """A pattern that finds the words of which these are the stems (Hangul: pairs of syllables); None for no stems."""
    words = [_open_ended(stem) for stem in stems if not _HANGUL_WORD.fullmatch(stem)]
    pairs = [re.escape(stem) for stem in stems if _HANGUL_WORD.fullmatch(stem)]
    parts = []
    if words:
        parts.append(rf"(?<![A-Za-z0-9])(?:{'|'.join(sorted(words, key=len, reverse=True))})[A-Za-z0-9]*")
    if pairs:
        parts.append(rf"(?:{'|'.join(sorted(pairs))})+")
    return re.compile("|".join(parts), re.IGNORECASE) if parts else None


def spans(text: str, stems: frozenset[str]) -> list[tuple[int, int]]:
    """Start and end of every place where a word stands."""
    found = pattern(stems)
    return [match.span() for match in found.finditer(text)] if found else []


def words(texts: Iterable[str], stems: frozenset[str]) -> list[str]:
    """The words that stand in the texts, as they are written there, each once, those of the first text first."""
    found = pattern(stems)
    if found is None:
        return []
    seen: dict[str, str] = {}
    for text in texts:
        for match in found.finditer(text):
            word = match.group()
            seen.setdefault(word.casefold(), word)
        if len(seen) >= len(stems):
            break
    return list(seen.values())


def _open_ended(stem: str) -> str:
    """A stem as a pattern: the stemmer writes a final y as i."""
    return re.escape(stem[:-1]) + "[iy]" if stem.endswith("i") and len(stem) > 2 else re.escape(stem)
