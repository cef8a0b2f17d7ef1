"""Queries made from records, each with the store that it is asked of: the self-supervised pairs of training and
evaluation.

A part of a record is the query, and the store holds the record without that part: so the right answer is known and
cannot be found by its own words. Asked of the store without the record and those it is related to, nothing is right;
nor for the bank of negatives. Golden inputs are never used here.
"""

from __future__ import annotations

import glob
import json
import os
import random
import tempfile
from typing import TYPE_CHECKING, Any, NamedTuple

from kb import config, freshness, signals
from kb.train.shelf import ShelfEngine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kb.rank import Ranked

    Document = dict[str, Any]

SEED = 11
DEPTH = 10
"""Candidates of each query that are looked at."""
MOST_RECORDS = 1000
"""Records of a store that are taken, at random if there are more: what is learned depends on thousands of queries, not
on all of them."""
NOISE_GROUPS = ("healthy-log", "chat", "prose")
KNOWN, REMOVED, NEGATIVE = "known", "removed", "negative"


class Asked(NamedTuple):
    """A query and what was found. `source` names the part of the record (`symptoms.en`) or the group of a negative,
    `shape` how it was made of it (`whole`, `part`, `thin`, `brief`, `noisy`), `state` whether the record was in the
    store (KNOWN), was taken out with its relatives (REMOVED), or never was (NEGATIVE, `record` is the id of the
    negative)."""

    source: str
    shape: str
    state: str
    language: str
    record: str
    text: str
    ranked: list[Ranked]

    def rank(self) -> int:
        """Place of the record among the candidates, 0 if it is not there."""
        ids = [item.candidate.id for item in self.ranked]
        return ids.index(self.record) + 1 if self.record in ids else 0

    def best(self) -> float:
        """Probability of the first candidate, 0 without one."""
        return self.ranked[0].probability if self.ranked else 0.0


class Source(NamedTuple):
    """A part of a record: which text it is, in which language, and the keys that the store must not have."""

    name: str
    language: str
    dropped: tuple[str, ...]
    text: Callable[[Document], str]


