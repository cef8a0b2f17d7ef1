"""Each record taken for a new incident: an engine that answers as if the record had never been.

Labels are learned anew without each fifth of the records, and the record's own steps do not count among those that made
a check. For `scripts/diagnose_eval.py`.
"""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kb import classify, learned
from kb.answer import Answer
from kb.catalogue import MADE, made_level
from kb.diagnose.checks import Check
from kb.engine import Engine
from kb.train import labels
from kb.trained import Trained


class Case(NamedTuple):
    """A record taken for new: what it is, what it looked like, and what is answered without it."""

    record: dict[str, Any]
    answer: Answer
    checks: tuple[Check, ...]


class OtherLabels(Trained):
    """What a store has learned, but for its labels."""

    def __init__(self, engine: Engine, labels: learned.Table) -> None:
        super().__init__(engine.reader, engine.state)
        self._labels = labels

    def table(self, name: str) -> learned.Table:
        """As `Trained.table`."""
        return self._labels if name == learned.LABELS else super().table(name)


class LeftOut(Engine):
    """An engine whose labels were learned without the record that is asked for."""

    def hide(self, record: dict[str, Any], table: learned.Table, records: list[dict[str, Any]]) -> None:
        """Answer as if this record had never been: its labels come from `table`, and it made no check."""
        self.trained = OtherLabels(self, table)
        counts = Counter(name for other in records if other is not record for name in _made(other))
        told = type(self.reader).checks_with

        def checks_with(terms: Iterable[str]) -> list[tuple[str, str]]:
            rows = []
            for term, names in told(self.reader, terms):
                if term.startswith(MADE):
                    level = int(term.removeprefix(MADE))
                    names = " ".join(name for name in names.split() if made_level(counts[name]) >= level)
                rows.append((term, names))
            return rows

        self.reader.checks_with = checks_with  # type: ignore[method-assign]


def cases(records: list[dict[str, Any]], engine: LeftOut, inputs: str, language: str | None) -> Iterator[Case]:
    """Every record with an input, matched with itself left out; all checks that were weighed, best first."""
    tables = _left_out_tables(records)
    for record in records:
        engine.hide(record, tables[record["id"]], records)
        if language:
            data = record["symptoms_text"][language].encode()
        else:
            with open(glob.glob(os.path.join(inputs, record["id"] + ".*.txt"))[0], "rb") as file:
                data = file.read()
        answer = engine.match(data, 1, most_checks=100, without={record["id"]})
        yield Case(record, answer, answer.diagnosis.checks)


def _left_out_tables(records: list[dict[str, Any]]) -> dict[str, learned.Table]:
    """For each record (by id) the table of labels learned without it."""
    shipped = learned.Table(learned.shipped(learned.LABELS))
    lines = {family: dict(shipped.row(classify.MODEL + family)) for family in classify.FAMILIES}
    found = {}
    for hidden, rows in labels.left_out(records, lines):
        table = learned.Table(learned.dump(rows))
        found.update(dict.fromkeys(hidden, table))
    return found


def steps_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps by which a case was diagnosed."""
    return record.get("diagnosis") or []


def _made(record: dict[str, Any]) -> set[str]:
    return {step["check_id"] for step in steps_of(record) if step.get("check_id")}
