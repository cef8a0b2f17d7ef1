"""A session of triage: answers, taking them back, when it ends, the file it is kept in, the draft it becomes."""

from __future__ import annotations

import json
import math
import os
import stat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import lint, sessions, triage
from kb.diagnose.answered import Answered
from kb.diagnose.checks import Check, Made, Reading
from kb.diagnose.hypotheses import Hypothesis, Prior
from kb.drafting import draft
from kb.errors import NotFoundError, UsageError
from kb.neutral import Neutral
from kb.render.layout import Paint
from kb.render.triage import history, to_text
from kb.triage import DECIDED, EXHAUSTED, OPEN, Session, Step, outlooks

GPU, STORE, NONE = (
    Hypothesis(
        "hardware-failure",
        ("gpu",),
        0.4,
        ("KB-1",),
        (Prior(3, 20, "ai-infra"), Prior(1, 9, "ai-infra", "https://x.example")),
    ),
    Hypothesis("capacity", ("shared-filesystem",), 0.3, ("KB-2", "KB-3")),
    Hypothesis("", (), 0.3),
)


def text(word: str) -> dict[str, str]:
    return {"en": word, "ko": f"{word} 결과"}


def check(name: str, *readings: tuple[list[str], list[str]], relevance: float = 0.9, risk: str = "read-only") -> Check:
    told = tuple(Reading(text(f"{name} {number}"), *terms) for number, terms in enumerate(readings, 1))
    made = (Made("KB-1", 2, {"check": text("x"), "finding": text("y")}),)
    source = {"url": "https://ops.example.com/x", "date": None}
    return Check(name, text(name), f"run {name}", {}, risk, 5, {}, {}, told, made, (source,), relevance, 0.0, 0.0)


BUS = check("bus", (["gpu", "hardware-failure"], ["capacity"]), ([], ["hardware-failure"]))
DISK = check("disk", (["shared-filesystem", "capacity"], ["hardware-failure"]), ([], ["capacity"]), relevance=0.5)
STEP = check("KB-2#diagnosis/1", (["capacity"], []), relevance=0.2)


@pytest.fixture
def session() -> Session:
    return Session(
        "20260131-090000-abcdef01", "2026-01-31T09:00:00Z", "en", "text:en", "Throughput fell from 14k to 6k tokens/s",
        ({"kind": "code", "text": "Xid 79"},), ("gpu-lost",), "ai-infra", (GPU, STORE, NONE), (BUS, DISK, STEP),
    )  # fmt: skip


def chances(session: Session) -> dict[str, float]:
    return {item.root_cause: item.probability for item in session.now}


def test_an_answer_moves_the_probabilities_and_the_next_check_is_another(session):
    assert session.open_checks[0].id == "bus"
    after = session.answered("1")
    assert chances(after)["hardware-failure"] > 0.4
    assert chances(after)["capacity"] < 0.05
    assert "bus" not in [item.id for item in after.open_checks]
    assert session.steps == ()


def test_a_session_ends_when_one_explanation_is_beyond_doubt_and_not_before_a_check(session):
    chances = (0.98, 0.01, 0.01)
    told = [item._replace(probability=chance) for item, chance in zip((GPU, STORE, NONE), chances, strict=True)]
    sure = session._replace(hypotheses=tuple(told))
    assert sure.state == OPEN
    after = sure.answered("1")
    assert (after.state, after.leading.root_cause) == (DECIDED, "hardware-failure")
    against = sure.answered("other")
    assert (against.state, against.leading.root_cause) == (OPEN, "hardware-failure")
    assert against.leading.probability > triage.DECIDED_AT


def test_a_session_ends_when_nothing_separates_any_more(session):
    after = session.answered("skip").answered("skip").answered("skip")
    assert (after.state, after.open_checks) == (EXHAUSTED, ())
    with pytest.raises(UsageError, match="no check is open"):
        after.answered("1")


def test_skipping_changes_no_probability_and_other_speaks_against_what_was_expected(session):
    assert chances(session.answered("skip")) == chances(session)
    after = session.answered("other")
    assert chances(after)["hardware-failure"] < chances(session)["hardware-failure"]


@pytest.mark.parametrize("word", ["0", "3", "-1", "yes", "", "1.0", "²", "١"])
def test_a_word_that_is_no_answer_is_refused(session, word):
    with pytest.raises(UsageError, match="is no answer"):
        session.answered(word)


def test_there_is_nothing_to_take_back_at_the_start(session):
    with pytest.raises(UsageError, match="no answer to take back"):
        session.answered("undo")


