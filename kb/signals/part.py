"""One stretch of the input in one format, as a family's reader gets it.

A reader works on `text` with character offsets and never thinks of bytes: the helpers here turn offsets into the
byte spans of the original input and build signals and phrases whose text is exactly what stands there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.signals.model import CONTEXT, Phrase, Signal, Span

if TYPE_CHECKING:
    from kb.signals.decode import Decoded
    from kb.signals.jsontree import Node

_LONGEST_TEXT = 400
"""Characters of a signal's or phrase's text; a longer stretch keeps its beginning."""
_LONGEST_LINE = 65_536


class Line(NamedTuple):
    """One line without its newline and trailing white space; offsets are characters in the part's text."""

    text: str
    start: int
    end: int


class Part:
    """A stretch of clean text.

    `start` is the character offset of `text` in the whole input, `format` the name of its family and `command` the
    command line that printed it, if it stood behind a prompt. `places` is set for the text of an escaped
    string only: for each character (and the end) where it stands in the whole input, counted from `start`.
    """

    __slots__ = ("command", "format", "places", "source", "start", "text")

    def __init__(
        self,
        text: str,
        start: int,
        source: Decoded,
        fmt: str = "",
        command: str = "",
        places: list[int] | None = None,
    ) -> None:
        self.text = text
        self.start = start
        self.source = source
        self.format = fmt
        self.command = command
        self.places = places

    def span(self, start: int, end: int) -> Span:
        """Byte span in the original input of the characters `start` to `end` of this part."""
        if self.places is not None:
            start, end = self.places[start], self.places[end]
        return self.source.span(self.start + start, self.start + end)

    def signal(
        self,
        kind: str,
        name: str,
        start: int,
        end: int,
        *,
        role: str = CONTEXT,
        severity: str = "none",
        from_value: float | None = None,
        to_value: float | None = None,
        unit: str | None = None,
        direction: str | None = None,
        change: float | None = None,
        times: int = 1,
    ) -> Signal:
        """A signal about the characters `start` to `end`; white space at the edges is left out, and so are values that
        are no finite numbers: no comparison and no JSON can carry them."""
        from_value, to_value, change = (
            None if value is None or value - value != 0 else value for value in (from_value, to_value, change)
        )
        start, end = self._trim(start, end)
        text, span = self._shown(start, end), self.span(start, end)
        name = self._name(kind, name, text, start, end)
        return Signal(kind, name, text, span, role, severity, from_value, to_value, unit, direction, change, times)

    def phrase(self, start: int, end: int, role: str = CONTEXT) -> Phrase:
        """A phrase for the search: the characters `start` to `end` without white space at the edges."""
        start, end = self._trim(start, end)
        return Phrase(self._shown(start, end), self.span(start, end), role)

    def lines(self) -> Iterator[Line]:
        """The lines in order, blank ones too; of a line longer than any output has, its beginning."""
        position, text = 0, self.text
        while position < len(text):
            end = text.find("\n", position)
            if end < 0:
                end = len(text)
            line = text[position : min(end, position + _LONGEST_LINE)].rstrip()
            yield Line(line, position, position + len(line))
            position = end + 1

    def sub(self, start: int, end: int, fmt: str = "") -> Part:
        """A part of this part, with offsets kept."""
        if self.places is not None:
            places = self.places[start : end + 1]
            return Part(self.text[start:end], self.start, self.source, fmt or self.format, self.command, places)
        return Part(self.text[start:end], self.start + start, self.source, fmt or self.format, self.command)

    def string(self, node: Node) -> Part:
        """The text of a JSON string of this part as a part of its own, escapes undone and offsets kept."""
        raw = self.text[node.start : node.end]
        if "\\" not in raw:
            return self.sub(node.start, node.end)
        from kb.signals.jsontree import unescape

        text, places = unescape(raw)
        offset = node.start
        if self.places is not None:
            return Part(
                text, self.start, self.source, self.format, self.command, [self.places[offset + at] for at in places]
            )
        return Part(text, self.start + offset, self.source, self.format, self.command, places)

    def _shown(self, start: int, end: int) -> str:
        """The characters `start` to `end` as they may be shown: without secrets, unless they were asked for."""
        if self.source.redacted:
            from kb.signals.redact import hide

            if spans := self._secrets(start, end):
                return hide(self.text, start, end, spans)
        return self.text[start:end]

    def _name(self, kind: str, name: str, text: str, start: int, end: int) -> str:
        """A name without the secrets of its signal, which it may be made of; `text` is what is shown of the signal."""
        if not self.source.redacted:
            return name
        from kb.signals.redact import MASK, redact

        if MASK in text:
            if kind == "log":  # named by its template, in which a secret need not look as in the text
                from kb.signals.templates import template

                return template(text)
            for low, high in self._secrets(start, end):
                name = name.replace(self.text[max(low, start) : min(high, end)], MASK)
        return redact(name)[0]

    def _secrets(self, start: int, end: int) -> list[Span]:
        """Where secrets stand in or across the characters `start` to `end` of this part: by what stands around them in
        the whole input (the key may be outside of the part) and, where escapes were undone, in the part."""
        from kb.signals.redact import secrets_near

        if self.places is None:
            around = secrets_near(self.source.text, self.start + start, self.start + end)
            return [(max(0, low - self.start), high - self.start) for low, high in around]
        around = secrets_near(self.source.text, self.start + self.places[start], self.start + self.places[end])
        outer = [
            (bisect_left(self.places, low - self.start), bisect_left(self.places, high - self.start))
            for low, high in around
        ]
        return sorted([*outer, *secrets_near(self.text, start, end)])

    def _trim(self, start: int, end: int) -> tuple[int, int]:
        end = max(start, min(end, len(self.text), start + _LONGEST_TEXT))
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        return start, end
