"""KB060-KB062, KB065 and KB066: what is wrong in any entry of the catalogue, a check or a table of baselines alike.

Both are shown to people who act on them at once. A file holds one check, one group of baselines, or the formula of the
checkpoint interval; what only one of them can have wrong is in `kb.lint.reusable_checks` and `kb.lint.baseline_values`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kb import vocabulary
from kb.baselines.table import DIRECTIONS, KINDS
from kb.lint import catalogue_parts as parts
from kb.lint import numerals
from kb.lint.kinds import BASELINE, CHECK, kind_of
from kb.lint.model import WARNING, Check, Corpus, Problem, Subject, at, in_words, shown
from kb.signals.codes import is_code
from kb.text import normalize

RISKS = ("read-only", "disruptive", "destroys-evidence")


class CatalogueCheck(Check):
    """A check that looks at checks and baselines only."""

    def record(self, subject: Subject) -> Iterator[Problem]:
        kind = kind_of(subject.document)
        if kind == CHECK:
            yield from self.check(subject.fields, subject.file_name)
        elif kind == BASELINE:
            yield from self.baselines(subject.fields, subject.file_name)

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        """What is wrong in one reusable check."""
        return iter(())

    def baselines(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        """What is wrong in one group of baselines, or in a formula."""
        return iter(())


class CatalogueField(CatalogueCheck):
    """A field of a check or a baseline is missing, or holds something of another kind."""

    code, name = "KB060", "catalogue-field"

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        yield from parts.field_problems(fields, (), parts.CHECK_FIELDS)
        yield from parts.choice(fields, (), "risk", RISKS)
        applies = fields.get("applies_to")
        if isinstance(applies, dict):
            named = parts.APPLIES_CODES if "codes" in applies else {}
            yield from parts.field_problems(applies, ("applies_to",), parts.APPLIES_FIELDS | named)
            for index, code in enumerate(parts.strings(applies, "codes")):
                if not is_code(code):
                    message = f"{in_words(code)} is no code that kb reads: write it as `kb signals` prints it"
                    yield Problem(at(("applies_to", "codes", index)), message)
        yield from parts.each(fields, (), "readings", parts.READING_FIELDS)
        for index, reading in enumerate(parts.listed(fields, "readings")):
            if isinstance(reading, dict):
                told = {key: kind for key, kind in parts.READING_SIGNALS.items() if key in reading}
                yield from parts.field_problems(reading, ("readings", index), told)
        yield from parts.each(fields, (), "sources", parts.SOURCE_FIELDS)
        if fields.get("command") is None and fields.get("observe") is None:
            yield Problem("/observe", "neither a command nor what to look at: write one of the two")

    def baselines(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        if "baselines" not in fields:
            yield from parts.field_problems(fields, (), parts.FORMULA_FIELDS)
            yield from parts.each(fields, (), "sources", parts.SOURCE_FIELDS)
            return
        yield from parts.field_problems(fields, (), parts.GROUP_FIELDS)
        yield from parts.each(fields, (), "baselines", parts.BASELINE_FIELDS)
        for steps, entry in parts.entries(fields):
            yield from parts.choice(entry, steps, "direction", DIRECTIONS)
            yield from parts.choice(entry, steps, "kind", KINDS)
            if isinstance(entry.get("source"), dict):
                yield from parts.field_problems(entry["source"], (*steps, "source"), parts.SOURCE_FIELDS)
        known = [entry.get("quantity") for _, entry in parts.entries(fields)]
        free = fields.get("any_hardware", [])
        for index, quantity in enumerate(free if isinstance(free, list) else [free]):
            if quantity not in known:
                message = f"{in_words(quantity)} is no quantity of this group: name one, or remove it"
                yield Problem(at(("any_hardware", index)), message)


class CatalogueId(CatalogueCheck):
    """An id is not in kebab-case, is not the name of the file, or is used twice."""

    code, name = "KB061", "catalogue-id"

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        yield from parts.id_problems(fields, "id", file_name)

    def baselines(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        yield from parts.id_problems(fields, "group" if "baselines" in fields else "id", file_name)
        for steps, entry in parts.entries(fields):
            yield from (
                problem._replace(pointer=at(steps) + problem.pointer)
                for problem in parts.id_problems(entry, "id", None)
            )

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        seen: dict[tuple[str, str], Subject] = {}
        for subject in corpus.catalogue:
            for kind, steps, written in parts.ids(subject):
                first = seen.get((kind, written))
                if first is None:
                    seen[kind, written] = subject
                elif first is subject or first.document != subject.document:
                    where = f" ({first.path})" if first.path else ""
                    message = f"the id {shown(written)} is used by another {kind} already{where}: give one a new id"
                    yield subject, Problem(at(steps), message)


class CatalogueTerm(CatalogueCheck):
    """A check applies to, points to or rules out something that the vocabularies do not know."""

    code, name, severity, strict = "KB062", "catalogue-term", WARNING, True

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        for steps, term, names in parts.terms(fields):
            if not any(term in vocabulary.load(name).terms for name in names):
                nearest = next((near for name in names if (near := vocabulary.load(name).nearest(term))), None)
                advice = f": did you mean {nearest}?" if nearest else ""
                message = f"{shown(term)} is not in {' or '.join(names)}{advice}"
                yield Problem(at(steps), message, nearest)


class CatalogueText(CatalogueCheck):
    """A text of a check or a baseline lacks a language, is empty, or is not in Unicode NFC."""

    code, name, severity, strict = "KB065", "catalogue-text", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        if kind_of(subject.document) not in (CHECK, BASELINE):
            return
        for steps, text in parts.texts(subject.fields):
            for language, word in (("en", "English"), ("ko", "Korean")):
                written = text.get(language)
                if not isinstance(written, str) or not written.strip():
                    yield Problem(at((*steps, language)), f"the {word} text is missing: write it")
        for steps, written in subject.strings:
            if normalize(written) != written:
                yield Problem(at(steps), "the text is not in Unicode NFC: save it in NFC", normalize(written))


class CatalogueFigures(CatalogueCheck):
    """The two languages of a text of a check or a baseline give different figures."""

    code, name, severity = "KB066", "catalogue-figures", WARNING

    def record(self, subject: Subject) -> Iterator[Problem]:
        if kind_of(subject.document) not in (CHECK, BASELINE):
            return
        for steps, text in parts.texts(subject.fields):
            english, korean = text.get("en"), text.get("ko")
            if not isinstance(english, str) or not isinstance(korean, str):
                continue
            if set(re.findall(r"[0-9]+", english)) == set(re.findall(r"[0-9]+", korean)):
                continue
            left, right = numerals.read(english, "en"), numerals.read(korean, "ko")
            only_one = [
                f"only the {word} text gives {', '.join(only)}"
                for word, only in (
                    ("English", numerals.missing(left, right)),
                    ("Korean", numerals.missing(right, left)),
                )
                if only
            ]
            if only_one:
                yield Problem(at(steps), "; ".join(only_one) + ": say the same in both")
