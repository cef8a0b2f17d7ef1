"""A log line taken apart: what is time, host, process and level, and where the message begins.

There is no one format of log lines, but there are few things that stand before a message. They are peeled off one
by one, chosen by the character with which they begin; patterns are small and compiled when first needed, because
a cold start pays for each of them.
"""

from __future__ import annotations

import functools
import re

from kb.namedtuple import NamedTuple

LEVELS = {
    "trace": "none", "debug": "none", "information": "none", "info": "none", "notice": "none", "note": "none",
    "log": "none",     "system": "none", "warn": "warning", "warning": "warning", "err": "error", "error": "error",
    "severe": "error",
    "crit": "critical", "critical": "critical", "alert": "critical", "emerg": "critical", "fatal": "critical",
    "panic": "critical", "i": "none", "w": "warning", "e": "error", "f": "critical",
}  # fmt: skip
"""Level as programs write it, in lower case -> severity."""

_LEVEL_WORDS = frozenset(
    """TRACE DEBUG INFO INFORMATION NOTICE WARN WARNING ERR ERROR CRIT CRITICAL ALERT EMERG FATAL SEVERE PANIC LOG
    trace debug info
    notice warn warning error crit critical alert emerg fatal panic Info Warning Error Note System""".split()
)
_DATES = frozenset("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun".split())
_PIECES = {
    "iso": r"(?:[A-Z][a-z]{2},? )?\d{4}[-/]\d\d[-/]\d\d(?:[T_ ] ?\d{1,2}:\d\d(?::\d\d)?(?:[.,:]\d+)?)?"
    r"(?: ?(?:Z|UTC|[A-Z]{3,4}(?= \[)|[+-]\d\d:?\d\d))?",
    "month": r"(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)?(?: (?:[A-Z]{3,4} )?\d{4})?",
    "mysql": r"\d{6} {1,2}\d{1,2}:\d\d:\d\d(?= )",
    "day": r"\d\d[-/](?:\d\d|[A-Z][a-z]{2})(?:[-/]\d{2,4})?[ :]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: [+-]\d{4})?",
    "clock": r"\d\d:\d\d:\d\d(?:[.,]\d+)?(?=[ \]])",
    "daemon": r"\d+:[MSCX] \d\d [A-Z][a-z]{2}(?: \d{4})? \d\d:\d\d:\d\d\.\d+ [*#.-] |\d+#\d+: (?:\*\d+ )?",
    "thread": r"\d{1,20} +(?=\[)",
    "epoch": r"\d{9,13}(?:\.\d+)?(?= )",
    "uptime": r"\[ *\d{1,9}\.\d{1,9}s?\]",
    "klog": r"([IWEF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w./-]+:\d+\] ",
    "facility": r"kern +:(\w+) *: +",
    "rank": r"\[?(?:default|[Rr]ank ?)\d{1,6}\]?:(?:\[rank\d+\]:)?",
    "process": r"(?:[\w.-]{1,64} )?(?:kernel|[a-zA-Z][\w./-]{1,40}(?:\([\w-]+\))?\[\d+\]):",
    "owner": r"\(\w{1,40} (?:pid|rank)=\d+\)",
    "bracket": r"\[[\w.:/|=@#, -]{1,80}\](?::(?= |$))?",
    "host": r" ([a-zA-Z][\w.-]{1,62}|\d{1,3}(?:\.\d{1,3}){3})(?= (?:[\w./-]+(?:\([\w-]+\))?\[\d+\]"
    r"|kernel|systemd|[A-Z]+ kernel):)",
    "named": r"\s*[a-zA-Z_$](?=[\w@/-]{0,40}[.$])[\w.$@/-]{1,80}(?::\d+)?(?:\s*:|\s+-)\s+(?=\S)",
    "logfmt level": r"\b(?:level|lvl|severity)=\"?(\w+)",
    "logfmt message": r"\bmsg=(?:\"((?:[^\"\\]|\\.){1,2000})\"|(\S+))",
}
"""What may stand before a message."""
_STREAMS = ("stdout F ", "stderr F ", "stdout P ", "stderr P ")
_MOST_PIECES = 12


class Parsed(NamedTuple):
    """A log line: severity of its level (None: it has none), where its message begins, whether anything that only
    logs have (time, level, process) stands before the message, and whether a process or rank does."""

    severity: str | None
    message: int
    is_log: bool
    has_process: bool


def parse_line(line: str) -> Parsed:
    """Take one line apart."""
    reader = _Reader(line)
    for _ in range(_MOST_PIECES):
        if not reader.step():
            break
    return reader.parsed()


