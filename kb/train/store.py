"""`kb train`: learn everything from a store and keep it there, with the figures of the fit.

The shipped numbers are learned by the same functions from the shipped records (`scripts/write_learned.py`).
"""

from __future__ import annotations

import json
import tempfile
from typing import TYPE_CHECKING, Any, NamedTuple

from kb import evaluate, learned, rank, signals
from kb.classify import FAMILIES
from kb.index import INDEX_VERSION
from kb.store.writer import open_writer
from kb.train import label_examples, labels, lexicon, pairs, ranking, sources, topics
from kb.train.shelf import Shelves
from kb.vocabulary import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from kb.engine import Engine
    from kb.store.answers import Feedback
    from kb.train.shelf import ShelfEngine

    Document = dict[str, Any]
    Progress = Callable[[int, int], None]


class Trained(NamedTuple):
    """Content and figures by name (see `kb.learned`); what could not be learned is left out, and `notes` say why."""

    parts: dict[str, tuple[bytes, dict[str, Any]]]
    notes: list[str]


def train(engine: Engine, progress: Progress | None = None) -> Trained:
    """Learn from the store of an engine and keep what was learned there. Raises StoreError if it cannot be written."""
    with open_writer(engine.url):
        pass  # whoever may not write hears of it before minutes of work
    documents = pairs.sample(engine.reader)
    trained = learn(documents, feedback_cases(engine, documents), progress)
    with open_writer(engine.url) as writer:
        writer.replace_learned(trained.parts, records=engine.state.records, version=INDEX_VERSION)
    return trained


def learn(documents: list[Document], feedback: list[ranking.Case], progress: Progress | None = None) -> Trained:
    """Lexicon, labels, subjects and ranking of documents."""
    parts: dict[str, tuple[bytes, dict[str, Any]]] = {}
    notes: list[str] = []
    sentences = [pair for document in documents for pair in lexicon.sentences(document)]
    rows = lexicon.learn(sentences + vocabulary_sentences())
    parts[learned.LEXICON] = learned.dump(rows), {"sentences": len(sentences), "terms": len(rows)}
    fitted = labels.learn(
        label_examples.of_records(documents), label_examples.of_vocabulary() + label_examples.of_no_record()
    )
    if fitted.rows:
        parts[learned.LABELS] = learned.dump(fitted.rows), label_figures(fitted.outcomes)
    else:
        notes.append("too few records with labels; the shipped labels stay")
    space = topics.learn(topics.subjects(documents, sources.by_record(sources.reports())))
    if space:
        parts[learned.TOPICS] = learned.dump(space), {"terms": len(space)}
    else:
        notes.append("too few records to learn their subjects; the shipped space stays")
    cases = ranking.cases(list(pairs.ask(documents, progress))) + feedback
    model = ranking.fit(cases)
    if model is None:
        notes.append(f"too few records to fit the ranking ({len(documents)}); the shipped weights stay")
    else:
        parts[learned.RANKING] = model_content(model), {"feedback": len(feedback), **ranking.figures(cases)}
    return Trained(parts, notes)


def model_content(model: rank.Model) -> bytes:
    """A ranking model as `kb.rank.read_model` reads it."""
    return json.dumps({"intercept": model.intercept, "weights": model.weights._asdict()}).encode()


def vocabulary_sentences() -> list[lexicon.Sentences]:
    """Labels and definitions of the vocabularies, which say the same in both languages."""
    terms = [term for family in (*FAMILIES, "domains") for term in load(family).terms.values()]
    return list(lexicon.sentences([text for term in terms for text in (term.label, term.definition)]))


def label_figures(outcomes: dict[str, labels.Outcome]) -> dict[str, Any]:
    """Micro and macro F1 on left-out records, and the number of labels and of those with few records, by family."""
    found: dict[str, Any] = {}
    for family, outcome in outcomes.items():
        micro, macro = evaluate.f1(outcome.true, outcome.predicted())
        found[family] = {"micro_f1": round(micro, 4), "macro_f1": round(macro, 4), "labels": len(outcome.labels)}
    return found


def feedback_cases(engine: Engine, documents: list[Document]) -> list[ranking.Case]:
    """What users said, as pairs: the record is right for an input that it was `useful` for, and wrong for the other.

    Asked of the documents and the records that were spoken of, in a space of subjects learned from them, as all
    pairs are.
    """
    notes = [note for note in engine.reader.feedback() if note.withdrawn_at is None and note.input_text]
    if not notes:
        return []
    held = {document["id"]: document for document in documents}
    held |= engine.reader.documents([note.incident_id for note in notes])
    with tempfile.TemporaryDirectory() as folder:
        shelves = Shelves(list(held.values()), {}, folder, sources.by_record(sources.reports()))
        return [case for note in notes for case in ranking.cases(_asked(note, shelves.with_all()))]


def _asked(note: Feedback, engine: ShelfEngine) -> list[pairs.Asked]:
    """The input of a note, asked; nothing if the record that was spoken of is not among the first."""
    text = note.input_text or ""
    first = engine.ranked(signals.read(text.encode("utf-8", "replace")))[1][: ranking.DEPTH]
    told = [one for one in first if note.verdict == "useful" or one.candidate.id == note.incident_id]
    if not any(one.candidate.id == note.incident_id for one in told):
        return []
    state = pairs.KNOWN if note.verdict == "useful" else pairs.REMOVED
    return [pairs.Asked("feedback", "whole", state, "", note.incident_id, text, told)]
