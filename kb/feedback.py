"""What users say of a case, useful or wrong, kept with the input that it was matched to.

Ranking counts it and `kb train` learns from it, so it can be taken back, and no secret of the input is kept. Apart from
`kb.engine`, because it is the one thing that a user changes in the store through an open engine.
"""

from __future__ import annotations

from kb import signals
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.engine import Engine

LONGEST_KEPT = 100_000
"""Characters of an input that are kept."""


def add(engine: Engine, record_id: str, verdict: str, data: bytes | None) -> int:
    """Keep what a user says of a case (`useful` or `wrong`), with the input it was matched to, redacted; returns the
    number of the note.

    Raises NotFoundError for an unknown record, ValueError for another verdict, and StoreError.
    """
    from kb.signals.decode import decode
    from kb.signals.redact import redact
    from kb.store import feedback as notes
    from kb.store.database import transaction

    text = redact(decode(data, signals.LIMIT).text)[0][:LONGEST_KEPT] if data else None
    with transaction(engine.url) as session:
        return notes.add(session, record_id, verdict, input_text=text)


def take_back(engine: Engine, number: int) -> None:
    """Take one note back. Raises NotFoundError if it does not stand, and StoreError."""
    from kb.store import feedback as notes
    from kb.store.database import transaction

    with transaction(engine.url) as session:
        notes.withdraw(session, number)


def withdraw(engine: Engine, record_id: str) -> int:
    """Take back all standing feedback on a case; returns how many there were. Raises StoreError."""
    from kb.store import feedback as notes
    from kb.store.database import transaction

    standing = [item for item in engine.reader.feedback(record_id) if item.withdrawn_at is None]
    with transaction(engine.url) as session:
        for item in standing:
            notes.withdraw(session, item.id)
    return len(standing)
