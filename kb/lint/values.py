"""KB016-KB021: times that do not exist, ends before starts, a record without a title, a file under another name.

All but the last two are errors: records are listed and ordered by these values.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from kb.lint.model import WARNING, Check, Problem, Subject, at, shown
from kb.lint.times import is_before, moment, seconds
from kb.text import normalize


class BadTime(Check):
    """A time is not written as RFC 3339, or does not exist."""

    code, name = "KB016", "bad-time"

    def record(self, subject: Subject) -> Iterator[Problem]:
        timeline, review = subject.part("timeline"), subject.part("review")
        places = (
            (("updated_at",), subject.fields.get("updated_at")),
            (("timeline", "started_at"), timeline.get("started_at")),
            (("timeline", "ended_at"), timeline.get("ended_at")),
            (("review", "reviewed_at"), review.get("reviewed_at")),
        )
        for steps, written in places:
            if isinstance(written, str) and moment(written) is None:
                form = 'expected a time "2025-10-30T09:15:00Z" or a date "2025-10-30"'
                yield Problem(at(steps), f"{shown(written)} is no time that exists: {form}")


class EndBeforeStart(Check):
    """The incident ends before it starts."""

    code, name = "KB017", "end-before-start"

    def record(self, subject: Subject) -> Iterator[Problem]:
        timeline = subject.part("timeline")
        start, end = timeline.get("started_at"), timeline.get("ended_at")
        if isinstance(start, str) and isinstance(end, str) and is_before(end, start):
            message = f"the end {shown(end)} lies before the start {shown(start)}: exchange them, or mend the wrong one"
            yield Problem("/timeline/ended_at", message)


class ResolvedBeforeDetected(Check):
    """The incident is resolved sooner after the start than it is detected."""

    code, name = "KB018", "resolved-before-detected"

    def record(self, subject: Subject) -> Iterator[Problem]:
        timeline = subject.part("timeline")
        detected, resolved = seconds(timeline.get("detected_after")), seconds(timeline.get("resolved_after"))
        if detected is not None and resolved is not None and resolved < detected:
            told = f"resolved {resolved:g} s after the start but detected {detected:g} s after it"
            yield Problem("/timeline/resolved_after", f"{told}: both count from the start")


class NoTitle(Check):
    """The title is empty in both languages, so the record cannot be listed."""

    code, name = "KB019", "no-title"

    def record(self, subject: Subject) -> Iterator[Problem]:
        title = subject.fields.get("title")
        if not isinstance(title, dict):
            return
        texts = [title.get("en"), title.get("ko")]
        if not any(isinstance(text, str) and text.strip() for text in texts) and all(
            text is None or isinstance(text, str) for text in texts
        ):
            message = "the title is empty: say in one line what was seen, where, because of what"
            yield Problem("/title", message, '{"en": "...", "ko": "..."}')


class BadDuration(Check):
    """A duration is neither ISO 8601 nor a number of seconds."""

    code, name, severity, strict = "KB020", "bad-duration", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        for key in ("detected_after", "resolved_after"):
            written = subject.part("timeline").get(key)
            is_duration = isinstance(written, (str, int, float)) and not isinstance(written, bool)
            if is_duration and seconds(written) is None:
                message = f'{written!r} is no duration: expected "PT2H30M", "P1DT4H" or a number of seconds'
                yield Problem(at(("timeline", key)), message)


class IdNotFileName(Check):
    """The file is not named after the id of the record in it."""

    code, name, severity, strict = "KB021", "id-not-file-name", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        if subject.file_name is None or not subject.id:
            return
        stem, _ = os.path.splitext(subject.file_name)
        if normalize(stem) != subject.id:
            message = f"the file is named {shown(subject.file_name)} and the record {shown(subject.id)}"
            yield Problem("/id", f"{message}: name the file {subject.id}.json", stem)
