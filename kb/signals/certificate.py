"""What `openssl x509`, `openssl verify` and `s_client` print: until when a certificate is valid, and failed checks.

"Now" is the latest date that the text itself states (somebody ran `date`), else the clock.
"""

from __future__ import annotations

import re
from calendar import timegm
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import bounded, lines_of

_MONTHS = {name: number for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
_BOUND = re.compile(r"(?P<which>notAfter|notBefore|Not After|Not Before) ?[:=] ?(?P<date>[A-Z][a-z]{2} [^\n]{10,30})")
_DATE = re.compile(
    r"(?P<month>[A-Z][a-z]{2}) {1,2}(?P<day>\d{1,2})(?: (?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d))?)?"
    r"(?: [A-Z]{2,5})? (?P<year>\d{4})"
)
_VERIFY = re.compile(
    r"[Vv]erif(?:y return code|ication error|y error)[: ]+(?:num=)?(?P<code>\d*)[ :(]*(?P<said>[^\n)]{2,100})"
)
_SOON = 14 * 86400


@bounded
def read(part: Part) -> Iterator[Signal | Phrase]:
    """Expiry of certificates in the text, subjects, and the result of a verification."""
    bounds: list[tuple[str, float, int, int]] = []
    now = 0.0
    for line in lines_of(part):
        bound = _BOUND.search(line.text)
        for match in _DATE.finditer(line.text):
            stamp = _stamp(match)
            if stamp is None:
                continue
            if bound and bound.start("date") <= match.start():
                end = line.start + bound.end("date")
                bounds.append((bound["which"], stamp, line.start + bound.start("which"), end))
            elif not bound:
                day = 0 if match["hour"] else 86399
                now = max(now, stamp + day)
        if re.match(r"\s*(?:subject|issuer|Subject|Issuer) ?[:=]", line.text):
            yield part.phrase(line.start, line.end)
        if (verify := _VERIFY.search(line.text)) and verify["code"] != "0" and verify["said"] != "OK":
            start, end = line.start + verify.start(), line.start + verify.end()
            expired = "expired" in verify["said"]
            name = "x509 certificate expired" if expired else "certificate verification failed"
            yield part.signal("code" if expired else "state", name, start, end, severity="error")
            yield part.phrase(start, end)
    for which, stamp, start, end in bounds:
        yield from _bound(part, "fter" in which, stamp, start, end, now)


def _bound(part: Part, after: bool, stamp: float, start: int, end: int, now: float) -> Iterator[Signal | Phrase]:
    """What a bound of validity says at the time the text gives; nothing if it gives none, for the clock of the reader
    would make the same text mean another thing tomorrow."""
    if not now:
        yield part.phrase(start, end)
        return
    if after and stamp <= now:
        yield part.signal("code", "x509 certificate expired", start, end, severity="critical")
    elif after:
        soon = stamp - now < _SOON
        name = "certificate expires soon" if soon else "certificate valid"
        yield part.signal("state", name, start, end, severity="warning" if soon else "none")
    elif stamp > now:
        yield part.signal("state", "certificate not yet valid", start, end, severity="error")
    yield part.phrase(start, end)


def _stamp(match: re.Match[str]) -> float | None:
    month = _MONTHS.get(match["month"])
    day = int(match["day"])
    year = int(match["year"])
    if month is None or not 1 <= day <= 31 or year < 1:
        return None
    hour, minute, second = (int(match[name] or 0) for name in ("hour", "minute", "second"))
    return float(timegm((year, month, day, hour, minute, second)))
