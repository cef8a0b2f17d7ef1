"""`scripts/count_records.py` counts what stands in the files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_golden import script


@pytest.fixture
def folders(tmp_path):
    def write(name: str, document: object) -> None:
        path = tmp_path / "records" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document), encoding="utf-8")

    both = {"en": "a", "ko": "가"}
    first = {"id": "A-1", "title": both, "date": "2024", "related": ["A-2"], "review": {"reviewed_at": "2024-01-01"}}
    first["diagnosis"] = [{"check": both, "check_id": "c-1"}, {"check": both, "check_id": "gone"}, {"check": both}]
    second = {"id": "A-2", "title": both, "date": "2024", "related": [{"id": "A-1", "kind": "recurrence"}]}
    second |= {"recurrence_of": "A-1", "lessons": {"en": "b"}, "review": {"reviewed_at": None}}
    write("incidents/2024/A-1.json", first)
    write("incidents/2024/A-2.json", second)
    write("TEMPLATE.json", first)
    for name in ("c-1", "c-2"):
        write(f"checks/{name}.json", {"id": name, "readings": []})
    write("baselines/g.json", {"group": "g", "baselines": [{"id": "x"}, {"id": "y"}]})
    write("baselines/f.json", {"id": "f", "quantity": "interval"})
    write("vocabulary/symptoms.json", {"vocabulary": "symptoms", "terms": [{"id": "hang"}]})
    (tmp_path / "golden").mkdir()
    for name in ("A-1.log.txt", "A-1.chat.txt", "notes.md"):
        (tmp_path / "golden" / name).touch()
    return str(tmp_path / "records"), str(tmp_path / "golden")


def test_counts(folders):
    assert script("count_records").count(*folders)._asdict() == {
        "records": 2,
        "reviewed": 1,
        "bilingual": 1,
        "steps": 3,
        "steps_linked": 1,
        "checks": 2,
        "checks_linked": 1,
        "baselines": 2,
        "formulas": 1,
        "terms": {"symptoms": 1},
        "links": 1,
        "recurrences": 1,
        "golden": {"chat": 1, "log": 1},
        "without_input": ["A-2"],
    }


def test_table_names_what_is_missing(folders):
    module = script("count_records")
    assert "no golden input: A-2" in module.text(module.count(*folders))


def test_shipped_records_are_counted_like_the_files():
    module = script("count_records")
    root = Path(module.ROOT)
    counts = module.count(str(root / "records"), str(root / "tests" / "golden"))
    assert counts.records == len(list((root / "records" / "incidents").rglob("*.json")))
    assert counts.checks == len(list((root / "records" / "checks").glob("*.json")))
    assert set(counts.terms) == {
        path.stem.replace("-", "_") for path in (root / "records" / "vocabulary").glob("*.json")
    }
    assert counts.without_input == []
