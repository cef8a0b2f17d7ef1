"""Learning labels: one linear model a label over what was visible, with probabilities that mean what they say.

Examples are the detection-side texts of each record in each language (symptoms alone, and all that was visible),
and, counting half, its cause-side texts, every way in which the vocabulary says that people write a label, and its
definition: with few records a label these carry most of the rare ones (symptoms, records left out: micro-F1 0.38
without, 0.58 with them).
Texts that belong to no record are examples of nothing. Probabilities are calibrated on records that were left out
(Platt 1999), one line for a family.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from kb import classify, evaluate, signals
from kb.passages import LANGUAGES, passages
from kb.query import from_signals
from kb.text import terms
from kb.train.sources import negatives
from kb.vocabulary import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FOLDS = 5
VOCABULARY_WEIGHT = 0.5
CAUSE_WEIGHT = 0.5
"""How much what was behind an incident counts beside what was visible: it tells which parts go together (micro-F1 of
components 0.51 to 0.53, of symptoms 0.587 to 0.596)."""
STRENGTH = 10.0
"""Inverse strength of the L2 penalty. 3, 10 and 40 give micro-F1 within 0.01 of each other."""
FEWEST_EXAMPLES = 2
"""Examples that a term must be in to be looked at."""
SMALLEST = 2.0
MOST_WEIGHTS = 6
"""Size (with rarity) and number of a term's weights that are kept for a family. Ten times as many are no better."""
THRESHOLDS = [step / 40 for step in range(2, 25)]
"""Probabilities among which the one is chosen from which a label counts as predicted."""
UNKNOWN = "unknown"
"""Root cause of a record whose cause was never found: no example of anything."""


class Example(NamedTuple):
    """What a model sees of one text, the labels that are true of it by family (a family left out is not known), the
    record that it is from (empty for the vocabulary), whether it is a text to test on, and how much it counts."""

    features: dict[str, float]
    labels: dict[str, frozenset[str]]
    record: str
    tested: bool
    weight: float


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


def examples(documents: Iterable[dict[str, Any]]) -> list[Example]:
    """The examples that records give: what was visible in each language, and what was behind it."""
    found = []
    for document in documents:
        labels = truth(document)
        for language in LANGUAGES:
            other = {"en": ".ko", "ko": ".en"}[language]
            texts = [item for item in passages(document) if not item.path.endswith(other)]
            visible = [item for item in texts if item.side == "detection"]
            told = [item.text for item in visible if item.path.startswith("symptoms_text")]
            behind = [item.text for item in texts if item.side == "cause"]
            for parts, tested, weight in (
                (told, False, 1.0),
                ([item.text for item in visible], True, 1.0),
                (behind, False, CAUSE_WEIGHT),
            ):
                if told and (seen := features("\n".join(parts))):
                    found.append(Example(seen, labels, document["id"], tested, weight))
    return found


def vocabulary_examples() -> list[Example]:
    """The examples that the vocabulary gives: each phrase of a label, and its definition in each language."""
    found = []
    for family in classify.FAMILIES:
        for term in load(family).terms.values():
            texts = [
                *load(family).phrases(term.id),
                *(f"{term.label[key]} {term.definition[key]}" for key in LANGUAGES),
            ]
            for text in texts:
                labels = {family: frozenset([term.id])}
                words = dict.fromkeys(terms(text.replace("-", " ")).split(), 1.0)
                found.append(Example(words, labels, "", False, VOCABULARY_WEIGHT))
    return found


def negative_examples() -> list[Example]:
    """Texts that belong to no record: nothing is true of them."""
    nothing: dict[str, frozenset[str]] = dict.fromkeys(classify.FAMILIES, frozenset())
    return [Example(features(line["text"]), nothing, "", False, 1.0) for line in negatives()]


def truth(document: dict[str, Any]) -> dict[str, frozenset[str]]:
    """The labels of a record by family; without a family of which nothing is known."""
    found = {}
    for family, key in classify.FAMILIES.items():
        value = document.get(key)
        terms = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        if value is not None and UNKNOWN not in terms:
            found[family] = frozenset(term for term in terms if isinstance(term, str))
    return found


def features(text: str) -> dict[str, float]:
    """What a model sees of a text that is read as `kb match` reads it."""
    return classify.features(from_signals(signals.read(text.encode("utf-8", "replace"))))


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
    records, words = examples(documents), vocabulary_examples() + negative_examples()
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
