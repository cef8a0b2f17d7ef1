"""Lines that say the same: messages reduced to templates, and a log grouped into kinds of lines.

Ten thousand lines that differ in numbers only are one template. Lines are grouped by a cheap key first (the line
without its digits, computed for a whole chunk at C speed), so that the regular expressions here see each kind of line
once and a log of 64 MiB is read in seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.signals.lines import LEVELS, parse_line

if TYPE_CHECKING:
    from kb.signals.jsontree import Node

_CHUNK = 1 << 20
_LONGEST_NAME = 160
_MANY = 1000
_NO_HEX = dict.fromkeys(range(97, 103))
_NO_DIGITS = dict.fromkeys(range(48, 58))

_MASK = (
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}(?:[:</]\d+>?)?"
    r"|0x[0-9a-fA-F]+|\b(?=[a-f]*\d)[0-9a-f]{8,}\b"
    r"|(?<![\w/])/(?:[\w.+@-]+/)+[\w.+@-]*"
    r"|(?<![a-zA-Z_])[-+]?\d+(?:[.,:]\d+)*(?:[eE][-+]?\d+)?"
)

_LEVEL_KEYS = frozenset(
    {"level", "lvl", "severity", "severitytext", "severitynumber", "levelname", "log.level", "priority"}
)
_MESSAGE_KEYS = ("message", "msg", "log", "body", "error", "err", "event", "text")
_OTLP_SEVERITIES = ((21, "critical"), (17, "error"), (13, "warning"), (-1_000_000, "none"))
"""Least number of a severity in OpenTelemetry logs."""
_PRIORITIES = {"4": "warning", "5": "none", "6": "none", "7": "none"}
"""Syslog priorities as journald writes them. Many services log everything as 0-3: there the words decide."""


class Group(NamedTuple):
    """Lines that differ in digits only: where the first one stands (characters of the part) and how many there are."""

    start: int
    end: int
    lines: int


def parse_json_line(line: str) -> tuple[str | None, int, int] | None:
    """Severity, begin and end of the message in a line that is a JSON object (Docker, journald, zap, OTLP)."""
    from kb.signals.jsontree import parse

    document = parse(line)
    if document is None:
        return None
    severity: str | None = None
    message: Node | None = None
    best = len(_MESSAGE_KEYS)
    for path, node in document.root.leaves():
        names = [step for step in path if isinstance(step, str)]
        if names[-1:] == ["stringValue"]:
            names.pop()
        key = names[-1].lower() if names else ""
        if key in _LEVEL_KEYS and severity is None:
            severity = _json_level(key, node)
        if key in _MESSAGE_KEYS and isinstance(node.value, str) and _MESSAGE_KEYS.index(key) < best:
            best, message = _MESSAGE_KEYS.index(key), node
    if message is None:
        return severity, 0, len(line)
    inner = parse_line(line[message.start : message.end])
    return severity or inner.severity, message.start + inner.message, message.end


def _json_level(key: str, node: Node) -> str | None:
    if key == "priority":
        return _PRIORITIES.get(node.text())
    if isinstance(node.value, int) and key == "severitynumber":
        return next(severity for least, severity in _OTLP_SEVERITIES if node.value >= least)
    return LEVELS.get(node.text().lower())


def template(message: str) -> str:
    """The message with numbers, addresses, ids and paths masked, at most 160 characters."""
    return " ".join(re.sub(_MASK, "<*>", message[: 2 * _LONGEST_NAME]).split())[:_LONGEST_NAME].rstrip()


def group_lines(text: str) -> list[Group]:
    """Group the lines that differ in digits only, in the order of first occurrence; blank lines are left out.

    Where that leaves more than a thousand, lines that differ in hexadecimal letters only are grouped too.
    """
    places: dict[str, int] = {}
    counts: dict[str, int] = {}
    for base, chunk in _chunks(text):
        position = base
        for key, size in zip(chunk.translate(_NO_DIGITS).split("\n"), map(len, chunk.split("\n")), strict=True):
            if key in counts:
                counts[key] += 1
            elif key and not key.isspace():
                counts[key] = 1
                places[key] = position
            position += size + 1
    roughs = "\n".join(counts).translate(_NO_HEX).split("\n") if len(counts) > _MANY else list(counts)
    groups: dict[str, Group] = {}
    for rough, key in zip(roughs, counts, strict=True):
        known = groups.get(rough)
        if known:
            groups[rough] = Group(known.start, known.end, known.lines + counts[key])
        else:
            start = places[key]
            end = text.find("\n", start)
            groups[rough] = Group(start, len(text) if end < 0 else end, counts[key])
    return list(groups.values())


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    position = 0
    while position < len(text):
        end = text.find("\n", position + _CHUNK)
        end = len(text) if end < 0 else end
        yield position, text[position:end]
        position = end + 1
