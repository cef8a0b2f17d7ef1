"""JSON of no known shape: every string is a phrase, and keys that mean status, severity or message are read as such."""

from __future__ import annotations

from collections.abc import Iterator

from kb.signals.codes import find_codes
from kb.signals.jsontree import Document, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part


def parse_part(part: Part) -> Document | None:
    """The JSON document of a part if it is one, and at least one member was read."""
    document = parse(part.text)
    return document if document and (document.complete or document.root.value) else None


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Codes and strings of a JSON document."""
    document = parse_part(part)
    for code in find_codes(part.text):
        yield part.signal("code", code.name, code.start, code.end, severity=code.severity)
    if document is None:
        return
    for _, node in document.root.leaves():
        if isinstance(node.value, str) and " " in node.value:
            yield part.phrase(node.start, node.end)
