"""Whatever the format of a record admits comes out of the store, and of each lossless export, as it went in."""

from __future__ import annotations

import json
import operator
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb import export
from kb.importers.documents import LoadedDocument
from kb.importers.transfer import import_documents
from kb.lint.schema import json_schema
from kb.record import Record
from kb.store.reader import open_reader

SCHEMA = json_schema()
TEXT_CHARACTERS = st.characters(exclude_categories=["Cs"])
TEXT = st.text(TEXT_CHARACTERS)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def of_schema(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """A strategy for what a JSON Schema of this format admits: the keywords are those that occur in it."""
    if "$ref" in schema:
        return of_schema(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of([of_schema(choice) for choice in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "pattern" in schema:
        return st.from_regex(schema["pattern"].replace("$", r"\Z"))
    match schema.get("type"):
        case "object":
            return of_object(schema)
        case "array":
            return st.lists(of_schema(schema["items"]), max_size=3)
        case "string":
            return st.text(TEXT_CHARACTERS, min_size=schema.get("minLength", 0), max_size=schema.get("maxLength"))
        case "integer":
            return st.integers()
        case "number":
            return st.floats(allow_nan=False, allow_infinity=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case None:
            return ANY_JSON
    raise NotImplementedError(schema)


def of_object(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with the required fields, some of the others, and fields that the format does not know."""
    optional = {name: of_schema(field) for name, field in schema["properties"].items()}
    required = {name: optional.pop(name) for name in schema.get("required", [])}
    unknown = st.dictionaries(TEXT.filter(lambda key: key not in schema["properties"]), ANY_JSON, max_size=2)
    return st.builds(operator.or_, st.fixed_dictionaries(required, optional=optional), unknown)


RECORDS = of_object(SCHEMA)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/kb.db"


def same(one: Any, other: Any) -> bool:
    """Equal, and 1, 1.0 and true told apart."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(document=RECORDS)
def test_any_record_survives_import_and_export(url: str, document: dict[str, Any]) -> None:
    Record.parse(document)
    report = import_documents(url, [LoadedDocument("-", "", json.loads(json.dumps(document)), ())], force=True)
    assert not report.rejected
    with open_reader(url) as reader:
        held = list(reader.documents([document["id"]]).values())
    assert same(held, [document])
    assert same(json.loads("".join(export.pieces(held, "json"))), document)
    assert same([json.loads(line) for line in "".join(export.pieces(held, "jsonl")).split("\n")[:-1]], held)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(found=st.lists(RECORDS, max_size=3))
def test_every_format_takes_any_records(found: list[dict[str, Any]]) -> None:
    for form in export.FORMATS:
        for language in (None, "en", "ko"):
            text = "".join(export.pieces(iter(found), form, language))
            assert text.encode().decode() == text
            assert not any(char in text for char in "\x1b\x9b\u202e\x00")
