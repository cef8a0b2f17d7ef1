"""Strict JSON: what is refused, where it is said to be, and that the rest comes out as it went in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import jsonio

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet=st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(alphabet=st.characters(exclude_categories=("Cs",))), inner),
    max_leaves=20,
)


def problems(text: str | bytes) -> list[tuple[str, str]]:
    data = text if isinstance(text, bytes) else text.encode()
    return [(problem.kind, problem.pointer) for problem in jsonio.parse(data, name="x").problems]


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    for indent in (None, 2):
        parsed = jsonio.parse(jsonio.dumps(value, indent=indent).encode())
        assert parsed.problems == ()
        assert parsed.value == value
        assert repr(parsed.value) == repr(value)


@given(VALUES)
def test_escaped_text_is_read_like_plain_text(value: Any) -> None:
    assert jsonio.parse(json.dumps(value, ensure_ascii=True).encode()).value == value


@given(
    st.binary(max_size=200) | st.text(alphabet='{}[]",:0123456789.eE+-\\untrfalse NI\n한', max_size=60).map(str.encode)
)
def test_any_bytes_give_a_value_or_a_reason(data: bytes) -> None:
    parsed = jsonio.parse(data)
    if not parsed.problems:
        assert json.loads(data) == parsed.value
    for problem in parsed.problems:
        assert problem.message
        problem.pointer.encode()


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"a": 1, "a": 1}', "/a"),
        ('{"a": [{"b": 1}, {"b": 1, "c": 2, "b": 3}]}', "/a/1/b"),
        ('{"a/b": {"~": 1, "~": 2}}', "/a~1b/~0"),
        ('{"": 1, "": 2}', "/"),
        ('{"a": 1, "\\u0061": 2}', "/a"),
    ],
)
def test_duplicate_key(text: str, pointer: str) -> None:
    assert problems(text) == [(jsonio.DUPLICATE_KEY, pointer)]


def test_second_key_is_named_with_its_line() -> None:
    (problem,) = jsonio.parse(b'{\n  "a": 1,\n  "a": 2\n}', first_line=10).problems
    assert (problem.line, problem.column) == (12, 3)
    assert "line 12, column 3" in problem.message


def test_same_key_in_two_objects_is_no_duplicate() -> None:
    assert problems('[{"a": 1}, {"a": {"a": 2}}]') == []


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_not_a_number(word: str) -> None:
    parsed = jsonio.parse(f'{{"a": [1, {word}]}}'.encode())
    assert [(problem.kind, problem.pointer) for problem in parsed.problems] == [(jsonio.NOT_A_NUMBER, "/a/1")]
    assert parsed.value == {"a": [1, None]}


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1e-400", "1" + "0" * 309, "9" * 5000, "1" * 310 + ".5"])
def test_number_out_of_range(number: str) -> None:
    assert problems(f'{{"a": {number}}}') == [(jsonio.OUT_OF_RANGE, "/a")]


@pytest.mark.parametrize("number", ["1e308", "5e-324", "0e999", "0.0e-999", "1" + "0" * 308, str(2**200), "-0.0"])
def test_number_in_range_is_exact(number: str) -> None:
    assert problems(number) == []
    assert repr(jsonio.parse(number.encode()).value) == repr(json.loads(number))


def test_byte_order_mark_is_named_and_the_rest_is_read() -> None:
    parsed = jsonio.parse(b'\xef\xbb\xbf{"a": 1}')
    assert [problem.kind for problem in parsed.problems] == [jsonio.BYTE_ORDER_MARK]
    assert parsed.value == {"a": 1}


@pytest.mark.parametrize(("prefix", "offset"), [(b"", 7), (b"\xef\xbb\xbf", 10)])
def test_invalid_utf8_names_byte_and_line(prefix: bytes, offset: int) -> None:
    problem = jsonio.parse(prefix + b'{\n"a":"\xff"}').problems[-1]
    assert problem.kind == jsonio.NOT_UTF8
    assert f"0xff at offset {offset} (line 2)" in problem.message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_other_unicode_encodings_are_named(encoding: str) -> None:
    data = '{"제목": "값"}'.encode(encoding)
    assert jsonio.parse(data).problems[0].kind in (jsonio.NOT_UTF8, jsonio.SYNTAX)
    assert jsonio.parse('{"제목": "값"}'.encode("utf-16")).problems[0].message.startswith("the file is UTF-16")


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('"\\ud83d"', ""),
        ('{"a": ["x\\uDE00y"]}', "/a/0"),
        ('"\\ud83d\\ud83d\\ude00"', ""),
        ('"\\ude00\\ud83d"', ""),
        ('{"\\ud83d": 1}', "/\\ud83d"),
    ],
)
def test_lone_surrogate(text: str, pointer: str) -> None:
    assert problems(text) == [(jsonio.LONE_SURROGATE, pointer)]


@pytest.mark.parametrize("text", ['"\\ud83d\\ude00"', '"\\\\ud83d"', '"😀"'])
def test_whole_character_is_no_lone_surrogate(text: str) -> None:
    assert problems(text) == []


def test_writing_refuses_what_reading_refuses() -> None:
    for value in ("\ud83d", {"\ude00": 1}, float("nan"), [float("inf")]):
        with pytest.raises(ValueError):
            jsonio.dumps(value)
    assert jsonio.dumps({"가": "나"}) == '{"가":"나"}'


@pytest.mark.parametrize("unit", ["[", '{"a":', '[{"b":'])
def test_nesting(unit: str) -> None:
    closing = {"[": "]", '{"a":': "}", '[{"b":': "}]"}[unit]
    levels = unit.count("[") + unit.count("{")
    fits, more = jsonio.MAX_DEPTH // levels, 50_000
    assert problems(unit * fits + "1" + closing * fits) == []
    for count in (fits + 1, more):
        assert [kind for kind, _ in problems(unit * count + "1" + closing * count)] == [jsonio.TOO_DEEP]
    assert [kind for kind, _ in problems(unit * more)] == [jsonio.TOO_DEEP]


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", b"\xef\xbb\xbf"])
def test_empty(data: bytes) -> None:
    assert problems(data)[-1] == (jsonio.EMPTY, "")


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('{"a": 1,}', "line 1, column 9", "a comma stands before the closing bracket"),
        ("[1, 2,\n]", "line 2, column 1", "a comma stands before the closing bracket"),
        ("{a: 1}", "line 1, column 2", "expected a key in double quotes, found a"),
        ("{'a': 1}", "line 1, column 2", "a single quote"),
        ('{"a" 1}', "line 1, column 6", "expected a colon between key and value, found 1"),
        ('{"a": 1\n "b": 2}', "line 2, column 2", "expected a comma or the closing bracket"),
        ('{"a": "x\n"}', "line 1, column 9", "a line break"),
        ('{"a": "x}', "line 1, column 7", 'no closing "'),
        ('{"a": "\\d"}', "line 1, column 8", "a backslash"),
        ('{"a": [1, 2', "line 1, column 12", "ends too early"),
        ('{"a": 1} {"b": 2}', "line 1, column 10", "a second value begins"),
        ('{"a": None}', "line 1, column 7", "None is Python"),
        ('{"a": 1} // why', "line 1, column 10", "a second value begins"),
        ("// why\n{}", "line 1, column 1", "no comments"),
        ("<html>", "line 1, column 1", "HTML"),
        ('{"a": 007}', "line 1, column 8", "how JSON writes a number"),
        ('{"a": .5}', "line 1, column 7", "expected a value"),
    ],
)
def test_syntax_error_in_plain_words(text: str, place: str, words: str) -> None:
    (problem,) = jsonio.parse(text.encode()).problems
    assert problem.kind == jsonio.SYNTAX
    assert problem.message.startswith(place)
    assert words in problem.message
    assert problem.hint


def test_syntax_error_names_the_innermost_place() -> None:
    assert problems('{"a": {"b": [1, {"c": tru}]}}') == [(jsonio.SYNTAX, "/a/b/1/c")]


def test_several_problems_are_told_at_once() -> None:
    found = problems('{"a": NaN, "a": 1e999, "b": {"c": 1, "c": 2}}')
    assert found == [
        (jsonio.NOT_A_NUMBER, "/a"),
        (jsonio.DUPLICATE_KEY, "/a"),
        (jsonio.OUT_OF_RANGE, "/a"),
        (jsonio.DUPLICATE_KEY, "/b/c"),
    ]


def test_text_with_very_many_problems_gives_no_value() -> None:
    parsed = jsonio.parse(b"[" + b"NaN," * 5000 + b"1]")
    assert len(parsed.problems) == jsonio.MAX_PROBLEMS
    assert parsed.value is None
