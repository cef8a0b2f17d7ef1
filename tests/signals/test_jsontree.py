from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.signals.jsontree import Node, parse, unescape

TEXT = st.text(alphabet=st.characters(exclude_categories=("Cc", "Cs")), max_size=12)
NUMBERS = st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


def plain(node: Node) -> object:
    if isinstance(node.value, dict):
        return {key: plain(inner) for key, inner in node.value.items()}
    if isinstance(node.value, list):
        return [plain(inner) for inner in node.value]
    return node.value


@settings(deadline=None)
@given(st.dictionaries(TEXT, JSON, max_size=5), st.booleans())
def test_it_reads_what_the_standard_parser_reads(value: dict[str, object], ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    document = parse(text)
    assert document is not None
    assert document.complete
    assert document.end == len(text)
    assert plain(document.root) == value


@settings(deadline=None)
@given(st.dictionaries(TEXT, JSON, max_size=5), st.floats(0, 1))
def test_any_prefix_gives_what_was_there(value: dict[str, object], share: float) -> None:
    text = json.dumps(value)
    document = parse(text[: int(len(text) * share)])
    assert document is None or document.end <= len(text)


def test_a_cut_document_keeps_what_it_has() -> None:
    document = parse('{"a": "one", "b": [1, {"c": "tw')
    assert document is not None
    assert not document.complete
    assert plain(document.root) == {"a": "one", "b": [1, {"c": "tw"}]}


def test_paths_and_positions() -> None:
    text = '{"alerts": [{"labels": {"name": "x y"}}]}'
    document = parse(text)
    assert document is not None
    node = document.root.at("alerts", 0, "labels", "name")
    assert node is not None
    assert text[node.start : node.end] == "x y"
    assert document.root.text("alerts", 0, "labels", "name") == "x y"
    assert document.root.at("alerts", 3) is None


def test_control_characters_are_made_harmless() -> None:
    document = parse('{"a": "one\\u001b[31mtwo"}')
    assert document is not None
    assert document.root.text("a") == "one [31mtwo"


def test_deep_nesting_and_other_text() -> None:
    assert parse("[" * 100_000) is not None
    assert parse("no json") is None


def test_escapes_keep_their_places() -> None:
    text, places = unescape("a\\n\\ud55c\\ud83d\\ude00b")
    assert text == "a\n한😀b"
    assert places == [0, 1, 3, 9, 21, 22]