class _Reader:
    """Peels one piece after another off the beginning of a line."""

    __slots__ = ("has_process", "is_log", "line", "position", "severity")

    def __init__(self, line: str) -> None:
        self.line = line
        self.position = 0
        self.severity: str | None = None
        self.is_log = False
        self.has_process = False

    def step(self) -> bool:
        """Take one piece off; False if the message begins here."""
        line, position = self.line, self.position
        while position < len(line) and line[position] in " \t":
            position += 1
        char = line[position : position + 1]
        if char in "-|:" and line[position + 1 : position + 2] == " ":
            self.position = position + 1
            return True
        self.position = position
        if char.isdigit():
            return self._take("iso", "day", "clock", "mysql", "daemon", "thread", "epoch") and self._host()
        if char in ("[", "(", "<"):
            return self._bracket(position, char)
        return char.isalpha() and char.isascii() and self._word(position)

    def parsed(self) -> Parsed:
        """What was found, with the name of a component and logfmt keys before the message left out."""
        line, position = self.line, self.position
        if self.is_log and self.severity is not None and (named := _piece("named").match(line, position)):
            position = named.end()
        if "level=" in line or "lvl=" in line or "severity=" in line:
            position = self._logfmt(position)
        while position < len(line) and line[position] in " \t:-|,":
            position += 1
        return Parsed(self.severity, position if position < len(line) else 0, self.is_log, self.has_process)

    def _logfmt(self, position: int) -> int:
        level = _piece("logfmt level").search(self.line, 0, 2000)
        if level is None:
            return position
        self.is_log = True
        self.severity = LEVELS.get(level[1].lower(), self.severity)
        message = _piece("logfmt message").search(self.line, 0, 4000) if "msg=" in self.line else None
        return position if message is None else message.start(1) if message[1] is not None else message.start(2)

    def _take(self, *names: str, at: int | None = None) -> bool:
        """Peel off the first of the pieces that matches; a time makes it a log line."""
        for name in names:
            match = _piece(name).match(self.line, self.position if at is None else at)
            if match:
                self.is_log = self.is_log or ":" in match.group() or name in ("uptime", "owner")
                self.position = match.end()
                while self.line[self.position : self.position + 1] in ("]", ")", ",", ">"):
                    self.position += 1
                return True
        return False

    def _host(self) -> bool:
        if host := _piece("host").match(self.line, self.position):
            self.position = host.end()
        return True

    def _bracket(self, position: int, char: str) -> bool:
        line = self.line
        after = line[position + 1 : position + 2]
        if after.isdigit() and self._take("iso", "day", "clock", at=position + 1):
            return self._host()
        if char == "[" and (after.isdigit() or after == " ") and self._take("uptime"):
            return True
        if after.isalpha():
            if self._level(position + 1, closing=True) or (char == "[" and self._rank(position)):
                return True
            if line[position + 1 : position + 4] in _DATES and self._take("month", "iso", at=position + 1):
                return self._host()
        return self._take("owner") if char == "(" else char == "[" and self._take("bracket")

    def _word(self, position: int) -> bool:
        line = self.line
        if self._level(position, closing=False):
            return True
        if line[position : position + 3] in _DATES and self._take("month", "iso"):
            return self._host()
        if line[position + 1 : position + 4] == " | " and line[position] in "IWENCD":
            self.severity = self.severity or LEVELS.get(line[position].lower())
            self.is_log, self.position = True, position + 4
            return True
        if line[position + 1 : position + 5].isdigit() and line[position] in "IWEF":
            return self._marked("klog")
        if line.startswith("kern ", position):
            return self._marked("facility")
        if line.startswith(_STREAMS, position):
            self.position += 9
            return True
        if line.startswith(("rank", "Rank", "default"), position) and self._rank(position):
            return True
        head = line[position : position + 110]
        if ("]:" in head or "kernel:" in head) and (match := _piece("process").match(line, position)):
            self.is_log = self.has_process = True
            self.position = match.end()
            return True
        return False

    def _rank(self, position: int) -> bool:
        match = _piece("rank").match(self.line, position)
        if match:
            self.is_log = self.has_process = True
            self.position = match.end()
        return match is not None

    def _marked(self, name: str) -> bool:
        """A piece whose first group is a level and which only one kind of program writes."""
        match = _piece(name).match(self.line, self.position)
        if match:
            self.is_log = self.has_process = True
            self.severity = self.severity or LEVELS.get(match[1].lower())
            self.position = match.end()
        return match is not None

    def _level(self, start: int, *, closing: bool) -> bool:
        line = self.line
        end = start
        while end < len(line) and end < start + 12 and line[end].isalpha():
            end += 1
        if line[start:end] not in _LEVEL_WORDS or line[end : end + 1] in ("_", ".", "=", "/", "-"):
            return False
        following = line[end : end + 1]
        if not closing and line[start:end].islower() and following not in (":", "]", "|"):
            return False
        if following.isdigit():
            return False
        if self.severity is None:
            self.severity = LEVELS.get(line[start:end].lower())
        self.is_log = True
        if closing and following == "|" and (close := line.find("]", end, end + 100)) > 0:
            end = close
        while end < len(line) and line[end] in "])>|:":
            end += 1
        self.position = end
        return True


@functools.cache
def _piece(name: str) -> re.Pattern[str]:
    return re.compile(_PIECES[name])
