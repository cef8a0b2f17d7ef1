"""Checks between records: links, aliases, sources, near-duplicates."""

from __future__ import annotations

from typing import Any

from kb import lint


def record(record_id: str, title: str, **fields: Any) -> dict[str, Any]:
    return {"id": record_id, "title": {"en": title}, "date": "2025-01-01", **fields}


def found(*documents: dict[str, Any], **options: Any) -> list[tuple[str, str, str]]:
    """(code, path, pointer) of each finding; the path of a document is its id."""
    findings = lint.check_corpus([(document["id"], document) for document in documents], **options)
    return [(finding.code, finding.path, finding.pointer) for finding in findings]


ONE = "Switch firmware dropped frames on two racks after an upgrade"
TWO = "Certificate of the login service expired overnight"
URL = "https://example.com/report"


def test_links_both_ways_are_right_in_both_spellings() -> None:
    left = record("A-1", ONE, related=["A-2"])
    right = record("A-2", TWO, related=[{"id": "A-1", "kind": "same-mechanism"}])
    assert found(left, right) == []


def test_recurrence_counts_as_pointing_back() -> None:
    assert found(record("A-1", ONE, related=["A-2"]), record("A-2", TWO, recurrence_of="A-1")) == []
    assert found(record("A-1", ONE), record("A-2", TWO, recurrence_of="A-1")) == []


def test_link_by_alias_is_followed() -> None:
    left = record("A-1", ONE, aliases=["OLD-9"], related=["A-2"])
    assert found(left, record("A-2", TWO, related=["OLD-9"])) == []


def test_unknown_link_names_the_nearest_spelling_but_no_other_number() -> None:
    documents = [record("KB-2025-0003", ONE), record("A-2", TWO, related=["kb-2025-3", "KB-2025-0004"])]
    findings = lint.check_corpus([("p", document) for document in documents])
    assert [(finding.pointer, finding.suggestion) for finding in findings if finding.code == "KB040"] == [
        ("/related/0", "KB-2025-0003"),
        ("/related/1", None),
    ]


def test_link_to_a_record_of_the_store_is_right() -> None:
    assert found(record("A-1", ONE, related=["B-7"]), known_ids=frozenset({"B-7"})) == []
    assert found(record("A-1", ONE, related=["B-7"])) == [("KB040", "A-1", "/related/0")]


def test_link_to_itself() -> None:
    assert found(record("A-1", ONE, related=["A-1"])) == [("KB040", "A-1", "/related/0")]


def test_alias_that_is_the_id_of_another_record() -> None:
    assert ("KB042", "A-1", "/aliases/0") in found(record("A-1", ONE, aliases=["A-2"]), record("A-2", TWO))
    assert found(record("A-1", ONE, aliases=["A-1"])) == [("KB042", "A-1", "/aliases/0")]


def test_shared_source_needs_a_link_once_a_pair() -> None:
    sources = [{"url": URL}, {"url": URL + "/2"}]
    left, right = record("A-1", ONE, sources=sources), record("A-2", TWO, sources=[{"url": URL + "/"}, *sources[1:]])
    assert found(left, right) == [("KB043", "A-2", "/sources/0/url")]
    assert found(left | {"related": ["A-2"]}, right | {"related": ["A-1"]}) == []


def test_records_of_one_source_may_be_linked_through_each_other() -> None:
    sources = [{"url": URL}]
    first = record("A-1", ONE, sources=sources, related=["A-2"])
    second = record("A-2", TWO, sources=sources, related=["A-1", "A-3"])
    third = record("A-3", "Disk pool ran full of core dumps", sources=sources, related=["A-2"])
    assert found(first, second, third) == []


def test_near_duplicate_titles() -> None:
    other = "After an upgrade, switch firmware dropped frames on two racks"
    assert found(record("A-1", ONE), record("A-2", other)) == [("KB044", "A-2", "/title")]
    assert found(record("A-1", ONE, related=["A-2"]), record("A-2", other, related=["A-1"])) == []
    assert found(record("A-1", ONE, aliases=["A-2"]), record("A-2", other)) == [("KB042", "A-1", "/aliases/0")]


def test_shared_source_lowers_the_bar_for_titles() -> None:
    other = "Switch firmware dropped frames on racks"
    sources = [{"url": URL}]
    assert found(record("A-1", ONE), record("A-2", other)) == []
    codes = [code for code, _, _ in found(record("A-1", ONE, sources=sources), record("A-2", other, sources=sources))]
    assert codes == ["KB043", "KB044"]


def test_same_id_twice() -> None:
    assert found(record("A-1", ONE), record("A-1", ONE)) == []
    assert ("KB045", "A-1", "/id") in found(record("A-1", ONE), record("A-1", TWO))


def related(kind: str, back: str) -> list[tuple[str, str, str]]:
    left = record("A-1", ONE, related=[{"id": "A-2", "kind": kind}])
    return found(left, record("A-2", TWO, related=[{"id": "A-1", "kind": back}]))


def test_kind_of_a_relation_is_the_same_from_both_sides_unless_one_caused_the_other() -> None:
    assert related("same-report", "same-report") == []
    assert related("same-report", "same-mechanism") == [("KB046", "A-1", "/related/0/kind")]
    assert related("caused-by", "same-report") == []


def test_unused_term_is_told_only_where_records_and_checks_stand_beside_it() -> None:
    terms = [{"id": "hang"}, {"id": "slow"}, {"id": "kept", "kept_for": "Exports write it."}, "no term"]
    vocabulary = {"id": "symptoms", "vocabulary": "symptoms", "terms": terms}
    check = {"id": "look", "readings": [], "applies_to": {"symptoms": ["hang"]}}
    assert found(vocabulary, check) == found(vocabulary, record("A-1", ONE)) == []
    assert found(vocabulary, check, record("A-1", ONE, symptoms=["hang"])) == [("KB053", "symptoms", "/terms/1")]
    assert found(vocabulary, check, record("A-1", ONE, symptoms=["hang", "slow"])) == []
