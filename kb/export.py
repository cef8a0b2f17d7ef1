"""Records out again: JSON, JSONL, CSV and Markdown, as pieces of text that are written as they come.

JSON and JSONL give back equal documents; characters that a terminal could obey are written as `\\uXXXX`, which
JSON reads back as the same. CSV is for a spreadsheet and Markdown (`kb.render.page`) for a person: both leave out what
is empty, show such characters as visible text, and let no cell or line of a record act as a formula or as markup.
"""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

from kb.errors import UsageError
from kb.render.page import page
from kb.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Document = dict[str, Any]

FORMATS = ("json", "jsonl", "markdown", "csv")

CSV_COLUMNS = (
    "id", "aliases", "org", "org_slug", "title.en", "title.ko", "date", "date_kind", "domain", "severity",
    "impact.scope", "impact.users", "impact.region", "symptoms", "symptoms_text.en", "symptoms_text.ko", "components",
    "regime.en", "regime.ko", "trigger.en", "trigger.ko", "detection.method", "detection.en", "detection.ko",
    "suspected_first", "root_cause", "root_cause_text.en", "root_cause_text.ko", "contributing", "summary.en",
    "summary.ko", "remediation.text.en", "remediation.text.ko", "lessons.en", "lessons.ko", "timeline.detected_after",
    "timeline.resolved_after", "related", "recurrence_of", "sources.url", "sources.kind", "review.written_by",
    "review.reviewed_at", "review.reviewed_by", "url", "updated_at", "withdrawn",
)  # fmt: skip
"""Columns of the CSV, in order: paths into the record. New ones are added at the end only."""

_OBEYED = re.compile("[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]")
"""Beyond the control characters that JSON escapes by itself: C1 controls, direction marks, halves of pairs."""

_FORMULA = ("=", "+", "-", "@")


def pieces(documents: Iterable[Document], form: str, language: str | None = None) -> Iterator[str]:
    """The documents in one of `FORMATS`. `language` (`en` or `ko`, None for both) is used by Markdown alone.

    Raises UsageError for another format.
    """
    if form == "markdown":
        return markdown(documents, language)
    writers: dict[str, Callable[[Iterable[Document]], Iterator[str]]] = {
        "json": json_pieces,
        "jsonl": jsonl,
        "csv": csv_pieces,
    }
    if form not in writers:
        raise UsageError(f"{form} is not a format of an export", f"Use one of {', '.join(FORMATS)}.")
    return writers[form](documents)


def json_pieces(documents: Iterable[Document]) -> Iterator[str]:
    """JSON: the document itself if there is one, an array if there are several or none."""
    waiting = iter(documents)
    first, second = next(waiting, None), next(waiting, None)
    if first is None:
        yield "[]\n"
    elif second is None:
        yield _dump(first, indent=2) + "\n"
    else:
        yield "[\n" + _dump(first, indent=2)
        yield ",\n" + _dump(second, indent=2)
        for document in waiting:
            yield ",\n" + _dump(document, indent=2)
        yield "\n]\n"


def jsonl(documents: Iterable[Document]) -> Iterator[str]:
    """One document a line."""
    for document in documents:
        yield _dump(document) + "\n"


def csv_pieces(documents: Iterable[Document]) -> Iterator[str]:
    """A header and one row a record (RFC 4180); the items of a list are joined by `;`.

    A cell that a spreadsheet would take for a formula begins with an apostrophe.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(CSV_COLUMNS)
    yield buffer.getvalue()
    for document in documents:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([_cell(document, column.split(".")) for column in CSV_COLUMNS])
        yield buffer.getvalue()


def markdown(documents: Iterable[Document], language: str | None = None) -> Iterator[str]:
    """Each record as a Markdown page (see `kb.render.page`), a rule between two."""
    for number, document in enumerate(documents):
        yield ("\n---\n\n" if number else "") + page(document, language)


def _dump(document: Document, indent: int | None = None) -> str:
    separators = (",", ":") if indent is None else None
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
    return _OBEYED.sub(lambda char: f"\\u{ord(char.group()):04x}", text)


def _cell(document: Document, path: list[str]) -> str:
    text = visible(";".join(map(str, _values(document, path))))
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def _values(value: Any, path: list[str]) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from _values(item, path)
    elif path and isinstance(value, dict):
        yield from _values(value.get(path[0]), path[1:])
    elif isinstance(value, dict):
        yield value.get("id", "")
    elif value is not None and not path:
        yield value