@given(st.lists(st.sampled_from(["1", "2", "other", "skip"]), max_size=3), st.data())
@settings(max_examples=60)
def test_undo_gives_the_session_before_and_probabilities_always_sum_to_one(words, data):
    now = Session("s", "2026-01-31T09:00:00Z", "en", "", "", (), (), "", (GPU, STORE, NONE), (BUS, DISK, STEP))
    for word in words:
        if not now.open_checks or (word == "2" and len(now.open_checks[0].readings) < 2):
            continue
        after = now.answered(word)
        assert math.isclose(sum(item.probability for item in after.now), 1.0, abs_tol=1e-9)
        assert after.answered("undo") == now
        assert sessions.from_json(json.loads(json.dumps(sessions.to_json(after)))) == after
        now = after


def test_outlooks_are_what_would_follow(session):
    found = outlooks(session, BUS)
    assert [item.answer for item in found] == ["1", "2", "other"]
    assert math.isclose(sum(item.probability for item in found), 1.0, abs_tol=1e-9)
    assert found[0].hypotheses[0].root_cause == "hardware-failure"
    for place, outlook in enumerate(found):
        expected = session._replace(steps=(Step("bus", ["1", "2", "other"][place]),)).now
        assert sorted(outlook.hypotheses) == sorted(expected)


def test_a_saved_session_is_read_back_as_the_same_by_its_owner_only(session, tmp_path, monkeypatch):
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path))
    with pytest.raises(NotFoundError, match="no session to resume"):
        sessions.load()
    path = sessions.save(session.answered("1"))
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert sessions.load() == sessions.load(session.id) == session.answered("1")
    with pytest.raises(NotFoundError, match="there is no session"):
        sessions.load("../../etc/passwd")


@pytest.mark.parametrize(
    "damage",
    [
        {"known": [{"id": "a", "title": {}, "reading": {}}]},
        {"known": [{"id": "a", "title": {}, "reading": {"text": {}, "points_to": 7, "rules_out": []}}]},
        {"hypotheses": []},
        {"steps": [{"check": "bus", "answer": "99"}]},
        {"steps": [{"check": "nothing", "answer": "1"}]},
    ],
)
def test_a_part_of_another_kind_makes_it_no_session(session, tmp_path, monkeypatch, damage):
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path))
    path = sessions.save(session)
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(kept | damage, file)
    with pytest.raises(UsageError, match="is no session"):
        sessions.load()


@pytest.mark.parametrize("damage", ["", "{}", "[]", "null", '{"id": 1}'])
def test_a_damaged_session_is_refused_in_one_line(session, tmp_path, monkeypatch, damage):
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path))
    path = sessions.save(session)
    with open(path, "w", encoding="utf-8") as file:
        file.write(damage)
    with pytest.raises(UsageError, match="is no session"):
        sessions.load()


def test_what_the_input_told_is_shown_first_and_kept(session, tmp_path, monkeypatch):
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path))
    told = Answered("xid", text("Xid codes"), Reading(text("hardware code"), ["gpu"], ["software-bug"]))
    knowing = session._replace(known=(told, Answered("ecc", text("ECC"), None)))
    shown = history(knowing, "en", 100)
    assert "known: Xid codes → hardware code → points to" in shown
    assert "ECC" not in shown
    assert history(session, "en", 100) == ""
    path = sessions.save(knowing)
    assert sessions.load(knowing.id) == knowing
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)
    del kept["known"]
    assert sessions.from_json(kept) == session, "sessions that an earlier release kept are read, too"


def test_a_draft_is_a_record_and_the_checks_list_what_it_lacks(session):
    made = draft(session.answered("1"), "OPS-1")
    found = lint.check_record(made, file_name="OPS-1.json")
    assert not [item for item in found if item.severity == "error"]
    listed = {(item.code, item.pointer) for item in found}
    asked = {"/org", "/components", "/summary", "/sources"}
    assert listed == {("KB024", "/symptoms_text/ko"), *(("KB026", pointer) for pointer in asked)}


