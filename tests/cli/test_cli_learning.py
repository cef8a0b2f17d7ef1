"""`kb train` and `kb eval` on a small store: what they print, keep, and refuse."""

from __future__ import annotations

import json

import pytest
from cli_running import execute, fixture_records, run

from kb import learned
from kb.cli.train import FEWEST_IMPORTED, is_due
from kb.engine import Engine
from kb.index import INDEX_VERSION
from kb.store.writer import open_writer


def own_records(count: int) -> list[dict]:
    """Records of the user's own, all different."""
    return [
        {"id": f"OPS-2024-{number:04}", "title": {"en": f"Outage {number}"}, "date": "2024-05-01"}
        for number in range(count)
    ]


def test_training_is_kept_and_used(own_data):
    done = run("train", "--json")
    assert (done.code, set(done.json)) == (0, {learned.LEXICON, learned.LABELS})
    assert "too few records to fit the ranking (5)" in done.err
    with Engine.open() as engine:
        assert engine.trained.at
        assert engine.reader.learned(learned.LEXICON)
        assert engine.reader.learned(learned.RANKING) is None
        assert not is_due(engine)
    assert run("match", stdin=b"Xid 79").code in (0, 1)


def test_doctor_tells_whether_a_store_was_trained(own_data):
    def told(*words: str) -> dict:
        (row,) = [row for row in run("doctor", *words, "--json").json if row["name"] == "learned"]
        return row

    assert told()["seen"].startswith("as shipped")
    run("train")
    assert told()["seen"].startswith("trained on 5 records, at revision ")
    assert told()["state"] == "ok"
    execute(
        own_data / "kb.db", f"UPDATE meta SET value = replace(value, ' {INDEX_VERSION}', ' 1') WHERE key = 'learned'"
    )
    assert (told()["state"], told()["advice"]) == ("warn", "Train it anew: kb train")
    assert "다른 릴리스" in run("doctor", "--lang", "ko").text


@pytest.mark.parametrize(("language", "told"), [("en", "translations"), ("ko", "번역 사전")])
def test_training_is_told_in_both_languages(own_data, language, told):
    assert told in run("train", "--lang", language).text


def test_own_queries_are_measured(home):
    first = fixture_records()[0]
    queries = home / "queries.jsonl"
    lines = [
        {"text": first["symptoms_text"]["en"], "relevant": [first["id"]]},
        {"text": "Whisk the eggs.", "relevant": []},
    ]
    queries.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    found = run("eval", "--labelled", "queries.jsonl", "--json").json
    assert found["retrieval"]["mrr"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 1}
    assert found["false_confidence"]["value"] == 0.0
    text = run("eval", "--labelled", "queries.jsonl").text
    assert "recall at 1" in text
    assert "n 1" in text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "the input is empty"),
        ("{", "line 1: not JSON"),
        ("[]", "line 1: no labelled query"),
        ('{"text": "a"}', "line 1: no labelled query"),
        ('{"text": 1, "relevant": []}', "line 1: no labelled query"),
        ('{"text": "a", "relevant": [1]}', "line 1: an id is no text"),
    ],
)
def test_what_is_no_labelled_query_is_refused(home, line, told):
    (home / "queries.jsonl").write_text(line + "\n", encoding="utf-8")
    done = run("eval", "--labelled", "queries.jsonl")
    assert (done.code, done.out) == (2, b"")
    assert told in done.err
    assert done.err.count("\n") == 1


def test_an_import_that_changes_much_says_that_training_is_due(own_data, home):
    (home / "few.json").write_text(json.dumps(own_records(3)), encoding="utf-8")
    assert "kb train" not in run("import", "few.json").err
    (home / "many.json").write_text(json.dumps(own_records(FEWEST_IMPORTED)), encoding="utf-8")
    assert "`kb train`" in run("import", "many.json").err


@pytest.mark.parametrize(
    ("records", "version", "due"),
    [
        (5, INDEX_VERSION, False),
        (50, INDEX_VERSION, True),
        (5, INDEX_VERSION - 1, True),
    ],
)
def test_training_is_due_when_records_or_tokens_have_changed(own_data, records, version, due):
    with Engine.open() as engine, open_writer(engine.url) as writer:
        writer.replace_learned({}, records=records, version=version)
    with Engine.open() as engine:
        assert is_due(engine) == due
