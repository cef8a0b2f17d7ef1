"""The prose of a postmortem by field, each text filed under the language that it is written in."""

from __future__ import annotations

import re

from kb.importers.markdown import headings
from kb.importers.markdown.collect import Part
from kb.importers.markdown.entries import is_nothing
from kb.importers.markdown.outline import Section

HANGUL_SHARE = 0.2
"""Share of Hangul among the letters from which a text is Korean: product names and error strings are Latin letters."""
FOREIGN_WORDS = 6
"""English words in a Korean postmortem from which a text without Hangul is English; fewer are names and messages."""

_LESSONS_AS_SUCH = re.compile(r"lesson|learn|교훈|배운|시사", re.IGNORECASE)
"""A heading of lessons without this says of what kind they are: what went well, what did not."""


class Texts:
    """What the sections of a postmortem say, by field and language."""

    def __init__(self, parts: list[Part], title: str) -> None:
        self._parts = parts
        written = title + "".join(part.section.source for part in parts)
        self._korean = _hangul_share(written) >= HANGUL_SHARE

    def text(self, written: str) -> dict[str, str]:
        """One text under its language; a short one is in the language of the whole."""
        share = _hangul_share(written)
        if self._korean:
            is_foreign = not share and len(re.findall(r"[A-Za-z]{2,}", written)) >= FOREIGN_WORDS
            return {"en" if is_foreign else "ko": written}
        return {"ko" if share >= HANGUL_SHARE else "en": written}

    def title(self, written: str) -> dict[str, str]:
        """A title; one that says the same in two languages, with a stroke between, is given in both."""
        halves = re.split(r"\s+[/|]\s+", written)
        if len(halves) == 2:
            ordered = sorted(halves, key=_hangul_share)
            if _hangul_share(ordered[0]) == 0.0 and _hangul_share(ordered[1]) >= HANGUL_SHARE:
                return {"en": ordered[0], "ko": ordered[1]}
        return self.text(written)

    def plain(self, *fields: str) -> list[str]:
        """What each section of some fields says, field by field; empty ones and `TBD` are left out."""
        written = (_prose(part.section, field) for field in fields for part in self._parts if part.field == field)
        return [text for text in written if not is_nothing(text)]

    def of(self, field: str) -> dict[str, str]:
        """The text of a field by language; sections in the same language are joined."""
        joined: dict[str, list[str]] = {}
        for written in self.plain(field):
            for language, text in self.text(written).items():
                joined.setdefault(language, []).append(text)
        return {language: "\n\n".join(joined[language]) for language in ("en", "ko") if language in joined}


def _hangul_share(text: str) -> float:
    letters = sum(map(str.isalpha, text))
    return sum("가" <= letter <= "힣" for letter in text) / letters if letters else 0.0


def _prose(section: Section, field: str) -> str:
    """The text of a section; a sub-heading that says more than the field stands before it."""
    text = "\n\n".join(filter(None, (block.plain() for block in section.blocks)))
    says_more = headings.field_of(section.heading) != field or (
        field == headings.LESSONS and not _LESSONS_AS_SUCH.search(section.heading)
    )
    mark = "" if section.heading.endswith(("?", ":")) else ":"
    return f"{section.heading}{mark}\n{text}" if text and says_more and section.heading else text
