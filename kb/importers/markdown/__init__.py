"""A postmortem in Markdown becomes a draft record: parsed, sorted by field, redacted, and marked for review.

The text is read once: outline (`outline`), which section tells of what (`headings`, `collect`), times and levels
(`values`, `timeline`), lists (`entries`), the record (`draft`). Nothing is invented: a text that is no postmortem, or
lacks a title or a date, is refused in one line that says what to add.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kb.signals.redact import redact
from kb.text import normalize

if TYPE_CHECKING:
    from kb.importers.markdown.collect import Part
    from kb.importers.markdown.outline import Outline

MAX_BYTES = 256 * 1024
"""A longer text is a log or a book, not a postmortem."""
SUFFIXES = (".md", ".markdown")

_HTML = re.compile(r"\s*(?:<\?xml|<!doctype|<html|<head|<body)", re.IGNORECASE)
_HEADING = re.compile(r"^(?:#{1,6}\s+\S|\S[^\n]*\n(?:=|-){3,}\s*$)", re.MULTILINE)
_START = 20_000


class NotMarkdownError(ValueError):
    """The bytes are no postmortem that can be read; the message says why and what to do."""


class NotAPostmortemError(NotMarkdownError):
    """The text is Markdown, but tells of no incident: a README, say."""


class Mapping(NamedTuple):
    """What of a postmortem went where.

    `mapped` pairs headings and labels with fields of the record, `kept` are headings whose text is under `docs`,
    `left_out` those below which names of people were left out. `proposed` holds labels with their probability by
    vocabulary, `events` counts the moments of the timeline, `secrets` what was redacted; `broken_front` if the front
    matter is not closed.
    """

    mapped: tuple[tuple[str, str], ...]
    kept: tuple[str, ...]
    left_out: tuple[str, ...]
    proposed: dict[str, list[tuple[str, float]]]
    events: int
    secrets: int
    broken_front: bool

    def to_json(self) -> dict[str, Any]:
        """The mapping as a JSON object."""
        shown = {name: [{"id": term, "probability": p} for term, p in terms] for name, terms in self.proposed.items()}
        return self._asdict() | {"proposed": shown}


def is_markdown(data: bytes, name: str) -> bool:
    """Whether bytes are meant as a Markdown text: by the ending of the name, else by front matter or a heading."""
    path = name.partition("?")[0].partition("#")[0].lower() if "://" in name else name.lower()
    if path.endswith(SUFFIXES):
        return True
    if path.endswith((".json", ".jsonl", ".ndjson")):
        return False
    start = data[:_START].lstrip(b"\xef\xbb\xbf \t\r\n").decode("utf-8", "ignore").replace("\r\n", "\n")
    return not start.startswith(("{", "[", "<")) and (start.startswith("---\n") or bool(_HEADING.search(start)))


def read(data: bytes, *, file_name: str | None = None, address: str | None = None) -> tuple[dict[str, Any], Mapping]:
    """The draft record of a postmortem in Markdown, and what went where.

    `file_name` may give the date if nothing else does; `address` becomes the source. Raises NotMarkdownError, and
    NotAPostmortemError for a text without the headings of one.
    """
    text, spans = redact(_text(data))
    from kb.importers.markdown import draft, headings, identity, outline
    from kb.importers.markdown.collect import collect

    outlined = outline.read(text)
    found = collect(outlined)
    fields = {part.field for part in found.parts if part.section.blocks}
    if len(fields - {headings.SUMMARY}) < 2 and not fields >= {headings.SUMMARY, headings.ROOT_CAUSE}:
        raise NotAPostmortemError(f"this Markdown is no postmortem: looked for at least two of {headings.looked_for()}")
    title = identity.title_of(found)
    if not title:
        raise NotMarkdownError("the postmortem has no title: begin it with a line '# What was seen, and where'")
    date = identity.date_of(found, file_name)
    if date is None:
        raise NotMarkdownError("the postmortem has no date: add a line 'Date: YYYY-MM-DD', the day of the incident")
    _require_one(found.parts, outlined)
    drafted = draft.build(found, title, date, address)
    document = drafted.document
    return document, Mapping(
        tuple(found.mapped),
        tuple(doc["title"] for doc in document.get("docs", [])),
        tuple(dict.fromkeys(found.people)),
        drafted.proposed,
        len(document.get("timeline", {}).get("events", [])),
        len(spans),
        outlined.broken_front,
    )


def _text(data: bytes) -> str:
    """The bytes as NFC text with plain newlines."""
    if len(data) > MAX_BYTES:
        raise NotMarkdownError(f"larger than {MAX_BYTES // 1024} KiB: a postmortem is shorter, give the report alone")
    if not data.strip(b"\xef\xbb\xbf \t\r\n"):
        raise NotMarkdownError("the file is empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotMarkdownError(f"the bytes are not UTF-8 (byte {error.start}): save the file as UTF-8") from error
    if "\0" in text:
        raise NotMarkdownError("this is a binary file, not Markdown")
    if _HTML.match(text):
        raise NotMarkdownError("this is an HTML page, not Markdown: give the address of the raw .md file")
    return normalize(text.replace("\r\n", "\n").replace("\r", "\n"))


def _require_one(parts: list[Part], outlined: Outline) -> None:
    """Refuse a file that tells of two incidents: two first-level headings, with the same fields below each."""
    titles = {section.heading for section in outlined.sections if section.level == 1}
    below: dict[str, set[str]] = {}
    for part in parts:
        if part.section.parents and part.section.parents[0] in titles:
            below.setdefault(part.section.parents[0], set()).add(part.field)
    groups = list(below.values())
    if any(len(left & right) >= 2 for n, left in enumerate(groups) for right in groups[n + 1 :]):
        raise NotMarkdownError("the file holds more than one postmortem: split it, one incident a file")
