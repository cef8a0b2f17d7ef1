"""Fit the weights of `kb.rank` on pairs made from the records themselves, and print the figures of the fit.

Queries are parts of a record: its symptoms in one language, some sentences of them, its signature with
its trigger, each also between lines of noise. Each is asked of an index that does not hold the text it
came from: the record it belongs to is the right answer. Asked of an index without the record, no answer is right; nor
for the bank of negatives. Whole records are left out of the fit in turn (five folds) for the figures printed; the
weights printed last are fitted on all. Golden inputs are never used.

    python scripts/fit_ranking.py
"""

from __future__ import annotations

import glob
import json
import os
import random
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from kb import config, freshness, grams, signals
from kb.fields import fields, visible_texts
from kb.index import Index
from kb.query import from_signals
from kb.rank import MATCH_PROBABILITY, SPELLED, WEAK_PROBABILITY, Features, are_close, rank, spelled

Texts = dict[str, str]

DEPTH = 8
"""Candidates of each query that the fit sees."""


class Case(NamedTuple):
    """One query: its group (the record that it came from, or the negative), the features of its first candidates, and
    which of them is right (all zero if none is)."""

    group: str
    kind: str
    rows: np.ndarray
    right: np.ndarray


def main() -> None:
    """Make the pairs, fit, print."""
    random.seed(11)
    documents = _documents()
    negatives = _negatives()
    vocabularies = freshness.vocabularies()
    cases: list[Case] = []
    for kind, drop in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            index = Index.create(folder)
            index.update((fields(drop(document), vocabularies) for document in documents), fresh=True)
            texts = {item["id"]: grams.fold(visible_texts(drop(item))) for item in documents}
            for document in documents:
                for text in _queries(kind, document, negatives):
                    cases += _known_and_removed(index, texts, document, text, kind)
            if kind == "symptoms.en":
                for line in negatives:
                    case = _case(index, texts, line["text"], "", line["id"], "negative:" + line["group"])
                    if case:
                        cases.append(case)
    print(f"{len(documents)} records, {len(negatives)} negatives, {len(cases)} queries")
    _report(cases)
    model = _fit(cases)
    print("INTERCEPT =", round(float(model.intercept_[0]), 3))
    for name, weight in zip(Features._fields, model.coef_[0], strict=True):
        print(f"    {name}={weight:.3f},")


def _without(*keys: str, language: str | None = None) -> Any:
    def drop(document: dict[str, Any]) -> dict[str, Any]:
        kept = dict(document)
        for key in keys:
            if language and isinstance(kept.get(key), dict):
                kept[key] = {code: text for code, text in kept[key].items() if code != language}
            else:
                kept.pop(key, None)
        return kept

    return drop


KINDS = {
    "symptoms.en": _without("symptoms_text", language="en"),
    "symptoms.ko": _without("symptoms_text", language="ko"),
    "signature": _without("signature", "trigger", "detection"),
    "title": _without("title"),
    "series": _without("signature"),
}


