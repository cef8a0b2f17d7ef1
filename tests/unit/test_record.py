"""The record: strict, and lossless at every level."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from kb import config
from kb.record import Record

TEXTS = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
EXTRA = st.dictionaries(TEXTS.map(lambda text: "x-" + text), VALUES, max_size=2)


def part(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with any of the fields, and unknown keys."""
    known = st.fixed_dictionaries({}, optional=fields)
    return st.builds(lambda extra, given: {**extra, **given}, EXTRA, known)


TEXT = part(en=st.none() | TEXTS, ko=st.none() | TEXTS)
TERM = st.text(alphabet="abc-", min_size=1, max_size=8)
DOCUMENTS = st.builds(
    lambda head, rest: {**rest, **head},
    st.fixed_dictionaries({"id": st.just("A-1"), "title": TEXT, "date": st.just("2025-01-31")}),
    part(
        domain=st.lists(TERM),
        impact=st.none() | part(scope=TEXTS, users=st.none()),
        signature=st.lists(
            st.builds(
                lambda extra, to: {"kind": "metric", "from": 1, "to": to, **extra},
                EXTRA,
                st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
            )
        ),
        diagnosis=st.lists(st.builds(lambda check, extra: {"check": check, **extra}, TEXT, EXTRA)),
        timeline=st.none() | part(detected_after=st.none() | st.integers() | st.just("PT1H")),
        related=st.lists(st.just("B-1") | st.builds(lambda extra: {"id": "B-1", **extra}, EXTRA)),
        sources=st.lists(st.builds(lambda extra: {"url": "https://example.com", **extra}, EXTRA)),
        docs=st.lists(VALUES),
        withdrawn=st.none() | st.booleans() | TEXTS,
        updated_at=st.none() | TEXTS,
    ),
)


@settings(max_examples=200)
@given(DOCUMENTS)
def test_document_comes_out_as_it_went_in(document: dict[str, Any]) -> None:
    back = Record.parse(document).document()
    assert back == document
    assert json.dumps(back, sort_keys=True) == json.dumps(document, sort_keys=True)


def test_absent_and_null_stay_apart() -> None:
    document = {"id": "A-1", "title": {"en": None}, "date": "2025", "url": None, "timeline": {}}
    assert Record.parse(document).document() == document


@pytest.mark.parametrize(
    "change",
    [
        {"id": ""},
        {"id": "a" * 65},
        {"id": "../etc"},
        {"date": "2025-1-1"},
        {"date": "2025-01-01 "},
        {"date": 2025},
        {"title": "text"},
        {"symptoms": "throughput-degraded"},
        {"symptoms": [""]},
        {"schema_version": True},
        {"schema_version": "1"},
        {"sources": [{}]},
    ],
)
def test_nothing_is_converted(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Record.parse({"id": "A-1", "title": {"en": "x"}, "date": "2025-01-01"} | change)


def test_template_is_a_record() -> None:
    with open(os.path.join(config.records_dir(), "TEMPLATE.json"), encoding="utf-8") as file:
        template = json.load(file)
    assert Record.parse(template).document() == template
    assert set(template) >= {name for name, field in Record.model_fields.items() if field.is_required()}
