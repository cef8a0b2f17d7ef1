"""What of a postmortem in Markdown went where, as text: the part of an import's report that a person has to check."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import clean, cut, pad, wrap
from kb.render.messages import say

if TYPE_CHECKING:
    from kb.importers.markdown import Mapping

HEADING_COLUMNS = 32
INDENT = "    "


def mapping_lines(mapping: Mapping, place: str, gaps: int, language: str, columns: int, *, every: bool) -> list[str]:
    """What was kept, left out and proposed, and how much is missing; with `every` each heading and its field first.

    `place` is the file as `kb validate` takes it, `gaps` the number of findings it would give.
    """
    lines = []
    if every:
        for heading, field in dict.fromkeys(mapping.mapped):
            target = f"{field} ({mapping.events})" if field == "timeline" and mapping.events else field
            lines.append(f"{INDENT}{pad(cut(clean(heading), HEADING_COLUMNS), HEADING_COLUMNS)} → {target}")
    proposed = [f"{name}: {_chances(terms)}" for name, terms in mapping.proposed.items() if terms]
    told = [
        ("draft_kept", ", ".join(mapping.kept)),
        ("draft_people", ", ".join(mapping.left_out)),
        ("draft_proposed", "; ".join(proposed)),
        ("draft_secrets", str(mapping.secrets or "")),
        ("draft_broken_front", " " * mapping.broken_front),
    ]
    for key, what in told:
        if what:
            lines += wrap(clean(say(key, language, what=what)), columns, f"{INDENT}- ")
    if gaps:
        lines += wrap(clean(say("draft_gaps", language, gaps=gaps, place=place)), columns, f"{INDENT}- ")
    return lines


def _chances(terms: list[tuple[str, float]]) -> str:
    return ", ".join(f"{term} {chance:.0%}" for term, chance in terms)
