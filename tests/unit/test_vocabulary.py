"""The vocabularies: loading, labels, and the nearest term to what somebody wrote."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.vocabulary import VOCABULARIES, label_of, load


@pytest.mark.parametrize("name", VOCABULARIES)
def test_every_vocabulary_has_terms_in_both_languages(name):
    vocabulary = load(name)
    assert vocabulary.name == name
    assert vocabulary.terms
    for term_id, term in vocabulary.terms.items():
        assert term.id == term_id
        for language in ("en", "ko"):
            assert term.label[language].strip()
            assert term.definition[language].strip()


def test_a_name_that_is_no_vocabulary():
    with pytest.raises(KeyError):
        load("colours")


def test_vocabularies_of_another_directory(tmp_path):
    term = {
        "id": "red",
        "label": {"en": "Red", "ko": "빨강"},
        "definition": {"en": "", "ko": ""},
        "synonyms": {"en": ["ruby"]},
    }
    (tmp_path / "root-causes.json").write_text(json.dumps({"terms": [term]}), encoding="utf-8")
    vocabulary = load("root_causes", str(tmp_path))
    assert list(vocabulary.terms) == ["red"]
    assert vocabulary.nearest("Rubby") == "red"
    assert load("root_causes").terms.keys() != vocabulary.terms.keys()


def test_labels_fall_back_to_english_and_to_the_id(tmp_path):
    term = {"id": "red", "label": {"en": "Red"}, "definition": {}, "synonyms": {}}
    (tmp_path / "symptoms.json").write_text(json.dumps({"terms": [term]}), encoding="utf-8")
    vocabulary = load("symptoms", str(tmp_path))
    assert vocabulary.label("red", "ko") == "Red"
    assert vocabulary.label("blue", "ko") == "blue"
    assert vocabulary.phrases("blue") == ["blue"]


@pytest.mark.parametrize(
    ("vocabulary", "written", "term"),
    [
        ("symptoms", "trhoughput-degraded", "throughput-degraded"),
        ("symptoms", "NCCL-TIMEOUT", "nccl-timeout"),
        ("components", "shared_filesystem", "shared-filesystem"),
        ("root_causes", "hardware failure", "hardware-failure"),
    ],
)
def test_the_nearest_term(vocabulary, written, term):
    assert load(vocabulary).nearest(written) == term


def test_nothing_is_near_to_nonsense():
    assert load("symptoms").nearest("qqqqqqqqqqqq") is None


@given(st.text(max_size=40))
@settings(max_examples=30)
def test_the_nearest_term_is_a_term_or_none(written):
    vocabulary = load("symptoms")
    assert vocabulary.nearest(written) in {None, *vocabulary.terms}


@pytest.mark.parametrize("name", ["symptoms", "components", "root_causes"])
def test_every_id_and_label_is_nearest_to_its_own_term(name):
    vocabulary = load(name)
    for term_id, term in vocabulary.terms.items():
        assert vocabulary.nearest(term_id) == term_id
        for label in term.label.values():
            assert label in vocabulary.phrases(term_id)


@pytest.mark.parametrize("name", VOCABULARIES)
def test_a_label_read_alone_is_that_of_the_whole_vocabulary(name):
    vocabulary = load(name)
    for language in ("en", "ko"):
        labels = {term: label_of(term, language, (name,)) for term in vocabulary.terms}
        assert labels == {term: vocabulary.label(term, language) for term in vocabulary.terms}


@pytest.mark.parametrize("written", ["", "no-such-term", 'x", "label": {"en": "y"}', "용량", "\udc80"])
def test_a_term_that_no_vocabulary_knows_has_no_label(written):
    assert label_of(written, "en", VOCABULARIES) is None


def test_a_label_is_that_of_the_first_vocabulary_that_knows_the_term():
    shared = set(load("symptoms").terms) & set(load("contributing").terms)
    for term in shared:
        assert label_of(term, "ko", ("contributing", "symptoms")) == load("contributing").label(term, "ko")
    assert label_of("capacity", "ko", ("symptoms", "root_causes")) == load("root_causes").label("capacity", "ko")
