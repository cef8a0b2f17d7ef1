from __future__ import annotations

import random
import unicodedata
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.signals import read
from kb.signals.decode import decode
from kb.signals.language import count_hangul, language_of

KOREAN = "학습이 멈췄습니다. GPU 3번이 사라졌어요\n"


@pytest.mark.parametrize(
    ("codec", "expected"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-16-le", "utf-16-le"),
        ("utf-32", "utf-32-le"),
        ("cp949", "cp949"),
    ],
)
def test_encodings(codec: str, expected: str) -> None:
    text = KOREAN if codec not in ("utf-16-be", "utf-16-le") else "the job hangs on rank 3\n"
    data = text.encode(codec)
    decoded = decode(data, 1000)
    assert decoded.text == text
    assert decoded.encoding == expected
    start = text.index("3")
    low, high = decoded.span(start, start + 1)
    assert data[low:high].decode(expected) == "3"


KOREAN_TEXTS = [
    KOREAN,
    "처리량이 14k tok/s에서 6k로 떨어졌다",
    "가나 다라 가가가가 가가가",
    "서버 다운",
    "가나다 ABC",
    "장애(서울)",
]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "cp949", "utf-8"])
@pytest.mark.parametrize("text", KOREAN_TEXTS)
def test_korean_without_a_byte_order_mark(text: str, codec: str) -> None:
    decoded = decode(text.encode(codec), 1000)
    assert (decoded.text, decoded.encoding) == (text, codec)
    at = text.index(" ") if " " in text else 1
    low, high = decoded.span(0, at)
    assert text.encode(codec)[low:high].decode(codec) == text[:at]


BINARY = {
    "random": random.Random(7).randbytes(50_000),
    "compressed": zlib.compress(random.Random(7).randbytes(50_000)),
    "padded": (b"\0" * 100 + random.Random(3).randbytes(60)) * 100,
}
TEXTS = {
    "a log with a hole": b"\0" * 5000 + b"kernel: Xid 79 seen \xed\x95\x9c\n" * 5,
    "latin-1": "Der Knoten für das Training hängt seit früh\n".encode("latin-1") * 20,
    "koi8-r": "отказ диска на узле три\n".encode("koi8-r") * 20,
    "delimited": b"8=FIX.4.2\x0135=D\x0149=X\x0156=\xc3\xa9\x01" * 20,
    "overstruck": b"N\bNA\bAM\bME\bE \xe2\x80\x94\n" * 20,
    "coloured": b"\x1b[31merror\x1b[0m \xec\x98\xa4\n" * 20,
}


@pytest.mark.parametrize("data", BINARY.values(), ids=BINARY)
def test_bytes_that_are_no_text_give_none(data: bytes) -> None:
    signals = read(data, limit=40_000)
    assert (signals.format, signals.language, signals.size, signals.truncated) == (
        "binary",
        "none",
        min(len(data), 40_000),
        len(data) > 40_000,
    )
    assert (signals.signals, signals.phrases, signals.healthy) == ((), (), False)


@pytest.mark.parametrize("data", TEXTS.values(), ids=TEXTS)
def test_text_with_strange_bytes_is_still_read(data: bytes) -> None:
    signals = read(data)
    assert signals.format != "binary"
    assert signals.phrases


def test_escapes_are_gone_and_spans_point_into_the_original() -> None:
    data = b"\x1b[1;31mXid\x1b[0m \x1b]8;;http://x\x1b\\79\x1b]8;;\x1b\\ seen"
    decoded = decode(data, 1000)
    assert decoded.text == "Xid 79 seen"
    low, high = decoded.span(0, 3)
    assert data[low:high] == b"Xid"
    low, high = decoded.span(4, 6)
    assert data[low:high] == b"79"


def test_decomposed_hangul_is_composed_and_spans_cover_all_of_it() -> None:
    data = unicodedata.normalize("NFD", "a 멈춤 b").encode()
    decoded = decode(data, 1000)
    assert decoded.text == "a 멈춤 b"
    low, high = decoded.span(2, 4)
    assert unicodedata.normalize("NFC", data[low:high].decode()) == "멈춤"


def test_line_ends_and_controls_become_harmless() -> None:
    assert decode(b"a\r\nb\rc\x00\x08d", 100).text == "a \nb\nc  d"


def test_a_cut_character_is_dropped() -> None:
    decoded = decode("오류".encode(), 4)
    assert decoded.truncated
    assert decoded.text == "오"


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80), st.data())
def test_spans_of_clean_text_are_exact(text: str, data: st.DataObject) -> None:
    raw = text.encode()
    decoded = decode(raw, 10_000)
    if decoded.encoding not in ("utf-8", "ascii") or decoded.text != text:
        return
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    low, high = decoded.span(start, end)
    assert raw[low:high].decode() == text[start:end]


@settings(deadline=None)
@given(st.binary(max_size=200), st.integers(1, 300))
def test_any_bytes(raw: bytes, limit: int) -> None:
    decoded = decode(raw, limit)
    for start in range(0, len(decoded.text) + 1, 7):
        low, high = decoded.span(start, len(decoded.text))
        assert 0 <= low <= high <= min(limit, len(raw))


def test_languages() -> None:
    assert language_of("the job hangs") == "en"
    assert language_of("학습이 멈췄습니다") == "ko"
    assert language_of("NCCL WARN NET/IB Got completion with error 이거 뭔가요") == "mixed"
    assert language_of("12 34") == "none"


@given(st.text(max_size=60))
def test_hangul_is_counted(text: str) -> None:
    assert count_hangul(text) == sum(1 for char in text if "\uac00" <= char <= "\ud7ff")
