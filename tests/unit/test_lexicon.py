"""Tables of numbers, the lexicon learned from bilingual texts, and what a query in the other language finds with it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import learned, signals
from kb.evidence import weigh
from kb.learned import Table
from kb.regime import Surroundings
from kb.train import lexicon
from kb.train.shelf import ShelfEngine

words = st.text(st.characters(categories=["Ll", "Lo", "Nd"]), min_size=1, max_size=8)
tables = st.dictionaries(words, st.dictionaries(words, st.floats(0.001, 9), min_size=1, max_size=3), max_size=30)


@given(tables, words)
@settings(deadline=None)
def test_every_row_is_found_and_no_other(rows, other):
    table = Table(learned.dump(rows))
    for term, row in rows.items():
        assert table.row(term) == [(name, float(f"{number:.3g}")) for name, number in row.items()]
    if other not in rows:
        assert table.row(other) == []


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"term", b"term\t\n", b"term\tname\n", b"term\tname x\n", b"\xff\t\xff"]
)
def test_a_damaged_table_has_no_rows(content):
    assert Table(content).row("term") == []


PAIRS = [
    ("the disk is full", "디스크 가득"),
    ("the disk is slow", "디스크 느림"),
    ("the network is slow", "네트워크 느림"),
    ("the network is full", "네트워크 가득"),
]


def learnt() -> dict[str, dict[str, float]]:
    return lexicon.learn([(lexicon.terms_of(english), lexicon.terms_of(korean)) for english, korean in PAIRS])


def test_what_always_stands_together_means_the_same():
    rows = learnt()
    assert next(iter(rows["디스"])) == "disk"
    assert next(iter(rows["느림"])) == "slow"
    assert set(rows["network"]) >= {"네트", "트워", "워크"}


def test_learning_does_not_depend_on_order_of_hashes_or_nothing():
    assert lexicon.learn([]) == {}
    assert learnt() == learnt()


def test_sentences_are_aligned_where_both_have_as_many():
    text = {"en": "Disk full. Network slow.", "ko": "디스크 가득. 네트워크 느림."}
    assert [english for english, _ in lexicon.sentences({"summary": text})] == [["disk", "full"], ["network", "slow"]]
    uneven = {"en": "Disk full. Network slow.", "ko": "디스크 가득, 네트워크 느림."}
    assert [english for english, _ in lexicon.sentences([uneven])] == [["disk", "full", "network", "slow"]]


def test_a_korean_sentence_finds_an_english_record_with_evidence(tmp_path):
    documents = [
        {"id": f"KB-2024-{number:04}", "symptoms_text": {"en": text}}
        for number, text in enumerate(["The disk is slow.", "The network is full.", "Nobody could log in."])
    ]
    engine = ShelfEngine(documents, {}, str(tmp_path / "index"), {learned.LEXICON: learned.dump(learnt())})
    read = signals.read("네트워크 가득 찼다".encode())
    hits, ranked = engine.ranked(read)
    assert ranked[0].candidate.id == "KB-2024-0001"
    fits, differs = weigh(documents[1], (), hits, read, Surroundings(read.phrases))
    assert [(item.record, set(item.words)) for item in fits] == [("The network is full.", {"network", "full"})]
    assert not [item for item in differs if "네트워크" in item.input]


def test_a_record_with_both_languages_counts_once(tmp_path):
    documents = [
        {"id": "KB-2024-0001", "symptoms_text": {"en": "The disk is slow.", "ko": "디스크 느림"}},
        {"id": "KB-2024-0002", "symptoms_text": {"ko": "디스크 느림"}},
    ]
    engine = ShelfEngine(documents, {}, str(tmp_path / "index"), {learned.LEXICON: learned.dump(learnt())})
    both, one = sorted(engine.ranked(signals.read("디스크 느림".encode()))[0].candidates)
    assert (both.matched, both.rarest) == (one.matched, pytest.approx(one.rarest))
