"""From candidates to an order, a probability each, and one verdict."""

from __future__ import annotations

import tempfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.fields import fields
from kb.hits import Candidate
from kb.indexing import create, update
from kb.learned import Table
from kb.query import parse
from kb.rank import (
    MATCH,
    MATCH_PROBABILITY,
    NOVEL,
    SHIPPED,
    WEAK,
    WEAK_PROBABILITY,
    Compared,
    Features,
    Ranked,
    probability,
    rank,
    verdict,
)

WORDS = "apple breeze copper dolphin engine forest garden hammer island jungle".split()
NO_TOPICS = Table(b"")
NOT_COMPARED = Compared({}, {}, {})
QUERY = parse(" ".join(WORDS[:8]))


def found(tmp_path, **texts: str) -> list[Ranked]:
    """The ranking of records with these texts for the query of the first eight words."""
    index = create(tempfile.mkdtemp(dir=tmp_path))
    documents = [{"id": record_id, "symptoms_text": {"en": text}} for record_id, text in texts.items()]
    update(index, [fields(document, {}) for document in documents], table=NO_TOPICS, fresh=True)
    return rank(index.search(QUERY), NOT_COMPARED)


def ranked(chance: float, **features: float) -> Ranked:
    values = dict.fromkeys(Features._fields, 0.0) | features
    return Ranked(Candidate("A", 1.0), Features(**values), chance)


def test_who_has_more_of_the_query_comes_first(tmp_path):
    ranking = found(tmp_path, A=" ".join(WORDS[:2]), B=" ".join(WORDS[:7]), C=" ".join(WORDS[3:7]), D="nothing")
    assert [item.candidate.id for item in ranking] == ["B", "C", "A"]
    chances = [item.probability for item in ranking]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance < 1 for chance in chances)


def test_nothing_found_is_nothing_known(tmp_path):
    assert found(tmp_path, A="nothing", B="whatever") == []
    assert verdict([]) == NOVEL


def test_equal_records_stand_in_the_order_of_their_ids(tmp_path):
    texts = {record_id: " ".join(WORDS[:5]) for record_id in "CAB"}
    for given_ in (texts, dict(reversed(texts.items()))):
        assert [item.candidate.id for item in found(tmp_path, **given_)] == ["A", "B", "C"]


def test_a_rival_that_is_as_good_lowers_the_probability(tmp_path):
    good = " ".join(WORDS[:7])
    alone = found(tmp_path, A=good, B=WORDS[0])[0]
    close = found(tmp_path, A=good, B=good)[0]
    assert alone.probability > close.probability


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=12), min_size=1, max_size=6))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_features_lie_between_0_and_1_whatever_was_found(tmp_path, texts):
    for item in found(tmp_path, **{f"R{place}": " ".join(words) for place, words in enumerate(texts)}):
        assert all(-1e-3 <= value <= 1 + 1e-3 for value in item.features)
        assert 0 < item.probability < 1


@given(st.lists(st.floats(0, 1), min_size=len(Features._fields), max_size=len(Features._fields)), st.data())
def test_a_feature_moves_the_probability_as_its_weight_says(values, data):
    name = data.draw(st.sampled_from(Features._fields))
    low, high = Features(*values)._replace(**{name: 0.0}), Features(*values)._replace(**{name: 1.0})
    assert (probability(high) - probability(low)) * getattr(SHIPPED.weights, name) >= 0


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        (MATCH_PROBABILITY + 0.01, MATCH),
        (MATCH_PROBABILITY - 0.01, WEAK),
        (WEAK_PROBABILITY + 0.01, WEAK),
        (WEAK_PROBABILITY - 0.01, NOVEL),
    ],
)
def test_the_verdict_follows_the_first_candidate(chance, expected):
    assert verdict([ranked(chance), ranked(0.01)]) == expected


def test_one_shared_word_is_never_a_match_however_rare_it_is(tmp_path):
    (alone,) = found(tmp_path, A=f"{WORDS[0]} of nothing else", B="unrelated words here")
    assert alone.candidate.matched == 1
    assert alone.probability < WEAK_PROBABILITY
    assert verdict([alone]) == NOVEL


def test_a_few_words_of_a_text_that_no_record_knows_are_no_match(tmp_path):
    index = create(tempfile.mkdtemp(dir=tmp_path))
    documents = [{"id": f"R{n}", "symptoms_text": {"en": f"{WORDS[n]} {WORDS[n + 1]} stalls"}} for n in range(8)]
    update(index, [fields(document, {}) for document in documents], table=NO_TOPICS, fresh=True)
    strange = parse(f"{WORDS[0]} {WORDS[1]} quick brown fox over lazy dogs near quiet rivers under pale moons")
    assert verdict(rank(index.search(strange), NOT_COMPARED)) == NOVEL
