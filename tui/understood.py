"""What was understood of an input, a row each: what moved, with the series that it stands in drawn beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kb.baselines import Comparison
from kb.signals.model import Signal
from tui import fit
from tui.lines import BLANK, Line, Piece, fill, width
from tui.measured import reading_row
from tui.spark import series_at, spark

_LONGEST = 24
"""Columns of a series at most; it takes no more than a third of the row."""

_CHANGES = {"up": "▲", "down": "▼"}
"""Direction -> the sign before the block in which a series changed."""

Place = Callable[[int], tuple[int, int]]
"""From a byte of the input to its line and column (characters)."""


def row(item: Signal | Comparison, lines: Sequence[str], place: Place, language: str, columns: int) -> list[Line]:
    """A signal or a reading beside its healthy value in so many columns; `lines` are those of the input."""
    if isinstance(item, Comparison):
        return reading_row(item, columns)
    drawn = _series(item, lines, place, min(_LONGEST, columns // 3))
    if columns - width(drawn) - 1 < fit.value_width(item):
        drawn = ()
    room = columns - width(drawn) - 1
    shown = fit.signal_row(item, language, room)
    return [(*fill(shown[0], room), *drawn)] if shown else [BLANK]


def _series(signal: Signal, lines: Sequence[str], place: Place, columns: int) -> tuple[Piece, ...]:
    """The series that a metric stands in, a sign where it changed."""
    if signal.kind != "metric" or signal.direction is None:
        return ()
    values, at = series_at(lines, *place(signal.span[0]))
    blocks, mark = spark(values, columns - 1, at if signal.direction != "flat" else -1)
    if not blocks:
        return ()
    if mark < 0:
        return (Piece("  " + blocks, "command"),)
    sign = _CHANGES.get(signal.direction, "│")
    pieces = (Piece("  " + blocks[:mark], "command"), Piece(sign, "bad"), Piece(blocks[mark:], "warn"))
    return tuple(piece for piece in pieces if piece.text)
