"""The parts of checks and baselines, told apart and described for the checks of `kb.lint.catalogue`.

The tables of fields are the format: `records/checks/README.md` and `records/baselines/README.md` say what the fields
mean. Every function takes any JSON value and passes over what is of the wrong kind, which is the business of KB060.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from kb.config import records_dir
from kb.jsonio import Steps
from kb.lint.kinds import CHECK, kind_of
from kb.lint.model import Problem, Subject, at, in_words, shown
from kb.text import normalize

TEXT, TEXT_OR_NULL = "a text {en, ko}", "a text {en, ko} or null"
STRING, STRINGS, OBJECT, OBJECTS = "a string", "a list of strings", "an object", "a list of objects"
WHOLE, POSITIVE = "a whole number", "a number above 0"
ADDRESS, SNAKE, VALUE = "an address", "a name in snake_case", "a number or [low, high]"
CONDITIONS = "an object of strings and numbers"

CHECK_FIELDS = {
    "schema_version": WHOLE, "id": STRING, "title": TEXT, "command": "a string or null", "observe": TEXT_OR_NULL,
    "applies_to": OBJECT, "risk": STRING, "save_first": TEXT_OR_NULL, "preconditions": TEXT_OR_NULL,
    "effort_minutes": POSITIVE, "readings": OBJECTS, "sources": OBJECTS,
}  # fmt: skip
READING_FIELDS = {"reading": TEXT, "points_to": STRINGS, "rules_out": STRINGS}
READING_SIGNALS = {"signals": STRINGS, "unless": STRINGS}
APPLIES_FIELDS = {"components": STRINGS, "symptoms": STRINGS}
APPLIES_CODES = {"codes": STRINGS}
SOURCE_FIELDS = {"url": ADDRESS, "note": TEXT_OR_NULL}
GROUP_FIELDS = {"schema_version": WHOLE, "group": STRING, "title": TEXT, "baselines": OBJECTS}
BASELINE_FIELDS = {
    "id": STRING, "quantity": SNAKE, "label": TEXT, "value": VALUE, "unit": STRING, "hardware": STRING,
    "conditions": CONDITIONS, "direction": STRING, "kind": STRING, "source": OBJECT,
}  # fmt: skip
FORMULA_FIELDS = {
    "schema_version": WHOLE, "id": STRING, "quantity": SNAKE, "unit": STRING, "label": TEXT, "statement": TEXT,
    "inputs": OBJECTS, "formulas": OBJECTS, "examples": OBJECTS, "sources": OBJECTS,
}  # fmt: skip

_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SNAKE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")
_TEXT_KEYS = frozenset({"title", "observe", "save_first", "preconditions", "reading", "label", "note", "statement"})
_CAUSES = ("root_causes", "components")


def is_number(value: Any) -> bool:
    """Whether a value is a JSON number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_pair(value: Any) -> TypeGuard[list[float]]:
    """Whether a value is a list of two numbers."""
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))


def listed(fields: Mapping[str, Any], key: str) -> list[Any]:
    """A list field, or an empty list."""
    value = fields.get(key)
    return value if isinstance(value, list) else []


def strings(fields: Mapping[str, Any], key: str) -> list[str]:
    """The strings of a list field."""
    return [item for item in listed(fields, key) if isinstance(item, str)]


def inner(fields: Mapping[str, Any], key: str) -> dict[str, Any]:
    """An object field, or an empty object."""
    value = fields.get(key)
    return value if isinstance(value, dict) else {}


def entries(fields: Mapping[str, Any]) -> Iterator[tuple[Steps, dict[str, Any]]]:
    """The baselines of a group that are objects, with their places."""
    for index, entry in enumerate(listed(fields, "baselines")):
        if isinstance(entry, dict):
            yield ("baselines", index), entry


def ids(subject: Subject) -> Iterator[tuple[str, Steps, str]]:
    """Ids that must be unique: the word for what has it, its place, the id."""
    if kind_of(subject.document) == CHECK:
        yield "check", ("id",), subject.id
    for steps, entry in entries(subject.fields):
        if isinstance(entry.get("id"), str):
            yield "baseline", (*steps, "id"), entry["id"]


def texts(value: Any, steps: Steps = ()) -> Iterator[tuple[Steps, dict[str, Any]]]:
    """Texts in two languages, with their places: objects under a key for texts, or with a language as key."""
    children: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        if steps and (steps[-1] in _TEXT_KEYS or value.keys() & {"en", "ko"}):
            yield steps, value
            return
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    for step, item in children:
        if isinstance(item, (dict, list)):
            yield from texts(item, (*steps, step))


