"""From bytes to clean text, with the way back from characters to bytes.

People paste UTF-16 from Windows, CP949 from Korean tools and colour codes from terminals. All of it becomes NFC text
without escapes or control characters, because that text ends up in names, queries and on a screen; every span that is
reported still counts bytes of the original input. ASCII takes a path without any of this. Bytes that are no text in any
encoding (an archive, a core file, a picture) give none, rather than a million lines of rubbish.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right

from kb.namedtuple import TYPE_CHECKING
from kb.signals.model import BINARY, Span

if TYPE_CHECKING:
    from collections.abc import MutableSequence

_BLOCK = 4096
"""Characters between two remembered byte offsets."""

_ESCAPE = (
    r"\x1b\[[0-?]*[ -/]*[@-~]"
    r"|\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?"
    r"|\x1b[ -/]+[0-~]"
    r"|\x1b[0-~]?"
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
_DECOMPOSED = (
    r"[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?"
    r"|[^\W\d_][\u0300-\u036f\u3099\u309a]+"
)
_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f"
_WIDE_CONTROLS = "\x80-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
_SURROGATES = "[\ud800-\udfff]"
_DELETE_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127])


class Decoded:
    """Clean text of an input. `text` holds no control character but tab and newline.

    `size` is the number of bytes read, `truncated` says that more were given, `encoding` is the codec (BINARY if the
    bytes are no text; then `text` is empty), `redacted` that secrets shall not be taken out of it.
    """

    __slots__ = (
        "_ascii",
        "_blocks",
        "_clean",
        "_codec",
        "_ends",
        "_raw",
        "_raw_at",
        "encoding",
        "offset",
        "redacted",
        "size",
        "text",
        "truncated",
    )

    def __init__(self, raw: str, encoding: str, *, size: int, offset: int, truncated: bool, is_ascii: bool) -> None:
        self.encoding = encoding
        self.size = size
        self.offset = offset
        self.truncated = truncated
        self.redacted = True
        self._codec = _CODECS.get(encoding, (encoding, "surrogateescape"))
        self._ascii = is_ascii
        self._raw = raw
        self._blocks: list[int] | None = None
        self._clean: MutableSequence[int] = []
        self._raw_at: MutableSequence[int] = []
        self._ends: MutableSequence[int] = []
        self.text = self._tidy(raw)

    def span(self, start: int, end: int) -> Span:
        """Bytes of the original input for the characters `start` to `end` of `text`."""
        if self._clean:
            start, end = self._raw_start(start), self._raw_end(end)
            end = max(start, end)  # an empty span beside an escape begins behind it
        if self._ascii:
            return start + self.offset, end + self.offset
        return self._byte(start), self._byte(end)

    def _tidy(self, raw: str) -> str:
        text = raw
        if "\x1b" in raw or "\x9b" in raw or not (self._ascii or unicodedata.is_normalized("NFC", raw)):
            text = self._edit(raw)
        if "\r" in text:
            text = text.replace("\r\n", " \n").replace("\r", "\n")
        if not self._ascii:
            text = re.sub(_SURROGATES, "\ufffd", text).replace("\u2028", "\n").replace("\u2029", "\n")
            return re.sub(f"[{_CONTROLS}{_WIDE_CONTROLS}]", " ", text)
        if len(text.translate(_DELETE_CONTROLS)) != len(text):
            text = re.sub(f"[{_CONTROLS}]", " ", text)
        return text

    def _edit(self, raw: str) -> str:
        """Drop escapes and compose decomposed letters, remembering where positions shift."""
        from array import array
        from io import StringIO

        # An input of nothing but colours has millions of shifts: as lists of numbers they would take gigabytes.
        self._clean, self._raw_at, self._ends = array("L"), array("L"), array("L")
        edited = StringIO()
        length = position = 0
        for match in re.finditer(f"(?P<escape>(?:{_ESCAPE})+)|{_DECOMPOSED}", raw):
            before, after = match.span()
            new = "" if match.lastgroup == "escape" else unicodedata.normalize("NFC", match.group())
            edited.write(raw[position:before])
            edited.write(new)
            length += before - position + len(new)
            position = after
            self._clean.append(length)
            self._raw_at.append(after)
            self._ends.append(after if new else before)
        edited.write(raw[position:])
        return edited.getvalue()

    def _raw_start(self, position: int) -> int:
        at = bisect_right(self._clean, position) - 1
        return position if at < 0 else self._raw_at[at] + position - self._clean[at]

    def _raw_end(self, position: int) -> int:
        at = bisect_left(self._clean, position)
        if at < len(self._clean) and self._clean[at] == position:
            return self._ends[at]
        return position if at == 0 else self._raw_at[at - 1] + position - self._clean[at - 1]

    def _byte(self, position: int) -> int:
        codec, errors = self._codec
        if self._blocks is None:
            total, self._blocks = self.offset, []
            for start in range(0, len(self._raw) + 1, _BLOCK):
                self._blocks.append(total)
                total += len(self._raw[start : start + _BLOCK].encode(codec, errors))
        block = position // _BLOCK
        return self._blocks[block] + len(self._raw[block * _BLOCK : position].encode(codec, errors))


_CODECS = {
    "utf-16-le": ("utf-16-le", "surrogatepass"),
    "utf-16-be": ("utf-16-be", "surrogatepass"),
    "utf-32-le": ("utf-32-le", "surrogatepass"),
    "utf-32-be": ("utf-32-be", "surrogatepass"),
}


def decode(data: bytes, limit: int) -> Decoded:
    """Read bytes in whatever encoding they are in, at most `limit` of them. Never fails."""
    truncated = len(data) > limit
    if truncated:
        data = data[:limit]
    size = len(data)
    if data.isascii() and b"\0" not in data:
        return Decoded(data.decode("ascii"), "ascii", size=size, offset=0, truncated=truncated, is_ascii=True)
    from kb.signals.encoding import encoding_of

    encoding, offset = encoding_of(data)
    if encoding == BINARY:
        return Decoded("", BINARY, size=size, offset=0, truncated=truncated, is_ascii=True)
    raw = _read(data[offset:], encoding, truncated=truncated)
    is_ascii = encoding == "utf-8" and raw.isascii()
    return Decoded(raw, encoding, size=size, offset=offset, truncated=truncated, is_ascii=is_ascii)


def _read(data: bytes, encoding: str, *, truncated: bool) -> str:
    if encoding.startswith("utf-32"):
        return data[: len(data) // 4 * 4].decode(encoding, "replace")
    if encoding.startswith("utf-16"):
        return data[: len(data) // 2 * 2].decode(encoding, "surrogatepass")
    text = data.decode(encoding, "surrogateescape")
    # A cut through a character leaves at most three stray bytes.
    if truncated and encoding == "utf-8":
        tail = max(0, len(text) - 3)
        text = text[:tail] + re.sub(_SURROGATES, "", text[tail:])
    return text