def negatives() -> list[dict[str, str]]:
    """The bank of texts that belong to no record: `id`, `group`, `language`, `text`."""
    found = []
    for path in sorted(glob.glob(os.path.join(config.records_dir(), "negatives", "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            found += [json.loads(line) for line in file if line.strip()]
    return found


def sample(documents: list[Document]) -> list[Document]:
    """At most MOST_RECORDS of the documents, the same ones for the same store, in the order of their ids."""
    ordered = sorted(documents, key=lambda document: document["id"])
    chosen = ordered if len(ordered) <= MOST_RECORDS else random.Random(SEED).sample(ordered, MOST_RECORDS)
    return sorted(chosen, key=lambda document: document["id"])


def ask(
    documents: list[Document],
    progress: Callable[[int, int], None] | None = None,
    tables: dict[str, bytes] | None = None,
) -> Iterator[Asked]:
    """Every query of every source, asked of the store with and without its record; then the negatives. `tables` is what
    the store has learned (see `kb.learned`), by default what is shipped."""
    noise = negatives()
    kin = relatives(documents)
    vocabularies = freshness.vocabularies()
    for number, source in enumerate(SOURCES):
        if progress:
            progress(number, len(SOURCES))
        with tempfile.TemporaryDirectory() as folder:
            kept = [without(document, source) for document in documents]
            engine = ShelfEngine(kept, vocabularies, folder, tables)
            for document in documents:
                chance = random.Random(f"{SEED} {source.name} {document['id']}")
                for shape, text in _shapes(source, document, noise, chance):
                    read = signals.read(text.encode("utf-8", "replace"))
                    for state, hidden in ((KNOWN, ()), (REMOVED, (document["id"], *kin[document["id"]]))):
                        ranked = engine.ranked(read, hidden)[1][:DEPTH]
                        yield Asked(source.name, shape, state, source.language, document["id"], text, ranked)
            for line in noise if number == 0 else ():
                ranked = engine.ranked(signals.read(line["text"].encode()))[1][:DEPTH]
                yield Asked(line["group"], "whole", NEGATIVE, line["language"], line["id"], line["text"], ranked)
    if progress:
        progress(len(SOURCES), len(SOURCES))


def relatives(documents: list[Document]) -> dict[str, list[str]]:
    """For each record the others that it is related to or recurs from, or that say so of it: with one of them in the
    store an incident is hardly new."""
    found: dict[str, set[str]] = {document["id"]: set() for document in documents}
    for document in documents:
        related = document.get("related")
        named = [item.get("id") for item in related if isinstance(item, dict)] if isinstance(related, list) else []
        named.append(document.get("recurrence_of"))
        for other in named:
            if isinstance(other, str) and other in found and other != document["id"]:
                found[document["id"]].add(other)
                found[other].add(document["id"])
    return {name: sorted(others) for name, others in found.items()}


def _told(document: Document, key: str, language: str) -> str:
    value = document.get(key)
    text = value.get(language) if isinstance(value, dict) else value if language == "en" else None
    return text if isinstance(text, str) else ""


def _signature(document: Document) -> str:
    lines = [item.get("text") for item in _items(document)]
    lines += [_told(document, "trigger", "en"), _told(document, "detection", "en")]
    return "\n".join(line for line in lines if isinstance(line, str) and line)


def _series(document: Document) -> str:
    """The metric movements of the signature as a table of readings, as a dashboard exports it."""
    moved = [
        item
        for item in _items(document)
        if item.get("kind") == "metric"
        and isinstance(item.get("name"), str)
        and isinstance(item.get("from"), int | float)
        and isinstance(item.get("to"), int | float)
    ]
    if not moved:
        return ""
    chance = random.Random(f"{SEED} series {document['id']}")
    rows = ["time " + " ".join(item["name"] for item in moved)]
    for minute in range(12):
        values = [item["from" if minute < 5 else "to"] * chance.uniform(0.98, 1.02) for item in moved]
        rows.append(f"03:{5 * minute:02d} " + " ".join(f"{value:.4g}" for value in values))
    return "\n".join(rows)


def _items(document: Document) -> list[dict[str, Any]]:
    value = document.get("signature")
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


SOURCES = (
    Source("symptoms.en", "en", ("symptoms_text",), lambda document: _told(document, "symptoms_text", "en")),
    Source("symptoms.ko", "ko", ("symptoms_text",), lambda document: _told(document, "symptoms_text", "ko")),
    Source("signature", "en", ("signature", "trigger", "detection"), _signature),
    Source("title", "en", ("title",), lambda document: _told(document, "title", "en")),
    Source("series", "none", ("signature",), _series),
)


def without(document: Document, source: Source) -> Document:
    """The document without the keys of a source; of `symptoms_text` only its language goes."""
    kept = dict(document)
    for key in source.dropped:
        value = kept.pop(key, None)
        if key == "symptoms_text" and isinstance(value, dict):
            kept[key] = {language: text for language, text in value.items() if language != source.language}
    return kept


def _shapes(
    source: Source, document: Document, noise: list[dict[str, str]], chance: random.Random
) -> Iterator[tuple[str, str]]:
    """The whole text, a third of its sentences, three fifths of its words, a few words as somebody types them, and the
    third between lines of noise. Of a table of readings: all of it, the rows around the change, and all with a sentence
    of the symptoms."""
    whole = source.text(document)
    if not whole:
        return
    yield "whole", whole
    if source.name == "series":
        rows = whole.split("\n")
        yield "part", "\n".join([*rows[:1], *rows[4:8]])
        yield "noisy", whole + "\n" + chance.choice(_told(document, "symptoms_text", "en").split(". "))
        return
    sentences = [part for part in whole.replace("\n", " ").split(". ") if part.strip()]
    some = ". ".join(chance.sample(sentences, max(1, len(sentences) // 3)))
    yield "part", some
    words = whole.split()
    yield "thin", " ".join(word for word in words if chance.random() < 0.6)
    start, size = chance.randrange(len(words)), chance.randint(2, 6)
    yield "brief", " ".join(words[start : start + size])
    above = [line["text"] for line in noise if line["group"] in NOISE_GROUPS]
    if above:
        yield "noisy", f"{chance.choice(above)}\n{some}\n{chance.choice(noise)['text'][:400]}"
