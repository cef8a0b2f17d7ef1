"""Fitting the model of `kb.rank`: how the features of a candidate add up to the probability that it is the case.

A logistic regression over the first candidates of queries made from records (`kb.train.pairs`), of which one is right
or, where the record was taken out or never was, none. What users said of a match is a pair too. Whole records are left
out of the fit in turn for the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from kb import evaluate
from kb.banks import REPORTS
from kb.rank import MATCH_PROBABILITY, SHIPPED, Features, Model
from kb.train.pairs import KNOWN, NEGATIVE, REMOVED, Asked

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDS = 5
DEPTH = 8
"""Candidates of each query that the fit sees."""
FEWEST_RECORDS = 30
"""Records below which nothing is fitted."""


REPORT_WEIGHT = 3.0
"""How much a report counts: there are a third as many as queries made of parts of records, and real ones are more like
them. Of 1, 2, 3 and 5 the one with calibrated percentages of both (ECE of long reports 0.084, 0.113 with 1)."""


class Case(NamedTuple):
    """One query: its group (the record that it came from, or the negative), whether the record was there, of its first
    candidates the features and whether each is right, and how much it counts."""

    group: str
    state: str
    rows: np.ndarray
    right: np.ndarray
    weight: float = 1.0


def cases(asked: Sequence[Asked]) -> list[Case]:
    """The queries that found anything."""
    found = []
    for item in asked:
        if first := item.ranked[:DEPTH]:
            right = [float(item.state == KNOWN and one.candidate.id == item.record) for one in first]
            rows = np.array([list(one.features) for one in first])
            weight = REPORT_WEIGHT if item.source == REPORTS else 1.0
            found.append(Case(item.record, item.state, rows, np.array(right), weight))
    return found


def fit(known: Sequence[Case]) -> Model | None:
    """The model of cases; None if there are too few.

    A feature keeps the sign of its shipped weight: one that a small or odd store would turn round counts nothing.
    """
    if len({case.group for case in known if case.state == KNOWN}) < FEWEST_RECORDS:
        return None
    return _fitted(known)


def _fitted(known: Sequence[Case]) -> Model:
    rows, right = np.vstack([case.rows for case in known]), np.concatenate([case.right for case in known])
    weights = np.concatenate([np.full(len(case.right), case.weight) for case in known])
    signs = np.sign(np.array(SHIPPED.weights))
    counted = np.arange(rows.shape[1])
    while len(counted):
        fitted = LogisticRegression(C=1.0, max_iter=2000).fit(rows[:, counted], right, weights)
        turned = fitted.coef_[0] * signs[counted] < 0
        if not turned.any():
            found = dict(zip(counted.tolist(), fitted.coef_[0].tolist(), strict=True))
            own = [round(found.get(place, 0.0), 3) for place in range(len(signs))]
            return Model(round(float(fitted.intercept_[0]), 3), Features(*own))
        counted = counted[~turned]
    return SHIPPED


def figures(known: Sequence[Case]) -> dict[str, Any]:
    """How the fit does on records that it has not seen: recall at 1, novelty AUROC, false confidence, calibration."""
    groups = sorted({case.group for case in known})
    order = np.random.default_rng(evaluate.SEED).permutation(len(groups))
    fold = {groups[place]: number % FOLDS for number, place in enumerate(order)}
    best: list[float] = []
    right: list[bool] = []
    told: list[Case] = []
    for held in range(FOLDS):
        model = _fitted([case for case in known if fold[case.group] != held])
        for case in known:
            if fold[case.group] == held:
                chances = 1.0 / (1.0 + np.exp(-(case.rows @ np.array(model.weights) + model.intercept)))
                top = int(np.argmax(chances))
                best.append(float(chances[top]))
                right.append(bool(case.right[top]))
                told.append(case)
    of = {state: [chance for chance, case in zip(best, told, strict=True) if case.state == state] for state in STATES}
    there = [hit for hit, case in zip(right, told, strict=True) if case.state == KNOWN]
    return {
        "queries": len(told),
        "recall_at_1": round(evaluate.mean(there), 4),
        "auroc_removed": round(evaluate.auroc(of[KNOWN], of[REMOVED]), 4),
        "auroc_negative": round(evaluate.auroc(of[KNOWN], of[NEGATIVE]), 4),
        "false_confidence": round(evaluate.mean([chance >= MATCH_PROBABILITY for chance in of[NEGATIVE]]), 4),
        "calibration_error": round(evaluate.calibration_error(evaluate.reliability(best, right)), 4),
    }


STATES = (KNOWN, REMOVED, NEGATIVE)
