"""Dates, times of day, durations and severities as people write them in postmortems, in English and Korean.

What can be read in two ways is not read: `03/04/2025` is no date, `PST` is minus eight hours and `IST` is nothing. A
time without a zone stays without one.
"""

from __future__ import annotations

import calendar
import re
from typing import NamedTuple

from kb import vocabulary
from kb.text import fold

_MONTHS = {name[:3].lower(): number for number, name in enumerate(calendar.month_name) if number}
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATES = (
    re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)\s?(?P<sep>[-/.년])\s?(?P<m>\d{1,2})\s?(?:(?P=sep)|월)\s?(?P<d>\d{1,2})(?:\.|일|(?!\d))"),
    re.compile(rf"(?<![a-z])(?P<name>{_MONTH})\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>(?:19|20)\d\d)(?!\d)"),
    re.compile(rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[\s-]+(?P<name>{_MONTH}),?[\s-]+(?P<y>(?:19|20)\d\d)(?!\d)"),
    re.compile(r"(?<!\d)(?P<m>0?[1-9]|1[0-2])/(?P<d>1[3-9]|2\d|3[01])/(?P<y>(?:19|20)\d\d)(?!\d)"),
    re.compile(r"(?<!\d)(?P<d>1[3-9]|2\d|3[01])[/.](?P<m>0?[1-9]|1[0-2])[/.](?P<y>(?:19|20)\d\d)(?!\d)"),
)  # fmt: skip
"""Year first; month by name; day and month as numbers only where one of the two is over twelve."""

_ZONES = {
    "z": "Z", "utc": "Z", "gmt": "Z", "kst": "+09:00", "jst": "+09:00", "한국시간": "+09:00", "pst": "-08:00",
    "pdt": "-07:00", "mst": "-07:00", "mdt": "-06:00", "cdt": "-05:00", "est": "-05:00", "edt": "-04:00",
    "cet": "+01:00", "cest": "+02:00",
}  # fmt: skip
"""Offsets of the abbreviations that mean one zone; CST, IST and BST mean several."""
_ZONE = re.compile(
    r"\s?[(\[]?(?:(?:utc|gmt)\s?(?P<offset>[+-](?:0?\d|1[0-4])(?::?[0-5]\d)?)|(?P<plus>\+(?:0\d|1[0-4]):?[0-5]\d)"
    r"|(?P<name>utc|gmt|kst|jst|pst|pdt|mst|mdt|cdt|est|edt|cest|cet|한국\s?시간)|(?P<z>(?<=\d)z))(?!\w)[)\]]?",
    re.IGNORECASE,
)
_MINUS = re.compile(r"-(?:0\d|1[0-2]):?[03]0(?![\d:])")
"""An offset to the west, read only after seconds: `14:05-15:30` is a range."""
_TIME = re.compile(
    r"(?:(?P<half_ko>오전|오후)\s?)?(?<![\d:.])(?P<h>[01]?\d|2[0-3])(?::(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d)(?:\.\d+)?)?"
    r"|\s?시(?:\s?(?P<mk>[0-5]?\d)\s?분)?(?:\s?(?P<sk>[0-5]?\d)\s?초)?)(?![\d:])\s?(?P<half>[ap]\.?m\.?(?![a-z]))?",
    re.IGNORECASE,
)
WEEKDAY = re.compile(
    r"\s?[(\[](?:[월화수목금토일](?:요일)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?)[)\]]", re.IGNORECASE
)
_UNTIL = re.compile(r"\s*(?:[-–—~]|to|until|부터)\s*", re.IGNORECASE)
_RELATIVE = re.compile(
    r"[Tt]?\s?(?P<sign>[+−-])\s?(?:(?P<clock>\d{1,3}:\d\d(?::\d\d)?)|(?P<n>\d{1,4}(?:\.\d+)?)\s?"
    r"(?P<unit>s|sec|secs|seconds?|m|min|mins|minutes?|h|hr|hrs|hours?|d|days?|초|분|시간|일))(?![\w:])",
    re.IGNORECASE,
)
_DURATION_PART = re.compile(
    r"(\d+(?:\.\d+)?)\s?(days?|d|일|hours?|hrs?|hr|h|시간|minutes?|mins?|min|m|분|seconds?|secs?|sec|s|초)(?![a-zA-Z])\s?(?:and\s|,\s?)?",
    re.IGNORECASE,
)
_UNITS = (("D", "d일"), ("H", "h시"), ("M", "m분"), ("S", "s초"))
_HYPHENS = str.maketrans("\u2010\u2011", "--")
"""Hyphens that some editors put between the figures of a date."""
_LEVEL = re.compile(r"(?<![A-Za-z])(?:sev|p|s)(?:erity)?[\s:-]?([0-4])(?!\d)", re.IGNORECASE)
_LEVELS = {"0": "critical", "1": "critical", "2": "major", "3": "moderate", "4": "minor"}
"""The levels as the vocabulary `severities` has them among its synonyms."""


