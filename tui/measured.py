"""Readings of the input beside what is healthy, as bars: where the reading ends, and where it should."""

from __future__ import annotations

from collections.abc import Sequence

from kb.baselines import Comparison
from kb.render.comparison import sentence
from kb.render.messages import pick
from tui.lines import BLANK, Line, Piece, Spot, clip, cut, flow, plain
from tui.words import say

_FULL = 1.5
"""Share of the healthy value at which a bar ends; a longer one ends in an arrow."""
_LONGEST = 30
_SHARE_WIDTH = 6


def reading_row(item: Comparison, columns: int) -> list[Line]:
    """One reading in a line: share of the healthy value, bar with the healthy value marked (│), quantity."""
    size = max(8, min(_LONGEST, columns // 3))
    lead = [
        Piece("! " if item.worse else "= ", _style(item)),
        Piece(_share(item).rjust(_SHARE_WIDTH) + " ", _style(item)),
    ]
    return [clip((*lead, *bar(item, size), Piece(" " + plain(item.baseline.quantity))), columns)]


def readings(items: Sequence[Comparison], language: str, columns: int) -> list[Line]:
    """Every reading in a sentence with its bar, where it was measured like this, and the source as a spot."""
    if not items:
        return []
    lines: list[Line] = [BLANK, (Piece("≈ " + say("measured", language), "heading"),)]
    for item in items:
        baseline = item.baseline
        size = max(8, min(_LONGEST, columns - 30))
        lines.append(clip((Piece("  "), *bar(item, size), Piece("  " + _share(item), _style(item))), columns))
        said = (
            f"{plain(baseline.quantity)}: {plain(sentence(item, language))} ({plain(pick(baseline.label, language))})"
        )
        lines += flow([Piece(plain(said))], columns, (Piece("  "),))
        lines += flow([Piece(plain(baseline.url), "link", Spot("url", baseline.url))], columns, (Piece("  "),))
    return lines


def bar(item: Comparison, size: int) -> list[Piece]:
    """The reading as a bar of so many columns with the healthy value marked; empty where a ratio says nothing."""
    if item.ratio is None:
        return []
    mark = round(size / _FULL)
    filled = max(0, min(size, round(item.ratio * size / _FULL)))
    cells = ["█" if place < filled else "·" for place in range(size)]
    if item.ratio > _FULL:
        cells[-1] = "▶"
    before, after = "".join(cells[:mark]), "".join(cells[mark + 1 :])
    style = _style(item)
    return [Piece(before, style), Piece("│", "strong"), Piece(after, style if filled > mark else "rule")]


def _share(item: Comparison) -> str:
    if item.ratio is None:
        return ""
    return cut(f"{item.ratio:.0%}" if item.ratio < 10 else f"×{item.ratio:,.0f}", _SHARE_WIDTH)


def _style(item: Comparison) -> str:
    return "warn" if item.worse else "good"
