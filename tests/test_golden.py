"""Each record is found by the raw input that it ships with: `tests/golden/<id>.<format>.txt`."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from kb.config import records_dir
from kb.engine import Engine

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "golden"
RANK_1_SHARE = 0.9
"""Least share of the inputs whose record is first."""

FIRST_RECORDS = frozenset(
    """KB-2018-0001 KB-2019-0007 KB-2020-0001 KB-2020-0008 KB-2021-0006 KB-2021-0009 KB-2021-0014 KB-2021-0019
    KB-2022-0004 KB-2022-0005 KB-2022-0006 KB-2022-0009 KB-2022-0017 KB-2022-0018 KB-2023-0008 KB-2023-0013
    KB-2023-0015 KB-2024-0022 KB-2025-0004 KB-2025-0007 KB-2025-0019 KB-2025-0021 KB-2026-0015 KB-2026-0019""".split()
)
"""A small store of very different cases: there every one of them comes first."""


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def ranks(shipped_store):
    with Engine.open(str(shipped_store)) as engine:
        return script("golden_ranks").golden_ranks(str(FOLDER), engine, depth=6)


def test_nine_in_ten_records_come_first(ranks):
    later = [f"{row.id}.{row.format} rank {row.rank}" for row in ranks if row.rank != 1]
    share = 1 - len(later) / len(ranks)
    assert share >= RANK_1_SHARE, f"{share:.1%} of {len(ranks)} inputs find their record first; not: {', '.join(later)}"


def test_all_records_are_among_the_first_five(ranks):
    assert not [f"{row.id}.{row.format} rank {row.rank}" for row in ranks if not 1 <= row.rank <= 5]


def test_every_record_has_an_input_and_every_input_a_record():
    records = {path.stem for path in Path(records_dir(), "incidents").rglob("*.json")}
    inputs = Counter(name.split(".")[0] for name in os.listdir(FOLDER) if name.endswith(".txt"))
    assert records == set(inputs)


def test_in_a_small_store_every_record_comes_first(tmp_path, monkeypatch):
    records, inputs = tmp_path / "records", tmp_path / "golden"
    shutil.copytree(Path(records_dir(), "vocabulary"), records / "vocabulary")
    inputs.mkdir()
    for record_id in FIRST_RECORDS:
        (source,) = Path(records_dir(), "incidents").rglob(f"{record_id}.json")
        target = records / "incidents" / source.parent.name
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
        for raw in FOLDER.glob(f"{record_id}.*.txt"):
            shutil.copy(raw, inputs)
    monkeypatch.setattr("kb.config.records_dir", lambda: str(records))
    with Engine.open(str(tmp_path / "kb.db")) as engine:
        found = script("golden_ranks").golden_ranks(str(inputs), engine)
    assert len(found) == len(FIRST_RECORDS) == 24
    assert [f"{row.id} rank {row.rank}" for row in found if row.rank != 1] == []
