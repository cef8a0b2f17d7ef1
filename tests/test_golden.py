"""Each record is found by the raw input that it ships with: `tests/golden/<id>.<format>.txt`."""

from __future__ import annotations

import importlib.util
import os
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
RANK_5_SHARE = 0.97
"""Least share of the inputs whose record is among the first five. The aim is all of them."""


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
        return script("golden_ranks").golden_ranks(str(FOLDER), engine)


def test_nine_in_ten_records_come_first(ranks):
    later = [f"{row.id}.{row.format} rank {row.rank}" for row in ranks if row.rank != 1]
    share = 1 - len(later) / len(ranks)
    assert share >= RANK_1_SHARE, f"{share:.1%} of {len(ranks)} inputs find their record first; not: {', '.join(later)}"


def test_records_are_among_the_first_five(ranks):
    missed = [f"{row.id}.{row.format} rank {row.rank}" for row in ranks if not 1 <= row.rank <= 5]
    share = 1 - len(missed) / len(ranks)
    assert share >= RANK_5_SHARE, (
        f"{share:.1%} of {len(ranks)} inputs find their record in five; not: {', '.join(missed)}"
    )


def test_every_record_has_an_input_and_every_input_a_record():
    records = {path.stem for path in Path(records_dir(), "incidents").rglob("*.json")}
    inputs = Counter(name.split(".")[0] for name in os.listdir(FOLDER) if name.endswith(".txt"))
    assert records == set(inputs)