def terms(fields: Mapping[str, Any]) -> Iterator[tuple[Steps, str, tuple[str, ...]]]:
    """Terms of a check with their places and the vocabularies that they come from."""
    applies = inner(fields, "applies_to")
    for key in ("components", "symptoms"):
        for index, term in enumerate(listed(applies, key)):
            if isinstance(term, str):
                yield ("applies_to", key, index), term, (key,)
    for number, reading in enumerate(listed(fields, "readings")):
        for key in ("points_to", "rules_out"):
            for index, term in enumerate(listed(reading, key) if isinstance(reading, dict) else ()):
                if isinstance(term, str):
                    yield ("readings", number, key, index), term, _CAUSES


def steps_naming_a_check(subject: Subject) -> Iterator[tuple[Steps, str]]:
    """Ids of checks that the diagnosis of a record names, with their places."""
    for index, step in subject.items("diagnosis"):
        if isinstance(step, dict) and isinstance(step.get("check_id"), str):
            yield ("diagnosis", index, "check_id"), step["check_id"]


@functools.cache
def shipped_checks() -> frozenset[str]:
    """Ids of the checks that come with kb."""
    folder = os.path.join(records_dir(), "checks")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return frozenset(name[:-5] for name in names if name.endswith(".json"))


def nearest(written: str, known: Iterable[str]) -> str | None:
    """The id that is spelt most like `written`, or None if none is near."""
    from rapidfuzz import fuzz, process

    best = process.extractOne(written, sorted(known), scorer=fuzz.ratio, score_cutoff=70)
    return best[0] if best else None


def id_problems(fields: Mapping[str, Any], key: str, file_name: str | None) -> Iterator[Problem]:
    """What is wrong with the id under `key`, which names the file if there is one."""
    written = fields.get(key)
    if not isinstance(written, str):
        return
    if not _KEBAB.fullmatch(written):
        mended = re.sub(r"[^a-z0-9]+", "-", written.lower()).strip("-")
        yield Problem(at((key,)), f"{shown(written)} is not in kebab-case", mended or None)
    elif file_name is not None and normalize(os.path.splitext(file_name)[0]) != written:
        message = f"the file is named {shown(file_name)} and holds {shown(written)}: name it {written}.json"
        yield Problem(at((key,)), message)


def choice(fields: Mapping[str, Any], steps: Steps, key: str, allowed: tuple[str, ...]) -> Iterator[Problem]:
    """Whether a string field is one of the values allowed."""
    written = fields.get(key)
    if isinstance(written, str) and written not in allowed:
        message = f"{shown(written)} is none of {', '.join(allowed)}"
        yield Problem(at((*steps, key)), message, nearest(written, allowed))


def each(fields: Mapping[str, Any], steps: Steps, key: str, expected: Mapping[str, str]) -> Iterator[Problem]:
    """What is wrong in the objects of a list field."""
    for index, item in enumerate(listed(fields, key)):
        if isinstance(item, dict):
            yield from field_problems(item, (*steps, key, index), expected)


def field_problems(fields: Mapping[str, Any], steps: Steps, expected: Mapping[str, str]) -> Iterator[Problem]:
    """Fields that are missing or of another kind than `expected` says."""
    for key, kind in expected.items():
        if key not in fields:
            yield Problem(at((*steps, key)), f"{key} is missing: expected {kind}")
        elif not _is(fields[key], kind):
            yield Problem(at((*steps, key)), f"expected {kind}, found {in_words(fields[key])}")


def _is(value: Any, kind: str) -> bool:
    if value is None:
        return kind.endswith("null")
    if kind.startswith(TEXT):
        return isinstance(value, dict)
    if kind in (STRING, "a string or null"):
        return isinstance(value, str) and bool(value.strip())
    if kind in (STRINGS, OBJECTS):
        wanted = str if kind == STRINGS else dict
        is_filled = bool(value) or kind == STRINGS
        return isinstance(value, list) and is_filled and all(isinstance(item, wanted) for item in value)
    if kind == ADDRESS:
        return isinstance(value, str) and value.startswith(("https://", "http://"))
    if kind == SNAKE:
        return isinstance(value, str) and bool(_SNAKE.fullmatch(value))
    if kind == VALUE:
        return is_pair(value) or is_number(value)
    if kind == CONDITIONS:
        return isinstance(value, dict) and all(isinstance(item, str) or is_number(item) for item in value.values())
    if kind in (WHOLE, POSITIVE):
        return is_number(value) and (value > 0 if kind == POSITIVE else isinstance(value, int))
    return isinstance(value, dict)
