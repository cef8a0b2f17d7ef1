"""Writing what users say of a match: each word is a note beside a record, which may be taken back and is never lost.

Apart from `writer`, because no index holds it: the revision of the store stays. The functions take a session of
`kb.store.database.transaction`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select

from kb.errors import NotFoundError
from kb.store.columns import now, storable
from kb.store.tables import Feedback, Incident

if TYPE_CHECKING:
    from sqlmodel import Session

VERDICTS = ("useful", "wrong")


def add(
    session: Session,
    record_id: str,
    verdict: str,
    *,
    input_digest: str | None = None,
    input_text: str | None = None,
) -> int:
    """Note that a match was `useful` or `wrong`; the number of the note.

    Raises NotFoundError for an unknown record and ValueError for another verdict.
    """
    if verdict not in VERDICTS:
        raise ValueError(verdict)
    if session.exec(select(Incident.id).where(col(Incident.id) == record_id)).first() is None:
        raise NotFoundError(f"there is no record {record_id}", "`kb list` shows all ids.")
    note = Feedback(
        incident_id=record_id,
        verdict=verdict,
        input_digest=input_digest,
        input_text=None if input_text is None else storable(input_text),
        created_at=now(),
    )
    session.add(note)
    session.flush()
    assert note.id is not None
    return note.id


def withdraw(session: Session, number: int) -> None:
    """Take a note back; it stays listed as withdrawn. Raises NotFoundError if there is none that stands."""
    note = session.get(Feedback, number)
    if note is None or note.withdrawn_at is not None:
        raise NotFoundError(f"there is no feedback {number} to withdraw", "`kb show ID` tells what stands.")
    note.withdrawn_at = now()
    session.add(note)
