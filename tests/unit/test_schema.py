"""The published schema: generated, described throughout, and true of what is shipped."""

from __future__ import annotations

import glob
import importlib.util
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest

from kb import config, lint
from kb.lint.schema import json_schema

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORDS = sorted(glob.glob(os.path.join(config.records_dir(), "incidents", "*", "*.json")))
TEMPLATE = os.path.join(config.records_dir(), "TEMPLATE.json")


def load(path: str) -> Any:
    with open(path, encoding="utf-8") as file:
        return json.load(file)


@pytest.fixture(scope="module")
def write_schema() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_schema", os.path.join(ROOT, "scripts", "write_schema.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def properties() -> Iterator[tuple[str, dict[str, Any]]]:
    schema = json_schema()
    for name, part in {"Record": schema, **schema["$defs"]}.items():
        yield name, part
        for key, node in part["properties"].items():
            yield f"{name}.{key}", node


def test_schema_is_valid_and_up_to_date(write_schema: ModuleType) -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())
    assert write_schema.main(["--check"]) == 0
    assert load(os.path.join(config.records_dir(), "schema", "incident.schema.json")) == json_schema()


def test_check_tells_a_difference(write_schema: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "schema.json"
    assert write_schema.main(["--check", "--path", str(path)]) == 1
    assert write_schema.main(["--path", str(path)]) == 0
    assert write_schema.main(["--check", "--path", str(path)]) == 0
    path.write_text(path.read_text().replace("One past incident.", "Something else."))
    assert write_schema.main(["--check", "--path", str(path)]) == 1
    assert '+  "description": "One past incident."' in capsys.readouterr().out


@pytest.mark.parametrize(("name", "node"), properties(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_property_at_every_level_is_described(name: str, node: dict[str, Any]) -> None:
    assert node["description"].strip().endswith((".", "`")), name
    assert "default" not in node


@pytest.mark.parametrize("path", [*RECORDS, TEMPLATE], ids=os.path.basename)
def test_shipped_record_is_valid(path: str) -> None:
    validator = jsonschema.Draft202012Validator(json_schema())
    assert [error.message for error in validator.iter_errors(load(path))] == []


@pytest.mark.parametrize("path", RECORDS, ids=os.path.basename)
def test_shipped_record_passes_the_strict_checks(path: str) -> None:
    name = os.path.basename(path)
    found = lint.check_record(load(path), file_name=name, path=name, strict=True)
    assert [finding for finding in found if finding.severity == lint.ERROR] == []


def test_template_lacks_nothing_but_words_of_ones_own() -> None:
    assert {finding.code for finding in lint.check_record(load(TEMPLATE), strict=True)} == {"KB033"}


def test_schema_and_checks_agree_on_broken_shapes() -> None:
    validator = jsonschema.Draft202012Validator(json_schema())
    template = load(TEMPLATE)
    for change in ({"symptoms": 7}, {"date": 3}, {"title": None}, {"severity": ""}, {"id": "a b"}, {"sources": [{}]}):
        document = template | change
        assert not validator.is_valid(document)
        assert any(finding.severity == lint.ERROR for finding in lint.check_record(document))
