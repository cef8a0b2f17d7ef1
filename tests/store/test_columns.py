"""What the tables derive from a document."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.store.columns import columns, digest, encode, instant, source_key

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), JSON))
def test_the_text_of_a_document_reads_back_equal(document: dict[str, Any]) -> None:
    encode(document).encode()  # can be stored
    assert json.dumps(json.loads(encode(document))) == json.dumps(document)


def test_half_a_surrogate_pair_reads_back_equal() -> None:
    document = {"\ud800": ["\udfff", "𐍈"]}
    assert json.loads(encode(document).encode()) == document


@given(st.dictionaries(st.text(), JSON), st.randoms())
def test_the_digest_does_not_depend_on_the_order_of_keys(document: dict[str, Any], random: Any) -> None:
    items = list(document.items())
    random.shuffle(items)
    assert digest(dict(items)) == digest(document)


@given(st.dictionaries(st.sampled_from(["title", "date", "aliases", "sources", "review", "symptoms", "org"]), JSON))
def test_no_document_is_too_strange_for_columns(document: dict[str, Any]) -> None:
    derived = columns(document)
    texts = [value for value in derived.incident.values() if isinstance(value, str)]
    for text in [*texts, *derived.aliases, *derived.source_keys, *(term for label in derived.labels for term in label)]:
        assert "\0" not in text
        text.encode()


def test_labels_of_every_vocabulary() -> None:
    document = {
        "domain": ["ai-infra"],
        "symptoms": ["hang", "hang"],
        "root_cause": "capacity",
        "severity": "major",
        "date_kind": "occurred",
        "sources": [{"url": "https://example.org", "kind": "blog"}, {"url": "https://example.com", "kind": "blog"}],
        "detection": {"en": "An alert.", "method": "alert"},
        "remediation": [{"text": {"en": "x"}, "kind": "fix"}],
        "signature": [{"kind": "code", "text": "Xid 79"}],
        "review": {"written_by": "person"},
    }
    assert columns(document).labels == [
        ("authorships", "person"),
        ("date_kinds", "occurred"),
        ("detection_methods", "alert"),
        ("domains", "ai-infra"),
        ("remediation_kinds", "fix"),
        ("root_causes", "capacity"),
        ("severities", "major"),
        ("signature_kinds", "code"),
        ("source_kinds", "blog"),
        ("symptoms", "hang"),
    ]


@pytest.mark.parametrize(
    ("fields", "slug"),
    [
        ({"org": "Acme, Inc.", "org_slug": "acme"}, "acme"),
        ({"org": "Acme, Inc."}, "acme-inc"),
        ({"org": "한빛 연구소"}, "한빛-연구소"),
        ({"org": "!"}, None),
        ({}, None),
    ],
)
def test_the_organisation_is_grouped_by_slug(fields: dict[str, Any], slug: str | None) -> None:
    assert columns(fields).incident["org_slug"] == slug


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://www.example.org/a/", "http://example.org/a"),
        ("https://EXAMPLE.org:443/a?utm_source=x", "https://example.org/a"),
        ("https://example.org/a?b=1&utm_medium=y#top", "https://example.org/a?b=1#top"),
    ],
)
def test_addresses_of_the_same_page(one: str, other: str) -> None:
    assert source_key(one) == source_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/a#first", "https://example.org/a#second"),
        ("https://example.org/a", "https://example.org/A"),
        ("https://example.org/a?id=1", "https://example.org/a?id=2"),
        ("https://example.org:8443/a", "https://example.org/a"),
    ],
)
def test_addresses_of_different_pages(one: str, other: str) -> None:
    assert source_key(one) != source_key(other)


@given(st.text(), st.text(max_size=10))
def test_any_text_has_a_key_that_can_be_indexed(start: str, end: str) -> None:
    for text in (start, f"http://[{start}", f"https://h/{start * 100}{end}"):
        assert len(source_key(text)) <= 500


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09.000000Z"),
        ("2024-05-06T09:08:09.5+02:00", "2024-05-06T07:08:09.500000Z"),
        ("2024-05-06 07:08", "2024-05-06T07:08:00.000000Z"),
        ("2024-05-06", "2024-05-06T00:00:00.000000Z"),
        ("0987-05-06", "0987-05-06T00:00:00.000000Z"),
        ("0001-01-01T00:00:00+05:00", None),
        ("soon", None),
        (17, None),
        (None, None),
    ],
)
def test_instants(written: object, meant: str | None) -> None:
    assert instant(written) == meant
