"""The moments of a timeline, from a table, a list or lines that begin with a time.

A time of day takes its date and zone from the nearest place above it that gives one: its own line, a line or
sub-heading with a date, the heading of the column, the date of the incident. A clock that falls back by more than
half a day has passed midnight. What begins with no time is a continuation, or is handed back.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from typing import NamedTuple

from kb.importers.markdown import headings, values
from kb.importers.markdown.outline import Block, Section
from kb.text import fold

_TIME_COLUMNS = frozenset(
    "time|times|timestamp|at|when|시각|시간|일시|date time|datetime|time utc|date and time".split("|")
)
_DATE_COLUMNS = frozenset("date|day|날짜|일자".split("|"))
_OPENING = re.compile(r"[\s\-–—*•\[(~≈]{0,8}")
_GAP = re.compile(r"[\s\-–—:|,\])~→>.]{1,10}")
_RANGE = re.compile(r"\s?[-–—~]\s?")
_DATE_JOINT = re.compile(r"(?:,?\s+(?:at\s+)?|T|\s?[-–—]\s?)", re.IGNORECASE)
_HALF_DAY = 12 * 60


class Event(NamedTuple):
    """One moment: `at` as RFC 3339 where date and zone are known, else as much of it as is known."""

    at: str
    text: str


class Reader:
    """Reads the sections of one timeline in order and remembers date and zone between them."""

    def __init__(self, date: str | None, zone: str) -> None:
        self.events: list[Event] = []
        self.left: list[str] = []
        self._date = date
        self._zone = zone
        self._minutes: int | None = None

    def section(self, section: Section) -> None:
        """Take the moments of a section; its heading may give date and zone for them."""
        self._setting(section.heading)
        for block in section.blocks:
            self._block(block)

    def _setting(self, text: str) -> None:
        if found := values.first_date(text):
            self._date, self._minutes = found[0], None
        self._zone = values.zone_of(text) or self._zone

    def _block(self, block: Block) -> None:
        if block.rows:
            self._table(block.rows)
        for item in block.items:
            self._lines(item.text.split("\n") + ([item.code] if item.code else []))
        if block.text or block.code:
            self._lines(block.text.split("\n") + block.code.split("\n"))

    def _lines(self, lines: Iterable[str]) -> None:
        """Lines that belong together: one without a time continues the one before it."""
        before = len(self.events)
        for line in filter(str.strip, lines):
            if self._line(line):
                continue
            if len(self.events) > before:
                at, text = self.events[-1]
                self.events[-1] = Event(at, f"{text}\n{line.strip()}" if text else line.strip())
            else:
                self.left.append(line.strip())

    def _line(self, line: str) -> bool:
        start = _end(_OPENING, line, 0)
        if moment := values.relative(line[start:]):
            self.events.append(Event(moment[0], line[_end(_GAP, line, start + moment[1]) :].strip()))
            return True
        date, position = None, start
        found = values.first_date(line[start:])
        if found and found[1] == 0:
            date, position = found[0], start + found[2]
            position = _end(values.WEEKDAY, line, position)
            position = _end(_DATE_JOINT, line, position)
        clock = values.clock(line, position)
        if clock is None:
            return self._day(line, date, position)
        rest = line[clock.end :]
        if until := _until(line, clock.end):
            rest = line[until.end :]
        text = rest[_end(_GAP, rest, 0) :].strip()
        self._add(date, clock, f"{text} (~{until.time})" if until else text)
        return True

    def _day(self, line: str, date: str | None, position: int) -> bool:
        """A line that gives no time of day: a date with a text is an event, one alone is the date of what follows."""
        if date is None:
            zone = values.zone_of(line)
            if zone and len(line) < 60:
                self._zone = zone
                return True
            return False
        text = line[_end(_GAP, line, position) :].strip()
        self._date, self._minutes = date, None
        zone = values.zone_of(text)
        if text and not zone:
            self.events.append(Event(date, text))
        self._zone = zone or self._zone
        return True

    def _table(self, rows: tuple[tuple[str, ...], ...]) -> None:
        names = [fold(re.sub(r"[\W_]+", " ", cell)).strip() for cell in rows[0]]
        bare = [fold(re.sub(r"\(.*?\)", "", cell)).strip() for cell in rows[0]]
        times = [n for n, name in enumerate(names) if name in _TIME_COLUMNS or bare[n] in _TIME_COLUMNS]
        dates = [n for n in range(len(names)) if bare[n] in _DATE_COLUMNS and n not in times]
        people = [n for n, cell in enumerate(rows[0]) if headings.field_of(cell, whole=True) == headings.PEOPLE]
        leading = dates[:1] + (times[:1] or ([] if dates else [0]))
        for cell in rows[0]:
            self._zone = values.zone_of(cell) or self._zone
        for row in rows[1:]:
            moment = " ".join(row[n] for n in leading if n < len(row)).strip()
            text = " — ".join(cell for n, cell in enumerate(row) if cell and n not in leading and n not in people)
            self._lines([f"{moment} {text}" if moment else text])

    def _add(self, date: str | None, clock: values.Clock, text: str) -> None:
        hours, minutes = map(int, clock.time.split(":")[:2])
        now = hours * 60 + minutes
        if date:
            self._date = date
        elif self._date and self._minutes is not None and now < self._minutes - _HALF_DAY:
            self._date = str(datetime.date.fromisoformat(self._date) + datetime.timedelta(days=1))
        self._minutes = now
        zone = clock.zone or self._zone
        if self._date is None:
            at = clock.time + zone
        elif zone:
            at = f"{self._date}T{clock.time}{':00' if len(clock.time) == 5 else ''}{zone}"
        else:
            at = f"{self._date} {clock.time}"
        self.events.append(Event(at, text))


def _until(line: str, position: int) -> values.Clock | None:
    """The end of a range of times that begins before `position`."""
    joint = _RANGE.match(line, position)
    return values.clock(line, joint.end()) if joint else None


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where a match of the pattern at `start` ends; `start` itself if there is none."""
    match = pattern.match(text, start)
    return match.end() if match else start
