"""Access logs (Apache and nginx combined, ingress-nginx, HAProxy): share of 5xx answers, slowest request, who hung up.

A single 404 is nobody's incident. Answers with 5xx are; in a log of ten requests or more they are told as a share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST_LINES = 50_000
_LEAST_LINES = 10
_SLOW = 5.0
"""Seconds of a request from which it is worth a warning."""
_COMBINED = re.compile(
    r'" (?P<status>[1-5]\d\d) (?:\d+|-)(?: "[^"\n]{0,2000}" "[^"\n]{0,2000}")?'
    r"(?: (?P<length>\d+) (?P<time>\d+\.\d{3}) \["
    r"[^\n]{0,300}?\] [^\n]{0,300}? (?P<upstream>\d+\.\d{3})(?:, [\d.]+)* (?P<answers>[1-5]\d\d)"
    r"|[^\n]{0,80}?(?:rt|request_time|urt)=\"?(?P<named>\d+\.\d+))?"
)
_HAPROXY = re.compile(
    r" (?P<backend>[\w.~-]{1,100}/(?:[\w.:-]{1,100}|<NOSRV>)) (?P<times>-?\d+/-?\d+/-?\d+/-?\d+/\+?\d+) "
    r"(?P<status>-1|[1-5]\d\d) \d+ \S{1,200} \S{1,200} (?P<flags>[A-Za-z-]{4}) "
)
_FLAGS = {
    "sC": "backend connect timeout", "SC": "backend refused connection", "sH": "backend response timeout",
    "sQ": "backend queue timeout", "SH": "backend closed before answer", "sD": "backend data timeout",
    "SD": "backend closed during answer", "cD": "client timeout",
}  # fmt: skip
"""First two letters of a termination state of HAProxy."""


class _Slowest(NamedTuple):
    """Seconds and the characters that say them."""

    seconds: float
    start: int
    end: int


def read(part: Part) -> Iterator[Signal | Phrase]:
    """What the requests of a combined access log tell together."""
    total, bad, first = 0, 0, (0, 0)
    slowest = upstream = _Slowest(0.0, 0, 0)
    for match in _COMBINED.finditer(part.text):
        total += 1
        if match["status"][0] == "5":
            first = first if bad else match.span("status")
            bad += 1
        slowest = max(slowest, _seconds(match, "time"), _seconds(match, "named"))
        upstream = max(upstream, _seconds(match, "upstream"))
        if total == _MOST_LINES:
            break
    yield from _share(part, total, bad, first)
    yield from _slow(part, "latency", slowest)
    yield from _slow(part, "upstream_response_time", upstream)


def haproxy(part: Part) -> Iterator[Signal | Phrase]:
    """What the requests in a log of HAProxy tell together, and how they ended."""
    total, bad, first = 0, 0, (0, 0)
    slowest = _Slowest(0.0, 0, 0)
    ends: dict[str, tuple[int, int, int]] = {}
    for match in _HAPROXY.finditer(part.text):
        total += 1
        if match["status"][0] in "5-":
            first = first if bad else match.span("status")
            bad += 1
        total_time = match["times"].rpartition("/")[2].lstrip("+")
        slowest = max(slowest, _Slowest(int(total_time[:12]) / 1000, *match.span("times")))
        if name := _FLAGS.get(match["flags"][:2]):
            start, end, times = ends.get(name, (*match.span("flags"), 0))
            ends[name] = (start, end, times + 1)
        if total == _MOST_LINES:
            break
    for name, (start, end, times) in ends.items():
        severity = "info" if name == "client timeout" else "error"
        yield part.signal("state", name, start, end, severity=severity, times=times)
    yield from _share(part, total, bad, first)
    yield from _slow(part, "latency", slowest)
    from kb.signals import service_logs

    yield from service_logs.read(part)


def _seconds(match: re.Match[str], group: str) -> _Slowest:
    written = match[group]
    return _Slowest(float(written), *match.span(group)) if written else _Slowest(0.0, 0, 0)


def _share(part: Part, total: int, bad: int, first: tuple[int, int]) -> Iterator[Signal]:
    if bad:
        name = part.text[slice(*first)]
        yield part.signal("code", f"http {name}" if name != "-1" else "http 5xx", *first, severity="error", times=bad)
    if bad and total >= _LEAST_LINES:
        share = round(100 * bad / total, 2)
        level = "error" if share >= 5 else "warning"
        yield part.signal(
            "metric", "error_rate", *first, severity=level, to_value=share, unit="%", direction="up", times=total
        )


def _slow(part: Part, name: str, slowest: _Slowest) -> Iterator[Signal]:
    if slowest.seconds > 0:
        level = "warning" if slowest.seconds >= _SLOW else "none"
        yield part.signal(
            "metric", name, slowest.start, slowest.end, severity=level, to_value=slowest.seconds, unit="s",
            direction="up" if level == "warning" else None,
        )  # fmt: skip
