"""Labels of an input from a table of weights, and learning that table from records."""

from __future__ import annotations

import numpy as np
import pytest

from kb import classify, learned, signals
from kb.learned import Table
from kb.query import from_signals
from kb.train import label_examples, labels

TEXTS = {
    "hang": ("The job hung at a barrier and made no progress.", "작업이 배리어에서 멈췄고 진행이 없었다."),
    "disk-full": ("Writes failed because the disk was full.", "디스크가 가득 차서 쓰기가 실패했다."),
    "overheating": ("Temperature rose and the fans ran at full speed.", "온도가 올라 팬이 최고 속도로 돌았다."),
}


def documents() -> list[dict]:
    return [
        {
            "id": f"KB-2024-{number:04}",
            "symptoms": [label],
            "root_cause": "unknown",
            "symptoms_text": {"en": f"{english} Seen on node {number}.", "ko": korean},
        }
        for number, (label, (english, korean)) in enumerate(list(TEXTS.items()) * 4)
    ]


@pytest.fixture(scope="module")
def fitted():
    return labels.learn(label_examples.of_records(documents()), [])


def asked(text: str, table: Table) -> dict[str, list[classify.Label]]:
    return classify.classify(from_signals(signals.read(text.encode())), table)


@pytest.mark.parametrize("language", [0, 1], ids=["en", "ko"])
@pytest.mark.parametrize("label", TEXTS)
def test_the_label_of_a_text_comes_first(fitted, label, language):
    table = Table(learned.dump(fitted.rows))
    best = asked(TEXTS[label][language], table)["symptoms"][0]
    assert (best.id, best.likely, best.support) == (label, True, 4)


def test_the_match_path_adds_up_what_was_fitted(fitted):
    text = TEXTS["hang"][0]
    records = label_examples.of_records(documents())
    fit = labels.fit("symptoms", records, sorted(TEXTS), labels.rarities(records))
    example = label_examples.Example(label_examples.features(text), {}, "", True, 1.0)
    model = fitted.rows["#model:symptoms"]
    logit = labels.score(fit, [example])[0] * model["scale"] + model["offset"]
    found = {label.id: label.probability for label in asked(text, Table(learned.dump(fitted.rows)))["symptoms"]}
    for name, chance in zip(fit.labels, 1 / (1 + np.exp(-logit)), strict=True):
        assert found.get(name, 0.0) == pytest.approx(chance if chance >= classify.LEAST else 0.0, abs=0.02)


def test_every_left_out_text_is_labelled_without_its_record(fitted):
    outcome = fitted.outcomes["symptoms"]
    assert len(outcome.records) == 2 * len(documents())
    assert outcome.predicted() == [set(truth) for truth in outcome.true]


def test_a_cause_that_was_never_found_teaches_nothing(fitted):
    assert "root_causes" not in fitted.outcomes
    assert asked(TEXTS["hang"][0], Table(learned.dump(fitted.rows)))["root_causes"] == []


@pytest.mark.parametrize("content", [b"", b"hang\ts0 1\n", b"#model:symptoms\tscale x\n"])
def test_nothing_is_guessed_without_a_table_or_a_known_term(content):
    assert set(map(len, asked("hang", Table(content)).values())) == {0}


def test_too_few_records_teach_nothing():
    assert labels.learn(label_examples.of_records(documents()[:3]), []).rows == {}


def test_the_vocabulary_gives_examples_in_both_languages():
    found = label_examples.of_vocabulary()
    crash = [item for item in found if item.labels.get("symptoms") == frozenset(["crash"])]
    assert {any("가" <= term[0] <= "힣" for term in item.features) for item in crash} == {True, False}
    assert not any(item.tested for item in found)


def test_texts_that_belong_to_no_record_have_no_label():
    found = label_examples.of_no_record()
    assert len(found) > 100
    assert {label for item in found for known in item.labels.values() for label in known} == set()
    assert {frozenset(item.labels) for item in found} == {frozenset(classify.FAMILIES)}
