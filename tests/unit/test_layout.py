"""Lines that fit a terminal, with letters of one and of two columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.render.layout import Paint, chance, clean, cut, pad, width, wrap

any_line = st.text(st.characters(exclude_categories=("Cs",)), max_size=80).map(clean)
mixed = st.lists(st.sampled_from(["처리량", "a", "throughput", "x" * 70, "가" * 50, "é", "-", "1"]), max_size=12).map(
    " ".join
)


def test_hangul_takes_two_columns():
    assert width("abc") == 3
    assert width("처리량") == 6
    assert width("e\u0301") == 1
    assert width("") == 0


@given(any_line | mixed, st.integers(1, 60))
def test_a_cut_text_fits_and_says_that_it_was_cut(text, columns):
    short = cut(text, columns)
    assert width(short) <= columns
    if width(text) <= columns:
        assert short == text
    else:
        assert short.endswith("…")
        assert text.startswith(short[:-1])


@given(any_line | mixed, st.integers(0, 60))
def test_a_padded_text_is_at_least_so_wide(text, columns):
    padded = pad(text, columns)
    assert padded.startswith(text)
    assert width(padded) == max(width(text), columns)


@given(any_line | mixed, st.integers(20, 80), st.sampled_from(["", "- ", "  원인    "]))
def test_wrapped_lines_fit_and_hold_every_letter(text, columns, first):
    lines = wrap(text, columns, first)
    assert lines[0].startswith(first.rstrip())
    assert all(width(line) <= columns for line in lines)
    assert all(line == line.rstrip() for line in lines)
    bodies = [lines[0][len(first) :], *(line[width(first) :] for line in lines[1:])]
    assert "".join("".join(body.split()) for body in bodies) == "".join(text.split())


def test_later_lines_are_indented_as_told():
    assert wrap("one two three", 12, "a: ", "  ") == ["a: one two", "  three"]
    assert wrap("one two three", 12, "a: ") == ["a: one two", "   three"]
    assert wrap("", 20, "a:") == ["a:"]


def test_words_stay_whole_where_they_fit():
    assert wrap("alpha beta gamma", 12) == ["alpha beta", "gamma"]
    assert wrap("x" * 30, 20) == ["x" * 20, "x" * 10]


@given(st.text())
def test_clean_text_is_one_line_of_visible_letters(text):
    shown = clean(text)
    assert all(char.isprintable() or char in "\u00a0\u3000" for char in shown)
    assert clean(shown) == shown
    assert shown == shown.strip()


def test_paint():
    assert Paint(False)("x", "bold") == "x"
    assert Paint(True)("x", "bold", "green") == "\x1b[1;32mx\x1b[0m"
    assert Paint(True)("", "bold") == ""
    with pytest.raises(KeyError):
        Paint(True)("x", "pink")


@given(st.floats(0, 1, exclude_max=True))
def test_a_probability_is_never_told_as_more_than_it_is(probability):
    told = int(chance(probability).removesuffix("%"))
    assert told / 100 <= probability + 1e-8
    assert told / 100 > probability - 0.01
    for bound in (0.2, 0.5):
        assert (told >= 100 * bound) == (probability >= bound - 1e-10)
