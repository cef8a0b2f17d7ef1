"""A log line taken apart: what is time, host and level, and what is the message; and the message as a template.

Ten thousand lines that differ in numbers only are one template. Lines are grouped by a cheap key first (the line
without its digits, computed for a whole chunk at C speed), so that the regular expressions here see each kind of line
once and a log of 64 MiB is read in seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_CHUNK = 1 << 20
_LONGEST_KEY = 400
_LONGEST_NAME = 160
_NO_DIGITS = {code: None for code in range(48, 58)}

_PREFIX = re.compile(
    r"\s*(?:"
    r"(?P<klog>[IWEF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w.-]+:\d+\] "
    r"|kern +:(?P<facility>\w+) *: +"
    r"|[\[(<]?(?:[A-Z][a-z]{2},? )?\d{4}[-/]\d\d[-/]\d\d(?:[T_ ]\d\d:\d\d(?::\d\d)?(?:[.,:]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?[\])>]?,?"
    r"|[\[(]?\d\d[-/](?:\d\d|[A-Z][a-z]{2})[-/]\d{2,4}[ :]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: [+-]\d{4})?[\])]?"
    r"|\[?(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)?(?: (?:[A-Z]{3,4} )?\d{4})?\]?"
    r"|\[ *\d{1,9}\.\d{1,9}s?\]|\[\d\d:\d\d:\d\d(?:[.,]\d+)?\]|\d\d:\d\d:\d\d(?:[.,]\d+)?(?= )|\d{9,13}(?:\.\d+)?(?= )"
    r"|\[?(?:default|[Rr]ank ?)\d{1,6}\]?:(?:\[rank\d+\]:)?"
    r"|[\[(<|]?(?P<level>TRACE|DEBUG\d?|INFO(?:RMATION)?|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|ALERT|EMERG|FATAL|SEVERE|PANIC"
    r"|trace|debug|info|notice|warn(?:ing)?|error|crit(?:ical)?|alert|emerg|fatal|panic|Info|Warning|Error|Note|System)"
    r"(?![\w.=/-])(?: *\([^)\n]{1,20}\))?[\])>|:]?(?: *[|-](?= ))?"
    r"|(?P<process>(?:[\w.-]+ )?(?:kernel|[a-zA-Z][\w./-]{1,40}(?:\([\w-]+\))?\[\d+\])):"
    r"|\[[\w.:/|=@#, -]{1,80}\](?::(?= |$))?"
    r"|[-|:](?= )|pid[ =]\d+[,:]?"
    r")"
)
"""What may stand before the message; it is peeled off again and again."""
_HOST = re.compile(r" ([a-zA-Z][\w.-]{1,62}|\d{1,3}(?:\.\d{1,3}){3})(?= (?:[\w./-]+(?:\([\w-]+\))?\[\d+\]|kernel|systemd|[A-Z]+ kernel):)")
_NAMED = re.compile(r"\s*([a-zA-Z_$][\w.$@/-]{1,80}(?::\d+)?)(?:\s*:|\s+-)\s+(?=\S)")
_LOGFMT_LEVEL = re.compile(r"\b(?:level|lvl|severity)=\"?(\w+)")
_LOGFMT_MESSAGE = re.compile(r"\bmsg=(?:\"((?:[^\"\\]|\\.){1,2000})\"|(\S+))")
_MASK = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}(?:[:</]\d+>?)?"
    r"|0x[0-9a-fA-F]+|\b(?=[a-f]*\d)[0-9a-f]{8,}\b"
    r"|(?<![\w/])/(?:[\w.+@-]+/)+[\w.+@-]*"
    r"|(?<![a-zA-Z_])[-+]?\d+(?:[.,:]\d+)*(?:[eE][-+]?\d+)?"
)

LEVELS = {
    "trace": "none", "debug": "none", "information": "none", "info": "none", "notice": "none", "note": "none",
    "system": "none", "warn": "warning", "warning": "warning", "err": "error", "error": "error", "severe": "error",
    "crit": "critical", "critical": "critical", "alert": "critical", "emerg": "critical", "fatal": "critical",
    "panic": "critical", "i": "none", "w": "warning", "e": "error", "f": "critical",
}  # fmt: skip
"""Level as programs write it -> severity."""


class Parsed(NamedTuple):
    """A log line: severity of its level (None: it has none), where its message begins, and whether anything that only
    logs have (time, level, process) stands before the message."""

    severity: str | None
    message: int
    is_log: bool


class Group(NamedTuple):
    """Lines that differ in digits only: where the first one stands (characters of the part) and how many there are."""

    start: int
    end: int
    count: int


def parse_line(line: str) -> Parsed:
    """Take one line apart."""
    severity: str | None = None
    position, is_log = 0, False
    for _ in range(10):
        match = _PREFIX.match(line, position)
        if not match or match.end() == position:
            break
        level = match["klog"] or match["facility"] or match["level"]
        if level and severity is None:
            severity = LEVELS.get(level.lower().rstrip("0123456789"))
        is_log = is_log or level is not None or match["process"] is not None or ":" in match.group()
        position = match.end()
        if host := _HOST.match(line, position):
            position = host.end()
    if is_log and severity is not None and (named := _NAMED.match(line, position)):
        position = named.end()
    if "=" in line and (level_match := _LOGFMT_LEVEL.search(line, 0, 2000)):
        severity, is_log = LEVELS.get(level_match[1].lower(), severity), True
        if message := _LOGFMT_MESSAGE.search(line, 0, 4000):
            position = message.start(1) if message[1] is not None else message.start(2)
    while position < len(line) and line[position] in " \t:-|,":
        position += 1
    return Parsed(severity, position if position < len(line) else 0, is_log)


def template(message: str) -> str:
    """The message with numbers, addresses, ids and paths masked, at most 160 characters."""
    return " ".join(_MASK.sub("<*>", message[: 2 * _LONGEST_NAME]).split())[:_LONGEST_NAME].rstrip()


def group_lines(text: str) -> list[Group]:
    """Group the lines that differ in digits only, in the order of first occurrence; blank lines are left out."""
    groups: dict[str, Group] = {}
    for base, chunk in _chunks(text):
        position = base
        for key, size in zip(chunk.translate(_NO_DIGITS).split("\n"), map(len, chunk.split("\n")), strict=True):
            if known := groups.get(key):
                groups[key] = Group(known.start, known.end, known.count + 1)
            elif key and not key.isspace():
                groups[key[:_LONGEST_KEY] if len(key) > _LONGEST_KEY else key] = Group(position, position + size, 1)
            position += size + 1
    return list(groups.values())


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    position = 0
    while position < len(text):
        end = text.find("\n", position + _CHUNK)
        end = len(text) if end < 0 else end
        yield position, text[position:end]
        position = end + 1
