"""`kb triage` without a terminal: answers as words, from a file, on standard input; resumed; drafted."""

from __future__ import annotations

import json
import os

import pytest
from cli_running import run

XID = b"Jun 20 03:12:44 gpu-17 kernel: NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.\n"


@pytest.fixture(autouse=True)
def alert(own_data, home):
    """The input as a file; sessions are kept in the test's own data directory."""
    (home / "alert.txt").write_bytes(XID)


def test_the_first_check_is_shown_with_its_readings():
    ran = run("triage", "alert.txt")
    assert ran.code == 0
    assert "$ lspci -s 0000:1b:00 && nvidia-smi -L" in ran.text
    assert "1. It is listed by both" in ran.text
    assert "kb triage --resume" in ran.err


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_conversation(golden, language):
    ran = run("triage", "alert.txt", "--answers", "why,2,undo,skip,other", "--lang", language)
    golden(f"triage.{language}.txt", ran.out)


def test_answers_that_are_not_needed_any_more_are_told(home):
    decided = run("triage", "alert.txt", "--answers", ",".join(["2"] * 9))
    assert "kb: answers that were not needed any more: 2" in decided.err
    assert "needed" not in run("triage", "alert.txt", "--answers", "skip").err


@pytest.mark.parametrize("language", ["en", "ko"])
def test_where_the_session_cannot_be_kept_it_goes_on_and_says_so_once(own_data, language):
    (own_data / "sessions").write_text("no folder", encoding="utf-8")
    ran = run("triage", "alert.txt", "--answers", "2", "--lang", language)
    kept = run("triage", "alert.txt", "--answers", "2", "--json")
    assert ran.code == kept.code == 0
    assert kept.json["state"] == "decided"
    assert ran.err.count("\n") == 1
    assert ("세션을 저장할 수 없어" if language == "ko" else "the session cannot be saved in") in ran.err
    assert "--resume" not in ran.err


def test_a_reading_decides(home):
    ran = run("triage", "alert.txt", "--answers", "2,2", "--json").json
    assert ran["state"] == "decided"
    assert ran["next"] is None
    assert ran["answers"][0] == {"check": "gpu-on-the-bus", "answer": "2"}
    assert max(ran["hypotheses"], key=lambda item: item["probability"])["root_cause"] == "hardware-failure"
    assert sum(item["probability"] for item in ran["hypotheses"]) == pytest.approx(1.0, abs=1e-3)


def test_answers_come_from_words_a_file_or_standard_input(home):
    (home / "answers.txt").write_text("skip  # not at hand\nother\n", encoding="utf-8")
    given = [
        run("triage", "alert.txt", "--answers", "skip,other", "--json").json,
        run("triage", "alert.txt", "--answers", "answers.txt", "--json").json,
        run("triage", "alert.txt", "--json", stdin=b"skip\nother\n").json,
    ]
    assert given[0]["answers"][1]["answer"] == "other"
    for ran in given:
        ran.pop("session")
    assert given[0] == given[1] == given[2]


def test_a_session_goes_on_where_it_stood(home):
    first = run("triage", "alert.txt", "--answers", "skip", "--json").json
    resumed = run("triage", "--resume", "--answers", "other", "--json").json
    assert resumed["session"] == first["session"]
    assert [item["answer"] for item in resumed["answers"]] == ["skip", "other"]
    again = run("triage", "--resume", first["session"], "--answers", "undo,undo", "--json").json
    assert again["answers"] == []


def test_each_answer_is_saved_before_the_next_is_taken(home):
    ran = run("triage", "alert.txt", "--answers", "skip,nonsense", "--json")
    assert ran.code == 2
    assert "is no answer" in ran.err
    assert [item["answer"] for item in run("triage", "--resume", "--json").json["answers"]] == ["skip"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--resume", "nothing"), "there is no session 'nothing'"),
        (("alert.txt", "--resume"), "there is no session 'alert.txt'"),
        (("missing.txt",), "missing.txt does not exist"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(words, message):
    run("triage", "alert.txt", "--answers", "skip")
    if "--resume" in words and words[0] == "alert.txt":
        words = ("--resume", "alert.txt")
    ran = run("triage", *words)
    assert ran.code == 2
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


def test_an_input_that_nothing_explains_has_no_check():
    ran = run("triage", stdin=b"Whisk the eggs with sugar until pale.")
    assert ran.code == 0
    assert "none of these" in ran.text


def test_a_draft_is_imported_and_stays_visibly_unreviewed(home):
    secret = XID + b"retrying with token=ghp_0123456789abcdefghijABCDEFGHIJ012345\n"
    (home / "alert.txt").write_bytes(secret)
    ran = run("triage", "alert.txt", "--answers", "2,2", "--draft", "OPS-7.json")
    assert ran.code == 0, ran.err
    draft = json.loads((home / "OPS-7.json").read_text(encoding="utf-8"))
    assert "ghp_0123" not in (home / "OPS-7.json").read_text(encoding="utf-8")
    assert (draft["id"], draft["review"]["written_by"], draft["root_cause"]) == ("OPS-7", "draft", "hardware-failure")
    listed = run("validate", "OPS-7.json")
    assert (listed.code, "KB024" in listed.text, "KB026" in listed.text) == (0, True, True)
    assert run("import", "OPS-7.json").code == 0
    for words in (("show", "OPS-7"), ("list",), ("match", "alert.txt"), ("match", "alert.txt", "--format", "markdown")):
        assert "draft, not reviewed" in run(*words).text
    matches = run("match", "alert.txt", "--json").json["matches"]
    assert next(match for match in matches if match["id"] == "OPS-7")["review"] == "draft"
    assert run("triage", "--resume", "--draft", "OPS-7.json").code == 2


def test_a_record_is_made_from_the_last_session(home):
    run("triage", "alert.txt", "--answers", "1")
    assert run("new", "OPS-8", "--from-session").json["review"]["written_by"] == "draft"
    assert run("new", "OPS-8", "--from-session", "--output", ".").code == 0
    assert os.path.exists("OPS-8.json")
    assert run("new", "OPS-9", "--from-session", "nothing").code == 2
