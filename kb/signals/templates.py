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
_MOST_KINDS = 12_000
"""Kinds of lines remembered from one mebibyte to the next."""
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


def group_lines(text: str, telling: tuple[str, ...] = (), most: int = _MOST_KINDS) -> list[Group]:
    """Group the lines that differ in digits only, in the order of first occurrence; blank lines are left out.

    Where that leaves more than a thousand, lines that differ in hexadecimal letters only are grouped too. Of more
    than `most` kinds the first, the last, the most frequent and those with one of the words `telling` (in lower case,
    rare ones first) are given. Memory is bounded: of tens of thousands of kinds those that were seen once and tell
    nothing are forgotten after each mebibyte, and the counts are lower bounds.
    """
    places: dict[str, int] = {}
    counts: dict[str, int] = {}
    for base, chunk in _chunks(text):
        if len(counts) > _MOST_KINDS:
            counts = _chosen(counts, telling, _MOST_KINDS // 2)
            places = {key: places[key] for key in counts}
        position = base
        for key, size in zip(chunk.translate(_NO_DIGITS).split("\n"), map(len, chunk.split("\n")), strict=True):
            if key in counts:
                counts[key] += 1
            elif key and not key.isspace():
                counts[key] = 1
                places[key] = position
            position += size + 1
    if len(counts) > _MANY:
        counts = _without_hex(counts)
    if len(counts) > most:
        counts = _chosen(counts, telling, most)
    return [_group(text, places[key], times) for key, times in counts.items()]


def _without_hex(counts: dict[str, int]) -> dict[str, int]:
    """Kinds that differ in the letters a to f only put together under the first of them."""
    first: dict[str, str] = {}
    fewer: dict[str, int] = {}
    for rough, key in zip("\n".join(counts).translate(_NO_HEX).split("\n"), counts, strict=True):
        kind = first.setdefault(rough, key)
        fewer[kind] = fewer.get(kind, 0) + counts[key]
    return fewer


def _group(text: str, start: int, lines: int) -> Group:
    end = text.find("\n", start)
    return Group(start, len(text) if end < 0 else end, lines)


def _chosen(counts: dict[str, int], telling: tuple[str, ...], most: int) -> dict[str, int]:
    """The kinds to keep of more than `most`, in their order: 15 % each for the first, the last and the most frequent,
    the rest for those that hold a telling word, the rarest word first: among 9,000 warnings the one Xid stays."""
    keys, times = list(counts), list(counts.values())
    share = most * 15 // 100
    kept = {*range(share), *range(len(keys) - share, len(keys))}
    kept.update(sorted(range(len(keys)), key=times.__getitem__, reverse=True)[:share])
    lower = "\n".join(keys).lower()
    words = [word for word in telling if word in lower]
    lines = lower.split("\n") if words else []
    holders = ([index for index, line in enumerate(lines) if word in line] for word in words)
    for told in sorted(holders, key=len):
        room = most - len(kept)
        if len(told) > room:
            told = [*told[: room // 2], *told[len(told) - room // 2 :]]
        kept.update(told)
    return {keys[index]: times[index] for index in sorted(kept)}


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    position = 0
    while position < len(text):
        end = text.find("\n", position + _CHUNK)
        end = len(text) if end < 0 else end
        yield position, text[position:end]
        position = end + 1
