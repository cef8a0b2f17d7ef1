"""The way from bytes to `Signals`, step by step."""

from __future__ import annotations

import re

from kb.signals import document, log, prose
from kb.signals.decode import decode
from kb.signals.model import Phrase, Signal, Signals
from kb.signals.part import Part
from kb.signals.templates import parse_line

_HANGUL = re.compile(r"[가-힣]")
_LATIN = re.compile(r"[A-Za-z]{2,}")


def read(data: bytes, limit: int) -> Signals:
    """See `kb.signals.read`."""
    source = decode(data, limit)
    part = Part(source.text, 0, source)
    found: list[Signal | Phrase] = []
    head = source.text.lstrip()[:1]
    name = "text"
    if head in ("{", "[") and (json := document.parse_part(part)):
        name = "json"
        found.extend(document.read(part))
    else:
        lines = [line for line in source.text[:20000].split("\n") if line.strip()][:200]
        if sum(parse_line(line).is_log for line in lines) * 2 > len(lines):
            name = "log"
            found.extend(log.read(part))
        else:
            found.extend(prose.read(part))
    signals = sorted((item for item in found if isinstance(item, Signal)), key=lambda signal: signal.span)
    phrases = sorted((item for item in found if isinstance(item, Phrase)), key=lambda phrase: phrase.span)
    return Signals(name, language(source.text), source.size, source.truncated, tuple(signals), tuple(phrases))


def language(text: str) -> str:
    """`en`, `ko`, `mixed` or `none`."""
    sample = text[:20000]
    korean, latin = len(_HANGUL.findall(sample)), len(_LATIN.findall(sample))
    if not korean:
        return "en" if latin else "none"
    return "ko" if korean >= latin or latin == 0 else "mixed"
