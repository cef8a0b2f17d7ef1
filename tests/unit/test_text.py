"""The tokenizer and the form in which foreign text is shown."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kb.text import (
    HANGUL_ENDINGS,
    HANGUL_STOP_PAIRS,
    STOP_WORDS,
    fold,
    normalize,
    terms,
    tokenize,
    visible,
    without_dates,
)

any_text = st.text(max_size=200) | st.text("aB3_-./ 가나다습니다\u1100\u1161\u0301éß\t\n", max_size=60)


def words(text: str) -> list[str]:
    return [token for token, _, _ in tokenize(normalize(text))]


def test_an_identifier_gives_itself_and_its_parts():
    assert words("NCCL_IB_GID_INDEX") == ["nccl_ib_gid_index", "nccl", "ib", "gid", "index"]
    assert words("ProcessGroupNCCL.cpp")[0].startswith("processgroupnccl.cpp")
    assert {"group", "nccl"} <= set(words("ProcessGroupNCCL.cpp"))


def test_a_whole_identifier_stands_before_its_parts_and_all_point_into_the_text():
    text = "see NCCL_IB_TIMEOUT now"
    found = tokenize(text)
    whole = next(token for token in found if token[0] == "nccl_ib_timeout")
    assert text[whole[1] : whole[2]] == "NCCL_IB_TIMEOUT"
    assert found.index(whole) < next(place for place, token in enumerate(found) if token[0] == "nccl")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("timeouts", "timeout"),
        ("TIMEOUT", "timeout"),
        ("restarted", "restarting"),
        ("GPUs", "GPU"),
        ("gpus", "gpu"),
        ("H100s", "H100"),
        ("Café", "café"),
    ],
)
def test_forms_of_a_word_are_one_token(one, other):
    assert words(one) == words(other) != []


@pytest.mark.parametrize(
    "text",
    ["12345", "10.0.3.17", "3f9c2ab81d", "0xdeadbeef", "2024-05-06", "req_8841234567", "", "- . /"],
)
def test_numbers_addresses_and_hashes_give_no_token(text):
    assert words(text) == []


def test_stop_words_give_no_token():
    assert words(" ".join(sorted(STOP_WORDS))) == []
    assert words("the nodes were not there") == words("nodes")


def test_hangul_gives_overlapping_pairs_of_syllables():
    assert words("처리량") == ["처리", "리량"]
    assert words("하락했습니다") == ["하락", "락했"]
    assert all(pair not in words(f"가{pair}나") for pair in HANGUL_STOP_PAIRS)


def test_a_particle_alone_gives_no_token_and_a_syllable_does():
    assert words("를 은 값") == ["값"]


@pytest.mark.parametrize("ending", sorted(HANGUL_ENDINGS))
def test_a_word_is_read_alike_with_and_without_its_particle(ending):
    assert words(f"체크포인트{ending}") == words("체크포인트")
    assert words(f"락{ending}") in ([f"락{ending}"], [])


def test_hangul_latin_and_digits_in_one_run_are_told_apart():
    assert words("GPU가") == words("GPU")
    assert words("NCCL타임아웃") == [*words("NCCL"), *words("타임아웃")]


def test_pairs_overlap_so_that_particles_do_not_hide_a_word():
    assert set(words("스토리지")) <= set(words("스토리지에서는"))


@given(any_text)
@example("가" * 3000)
@example("a_" * 3000)
@example("ﬁ ß İ ǰ")
def test_spans_are_ordered_places_of_the_text(text):
    text = normalize(text)
    starts = []
    for token, start, end in tokenize(text):
        assert token
        assert not any(char.isspace() for char in token)
        assert 0 <= start < end <= len(text)
        starts.append(start)
    assert all(first <= second or first - second < 200 for first, second in itertools.pairwise(starts))


@given(any_text)
def test_composed_and_decomposed_text_give_the_same_tokens(text):
    assert words(unicodedata.normalize("NFD", text)) == words(unicodedata.normalize("NFC", text))


@given(any_text, any_text)
def test_a_line_is_tokenized_by_itself(one, other):
    assert words(f"{one}\n{other}") == words(one) + words(other)


@given(any_text)
def test_terms_are_the_tokens(text):
    assert terms(text).split() == words(text)


def test_escapes_are_written_out():
    assert visible("\x1b[31mred\x07") == "\\x1b[31mred\\x07"
    assert visible("a\u202eb") == "a\\u202eb"
    assert visible("a\r\nb\tc\rd", keep_newlines=False) == "a b c\\rd"
    assert visible("a\nb") == "a\nb"


@given(st.text())
def test_what_is_visible_obeys_nobody(text):
    shown = visible(text)
    for char in shown:
        assert char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    assert visible(shown) == shown
    assert "\n" not in visible(text, keep_newlines=False)


@given(st.text(alphabet=st.characters(categories=("L", "N", "P", "S", "Zs"), max_codepoint=0xFFFF)))
def test_ordinary_text_is_shown_as_it_is(text):
    assert visible(text) == text


@given(st.text())
def test_folding_is_stable(text):
    once = fold(text)
    assert fold(f"  {text}\n") == once
    assert once == " ".join(once.split())
    assert fold(unicodedata.normalize("NFD", text)) == once


def test_folding_makes_spellings_equal():
    assert fold(" NCCL\t Timeout ") == "nccl timeout"
    assert fold(unicodedata.normalize("NFD", "한글")) == "한글"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Wed Jan 20 15:58:40 UTC 2027", "15:58:40 2027"),
        ("[Mon Nov 30 10:00:01 2026] link down", "[ 10:00:01 2026] link down"),
        ("Mon, 30 Nov 2026 it failed", "2026 it failed"),
        ('10.0.0.7 [20/Jan/2027:10:11:12 +0000] "GET /"', '10.0.0.7 [ /2027:10:11:12 +0000] "GET /"'),
        ("at 14:25 KST, again at 02:10:09 UTC", "at 14:25 , again at 02:10:09"),
        ("the 20th of January, Monday, 20 January 2024, UTC 03:20", "the , 2024, 03:20"),
        ("1월 20일 토요일에 목요일 배포", "에 목요일 배포"),
        ("on January 20, again on the 3rd of June, 4th July", "on , again on the ,"),
        ("since 20 September 15:00 (PDT), see the Decembrist", "since 15:00 , see the Decembrist"),
        ("1월 20일 오후 3시 20분부터 2027년 2월 3일까지", "부터 까지"),
        ("새벽 2시에 시작, 3시간 동안 8시반에 다시", "에 시작, 3시간 동안 에 다시"),
        ("5월에 즉시 다시 확인, 20시간째", "5월에 즉시 다시 확인, 20시간째"),
        ("the Mar processor of Janet may stop in UTC", "the Mar processor of Janet may stop in UTC"),
    ],
)
def test_dates_in_words_are_left_out_and_nothing_moves(text, left):
    found = without_dates(text)
    assert len(found) == len(text)
    assert found.split() == left.split()
