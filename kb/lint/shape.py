"""KB011-KB015: the document is not shaped like a record.

What Pydantic finds, in plain words: what belongs at the place is said from the published schema, what
stands there is shown, and the value that was likely meant is given ready to paste.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.lint import schema
from kb.lint.model import Check, Problem, Subject, at, in_words, shown
from kb.lint.times import mended_date
from kb.lint.violations import MISSING, TYPE, VALUE, Violation

_ID_KEYS = ("id", "aliases", "related", "recurrence_of")


class ShapeCheck(Check):
    """A check that hands on some of the violations of a document."""

    def record(self, subject: Subject) -> Iterator[Problem]:
        for found in subject.violations:
            if self.takes(found):
                yield self.problem(found)

    def takes(self, found: Violation) -> bool:
        """Whether a violation belongs to this check."""
        raise NotImplementedError

    def problem(self, found: Violation) -> Problem:
        """The violation in words."""
        message = f"expected {schema.expected(found.steps)}, found {in_words(found.value)}"
        return Problem(at(found.steps), message, schema.example(found.steps, found.value))


class WrongType(ShapeCheck):
    """A field holds another type of value than the format says."""

    code, name = "KB011", "wrong-type"

    def takes(self, found: Violation) -> bool:
        return found.kind == TYPE


class MissingField(ShapeCheck):
    """A field that every record needs is not there."""

    code, name = "KB012", "missing-field"

    def takes(self, found: Violation) -> bool:
        return found.kind == MISSING

    def problem(self, found: Violation) -> Problem:
        return Problem(at(found.steps), f"{found.steps[-1]} is missing: give {schema.expected(found.steps)}")


class BadId(ShapeCheck):
    """An id, an alias or a link is not written as an id."""

    code, name = "KB013", "bad-id"

    def takes(self, found: Violation) -> bool:
        return found.kind == VALUE and found.steps[0] in _ID_KEYS and isinstance(found.value, str)

    def problem(self, found: Violation) -> Problem:
        message = f"{shown(str(found.value))} is no id: expected {schema.expected(found.steps)}"
        kept = "".join(
            letter if (letter.isascii() and letter.isalnum()) or letter in "._-" else "-" for letter in found.value
        )
        mended = kept.strip("-._")[:64]
        return Problem(at(found.steps), message, mended or None)


class BadDate(ShapeCheck):
    """The date is not written as a date, or the calendar has no such day."""

    code, name = "KB014", "bad-date"

    def record(self, subject: Subject) -> Iterator[Problem]:
        yield from super().record(subject)
        written = subject.fields.get("date")
        if isinstance(written, str) and ("date",) not in {found.steps for found in subject.violations}:
            mended = mended_date(written)
            if mended != written:
                yield Problem("/date", f"{shown(written)} does not exist in the calendar", mended)

    def takes(self, found: Violation) -> bool:
        return found.kind == VALUE and found.steps == ("date",) and isinstance(found.value, str)

    def problem(self, found: Violation) -> Problem:
        message = f"{shown(str(found.value))} is no date: expected {schema.expected(found.steps)}"
        return Problem("/date", message, mended_date(str(found.value)))


class BadValue(ShapeCheck):
    """A field holds a value that is not among those allowed, is empty, or is too long."""

    code, name = "KB015", "bad-value"

    def takes(self, found: Violation) -> bool:
        return found.kind == VALUE and found.steps[0] not in (*_ID_KEYS, "date")