def test_a_draft_tells_what_was_checked_and_found(session):
    after = session.answered("1").answered("skip")
    made = draft(session._replace(steps=after.steps), "OPS-1")
    assert made["review"] == {"written_by": "draft", "reviewed_at": None, "reviewed_by": None}
    (step,) = made["diagnosis"]
    assert (step["check_id"], step["command"], step["finding"]) == ("bus", "run bus", text("bus 1"))
    assert (step["points_to"], step["rules_out"]) == (["gpu", "hardware-failure"], ["capacity"])
    assert made["title"] == {
        "en": "Draft: GPU lost (Xid 79), cause not found",
        "ko": "초안: GPU 유실 (Xid 79), 원인 미확인",
    }
    assert made["symptoms_text"] == {"en": "Throughput fell from 14k to 6k tokens/s"}


def test_a_draft_of_an_undecided_session_claims_no_cause(session):
    made = draft(session, "OPS-1")
    assert (made["root_cause"], made["components"], made["diagnosis"]) == ("unknown", [], [])


LOG = """Jan 31 09:00:01 gpu-a07.train.corp kernel: NVRM: Xid (PCI:0000:1b:00): 79, pid=812, GPU has fallen off the bus.
node12:3412:3599 [3] net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer 10.0.3.12<42123> with status=12
Back on gpu-a07.train.corp since 09:12, link 0000:1b:00.0 up, NCCL 2.18.3 against 10.0.3.12 and fe80::1ff:fe23:4567"""


def test_a_draft_names_no_machine_and_no_address(session):
    signature = ({"kind": "log", "text": LOG.splitlines()[1]}, {"kind": "code", "text": "Xid (PCI:0000:1b:00): 79"})
    begun = session._replace(text=LOG, signature=signature)
    bus = begun.checks[0]._replace(command="ssh gpu-a07.train.corp lspci")
    made = draft(begun._replace(checks=(bus, *begun.checks[1:])).answered("1"), "OPS-1")
    whole = json.dumps(made, ensure_ascii=False)
    for name in ("gpu-a07", "node12", "10.0.3.12", "fe80", "corp"):
        assert name not in whole
    seen = made["symptoms_text"]["en"]
    assert seen.count("node-1") == 2
    assert seen.count("address-1") == 2
    assert "0000:1b:00.0" in seen
    assert "NCCL 2.18.3" in seen
    assert "node-2" in made["signature"][0]["text"]
    assert made["diagnosis"][0]["command"] == "ssh node-1 lspci"
    assert "KB031" not in {item.code for item in lint.check_record(made, file_name="OPS-1.json")}


@given(st.text(max_size=200))
def test_neutral_names_leave_no_address_and_change_nothing_twice(seen):
    line = f"{seen} 10.1.2.3 {seen}"
    once = Neutral(line)(line)
    assert Neutral(once)(once) == once
    assert " 10.1.2.3 " not in once


def test_a_decided_session_names_the_cause_and_what_led_wrongly(session):
    after = session.answered("2").answered("1")
    decided = after._replace(hypotheses=(GPU, STORE._replace(probability=0.59), NONE._replace(probability=0.01)))
    assert decided.state == DECIDED
    made = draft(decided, "OPS-1")
    assert (made["root_cause"], made["components"]) == ("capacity", ["shared-filesystem"])
    assert made["suspected_first"] == []


def test_triage_of_the_shipped_corpus_starts_and_goes_on(shipped_store):
    from kb.engine import Engine

    with Engine.open(str(shipped_store)) as engine:
        answer = engine.match(b"NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus", most_checks=triage.CHECKS)
    begun = triage.start(answer, "Xid 79", "s", "2026-01-31T09:00:00Z")
    assert begun.signature
    assert len(begun.open_checks) > 5
    following = begun.answered("skip").open_checks
    assert {item.id for item in following} == {item.id for item in begun.open_checks[1:]}


@pytest.mark.parametrize(
    ("by_labels", "cases", "english", "korean"),
    [
        (0.0, ("KB-1", "KB-4"), "(KB-1, KB-4)", "(KB-1, KB-4)"),
        (0.31, ("KB-1",), "(KB-1; 31% of it from the words of the input)", "(KB-1; 그중 31%는 입력의 표현에서)"),
        (1.0, (), "(from the words of the input, no case)", "(사례가 아니라 입력의 표현에서)"),
    ],
)
def test_an_explanation_says_which_part_of_it_comes_from_the_input(session, by_labels, cases, english, korean):
    told = GPU._replace(by_labels=by_labels, cases=cases)
    for language, wanted in (("en", english), ("ko", korean)):
        lines = to_text(session._replace(hypotheses=(told, STORE, NONE)), language, 100, Paint(False)).split("\n")
        assert lines[1].endswith(wanted)
        assert "KB-2, KB-3" in lines[2]
        assert "(" not in lines[3]
