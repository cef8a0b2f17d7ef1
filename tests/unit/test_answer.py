"""Labels of an answer: what the words of the input say, together with what the cases carry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.answer import CASE_SHARE, labels
from kb.classify import FAMILIES, Label

CHANCES = st.floats(0, 1)


def case(probability: float, **terms: object) -> tuple[dict[str, object], float]:
    return {"id": "A", **terms}, probability


def told(**families: float) -> dict[str, list[Label]]:
    """What the words say: of each family `hang` with this probability."""
    return {family: [Label("hang", families[family], True, 9)] if family in families else [] for family in FAMILIES}


@given(CHANCES, CHANCES, CHANCES)
def test_each_voice_makes_a_label_likelier_and_none_makes_it_certain_alone(first, second, words):
    alone = dict(labels([case(first, symptoms=["hang"])], told())["symptoms"])["hang"]
    both = dict(labels([case(first, symptoms=["hang"]), case(second, symptoms=["hang"])], told())["symptoms"])["hang"]
    with_words = dict(labels([case(first, symptoms=["hang"])], told(symptoms=words))["symptoms"])["hang"]
    assert alone == pytest.approx(CASE_SHARE * first, abs=1e-4)
    assert both >= alone - 1e-4
    assert with_words >= max(alone, words) - 1e-4
    assert min(alone, both, with_words) >= 0
    assert max(alone, both, with_words) <= 1


def test_a_family_keeps_to_itself_and_the_likeliest_comes_first():
    found = labels(
        [case(0.4, symptoms=["slow", "hang"], root_cause="capacity", components="not a list")], told(symptoms=0.3)
    )
    assert [term for term, _ in found["symptoms"]] == ["hang", "slow"]
    assert found["root_causes"] == [("capacity", pytest.approx(0.4 * CASE_SHARE))]
    assert [term for term, _ in found["components"]] == ["not a list"]
    assert found["contributing"] == []


def test_without_cases_and_words_nothing_is_said():
    assert labels([], told()) == {family: [] for family in FAMILIES}
