"""Records that tell the same incident: an imported record beside the shipped one, a status page beside a postmortem."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from kb.hits import Candidate, Hits
    from kb.store.reader import Reader


def apart(hits: Hits, reader: Reader) -> tuple[Hits, dict[str, list[str]]]:
    """One candidate for each incident, and the ids of the others that tell the same one.

    Of a group the record stays that helps most, with the score of the best of them. Before the ranking, which
    takes a close second for doubt.
    """
    pairs = reader.linked([candidate.id for candidate in hits.candidates])
    if not pairs:
        return hits, {}
    groups: list[list[Candidate]] = []
    for candidate in hits.candidates:
        known = (group for group in groups if any((candidate.id, other.id) in pairs for other in group))
        if (group := next(known, None)) is not None:
            group.append(candidate)
        else:
            groups.append([candidate])
    ids = [[candidate.id for candidate in group] for group in groups]
    documents = reader.documents([one for group in ids if len(group) > 1 for one in group])
    shown = [max(group, key=lambda one: _helpfulness(documents.get(one, {}))) for group in ids]
    kept = [group[0]._replace(id=one) for group, one in zip(groups, shown, strict=True)]
    others = {one: [other for other in group if other != one] for one, group in zip(shown, ids, strict=True)}
    return hits._replace(candidates=kept), others


def _helpfulness(document: dict[str, Any]) -> tuple[bool, int, bool]:
    """How much a record helps among those of one incident: one that stands, tells how the cause was found, and was
    compared with its sources."""
    steps, review = document.get("diagnosis"), document.get("review")
    reviewed = isinstance(review, dict) and bool(review.get("reviewed_at"))
    return not document.get("withdrawn"), len(steps) if isinstance(steps, list) else 0, reviewed
