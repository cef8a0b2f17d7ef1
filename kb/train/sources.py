"""What queries are made of: the parts of a record, reports of its incident in other words, texts that belong to none.

A part of a record is asked of the store without that part, in several shapes, so that the answer is known and cannot be
found by its own words. Reports (`records/reports`) were written for the shipped records with other words than theirs;
negatives (`records/negatives`) must find nothing. Golden inputs are never used here.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from kb import banks, config
from kb.banks import REPORTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Document = dict[str, Any]

SEED = 11
NOISE_GROUPS = ("healthy-log", "chat", "prose")

HANDS = (("chat", "machine", "short"), ("thread", "raw"), ("ask", "page"))
"""Kinds of reports by who wrote them: one writer tells the same incident twice in much the same words."""


class Source(NamedTuple):
    """A part of a record: which text it is, in which language, and the keys that the store must not have."""

    name: str
    language: str
    dropped: tuple[str, ...]
    text: Callable[[Document], str]


class Report(NamedTuple):
    """A report of the incident of a record: kind (see HANDS), language and text."""

    record: str
    kind: str
    language: str
    text: str


def negatives() -> list[dict[str, str]]:
    """The bank of texts that belong to no record: `id`, `group`, `language`, `text`."""
    return [line for _, line in banks.lines(config.records_dir(), banks.NEGATIVES)]


def reports() -> list[Report]:
    """Every report of a shipped record."""
    return [
        Report(line["record"], kind, line["language"], line["text"])
        for kind, line in banks.lines(config.records_dir(), REPORTS)
    ]


def by_record(known: Iterable[Report]) -> dict[str, list[str]]:
    """The texts of reports by their record."""
    found: dict[str, list[str]] = {}
    for report in known:
        found.setdefault(report.record, []).append(report.text)
    return found


def without(document: Document, source: Source) -> Document:
    """The document without the keys of a source; of `symptoms_text` only its language goes."""
    kept = dict(document)
    for key in source.dropped:
        value = kept.pop(key, None)
        if key == "symptoms_text" and isinstance(value, dict):
            kept[key] = {language: text for language, text in value.items() if language != source.language}
    return kept


def shapes(
    source: Source, document: Document, noise: list[dict[str, str]], chance: random.Random
) -> Iterator[tuple[str, str]]:
    """The whole text, a third of its sentences, three fifths of its words, a few words as somebody types them, and the
    third between lines of noise. Of a table of readings: all of it, the rows around the change, and all below lines of
    noise."""
    whole = source.text(document)
    if not whole.strip():
        return
    above = [line["text"] for line in noise if line["group"] in NOISE_GROUPS]
    yield "whole", whole
    if source.name == "series":
        rows = whole.split("\n")
        yield "part", "\n".join([*rows[:1], *rows[4:8]])
        if above:
            yield "noisy", f"{chance.choice(above)}\n{whole}"
        return
    sentences = [part for part in whole.replace("\n", " ").split(". ") if part.strip()]
    some = ". ".join(chance.sample(sentences, max(1, len(sentences) // 3)))
    yield "part", some
    words = whole.split()
    yield "thin", " ".join(word for word in words if chance.random() < 0.6)
    start, size = chance.randrange(len(words)), chance.randint(2, 6)
    yield "brief", " ".join(words[start : start + size])
    if above:
        yield "noisy", f"{chance.choice(above)}\n{some}\n{chance.choice(noise)['text'][:400]}"


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
