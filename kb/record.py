"""What an incident record is: the wire format, field by field, and our optional additions.

Validation is strict (no value is converted) and lossless: keys that are not listed here are kept at
every level, and `Record.document()` gives back what `Record.parse()` took. The JSON Schema in
`records/schema/` is generated from this module; a field's description there is its docstring here.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SCHEMA_VERSION = 1

TermId = Annotated[str, StringConstraints(min_length=1, max_length=100)]
RECORD_ID_PATTERN = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
RecordId = Annotated[str, StringConstraints(pattern=RECORD_ID_PATTERN.pattern)]
PartialDate = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$")]
Number = int | float


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True, use_attribute_docstrings=True, allow_inf_nan=False)


class Text(_Part):
    """A text in one or both languages."""

    en: str | None = None
    """English text."""
    ko: str | None = None
    """Korean text."""


class Detection(Text):
    """How the incident was noticed."""

    method: TermId | None = None
    """How it was noticed; an id of the vocabulary `detection_methods`."""


class Impact(_Part):
    """What and whom the incident touched, `unknown` where the source does not say."""

    scope: str | None = None
    """What was affected: the run, service or site, with figures."""
    users: str | None = None
    """Who was affected, and how many."""
    region: str | None = None
    """Where: region, zone, site or country."""


class Signature(_Part):
    """What monitoring, logs or commands showed first."""

    kind: TermId
    """`metric`, `log` or `code`."""
    name: str | None = None
    """For a metric: its canonical name, such as `tokens_per_second`."""
    direction: str | None = None
    """For a metric: `up`, `down`, `flat`, `spike` or `periodic`."""
    from_: Number | None = Field(default=None, alias="from")
    """For a metric: value before, in `unit`."""
    to: Number | None = None
    """For a metric: value during, in `unit`."""
    unit: str | None = None
    """For a metric: unit of `from` and `to`."""
    text: str | None = None
    """For a log line or a code: the text as the program prints it."""


class DiagnosisStep(_Part):
    """One check that was made, and what it showed."""

    check: Text
    """What was looked at or tried."""
    check_id: str | None = None
    """Id of the reusable check in `records/checks/`, if there is one."""
    command: str | None = None
    """Command that was run, if the source names it."""
    finding: Text | None = None
    """What it showed."""
    points_to: list[TermId] = []
    """Root causes and components that the finding supports."""
    rules_out: list[TermId] = []
    """Root causes and components that the finding excludes."""


class Remediation(_Part):
    """One thing that was done about it."""

    text: Text
    """What was done."""
    kind: TermId | None = None
    """`mitigation`, `fix`, `prevention` or `workaround`."""


class ActionItem(_Part):
    """One thing that was decided to be done later."""

    text: Text
    """What is to be done."""
    state: str | None = None
    """`open`, `done` or `unknown`."""


class TimelineEvent(_Part):
    """One moment of the incident."""

    at: str
    """When: RFC 3339, a date, or relative to the start such as `T+20m`."""
    text: Text
    """What happened then."""


class Timeline(_Part):
    """How long detection and recovery took, and the moments the source gives."""

    detected_after: str | Number | None = None
    """Time from start to detection: an ISO 8601 duration such as `PT2H30M`, or seconds."""
    resolved_after: str | Number | None = None
    """Time from start to recovery: an ISO 8601 duration, or seconds."""
    started_at: str | None = None
    """Start: RFC 3339 time or a date."""
    ended_at: str | None = None
    """End: RFC 3339 time or a date."""
    events: list[TimelineEvent] = []
    """Moments in order."""


class Relation(_Part):
    """A link to another record."""

    id: RecordId
    """Id of the other record."""
    kind: TermId | None = None
    """How they are related; an id of the vocabulary `relation_kinds`."""


class Source(_Part):
    """Where the facts come from."""

    url: str
    """Address of the source."""
    kind: TermId | None = None
    """What the source is; an id of the vocabulary `source_kinds`."""
    license: str | None = None
    """Licence of the source text, `unknown` if it states none."""
    archived: str | None = None
    """Address of an archived copy."""
    read: Literal["full", "digest", "excerpt", "unavailable"] | None = None
    """How much of the source was read for this record."""


class Review(_Part):
    """Who wrote the record and whether a second reader has compared it with its sources."""

    written_by: TermId | None = None
    """How it was written; an id of the vocabulary `authorships`."""
    reviewed_at: str | None = None
    """When the second reading was made, RFC 3339 time or a date; null if there was none."""
    reviewed_by: str | None = None
    """Role of the second reader."""


class Record(_Part):
    """One past incident."""

    schema_version: int | None = None
    """Version of this format; 1."""
    id: RecordId
    """Identifier, equal to the file name; shipped records use `KB-<year>-<4 digits>`."""
    aliases: list[RecordId] = []
    """Other ids of the same incident."""
    org: str | None = None
    """Organisation that had the incident."""
    org_slug: str | None = None
    """Organisation in kebab-case."""
    title: Text
    """One line that a person on call would recognise: what was seen, where, because of what."""
    date: PartialDate
    """Date of the incident, `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` if no more is known."""
    date_kind: TermId | None = None
    """What `date` is; an id of the vocabulary `date_kinds`."""
    domain: list[TermId] = []
    """Fields of technology; ids of the vocabulary `domains`."""
    severity: TermId | None = None
    """Severity; an id of the vocabulary `severities`."""
    severity_source: str | None = None
    """Severity in the words of the source, such as `SEV-1`."""
    impact: Impact | None = None
    """What and whom it touched."""
    symptoms: list[TermId] = []
    """Symptoms; ids of the vocabulary `symptoms`."""
    symptoms_text: Text | None = None
    """Only what was visible while it happened, in the order it became visible; no cause."""
    signature: list[Signature] = []
    """What monitoring, logs or commands showed first."""
    components: list[TermId] = []
    """Parts involved; ids of the vocabulary `components`."""
    regime: Text | None = None
    """Scale or conditions under which it appears, such as `only at 60 nodes`."""
    trigger: Text | None = None
    """What set it off."""
    detection: Detection | None = None
    """How it was noticed."""
    suspected_first: list[TermId] = []
    """Root causes and components that were wrongly suspected."""
    diagnosis: list[DiagnosisStep] = []
    """Checks that were made, in order."""
    root_cause: TermId | None = None
    """The one root cause; an id of the vocabulary `root_causes`, `unknown` if the source does not establish it."""
    root_cause_text: Text | None = None
    """The mechanism in one or two sentences."""
    contributing: list[TermId] = []
    """Contributing factors; ids of the vocabulary `contributing`."""
    summary: Text | None = None
    """What happened, with the cause."""
    remediation: list[Remediation] = []
    """What was done about it."""
    action_items: list[ActionItem] = []
    """What was decided to be done later."""
    lessons: Text | None = None
    """What the people concerned learnt."""
    timeline: Timeline | None = None
    """How long detection and recovery took."""
    related: list[RecordId | Relation] = []
    """Other records that belong with this one."""
    recurrence_of: RecordId | None = None
    """Earlier record of the same cause at the same organisation."""
    sources: list[Source] = []
    """Where the facts come from."""
    docs: list[Any] = []
    """Further documents or text that belongs to the record and fits no other field."""
    review: Review | None = None
    """Who wrote it and whether it was reviewed."""
    url: str | None = None
    """Address of the record in another library."""
    updated_at: str | None = None
    """When the record last changed, RFC 3339 time with zone."""
    withdrawn: str | bool | None = None
    """Set when the record is no longer valid: true, a date, or the reason."""

    @classmethod
    def parse(cls, document: dict[str, Any]) -> Record:
        """Validate a document. Raises pydantic.ValidationError that lists every violation."""
        return cls.model_validate(document)

    def document(self) -> dict[str, Any]:
        """The record as it came in: only the keys that were given, unknown keys included."""
        return self.model_dump(by_alias=True, exclude_unset=True)
