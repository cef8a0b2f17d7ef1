"""What a reader answers beyond documents: versions, links, feedback, counts.

Apart from `reader` because making these classes takes longer than opening the store, and a match needs none.
"""

from __future__ import annotations

from kb.namedtuple import NamedTuple
from kb.store.reader import Document


class Version(NamedTuple):
    """One state of a record. `recorded_at` is when the store took it (RFC 3339, UTC); `reason` says why it is no
    longer or never was the current one, and is empty for the current one."""

    version: int
    document: Document
    origin: str
    recorded_at: str
    reason: str
    current: bool


class Link(NamedTuple):
    """Another record of what seems to be the same incident: `kind` is `alias`, `source` or `title`."""

    id: str
    kind: str
    reason: str


class Feedback(NamedTuple):
    """What a user said of a match: `verdict` is `useful` or `wrong`; `withdrawn_at` is None while it stands."""

    id: int
    incident_id: str
    verdict: str
    input_digest: str | None
    input_text: str | None
    created_at: str
    withdrawn_at: str | None


class Counts(NamedTuple):
    """How many records there are: by vocabulary and term, by year (None where the date has none), by origin
    (`shipped`, `imported`), how many a second reader has reviewed, and how many are withdrawn."""

    records: int
    terms: dict[str, dict[str, int]]
    years: dict[int | None, int]
    origins: dict[str, int]
    reviewed: int
    withdrawn: int
