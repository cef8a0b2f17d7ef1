"""Learning labels: one linear model a label over what was visible, with probabilities that mean what they say.

What they learn from is in `kb.train.label_examples`. Probabilities are calibrated on records that were left out
(Platt 1999), one line for a family.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from kb import classify, evaluate
from kb.train import label_examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kb.train.label_examples import Example

FOLDS = 5
STRENGTH = 10.0
"""Inverse strength of the L2 penalty. 3, 10 and 40 give micro-F1 within 0.01 of each other."""
FEWEST_EXAMPLES = 2
"""Examples that a term must be in to be looked at."""
SMALLEST = 2.0
MOST_WEIGHTS = 6
"""Size (with rarity) and number of a term's weights that are kept for a family. Ten times as many are no better."""
THRESHOLDS = [step / 40 for step in range(2, 25)]
"""Probabilities among which the one is chosen from which a label counts as predicted."""


class Fit(NamedTuple):
    """The weights of one family: terms in order with their rarity, labels, a matrix of weights (terms by labels, rarity
    not multiplied in), an intercept a label."""

    terms: dict[str, int]
    rarity: np.ndarray
    labels: list[str]
    weights: np.ndarray
    intercepts: np.ndarray


class Learned(NamedTuple):
    """The rows of the table (see `kb.learned`) and, by family, how each text of a left-out record was labelled."""

    rows: dict[str, dict[str, float]]
    outcomes: dict[str, Outcome]


class Outcome(NamedTuple):
    """Labels of left-out records: one entry a tested text. `chances` is a matrix, texts by labels, calibrated on the
    other records. `single` says that a record has one label of the family."""

    single: bool
    records: list[str]
    labels: list[str]
    true: list[frozenset[str]]
    chances: np.ndarray
    threshold: float

    def predicted(self) -> list[set[str]]:
        """The labels at or above the threshold, a set a text; where there is but one, the likeliest."""
        if self.single:
            return [{self.labels[int(np.argmax(row))]} for row in self.chances]
        return [{self.labels[place] for place in np.flatnonzero(row >= self.threshold)} for row in self.chances]


def learn(records: list[Example], words: list[Example]) -> Learned:
    """Fit every family, calibrate it on records left out in turn, and put it into rows."""
    rarity = rarities(records + words)
    rows: dict[str, dict[str, float]] = {term: {classify.RARITY: value} for term, value in rarity.items()}
    outcomes = {}
    for family in classify.FAMILIES:
        known = [item for item in records if family in item.labels]
        truths = {item.record: item.labels[family] for item in known}
        support = Counter(label for labels in truths.values() for label in labels)
        if len(truths) < FOLDS or not support:
            continue
        outcomes[family], scale, offset = _outcome(family, records, words, sorted(support))
        line = {"scale": scale, "offset": offset, "threshold": outcomes[family].threshold}
        _tabulate(rows, family, fit(family, records + words, sorted(support), rarity), support, line)
    return Learned(rows if outcomes else {}, outcomes)


def left_out(
    documents: Sequence[dict[str, Any]], lines: dict[str, dict[str, float]]
) -> Iterator[tuple[set[str], dict[str, dict[str, float]]]]:
    """Rows learned without a part of the records, and the ids of that part, for each of FOLDS parts in turn: for
    measuring what labels are worth for an incident that is new. `lines` are the calibrations of the families, which
    hardly depend on a part."""
    records = label_examples.of_records(documents)
    words = label_examples.of_vocabulary() + label_examples.of_no_record()
    names = sorted(document["id"] for document in documents)
    order = np.random.default_rng(evaluate.SEED).permutation(len(names))
    for held in range(FOLDS):
        hidden = {names[place] for place in order[held::FOLDS]}
        rest = [item for item in records if item.record not in hidden]
        rarity = rarities(rest + words)
        rows: dict[str, dict[str, float]] = {term: {classify.RARITY: value} for term, value in rarity.items()}
        for family, line in lines.items():
            truths = {item.record: item.labels[family] for item in rest if family in item.labels}
            support = Counter(label for labels in truths.values() for label in labels)
            _tabulate(rows, family, fit(family, rest + words, sorted(support), rarity), support, line)
        yield hidden, rows


def _tabulate(
    rows: dict[str, dict[str, float]], family: str, model: Fit, support: Counter[str], line: dict[str, float]
) -> None:
    rows[classify.MODEL + family] = line
    rows[classify.INTERCEPTS + family] = dict(zip(model.labels, model.intercepts.tolist(), strict=True))
    rows[classify.SUPPORT + family] = {label: float(support[label]) for label in model.labels}
    for term, place in model.terms.items():
        for best in np.flatnonzero(model.weights[place]):
            weight = float(model.weights[place, best] * model.rarity[place])
            rows[term][f"{classify.LETTERS[family]}{best}"] = round(weight, 1)


