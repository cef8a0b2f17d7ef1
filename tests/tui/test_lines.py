"""Wrapping, cutting and series: what is drawn keeps to its columns, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from kb.signals.model import Signal
from tui.lines import Piece, clip, cut, fill, fit, flow, marked, plain, shorten, width
from tui.spark import series_at, spark
from tui.understood import row

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=80)
columns = st.integers(min_value=12, max_value=60)


@given(texts, columns)
def test_flow_keeps_to_its_columns_and_loses_nothing(text: str, size: int) -> None:
    shown = plain(text)
    lines = flow([Piece(shown)], size)
    assert all(width(line) <= size for line in lines)
    joined = "".join(piece.text for line in lines for piece in line)
    assert joined.replace(" ", "") == shown.replace(" ", "")


@given(texts, columns)
def test_cut_fit_clip_and_fill_keep_to_their_columns(text: str, size: int) -> None:
    shown = plain(text)
    assert cell_len(cut(shown, size)) <= size
    assert cell_len(fit(shown, size)) == size
    assert width(clip([Piece(shown), Piece(shown)], size)) <= size
    assert width(fill([Piece(shown)], size)) == size


@given(texts)
def test_plain_leaves_nothing_that_a_terminal_obeys(text: str) -> None:
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 or char in "\u202e\u200f\u2066" for char in plain(text))


def test_a_word_in_several_pieces_is_not_torn() -> None:
    lines = flow([Piece("one "), Piece("two", "hit"), Piece("three four")], 12)
    assert ["".join(piece.text for piece in line) for line in lines] == ["one twothree", "four"]


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=5))
def test_marked_keeps_the_text(text: str, spans: list[tuple[int, int]]) -> None:
    inside = [(min(pair[0], len(text)), min(pair[1], len(text))) for pair in spans]
    assert "".join(piece.text for piece in marked(text, inside, "hit")) == text


def test_marked_marks_overlapping_spans_once() -> None:
    assert marked("abcdef", [(1, 4), (2, 5)], "hit") == [
        Piece("a"),
        Piece("bcd", "hit"),
        Piece("e", "hit"),
        Piece("f"),
    ]


def test_spark_shows_a_fall_and_where_it_began() -> None:
    blocks, at = spark([10.0] * 6 + [1.0] * 6, 6, 6)
    assert blocks == "███▁▁▁"
    assert at == 3


def test_spark_of_nothing_is_nothing() -> None:
    assert spark([], 10) == ("", -1)
    assert spark([5.0, 5.0], 10)[0] == "▁▁"


def test_a_series_is_found_in_a_column_of_a_table() -> None:
    lines = ["step tokens", "1 14,000", "2 13,900", "3 6,100", "4 6,050", "the end of it all"]
    assert series_at(lines, 3, 2) == ([14000.0, 13900.0, 6100.0, 6050.0], 2)


def test_lines_of_other_words_are_not_of_the_series() -> None:
    training = [f"[rank0]: step {n} loss {value} tok/s {14000 - n}" for n, value in enumerate((2.31, 2.28, 2.21, 2.19))]
    others = ["nvidia-smi shows GPU util 40 %, idle", "[rank0]: step 9 lr 3e-4 tok/s 14000"]
    lines = [training[0], others[0], training[1], training[2], others[1], training[3]]
    column = lines[3].index("2.21")
    assert series_at(lines, 3, column) == ([2.31, 2.28, 2.21, 2.19], 2)


def test_a_series_needs_four_lines_of_its_own_words() -> None:
    lines = ["loss 2.3 now", "loss 2.2 now", "loss 2.1 now", "util 40 now", "temp 71 now"]
    assert series_at(lines, 1, 5) == ([], -1)


@given(st.lists(texts, min_size=1, max_size=4), columns)
def test_what_is_cut_twice_has_one_ellipsis(parts: list[str], size: int) -> None:
    shown = [plain(part).replace("…", "") for part in parts]
    line = clip([Piece(cut(part, size // 2) + "  ") for part in shown], size)
    text = "".join(piece.text for piece in line)
    assert "……" not in text
    assert not text.rstrip().endswith("… …")


@given(texts, columns)
def test_a_line_is_shortened_after_a_word(text: str, size: int) -> None:
    whole = plain(text)
    line = shorten([Piece(whole)], size) if whole else ()
    assert width(line) <= size
    text = "".join(piece.text for piece in line)
    if text.endswith(" …"):
        assert whole.startswith(text[:-2].strip())
        assert whole[len(text[:-2].strip()) :][:1] in (" ", "")


TABLE = ["time,host,tokens_per_second,gpu_temp"] + [
    f"2026-11-30T04:{minute:02}:00Z,{host},{value},{temperature}"
    for minute, (value, temperature) in enumerate(((1000, 61), (1001, 61), (411, 88), (410, 88)))
    for host in ("node01", "node02")
]


@pytest.mark.parametrize(("name", "wanted"), [("411", [1000, 1001, 411, 410]), ("88", [61, 61, 88, 88])])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_series_is_a_column_of_one_host_whatever_the_time(name: str, wanted: list[float], mark: str) -> None:
    lines = [line.replace(",", mark) for line in TABLE]
    line = next(number for number, text in enumerate(lines) if "node02" in text and "411" in text)
    assert series_at(lines, line, lines[line].rindex(name)) == (wanted, 2)


def test_the_time_of_a_row_and_its_host_are_no_series() -> None:
    assert series_at(TABLE, 3, 0) == ([], -1)
    assert series_at(TABLE, 3, TABLE[3].index("node")) == ([], -1)


def test_other_columns_of_a_row_are_not_its_series() -> None:
    row = " 8589934592    2147483648     float     sum      -1    62644  137.12  239.97      0"
    assert series_at([row, row], 0, row.index("239.97")) == ([], -1)
    rows = [row.replace("239.97", value) for value in ("239.97", "240.1", "121.5", "121.7")]
    assert series_at(rows, 2, row.index("239.97")) == ([239.97, 240.1, 121.5, 121.7], 2)


@pytest.mark.parametrize(("direction", "sign"), [("down", "▼"), ("up", "▲"), ("spike", "│"), ("flat", "")])
def test_a_change_has_a_sign(direction: str, sign: str) -> None:
    lines = ["10 a", "10 a", "2 a", "2 a"]
    signal = Signal("metric", "busbw", "2", (0, 1), direction=direction, from_value=10, to_value=2)
    (line,) = row(signal, lines, lambda _: (2, 0), "en", 60)
    assert "".join(piece.text for piece in line).endswith(f"██{sign}▁▁")


def test_a_lone_number_is_no_series() -> None:
    assert series_at(["temperature 71"], 0, 12) == ([], -1)
