"""Title, date and id of a postmortem: what it is called, when it was, and how it is found again."""

from __future__ import annotations

import hashlib
import re

from kb.importers.markdown import headings, values
from kb.importers.markdown.collect import FRONT_DATE, Collected
from kb.importers.markdown.entries import is_nothing
from kb.text import fold

_KIND = re.compile(
    r"[\[(]?\s*(?:(?P<what>incident\s+)?post[- ]?mortem|post[- ]incident (?:report|review)"
    r"|(?P<which>incident |outage )(?:report|review)|\brca\b"
    r"|(?P<that>(?:장애|사고) ?)(?:분석 ?)?(?:보고서?|회고|리포트)|포스트모템)\s*[\])]?",
    re.IGNORECASE,
)
"""The kind of document, with the word for what is told of: `장애` of `장애 보고서`."""
_JOINT = " \t\n:：-–—|#"
_PLACE_HOLDER = re.compile(r"template|양식|title|제목", re.IGNORECASE)
_SLUG_LENGTH = 40


def title_of(found: Collected) -> str:
    """The title without `Postmortem:` and the like at its edges, or "" if there is none but that."""
    for written in (found.title, found.single.get(headings.TITLE, "")):
        bare = " ".join(_without_kind(headings.without_number(written)).strip(_JOINT).split())
        if re.search(r"[^\W\d_]", bare) and not is_nothing(bare) and not _PLACE_HOLDER.fullmatch(bare):
            return bare
    return ""


def date_of(found: Collected, file_name: str | None) -> tuple[str, str | None] | None:
    """The date with its kind in the vocabulary `date_kinds`, or None. The kind is None where it is not said what
    happened on that day: a date in the front matter or in the name of the file."""
    for field in (headings.DATE, headings.STARTED):
        if date := values.partial_date(found.single.get(field, "")):
            return date, "occurred"
    if full := values.first_date(found.title):
        return full[0], "occurred"
    for part in found.parts:
        if part.field == headings.TIMELINE:
            for text in (part.section.heading, part.section.source):
                if full := values.first_date(text):
                    return full[0], "occurred"
    for text in (found.single.get(FRONT_DATE, ""), (file_name or "").replace("_", " ")):
        if date := values.partial_date(text):
            return date, None
    if date := values.partial_date(found.single.get(headings.PUBLISHED, "")):
        return date, "published"
    return None


def draft_id(title: str, date: str) -> str:
    """The same id for the same title and date, wherever the file lies, so that a second import finds the first."""
    if dated := values.first_date(title):
        title = title[: dated[1]] + title[dated[2] :]
    mark = hashlib.sha256(f"{date}\n{fold(title)}".encode()).hexdigest()[:6]
    return "-".join(filter(None, ("DRAFT", date[:4], slug(title), mark)))


def slug(text: str) -> str:
    """The first words in Latin letters of a text in kebab-case, at most 40 characters; "" if there are none."""
    found = ""
    for word in re.findall(r"[a-z0-9]+", fold(text)):
        if len(found) + len(word) >= _SLUG_LENGTH:
            break
        found += f"-{word}" if found else word
    return found


def _without_kind(written: str) -> str:
    """`Postmortem: disk full` is `disk full`. Of `스토리지 장애 보고서` only `보고서` goes: `장애` belongs to the words
    before it."""
    match = _KIND.search(written)
    if match is None:
        return written
    before, after = written[: match.start()], written[match.end() :]
    if before.strip(_JOINT) and after.strip(_JOINT):
        return written
    told = next(filter(None, match.groups()), "")
    belongs = before.rstrip()[-1:].isalnum() and written[match.start()] not in "[("
    return f"{before} {told}{after}" if belongs else before + after
