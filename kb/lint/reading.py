"""KB000-KB010: the bytes are not one incident record.

The reasons that `kb.jsonio` finds become findings here, one check a kind, so that a duplicate key has
a code and a fixture like everything else.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb import jsonio
from kb.lint.kinds import RECORD, kind_of
from kb.lint.model import Check, Problem, Subject, in_words

_KIND_WORDS = {
    "vocabulary": "a vocabulary",
    "check": "a catalogue of checks",
    "baseline": "a table of baselines",
    "schema": "a JSON Schema",
}


class Unreadable(Check):
    """The file or folder cannot be read, is too large, or holds no record."""

    code, name = "KB000", "unreadable"


class ReadingCheck(Check):
    """A check that hands on what the JSON reader found."""

    kind = ""

    def record(self, subject: Subject) -> Iterator[Problem]:
        for problem in subject.reading:
            if problem.kind == self.kind:
                message = f"{problem.message}. {problem.hint}".rstrip(". ") + "."
                yield Problem(problem.pointer, message)


class NotJson(ReadingCheck):
    """The text breaks the grammar of JSON."""

    code, name, kind = "KB001", "not-json", jsonio.SYNTAX


class EmptyFile(ReadingCheck):
    """The file holds nothing."""

    code, name, kind = "KB002", "empty-file", jsonio.EMPTY


class ByteOrderMark(ReadingCheck):
    """The file begins with a byte-order mark."""

    code, name, kind = "KB003", "byte-order-mark", jsonio.BYTE_ORDER_MARK


class InvalidUtf8(ReadingCheck):
    """The bytes are not UTF-8."""

    code, name, kind = "KB004", "invalid-utf8", jsonio.NOT_UTF8


class DuplicateKey(ReadingCheck):
    """An object gives the same key twice, so that one value would be lost."""

    code, name, kind = "KB005", "duplicate-key", jsonio.DUPLICATE_KEY


class NotANumber(ReadingCheck):
    """NaN or Infinity stands where JSON has only numbers."""

    code, name, kind = "KB006", "not-a-number", jsonio.NOT_A_NUMBER


class NumberOutOfRange(ReadingCheck):
    """A number is too large or too small to be stored as it stands."""

    code, name, kind = "KB007", "number-out-of-range", jsonio.OUT_OF_RANGE


class LoneSurrogate(ReadingCheck):
    """A text holds half of a surrogate pair, which no file in UTF-8 can store."""

    code, name, kind = "KB008", "lone-surrogate", jsonio.LONE_SURROGATE


class TooDeep(ReadingCheck):
    """Lists and objects are nested deeper than any record."""

    code, name, kind = "KB009", "too-deep", jsonio.TOO_DEEP


class NotARecord(Check):
    """The JSON is no object, or it is another kind of file of this knowledge base."""

    code, name = "KB010", "not-a-record"

    def record(self, subject: Subject) -> Iterator[Problem]:
        kind = kind_of(subject.document)
        if kind in _KIND_WORDS:
            message = f"this is {_KIND_WORDS[kind]}, not an incident record"
            yield Problem("", f"{message}; give a file with an id, a title and a date.")
        elif kind != RECORD:
            message = f"expected an object with an id, a title and a date, found {in_words(subject.document)}"
            yield Problem("", message, '{"id": "...", "title": {"en": "...", "ko": "..."}, "date": "YYYY-MM-DD"}')