class Clock(NamedTuple):
    """A time of day as `HH:MM` or `HH:MM:SS`, its zone as `Z` or `+09:00` ("" if none is given), and where it ends."""

    time: str
    zone: str
    end: int


def first_date(text: str) -> tuple[str, int, int] | None:
    """The first date of a text as YYYY-MM-DD, with where it stands, or None."""
    lower = text.lower().translate(_HYPHENS)
    found = [match for pattern in _DATES if (match := pattern.search(lower))]
    for match in sorted(found, key=lambda match: match.start()):
        parts = match.groupdict()
        year, day = int(parts["y"]), int(parts["d"])
        month = _MONTHS[parts["name"][:3]] if parts.get("name") else int(parts["m"])
        if 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]:
            return f"{year:04}-{month:02}-{day:02}", match.start(), match.end()
    return None


def partial_date(text: str) -> str | None:
    """A date in a text as YYYY-MM-DD, or YYYY-MM or YYYY where the whole text gives no more."""
    if full := first_date(text):
        return full[0]
    match = re.fullmatch(r"\s*((?:19|20)\d\d)(?:\s?[-/.년]\s?(0?[1-9]|1[0-2])\s?월?|년)?\s*", text)
    if match:
        return match.group(1) + (f"-{int(match.group(2)):02}" if match.group(2) else "")
    named = re.fullmatch(rf"\s*{_MONTH},?\s+((?:19|20)\d\d)\s*", text.lower())
    return f"{named.group(2)}-{_MONTHS[named.group(1)]:02}" if named else None


def clock(text: str, start: int = 0) -> Clock | None:
    """The time of day that stands at `start`, with 12-hour and Korean forms read as 24 hours, or None."""
    match = _TIME.match(text, start)
    if match is None:
        return None
    hour, minute = int(match["h"]), int(match["m"] or match["mk"] or 0)
    second = match["s"] or match["sk"]
    half = (match["half"] or match["half_ko"] or "")[:2].lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] == "p" or half == "오후" else 0)
    time = f"{hour:02}:{minute:02}" + (f":{int(second):02}" if second else "")
    if zone := _ZONE.match(text, match.end()):
        return Clock(time, _offset(zone), zone.end())
    if second and (minus := _MINUS.match(text, match.end())):
        digits = minus.group().replace(":", "")
        return Clock(time, f"{digits[:3]}:{digits[3:]}", minus.end())
    return Clock(time, "", match.end())


def zone_of(text: str) -> str:
    """The zone that a text names, as `Z` or `+09:00`, or "" if it names none or several."""
    found = {_offset(zone) for zone in _ZONE.finditer(text) if not zone["name"] or _is_apart(text, zone.start("name"))}
    return found.pop() if len(found) == 1 else ""


def _is_apart(text: str, start: int) -> bool:
    return start == 0 or not (text[start - 1].isascii() and text[start - 1].isalpha())