def rarities(items: Iterable[Example]) -> dict[str, float]:
    """ln(1 + N / n) of each term that is in at least FEWEST_EXAMPLES of N examples."""
    known = list(items)
    counts = Counter(term for item in known for term in item.features)
    return {
        term: round(math.log(1 + len(known) / count), 2)
        for term, count in sorted(counts.items())
        if count >= FEWEST_EXAMPLES
    }


def _outcome(
    family: str, records: list[Example], words: list[Example], labels: list[str]
) -> tuple[Outcome, float, float]:
    """How left-out records are labelled, and the scale and offset that calibrate the scores of a model."""
    names = sorted({item.record for item in records})
    order = np.random.default_rng(evaluate.SEED).permutation(len(names))
    fold = {names[place]: number % FOLDS for number, place in enumerate(order)}
    tested = [item for item in records if item.tested and family in item.labels]
    folds = np.array([fold[item.record] for item in tested])
    scores = np.zeros((len(tested), len(labels)))
    for held in range(FOLDS):
        rest = [item for item in records if fold[item.record] != held] + words
        model = fit(family, rest, labels, rarities(rest))
        places = np.flatnonzero(folds == held)
        scores[places] = score(model, [tested[place] for place in places])
    true = [item.labels[family] for item in tested]
    hits = np.array([[label in known for label in labels] for known in true])
    chances = np.zeros_like(scores)
    for held in range(FOLDS):
        line = _platt(scores[folds != held], hits[folds != held])
        chances[folds == held] = _apply(line, scores[folds == held])
    outcome = Outcome(family == "root_causes", [item.record for item in tested], labels, true, chances, 0.0)
    best = max(THRESHOLDS, key=lambda step: evaluate.f1(true, outcome._replace(threshold=step).predicted())[0])
    return outcome._replace(threshold=best), *_platt(scores, hits)


def _platt(scores: np.ndarray, hits: np.ndarray) -> tuple[float, float]:
    model = LogisticRegression(C=1e6).fit(scores.reshape(-1, 1), hits.ravel())
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def _apply(line: tuple[float, float], scores: np.ndarray) -> np.ndarray:
    return 1.0 / (1.0 + np.exp(-(line[0] * scores + line[1])))


def fit(family: str, items: list[Example], labels: list[str], rarity: dict[str, float]) -> Fit:
    """Fit the labels of a family to the examples that know it. One that none of them has gets a low intercept."""
    known = [item for item in items if family in item.labels]
    terms = {term: place for place, term in enumerate(rarity)}
    sizes = np.array(list(rarity.values()))
    found = Fit(terms, sizes, labels, np.zeros((len(terms), len(labels))), np.full(len(labels), -10.0))
    matrix = _matrix(found, known)
    weight = np.array([item.weight for item in known])
    for place, label in enumerate(labels):
        is_true = np.array([label in item.labels[family] for item in known])
        if is_true.any() and not is_true.all():
            model = LogisticRegression(C=STRENGTH, solver="liblinear", class_weight="balanced", random_state=0)
            model.fit(matrix, is_true, sample_weight=weight)
            found.weights[:, place] = model.coef_[0]
            found.intercepts[place] = model.intercept_[0]
    sizes = abs(found.weights) * sizes[:, None]
    last = -np.sort(-sizes, axis=1)[:, [min(MOST_WEIGHTS, len(labels)) - 1]]
    return found._replace(weights=np.where(sizes >= np.maximum(last, SMALLEST), found.weights, 0.0))


def score(fit: Fit, items: Sequence[Example]) -> np.ndarray:
    """Scores of texts for each label, before calibration."""
    found: np.ndarray = _matrix(fit, items) @ fit.weights + fit.intercepts
    return found


def _matrix(fit: Fit, items: Sequence[Example]) -> csr_matrix:
    values: list[float] = []
    places: list[int] = []
    ends = [0]
    for item in items:
        row = {
            fit.terms[term]: weight * fit.rarity[fit.terms[term]]
            for term, weight in item.features.items()
            if term in fit.terms
        }
        length = math.sqrt(sum(value * value for value in row.values())) or 1.0
        places += row
        values += [value / length for value in row.values()]
        ends.append(len(places))
    return csr_matrix((values, places, ends), shape=(len(items), len(fit.terms)))
