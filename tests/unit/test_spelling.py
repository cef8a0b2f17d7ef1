"""Slips of the hand in typed words: which are taken for which word, and which are left alone."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kb import query, signals
from kb.evidence import weigh
from kb.regime import Surroundings
from kb.spelling import MOST_FORMS, MOST_WORDS, SHORTEST, respelt
from kb.text import stems
from kb.train.shelf import ShelfEngine

KNOWN = {"timeout": 40, "nccl": 30, "checkpoint": 20, "corrupt": 9, "throughput": 8, "connect": 7, "node": 50}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def holds(term: str) -> int:
    return KNOWN.get(term, 0)


def read(typed: str) -> dict[str, str]:
    return respelt(query.parse(typed), holds)[1]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("timeuot", "timeout"),
        ("ncll", "nccl"),
        ("chekpoint", "checkpoint"),
        ("timeoutt", "timeout"),
        ("thriughput", "throughput"),
        ("conection", "connect"),
        ("itmeout", "timeout"),
    ],
)
def test_each_kind_of_slip_is_understood(typed, meant):
    assert list(read(typed).values()) == [meant]


@pytest.mark.parametrize("typed", ["timeout", "timeouts", "noed1", "nod", "시간초과", "ttimeuot", "ximeout", "h100x"])
def test_known_short_foreign_and_far_words_are_left_alone(typed):
    assert read(typed) == {}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("timeuot", ["timeout"]),
        ("ncll", ["nccl"]),
        ("thriughput", ["throughput"]),
        ("chekpoint", ["checkpoint"]),
        ("corrupr", ["corrupt"]),
        ("zode", []),
        ("node", []),
        ("mode", []),
        ("bode", []),
        ("noda", []),
        ("noe", []),
        ("nde", []),
        ("corrubt", []),
        ("conrect", []),
    ],
)
def test_in_a_text_a_wrong_letter_is_one_that_a_finger_may_have_missed(typed, meant):
    assert list(respelt(query.parse(typed), holds, told=True)[1].values()) == meant


@st.composite
def slips(draw):
    word = draw(st.sampled_from([word for word in KNOWN if len(word) > SHORTEST]))
    at = draw(st.integers(1, len(word) - 1))
    letter = draw(st.sampled_from(LETTERS))
    kind = draw(st.sampled_from(["exchange", "omission", "insertion", "substitution"]))
    if kind == "exchange":
        return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
    if kind == "omission":
        return word[:at] + word[at + 1 :]
    return word[:at] + letter + word[at + (kind == "substitution") :]


@given(slips())
@settings(deadline=None)
def test_any_one_slip_in_a_long_word_finds_a_known_word(typed):
    (token,) = stems([typed])
    assume(token == typed and not holds(typed))
    asked, told = respelt(query.parse(typed), holds)
    assert list(told) == [typed]
    (term,) = asked.terms
    assert term.text == typed
    assert 1 <= len(term.forms) <= MOST_FORMS
    assert all(holds(form) and 0 < share < 1 for form, share in term.forms)


@given(st.lists(st.text(LETTERS, min_size=1, max_size=9), max_size=12))
@settings(deadline=None)
def test_the_words_that_were_typed_all_stay(typed):
    asked = query.parse(" ".join(typed))
    changed, told = respelt(asked, holds)
    assert [term.text for term in changed.terms] == [term.text for term in asked.terms]
    assert len(told) <= MOST_WORDS
    assert not any(holds(written) for written in told)


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    told = {"en": "NCCL timeout: the watchdog ended the collective and the checkpoint was corrupt."}
    records = [
        {"id": "HB-2024-0001", "title": {"en": "Ranks hang"}, "symptoms_text": told},
        {"id": "HB-2024-0002", "title": {"en": "Disk full"}, "symptoms_text": {"en": "No space left on device."}},
    ]
    return ShelfEngine(records, {}, str(tmp_path_factory.mktemp("index")))


def test_a_misspelt_search_finds_the_record_and_says_how_it_was_read(engine):
    found = engine.search("ncll timeuot")
    assert [document["id"] for document in found.documents] == ["HB-2024-0001"]
    assert found.respelt == {"ncll": "nccl", "timeuot": "timeout"}


def test_evidence_for_a_misspelt_word_quotes_both_as_they_are_written(engine):
    answer = engine.match(b"ncll timeuot of watchdog")
    assert answer.respelt == {"ncll": "nccl", "timeuot": "timeout"}
    assert answer.matches[0].document["id"] == "HB-2024-0001"
    fits, _ = weigh(answer.matches[0].document, (), answer.hits, answer.signals, Surroundings(answer.signals.phrases))
    assert any("NCCL timeout" in item.record and "ncll timeuot" in item.input for item in fits)


def test_unknown_words_of_a_long_input_are_not_read_as_others(engine):
    words = b" ".join(b"name%c%c" % (97 + place // 26, 97 + place % 26) for place in range(query.LONGEST_TYPED))
    read = signals.read(words + b" timeuot")
    assert all(not item.forms for item in engine.ranked(read)[0].terms)
    assert engine.match(words + b" timeuot").respelt == {}