def _offset(zone: re.Match[str]) -> str:
    if zone["z"]:
        return "Z"
    if zone["name"]:
        return _ZONES["".join(zone["name"].lower().split())]
    written = zone["offset"] or zone["plus"]
    hours, _, minutes = written[1:].partition(":")
    if len(hours) > 2:
        hours, minutes = hours[:-2], hours[-2:]
    return "Z" if int(hours) == 0 == int(minutes or 0) else f"{written[0]}{int(hours):02}:{int(minutes or 0):02}"


def relative(text: str) -> tuple[str, int] | None:
    """A moment counted from the start (`+20 min`, `T+1:05`) as `T+20m`, and where it ends; None if none stands here."""
    match = _RELATIVE.match(text)
    if match is None:
        return None
    sign = "+" if match["sign"] == "+" else "-"
    if match["clock"]:
        return f"T{sign}{match['clock']}", match.end()
    unit = {"초": "s", "분": "m", "시간": "h", "일": "d"}.get(match["unit"], match["unit"][0].lower())
    return f"T{sign}{match['n']}{unit}", match.end()


class Moment(NamedTuple):
    """A date with a time as RFC 3339 where all of it is known, the date alone where not, "" without a date. `rest` is
    what the text says behind it."""

    at: str
    rest: str


def moment(written: str, day: str | None, zone: str) -> Moment:
    """The moment that a text begins with; `day` and `zone` hold where it gives none of its own."""
    found = first_date(written)
    if found and written[: found[1]].strip():
        found = None
    date, rest = (found[0], written[found[2] :]) if found else (day, written)
    name = WEEKDAY.match(rest) if found else None
    rest = (rest[name.end() :] if name else rest).lstrip(" T,")
    time = clock(rest)
    if time and date and (time.zone or zone):
        at = f"{date}T{time.time}{':00' if len(time.time) == len('09:00') else ''}{time.zone or zone}"
        return Moment(at, rest[time.end :].strip(" )"))
    return Moment(found[0] if found else "", rest.strip())


def period(written: str, day: str | None, zone: str) -> tuple[str, str] | None:
    """Start and end of a text such as `09:41–10:54 UTC`, as RFC 3339; None unless both are known in full."""
    zone = zone_of(written) or zone
    start = moment(written, day, zone)
    joint = _UNTIL.match(start.rest)
    if "T" not in start.at or joint is None:
        return None
    end = moment(start.rest[joint.end() :], start.at[: len("2025-01-31")], zone)
    return (start.at, end.at) if "T" in end.at and end.at > start.at else None


def duration(text: str) -> str | None:
    """A duration that is the whole text, as ISO 8601 (`1 hour 5 min`, `2시간 10분`, `PT5M`), or None.

    `about`, `약` and the like stay unread: what is not exact is kept as text.
    """
    text = text.strip().rstrip(".")
    if inside := re.search(r"\(([^()]+)\)", text):
        return duration(inside.group(1))
    if re.fullmatch(r"PT?(?=\d)(?:\d+[DHMS]T?)+", text):
        return text
    parts = list(_DURATION_PART.finditer(text))
    if not parts or "".join(part.group() for part in parts).strip() != text:
        return None
    amounts: dict[str, str] = {}
    for part in parts:
        letter = next(name for name, first in _UNITS if part.group(2)[0].lower() in first)
        if letter in amounts:
            return None
        amounts[letter] = part.group(1)
    days = f"{amounts.pop('D')}D" if "D" in amounts else ""
    times = "".join(f"{amounts[letter]}{letter}" for letter, _ in _UNITS if letter in amounts)
    return f"P{days}" + (f"T{times}" if times else "")


def severity(text: str) -> str:
    """The vocabulary's severity that a level or word in a source means, `unknown` unless it is clear."""
    levels = {_LEVELS[number] for number in _LEVEL.findall(text.translate(_HYPHENS))}
    if levels:
        return levels.pop() if len(levels) == 1 else "unknown"
    known = vocabulary.load("severities")
    for term in known.terms:
        if fold(text.strip(" .*")) in (fold(phrase) for phrase in known.phrases(term)):
            return term
    return "unknown"
