"""The input to match: a text that can be typed, pasted and loaded, with the lines that were understood marked."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import TextArea

from kb.signals.model import BINARY
from kb.text import visible
from tui import keys

SHOWN_BYTES = 200_000
"""A longer input is read whole, but only its beginning is shown, and it cannot be edited."""

Span = tuple[int, int]


class Editor(TextArea):
    """`data` is the input as bytes; bytes that are no text are kept, but nothing of them is shown. `Given` is posted
    when it has changed, `Refused` for typing that cannot change it."""

    CONTEXTS: tuple[str, ...] = ("match",)
    BINDINGS = keys.bindings("app", only=("overview", "vocabulary"))

    class Given(Message):
        """There is another input."""

    class Refused(Message):
        """Only the beginning of the input is shown, so it cannot be edited."""

    def __init__(self, **options: Any) -> None:
        super().__init__("", soft_wrap=True, tab_behavior="focus", show_line_numbers=False, **options)
        self.highlight_cursor_line = False
        self.match_cursor_bracket = False
        self.data = b""
        self._starts = [0]
        self._spans: dict[int, list[tuple[int, int, str]]] = {}
        self._loading = ""

    @property
    def is_cut(self) -> bool:
        """Whether only the beginning is shown."""
        return len(self.data) > SHOWN_BYTES

    def shows(self, offset: int) -> bool:
        """Whether a byte of the input is in the part that is shown."""
        return offset < SHOWN_BYTES

    def take(self, data: bytes) -> None:
        """Take an input that was piped in, loaded or pasted."""
        from kb.signals.decode import decode

        read = decode(data[:SHOWN_BYTES], SHOWN_BYTES)
        text = visible(read.text)
        is_kept = len(data) > SHOWN_BYTES or read.encoding == BINARY
        self.data = data if is_kept else text.encode("utf-8", "replace")
        self.read_only = self.is_cut
        self._spans = {}
        self._index()
        self._loading = text
        self.text = text
        self.post_message(self.Given())

    def on_text_area_changed(self) -> None:
        """The text was edited; the same event after `take` says nothing new."""
        if self.text == self._loading:
            return
        self._loading = self.text
        if not self.is_cut or not self.read_only:
            self.data = self.text.encode("utf-8", "replace")
            self._spans = {}
            self._index()
            self.post_message(self.Given())

    def on_key(self, event: events.Key) -> None:
        """Say why a character does not appear."""
        if self.read_only and event.is_printable:
            self.post_message(self.Refused())

    async def _on_paste(self, event: events.Paste) -> None:
        """A long paste is taken as a whole: inserting it line by line would take seconds."""
        if len(event.text) > SHOWN_BYTES:
            event.stop()
            event.prevent_default()
            self.take(event.text.encode("utf-8", "replace"))
            return
        event.stop()
        event.prevent_default()
        if self.read_only:
            self.post_message(self.Refused())
        else:
            self.insert(visible(event.text.replace("\r\n", "\n").replace("\r", "\n")))

    def get_line(self, line_index: int) -> Text:
        """A line with its spans marked."""
        line = super().get_line(line_index)
        for start, end, style in self._spans.get(line_index, ()):
            line.stylize(style, start, end)
        return line

    def mark(self, spans: list[Span], current: Span | None, styles: tuple[str, str]) -> None:
        """Mark spans (bytes of the input) and one of them as current, and bring that one into view."""
        self._spans = {}
        for span in spans:
            if self.shows(span[0]):
                self._add(span, styles[0])
        if current is not None and self.shows(current[0]):
            line, column = self._add(current, styles[1])
            if line < self.document.line_count:
                self.move_cursor((line, column), center=True)
        self._line_cache.clear()
        self.refresh()

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (characters) of a byte of the input."""
        line = bisect_right(self._starts, offset) - 1
        head = self.data[self._starts[line] : offset]
        return line, len(head.decode("utf-8", "replace"))

    def _add(self, span: Span, style: str) -> tuple[int, int]:
        first, column = self.place(span[0])
        last, end = self.place(span[1])
        for line in range(first, min(last, first + 50, self.document.line_count - 1) + 1):
            if self.is_cut:
                begin, stop = 0, len(self.document.get_line(line))
            else:
                begin = column if line == first else 0
                stop = end if line == last else len(self.document.get_line(line))
            self._spans.setdefault(line, []).append((begin, stop, style))
        return first, 0 if self.is_cut else column

    def _index(self) -> None:
        self._starts = [0]
        shown = self.data[: SHOWN_BYTES * 2]
        place = shown.find(b"\n")
        while place >= 0:
            self._starts.append(place + 1)
            place = shown.find(b"\n", place + 1)
