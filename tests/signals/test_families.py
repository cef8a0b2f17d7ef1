"""What holds for every format: it is recognised, spans are exact, nothing breaks it."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.signals import read, reader
from kb.signals.families import FAMILIES
from kb.signals.model import CASCADE, CONTEXT, INITIATING, SEVERITIES, Signals
from kb.signals.reader import MOST_PHRASES, MOST_SIGNALS

from .conftest import format_in, load, names

HEALTHY = re.compile(
    r"\.(?:healthy|resolved|ok)\.|log-access-clf\.txt|log-train-(?:deepspeed|nanotron|nanogpt|megatron-deepspeed)\."
)


def check(data: bytes, signals: Signals) -> None:
    """Bounds, order, known words and spans inside the input."""
    assert len(signals.signals) <= MOST_SIGNALS
    assert len(signals.phrases) <= MOST_PHRASES
    for item in (*signals.signals, *signals.phrases):
        start, end = item.span
        assert 0 <= start <= end <= len(data)
        assert item.role in (INITIATING, CASCADE, CONTEXT)
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", item.text)
    assert all(signal.severity in SEVERITIES for signal in signals.signals)
    starts = [item.span[0] for item in signals.signals]
    assert starts == sorted(starts)


def unwrapped(text: str) -> str:
    """What the cell of a table says without its borders: it is put together from the lines that it is wrapped over."""
    return "".join(text.replace("|", "").split())


@pytest.mark.parametrize("name", names())
def test_fixture_is_recognised_and_spans_are_exact(name: str) -> None:
    data = load(name)
    signals = reader.read(data, len(data), strict=True)
    assert signals.format == format_in(name)
    check(data, signals)
    for item in (*signals.signals, *signals.phrases):
        there = data[item.span[0] : item.span[1]].decode()
        assert there == item.text or "\\" in there or unwrapped(there) == unwrapped(item.text)


@pytest.mark.parametrize("name", names())
def test_healthy_inputs_show_nothing_wrong_and_others_do(name: str) -> None:
    worst = SEVERITIES.index(read(load(name)).severity)
    assert (worst <= SEVERITIES.index("info")) == bool(HEALTHY.search(name))


@given(st.sampled_from(names()), st.integers(0, 200), st.sampled_from((b"9" * 400, b"9" * 5000, b"1e999", b"0")))
@settings(max_examples=150, deadline=None)
def test_numbers_of_any_size_break_nothing(name: str, place: int, number: bytes) -> None:
    data = load(name)
    found = list(re.finditer(rb"\d+(?:\.\d+)?", data))
    if found:
        start, end = found[place % len(found)].span()
        data = data[:start] + number + data[end:]
    signals = reader.read(data, len(data), strict=True)
    check(data, signals)
    values = [value for one in signals.signals for value in (one.from_value, one.to_value) if value is not None]
    assert all(math.isfinite(value) for value in values)


JSON_VALUE = re.compile(rb'(?<=[:\[,])\s*(?:"(?:[^"\\]|\\.)*"|[-\d.e]+|true|false|null)(?=\s*[,}\]])')


NESTED = b'[{"a": ' * 600 + b"1" + b"}]" * 600
"""Deeper than a function that calls itself for each level can go."""


@pytest.mark.parametrize("name", [name for name in names() if JSON_VALUE.search(load(name))])
def test_an_object_in_place_of_a_value_breaks_nothing(name: str) -> None:
    data = load(name)
    values = list(JSON_VALUE.finditer(data))
    for value in values[:: max(1, len(values) // 8)]:
        changed = data[: value.start()] + NESTED + data[value.end() :]
        check(changed, reader.read(changed, len(changed), strict=True))


def test_every_format_has_a_fixture_and_a_name_of_its_own() -> None:
    formats = [family.format for family in FAMILIES]
    assert len(formats) == len(set(formats))
    assert set(formats) <= {format_in(name) for name in names()}


def test_patterns_compile_and_have_markers() -> None:
    for family in FAMILIES:
        re.compile(family.pattern, re.MULTILINE)
        assert family.shape in ("json", "block", "lines")
        assert family.markers
        assert family.pattern or family.keys


@settings(max_examples=150, deadline=None)
@given(name=st.sampled_from(names()), share=st.floats(0, 1))
def test_no_prefix_breaks_a_reader(name: str, share: float) -> None:
    data = load(name)
    data = data[: int(len(data) * share)]
    check(data, reader.read(data, 1 << 20, strict=True))


@settings(max_examples=80, deadline=None)
@given(
    first=st.sampled_from(names()), second=st.sampled_from(names()), glue=st.sampled_from([b"", b"\n", b"\n\n", b" "])
)
def test_no_two_glued_together_break_a_reader(first: str, second: str, glue: bytes) -> None:
    data = load(first) + glue + load(second)
    check(data, reader.read(data, 1 << 20, strict=True))


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(st.binary(max_size=400), st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")))
)
def test_no_bytes_break_it(data: bytes) -> None:
    check(data, reader.read(data, 1 << 20, strict=True))


@settings(max_examples=100, deadline=None)
@given(name=st.sampled_from(names()), at=st.floats(0, 1), junk=st.binary(min_size=1, max_size=30))
def test_no_damage_breaks_a_reader(name: str, at: float, junk: bytes) -> None:
    data = load(name)
    place = int(len(data) * at)
    data = data[:place] + junk + data[place + len(junk) :]
    check(data, reader.read(data, 1 << 20, strict=True))


@settings(max_examples=100, deadline=None)
@given(name=st.sampled_from(names()), at=st.floats(0, 1), size=st.integers(1, 60), times=st.integers(2, 200))
@example(name="log-train-nanotron.txt", at=0.33, size=14, times=150)
def test_no_stretch_over_and_over_holds_a_reader_up(name: str, at: float, size: int, times: int) -> None:
    data = load(name)
    place = int(len(data) * at)
    data = data[:place] + data[place : place + size] * times + data[place:]
    check(data, reader.read(data, 1 << 20, strict=True))


def test_a_key_of_many_parts_is_read_once() -> None:
    key = b"tokens_per_sec" + b"_per_ns_per_sec" * 100
    data = load("log-train-nanotron.txt").replace(b"tokens_per_sec", key)
    check(data, reader.read(data, 1 << 20, strict=True))


def test_a_failing_reader_falls_back_to_the_general_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(part: object) -> list[object]:
        raise ValueError(part)

    monkeypatch.setattr("kb.signals.kernel.read", broken)
    data = load("log-dmesg-xid.txt")
    assert "xid 79" in {signal.name for signal in read(data).signals}
    with pytest.raises(ValueError):
        reader.read(data, len(data), strict=True)


def test_empty_and_blank_inputs() -> None:
    for data in (b"", b" \n\t\n", b"\xef\xbb\xbf", b"\x00" * 64):
        signals = read(data)
        assert signals.format == "empty"
        assert signals.language == "none"
        assert signals.severity == "none"


def test_the_cut_is_reported() -> None:
    signals = read(b"ERROR disk full\n" * 100, limit=160)
    assert signals.truncated
    assert signals.size == 160
    assert all(item.span[1] <= 160 for item in (*signals.signals, *signals.phrases))
