"""Log lines of any program: what went wrong in them, each kind of line once.

This is the engine behind every log format. It reads level, message and codes of each kind of line, whatever program
wrote it; families such as `kernel` and `training` only add what is particular to them (see `families`).
The result is bounded: at most 400 phrases and 200 signals however long the log is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.codes import Code, find_codes
from kb.signals.lines import parse_line
from kb.signals.model import SEVERITIES, Phrase, Signal
from kb.signals.part import Part
from kb.signals.templates import Group, group_lines, parse_json_line, template

MOST_PHRASES = 400
MOST_SIGNALS = 200
_MOST_READ = 700
"""Kinds of lines taken apart; of more than that, the first, the last, the most frequent and those with words of
trouble."""
_LONGEST_LINE = 4000

_TROUBLE = (
    "error", "fail", "fatal", "panic", "exception", "traceback", "cannot", "unable", "timed out", "timeout", "denied",
    "refused", "killed", "abort", "corrupt", "lost", "unreachable", "crash", "overflow", "exhausted", "hung", "stall",
    "not respond", "xid", "warn", "segfault", "oom", "out of memory", "실패", "오류", "에러", "장애", "중단",
)  # fmt: skip
"""Words of trouble, in lower case."""
_HARMLESS = (
    r"\b(?:no|0|without|zero) (?:errors?|failures?|warnings?)|\berrors?\"?[:=] ?\"?(?:0\b|null|none"
    r"|false|\"|nil)|error_file"
    r"|\bfailed?[:=] ?0\b|errors? (?:count|rate)?[:=] ?0\b|--[\w-]*(?:error|fail)|(?:on|if)[_ ](?:error"
    r"|fail)|error[-_ ]?handl|\[gc[^\]\n]{0,30}\(allocation failure"
)
_SEVERE = (
    r"\b(?:error|exception|fail(?:ed|ure)|fatal|panic|abort(?:ed|ing)?|cannot|could not|unable to"
    r"|refused|killed|crash(?:ed)?|corrupt(?:ed|ion)?"
    r"|unreachable)\b|error:|exception\b|\*alert|alert:|실패|오류|에러|장애"
)
_SEVERE_WORDS = (
    "error", "exception", "fail", "fatal", "panic", "abort", "cannot", "could not", "unable to", "refused", "killed",
    "crash", "corrupt", "unreachable", "alert", "실패", "오류", "에러", "장애",
)  # fmt: skip
"""What occurs in every line that `_SEVERE` matches: patterns are compiled when a line needs them, not at each start."""
_NORMAL = (
    r'background worker "logical replication launcher" .{0,40}exited with exit code 1$'
    r"|This is a development server\. Do not use it"
    r"|^Setting OMP_NUM_THREADS environment variable for each process|^\*{20,}$"
    r"|^The above exception was the direct cause|^During handling of the above exception"
)
"""What sounds bad or is a warning by its level, and is written in every normal run (or says nothing by itself)."""
_NORMAL_WORDS = (
    "logical replication launcher", "development server", "OMP_NUM_THREADS", "********************", "above exception",
)  # fmt: skip
_FRAME = r'\s+(?:File "|at [\w.$]+\(|\.\.\. \d+ more|\^+\s*$|~+)|\s*\[?<[0-9a-f]{8,16}>|\s*#\d+ '


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Signals and phrases of a stretch of log lines."""
    kinds = _distinct(part, group_lines(part.text, _TROUBLE, _MOST_READ))
    for said in _worst(kinds):
        yield part.signal(*said[:4], severity=said.severity, times=said.times)
    for kind in _first_and_last(kinds):
        phrase = part.phrase(kind.message, kind.end)
        if phrase.text:
            yield phrase


class _Said(NamedTuple):
    """What makes a signal: kind, name, where it stands in the part, how bad it is and how often it was seen."""

    kind: str
    name: str
    start: int
    end: int
    severity: str
    times: int


class _Kind:
    """A kind of line, read from its first occurrence. Offsets are characters of the part."""

    __slots__ = ("codes", "end", "line", "message", "name", "severity", "start", "times")

    def __init__(self, line: str, start: int, times: int) -> None:
        parsed = parse_line(line)
        level, message, end = parsed.severity, parsed.message, len(line)
        if line[:1] == "{" and (inner := parse_json_line(line)):
            level, message, end = inner
        self.line = line
        self.start = start
        self.times = times
        self.end = start + end
        self.message = start + message
        self.name = template(line[message:end])
        normal = _is_normal(line[message:end])
        self.codes = [] if normal else find_codes(line)
        self.severity = "info" if normal else _severity(line[message:end], level, self.codes)


def _severity(line: str, level: str | None, codes: list[Code]) -> str:
    """How bad a line is: by its level, its words if it has no level, and its codes."""
    severity = level or "none"
    if level is None and _sounds_bad(line):
        severity = "error"
    return max([severity, *[code.severity for code in codes]], key=SEVERITIES.index)


def _sounds_bad(line: str) -> bool:
    lower = line.lower()
    if not any(word in lower for word in _SEVERE_WORDS):
        return False
    return bool(re.search(_SEVERE, lower)) and not re.search(_HARMLESS, lower)


def _is_normal(message: str) -> bool:
    return any(word in message for word in _NORMAL_WORDS) and bool(re.search(_NORMAL, message))


def _is_frame(line: str) -> bool:
    """Whether a line is a frame of a stack trace."""
    return line.startswith((" ", "\t", "[<", "<", "#")) and bool(re.match(_FRAME, line))


def _distinct(part: Part, groups: list[Group]) -> list[_Kind]:
    """One kind for each template, the first occurrence of each."""
    kinds: dict[str, _Kind] = {}
    for group in groups:
        line = part.text[group.start : min(group.end, group.start + _LONGEST_LINE)].rstrip()
        kind = _Kind(line, group.start, group.lines)
        identity = f"{kind.name} {[code.name for code in kind.codes]}"
        if identity not in kinds:
            kinds[identity] = kind
        else:
            kinds[identity].times += group.lines
    return list(kinds.values())


def _worst(kinds: list[_Kind]) -> list[_Said]:
    """What the lines say, at most 200: the worst, the earliest first among equals; in the order of the input."""
    said: list[_Said] = []
    for kind in kinds:
        if SEVERITIES.index(kind.severity) > 1:
            said.append(_Said("log", kind.name, kind.message, kind.end, kind.severity, kind.times))
        for code in kind.codes:
            start, end = kind.start + code.start, kind.start + code.end
            said.append(_Said("code", code.name, start, end, code.severity, kind.times))
    if len(said) > MOST_SIGNALS:
        worst = sorted(range(len(said)), key=lambda index: (-SEVERITIES.index(said[index].severity), index))
        said = [said[index] for index in sorted(worst[:MOST_SIGNALS])]
    return said


def _first_and_last(kinds: list[_Kind]) -> list[_Kind]:
    """At most 400 kinds: the worst lines first, then the beginning and the end of the log."""
    if len(kinds) <= MOST_PHRASES:
        return kinds
    ranks = [SEVERITIES.index(kind.severity) - (2 if _is_frame(kind.line) else 0) for kind in kinds]
    last = len(kinds) - 50
    order = sorted(range(len(kinds)), key=lambda index: (-ranks[index], 0 if index >= last else 1, index))
    return [kinds[index] for index in sorted(order[:MOST_PHRASES])]
