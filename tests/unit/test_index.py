"""The search index: what is put in is found, replaced and deleted; filters are exact; damage is told."""

from __future__ import annotations

import os

import pytest

from kb.errors import IndexBrokenError
from kb.fields import Fields, fields
from kb.index import Index, read_opstamp
from kb.indexing import create, update
from kb.learned import Table
from kb.query import parse

NO_TOPICS = Table(b"")


def made(record_id: str, **more: object) -> Fields:
    return fields({"id": record_id, "date": "2024-05-06", **more}, {})


RECORDS = [
    made(
        "A",
        title={"en": "alpha froze"},
        symptoms_text={"en": "link flapped on the switch"},
        domain=["aws"],
        date="2022-01-01",
    ),
    made("B", title={"en": "beta froze"}, summary={"en": "link budget was wrong"}, domain=["gcp"], date="2023-06-01"),
    made(
        "C", title={"en": "gamma burned"}, symptoms_text={"en": "Xid 79 on one GPU"}, domain=["aws"], date="2024-12-31"
    ),
]


@pytest.fixture
def index(tmp_path) -> Index:
    index = create(str(tmp_path / "index"))
    update(index, RECORDS, table=NO_TOPICS, fresh=True)
    return index


def found(index: Index, typed: str) -> list[str]:
    return [candidate.id for candidate in index.search(parse(typed)).candidates]


def test_words_find_records_best_first(index):
    assert found(index, "alpha") == ["A"]
    assert set(found(index, "froze")) == {"A", "B"}
    assert found(index, "link switch flapped")[0] == "A"
    assert found(index, "nothingofthekind") == []


def test_what_was_visible_counts_more_than_the_cause(index):
    assert found(index, "link") == ["A", "B"]


def test_scores_fall_and_no_record_has_more_than_was_asked(index):
    hits = index.search(parse("link froze switch xid 79"))
    scores = [candidate.score for candidate in hits.candidates]
    assert scores == sorted(scores, reverse=True)
    assert hits.searched == 3
    for candidate in hits.candidates:
        assert 0 < candidate.matched <= len(hits.terms)


def test_rarity_never_falls_below_zero_however_often_records_were_replaced(index):
    for number in range(8):
        update(
            index,
            [made("A", title={"en": f"alpha froze {number}"}), made("B", title={"en": "beta froze"})],
            table=NO_TOPICS,
        )
    assert all(item.idf >= 0 for item in index.search(parse("froze alpha beta")).terms)
    assert set(found(index, "froze")) == {"A", "B"}


def test_the_number_of_records_that_match_is_told(index):
    for typed in ("froze", "link", "froze domain:aws"):
        hits = index.search(parse(typed), to_show=True)
        assert hits.matched == len(hits.candidates) > 0


def test_rarity_falls_with_the_number_of_records(index):
    idf = {item.term.text: item.idf for item in index.search(parse("alpha froze nothingofthekind")).terms}
    rare, common, unknown = (idf[text] for text in ("alpha", "froze", "nothingofthekind"))
    assert rare > common > 0
    assert unknown == 0


def test_a_code_finds_its_record_and_no_other(index):
    assert found(index, "xid 79")[0] == "C"
    assert index.search(parse("xid 79")).candidates[0].codes > 0


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("domain:aws", ["C", "A"]),
        ("-domain:aws", ["B"]),
        ("domain:aws domain:gcp", []),
        ("since:2023", ["C", "B"]),
        ("until:2023-06-01", ["B", "A"]),
        ("since:2023-06-01 until:2023-06-01", ["B"]),
        ("since:2025", []),
        ("", ["C", "B", "A"]),
    ],
)
def test_filters_without_words_list_the_newest_first(index, typed, expected):
    assert index.browse(parse(typed), 10) == (expected, len(expected))


@pytest.mark.parametrize(
    ("typed", "expected"), [("froze domain:aws", ["A"]), ("froze -domain:aws", ["B"]), ("froze since:2023", ["B"])]
)
def test_filters_with_words(index, typed, expected):
    assert found(index, typed) == expected


def test_filters_that_no_record_passes(index):
    assert found(index, "froze domain:nowhere") == []
    assert index.browse(parse("domain:nowhere"), 10) == ([], 0)


def test_a_limit_cuts_the_list_and_not_the_total(index):
    assert index.browse(parse(""), 2) == (["C", "B"], 3)
    assert len(index.search(parse("froze"), 1).candidates) == 1


def test_a_record_is_replaced_and_deleted(index):
    before = index.opstamp
    update(index, [made("A", title={"en": "delta melted"})], table=NO_TOPICS)
    assert index.opstamp > before
    assert found(index, "alpha") == []
    assert found(index, "delta") == ["A"]
    assert index.records == 3
    update(index, [], deleted=["A", "not-there"], table=NO_TOPICS)
    assert found(index, "delta") == []
    assert index.records == 2


def test_what_one_writes_another_reads_after_opening(index, tmp_path):
    other = Index.open(str(tmp_path / "index"))
    assert other.records == 3
    update(index, [made("D", title={"en": "epsilon"})], table=NO_TOPICS)
    assert other.records == 3  # a search in progress sees one state
    assert found(Index.open(str(tmp_path / "index")), "epsilon") == ["D"]


def test_the_last_commit_is_read_from_the_directory(index, tmp_path):
    stamp = update(index, [made("D")], table=NO_TOPICS)
    assert stamp == index.opstamp == read_opstamp(str(tmp_path / "index")) > 0
    assert read_opstamp(str(tmp_path / "nowhere")) == -1


def test_an_index_that_is_not_there_is_broken(tmp_path):
    with pytest.raises(IndexBrokenError) as caught:
        Index.open(str(tmp_path / "nowhere"))
    assert "reindex" in caught.value.hint


def test_a_damaged_index_is_broken(index, tmp_path):
    for parent, _, names in os.walk(tmp_path / "index"):
        for name in names:
            if name.endswith(".store"):
                os.unlink(os.path.join(parent, name))
    with pytest.raises(IndexBrokenError):
        Index.open(str(tmp_path / "index"))


def test_while_one_process_writes_another_cannot(index, tmp_path):
    other = Index.open(str(tmp_path / "index"))

    def endless():
        yield made("D")
        with pytest.raises(IndexBrokenError):
            update(other, [made("E")], table=NO_TOPICS)

    update(index, endless(), table=NO_TOPICS)
    assert index.records == 4


def test_many_hits_are_cut_to_the_candidates(tmp_path):
    from kb.index import CANDIDATES

    index = create(str(tmp_path / "index"))
    update(
        index, (made(f"R{number}", title={"en": "same words"}) for number in range(500)), table=NO_TOPICS, fresh=True
    )
    assert len(index.search(parse("same words")).candidates) == CANDIDATES


def test_a_record_is_found_by_the_words_of_its_reports(tmp_path):
    plain = {"id": "A", "title": {"en": "alpha froze"}}
    index = create(str(tmp_path / "index"))
    update(index, [fields(plain, {}, ["the zeppelin sank"]), made("B", title={"en": "beta sank"})], table=NO_TOPICS)
    assert [item.id for item in index.search(parse("zeppelin")).candidates] == ["A"]
    assert {item.id for item in index.search(parse("sank")).candidates} == {"A", "B"}
    (found,) = index.search(parse("zeppelin")).candidates
    assert found.matched == 1
    update(index, [fields(plain, {})], table=NO_TOPICS)
    assert index.search(parse("zeppelin")).candidates == []
