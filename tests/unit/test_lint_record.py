"""Checks of one record: every finding names the right place and says what to do; no JSON value breaks them."""

from __future__ import annotations

import copy
import json
import os
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from kb import lint
from kb.lint import times
from kb.record import Record

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "lint")
SHAPE = {"KB010", "KB011", "KB012", "KB013", "KB014", "KB015"}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["en", "ko", "id", "x"]), inner),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(st.sampled_from([*list(Record.model_fields), "from", "unknown"]), JSON, max_size=12)


def clean() -> dict[str, Any]:
    with open(os.path.join(FIXTURES, "clean.json"), encoding="utf-8") as file:
        document: dict[str, Any] = json.load(file)
    return document


def only(document: Any, code: str, **options: Any) -> lint.Finding:
    """The one finding with this code."""
    (finding,) = [finding for finding in lint.check_record(document, **options) if finding.code == code]
    return finding


def codes(document: Any, **options: Any) -> set[str]:
    return {finding.code for finding in lint.check_record(document, **options)}


@settings(max_examples=200)
@given(DOCUMENTS | JSON)
def test_any_json_is_judged_and_errors_of_shape_are_those_of_the_format(document: Any) -> None:
    found = lint.check_record(document, file_name="x.json", path="x.json")
    try:
        Record.parse(document)
        valid = True
    except ValidationError:
        valid = False
    shape = [finding for finding in found if finding.code in SHAPE and "calendar" not in finding.message]
    assert (not shape) == valid or any(finding.code == "KB010" for finding in shape)
    for finding in found:
        assert finding.message
        assert finding.path == "x.json"
        json.dumps(finding._asdict())


@settings(max_examples=50)
@given(st.lists(DOCUMENTS, max_size=4))
def test_any_documents_are_judged_together(documents: list[dict[str, Any]]) -> None:
    for finding in lint.check_corpus([(f"{index}.json", document) for index, document in enumerate(documents)]):
        assert finding.path.endswith(".json")


def test_checks_change_nothing() -> None:
    document = clean()
    before = copy.deepcopy(document)
    lint.check_record(document, strict=True)
    lint.check_corpus([("a", document), ("b", document)])
    assert document == before


@pytest.mark.parametrize(
    ("change", "code", "pointer", "words", "suggestion"),
    [
        ({"symptoms": 7}, "KB011", "/symptoms", "expected a list of strings, found a number (7)", None),
        ({"domain": "aws"}, "KB011", "/domain", "expected a list of strings, found a string", '["aws"]'),
        ({"components": None}, "KB011", "/components", "found null", "[]"),
        ({"title": 'Node "a" lost'}, "KB011", "/title", "expected a text", '{"en": "Node \\"a\\" lost"}'),
        ({"org": 12}, "KB011", "/org", "expected a string or null, found a number (12)", '"12"'),
        ({"schema_version": "1"}, "KB011", "/schema_version", "expected a whole number or null", "1"),
        ({"schema_version": True}, "KB011", "/schema_version", "found true", None),
        ({"signature": [{"kind": "metric", "from": "14"}]}, "KB011", "/signature/0/from", "a number or null", "14"),
        ({"related": [3]}, "KB011", "/related/0", "an id such as", '"3"'),
        ({"related": [{"kind": "recurrence"}]}, "KB012", "/related/0/id", "id is missing", None),
        ({"related": ["a b"]}, "KB013", "/related/0", '"a b" is no id', "a-b"),
        ({"recurrence_of": "../x"}, "KB013", "/recurrence_of", "is no id", "x"),
        ({"diagnosis": [{}]}, "KB012", "/diagnosis/0/check", "check is missing", None),
        ({"timeline": {"events": [{"at": "T+1m"}]}}, "KB012", "/timeline/events/0/text", "text is missing", None),
        ({"timeline": {"detected_after": [1]}}, "KB011", "/timeline/detected_after", "found a list", None),
        ({"severity": ""}, "KB015", "/severity", "1 to 100 characters", None),
        ({"date": "2025/3/4"}, "KB014", "/date", "expected a date", "2025-03-04"),
        ({"date": "2025년 3월 4일"}, "KB014", "/date", "expected a date", "2025-03-04"),
        ({"date": "2025-02-30"}, "KB014", "/date", "does not exist", "2025-02-28"),
        ({"date": "2025-13-01"}, "KB014", "/date", "does not exist", None),
        ({"date": "0000-01-01"}, "KB014", "/date", "does not exist", None),
        ({"date": "soon"}, "KB014", "/date", "is no date", None),
        ({"updated_at": "2025-03-04 25:00"}, "KB016", "/updated_at", "no time that exists", None),
        ({"timeline": {"started_at": "2025-02-29"}}, "KB016", "/timeline/started_at", "no time", None),
        ({"review": {"reviewed_at": "May"}}, "KB016", "/review/reviewed_at", "no time", None),
        ({"timeline": {"resolved_after": -5}}, "KB020", "/timeline/resolved_after", "-5 is no duration", None),
        ({"title": {"en": " ", "ko": None}}, "KB019", "/title", "title is empty", '{"en": "...", "ko": "..."}'),
        ({"symptoms": ["처리량 저하"]}, "KB022", "/symptoms/0", "nearest term is throughput", "throughput-degraded"),
        ({"root_cause": "qqqq"}, "KB022", "/root_cause", "see `kb vocab root_causes`", None),
        ({"suspected_first": ["other"]}, "KB022", "/suspected_first/0", "root_causes or components", None),
        ({"signature": [{"kind": "metric", "direction": "below"}]}, "KB022", "/signature/0/direction", "down", None),
        ({"lessons": {"ko": "배웠다"}}, "KB024", "/lessons/en", "English text is missing", None),
        ({"detection": {"en": "Seen", "method": "alert"}}, "KB024", "/detection/ko", "Korean", None),
        ({"summary": None}, "KB026", "/summary", "should hold: what happened, with the cause", None),
        ({"docs": ["a\u202eb"]}, "KB030", "/docs/0", "\\u202e", None),
        ({"docs": ["mail to kim@example.co.kr"]}, "KB031", "/docs/0", "kim@example.co.kr", None),
        ({"impact": {"scopes": "all"}}, "KB032", "/impact/scopes", "did you mean scope?", "scope"),
        ({"Severty": "major", "severity": "major"}, None, "", "", None),
    ],
)
def test_finding(change: dict[str, Any], code: str | None, pointer: str, words: str, suggestion: str | None) -> None:
    document = clean() | change
    if code is None:
        assert codes(document) == set()
        return
    finding = only(document, code)
    assert (finding.pointer, finding.suggestion) == (pointer, suggestion)
    assert words in finding.message


