"""Which kind of file of this knowledge base a JSON document is, told by its keys.

The folder `records/` holds incidents, vocabularies, checks, baselines and a schema side by side; reading
it as a whole must not take one for the other.
"""

from __future__ import annotations

from typing import Any

RECORD = "record"
VOCABULARY = "vocabulary"
CHECK = "check"
BASELINE = "baseline"
SCHEMA = "schema"
NEGATIVE = "negative"
REPORT = "report"
OTHER = "other"


def kind_of(document: Any) -> str:
    """One of the constants above. Any object that is nothing else counts as a record, so that its gaps are named."""
    if not isinstance(document, dict):
        return OTHER
    if "title" in document and "date" in document:
        return RECORD
    if "$schema" in document and "properties" in document:
        return SCHEMA
    if "vocabulary" in document and isinstance(document.get("terms"), list):
        return VOCABULARY
    if document.keys() == {"id", "group", "language", "text"}:
        return NEGATIVE
    if document.keys() == {"record", "language", "text"}:
        return REPORT
    if isinstance(document.get("checks"), list) or "readings" in document:
        return CHECK
    if isinstance(document.get("baselines"), list) or "quantity" in document:
        return BASELINE
    return RECORD
