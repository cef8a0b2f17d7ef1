"""`kb eval`: how good the answers are on the user's own store, with the number of cases and intervals.

Every query is made from a record and asked of the store without the text that it was made of, or without the record
(`kb.train.pairs`); labels are those that a model learned without the record gives (`kb.train.labels`); the search
across languages uses a lexicon learned without the record, and no space of subjects. Intervals draw whole records.
"""

from __future__ import annotations

import random
import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np

from kb import classify, evaluate, learned, signals
from kb.evaluate import Figure
from kb.rank import MATCH, MATCH_PROBABILITY, WEAK_PROBABILITY
from kb.train import label_examples, labels, lexicon, pairs, sources
from kb.train.pairs import KNOWN, NEGATIVE, REMOVED, Asked
from kb.train.shelf import ShelfEngine
from kb.train.store import vocabulary_sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kb.engine import Engine

    Document = dict[str, Any]
    Progress = Callable[[int, int], None]

FOLDS = 5
OUR_WORLD = ("near-miss", "healthy-command", "healthy-log")
"""Groups of negatives that speak of the same machines; the others are out of the domain altogether."""


def evaluation(engine: Engine, progress: Progress | None = None) -> dict[str, Any]:
    """Every figure of a store."""
    documents = pairs.sample(engine.reader)
    names = (learned.RANKING, learned.LEXICON, learned.LABELS)
    own = {name: content for name in names if engine.trained.at and (content := engine.reader.learned(name))}
    asked = list(pairs.ask(documents, progress, own))
    return {
        "schema_version": 1,
        "records": len(documents),
        "trained": bool(own),
        "retrieval": retrieval([item for item in asked if item.state == KNOWN], documents),
        "across_languages": across_languages(documents),
        "novelty": novelty(asked),
        "calibration": calibration(asked),
        "labels": label_figures(documents),
    }


def retrieval(asked: Sequence[Asked], documents: list[Document]) -> dict[str, Any]:
    """Recall at 1, 3 and 5 and MRR: of all queries, and by language, kind of query and domain."""
    domains = {document["id"]: document.get("domain") or [] for document in documents}
    splits: dict[str, dict[str, list[Asked]]] = {"language": {}, "source": {}, "shape": {}, "domain": {}}
    for item in asked:
        splits["language"].setdefault(item.language, []).append(item)
        splits["source"].setdefault(item.source, []).append(item)
        splits["shape"].setdefault(item.shape, []).append(item)
        for domain in domains[item.record]:
            splits["domain"].setdefault(str(domain), []).append(item)
    found: dict[str, Any] = {"all": rank_figures([item.rank() for item in asked], [item.record for item in asked])}
    for split, groups in splits.items():
        found[split] = {
            name: rank_figures([item.rank() for item in items], [item.record for item in items])
            for name, items in sorted(groups.items())
        }
    return found


def rank_figures(ranks: Sequence[int], groups: Sequence[str]) -> dict[str, Any]:
    """Recall at 1, 3, 5 and MRR of ranks (0 for not found)."""
    found = {f"recall_at_{k}": [float(0 < rank <= k) for rank in ranks] for k in (1, 3, 5)}
    found["mrr"] = [1.0 / rank if rank else 0.0 for rank in ranks]
    return {name: _shown(evaluate.mean_figure(values, groups)) for name, values in found.items()}


def novelty(asked: Sequence[Asked]) -> dict[str, Any]:
    """How well the best probability tells a known case from one whose record was removed and from texts that belong to
    no record, by shape of the query too, and the share of the latter that is called a match. A third of a text is often
    no more than what any incident says."""
    outside = [item for item in asked if item.state == NEGATIVE and item.source not in OUR_WORLD]
    groups: dict[str, list[Asked]] = {}
    for item in asked:
        if item.state == NEGATIVE:
            groups.setdefault(item.source, []).append(item)
    removed = [item for item in asked if item.state == REMOVED]
    known = [item for item in asked if item.state == KNOWN]
    return {
        "auroc_removed": _shown(_auroc(known, removed)),
        "auroc_out_of_domain": _shown(_auroc(known, outside)),
        "false_confidence_out_of_domain": _shown(_share(outside, MATCH_PROBABILITY)),
        "false_confidence_removed": _shown(_share(removed, MATCH_PROBABILITY)),
        "shape": {
            shape: {
                "auroc_removed": _shown(_auroc(_of(known, shape), _of(removed, shape))),
                "auroc_out_of_domain": _shown(_auroc(_of(known, shape), outside)),
            }
            for shape in sorted({item.shape for item in known})
        },
        "negatives": {
            name: {
                "match": _shown(_share(items, MATCH_PROBABILITY)),
                "match_or_weak": _shown(_share(items, WEAK_PROBABILITY)),
            }
            for name, items in sorted(groups.items())
        },
    }


def calibration(asked: Sequence[Asked]) -> dict[str, Any]:
    """Expected calibration error of the best probability, and the reliability table."""
    best = np.array([item.best() for item in asked])
    right = np.array([item.state == KNOWN and item.rank() == 1 for item in asked])

    def error(chosen: np.ndarray) -> float:
        return evaluate.calibration_error(evaluate.reliability(best[chosen].tolist(), right[chosen].tolist()))

    figure = evaluate.bootstrap(len(asked), error, [item.record for item in asked], rounds=200)
    table = evaluate.reliability(best.tolist(), right.tolist())
    return {"error": _shown(figure), "table": [_rounded(row._asdict()) for row in table]}