@pytest.mark.parametrize(
    "change",
    [
        {"date": "2025"},
        {"date": "2024-02-29"},
        {"updated_at": "2026-11-09T11:55:49.267715Z"},
        {"updated_at": "2025-03-05T10:00:00+09:00"},
        {"timeline": {"started_at": "2016-12-31T23:59:60Z", "ended_at": "2017-01-01T00:10:00Z"}},
        {"timeline": {"started_at": "2025-03-04T23:00:00+09:00", "ended_at": "2025-03-04T14:30:00Z"}},
        {"timeline": {"started_at": "2025-03-04T23:00:00Z", "ended_at": "2025-03-04"}},
        {"timeline": {"detected_after": 60, "resolved_after": "PT1M"}},
        {"timeline": {"detected_after": "P1DT2H", "resolved_after": "P1W"}},
        {"lessons": {}, "trigger": {"en": None, "ko": None}},
        {"detection": {"method": "alert"}},
        {"docs": [{"title": {"en": "In one language"}}, "line\n\tindented"]},
        {"extension": {"anything": [1, None]}, "x-note": "10 nodes"},
        {"sources": [{"url": "http://10.0.0.1/x", "kind": "log"}]},
        {"related": []},
        {"withdrawn": True},
        {"docs": ["version 110.10.1.2", "git@github.com:org/repo.git", "@rank0 failed"]},
    ],
)
def test_nothing_is_found_where_nothing_is_wrong(change: dict[str, Any]) -> None:
    assert lint.check_record(clean() | change, strict=True) == []


def test_file_name_counts_only_if_it_is_given() -> None:
    document = clean()
    assert codes(document, file_name="clean.json") == set()
    assert codes(document) == set()
    finding = only(document, "KB021", file_name="export.json")
    assert (finding.severity, finding.pointer) == (lint.WARNING, "/id")
    assert only(document, "KB021", file_name="export.json", strict=True).severity == lint.ERROR


def test_file_name_in_nfd_is_the_same_name() -> None:
    document = clean() | {"id": "clean"}
    name = unicodedata.normalize("NFD", "clean.json")
    assert codes(document, file_name=name) == set()


@given(st.datetimes(min_value=times.datetime(1, 1, 1)))
def test_every_time_that_python_writes_is_a_moment(when: times.datetime) -> None:
    assert times.moment(when.isoformat() + "Z") == when.replace(tzinfo=times.UTC)
    assert times.mended_date(when.date().isoformat()) == when.date().isoformat()


@given(st.text(max_size=30))
def test_any_text_is_a_time_or_not(text: str) -> None:
    when = times.moment(text)
    assert when is None or when.tzinfo is not None
    mended = times.mended_date(text)
    assert mended is None or times.mended_date(mended) == mended
    length = times.seconds(text)
    assert length is None or length >= 0


@pytest.mark.parametrize(
    ("duration", "seconds"),
    [
        ("PT2H30M", 9000),
        ("P1DT1S", 86401),
        ("P2W", 1209600),
        ("PT0.5S", 0.5),
        (90, 90),
        ("P", None),
        ("PT", None),
        ("2h", None),
        ("-PT1M", None),
        (True, None),
        (None, None),
    ],
)
def test_durations(duration: Any, seconds: float | None) -> None:
    assert times.seconds(duration) == seconds
