"""Which parts of a record are searched, and as what."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.fields import FILTER_VOCABULARIES, code_term, day_number, fields, filter_terms, neighbours, slug
from kb.passages import passages
from kb.text import terms, tokenize
from kb.vocabulary import load

RECORD = {
    "id": "R-1",
    "org": "Hanbit Cloud",
    "org_slug": "hanbit-cloud",
    "title": {"en": "Nodes froze", "ko": "노드가 멈췄다"},
    "date": "2024-05-06",
    "domain": ["ai-infra"],
    "severity": "major",
    "impact": {"scope": "One dashboard"},
    "symptoms": ["crash"],
    "symptoms_text": {"en": "Kernel said Xid 79.", "ko": "커널이 Xid 79를 찍었다."},
    "signature": [
        {"kind": "log", "text": "fallen off the bus"},
        {"kind": "metric", "name": "gpu_util", "direction": "down"},
    ],
    "components": ["gpu"],
    "detection": {"en": "A pager rang.", "method": "alert"},
    "diagnosis": [{"check": {"en": "Look at dmesg"}, "finding": {"en": "Sparks"}, "command": "dmesg -T"}],
    "summary": {"en": "A cable was loose."},
    "root_cause": "hardware-failure",
    "contributing": ["poor-diagnosability"],
    "remediation": [{"text": {"en": "Seated the cable"}, "kind": "fix"}],
    "lessons": {"en": "Label cables."},
    "review": {"reviewed_at": "2024-06-01"},
}
VOCABULARIES = {name: load(name) for name in FILTER_VOCABULARIES.values()}


def words(text: str) -> set[str]:
    return {token for token, _, _ in tokenize(text)}


def test_what_was_visible_and_what_was_found_out_are_kept_apart():
    found = fields(RECORD, VOCABULARIES)
    assert words("froze 멈췄다") <= set(found.title.split())
    assert words("kernel fallen pager dashboard gpu_util") <= set(found.detection.split())
    assert words("loose dmesg sparks seated label") <= set(found.cause.split())
    assert not words("loose sparks seated") & set(found.detection.split())
    assert not words("fallen pager") & set(found.cause.split())


def test_passages_name_the_place_they_come_from():
    for passage in passages(RECORD):
        value = RECORD
        for step in passage.path.split("."):
            value = value[int(step)] if isinstance(value, list) else value[step]
        text = value if isinstance(value, str) else value.get("text") or value["name"]
        assert passage.text == text
    assert {passage.side for passage in passages(RECORD)} == {"title", "detection", "cause"}


def test_labels_hold_every_way_in_which_people_write_the_symptom():
    labels = set(fields(RECORD, VOCABULARIES).labels.split())
    for phrase in VOCABULARIES["symptoms"].phrases("crash"):
        assert words(phrase) <= labels
    assert words("hanbit cloud") <= labels
    assert not words("hardware-failure") & set(fields({**RECORD, "org": "", "org_slug": ""}, {}).labels.split())


def test_codes_of_every_text_are_one_token_each():
    assert "xid_79" in fields(RECORD, VOCABULARIES).codes.split()
    assert code_term("xid 79") == "xid_79"


def test_filters():
    assert filter_terms(RECORD) == {
        "domain:ai-infra",
        "severity:major",
        "symptoms:crash",
        "components:gpu",
        "root_cause:hardware-failure",
        "contributing:poor-diagnosability",
        "org:hanbit-cloud",
        "year:2024",
        "reviewed:yes",
        "text:en",
        "text:ko",
    }
    assert "withdrawn:yes" in filter_terms({"id": "R", "withdrawn": "2025-01-01"})
    assert "reviewed:no" in filter_terms({"id": "R", "review": {"reviewed_at": None}})


@pytest.mark.parametrize(
    ("date", "day"),
    [("2024-05-06", 20240506), ("2024-05", 20240501), ("2024", 20240101), ("", 0), ("May", 0), (None, 0), (2024, 0)],
)
def test_days_sort_as_numbers(date, day):
    assert day_number(date) == day
    assert fields({"id": "R", "date": date}, {}).day == day


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hanbit Cloud", "hanbit-cloud"),
        ("  A&B, Inc. ", "a-b-inc"),
        ("한빛 클라우드", "한빛-클라우드"),
        ("snake_case", "snake-case"),
        ("", ""),
    ],
)
def test_slugs(text, expected):
    assert slug(text) == expected


def test_neighbours():
    assert neighbours(["a", "b", "c"]) == ["a+b", "b+c"]
    assert neighbours(["a"]) == neighbours([]) == []


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["en", "ko", "text", "id"]), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(RECORD)), any_json, max_size=8))
@settings(max_examples=80, deadline=None)
def test_values_of_any_type_are_passed_over(document):
    found = fields({**document, "id": "R-1"}, VOCABULARIES)
    assert found.id == "R-1"
    assert all(isinstance(term, str) and ":" in term for term in found.filters)


def test_the_words_of_a_row_of_readings_are_not_indexed_and_those_beside_it_are():
    row = "iteration 12/ 90 | consumed samples: 512 | elapsed time (ms): 22.7 | lm loss: 8.7E+00 | grad norm: 0.0"
    record = {"id": "A", "signature": [{"kind": "log", "text": row}, {"kind": "log", "text": "loss became NaN"}]}
    found = set(fields(record, {}).detection.split())
    assert words("became NaN") <= found
    assert not words("consumed elapsed norm") & found


def test_a_code_that_a_record_says_was_not_there_is_none_of_its_codes():
    text = {
        "en": "The GPU was gone. No line belonged to it, such as the Xid 79 that usually tells. Xid 31 came later.",
        "ko": "GPU가 사라졌다. 커널에 Xid 79 줄은 없었다. Xid 31이 나중에 찍혔다.",
    }
    assert fields({"id": "A", "symptoms_text": text}, {}).codes == "xid_31"


def test_reports_widen_what_finds_a_record_and_are_no_text_of_it():
    plain, told = (
        fields(RECORD, VOCABULARIES),
        fields(RECORD, VOCABULARIES, ["the cluster sank", "cluster 먹통, the end"]),
    )
    assert told.reported.split() == [*terms("the cluster sank").split(), *terms("cluster 먹통, the end").split()]
    assert set(neighbours(terms("cluster sank").split())) <= set(told.pairs.split())
    assert told._replace(reported=plain.reported, pairs=plain.pairs) == plain


def test_a_report_says_each_word_once():
    assert fields(RECORD, {}, ["lag lag lag", "lag"]).reported == "lag lag"
