"""How the outcomes of an import look: counts by status, a row for each record, and the reasons of one in full.

Apart from the screen, because nothing here waits, asks or remembers: an outcome and the columns there are give its
lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kb.render.messages import say as told
from kb.render.messages import spoken
from tui.lines import BLANK, Line, Piece, clip, fit, flow, plain
from tui.words import say

if TYPE_CHECKING:
    from kb.importers.outcomes import Outcome

_SIGNS = {"new": ("+", "good"), "updated": ("~", "command"), "unchanged": ("=", "dim"), "rejected": ("×", "bad")}
_STATUS_WIDTH = 10


def counts_line(counts: Mapping[str, int], language: str) -> Line:
    """How many records there are of each status."""
    return tuple(
        Piece(f"{sign} {counts[status]} {say(f'status_{status}', language)}   ", style)
        for status, (sign, style) in _SIGNS.items()
    )


def outcome_row(outcome: Outcome, language: str, columns: int) -> list[Line]:
    """A record in a line: status, id, codes of what was found, `=?` for one that may be there already, place."""
    sign, style = _SIGNS[outcome.status]
    codes = sorted({finding.code for finding in outcome.findings})
    name = fit(say(f"status_{outcome.status}", language), _STATUS_WIDTH)
    shown = [Piece(f"{sign} {name}", style), Piece(f"{plain(outcome.id or '?')}  ", "strong")]
    note = " ".join(codes) + (" =?" if outcome.duplicates else "")
    return [clip((*shown, Piece(note + "  ", "warn"), Piece(plain(outcome.place), "dim")), columns)]


def reasons(outcome: Outcome, language: str, columns: int) -> list[Line]:
    """Why it is so: each finding with code, severity, place and suggestion, and the records it is probably the same
    incident as."""
    lines = flow([Piece(plain(outcome.place), "strong")], columns)
    if not outcome.findings:
        for reason in outcome.reasons:
            lines += flow([Piece(plain(spoken(reason, language)))], columns, (Piece("- "),))
    for finding in outcome.findings:
        severity = told(finding.severity, language)
        head = (Piece(f"{finding.code} {severity} ", "bad" if finding.severity == "error" else "warn"),)
        where = Piece(f"{plain(finding.pointer)}: " if finding.pointer else "", "term")
        lines += [
            BLANK,
            *flow([where, Piece(plain(spoken(finding.message, language)))], columns, head, (Piece("  "),)),
        ]
        if finding.suggestion:
            suggestion = plain(spoken(finding.suggestion, language))
            lines += flow([Piece(suggestion, "good")], columns, (Piece("  → "),))
    for link in outcome.duplicates:
        text = told("duplicate_of", language, id=link.id, reason=link.reason)
        lines += [BLANK, *flow([Piece(plain(text), "warn")], columns, (Piece("=? "),))]
    return lines
