"""How good an answer is, in the figures that the field uses: retrieval, separation, calibration, labels.

Pure functions of rankings, probabilities and label sets, without a store. `kb eval`, `kb train` and
`scripts/evaluate.py` all count with these, so that a figure means the same wherever it is printed. NumPy
is imported here, so nothing on the match path may import this module.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

SEED = 20
ROUNDS = 1000
BINS = 10


class Figure(NamedTuple):
    """A figure with its 95 % bootstrap interval and the number of cases it was counted on."""

    value: float
    low: float
    high: float
    n: int


class Bin(NamedTuple):
    """A row of a reliability table: cases with a probability from `low` to below `high`, the mean of their
    probabilities and the share of them that were right."""

    low: float
    high: float
    n: int
    predicted: float
    right: float


def recall_at(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Share of the relevant that stand among the first k, 0 to 1."""
    return len(set(ranking[:k]) & set(relevant)) / len(set(relevant))


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """1 / rank of the first that is relevant, 0 if none is in the ranking; its mean is the MRR."""
    return next((1.0 / place for place, name in enumerate(ranking, 1) if name in relevant), 0.0)


def ndcg_at(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Normalised discounted cumulative gain of the first k with gain 0 or 1 (Järvelin and Kekäläinen 2002)."""
    gained = sum(1.0 / math.log2(1 + place) for place, name in enumerate(ranking[:k], 1) if name in relevant)
    return gained / sum(1.0 / math.log2(1 + place) for place in range(1, min(k, len(set(relevant))) + 1))


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Chance that a positive scores higher than a negative, ties counted half; NaN without one of each."""
    if not len(positive) or not len(negative):
        return math.nan
    below = np.sort(np.asarray(negative, dtype=float))
    scores = np.asarray(positive, dtype=float)
    higher = np.searchsorted(below, scores, "left") + np.searchsorted(below, scores, "right")
    return float(higher.mean()) / (2.0 * len(below))


def reliability(probabilities: Sequence[float], right: Sequence[bool], bins: int = BINS) -> list[Bin]:
    """The reliability table with bins of equal width; bins without a case are left out."""
    chances, outcome = np.asarray(probabilities, dtype=float), np.asarray(right, dtype=float)
    places = np.minimum((chances * bins).astype(int), bins - 1)
    rows = []
    for place in range(bins):
        inside = places == place
        if inside.any():
            means = float(chances[inside].mean()), float(outcome[inside].mean())
            rows.append(Bin(place / bins, (place + 1) / bins, int(inside.sum()), *means))
    return rows


def calibration_error(table: Sequence[Bin]) -> float:
    """Expected calibration error: the mean gap between predicted and right, weighted by cases (Naeini et al. 2015)."""
    total = sum(row.n for row in table)
    return sum(row.n * abs(row.predicted - row.right) for row in table) / total if total else math.nan


def f1(true: Sequence[Collection[str]], predicted: Sequence[Collection[str]]) -> tuple[float, float]:
    """Micro and macro F1 of label sets, one pair a case. Macro is the mean over the labels that any case truly has."""
    counts: dict[str, list[int]] = {}
    for truth, guess in zip(true, predicted, strict=True):
        for label in set(truth) | set(guess):
            hit, wrong, missed = counts.setdefault(label, [0, 0, 0])
            both, only_guess = label in truth and label in guess, label not in truth
            counts[label] = [hit + both, wrong + only_guess, missed + (not both and not only_guess)]
    macro = [_f1(*count) for count in counts.values() if count[0] + count[2]]
    micro = _f1(*(sum(count[part] for count in counts.values()) for part in range(3))) if counts else math.nan
    return micro, sum(macro) / len(macro) if macro else math.nan


def _f1(hit: int, wrong: int, missed: int) -> float:
    return 2 * hit / (2 * hit + wrong + missed) if hit else 0.0


def mean(values: Sequence[float]) -> float:
    """The mean, NaN of nothing."""
    return float(np.mean(values)) if len(values) else math.nan


def bootstrap(
    count: int,
    statistic: Callable[[np.ndarray], float],
    groups: Sequence[str] | None = None,
    rounds: int = ROUNDS,
) -> Figure:
    """A statistic of cases with its percentile bootstrap interval, the same on every run.

    `statistic` is given the numbers of the cases to count, 0 to count - 1, some of them more than once. Cases of one
    group (queries made from one record) depend on each other, so whole groups are drawn.
    """
    if not count:
        return Figure(math.nan, math.nan, math.nan, 0)
    value = statistic(np.arange(count))
    names = np.asarray(groups if groups is not None else range(count))
    members = [np.flatnonzero(names == name) for name in dict.fromkeys(names.tolist())]
    random = np.random.default_rng(SEED)
    drawn = []
    for _ in range(rounds):
        chosen = random.integers(0, len(members), len(members))
        drawn.append(statistic(np.concatenate([members[place] for place in chosen])))
    low, high = np.nanpercentile(drawn, [2.5, 97.5]) if not np.isnan(drawn).all() else (math.nan, math.nan)
    return Figure(value, float(low), float(high), count)


def mean_figure(values: Sequence[float], groups: Sequence[str] | None = None) -> Figure:
    """The mean of one value a case with its interval; `bootstrap` in one step, because most figures are means."""
    known = np.asarray(values, dtype=float)
    if not len(known):
        return Figure(math.nan, math.nan, math.nan, 0)
    places = np.unique(np.asarray(groups), return_inverse=True)[1] if groups is not None else np.arange(len(known))
    sums, sizes = np.bincount(places, known), np.bincount(places)
    chosen = np.random.default_rng(SEED).integers(0, len(sums), (ROUNDS, len(sums)))
    low, high = np.percentile(sums[chosen].sum(axis=1) / sizes[chosen].sum(axis=1), [2.5, 97.5])
    return Figure(float(known.mean()), float(low), float(high), len(known))


def f1_figures(
    true: Sequence[Collection[str]], predicted: Sequence[Collection[str]], groups: Sequence[str] | None = None
) -> tuple[Figure, Figure]:
    """Micro and macro F1 (see `f1`) with their intervals."""
    labels = sorted({label for case in (*true, *predicted) for label in case})
    truth, guess = (
        np.array([[label in case for label in labels] for case in cases], dtype=bool).reshape(len(cases), len(labels))
        for cases in (true, predicted)
    )

    def counts(chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        there, hits = truth[chosen].sum(axis=0), (truth[chosen] & guess[chosen]).sum(axis=0)
        return there, hits, there + guess[chosen].sum(axis=0)

    def micro(chosen: np.ndarray) -> float:
        _, hits, both = counts(chosen)
        return float(2 * hits.sum() / both.sum()) if both.sum() else math.nan

    def macro(chosen: np.ndarray) -> float:
        there, hits, both = counts(chosen)
        return float((2 * hits[there > 0] / both[there > 0]).mean()) if there.any() else math.nan

    return bootstrap(len(true), micro, groups), bootstrap(len(true), macro, groups)
