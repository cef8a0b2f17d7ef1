"""Dates, times and durations as records write them, and whether they exist and follow each other.

The standard parser knows no leap second (`23:59:60`, which is an incident of its own) and takes
week dates that the format does not.
"""

from __future__ import annotations

import calendar
import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_LOOSE_DATE = re.compile(r"\s*([0-9]{4})\s*[-/.년]\s*([0-9]{1,2})(?:\s*[-/.월]\s*([0-9]{1,2})\s*[.일]?)?\s*월?\s*")
_PLAIN_DATE = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?"
    r"([Zz]|[+-][0-9]{2}:?[0-9]{2})?"
)
_DURATION = re.compile(
    r"P(?=.)(?:([0-9]+(?:\.[0-9]+)?)Y)?(?:([0-9]+(?:\.[0-9]+)?)M)?(?:([0-9]+(?:\.[0-9]+)?)W)?(?:([0-9]+(?:\.[0-9]+)?)D)?"
    r"(?:T(?=.)(?:([0-9]+(?:\.[0-9]+)?)H)?(?:([0-9]+(?:\.[0-9]+)?)M)?(?:([0-9]+(?:\.[0-9]+)?)S)?)?"
)
_DURATION_SECONDS = (365 * 86400, 30 * 86400, 7 * 86400, 86400, 3600, 60, 1)


def mended_date(written: str) -> str | None:
    """`written` itself if it is a day, month or year that exists, else the nearest that was likely meant, or None.

    `2025-02-30` gives `2025-02-28`, `2025/3/4` gives `2025-03-04`.
    """
    found = _DATE.fullmatch(written) or _LOOSE_DATE.fullmatch(written) or _PLAIN_DATE.fullmatch(written)
    if found is None:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    if not year or (month is not None and not 1 <= month <= 12):
        return None
    if day is None:
        return f"{year:04}-{month:02}" if month else f"{year:04}"
    last = calendar.monthrange(year, month or 1)[1]
    return f"{year:04}-{month:02}-{min(max(day, 1), last):02}"


def moment(written: str) -> datetime | None:
    """The instant that an RFC 3339 time, a date, a month or a year begins at; None if it is none of these.

    A time without a zone and a date count as UTC. Second 60 counts as the second before it.
    """
    if _DATE.fullmatch(written):
        if mended_date(written) != written:
            return None
        year, month, day = (*map(int, written.split("-")), 1, 1)[:3]
        return datetime(year, month, day, tzinfo=UTC)
    found = _TIME.fullmatch(written)
    if found is None or mended_date(found.group(1)) != found.group(1):
        return None
    hour, minute, second = int(found.group(2)), int(found.group(3)), int(found.group(4) or 0)
    offset = _offset(found.group(6))
    if hour > 23 or minute > 59 or second > 60 or offset is None:
        return None
    year, month, day = map(int, found.group(1).split("-"))
    microsecond = int((found.group(5) or "0").ljust(6, "0")[:6])
    return datetime(year, month, day, hour, minute, min(second, 59), microsecond, timezone(offset))


def is_before(end: str, start: str) -> bool:
    """Whether `end` lies before `start`; a date or month is compared only as exactly as it is given."""
    first, last = moment(start), moment(end)
    if first is None or last is None:
        return False
    exact = min(len(start), len(end))
    return end[:exact] < start[:exact] if exact <= len("2025-01-01") else last < first


def seconds(duration: Any) -> float | None:
    """Seconds of an ISO 8601 duration or of a number of seconds; None for anything else.

    A month counts 30 days, a year 365.
    """
    if isinstance(duration, (int, float)) and not isinstance(duration, bool):
        return duration if duration >= 0 else None
    found = _DURATION.fullmatch(duration) if isinstance(duration, str) else None
    if found is None:
        return None
    return sum(float(part) * size for part, size in zip(found.groups(), _DURATION_SECONDS, strict=True) if part)


def _offset(zone: str | None) -> timedelta | None:
    if zone is None or zone in "Zz":
        return timedelta()
    digits = zone[1:].replace(":", "")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 23 or minutes > 59:
        return None
    return timedelta(hours=hours, minutes=minutes) * (-1 if zone[0] == "-" else 1)
