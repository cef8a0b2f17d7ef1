"""The figures of `kb.evaluate`, against scikit-learn and cases worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score, ndcg_score, roc_auc_score
from sklearn.preprocessing import MultiLabelBinarizer

from kb import evaluate

RANKING = ["a", "b", "c", "d", "e"]
scores = st.lists(st.integers(0, 5).map(float), min_size=1, max_size=30)
label_sets = st.lists(st.tuples(*[st.sets(st.sampled_from("abcd"))] * 2), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("relevant", "first", "third", "reciprocal"),
    [({"a"}, 1.0, 1.0, 1.0), ({"c"}, 0.0, 1.0, 1 / 3), ({"b", "e"}, 0.0, 0.5, 0.5), ({"x"}, 0.0, 0.0, 0.0)],
)
def test_recall_and_reciprocal_rank(relevant, first, third, reciprocal):
    assert evaluate.recall_at(RANKING, relevant, 1) == first
    assert evaluate.recall_at(RANKING, relevant, 3) == third
    assert evaluate.reciprocal_rank(RANKING, relevant) == pytest.approx(reciprocal)


@given(st.sets(st.sampled_from(RANKING), min_size=1), st.integers(1, 5))
def test_ndcg_is_that_of_scikit_learn(relevant, k):
    gains = [[float(name in relevant) for name in RANKING]]
    expected = ndcg_score(gains, [[5.0, 4.0, 3.0, 2.0, 1.0]], k=k)
    assert evaluate.ndcg_at(RANKING, relevant, k) == pytest.approx(expected)


@given(scores, scores)
def test_auroc_is_that_of_scikit_learn(positive, negative):
    expected = roc_auc_score([1] * len(positive) + [0] * len(negative), positive + negative)
    assert evaluate.auroc(positive, negative) == pytest.approx(expected)


def test_auroc_needs_both_sides():
    assert math.isnan(evaluate.auroc([], [1.0]))


def test_reliability_and_calibration_error_by_hand():
    table = evaluate.reliability([0.05, 0.05, 0.95, 1.0], [False, True, True, True])
    assert [(row.low, row.n, row.right) for row in table] == [(0.0, 2, 0.5), (0.9, 2, 1.0)]
    assert evaluate.calibration_error(table) == pytest.approx((2 * 0.45 + 2 * 0.025) / 4)


@given(label_sets)
def test_f1_is_that_of_scikit_learn(cases):
    true, guessed = zip(*cases, strict=True)
    binarizer = MultiLabelBinarizer(classes=list("abcd")).fit([])
    both = binarizer.transform(true), binarizer.transform(guessed)
    micro, macro = evaluate.f1(true, guessed)
    asked = [place for place, label in enumerate("abcd") if any(label in truth for truth in true)]
    if any(map(any, cases)):
        assert micro == pytest.approx(f1_score(*both, average="micro", zero_division=0))
    if asked:
        assert macro == pytest.approx(f1_score(*both, labels=asked, average="macro", zero_division=0))


def test_an_interval_holds_its_figure_and_repeats():
    values = [float(number % 3 == 0) for number in range(60)]
    figure = evaluate.mean_figure(values)
    assert figure == evaluate.mean_figure(values)
    assert figure.low < figure.value < figure.high
    assert figure.n == 60


def test_cases_of_one_group_are_drawn_together():
    values = [1.0] * 50 + [0.0] * 50
    alone = evaluate.mean_figure(values)
    together = evaluate.mean_figure(values, ["yes"] * 50 + ["no"] * 50)
    assert together.high - together.low > alone.high - alone.low
    assert (together.low, together.high) == (0.0, 1.0)


def test_figures_of_nothing():
    assert evaluate.bootstrap(0, lambda chosen: float(np.mean(chosen))).n == 0
    assert math.isnan(evaluate.mean([]))
    assert math.isnan(evaluate.calibration_error([]))
