"""The space of subjects: sums of rows, places of texts, and what lies near what after learning."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import learned
from kb.fields import Fields, fields
from kb.indexing import subject
from kb.learned import Table
from kb.text import terms
from kb.topics import WIDTH, Space, counted, nearness, row
from kb.train.topics import FEWEST_RECORDS, learn, texts

VECTORS = st.lists(st.floats(-1.0, 1.0, width=16), min_size=WIDTH, max_size=WIDTH).filter(
    lambda vector: max(map(abs, vector)) > 0.05
)
"""A term whose every number is all but nothing has no place: a step of a byte would be worth less than a weight has."""
WEIGHTS = st.floats(0.1, 5.0)


def space(**vectors: list[float]) -> Space:
    return Space(Table(learned.dump({term: dict([row(vector)]) for term, vector in vectors.items()})))


def signed(place: bytes) -> list[int]:
    return memoryview(place).cast("b").tolist()


def cosine(one: list[float], other: list[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / math.sqrt(sum(a * a for a in one) * sum(b * b for b in other))


@given(VECTORS, WEIGHTS)
def test_a_text_of_one_term_lies_where_the_term_lies(vector, weight):
    assert cosine(signed(space(alpha=vector).place([("alpha", weight)])), vector) > 0.99


@given(VECTORS, VECTORS, WEIGHTS, WEIGHTS)
def test_a_text_lies_at_the_weighted_sum_of_its_terms(one, other, first, second):
    total = [first * a + second * b for a, b in zip(one, other, strict=True)]
    size = math.sqrt(sum(value * value for value in total))
    found = space(alpha=one, beta=other).place([("alpha", first), ("beta", second), ("unknown", 3.0)])
    longest = first * math.sqrt(sum(a * a for a in one)) + second * math.sqrt(sum(b * b for b in other))
    if size > 0.2 * longest:  # two that nearly cancel leave the rounding of the bytes
        assert cosine(signed(found), total) > 0.97


@pytest.mark.parametrize("weights", [[], [("unknown", 1.0)], [("alpha", 0.0)]])
def test_a_text_of_which_nothing_is_known_has_no_place(weights):
    assert space(alpha=[1.0] * WIDTH).place(weights) == b""


@pytest.mark.parametrize(
    "line", ["zz 0.01", "00 0.01", f"{'80' * WIDTH} nan", f"{'ff' * WIDTH} -1", f"{'ff' * WIDTH} inf"]
)
def test_a_row_that_is_none_is_passed_over(line):
    found = Space(Table(f"alpha\t{line}\n".encode())).place([("alpha", 1.0)])
    assert found == b""


def test_sums_of_very_many_heavy_terms_stay_apart():
    chance = random.Random(4)
    vector = [chance.uniform(-1.0, 1.0) for _ in range(WIDTH)]
    many = Space(Table(learned.dump({f"t{number:05}": dict([row(vector)]) for number in range(4000)})))
    found = many.place([(f"t{number:05}", 1000.0) for number in range(4000)])
    assert cosine(signed(found), vector) > 0.99


@given(VECTORS, VECTORS)
def test_nearness_is_the_cosine_and_never_negative(one, other):
    first, second = space(a=one).place([("a", 1.0)]), space(a=other).place([("a", 1.0)])
    near = nearness(first, second)
    assert 0.0 <= near <= 1.0 + 1e-9
    assert near == pytest.approx(nearness(second, first))
    assert near == pytest.approx(max(0.0, cosine(one, other)), abs=0.02)
    assert nearness(first, b"") == nearness(b"", b"") == 0.0


def test_a_term_counts_more_often_but_not_as_often_as_it_stands_there():
    assert dict(counted("alpha beta alpha alpha")) == {"alpha": pytest.approx(1.0 + math.log(3)), "beta": 1.0}


def test_words_that_stand_in_the_same_records_lie_near_each_other():
    chance = random.Random(1)
    subjects = [[f"{name}{number}" for number in range(80)] for name in ("loss", "disk")]
    records = [" ".join(chance.sample(subjects[number % 2], 12)) for number in range(200)]
    found = Space(Table(learned.dump(learn(records))))

    def mean_nearness(one: list[str], other: list[str]) -> float:
        pairs = [(chance.sample(one, 6), chance.sample(other, 6)) for _ in range(50)]
        places = [[found.place([(word, 1.0) for word in words]) for words in pair] for pair in pairs]
        return sum(nearness(*pair) for pair in places) / len(places)

    assert mean_nearness(*[subjects[0]] * 2) > 3 * mean_nearness(*subjects)


@pytest.mark.parametrize("texts", [[], [""] * 40, ["alpha"] * 40, [f"word{number}" for number in range(40)]])
def test_records_that_share_no_or_hardly_a_term_teach_nothing(texts):
    assert learn(texts) == {}


def test_a_few_records_teach_nothing_and_more_give_each_term_as_many_numbers():
    assert learn([f"alpha beta word{number % 9}" for number in range(FEWEST_RECORDS - 1)]) == {}
    rows = learn([f"alpha beta word{number % 9}" for number in range(FEWEST_RECORDS)])
    assert rows.keys() == {"alpha", "beta", *[f"word{number}" for number in range(9)]}
    assert {len(bytes.fromhex(name)) for line in rows.values() for name in line} == {WIDTH}


def test_a_space_is_learned_from_records_with_their_reports_without_and_from_the_reports():
    def read(number: int, reports: list[str]) -> Fields:
        return fields({"id": f"R-{number}", "title": f"disk {number}"}, {}, reports)

    plain = [read(number, []) for number in range(FEWEST_RECORDS - 1)]
    told = read(99, ["the platter ground"])
    assert texts(plain) == []
    *others, whole, alone, reports = texts([*plain, told])
    assert others == [subject(item) for item in plain]
    assert whole.split() == [*alone.split(), *reports.split()]
    assert reports == terms("the platter ground")