def _queries(kind: str, document: dict[str, Any], negatives: list[dict[str, Any]]) -> list[str]:
    if kind == "series":
        return _series(document)
    if kind == "signature":
        lines = [item["text"] for item in document.get("signature") or [] if isinstance(item.get("text"), str)]
        lines += [(document.get("trigger") or {}).get("en") or "", (document.get("detection") or {}).get("en") or ""]
        whole = "\n".join(line for line in lines if line)
    elif kind == "title":
        whole = (document.get("title") or {}).get("en") or ""
    else:
        whole = (document.get("symptoms_text") or {}).get(kind[-2:]) or ""
    if not whole:
        return []
    sentences = [part for part in whole.replace("\n", " ").split(". ") if part.strip()]
    some = ". ".join(random.sample(sentences, max(1, len(sentences) // 3)))
    words = whole.split()
    thin = " ".join(word for word in words if random.random() < 0.6)
    noise = random.choice([line["text"] for line in negatives if line["group"] in ("healthy-log", "chat", "prose")])
    return [whole, some, thin, f"{noise}\n{some}\n{random.choice(negatives)['text'][:400]}"]


def _series(document: dict[str, Any]) -> list[str]:
    """The metric movements of the signature as a table of readings, as a dashboard exports it."""
    moved = [
        item
        for item in document.get("signature") or []
        if item.get("kind") == "metric" and isinstance(item.get("from"), int | float) and item.get("to") is not None
    ]
    if not moved:
        return []
    rows = ["time " + " ".join(item["name"] for item in moved)]
    for minute in range(12):
        values = [item["from" if minute < 5 else "to"] * random.uniform(0.98, 1.02) for item in moved]
        rows.append(f"03:{5 * minute:02d} " + " ".join(f"{value:.4g}" for value in values))
    told = (document.get("symptoms_text") or {}).get("en") or ""
    return [
        "\n".join(rows),
        "\n".join(rows) + "\n" + random.choice(told.split(". ")),
        "\n".join([*rows[:1], *rows[4:8]]),
    ]


def _known_and_removed(index: Index, texts: Texts, document: dict[str, Any], text: str, kind: str) -> list[Case]:
    made = [_case(index, texts, text, document["id"], document["id"], kind)]
    made.append(_case(index, texts, text, document["id"], document["id"], "removed", removed=True))
    return [case for case in made if case is not None]


def _case(
    index: Index, texts: Texts, text: str, right: str, group: str, kind: str, *, removed: bool = False
) -> Case | None:
    read = signals.read(text.encode())
    hits = index.search(from_signals(read))
    if removed:
        hits = hits._replace(candidates=[item for item in hits.candidates if item.id != right])
    if are_close(hits):
        asked = grams.profile(grams.fold(phrase.text for phrase in read.phrases))
        first = [candidate.id for candidate in hits.candidates[:SPELLED]]
        hits = spelled(hits, {record_id: grams.likeness(asked, texts[record_id]) for record_id in first})
    ranked = rank(hits)[:DEPTH]
    if not ranked:
        return None
    rows = np.array([list(item.features) for item in ranked])
    return Case(group, kind, rows, np.array([float(not removed and item.candidate.id == right) for item in ranked]))


def _fit(cases: list[Case]) -> LogisticRegression:
    rows = np.vstack([case.rows for case in cases])
    right = np.concatenate([case.right for case in cases])
    return LogisticRegression(C=1.0, max_iter=2000).fit(rows, right)


def _report(cases: list[Case]) -> None:
    groups = sorted({case.group for case in cases})
    random.Random(5).shuffle(groups)
    fold = {group: number % 5 for number, group in enumerate(groups)}
    best, outcome, first = [], [], []
    for held in range(5):
        model = _fit([case for case in cases if fold[case.group] != held])
        for case in cases:
            if fold[case.group] == held:
                chances = model.predict_proba(case.rows)[:, 1]
                top = int(np.argmax(chances))
                best.append(chances[top])
                outcome.append(case.right[top])
                first.append(case)
    best_, outcome_ = np.array(best), np.array(outcome)
    for kind in sorted({case.kind for case in first}):
        of_kind = np.array([case.kind == kind for case in first])
        asked = np.array([case.right.any() for case in first]) & of_kind
        match, weak = (float((best_[of_kind] >= bound).mean()) for bound in (MATCH_PROBABILITY, WEAK_PROBABILITY))
        hit = float(outcome_[asked].mean()) if asked.any() else float("nan")
        print(f"  {kind:26} n {int(of_kind.sum()):5}  first right {hit:6.3f}  match {match:5.3f}  known {weak:5.3f}")
    known = np.array([case.right.any() for case in first])
    removed = np.array([case.kind == "removed" for case in first])
    negative = np.array([case.kind.startswith("negative") for case in first])
    print(f"  AUROC known/removed {_auroc(best_, known, removed):.3f}")
    print(f"  AUROC known/negative {_auroc(best_, known, negative):.3f}")
    print(f"  expected calibration error {_ece(best_, outcome_):.3f}")


def _auroc(scores: np.ndarray, yes: np.ndarray, no: np.ndarray) -> float:
    return float(roc_auc_score(np.r_[np.ones(yes.sum()), np.zeros(no.sum())], np.r_[scores[yes], scores[no]]))


def _ece(chances: np.ndarray, outcome: np.ndarray, bins: int = 10) -> float:
    total = 0.0
    place = np.minimum((chances * bins).astype(int), bins - 1)
    for number in range(bins):
        inside = place == number
        if inside.any():
            total += inside.mean() * abs(chances[inside].mean() - outcome[inside].mean())
    return total


def _documents() -> list[dict[str, Any]]:
    paths = sorted(glob.glob(os.path.join(config.records_dir(), "incidents", "*", "*.json")))
    return [json.loads(Path(path).read_bytes()) for path in paths]


def _negatives() -> list[dict[str, Any]]:
    found = []
    for path in sorted(glob.glob(os.path.join(config.records_dir(), "negatives", "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            found += [json.loads(line) for line in file if line.strip()]
    return found


if __name__ == "__main__":
    main()
