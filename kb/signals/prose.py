"""Prose in English and Korean: a chat message, a ticket, a sentence at 2 a.m."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.codes import find_codes
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_SENTENCE = re.compile(r"[^\n.!?。]+(?:[.!?](?!\s|$)[^\n.!?。]*)*[.!?。]*")


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Codes and sentences of prose."""
    for code in find_codes(part.text):
        yield part.signal("code", code.name, code.start, code.end, severity=code.severity)
    for sentence in _SENTENCE.finditer(part.text):
        if sentence.group().strip():
            yield part.phrase(*sentence.span())
