"""Every check has a code, a sentence and a fixture that raises it and no other."""

from __future__ import annotations

import os

import pytest

from kb import lint
from kb.importers import sources
from kb.lint.model import Check

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "lint")


def findings_of(name: str, *, strict: bool = False) -> list[lint.Finding]:
    """Everything that is said of a fixture, read as `kb validate` reads it."""
    path = os.path.join(FIXTURES, name)
    only_vocabulary = name.startswith("KB010")
    loaded = list(sources.load([path], records_only=only_vocabulary, strict=strict))
    found = [finding for item in loaded for finding in item.findings]
    pairs = [(item.path, item.document) for item in loaded if item.document is not None]
    return found + lint.check_corpus(pairs, strict=strict)


@pytest.mark.parametrize("check", lint.CHECKS, ids=lambda check: check.code)
def test_fixture_raises_its_code_and_no_other(check: Check) -> None:
    found = findings_of(f"{check.code}-{check.name}.json")
    assert {finding.code for finding in found} == {check.code}
    assert {finding.name for finding in found} == {check.name}
    assert {finding.severity for finding in found} == {check.severity}


@pytest.mark.parametrize("check", [check for check in lint.CHECKS if check.strict], ids=lambda check: check.code)
def test_strict_turns_warning_into_error(check: Check) -> None:
    found = findings_of(f"{check.code}-{check.name}.json", strict=True)
    assert {finding.severity for finding in found} == {lint.ERROR}


@pytest.mark.parametrize("name", ["clean.json", "clean-vocabulary.json"])
def test_clean_file_raises_nothing(name: str) -> None:
    assert findings_of(name, strict=True) == []


def test_table_is_in_order_and_complete() -> None:
    codes = [check.code for check in lint.CHECKS]
    assert len(set(codes)) == len(codes)
    assert len({check.name for check in lint.CHECKS}) == len(codes)
    fixtures = {name for name in os.listdir(FIXTURES) if name.startswith("KB")}
    assert fixtures == {f"{check.code}-{check.name}.json" for check in lint.CHECKS}
    for check in lint.CHECKS:
        assert check.description.endswith(".")
        assert check.severity in (lint.ERROR, lint.WARNING)
        assert not (check.strict and check.severity == lint.ERROR)


def test_every_class_of_check_is_in_the_table() -> None:
    def below(kind: type[Check]) -> set[type[Check]]:
        return {kind} | {deep for child in kind.__subclasses__() for deep in below(child)}

    with_code = {kind for kind in below(Check) if kind.code}
    assert with_code == {type(check) for check in lint.CHECKS}
