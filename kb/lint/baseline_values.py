"""KB067: whether a baseline can be compared with a reading at all.

A figure in the wrong unit, or a range with its ends exchanged, does damage that no reader can see: the comparison is
made by kb and looks as sound as any other. Baselines of one quantity also have to agree among each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kb.baselines.comparing import HARDWARE, in_unit
from kb.baselines.table import RANGE
from kb.lint import catalogue_parts as parts
from kb.lint.catalogue import CatalogueCheck
from kb.lint.model import Corpus, Problem, Subject, at, shown
from kb.signals.units import convert

COUNTED = frozenset({"count", "banks", "lanes", "steps", "MB/s/TiB"})
"""Units that are compared by name and not converted."""

_SNAKE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")


class BaselineValue(CatalogueCheck):
    """A baseline's value, unit, condition or direction cannot be compared with a reading."""

    code, name = "KB067", "baseline-value"

    def baselines(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        for steps, entry in parts.entries(fields):
            value, unit = entry.get("value"), entry.get("unit")
            if parts.is_pair(value) and not value[0] < value[1]:
                message = f"the range [{value[0]:g}, {value[1]:g}] must begin with the smaller value"
                yield Problem(at((*steps, "value")), message)
            if entry.get("direction") == RANGE and parts.is_number(value):
                yield Problem(at((*steps, "value")), "the direction is range and the value a single figure: give two")
            if isinstance(unit, str) and unit.strip() and unit not in COUNTED and convert(1, unit)[1] is None:
                yield Problem(
                    at((*steps, "unit")), f"the unit {shown(unit)} is not known, so no reading can be converted"
                )
            for key, item in parts.inner(entry, "conditions").items():
                if not _SNAKE.fullmatch(key) or key == HARDWARE:
                    message = (
                        f"{shown(key)} is no name for a condition: write snake_case, and hardware in its own field"
                    )
                    yield Problem(at((*steps, "conditions", key)), message)
                elif isinstance(item, str) and not item.strip():
                    yield Problem(at((*steps, "conditions", key)), "the condition is empty: state it or remove it")

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        first: dict[str, dict[str, Any]] = {}
        for subject in corpus.catalogue:
            for steps, entry in parts.entries(subject.fields):
                quantity, unit = entry.get("quantity"), entry.get("unit")
                if not isinstance(quantity, str) or not isinstance(unit, str):
                    continue
                other = first.setdefault(quantity, entry)
                if in_unit(1.0, unit, other["unit"]) is None:
                    message = (
                        f"{quantity} is given in {other['unit']} by {other.get('id')}, and {unit} is another thing: "
                        "one quantity, one kind of unit"
                    )
                    yield subject, Problem(at((*steps, "unit")), message)
                elif entry.get("direction") != other.get("direction"):
                    message = f"{other.get('id')} of the same quantity is {other.get('direction')}: they must agree"
                    yield subject, Problem(at((*steps, "direction")), message)
