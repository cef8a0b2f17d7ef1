"""Coded checks over a record, over all records together, over the vocabularies, and over checks and baselines.

Each check has a code (`KB022`), a name, one sentence and a broken fixture; `CHECKS` is the table of
them. A finding with severity `error` means that import refuses the record; a warning is told and the
record kept. `strict`, which shipped records must pass, turns most warnings into errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kb import jsonio
from kb.lint import table
from kb.lint.kinds import RECORD, kind_of
from kb.lint.model import ERROR, WARNING, Check, Corpus, Finding, Problem, Subject
from kb.lint.table import CHECKS

__all__ = [
    "CHECKS",
    "ERROR",
    "WARNING",
    "Check",
    "Finding",
    "check_catalogue",
    "check_corpus",
    "check_reading",
    "check_record",
    "check_vocabulary",
    "kind_of",
    "unreadable",
]


def check_record(document: Any, *, file_name: str | None = None, path: str = "", strict: bool = False) -> list[Finding]:
    """What is wrong in one record, in the order of the codes. Takes any JSON value and never raises.

    `file_name` is the last part of the path of a file that holds this record alone; leave it out otherwise.
    """
    subject = Subject(document, path=path, file_name=file_name)
    checks = table.RECORD if kind_of(document) == RECORD else (table.NOT_A_RECORD,)
    return [check.finding(problem, path, strict=strict) for check in checks for problem in check.record(subject)]


def check_corpus(
    pairs: Iterable[tuple[str, dict[str, Any]]],
    *,
    known_ids: frozenset[str] = frozenset(),
    strict: bool = False,
) -> list[Finding]:
    """What is wrong between records, given as (path, document), in the order of the codes.

    Only what `check_record` cannot see: links, ids, shared sources, near-duplicates. `known_ids` are records that
    are not among the pairs but exist (in the store), so that links to them are right. Checks, baselines and
    vocabularies may be among the pairs: then they are compared with each other and with the records.
    """
    corpus = Corpus((Subject(document, path=path) for path, document in pairs), known_ids)
    return [
        check.finding(problem, subject.path, strict=strict)
        for check in (*table.RECORD, *table.VOCABULARY, *table.CATALOGUE)
        for subject, problem in check.corpus(corpus)
    ]


def check_vocabulary(document: Any, *, path: str = "") -> list[Finding]:
    """What is wrong in one vocabulary file."""
    subject = Subject(document, path=path)
    return [
        check.finding(problem, path, strict=True) for check in table.VOCABULARY for problem in check.record(subject)
    ]


def check_catalogue(
    document: Any, *, file_name: str | None = None, path: str = "", strict: bool = False
) -> list[Finding]:
    """What is wrong in one file of checks or baselines. Takes any JSON value and never raises."""
    subject = Subject(document, path=path, file_name=file_name)
    return [
        check.finding(problem, path, strict=strict) for check in table.CATALOGUE for problem in check.record(subject)
    ]


def check_reading(problems: Sequence[jsonio.JsonProblem], *, path: str = "") -> list[Finding]:
    """What the JSON reader found, as findings."""
    subject = Subject(None, path=path, reading=tuple(problems))
    return [check.finding(problem, path, strict=True) for check in table.READING for problem in check.record(subject)]


def unreadable(message: str, *, path: str, is_error: bool = True) -> Finding:
    """The finding for a file, folder or address that gave no bytes."""
    finding = table.UNREADABLE.finding(Problem("", message), path, strict=False)
    return finding if is_error else finding._replace(severity=WARNING)
