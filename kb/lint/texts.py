"""KB023-KB027 and KB029-KB032: what is wrong with the texts of a record and with the keys around them.

All are warnings: the record is kept as it is, but it will be found less well, shown strangely, or say
more than it should.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from kb.jsonio import Steps
from kb.lint import schema
from kb.lint.model import WARNING, Check, Problem, Subject, at, shown
from kb.text import fold, normalize, visible

LANGUAGES = {"en": "English", "ko": "Korean"}
RECOMMENDED = (
    "org",
    "date_kind",
    "domain",
    "symptoms",
    "symptoms_text",
    "components",
    "root_cause",
    "summary",
    "sources",
    "updated_at",
)
"""Fields without which a record is hard to find or to trust; both known exports of the format have them."""

_SPELT_ALIKE = 80
"""Least rapidfuzz ratio of two keys that are taken for the same word; `symptom_text` and `symptoms_text` have 96."""
_SAME_TEXT = 95
_LONGEST_COMPARED = 50_000
"""Characters. Longer texts count as the same only if they are equal."""
_PRIVATE_ADDRESS = re.compile(
    r"(?<![\w.])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?!\d|\.\d)"
)
_EMAIL = re.compile(r"(?<![\w.+-])(?!git@)[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{2,63}){1,4}(?![\w@])")


class NotNfc(Check):
    """A text is not in Unicode NFC, so that the same words are found in one record and not in the other."""

    code, name, severity, strict = "KB023", "not-nfc", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        for steps, text in subject.strings:
            if not unicodedata.is_normalized("NFC", text):
                message = "the text is not in Unicode NFC (decomposed letters, as some Macs write them): save it in NFC"
                yield Problem(at(steps), message, normalize(text) if len(text) <= 200 else None)


class MissingLanguage(Check):
    """A text is given in English or in Korean only."""

    code, name, severity, strict = "KB024", "missing-language", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        for steps, text in subject.texts:
            given = [language for language in LANGUAGES if text.get(language) is not None]
            if len(given) == 1:
                missing = "ko" if given == ["en"] else "en"
                yield Problem(at((*steps, missing)), f"the {LANGUAGES[missing]} text is missing")


class EmptyText(Check):
    """A text is there but holds no word."""

    code, name, severity, strict = "KB025", "empty-text", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        for steps, text in subject.texts:
            for language, word in LANGUAGES.items():
                written = text.get(language)
                if isinstance(written, str) and not written.strip():
                    yield Problem(at((*steps, language)), f"the {word} text is empty: write it, or give null")


class MissingRecommended(Check):
    """A field is missing or empty without which a record is hard to find or to trust."""

    code, name, severity, strict = "KB026", "missing-recommended", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        for key in RECOMMENDED:
            if subject.fields and subject.fields.get(key) in (None, "", [], {}):
                what = schema.node_at((key,))["description"].rstrip(".").partition(";")[0]
                yield Problem(at((key,)), f"{key} is missing or empty; it should hold: {what[0].lower()}{what[1:]}")


class DuplicateSource(Check):
    """The same address stands twice among the sources."""

    code, name, severity, strict = "KB027", "duplicate-source", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        seen: dict[str, Steps] = {}
        for steps, url in subject.source_urls():
            first = seen.setdefault(url.rstrip("/"), steps)
            if first != steps:
                yield Problem(at(steps), f"{shown(url, 200)} stands at {at(first)} already: keep one of the two")


class SummaryEqualsSymptoms(Check):
    """Summary and symptoms are the same text, though one tells the cause and the other must not."""

    code, name, severity, strict = "KB029", "summary-equals-symptoms", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        from rapidfuzz import fuzz

        for language in LANGUAGES:
            summary, symptoms = subject.part("summary").get(language), subject.part("symptoms_text").get(language)
            if not isinstance(summary, str) or not isinstance(symptoms, str) or not summary.strip():
                continue
            same = summary == symptoms
            if max(len(summary), len(symptoms)) <= _LONGEST_COMPARED:
                same = fuzz.ratio(fold(summary), fold(symptoms), score_cutoff=_SAME_TEXT) > 0
            if same:
                message = (
                    "the text equals the summary: say here only what was visible while it happened, without the cause"
                )
                yield Problem(at(("symptoms_text", language)), message)


class ControlCharacters(Check):
    """A text holds control, escape or direction characters, which are shown as `\\x1b` and cannot be searched."""

    code, name, severity, strict = "KB030", "control-characters", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        for steps, text in subject.strings:
            if visible(text) == text.replace("\t", " "):
                continue
            found = dict.fromkeys(visible(letter) for letter in text if letter != "\t" and visible(letter) != letter)
            yield Problem(at(steps), f"the text holds {', '.join(list(found)[:5])}: remove what is no letter")


class PrivateAddress(Check):
    """A text names a private network address or a person's e-mail address."""

    code, name, severity = "KB031", "private-address", WARNING

    def record(self, subject: Subject) -> Iterator[Problem]:
        for steps, text in subject.strings:
            if steps[0] in ("sources", "url"):
                continue
            found = [*_PRIVATE_ADDRESS.findall(text)[:3], *(_EMAIL.findall(text)[:3] if "@" in text else [])]
            if found:
                message = (
                    f"the text names {', '.join(found)}: records are shared, write a neutral name such as node-a07"
                )
                yield Problem(at(steps), message)


class MisspeltKey(Check):
    """A key that the format does not know is spelt almost like one that it knows."""

    code, name, severity, strict = "KB032", "misspelt-key", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        from rapidfuzz import fuzz, process

        for steps, value, node in subject.objects:
            known = schema.known_keys(node)
            unknown = [key for key in value if key not in known]
            absent = [key for key in known if key not in value]
            for key in unknown:
                near = process.extractOne(key.casefold(), absent, scorer=fuzz.ratio, score_cutoff=_SPELT_ALIKE)
                if near:
                    message = f"the format knows no key {shown(key)}: did you mean {near[0]}?"
                    yield Problem(at((*steps, key)), message, near[0])
