"""The record's JSON Schema, and what it answers: what belongs at a place, in words, and which keys are known there.

Error messages come from the schema that is published, so they cannot disagree with it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from kb.jsonio import Steps
from kb.record import Record

Node = dict[str, Any]

_PATTERN_WORDS = {
    "date": 'a date "YYYY-MM-DD" (or "YYYY-MM", "YYYY")',
    "id": 'an id such as "KB-2025-0001" (letters, digits, dots, hyphens, underscores; at most 64)',
}


class _ReaderSchema(GenerateJsonSchema):
    """The schema for people: without titles that repeat the key and defaults that are never written into a record."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


@functools.cache
def json_schema() -> Node:
    """JSON Schema 2020-12 of a record, the same object at each call."""
    schema = Record.model_json_schema(by_alias=True, schema_generator=_ReaderSchema)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://incident-kb.invalid/schema/incident.schema.json",
        **schema,
    }


def node_at(steps: Steps) -> Node:
    """The schema of a place in a record; empty for a place that the schema does not list."""
    node: Node | None = json_schema()
    for step in steps:
        node = _child(node or {}, step)
    return node or {}


def known_keys(node: Node) -> list[str]:
    """Keys that the format knows at a place that holds an object."""
    return list(_object_of(node).get("properties", {}))


def objects(document: Any) -> Iterator[tuple[Steps, dict[str, Any], Node]]:
    """Every object of a record at a place that the schema lists, with that place's schema."""
    stack: list[tuple[Steps, Any, Node]] = [((), document, json_schema())]
    while stack:
        steps, value, node = stack.pop()
        if isinstance(value, dict):
            yield steps, value, node
            children: list[tuple[str | int, Any]] = list(value.items())
        elif isinstance(value, list):
            children = list(enumerate(value))
        else:
            continue
        for step, item in reversed(children):
            if isinstance(item, (dict, list)) and (child := _child(node, step)):
                stack.append(((*steps, step), item, child))


@functools.cache
def text_keys() -> frozenset[str]:
    """Keys whose value is a text in two languages."""
    parts = [json_schema(), *json_schema()["$defs"].values()]
    return frozenset(
        key
        for part in parts
        for key, node in part["properties"].items()
        if {_ref(option) for option in _options(node)} & {"Text", "Detection"}
    )


def expected(steps: Steps) -> str:
    """What belongs at a place, in words: `a list of strings`, `a string or null`."""
    return _words(node_at(steps), steps)


def example(steps: Steps, given: Any) -> str | None:
    """What was meant at a place, ready to paste, if it can be told from what stands there."""
    node = node_at(steps)
    options = _options(node)
    types = {option.get("type") for option in options}
    refs = {_ref(option) for option in options}
    if given is None and "array" in types:
        return "[]"
    if isinstance(given, str):
        quoted = '"' + given.replace('"', '\\"') + '"'
        if refs & {"Text", "Detection"}:
            return f'{{"en": {quoted}}}'
        if "array" in types:
            return f"[{quoted}]"
        if types & {"number", "integer"} and _is_number(given):
            return given.strip()
    if isinstance(given, (int, float)) and not isinstance(given, bool) and "string" in types:
        return f'"{given}"' if abs(given) < 1e15 else None
    return None


def _words(node: Node, steps: Steps = ()) -> str:
    words = dict.fromkeys(_option_words(option, steps) for option in _options(node))
    if "a number" in words:
        words.pop("a whole number", None)
    return " or ".join(words)


def _option_words(node: Node, steps: Steps) -> str:
    ref = _ref(node)
    if ref in ("Text", "Detection"):
        return 'a text {"en": "...", "ko": "..."}'
    if ref:
        required = json_schema()["$defs"][ref].get("required") or known_keys(node)[:3]
        return "an object with " + ", ".join(required)
    if "enum" in node:
        return "one of " + ", ".join(str(value) for value in node["enum"])
    if "pattern" in node:
        return _PATTERN_WORDS["date" if steps == ("date",) else "id"]
    kind = node.get("type")
    if kind == "array":
        return "a list of " + _plural(node.get("items", {}))
    if kind == "string":
        return "a string of 1 to 100 characters" if node.get("minLength") else "a string"
    return {"integer": "a whole number", "number": "a number", "boolean": "true or false", "null": "null"}.get(
        str(kind), "an object"
    )


def _plural(node: Node) -> str:
    options = _options(node)
    if any("pattern" in option for option in options):
        return "ids"
    if all(option.get("type") == "string" for option in options):
        return "strings"
    return "objects" if any(_ref(option) for option in options) else "values"


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < float("inf")
    except ValueError:
        return False


def _options(node: Node) -> list[Node]:
    return list(node["anyOf"]) if "anyOf" in node else [node]


def _ref(node: Node) -> str:
    return str(node.get("$ref", "")).rpartition("/")[2]


def _object_of(node: Node) -> Node:
    for option in _options(node):
        resolved: Node = json_schema()["$defs"][_ref(option)] if _ref(option) else option
        if "properties" in resolved:
            return resolved
    return {}


def _child(node: Node, step: str | int) -> Node | None:
    if isinstance(step, int):
        for option in _options(node):
            if option.get("type") == "array":
                items: Node = option.get("items", {})
                return items
        return None
    child: Node | None = _object_of(node).get("properties", {}).get(step)
    return child
