"""Lines of a page before they are drawn: pieces of text with the name of a style, wrapped by display width.

Text from records and input enters here through `plain` and is never parsed as markup. Widths are those of Rich,
because Rich draws: Hangul and emoji take two columns, joining characters none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

from kb.text import normalize, visible

_RUNS = re.compile(r"\s+|\S+")
_ROOM_FOR_WORDS = 10
"""Columns under which a line is cut within a word."""
_ENOUGH = 4
"""Characters a column that can matter when a text is cut: more are marks that take no width."""


class Spot(NamedTuple):
    """A place that can be chosen. `kind` is `record`, `term`, `command`, `url` or a screen's own."""

    kind: str
    value: str


class Piece(NamedTuple):
    """Text with the name of its style (see `Canvas.STYLES`, empty for plain) and perhaps a spot."""

    text: str
    style: str = ""
    spot: Spot | None = None


Line = tuple[Piece, ...]
BLANK: Line = ()


def plain(text: object) -> str:
    """Foreign text on one line, composed, with every control and direction character written out."""
    return " ".join(visible(normalize(str(text)), keep_newlines=False).split())


def width(line: Iterable[Piece]) -> int:
    """Columns that a line takes."""
    return sum(cell_len(piece.text) for piece in line)


def cut(text: str, columns: int) -> str:
    """The text, shortened with an ellipsis to at most so many columns."""
    if columns <= 0:
        return ""
    text = text[: columns * _ENOUGH]
    if cell_len(text) <= columns:
        return text
    return set_cell_size(text, columns - 1).rstrip(" …") + "…"


def tail(text: str, columns: int) -> str:
    """The text, shortened at its beginning to at most so many columns: the end of a path says most."""
    if columns <= 0 or cell_len(text) <= columns:
        return text if columns > 0 else ""
    while cell_len(text) > columns - 1:
        text = text[1:]
    return "…" + text


def fit(text: str, columns: int) -> str:
    """The text cut or filled with spaces to exactly so many columns."""
    return set_cell_size(cut(text, columns), max(0, columns))


def clip(line: Sequence[Piece], columns: int) -> Line:
    """The line, cut to at most so many columns."""
    kept: list[Piece] = []
    room = columns
    for piece in line:
        if room <= 0:
            break
        size = cell_len(piece.text) if len(piece.text) <= room * _ENOUGH else room + 1
        shown = piece if size <= room else piece._replace(text=cut(piece.text, room))
        if size <= room or shown.text != "…" or not _is_cut(kept):
            kept.append(shown)
        room -= min(size, room)
    return tuple(kept)


def _is_cut(line: Sequence[Piece]) -> bool:
    return _text(line[-2:]).rstrip().endswith("…")


def shorten(line: Sequence[Piece], columns: int) -> Line:
    """The line, cut to at most so many columns after a whole word where there is one."""
    if width(line) <= columns:
        return tuple(line)
    lead = (Piece(" "),) if line[0].text.startswith(" ") else BLANK
    first = flow(line, columns - 2, lead)[0] if columns > _ROOM_FOR_WORDS else BLANK
    kept = _text(first).split()
    is_whole = kept == _text(line).split()[: len(kept)]
    return (*first, Piece(" …", "dim")) if is_whole and width(first) * 2 > columns else clip(line, columns)


def _text(line: Sequence[Piece]) -> str:
    return "".join(piece.text for piece in line)


def fill(line: Sequence[Piece], columns: int) -> Line:
    """The line cut or filled to exactly so many columns."""
    kept = clip(line, columns)
    return (*kept, Piece(" " * (columns - width(kept))))


def flow(pieces: Iterable[Piece], columns: int, first: Line = (), rest: Line | None = None) -> list[Line]:
    """The pieces wrapped to lines of at most so many columns.

    `first` leads the first line, `rest` (default: as much space) the others. Words longer than a line are broken.
    """
    follow = (Piece(" " * width(first)),) if rest is None else rest
    lines: list[Line] = []
    line, room = list(first), max(8, columns - width(first))
    used, gap = 0, Piece("")
    for word in _words(pieces):
        if isinstance(word, Piece):
            gap = word
            continue
        size = width(word)
        lead = cell_len(gap.text) if used else 0
        if used and used + lead + size > room:
            lines.append(tuple(line))
            line, room, used, lead = list(follow), max(8, columns - width(follow)), 0, 0
        if lead:
            line.append(gap)
        gap = Piece("")
        for part in _broken(word, room) if size > room else (word,):
            if used + lead and width(part) + used + lead > room:
                lines.append(tuple(line))
                line, room, used, lead = list(follow), max(8, columns - width(follow)), 0, 0
            line.extend(part)
            used += lead + width(part)
            lead = 0
    lines.append(tuple(line))
    return lines


def _words(pieces: Iterable[Piece]) -> Iterator[list[Piece] | Piece]:
    """Words (parts that touch, of one or more pieces) and between them a space, as a piece of its own."""
    word: list[Piece] = []
    for piece in pieces:
        for run in _RUNS.findall(piece.text):
            if run[0].isspace():
                if word:
                    yield word
                    word = []
                yield piece._replace(text=" ")
            else:
                word.append(piece._replace(text=run))
    if word:
        yield word


def _broken(word: list[Piece], room: int) -> Iterator[list[Piece]]:
    for piece in word:
        for part in chop_cells(piece.text, room):
            yield [piece._replace(text=part)]


def marked(text: str, spans: Iterable[tuple[int, int]], mark: str, style: str = "") -> list[Piece]:
    """The text as pieces in which the character spans have the style `mark`; spans may overlap."""
    pieces = []
    place = 0
    for start, end in sorted(spans):
        start = max(start, place)
        if end <= start:
            continue
        if start > place:
            pieces.append(Piece(text[place:start], style))
        pieces.append(Piece(text[start:end], mark))
        place = end
    if place < len(text):
        pieces.append(Piece(text[place:], style))
    return pieces


def beside(left: list[Line], right: list[Line], columns: int, gap: str = " │ ") -> list[Line]:
    """Two blocks side by side in so many columns, the left one in the first half."""
    half = (columns - cell_len(gap)) // 2
    height = max(len(left), len(right))
    pairs = zip(left + [BLANK] * (height - len(left)), right + [BLANK] * (height - len(right)), strict=True)
    return [(*fill(one, half), Piece(gap, "rule"), *clip(two, half)) for one, two in pairs]
