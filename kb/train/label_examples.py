"""Examples of labels: texts and the labels that are true of them, from records, the vocabulary and texts of no record.

A record gives its detection-side texts in each language (symptoms alone, and all that was visible) and, counting half,
its cause-side texts; the vocabulary gives every way in which it says that people write a label, and its definition:
with few records a label these carry most of the rare ones (symptoms, records left out: micro-F1 0.38 without, 0.58 with
them). Texts that belong to no record are examples of nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kb import classify, signals
from kb.passages import LANGUAGES, passages
from kb.query import from_signals
from kb.text import terms
from kb.train.sources import negatives
from kb.vocabulary import load

if TYPE_CHECKING:
    from collections.abc import Iterable

VOCABULARY_WEIGHT = 0.5
CAUSE_WEIGHT = 0.5
"""How much what was behind an incident counts beside what was visible: it tells which parts go together (micro-F1 of
components 0.51 to 0.53, of symptoms 0.587 to 0.596)."""
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


def of_records(documents: Iterable[dict[str, Any]]) -> list[Example]:
    """What was visible in each language, and what was behind it."""
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


def of_vocabulary() -> list[Example]:
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


def of_no_record() -> list[Example]:
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
