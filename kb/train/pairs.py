"""Queries whose right answer is known, each asked of a store: the pairs of training and evaluation.

A part of a record is the query, and the store holds the record without that part and without reports, as a record
of one's own is; or a report of its incident in other words (`kb.train.sources`), and the store holds the reports of
other writers. Asked of the store without the record and those it is related to, nothing is right; nor for the bank of
negatives. Golden inputs are never used here.
"""

from __future__ import annotations

import random
import tempfile
from typing import TYPE_CHECKING, Any, NamedTuple

from kb import signals
from kb.banks import REPORTS
from kb.train.shelf import Shelves
from kb.train.sources import HANDS, SEED, SOURCES, by_record, negatives, reports, shapes, without

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from kb.engine import Engine
    from kb.rank import Ranked
    from kb.store.reader import Reader

    Document = dict[str, Any]

DEPTH = 10
"""Candidates of each query that are looked at."""
MOST_RECORDS = 1000
"""Records of a store that are taken, at random if there are more: what is learned depends on thousands of queries, not
on all of them."""
KNOWN, REMOVED, NEGATIVE = "known", "removed", "negative"


class Asked(NamedTuple):
    """A query and what was found. `source` names the part of the record (`symptoms.en`), `reports`, or the group of
    a negative; `shape` how it was made of it (`whole`, `part`, `thin`, `brief`, `noisy`) or the kind of report;
    `state` whether the record was in the store (KNOWN), was taken out with its relatives (REMOVED), or never was
    (NEGATIVE, `record` is the id of the negative)."""

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


def sample(reader: Reader) -> list[Document]:
    """At most MOST_RECORDS records of a store, the same ones for the same store, in the order of their ids; one of each
    incident, for the others would be taken for cases of their own."""
    known = {document["id"]: document for _, document in reader.changed_since(-1) if document is not None}
    twins = {max(pair) for pair in reader.linked(known)}
    names = sorted(known.keys() - twins)
    chosen = names if len(names) <= MOST_RECORDS else random.Random(SEED).sample(names, MOST_RECORDS)
    return [known[name] for name in sorted(chosen)]


def ask(
    documents: list[Document],
    progress: Callable[[int, int], None] | None = None,
    tables: dict[str, bytes] | None = None,
) -> Iterator[Asked]:
    """Every query of every source, asked of the store with and without its record; then the reports of records that are
    there, and the negatives. `tables` is what the store has learned (see `kb.learned`), by default what is shipped; the
    space of subjects is learned anew from what each store holds."""
    noise = negatives()
    kin = relatives(documents)
    for number, source in enumerate(SOURCES):
        if progress:
            progress(number, len(SOURCES) + 1)
        with tempfile.TemporaryDirectory() as folder:
            shelves = Shelves([without(document, source) for document in documents], tables or {}, folder)
            for document in documents:
                chance = random.Random(f"{SEED} {source.name} {document['id']}")
                for shape, text in shapes(source, document, noise, chance):
                    asked = Asked(source.name, shape, KNOWN, source.language, document["id"], text, [])
                    yield from _with_and_without(asked, shelves, kin)
    if progress:
        progress(len(SOURCES), len(SOURCES) + 1)
    told = [report for report in reports() if report.record in kin]
    for hand in HANDS if told else ():
        with tempfile.TemporaryDirectory() as folder:
            others = by_record(report for report in told if report.kind not in hand)
            shelves = Shelves(documents, tables or {}, folder, others)
            for report in told:
                if report.kind in hand:
                    asked = Asked(REPORTS, report.kind, KNOWN, report.language, report.record, report.text, [])
                    yield from _with_and_without(asked, shelves, kin)
    with tempfile.TemporaryDirectory() as folder:
        shelves = Shelves(documents, tables or {}, folder, by_record(told))
        for line in noise:
            ranked = _ranked(shelves.with_all(), line["text"])
            yield Asked(line["group"], "whole", NEGATIVE, line["language"], line["id"], line["text"], ranked)
    if progress:
        progress(len(SOURCES) + 1, len(SOURCES) + 1)


def _with_and_without(asked: Asked, shelves: Shelves, kin: dict[str, list[str]]) -> Iterator[Asked]:
    """A query asked of the store that has its record, and of one in which record and relatives are new."""
    yield asked._replace(ranked=_ranked(shelves.with_all(), asked.text))
    hidden = (asked.record, *kin[asked.record])
    yield asked._replace(state=REMOVED, ranked=_ranked(shelves.as_if_new(asked.record), asked.text, hidden))


def _ranked(engine: Engine, text: str, hidden: Collection[str] = ()) -> list[Ranked]:
    return engine.ranked(signals.read(text.encode("utf-8", "replace")), hidden)[1][:DEPTH]


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
