"""Errors of S3 and what speaks its protocol, as SDKs and the service itself print them: by code, with the operation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST = 100
_CODE = re.compile(
    r"(?:Error Code: |<Code>|['\"]Code['\"]: ?['\"]|An error occurred \()(?P<code>[A-Z]\w{2,60})"
    r"|Status Code: (?P<status>[45]\d\d)"
)
_THROTTLED = ("SlowDown", "RequestLimitExceeded", "TooManyRequests", "Throttling", "ThrottlingException")
_MILD = {"NoSuchKey": "warning", "NotModified": "none", "PreconditionFailed": "info", "NoSuchBucket": "error"}


def read(part: Part) -> Iterator[Signal | Phrase]:
    """The error codes, and `storage throttled` where the service asks for fewer requests."""
    counts: dict[str, tuple[int, int, int]] = {}
    for match, _ in zip(_CODE.finditer(part.text), range(20 * _MOST), strict=False):
        group = "code" if match["code"] else "status"
        name = f"s3 {match[group].lower()}" if group == "code" else f"http {match[group]}"
        start, end, times = counts.get(name, (*match.span(group), 0))
        counts[name] = (start, end, times + 1)
    for name, (start, end, times) in list(counts.items())[:_MOST]:
        severity = _MILD.get(part.text[start:end], "error")
        yield part.signal("code", name, start, end, severity=severity, times=times)
        if part.text[start:end] in _THROTTLED:
            yield part.signal("state", "storage throttled", start, end, severity="error", times=times)
