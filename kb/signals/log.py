"""Log lines of any program: what went wrong in them, each kind of line once.

This is the engine behind every log format. It reads level, message and codes of each kind of line, whatever program
wrote it; families such as `kernel` and `training` only add what is particular to them (see `families`).
The result is bounded: at most 400 phrases and 200 signals however long the log is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.codes import Code, find_codes
from kb.signals.lines import parse_line
from kb.signals.model import SEVERITIES, Phrase, Signal
from kb.signals.part import Part
from kb.signals.templates import Group, group_lines, parse_json_line, template

MOST_PHRASES = 400
MOST_SIGNALS = 200
_MOST_READ = 3000
"""Kinds of lines taken apart; of more than that, the first, the last and those with words of trouble."""
_EDGE = 300
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
    kinds = _distinct(part, _choose(part.text, group_lines(part.text)))
    signals: list[Signal] = []
    phrases: list[tuple[int, Phrase]] = []
    for kind in kinds:
        rank = SEVERITIES.index(kind.severity)
        phrases.append((rank - (2 if _is_frame(kind.line) else 0), part.phrase(kind.message, kind.end)))
        if rank > 1:
            signals.append(
                part.signal("log", kind.name, kind.message, kind.end, severity=kind.severity, times=kind.times)
            )
        for code in kind.codes:
            start, end = kind.start + code.start, kind.start + code.end
            signals.append(part.signal("code", code.name, start, end, severity=code.severity, times=kind.times))
    yield from _bounded(signals)
    yield from _first_and_last(phrases)


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


def _choose(text: str, groups: list[Group]) -> list[Group]:
    """The groups worth taking apart."""
    if len(groups) <= _MOST_READ:
        return groups
    troubled = []
    for group in groups[_EDGE:-_EDGE]:
        line = text[group.start : min(group.end, group.start + 1000)].lower()
        if any(word in line for word in _TROUBLE):
            troubled.append(group)
    keep = _MOST_READ - 2 * _EDGE
    if len(troubled) > keep:
        troubled = [*troubled[: keep // 2], *troubled[-(keep // 2) :]]
    return [*groups[:_EDGE], *troubled, *groups[-_EDGE:]]


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


def _bounded(signals: list[Signal]) -> list[Signal]:
    """At most 200 signals: the worst, the earliest first among equals; in the order of the input."""
    if len(signals) > MOST_SIGNALS:
        worst = sorted(range(len(signals)), key=lambda index: (-SEVERITIES.index(signals[index].severity), index))
        signals = [signals[index] for index in sorted(worst[:MOST_SIGNALS])]
    return signals


def _first_and_last(phrases: list[tuple[int, Phrase]]) -> list[Phrase]:
    """At most 400 phrases: the worst lines first, then the beginning and the end of the log."""
    if len(phrases) <= MOST_PHRASES:
        return [phrase for _, phrase in phrases if phrase.text]
    last = len(phrases) - 50
    order = sorted(range(len(phrases)), key=lambda index: (-phrases[index][0], 0 if index >= last else 1, index))
    return [phrases[index][1] for index in sorted(order[:MOST_PHRASES]) if phrases[index][1].text]
