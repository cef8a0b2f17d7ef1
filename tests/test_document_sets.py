"""The script that measures kb and its peers on document sets: it runs what `kb match` runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "evaluate.py"
DATA = {
    "docs": [
        {"id": "a", "text": "The certificate of the gateway expired at midnight and every handshake failed."},
        {"id": "b", "text": "Loss spiked at step 4000 and the gradient norm rose before it diverged."},
        {"id": "c", "title": "Disk full", "text": "The database refused writes because its volume was full."},
    ],
    "queries": [
        {"id": "1", "text": "handshake failed, certificate expired", "rel": ["a"]},
        {"id": "2", "text": "loss spiked and diverged, gradient norm up", "rel": ["b"]},
        {"id": "c", "text": "the volume of the database is full", "rel": ["a"]},
    ],
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory) -> list[dict]:
    path = tmp_path_factory.mktemp("sets") / "small.json"
    path.write_text(json.dumps(DATA), encoding="utf-8")
    command = [sys.executable, str(SCRIPT), str(path), "--methods", "kb,tfidf,fts5,rapidfuzz"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_method_is_measured_on_the_same_queries(printed):
    assert [(row["method"], row["n"]) for row in printed] == [
        (name, 3) for name in ("kb", "tfidf", "fts5", "rapidfuzz")
    ]


def test_what_is_asked_in_its_own_words_is_found_and_a_query_does_not_find_itself(printed):
    kb = printed[0]
    assert 2 / 3 <= kb["recall_at_1"] < 1
    assert kb["mrr"] >= kb["recall_at_1"]


def test_a_file_that_is_no_set_is_told(tmp_path):
    path = tmp_path / "none.json"
    path.write_text("[]", encoding="utf-8")
    done = subprocess.run([sys.executable, str(SCRIPT), str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "is no document set" in done.stderr
