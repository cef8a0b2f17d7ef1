"""Synthetic records, stores and queries for `scripts/benchmark.py` and its peers, the same ones for the same seed.

Records are resampled from sentences of the shipped records, with a made-up identifier in one of ten; queries are pieces
of other records' sentences between lines of noise. Nothing is held in memory: whoever needs the texts makes them anew.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from typing import Any

from kb import config, fields
from kb.index import INDEX_VERSION
from kb.vocabulary import Vocabulary

NOISE = (
    "2026-03-01T02:11:{n:02d}Z INFO scheduler heartbeat ok node-a{n:02d}",
    "Mar  1 02:{n:02d}:11 node-b{n:02d} systemd[1]: Started Session {n} of user root.",
    'level=info ts=1772331{n:03d} msg="request served" status=200',
)
_ROWS = 5_000
"""Records that are written to the store at once."""


class Corpus:
    """Sentences of the shipped records, by the field they come from, and records resampled from them."""

    def __init__(self, seed: int = 7) -> None:
        self.random = random.Random(seed)
        self.documents = list(_shipped())
        pick = self._sentences
        self.titles, self.symptoms, self.causes = pick("title"), pick("symptoms_text"), pick("summary")

    def _sentences(self, key: str) -> list[str]:
        found = []
        for document in self.documents:
            for language in ("en", "ko"):
                text = (document.get(key) or {}).get(language) or ""
                found += [part.strip() for part in text.replace("\n", " ").split(". ") if len(part) > 30]
        return found

    def record(self, number: int) -> dict[str, Any]:
        """One synthetic record of about 900 characters."""
        choose, base = self.random, self.random.choice(self.documents)
        symptoms = ". ".join(choose.sample(self.symptoms, 4))
        if number % 10 == 0:
            symptoms += f". Error E{number % 9973}X{number % 997} in module_{number % 4999}"
        return {
            "id": f"SYN-{number:07d}",
            "title": {"en": choose.choice(self.titles)},
            "date": f"20{number % 25:02d}-0{1 + number % 9}-1{number % 10}",
            "symptoms_text": {"en": symptoms},
            "summary": {"en": ". ".join(choose.sample(self.causes, 2))},
            "symptoms": base.get("symptoms") or [],
            "components": base.get("components") or [],
            "root_cause": base.get("root_cause"),
        }

    def queries(self, number: int) -> list[bytes]:
        """Inputs of about 1 KB: parts of two or three sentences between noise."""
        made = []
        for _ in range(number):
            lines = [line.format(n=self.random.randrange(60)) for line in NOISE]
            for sentence in self.random.sample(self.symptoms, self.random.choice((2, 3))):
                words = sentence.split()
                lines.insert(self.random.randrange(len(lines) + 1), " ".join(words[: max(6, len(words) * 2 // 3)]))
            made.append("\n".join(lines).encode())
        return made


def text_of(document: dict[str, Any]) -> str:
    """What a peer searches of a synthetic record."""
    return f"{document['title']['en']} {document['symptoms_text']['en']} {document['summary']['en']}"


def fill(url: str, corpus: Corpus, size: int) -> None:
    """A migrated store with so many records in it, written in bulk, which takes them for its own."""
    from sqlalchemy import insert

    from kb.store.columns import columns, digest, encode
    from kb.store.database import create_engine, upgrade
    from kb.store.shipped import shipped_corpus
    from kb.store.tables import Incident, Meta

    upgrade(url)
    stamped = {"origin": "imported", "version": 1, "revision": 1, "created_at": "-", "changed_at": "-"}
    shipped = shipped_corpus(config.records_dir(), INDEX_VERSION)
    facts = {"revision": "1", "records": str(size), "corpus": str(shipped.digest)}
    facts |= {"corpus_number": str(shipped.number), "form": str(shipped.form)}
    database = create_engine(url)
    with database.begin() as connection:
        rows: list[dict[str, Any]] = []
        for number in range(size):
            document = corpus.record(number)
            kept = {"id": document["id"], "document": encode(document), "digest": digest(document)}
            rows.append({**columns(document).incident, **stamped, **kept})
            if len(rows) == _ROWS or number == size - 1:
                connection.execute(insert(Incident), rows)
                rows = []
        for key, value in facts.items():
            connection.execute(Meta.__table__.delete().where(Meta.__table__.c.key == key))  # type: ignore[attr-defined]
            connection.execute(insert(Meta), [{"key": key, "value": value}])
    database.dispose()


class Pieces:
    """Index fields put together from sentences that were read once: synthetic records repeat theirs."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str, str, str]] = {}

    def fields(self, document: dict[str, Any], vocabularies: dict[str, Vocabulary], _: object = ()) -> fields.Fields:
        """As `kb.fields.fields` for a record of `Corpus.record`, of which there are no reports."""
        title = self._read(document["title"]["en"])
        seen = [self._read(part) for part in document["symptoms_text"]["en"].split(". ")]
        cause = [self._read(part) for part in document["summary"]["en"].split(". ")]
        every = [title, *seen, *cause]
        labels = {**document, "id": "", "title": {}, "symptoms_text": {}, "summary": {}}
        key = json.dumps([document["symptoms"], document["components"]])
        if key not in self._known:
            self._known[key] = (fields.fields(labels, vocabularies).labels, "", "", "")
        return fields.Fields(
            id=document["id"],
            title=title[0],
            detection=" ".join(piece[0] for piece in seen),
            cause=" ".join(piece[0] for piece in cause),
            labels=self._known[key][0],
            reported="",
            pairs=" ".join(piece[1] for piece in (title, *seen)),
            codes=" ".join(piece[2] for piece in every),
            signs=" ".join(piece[3] for piece in (title, *seen)),
            filters=tuple(fields.filter_terms(document)),
            day=fields.day_number(document["date"]),
            draft=False,
        )

    def _read(self, sentence: str) -> tuple[str, str, str, str]:
        if sentence not in self._known:
            read = fields.fields({"id": "", "symptoms_text": {"en": sentence}}, {})
            self._known[sentence] = (read.detection, read.pairs, read.codes, read.signs)
        return self._known[sentence]


def _shipped() -> Iterator[dict[str, Any]]:
    for folder, _, names in sorted(os.walk(os.path.join(config.records_dir(), "incidents"))):
        for name in sorted(names):
            if name.endswith(".json"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    yield json.load(file)
