"""JSON in and out, strictly: what is read is exactly what the file says, or the file is refused.

The standard parser takes `NaN`, the last of two equal keys, 1e400 as infinity and half of a surrogate
pair without a word, and raises RecursionError on deep nesting. A knowledge base that promises to give
back what it took cannot. `parse` names each such place by JSON pointer, line and column, in words that
a person who does not know JSON by heart can act on; the text is read again, token by token, only when
there is something to name.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from kb.json_syntax import explain
from kb.json_tokens import Token, tokens

Steps = tuple[str | int, ...]
"""Keys and list indices that lead to a place in a document."""

MAX_DEPTH = 100
"""Levels of nesting that are read; a record needs six."""

MAX_PROBLEMS = 100
"""Problems that are named of one text; a text with so many is given no value."""

EMPTY = "empty-file"
BYTE_ORDER_MARK = "byte-order-mark"
NOT_UTF8 = "invalid-utf8"
SYNTAX = "not-json"
DUPLICATE_KEY = "duplicate-key"
NOT_A_NUMBER = "not-a-number"
OUT_OF_RANGE = "number-out-of-range"
LONE_SURROGATE = "lone-surrogate"
TOO_DEEP = "too-deep"

_LONE_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_ENDLESS_NUMBER = re.compile(r"[0-9]{309}")
"""No double has as many digits before the point; `int` refuses 4,300 of them with an error of its own."""
_CONSTANTS = ("NaN", "Infinity", "-Infinity")


class JsonProblem(NamedTuple):
    """One reason to refuse the text. `kind` is a constant of this module, `pointer` a JSON pointer ("" for the whole),
    `hint` says what to do; `line` and `column` count characters from 1, `None` where only the whole is meant."""

    kind: str
    pointer: str
    message: str
    hint: str
    line: int | None = None
    column: int | None = None


class ParsedJson(NamedTuple):
    """What was read from `name`. With problems, `value` is the best reading, so that more can be said, or None."""

    name: str
    value: Any
    problems: tuple[JsonProblem, ...]


def parse(data: bytes, *, name: str = "", first_line: int = 1) -> ParsedJson:
    """Read one JSON text. Never raises for any bytes; everything wrong stands in `problems`.

    `first_line` is the line of `name` on which `data` begins (for one line of a JSONL file).
    """
    problems: list[JsonProblem] = []
    skipped = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    if skipped:
        hint = "Save the file as UTF-8 without a byte-order mark."
        problems.append(JsonProblem(BYTE_ORDER_MARK, "", "the file begins with a byte-order mark", hint, first_line, 1))
    try:
        text = str(memoryview(data)[skipped:], "utf-8")
    except UnicodeDecodeError as error:
        return ParsedJson(name, None, (*problems, _encoding_problem(data, error.start + skipped, first_line)))
    if not text.strip(" \t\r\n"):
        hint = "Write one record, a list of records, or one record a line."
        return ParsedJson(name, None, (*problems, JsonProblem(EMPTY, "", "the file is empty", hint)))
    value, more = _read(text, first_line)
    return ParsedJson(name, value, (*problems, *more))


def dumps(value: Any, *, indent: int | None = None) -> str:
    """JSON text that `parse` reads back to an equal value; letters stay letters (no `\\uXXXX`).

    Raises ValueError for NaN, infinity and lone surrogates, TypeError for what JSON cannot say.
    """
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
    if _SURROGATE.search(text):
        raise ValueError("the text holds half of a surrogate pair, which UTF-8 cannot store")
    return text


def pointer(*steps: str | int) -> str:
    """JSON pointer (RFC 6901) to the place that keys and list indices lead to."""
    return "".join(["/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps])


def _read(text: str, first_line: int) -> tuple[Any, list[JsonProblem]]:
    suspect = bool(_LONE_ESCAPE.search(text)) or bool(_ENDLESS_NUMBER.search(text))
    if suspect and (problems := _problems(text, first_line)):
        return None, problems
    doubtful: list[str] = []

    def take_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        taken = dict(pairs)
        if len(taken) != len(pairs):
            doubtful.append(DUPLICATE_KEY)
        return taken

    def take_float(written: str) -> float | None:
        if _out_of_range(written):
            doubtful.append(OUT_OF_RANGE)
            return None
        return float(written)

    def take_constant(_: str) -> None:
        doubtful.append(NOT_A_NUMBER)

    try:
        value = json.loads(text, object_pairs_hook=take_pairs, parse_float=take_float, parse_constant=take_constant)
    except json.JSONDecodeError as error:
        return None, [_syntax_problem(text, error, first_line)]
    except RecursionError:
        return None, _problems(text, first_line)
    if doubtful or _depth(value) > MAX_DEPTH:
        problems = _problems(text, first_line)
        hopeless = len(problems) == MAX_PROBLEMS or any(problem.kind == TOO_DEEP for problem in problems)
        return (None if hopeless else value), problems
    return value, []


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level := [node for node in level if isinstance(node, (dict, list))]:
        depth += 1
        level = [child for node in level for child in (node.values() if isinstance(node, dict) else node)]
    return depth


def _problems(text: str, first_line: int) -> list[JsonProblem]:
    """Every place of a text that the standard parser takes and we do not."""
    found = []
    for token in tokens(text):
        problem = _token_problem(token)
        if problem is not None:
            kind, message, hint = problem
            line, column = _position(text, token.offset, first_line)
            place = pointer(*token.steps).encode("utf-8", "backslashreplace").decode()
            message = f"{message} (line {line}, column {column})"
            found.append(JsonProblem(kind, place, message, hint, line, column))
            if kind == TOO_DEEP or len(found) == MAX_PROBLEMS:
                break
    return found


def _token_problem(token: Token) -> tuple[str, str, str] | None:
    if token.is_repeated:
        message = f"the key {token.text} is given a second time here"
        return DUPLICATE_KEY, message, "Keep one of the two; only one value can be stored."
    if token.text[0] == '"':
        if _LONE_ESCAPE.search(token.text) and _SURROGATE.search(_decoded(token.text)):
            message = "the text holds half of a surrogate pair (an escape such as \\ud83d without its other half)"
            return LONE_SURROGATE, message, "Write the character itself, or both halves of the pair."
        return None
    if token.text in "[{":
        if token.depth < MAX_DEPTH:
            return None
        message = f"lists and objects are nested more than {MAX_DEPTH} levels deep"
        return TOO_DEEP, message, "Flatten the data: a record needs about six levels."
    if token.text in _CONSTANTS:
        return NOT_A_NUMBER, f"{token.text} is not a JSON number", "Write a number, null, or the text in quotes."
    if _NUMBER.fullmatch(token.text) and _out_of_range(token.text):
        written = token.text if len(token.text) <= 24 else f"{token.text[:20]}..."
        message = f"the number {written} cannot be stored as it stands; the range is about ±1.8e308, smallest 5e-324"
        return OUT_OF_RANGE, message, "Write a number in range, or the text in quotes."
    return None


def _decoded(token: str) -> str:
    try:
        return str(json.loads(token, strict=False))
    except json.JSONDecodeError:
        return ""


def _out_of_range(written: str) -> bool:
    value = float(written)
    if value in (float("inf"), float("-inf")):
        return True
    return value == 0 and any(digit in "123456789" for digit in re.split("[eE]", written)[0])


def _encoding_problem(data: bytes, offset: int, first_line: int) -> JsonProblem:
    line = first_line + data.count(b"\n", 0, offset)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in data[:4]:
        message = "the file is UTF-16 or UTF-32, not UTF-8"
    else:
        message = f"the byte 0x{data[offset]:02x} at offset {offset} (line {line}) is not valid UTF-8"
    return JsonProblem(NOT_UTF8, "", message, "Save the file as UTF-8.", line)


def _position(text: str, offset: int, first_line: int) -> tuple[int, int]:
    return first_line + text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset)


def _syntax_problem(text: str, error: json.JSONDecodeError, first_line: int) -> JsonProblem:
    line, column = _position(text, error.pos, first_line)
    message, hint = explain(text, error)
    steps: Steps = ()
    for token in tokens(text[: error.pos]):
        steps = token.steps
    return JsonProblem(SYNTAX, pointer(*steps), f"line {line}, column {column}: {message}", hint, line, column)
