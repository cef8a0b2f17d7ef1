"""Likeness of spelling: what it says, and that both ways of counting say the same."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.grams import FEW, LENGTH, MOST, fold, likeness, profile

TEXTS = st.text(alphabet="abc 가나다é", max_size=400)


@given(TEXTS, TEXTS)
def test_the_share_of_grams_found_over_the_root_of_the_length(one, other):
    asked, folded = profile(fold([one])), fold([other])
    found = sum(gram in folded for gram in asked)
    expected = found / math.sqrt(len(asked) * len(folded)) if found else 0.0
    assert likeness(asked, folded) == expected
    assert 0.0 <= expected <= 1.0


@pytest.mark.parametrize("size", [FEW, FEW + 1, MOST])
def test_many_grams_are_counted_as_few_are(size):
    asked = profile(fold(["".join(chr(0xAC00 + place) for place in range(MOST + LENGTH))]))[:size]
    folded = "".join(asked[::2])
    assert likeness(asked, folded) == sum(gram in folded for gram in asked) / math.sqrt(size * len(folded))


def test_a_misspelt_word_is_like_and_another_is_not():
    record = fold(["The checkpoint loader stalled"])
    assert likeness(profile("chekpoint loadr"), record) > likeness(profile("certificate expiry"), record) == 0.0


def test_a_profile_is_distinct_and_bounded():
    asked = profile(fold(["abcd" * MOST, "x" * 5000]))
    assert len(asked) == len(set(asked)) <= MOST
    assert profile("abc") == []
