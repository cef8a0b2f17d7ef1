"""What a check is, what it looks at and what it says: the vocabulary of the package.

A check is a small class with a code, a name and a docstring that is its description. It looks at one
document (`record`) or at all of them together (`corpus`), and yields `Problem`s; the runner in
`kb.lint` adds code, severity and path. Checks never raise on any JSON value: a field of the wrong
type is the business of one check and passed over by all others.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kb.jsonio import JsonProblem, Steps, pointer
from kb.lint import schema
from kb.lint.kinds import BASELINE, CHECK, RECORD, VOCABULARY, kind_of
from kb.lint.violations import Violation, violations

ERROR, WARNING = "error", "warning"


class Finding(NamedTuple):
    """One thing that is wrong. `severity` is `error` (import refuses the record) or `warning`; `pointer` is a JSON
    pointer into the document; `suggestion` is the nearest right value, ready to paste, where there is one."""

    code: str
    name: str
    severity: str
    pointer: str
    message: str
    suggestion: str | None = None
    path: str = ""


class Problem(NamedTuple):
    """A finding as a check states it, before code, severity and path are added."""

    pointer: str
    message: str
    suggestion: str | None = None


class Subject:
    """One document under check, with what several checks need to know of it, found once."""

    def __init__(
        self, document: Any, *, path: str = "", file_name: str | None = None, reading: tuple[JsonProblem, ...] = ()
    ) -> None:
        self.document: Any = document
        self.fields: dict[str, Any] = document if isinstance(document, dict) else {}
        self.path = path
        self.file_name = file_name
        self.reading = reading

    @functools.cached_property
    def strings(self) -> list[tuple[Steps, str]]:
        """Every string value, in the order of the document."""
        found: list[tuple[Steps, str]] = []
        _collect_strings(self.fields, (), found)
        return found

    @functools.cached_property
    def objects(self) -> list[tuple[Steps, dict[str, Any], schema.Node]]:
        """Every object at a place that the schema lists, with that place's schema."""
        return list(schema.objects(self.fields))

    @functools.cached_property
    def texts(self) -> list[tuple[Steps, dict[str, Any]]]:
        """Every text in two languages at a place that the schema lists."""
        keys = schema.text_keys()
        return [(steps, value) for steps, value, _ in self.objects if steps and steps[-1] in keys]

    @functools.cached_property
    def violations(self) -> tuple[Violation, ...]:
        """Where the document is not as the format says; nothing for a document that is no object."""
        return violations(self.document) if isinstance(self.document, dict) else ()

    @functools.cached_property
    def id(self) -> str:
        """The record's id, or "" if it has none that is a string."""
        value = self.fields.get("id")
        return value if isinstance(value, str) else ""

    def items(self, key: str) -> Iterator[tuple[int, Any]]:
        """Index and item of a list field; nothing if the field is absent or no list."""
        value = self.fields.get(key)
        if isinstance(value, list):
            yield from enumerate(value)

    def part(self, key: str) -> dict[str, Any]:
        """An object field, or an empty object."""
        value = self.fields.get(key)
        return value if isinstance(value, dict) else {}

    def aliases(self) -> list[str]:
        """Other ids of the same incident."""
        return [item for _, item in self.items("aliases") if isinstance(item, str)]

    def links(self) -> list[tuple[Steps, str]]:
        """Ids in `related` (plain or as objects) and `recurrence_of`, with their places."""
        found: list[tuple[Steps, str]] = []
        for index, item in self.items("related"):
            steps: Steps = ("related", index)
            if isinstance(item, dict):
                item, steps = item.get("id"), (*steps, "id")
            if isinstance(item, str):
                found.append((steps, item))
        earlier = self.fields.get("recurrence_of")
        if isinstance(earlier, str):
            found.append((("recurrence_of",), earlier))
        return found

    def source_urls(self) -> list[tuple[Steps, str]]:
        """Addresses of the sources, with their places."""
        return [
            (("sources", index, "url"), item["url"])
            for index, item in self.items("sources")
            if isinstance(item, dict) and isinstance(item.get("url"), str)
        ]


class Corpus:
    """All documents under check together: `subjects` are the records, `catalogue` the checks and baselines, and
    `vocabularies` the files of terms."""

    def __init__(self, subjects: Iterable[Subject], known_ids: frozenset[str] = frozenset()) -> None:
        given = [(subject, kind_of(subject.document)) for subject in subjects]
        self.subjects = [subject for subject, kind in given if subject.id and kind == RECORD]
        self.catalogue = [subject for subject, kind in given if kind in (CHECK, BASELINE)]
        self.vocabularies = [subject for subject, kind in given if kind == VOCABULARY]
        self.known_ids = known_ids
        self.by_id: dict[str, Subject] = {}
        self.canonical: dict[str, str] = {}
        for subject in self.subjects:
            self.by_id.setdefault(subject.id, subject)
        for subject in self.subjects:
            for alias in subject.aliases():
                self.canonical.setdefault(alias, subject.id)

    def resolve(self, written: str) -> str:
        """The id that a link means: an alias is followed to its record."""
        return written if written in self.by_id else self.canonical.get(written, written)

    def linked(self, subject: Subject) -> set[str]:
        """Ids that a record links to or names as its own, aliases followed."""
        return {self.resolve(written) for _, written in subject.links()} | set(subject.aliases())


class Check:
    """One check: the class docstring is its description, `code` and `name` are what a finding carries.

    `severity` is that of a normal run; with `strict`, a warning counts as an error when strictness is asked for.
    """

    code = ""
    name = ""
    severity = ERROR
    strict = False

    def record(self, subject: Subject) -> Iterator[Problem]:
        """What is wrong in one document."""
        return iter(())

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        """What is wrong between documents, each with the document to mend."""
        return iter(())

    @property
    def description(self) -> str:
        """What is wrong when this check speaks, in one sentence."""
        return " ".join((type(self).__doc__ or "").split())

    def finding(self, problem: Problem, path: str, *, strict: bool) -> Finding:
        """The problem with code, name, severity and path."""
        severity = ERROR if strict and self.strict else self.severity
        return Finding(self.code, self.name, severity, *problem, path)


def at(steps: Steps) -> str:
    """JSON pointer of a place."""
    return pointer(*steps)


def shown(value: str, limit: int = 60) -> str:
    """A value as it stands in a message: in quotes, cut if long."""
    return f'"{value}"' if len(value) <= limit else f'"{value[: limit - 3]}..."'


def in_words(value: object) -> str:
    """What a JSON value is, in words: `a number (7)`, `a list`, `null`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"a number ({value:g})" if abs(value) < 1e15 else "a number"
    if isinstance(value, str):
        return f'a string ("{value}")' if len(value) <= 40 else f'a string ("{value[:37]}...")'
    return "a list" if isinstance(value, list) else "an object"


def _collect_strings(value: Any, steps: Steps, found: list[tuple[Steps, str]]) -> None:
    if isinstance(value, str):
        found.append((steps, value))
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, (str, dict, list)):
                _collect_strings(item, (*steps, key), found)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, (str, dict, list)):
                _collect_strings(item, (*steps, index), found)
