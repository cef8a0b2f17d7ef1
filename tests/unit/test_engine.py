"""The facade: a store and its index kept together, and the verbs that the two front ends call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kb import feedback
from kb.answer import CASE_SHARE
from kb.engine import Engine
from kb.errors import NotFoundError, UsageError
from kb.freshness import Keeper
from kb.importers.documents import LoadedDocument
from kb.importers.transfer import import_documents
from kb.index import INDEX_VERSION
from kb.query import from_signals
from kb.rank import WEAK_PROBABILITY
from kb.signals import read
from kb.store.shipped import Shipped
from kb.store.versions import SHIPPED, Put
from kb.store.writer import open_writer

FIXTURES = Path(__file__).parents[1] / "fixtures" / "records"
XID = b"NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus. NCCL watchdog timeout\n"


@pytest.fixture
def url(tmp_path, monkeypatch) -> str:
    """A store with the five records of the fixtures, which stand for the shipped corpus."""
    for name in ("KB_DATABASE_URL", "KB_INDEX_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("kb.store.shipped.shipped_corpus", lambda _, form: Shipped(0, form, "fixtures"))
    url = f"sqlite:///{tmp_path}/kb.db"
    with open_writer(url) as writer:
        writer.put(Put(document, SHIPPED, "fixture") for document in records())
        writer.set_meta("corpus", "fixtures")
        writer.set_meta("form", str(INDEX_VERSION))
    return url


def records() -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FIXTURES.glob("*.json"))]


def put(url: str, *documents: dict[str, Any]) -> None:
    import_documents(
        url, [LoadedDocument(f"{place}.json", "", item, ()) for place, item in enumerate(documents)], force=True
    )


def ids(found: Any) -> list[str]:
    return [document["id"] for document in found.documents]


def test_a_match_gives_cases_evidence_and_labels(url):
    with Engine.open(url) as engine:
        answer = engine.match(XID)
    assert answer.verdict == "match"
    first = answer.matches[0]
    assert (first.rank, first.document["id"]) == (1, "HB-2024-0002")
    assert first.document == next(record for record in records() if record["id"] == "HB-2024-0002")
    assert first.evidence
    labels = dict(answer.labels["symptoms"])
    assert labels["gpu-lost"] >= CASE_SHARE * first.ranked.probability - 1e-4
    for chances in answer.labels.values():
        assert [chance for _, chance in chances] == sorted((chance for _, chance in chances), reverse=True)
        assert all(0 <= chance <= 1 for _, chance in chances)


def test_feedback_moves_a_case_within_a_bound_until_it_is_taken_back(url):
    def chance() -> float:
        with Engine.open(url) as engine:
            return engine.match(XID).matches[0].ranked.probability

    def say(verdict: str) -> None:
        with Engine.open(url) as engine:
            feedback.add(engine, "HB-2024-0002", verdict, None)

    silent = chance()
    say("wrong")
    doubted = chance()
    say("wrong")
    at_the_bound = chance()
    say("wrong")
    assert silent > doubted > at_the_bound == chance()
    with Engine.open(url) as engine:
        assert feedback.withdraw(engine, "HB-2024-0002") == 3
    assert chance() == silent
    say("useful")
    assert chance() > silent


def test_nothing_known_is_an_answer(url):
    with Engine.open(url) as engine:
        answer = engine.match(b"Whisk the eggs with sugar until pale.")
    assert answer.verdict == "novel"


def test_top_is_the_number_of_cases_and_changes_no_probability(url):
    with Engine.open(url) as engine:
        many, one = engine.match(XID, 100), engine.match(XID, 1)
    assert len(one.matches) == 1
    assert one.matches[0].ranked == many.matches[0].ranked
    assert one.verdict == many.verdict


def test_as_many_cases_are_ranked_as_are_asked_for(url):
    with open_writer(url) as writer:
        writer.put(
            Put({"id": f"Z-{place}", "title": {"en": f"flamingo daemon {place} lost quorum"}}, SHIPPED, "")
            for place in range(60)
        )
    with Engine.open(url) as engine:
        found = [len(engine.match(b"the flamingo daemon lost quorum", top).matches) for top in (5, 50)]
    assert found == [5, 50]


def test_a_draft_comes_after_its_like_and_takes_nothing_from_it(url):
    text = {"en": "Zebra quorum lost while the flamingo daemon spun at 3.7 GB"}
    same = {"title": text, "date": "2024-01-01", "symptoms_text": text}
    draft = same | {"id": "A-1", "review": {"written_by": "draft", "reviewed_at": None}}
    with open_writer(url) as writer:
        writer.put([Put(same | {"id": "B-1"}, SHIPPED, "")])
    with Engine.open(url) as engine:
        alone = engine.match(text["en"].encode(), 1)
    with open_writer(url) as writer:
        writer.put([Put(draft, SHIPPED, "")])
    with Engine.open(url) as engine:
        answer = engine.match(text["en"].encode(), 2)
    first, second = answer.matches
    assert (first.document["id"], second.document["id"]) == ("B-1", "A-1")
    assert first.ranked.probability == pytest.approx(alone.matches[0].ranked.probability, abs=0.1)
    assert first.ranked.probability > second.ranked.probability
    assert "A-1" not in [case for item in answer.diagnosis.hypotheses for case in item.cases]


def test_checks_come_from_steps_and_catalogue_and_know_where_they_were_made(url):
    check = {
        "id": "xid-lines", "title": {"en": "Xid lines"}, "command": "dmesg", "observe": None, "risk": "read-only",
        "save_first": None, "preconditions": None, "effort_minutes": 1, "sources": [],
        "applies_to": {"components": ["gpu"], "symptoms": []},
        "readings": [{"reading": {"en": "Xid 79"}, "points_to": ["gpu", "hardware-failure"], "rules_out": []}],
    }  # fmt: skip
    record = next(record for record in records() if record["id"] == "HB-2024-0002")
    (step,) = record["diagnosis"]
    named = record | {"diagnosis": [step | {"check_id": "xid-lines"}]}
    with open_writer(url) as writer:
        writer.put([Put(named, SHIPPED, "")])
        writer.replace_catalogue([("check", "xid-lines", check, ["component:gpu"])])
    with Engine.open(url) as engine:
        found = {item.id: item for item in engine.match(b"All GPUs lost, NCCL watchdog timeout").diagnosis.checks}
    assert "HB-2024-0002#diagnosis/1" not in found
    (made,) = found["xid-lines"].made
    assert (made.case, made.number, made.finding) == ("HB-2024-0002", 1, step["finding"])


def test_search_with_words_filters_and_neither(url):
    with Engine.open(url) as engine:
        assert ids(engine.search("certificate expired"))[0] == "HB-2023-0003"
        assert ids(engine.search("org:hanbit-cloud")) == ["HB-2025-0004", "HB-2024-0002", "HB-2024-0001"]
        assert ids(engine.search("certificate org:paju-pay")) == ["HB-2023-0003"]
        assert ids(engine.search("", 2)) == ["HB-2025-0005", "HB-2025-0004"]
        assert engine.search("", 2).total == 5
        assert engine.search("org:nobody") == ([], [], 0, {})
        with pytest.raises(UsageError):
            engine.search("since:soon")


def test_browse_gives_every_id_that_passes(url):
    with Engine.open(url) as engine:
        assert engine.browse("domain:ai-infra") == (["HB-2024-0002", "HB-2024-0001"], 2)


def test_get_by_id_and_alias(url):
    with Engine.open(url) as engine:
        assert engine.get("ops-771") == engine.get("HB-2024-0001") == records()[1]
        with pytest.raises(NotFoundError) as caught:
            engine.get("HB-2024-001")
        assert "HB-2024-0001" in caught.value.hint
        with pytest.raises(NotFoundError) as caught:
            engine.get("qqqqqqqqqqqq")
        assert "kb search" in caught.value.hint


def test_an_import_is_seen_by_the_next_engine(url):
    with Engine.open(url) as engine:
        assert engine.search("flurbstorm").total == 0
    put(url, {"id": "N-1", "title": {"en": "flurbstorm on the switch"}, "date": "2025"})
    with Engine.open(url) as engine:
        assert ids(engine.search("flurbstorm")) == ["N-1"]
        assert engine.searcher.index.records == 6


def test_a_replaced_record_is_found_by_its_new_words_only(url):
    for word in ("flurbstorm", "grumblefog"):
        put(url, {"id": "N-1", "title": {"en": f"{word} on the switch"}, "date": "2025"})
        with Engine.open(url) as engine:
            assert ids(engine.search(word)) == ["N-1"]
    with Engine.open(url) as engine:
        assert ids(engine.search("flurbstorm")) == []
        assert engine.searcher.index.records == 6


def test_the_index_is_brought_up_to_date_record_by_record(url, monkeypatch):
    with Engine.open(url) as engine:
        assert engine.searcher.index.records == 5
    put(url, {"id": "N-1", "title": {"en": "flurbstorm"}, "date": "2025"})
    monkeypatch.setattr(Keeper, "rebuilt", lambda *_: pytest.fail("the index was built anew"))
    with Engine.open(url) as engine:
        assert ids(engine.search("flurbstorm")) == ["N-1"]


def test_an_index_that_is_up_to_date_is_left_alone(url):
    with Engine.open(url) as engine:
        stamp = engine.searcher.index.opstamp
    with Engine.open(url) as engine:
        engine.match(XID)
        assert engine.searcher.index.opstamp == stamp


def test_reindexing_gives_the_same_answers(url):
    with Engine.open(url) as engine:
        before = engine.match(XID)
        assert engine.searcher.reindex() == 5
        after = engine.match(XID)
    assert [(match.document["id"], match.ranked.probability) for match in after.matches] == [
        (match.document["id"], match.ranked.probability) for match in before.matches
    ]


def test_feedback_is_kept_without_secrets_and_taken_back(url):
    secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    with Engine.open(url) as engine:
        feedback.add(engine, "HB-2024-0002", "useful", XID + f"token={secret}".encode())
        feedback.add(engine, "HB-2024-0002", "wrong", None)
        assert engine.reader.feedback_counts(["HB-2024-0002"]) == {"HB-2024-0002": (1, 1)}
        first, second = engine.reader.feedback("HB-2024-0002")
        assert first.input_text
        assert "Xid" in first.input_text
        assert secret not in first.input_text
        assert second.input_text is None
        assert feedback.withdraw(engine, "HB-2024-0002") == 2
        assert engine.reader.feedback_counts(["HB-2024-0002"]) == {}
        assert feedback.withdraw(engine, "HB-2024-0002") == 0


def test_first_use_loads_the_corpus_and_says_so(tmp_path, monkeypatch):
    corpus = tmp_path / "records" / "incidents" / "2024"
    corpus.mkdir(parents=True)
    (tmp_path / "records" / "vocabulary").mkdir()
    for record in records()[:3]:
        (corpus / f"{record['id']}.json").write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.setattr("kb.config.records_dir", lambda: str(tmp_path / "records"))
    told: list[str] = []
    done: list[tuple[int, int]] = []
    with Engine.open(str(tmp_path / "new.db"), progress=lambda *step: done.append(step), notify=told.append) as engine:
        assert engine.state.records == 3
    assert done[-1] == (3, 3)
    assert told == ["loaded the shipped records: 3 new, 0 updated"]
    with Engine.open(str(tmp_path / "new.db"), notify=told.append):
        assert len(told) == 1


def test_a_later_release_updates_its_records_and_keeps_those_of_the_user(tmp_path, monkeypatch):
    corpus = tmp_path / "records" / "incidents" / "2024"
    corpus.mkdir(parents=True)
    (tmp_path / "records" / "vocabulary").mkdir()
    monkeypatch.setattr("kb.config.records_dir", lambda: str(tmp_path / "records"))
    database = str(tmp_path / "new.db")

    def release(*documents: dict[str, Any]) -> list[str]:
        for document in documents:
            (corpus / f"{document['id']}.json").write_text(json.dumps(document), encoding="utf-8")
        told: list[str] = []
        with Engine.open(database, notify=told.append):
            return told

    mine, theirs = records()[0], records()[1]
    release(mine, theirs)
    changed = {**mine, "severity": "minor", "updated_at": "2027-01-01T00:00:00Z"}
    put(f"sqlite:///{database}", changed)
    told = release(*({**item, "severity": "moderate", "updated_at": "2026-01-01T00:00:00Z"} for item in (mine, theirs)))
    assert any("1 updated" in line for line in told)
    assert any(mine["id"] in line and "kept your version" in line for line in told)
    with Engine.open(database) as engine:
        assert engine.get(mine["id"]) == changed
        assert engine.get(theirs["id"])["severity"] == "moderate"
        assert ids(engine.search("severity:minor")) == [mine["id"]]


def test_every_fixture_record_is_found_by_its_own_symptoms(url):
    with Engine.open(url) as engine:
        for record in records():
            for language in ("en", "ko"):
                answer = engine.match(record["symptoms_text"][language].encode())
                assert answer.matches[0].document["id"] == record["id"]


IDS = ("HB-2024-0002", "OPS-9")
TWINS = {
    "fuller": {"diagnosis": [{"check": {"en": "Look"}, "finding": {"en": "Seen"}}] * 5},
    "reviewed": {"review": {"written_by": "human", "reviewed_at": "2025-01-01", "reviewed_by": "a"}},
}


@pytest.mark.parametrize("better", TWINS)
@pytest.mark.parametrize("is_new", [True, False])
def test_of_records_of_one_incident_the_more_helpful_is_shown_with_the_score_of_the_best(url, better, is_new):
    old = next(record for record in records() if record["id"] == "HB-2024-0002") | {"diagnosis": [], "review": None}
    twin = old | {"id": "OPS-9", "aliases": ["OPS-9-old", "HB-2024-0002"]}
    first, second = (old, twin | TWINS[better]) if is_new else (old | TWINS[better], twin)
    put(url, first, second)
    with Engine.open(url) as engine:
        match, *rest = engine.match(XID).matches
        assert match.document["id"] == ("OPS-9" if is_new else "HB-2024-0002")
        assert {"OPS-9", "HB-2024-0002"} <= {match.document["id"], *match.aliases}
        assert match.document["id"] not in match.aliases
        assert not {"OPS-9", "HB-2024-0002"} & {other.document["id"] for other in rest}
        scores = [item.score for item in engine.searcher.search(from_signals(read(XID))).candidates if item.id in IDS]
        assert match.ranked.candidate.score == max(scores)


def test_a_withdrawn_record_hides_no_other(url):
    old = next(record for record in records() if record["id"] == "HB-2024-0002")
    put(url, old, old | {"id": "OPS-9", "aliases": ["HB-2024-0002"], "withdrawn": "2025-01-01"} | TWINS["fuller"])
    with Engine.open(url) as engine:
        assert engine.match(XID).matches[0].document["id"] == "HB-2024-0002"


HEALTHY = (
    "step 100 loss 3.21 tok/s 14010\nstep 200 loss 3.10 tok/s 14022\nstep 300 loss 3.05 tok/s 14015\n",
    "[2024-09-11 17:52:18,030] [INFO] [loss_scaler.py:183:update_scale] [deepspeed] OVERFLOW! Rank 0 Skipping step. "
    "Attempted loss scale: 65536, reducing to 32768\n",
    (Path(__file__).parent.parent / "signals/fixtures/cmd-ibstat.healthy.txt").read_text(encoding="utf-8"),
)


@pytest.mark.parametrize("text", HEALTHY)
def test_an_input_in_which_nothing_is_wrong_is_no_case_of_anything(url, text):
    with Engine.open(url) as engine:
        answer = engine.match(text.encode())
        assert answer.signals.healthy
        assert answer.verdict == "novel"
        assert all(match.ranked.probability < WEAK_PROBABILITY for match in answer.matches)
        (none,) = answer.diagnosis.hypotheses
        assert (none.root_cause, none.probability, answer.diagnosis.checks) == ("", 1.0, ())
        assert not any(answer.labels.values())
        wrong = text.encode() + b"NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus.\n"
        assert not engine.match(wrong).signals.healthy
