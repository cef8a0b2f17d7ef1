"""Pairs made from records, the fit of the ranking, and what a trained store does with it."""

from __future__ import annotations

import json
import random

import pytest

from kb import feedback, learned, rank, topics
from kb.banks import REPORTS
from kb.config import records_dir
from kb.engine import Engine
from kb.errors import StoreError
from kb.index import INDEX_VERSION
from kb.store.writer import open_writer
from kb.train import pairs, ranking, report, sources
from kb.train.shelf import ShelfEngine
from kb.train.store import feedback_cases, model_content, train

KINDS = ("disk", "network", "memory", "login", "power", "cooling", "certificate", "queue")


def document(number: int) -> dict:
    kind = KINDS[number % len(KINDS)]
    name = f"{kind}{number}x"
    return {
        "id": f"KB-1999-{number:04}",
        "title": {"en": f"{name} outage of the {kind} service", "ko": f"{kind} 장애 {name}"},
        "symptoms_text": {
            "en": f"The {kind} alarm {name} rang. Requests to {name} failed. Nobody could use the {kind} service.",
            "ko": f"{kind} 경보 {name}가 울렸다. {name} 요청이 실패했다.",
        },
        "summary": {"en": f"The {name} {kind} broke and the alarm rang.", "ko": f"{name} {kind}가 고장 났다."},
        "domain": ["storage"],
    }


@pytest.fixture(scope="module")
def asked():
    return list(pairs.ask([document(number) for number in range(40)]))


def test_a_query_is_asked_with_and_without_its_record(asked):
    states = {state: [item for item in asked if item.state == state] for state in ranking.STATES}
    assert len(states[pairs.KNOWN]) == len(states[pairs.REMOVED]) > 0
    assert all(item.rank() == 0 for item in states[pairs.REMOVED])
    assert sum(item.rank() == 1 for item in states[pairs.KNOWN]) > len(states[pairs.KNOWN]) / 2
    assert {item.record for item in states[pairs.NEGATIVE]} == {line["id"] for line in sources.negatives()}


