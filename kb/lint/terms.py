"""KB022: terms that the controlled vocabularies do not know.

An unknown term is kept and can be searched for, but nothing learnt from other records applies to it, so
the nearest known term is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb import vocabulary
from kb.jsonio import Steps
from kb.lint.model import WARNING, Check, Problem, Subject, at, shown

_CAUSES = ("root_causes", "components")
_DIRECTIONS = ("up", "down", "flat", "spike", "periodic")
_STATES = ("open", "done", "unknown")
_LIST_FIELDS = {
    "domain": ("domains",),
    "symptoms": ("symptoms",),
    "components": ("components",),
    "contributing": ("contributing",),
    "suspected_first": _CAUSES,
}
_SINGLE_FIELDS = {"date_kind": "date_kinds", "severity": "severities", "root_cause": "root_causes"}
_PART_FIELDS = (("detection", "method", "detection_methods"), ("review", "written_by", "authorships"))
_ITEM_FIELDS = (
    ("signature", "kind", "signature_kinds"),
    ("remediation", "kind", "remediation_kinds"),
    ("related", "kind", "relation_kinds"),
    ("sources", "kind", "source_kinds"),
)
_ITEM_CHOICES = (("signature", "direction", _DIRECTIONS), ("action_items", "state", _STATES))


class UnknownTerm(Check):
    """A term is not in the controlled vocabulary of its field."""

    code, name, severity, strict = "KB022", "unknown-term", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        for steps, written, names in _terms(subject):
            if not any(written in vocabulary.load(name).terms for name in names):
                nearest = next((near for name in names if (near := vocabulary.load(name).nearest(written))), None)
                where = " or ".join(names)
                advice = f"; the nearest term is {nearest}" if nearest else f"; see `kb vocab {names[0]}`"
                yield Problem(at(steps), f"{shown(written)} is no term of {where}{advice}", nearest)
        for key, name, allowed in _ITEM_CHOICES:
            for index, item in subject.items(key):
                value = item.get(name) if isinstance(item, dict) else None
                if isinstance(value, str) and value not in allowed:
                    message = f"{shown(value)} is not among {', '.join(allowed)}"
                    yield Problem(at((key, index, name)), message)


def _terms(subject: Subject) -> Iterator[tuple[Steps, str, tuple[str, ...]]]:
    """Every term of a record that is a non-empty string, with its place and the vocabularies it may come from."""
    for key, names in _LIST_FIELDS.items():
        yield from _strings(subject.fields.get(key), (key,), names)
    for key, name in _SINGLE_FIELDS.items():
        yield from _string(subject.fields.get(key), (key,), (name,))
    for key, inner, name in _PART_FIELDS:
        yield from _string(subject.part(key).get(inner), (key, inner), (name,))
    for key, inner, name in _ITEM_FIELDS:
        for index, item in subject.items(key):
            if isinstance(item, dict):
                yield from _string(item.get(inner), (key, index, inner), (name,))
    for index, step in subject.items("diagnosis"):
        if isinstance(step, dict):
            for inner in ("points_to", "rules_out"):
                yield from _strings(step.get(inner), ("diagnosis", index, inner), _CAUSES)


def _strings(value: Any, steps: Steps, names: tuple[str, ...]) -> Iterator[tuple[Steps, str, tuple[str, ...]]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _string(item, (*steps, index), names)


def _string(value: Any, steps: Steps, names: tuple[str, ...]) -> Iterator[tuple[Steps, str, tuple[str, ...]]]:
    if isinstance(value, str) and value:
        yield steps, value, names
