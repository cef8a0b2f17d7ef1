"""Numbers with units as people write them, in English and Korean, converted to one base unit a quantity.

GB/s, GiB/s and Gb/s differ by up to a factor of eight and are told apart by their letters: a small `b` behind a
capital prefix or in `bps` is a bit. Base units: `GB/s` and `GB` (10^9 bytes), `s`, `%`, `tokens/s`, `W`, `C`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple

_GIB = 1.073741824
_SCALES = {
    "k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "천": 1e3, "만": 1e4, "백만": 1e6, "천만": 1e7, "억": 1e8,
    "thousand": 1e3, "million": 1e6, "billion": 1e9,
}  # fmt: skip

UNITS: dict[str, tuple[str, float]] = {
    "tokens/s": ("tokens/s", 1), "tokens/sec": ("tokens/s", 1), "token/s": ("tokens/s", 1), "tok/s": ("tokens/s", 1),
    "tok/sec": ("tokens/s", 1), "toks/s": ("tokens/s", 1), "t/s": ("tokens/s", 1), "tps": ("tokens/s", 1),
    "tokens per second": ("tokens/s", 1), "토큰/초": ("tokens/s", 1), "토큰/s": ("tokens/s", 1),
    "tok/s/gpu": ("tokens/s/gpu", 1), "tokens/s/gpu": ("tokens/s/gpu", 1), "tokens/sec/gpu": ("tokens/s/gpu", 1),
    "tokens per second per gpu": ("tokens/s/gpu", 1), "tokens per second per device": ("tokens/s/gpu", 1),
    "samples/s": ("samples/s", 1), "samples/sec": ("samples/s", 1), "samples per second": ("samples/s", 1),
    "images/s": ("samples/s", 1), "images/sec": ("samples/s", 1), "img/s": ("samples/s", 1),
    "샘플/초": ("samples/s", 1),
    "it/s": ("it/s", 1), "iter/s": ("it/s", 1), "steps/s": ("it/s", 1),
    "s/it": ("s/it", 1), "s/iter": ("s/it", 1), "sec/it": ("s/it", 1), "sec/iter": ("s/it", 1), "s/step": ("s/it", 1),
    "sec/step": ("s/it", 1), "ms/it": ("s/it", 1e-3), "ms/iter": ("s/it", 1e-3), "ms/step": ("s/it", 1e-3),
    "tflops": ("TFLOPS", 1), "tflop/s": ("TFLOPS", 1), "tflops/gpu": ("TFLOPS", 1), "tflop/s/gpu": ("TFLOPS", 1),
    "gflops": ("TFLOPS", 1e-3), "pflops": ("TFLOPS", 1e3),
    "req/s": ("req/s", 1), "reqs/s": ("req/s", 1), "requests/s": ("req/s", 1), "requests/sec": ("req/s", 1),
    "requests per second": ("req/s", 1), "rps": ("req/s", 1), "qps": ("req/s", 1), "건/s": ("req/s", 1),
    "건/초": ("req/s", 1), "ops/s": ("ops/s", 1), "op/s": ("ops/s", 1), "ops/sec": ("ops/s", 1), "iops": ("iops", 1),
    "req/min": ("req/s", 1 / 60), "rpm": ("rpm", 1), "packets/s": ("packets/s", 1), "pps": ("packets/s", 1),
    "tb/s": ("GB/s", 1e3), "gb/s": ("GB/s", 1), "mb/s": ("GB/s", 1e-3), "kb/s": ("GB/s", 1e-6), "b/s": ("GB/s", 1e-9),
    "tib/s": ("GB/s", 1024 * _GIB), "gib/s": ("GB/s", _GIB), "mib/s": ("GB/s", _GIB / 1024),
    "kib/s": ("GB/s", _GIB / 1024**2), "gb/sec": ("GB/s", 1), "mb/sec": ("GB/s", 1e-3), "gbyte/s": ("GB/s", 1),
    "gbit/s": ("GB/s", 0.125), "mbit/s": ("GB/s", 0.125e-3), "kbit/s": ("GB/s", 0.125e-6), "tbit/s": ("GB/s", 125),
    "gbits/sec": ("GB/s", 0.125), "mbits/sec": ("GB/s", 0.125e-3), "tbps": ("GB/s", 125), "gbps": ("GB/s", 0.125),
    "mbps": ("GB/s", 0.125e-3), "kbps": ("GB/s", 0.125e-6),
    "tb": ("GB", 1e3), "gb": ("GB", 1), "mb": ("GB", 1e-3), "kb": ("GB", 1e-6), "bytes": ("GB", 1e-9),
    "tib": ("GB", 1024 * _GIB), "gib": ("GB", _GIB), "mib": ("GB", _GIB / 1024), "kib": ("GB", _GIB / 1024**2),
    "pb": ("GB", 1e6), "pib": ("GB", 1024**2 * _GIB), "기가": ("GB", 1), "테라": ("GB", 1e3), "메가": ("GB", 1e-3),
    "gi": ("GB", _GIB), "mi": ("GB", _GIB / 1024), "ki": ("GB", _GIB / 1024**2), "ti": ("GB", 1024 * _GIB),
    "ns": ("s", 1e-9), "us": ("s", 1e-6), "µs": ("s", 1e-6), "μs": ("s", 1e-6), "ms": ("s", 1e-3), "msec": ("s", 1e-3),
    "milliseconds": ("s", 1e-3), "밀리초": ("s", 1e-3), "s": ("s", 1), "sec": ("s", 1), "secs": ("s", 1),
    "second": ("s", 1), "seconds": ("s", 1), "초": ("s", 1), "min": ("s", 60), "mins": ("s", 60), "minute": ("s", 60),
    "minutes": ("s", 60), "분": ("s", 60), "h": ("s", 3600), "hr": ("s", 3600), "hrs": ("s", 3600), "hour": ("s", 3600),
    "hours": ("s", 3600), "시간": ("s", 3600), "days": ("s", 86400), "day": ("s", 86400), "일": ("s", 86400),
    "%": ("%", 1), "percent": ("%", 1), "pct": ("%", 1), "퍼센트": ("%", 1), "프로": ("%", 1), "%p": ("%", 1),
    "x": ("x", 1), "times": ("x", 1), "배": ("x", 1), "fold": ("x", 1),
    "w": ("W", 1), "kw": ("W", 1e3), "watts": ("W", 1), "c": ("C", 1), "°c": ("C", 1), "℃": ("C", 1), "도": ("C", 1),
    "mhz": ("MHz", 1), "ghz": ("MHz", 1e3), "gt/s": ("GT/s", 1), "rows/s": ("rows/s", 1),
    "volts": ("V", 1), "millivolts": ("V", 1e-3), "mv": ("V", 1e-3),
    "nodes": ("nodes", 1), "gpus": ("gpus", 1), "connections": ("connections", 1), "messages": ("messages", 1),
    "pods": ("pods", 1), "건": ("count", 1), "개": ("count", 1), "대": ("count", 1),
}  # fmt: skip
"""Unit in lower case -> base unit, factor."""

_BITS = {
    "Tb/s": ("GB/s", 125.0), "Gb/s": ("GB/s", 0.125), "Mb/s": ("GB/s", 0.125e-3), "Kb/s": ("GB/s", 0.125e-6),
    "kb/s": ("GB/s", 0.125e-6), "Gb/sec": ("GB/s", 0.125), "Mb/sec": ("GB/s", 0.125e-3), "Gib/s": ("GB/s", _GIB / 8),
    "GBps": ("GB/s", 1.0), "MBps": ("GB/s", 1e-3), "KBps": ("GB/s", 1e-6), "TBps": ("GB/s", 1e3),
}  # fmt: skip
"""Units whose meaning hangs on capital letters; looked up before `UNITS`."""

_QUANTITY = re.compile(
    r"(?<![\w./:-])(?<![\d],)(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?"
    r"|\d{1,15}(?:\.\d{1,9})?(?:[eE][-+]?\d{1,3}(?![\w.]))?)"
    r"(?P<scale>[kKMB](?![A-Za-z])|[kK](?= ?[a-z]{2,}/)| ?(?:thousand|million|billion)(?![a-z])|백만|천만|천|만|억)?"
    r"(?P<gap>[ -]?)(?P<unit>[A-Za-z%°℃µμ][A-Za-z%/]{0,20}"
    r"|[^\x00-\x7f]{1,8}(?:/[^\x00-\x60]{1,3})?)?+(?![0-9A-Za-z_]|\.\d|:\w|[-/]\d)"
)
_PER_SECOND = re.compile(r" ?per (?:second|sec)(?: per (?:gpu|device))?", re.IGNORECASE)
_SPELT = {"token": "tokens/s", "tokens": "tokens/s", "sample": "samples/s", "samples": "samples/s", "requests": "req/s"}


class Quantity(NamedTuple):
    """A number in its base unit (None without a unit), at the characters `start` to `end`. `raw` is the number before
    conversion, with its suffix (k, 만) applied."""

    value: float
    unit: str | None
    start: int
    end: int
    raw: float


def convert(value: float, written: str) -> tuple[float, str | None]:
    """A value in the base unit of the unit as written; an unknown unit gives the value with unit None."""
    written = written.strip()
    base = _BITS.get(written) or UNITS.get(written.lower())
    return (_round(value * base[1]), base[0]) if base else (value, None)


def quantities(text: str) -> Iterator[Quantity]:
    """The numbers of a text in order, with their units. Versions, dates, addresses and ids are left out."""
    for match in _QUANTITY.finditer(text):
        number, scale, gap, written = match.group("number", "scale", "gap", "unit")
        value = float(number.replace(",", "")) * _SCALES.get((scale or "").strip(), 1.0)
        start, end = match.start("number"), match.end("scale") if scale else match.end("number")
        if not written:
            yield Quantity(value, None, start, end, value)
            continue
        unit, size = _unit(written)
        if unit in _SPELT and (spelt := _PER_SECOND.match(text, match.end("unit"))):
            per_gpu = "/gpu" if "per gpu" in spelt.group().lower() or "device" in spelt.group().lower() else ""
            yield Quantity(value, _SPELT[unit] + per_gpu, start, spelt.end(), value)
            continue
        converted, base = convert(value, unit) if unit else (value, None)
        if base:
            yield Quantity(converted, base, start, match.start("unit") + size, value)
        elif gap or scale or not written[0].isascii():
            yield Quantity(value, None, start, end, value)


def _unit(written: str) -> tuple[str, int]:
    """The unit at the beginning of a word, and how many characters it has; Korean particles may follow it."""
    if written[0].isascii() or written[0] in "°℃µμ":
        word = written.rstrip("/")
        return word, len(word)
    for size in range(len(written), 0, -1):
        if written[:size] in UNITS:
            return written[:size], size
    return "", 0


def number(written: str) -> float | None:
    """A number with thousands separators or a suffix (`2.35K`, `14,000`, `3e-4`), or None."""
    text = written.strip().replace(",", "")
    scale = 1.0
    if text[-1:] in ("k", "K", "M", "B", "G"):
        scale = {"G": 1e9}.get(text[-1]) or _SCALES[text[-1]]
        text = text[:-1]
    try:
        return float(text) * scale
    except ValueError:
        return None


def _round(value: float) -> float:
    """Rid of the noise of binary fractions: 12 significant digits."""
    return float(f"{value:.12g}")
