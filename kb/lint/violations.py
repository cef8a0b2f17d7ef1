"""What Pydantic says about a document, folded to one entry a place.

Pydantic reports each branch of a union by itself (`related.2.constrained-str`); a reader wants one
sentence a place of the document.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from kb.jsonio import Steps
from kb.record import Record

MISSING, TYPE, VALUE = "missing", "type", "value"


class Violation(NamedTuple):
    """One place that is not as the format says."""

    kind: str
    steps: Steps
    value: Any


def violations(document: dict[str, Any]) -> tuple[Violation, ...]:
    """What keeps a document from being a record, one entry a place, in the order of the format."""
    try:
        Record.parse(document)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
    else:
        return ()
    folded: dict[Steps, Violation] = {}
    for detail in details:
        found = _violation(document, detail)
        earlier = folded.get(found.steps)
        if earlier is None or earlier.kind == TYPE:
            folded[found.steps] = found
    # An object that is also no string of a union is explained by what is wrong inside it.
    explained = {steps[:size] for steps in folded for size in range(len(steps))}
    return tuple(
        found
        for found in folded.values()
        if not (found.kind == TYPE and isinstance(found.value, dict) and found.steps in explained)
    )


def _violation(document: dict[str, Any], detail: ErrorDetails) -> Violation:
    value: Any = document
    steps: Steps = ()
    for step in detail["loc"]:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            continue
        steps = (*steps, step)
    if detail["type"] == "missing":
        return Violation(MISSING, (*steps, detail["loc"][-1]), None)
    return Violation(TYPE if detail["type"].endswith("_type") else VALUE, steps, value)
