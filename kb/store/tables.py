"""The tables. Not domain types: `kb.record` says what a record is, `kb.store.columns` converts.

The document is kept whole as JSON text; every other column of `incident` and every row of the label, alias and
source tables is derived from it, for filters and for finding duplicates. Times are RFC 3339 text in UTC, so that
they read and sort the same on every database. A change here needs a migration in `kb/store/migrations/versions`.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, LargeBinary, Text
from sqlmodel import Field, SQLModel


class Meta(SQLModel, table=True):
    """Facts about the whole store: `revision`, `records` (their number), `corpus` and `corpus_number` (digest and
    number of the shipped corpus loaded last), `form` (version of what was derived from it), `program` (version of kb
    that made or migrated the tables), `learned` (revision, number of records and version of the tokens at which
    `kb train` last ran)."""

    key: str = Field(primary_key=True)
    value: str


class Incident(SQLModel, table=True):
    """The current version of a record."""

    __table_args__ = (Index("ix_incident_revision_id", "revision", "id"),)

    id: str = Field(primary_key=True)
    document: str = Field(sa_type=Text)
    digest: str
    """SHA-256 of the canonical JSON of the document, hexadecimal."""
    org: str | None = None
    org_slug: str | None = Field(default=None, index=True)
    title_en: str | None = Field(default=None, sa_type=Text)
    title_ko: str | None = Field(default=None, sa_type=Text)
    date: str | None = None
    """As in the record: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`."""
    year: int | None = Field(default=None, index=True)
    date_kind: str | None = None
    severity: str | None = None
    root_cause: str | None = None
    updated_at: str | None = None
    """The record's own time of change as an instant; None if it has none that can be read."""
    reviewed_at: str | None = None
    origin: str
    """`shipped` or `imported`: where the current version came from."""
    withdrawn: bool = False
    version: int
    """1 for the first; numbers of one record are never used twice."""
    revision: int
    """Store revision at which the record last changed."""
    created_at: str
    changed_at: str
    """When the store took the first and the current version."""


def _incident_id(*, primary_key: bool = False, index: bool = False) -> Column[str]:
    """A reference to a record that goes when the record goes."""
    return Column(ForeignKey("incident.id", ondelete="CASCADE"), primary_key=primary_key, index=index, nullable=False)


class IncidentLabel(SQLModel, table=True):
    """A term that a record uses, by the vocabulary it is from; terms the vocabulary does not know included."""

    __tablename__ = "incident_label"
    __table_args__ = (Index("ix_incident_label_term", "vocabulary", "term"),)

    incident_id: str = Field(sa_column=_incident_id(primary_key=True))
    vocabulary: str = Field(primary_key=True)
    term: str = Field(primary_key=True)


class IncidentAlias(SQLModel, table=True):
    """Another id of a record. Two records may claim the same one: that is a duplicate to report, not an error."""

    __tablename__ = "incident_alias"

    alias: str = Field(primary_key=True)
    incident_id: str = Field(sa_column=_incident_id(primary_key=True, index=True))


class IncidentSource(SQLModel, table=True):
    """The address of a source in the form in which addresses are compared (`columns.source_key`)."""

    __tablename__ = "incident_source"

    url_key: str = Field(primary_key=True)
    incident_id: str = Field(sa_column=_incident_id(primary_key=True, index=True))


class IncidentVersion(SQLModel, table=True):
    """A version that is not, or no longer, the current one."""

    __tablename__ = "incident_version"

    incident_id: str = Field(sa_column=_incident_id(primary_key=True))
    version: int = Field(primary_key=True)
    document: str = Field(sa_type=Text)
    digest: str
    origin: str
    recorded_at: str
    """When the store took this version."""
    reason: str = Field(sa_type=Text)
    """Why it is not the current one."""


class IncidentLink(SQLModel, table=True):
    """Two records that seem to be of the same incident, found when `incident_id` was imported."""

    __tablename__ = "incident_link"

    incident_id: str = Field(sa_column=_incident_id(primary_key=True))
    other_id: str = Field(sa_column=_incident_id(primary_key=True, index=True))
    kind: str = Field(primary_key=True)
    """`alias`, `source` or `title`."""
    reason: str = Field(sa_type=Text)


class DeletedIncident(SQLModel, table=True):
    """A record that was deleted: the index must forget it, and the shipped corpus must not bring it back."""

    __tablename__ = "deleted_incident"

    id: str = Field(primary_key=True)
    revision: int


class Feedback(SQLModel, table=True):
    """What a user said of a match."""

    id: int | None = Field(default=None, primary_key=True)
    incident_id: str = Field(sa_column=_incident_id(index=True))
    verdict: str
    """`useful` or `wrong`."""
    input_digest: str | None = None
    """SHA-256 of the input that was matched, hexadecimal."""
    input_text: str | None = Field(default=None, sa_type=Text)
    created_at: str
    withdrawn_at: str | None = None


class IndexState(SQLModel, table=True):
    """Which store revision the commit `opstamp` of the index at `path` holds."""

    __tablename__ = "index_state"

    path: str = Field(primary_key=True)
    opstamp: int = Field(sa_type=BigInteger)
    revision: int


class Catalogue(SQLModel, table=True):
    """Something shipped beside the records that a match may need: a `check`, a table of base rates (`prior`), or the
    reports of an incident in other words than those of its record (`report`, under the id of the record)."""

    kind: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    document: str = Field(sa_type=Text)


class CatalogueTerm(SQLModel, table=True):
    """A term of `kb.catalogue` and the checks that are found under it: a row a term, as an index has it, because a
    match asks for fifty terms at once and a row a check costs it ten times as much."""

    __tablename__ = "catalogue_term"

    term: str = Field(primary_key=True)
    ids: str = Field(sa_type=Text)
    """Ids joined by spaces, sorted."""


class Learned(SQLModel, table=True):
    """Something that `kb train` learned from this store: plain numbers, and how good they are."""

    name: str = Field(primary_key=True)
    """`ranking` (JSON), `lexicon`, `labels` or `topics` (tables of `kb.learned`)."""
    content: bytes = Field(sa_type=LargeBinary)
    figures: str = Field(sa_type=Text)
    """JSON: what was measured on records left out."""
    learned_at: str