def test_reports_are_asked_for_the_records_that_are_there():
    report = sources.reports()[0]
    with open(f"{records_dir()}/incidents/{report.record[3:7]}/{report.record}.json", encoding="utf-8") as file:
        records = [document(1), json.load(file)]
    found = [item for item in pairs.ask(records) if item.source == REPORTS]
    assert {item.record for item in found} == {report.record}
    assert {item.shape for item in found} == {kind for hand in sources.HANDS for kind in hand}
    assert [item.state for item in found] == [pairs.KNOWN, pairs.REMOVED] * (len(found) // 2)
    assert {case.weight for case in ranking.cases(found)} == {ranking.REPORT_WEIGHT}


def test_the_store_lacks_the_text_that_a_query_was_made_of():
    source = sources.SOURCES[1]
    kept = sources.without(document(1), source)
    assert kept["symptoms_text"].keys() == {"en"}
    assert document(1)["symptoms_text"].keys() == {"en", "ko"}


@pytest.mark.parametrize("blank", ["", " ", "\n", " \u3000 "])
def test_a_text_of_nothing_but_space_is_no_query(blank):
    empty = {"id": "A", "title": {"en": blank, "ko": "제목"}, "symptoms_text": {"en": blank, "ko": blank}}
    empty["signature"] = [{"kind": "log", "text": blank}]
    for source in sources.SOURCES:
        assert list(sources.shapes(source, empty, sources.negatives(), random.Random(0))) == []


def test_a_record_is_taken_out_with_its_relatives():
    records = [{"id": "A", "related": [{"id": "B"}, {"id": "X"}]}, {"id": "B"}, {"id": "C", "recurrence_of": "A"}]
    assert pairs.relatives(records) == {"A": ["B", "C"], "B": ["A"], "C": ["A"]}


def test_pairs_are_the_same_every_time(asked):
    again = pairs.ask([document(number) for number in range(40)])
    assert [(item.text, item.state, item.rank()) for item in again] == [
        (item.text, item.state, item.rank()) for item in asked
    ]


def test_a_fitted_model_speaks_for_what_fits(asked):
    cases = ranking.cases(asked)
    model = ranking.fit(cases)
    assert model is not None
    assert all(own * shipped >= 0 for own, shipped in zip(model.weights, rank.SHIPPED.weights, strict=True))
    assert rank.read_model(model_content(model)) == model
    figures = ranking.figures(cases)
    assert 0 <= figures["calibration_error"] < 0.2
    assert figures["auroc_negative"] > 0.8


def test_too_few_records_fit_nothing(asked):
    few = {document(number)["id"] for number in range(5)}
    assert ranking.fit(ranking.cases([item for item in asked if item.record in few])) is None


@pytest.mark.parametrize("content", [b"", b"[]", b'{"intercept": 1}', b'{"intercept": 1, "weights": {"other": 1}}'])
def test_a_model_of_other_features_is_not_used(content):
    assert rank.read_model(content) == rank.SHIPPED


def test_retrieval_figures_count_records_not_queries(asked):
    known = [item for item in asked if item.state == pairs.KNOWN]
    found = report.retrieval(known, [document(number) for number in range(40)])
    assert found["all"]["recall_at_1"]["n"] == len(known)
    assert set(found["language"]) == {"en", "ko"}
    assert found["domain"]["storage"] == found["all"]


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store of a few records, with feedback on one of them."""
    records = tmp_path / "records"
    (records / "incidents" / "1999").mkdir(parents=True)
    for number in range(12):
        path = records / "incidents" / "1999" / f"{document(number)['id']}.json"
        path.write_text(json.dumps(document(number)), encoding="utf-8")
    (records / "vocabulary").symlink_to(f"{records_dir()}/vocabulary")
    monkeypatch.setattr("kb.config.records_dir", lambda: str(records))
    path = str(tmp_path / "kb.db")
    with Engine.open(path):
        pass
    return path


def test_a_match_uses_what_the_store_has_learned(store):
    told = document(0)["symptoms_text"]["en"].encode()
    model = rank.Model(-1.0, rank.SHIPPED.weights)
    with Engine.open(store) as engine:
        before = engine.match(told).matches[0].ranked
        with open_writer(engine.url) as writer:
            writer.replace_learned(
                {learned.RANKING: (model_content(model), {"n": 1})}, records=12, version=INDEX_VERSION
            )
    with Engine.open(store) as engine:
        after = engine.match(told).matches[0].ranked
        assert engine.reader.learned_figures()[learned.RANKING]["n"] == 1
    assert (before.model, after.model) == (rank.SHIPPED, model)
    assert after.probability == pytest.approx(rank.probability(after.features, model))


def test_the_records_lie_in_the_space_that_the_store_has_learned(store):
    told = document(0)["symptoms_text"]["en"].encode()
    rows = {"alarm": dict([topics.row([1.0, *[0.0] * (topics.WIDTH - 1)])])}
    with Engine.open(store) as engine, open_writer(engine.url) as writer:
        engine.match(told)
        writer.replace_learned({learned.TOPICS: (learned.dump(rows), {})}, records=12, version=INDEX_VERSION)
    with Engine.open(store) as engine:
        first = engine.match(told).matches[0].ranked
    assert first.candidate.place == topics.Space(learned.Table(learned.dump(rows))).place([("alarm", 1.0)])
    assert first.features.topic == pytest.approx(1.0)


def test_a_release_with_another_space_builds_the_index_anew(store, monkeypatch):
    """Otherwise places of two spaces would be compared."""
    told = document(0)["symptoms_text"]["en"].encode()
    with Engine.open(store) as engine:
        engine.match(told)
    rows = learned.dump({"alarm": dict([topics.row([1.0, *[0.0] * (topics.WIDTH - 1)])])})
    shipped = learned.shipped
    monkeypatch.setattr(learned, "shipped", lambda name: rows if name == learned.TOPICS else shipped(name))
    for _ in range(2):
        with Engine.open(store) as engine:
            folder = engine.searcher.index.folder
            assert engine.match(told).matches[0].ranked.features.topic == pytest.approx(1.0)
    with Engine.open(store) as engine:
        assert engine.searcher.index.folder == folder


DAMAGED = {
    learned.RANKING: [b"", b"[", b"[" * 100_000, b'{"intercept": NaN, "weights": {}}', b"\xff\xfe"],
    learned.LABELS: [b"#", b"alarm\ts1 nan #\tx", b"alarm\ts1 inf\n", b"alarm\ts1 1e308 # 1e308\n", b"\xff" * 99],
    learned.LEXICON: [b"\0" * 99, b"alarm\talarm nan\n"],
    learned.TOPICS: [b"alarm\tff 1\n", b"alarm\tzz nan\n", b"alarm\t" + b"ff" * topics.WIDTH + b" -1\n", b"\xff" * 99],
}


@pytest.mark.parametrize(("name", "content"), [(name, content) for name in DAMAGED for content in DAMAGED[name]])
def test_what_was_learned_and_damaged_since_ends_no_match(store, name, content):
    with Engine.open(store) as engine, open_writer(engine.url) as writer:
        writer.replace_learned({name: (content, {})}, records=12, version=INDEX_VERSION)
    with Engine.open(store) as engine:
        first = engine.match(document(0)["symptoms_text"]["en"].encode()).matches[0]
    assert first.document["id"] == "KB-1999-0000"
    assert 0.0 < first.ranked.probability < 1.0


def test_a_model_whose_numbers_are_none_is_the_shipped_one():
    for number in (float("nan"), float("inf")):
        weights = rank.SHIPPED.weights._replace(topic=number)
        assert rank.read_model(model_content(rank.SHIPPED._replace(weights=weights))) == rank.SHIPPED


def test_whoever_has_the_store_open_hears_that_it_was_trained(store):
    with Engine.open(store) as engine:
        for _ in range(2):
            before = engine.reader.state()
            with open_writer(engine.url) as writer:
                writer.replace_learned({}, records=12, version=INDEX_VERSION)
            after = engine.reader.state()
            assert after.revision == before.revision + 1
            assert after.learned == (after.revision, 12, INDEX_VERSION)


def test_an_open_store_keeps_to_the_tables_that_its_index_was_made_by(store):
    def rows(size: float) -> bytes:
        return learned.dump({"alarm": dict([topics.row([size, 1.0] * (topics.WIDTH // 2))])})

    told = document(0)["symptoms_text"]["en"].encode()
    with Engine.open(store) as engine, open_writer(engine.url) as writer:
        writer.replace_learned({learned.TOPICS: (rows(1.0), {})}, records=12, version=INDEX_VERSION)
    with Engine.open(store) as engine:
        before = engine.match(told).matches[0].ranked
        with open_writer(engine.url) as writer:
            writer.replace_learned({learned.TOPICS: (rows(-1.0), {})}, records=12, version=INDEX_VERSION)
        assert engine.match(told).matches[0].ranked == before


def test_records_of_one_incident_are_one_case(store):
    with Engine.open(store) as engine:
        with open_writer(engine.url) as writer:
            writer.replace_links("KB-1999-0003", [("KB-1999-0001", "alias", "the same source")])
        names = [document["id"] for document in pairs.sample(engine.reader)]
    assert names == [f"KB-1999-{number:04}" for number in range(12) if number != 3]


def test_what_was_learned_from_other_tokens_is_not_used(store):
    model = rank.Model(-1.0, rank.SHIPPED.weights)
    with Engine.open(store) as engine, open_writer(engine.url) as writer:
        writer.replace_learned({learned.RANKING: (model_content(model), {})}, records=12, version=INDEX_VERSION - 1)
    with Engine.open(store) as engine:
        assert engine.match(b"The disk0x alarm rang").matches[0].ranked.model == rank.SHIPPED


def test_feedback_becomes_pairs_until_it_is_withdrawn(store):
    text = b"The disk0x alarm rang. Requests to disk0x failed."
    with Engine.open(store) as engine:
        feedback.add(engine, "KB-1999-0000", "useful", text)
        feedback.add(engine, "KB-1999-0001", "wrong", text)
        feedback.add(engine, "KB-1999-0000", "wrong", None)
        useful, *wrong = feedback_cases(engine, [])
        assert useful.right.sum() == 1
        assert all(not case.right.any() for case in wrong)
        feedback.withdraw(engine, "KB-1999-0000")
        assert all(not case.right.any() for case in feedback_cases(engine, []))


def test_labelled_queries_are_asked_of_the_store_as_it_is(store):
    queries = [
        {"text": "The disk0x alarm rang. Requests to disk0x failed.", "relevant": ["KB-1999-0000"]},
        {"text": "Whisk the eggs and fold in the flour.", "relevant": []},
    ]
    with Engine.open(store) as engine:
        found = report.labelled(engine, queries)
    assert found["retrieval"]["recall_at_1"]["value"] == 1.0
    assert found["false_confidence"] == {"value": 0.0, "low": 0.0, "high": 0.0, "n": 1}


def test_across_languages_a_lexicon_helps():
    spoken = {"en": ("broke", "slow", "full", "hot"), "ko": ("고장", "느림", "가득", "과열")}
    things = {"en": ("disk", "network", "memory", "fan"), "ko": ("디스크", "네트워크", "메모리", "냉각팬")}
    records = []
    for thing in range(4):
        for state in range(4):
            text = {language: f"{things[language][thing]} {spoken[language][state]}" for language in ("en", "ko")}
            records.append({"id": f"KB-2024-{4 * thing + state:04}", "symptoms_text": text, "title": text})
    found = report.across_languages(records)
    assert found["ko_to_en"]["mrr"]["value"] > found["ko_to_en"]["mrr_without_lexicon"]["value"]


def test_whoever_may_not_write_hears_of_it_before_anything_is_learned(tmp_path, monkeypatch):
    def refuse(url: str) -> None:
        raise StoreError(f"{url} cannot be written to", "")

    monkeypatch.setattr("kb.train.store.open_writer", refuse)
    monkeypatch.setattr("kb.train.store.learn", lambda *_: pytest.fail("learned first"))
    engine = ShelfEngine([{"id": "A"}], {}, str(tmp_path))
    with pytest.raises(StoreError):
        train(engine)
