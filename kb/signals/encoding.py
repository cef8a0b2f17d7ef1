"""Which encoding the bytes of an input are in, and whether they are text at all.

Windows writes UTF-16, with a byte-order mark or without, Korean tools write CP949, a log of a crashed host is padded
with NUL, and somebody pastes a core file. Nothing says so but the bytes themselves. Loaded only for an input that is
not plain ASCII.
"""

from __future__ import annotations

import codecs

from kb.signals.language import count_hangul
from kb.signals.model import BINARY

_SNIFF = 65536
"""Bytes looked at to guess an encoding."""

_NO_TEXT = bytes([*range(1, 7), *range(14, 27), *range(28, 32), 127])
"""Control characters that no text holds. NUL is left out, which pads logs of a crashed host and is every second byte of
UTF-16; so are bell, backspace and escape, which terminals get, and white space."""
_LEAST_CONTROLS = 0.05
_LEAST_STRAY = 0.3
"""Shares of the bytes that are not NUL: control characters, and these with the bytes that are no UTF-8. Random and
compressed bytes have 0.09 and 0.5 or more; messages delimited by control characters (FIX) and text in an encoding that
kb does not know reach one of the two only."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def encoding_of(data: bytes) -> tuple[str, int]:
    """The name of the codec of bytes that are not plain ASCII (BINARY if they are no text), and the size of their
    byte-order mark."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return encoding, len(mark)
    return _guess(data), 0


def _guess(data: bytes) -> str:
    """The encoding of bytes without a byte-order mark that are not all ASCII."""
    head = data[:_SNIFF]
    if head.count(0) * 4 >= len(head) and (wide := _guess_wide(head)):
        return wide
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        # A character cut at the end of the sample is not an error.
        if error.start < len(head) - 3:
            if 0 in head and (wide := _guess_korean_wide(head)):
                return wide
            if _is_korean(head):
                return "cp949"
    return BINARY if _is_binary(data) else "utf-8"


def _is_binary(data: bytes) -> bool:
    """Whether bytes are no text for the most part, judged by their beginning, middle and end."""
    middle = len(data) // 2
    sample = data if len(data) <= 3 * _SNIFF else data[:_SNIFF] + data[middle : middle + _SNIFF] + data[-_SNIFF:]
    sample = sample.translate(None, b"\0")
    kept = sample.translate(None, _NO_TEXT)
    controls = len(sample) - len(kept)
    if not sample or controls < _LEAST_CONTROLS * len(sample):
        return False
    stray = len(kept) - len(kept.decode("utf-8", "ignore").encode())
    return controls + stray >= _LEAST_STRAY * len(sample)


def _guess_wide(head: bytes) -> str:
    """UTF-16 or UTF-32 by where the NUL bytes stand, or an empty string."""
    quarter = len(head) // 4
    zeros = [head[place::4].count(0) for place in range(4)]
    if quarter and zeros[0] < quarter / 2 and min(zeros[1:]) > quarter * 0.9:
        return "utf-32-le"
    if quarter and zeros[3] < quarter / 2 and min(zeros[:3]) > quarter * 0.9:
        return "utf-32-be"
    even, odd = zeros[0] + zeros[2], zeros[1] + zeros[3]
    if odd > 4 * even:
        return "utf-16-le"
    return "utf-16-be" if even > 4 * odd else ""


def _guess_korean_wide(head: bytes) -> str:
    """UTF-16 of Korean, which has a NUL only at its spaces and digits: nine of ten characters are Hangul or ASCII."""
    for encoding in ("utf-16-le", "utf-16-be"):
        text = head[: len(head) // 2 * 2].decode(encoding, "replace")
        hangul = count_hangul(text)
        plain = sum(1 for char in text if " " <= char <= "~" or char in "\t\r\n")
        if hangul and plain and (hangul + plain) * 10 >= 9 * len(text):
            return encoding
    return ""


def _is_korean(head: bytes) -> bool:
    """Whether the bytes read as CP949 are Hangul for the most part: at least 80 % of what is not ASCII."""
    text = head.decode("cp949", "surrogateescape")
    foreign = sum(1 for char in text if char > "\x7f")
    return foreign > 0 and count_hangul(text) >= 0.8 * foreign
