"""The options of an ordinary `kb match`, read without argparse: either as argparse reads them, or left to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.cli.match import plain
from kb.cli.parsers import parser_for
from kb.errors import UsageError

WORDS = (
    "--json", "--jsonl", "--format", "--top", "--lang", "--db", "--explain", "--actions", "--no-redact", "--top=3",
    "--format=json", "-", "--", "--help", "--jso", "json", "jsonl", "markdown", "text", "ko", "en", "fr", "ko_KR",
    "0", "1", "07", "100", "101", "٣", "-1", "alert.txt", "", " ", "a b", "-domain:aws", "x=y", "@file",
)  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=6))
def test_options_are_read_as_argparse_reads_them_or_left_to_it(words):
    read = plain(words)
    if read is not None:
        parsed = vars(parser_for("match").read(words))
        parsed.pop("format_said", None)
        assert vars(read) == parsed


@pytest.mark.parametrize(
    "words",
    [[], ["-"], ["--json"], ["alert.txt", "--top", "5", "--lang", "ko"], ["--format", "markdown", "--explain"]],
)
def test_ordinary_calls_are_not_left_to_argparse(words):
    assert plain(words) is not None


@pytest.mark.parametrize("words", [["--help"], ["--top", "0"], ["--json", "--format", "text"], ["a", "b"], ["--tpo"]])
def test_what_is_wrong_is_left_to_argparse_and_its_messages(words):
    assert plain(words) is None
    with pytest.raises((UsageError, SystemExit)):
        parser_for("match").read(words)