def label_figures(documents: list[Document]) -> dict[str, Any]:
    """Micro and macro F1 by family on left-out records, and the labels that have too few records to be learned well."""
    found: dict[str, Any] = {}
    words = label_examples.of_vocabulary() + label_examples.of_no_record()
    outcomes = labels.learn(label_examples.of_records(documents), words).outcomes
    for family, outcome in outcomes.items():
        micro, macro = evaluate.f1_figures(outcome.true, outcome.predicted(), outcome.records)
        records = dict(zip(outcome.records, outcome.true, strict=True)).values()
        support = {label: sum(label in true for true in records) for label in outcome.labels}
        few = [label for label in outcome.labels if support[label] < classify.FEW]
        shown = {"micro_f1": _shown(micro), "macro_f1": _shown(macro)}
        found[family] = {**shown, "labels": len(outcome.labels), "few_records": few}
    return found


def across_languages(documents: list[Document]) -> dict[str, Any]:
    """MRR of a record's symptoms in one language asked of the store without that language, by a lexicon that was
    learned without the record; and the same without a lexicon."""
    sentences = {document["id"]: list(lexicon.sentences(document)) for document in documents}
    words = vocabulary_sentences()
    names = sorted(sentences)
    random.Random(sources.SEED).shuffle(names)
    held = [set(names[start::FOLDS]) for start in range(FOLDS)]
    tables = []
    for fold in held:
        rest = [pair for name in names if name not in fold for pair in sentences[name]]
        tables.append(learned.dump(lexicon.learn(rest + words)))
    found: dict[str, Any] = {}
    for name, language, other in (("ko_to_en", "ko", "en"), ("en_to_ko", "en", "ko")):
        ranks: dict[bool, list[float]] = {True: [], False: []}
        asked = [document for document in documents if _symptoms(document, language) and _symptoms(document, other)]
        with tempfile.TemporaryDirectory() as folder:
            engine = ShelfEngine([_only(document, other) for document in documents], {}, folder)
            for document in asked:
                read = signals.read(_symptoms(document, language).encode("utf-8", "replace"))
                fold_number = next(number for number, fold in enumerate(held) if document["id"] in fold)
                for with_lexicon in (True, False):
                    table = tables[fold_number] if with_lexicon else b"\n"
                    engine.teach({learned.LEXICON: table, learned.TOPICS: b"\n"})
                    ids = [item.candidate.id for item in engine.ranked(read)[1]]
                    ranks[with_lexicon].append(evaluate.reciprocal_rank(ids, [document["id"]]))
        found[name] = {
            "mrr": _shown(evaluate.mean_figure(ranks[True])),
            "mrr_without_lexicon": _shown(evaluate.mean_figure(ranks[False])),
        }
    return found


def labelled(engine: Engine, queries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Figures of a user's own queries (`{"text", "relevant": [ids or aliases]}`) on the store as it is. An empty
    `relevant` says that nothing known is like the text."""
    ranks, best, right, verdicts = [], [], [], []
    for query in queries:
        answer = engine.match(query["text"].encode("utf-8", "replace"), pairs.DEPTH)
        wanted = {engine.reader.resolve(name) or name for name in query["relevant"]}
        ids = [match.document["id"] for match in answer.matches]
        if wanted:
            ranks.append(next((place for place, name in enumerate(ids, 1) if name in wanted), 0))
        else:
            verdicts.append(answer.verdict)
        best.append(answer.matches[0].ranked.probability if answer.matches else 0.0)
        right.append(bool(ids) and ids[0] in wanted)
    table = evaluate.reliability(best, right)
    return {
        "retrieval": rank_figures(ranks, [str(number) for number in range(len(ranks))]),
        "false_confidence": _shown(evaluate.mean_figure([float(verdict == MATCH) for verdict in verdicts])),
        "calibration_error": _rounded({"value": evaluate.calibration_error(table), "n": len(best)}),
    }


def _symptoms(document: Document, language: str) -> str:
    value = document.get("symptoms_text")
    text = value.get(language) if isinstance(value, dict) else None
    return text if isinstance(text, str) else ""


def _only(value: Any, language: str) -> Any:
    """A value without what is said in another language."""
    if isinstance(value, list):
        return [_only(item, language) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() & {"en", "ko"}:
        return {key: text for key, text in value.items() if key not in {"en", "ko"} - {language}}
    return {key: _only(inner, language) for key, inner in value.items()}


def _auroc(positive: Sequence[Asked], negative: Sequence[Asked]) -> Figure:
    both = [*positive, *negative]
    best = np.array([item.best() for item in both])
    is_known = np.arange(len(both)) < len(positive)

    def statistic(chosen: np.ndarray) -> float:
        return evaluate.auroc(best[chosen[is_known[chosen]]].tolist(), best[chosen[~is_known[chosen]]].tolist())

    return evaluate.bootstrap(len(both), statistic, [item.record for item in both], rounds=200)


def _of(items: Sequence[Asked], shape: str) -> list[Asked]:
    return [item for item in items if item.shape == shape]


def _share(items: Sequence[Asked], bound: float) -> Figure:
    return evaluate.mean_figure([float(item.best() >= bound) for item in items], [item.record for item in items])


def _shown(figure: Figure) -> dict[str, Any]:
    return _rounded(figure._asdict())


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    """Numbers with four digits; one that is not defined is null, because JSON has no NaN."""
    return {
        key: value if not isinstance(value, float) else round(value, 4) if value == value else None
        for key, value in values.items()
    }
