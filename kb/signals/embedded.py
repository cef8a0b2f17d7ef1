"""JSON documents inside other text: where one ends, and which format it is.

Not every brace begins a document. Lines of JSON, one object a line, are a log and read as one; a list of words in
brackets is prose. A document that was cut short reaches to the end of its stretch. Loaded only for an input in which
something looks like the beginning of a document.
"""

from __future__ import annotations

from kb.signals import detect, jsontree
from kb.signals.family import Family

_PEEKED = 200
"""Characters of the next line that are looked at."""


def document_at(text: str, start: int, end: int) -> tuple[int, tuple[Family, ...]] | None:
    """Where the document that begins at `start` ends, at `end` at the latest, and its format (none if it is not known);
    None for what is no document, or one line of many."""
    if _is_json_lines(text, start, end):
        return None
    document = jsontree.parse(text, start)
    if document is None:
        return None
    root = document.root
    first = root.items()[0] if root.items() else root
    if not first.fields() and not (document.complete and root.items() and document.end >= len(text.rstrip())):
        return None
    stop = min(document.end, end) if document.complete else end
    written = text[start:stop]
    if "\n" not in written.strip() and any(known.pattern.startswith("^\\{") for known in detect.of_lines(written)):
        return None
    family = detect.of_json(root, written)
    return stop, (family,) if family else ()


def _is_json_lines(text: str, start: int, end: int) -> bool:
    """Whether the first two lines at `start` are a JSON object each, and no known webhook."""
    first_end = text.find("\n", start, end)
    if first_end < 0 or not text[start:first_end].rstrip().endswith("}"):
        return False
    if not text[first_end : first_end + _PEEKED].lstrip().startswith("{"):
        return False
    document = jsontree.parse(text, start)
    return bool(
        document
        and document.complete
        and document.end <= first_end
        and not detect.of_json(document.root, text[start:first_end])
    )
