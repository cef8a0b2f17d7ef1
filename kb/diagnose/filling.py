"""Values of the input in the commands of checks, where nothing can go wrong by it.

An alert is foreign text, and a command is what a tired person pastes into a root shell. A value is let in only if it
is one word of letters, digits, dots, colons and hyphens that begins with a letter or a digit: that means the same
bare, within single and within double quotes, is no option and no expansion. And it must be the only one of its kind
in the input; of two nodes the reader chooses. Otherwise the placeholder stays.
"""

from __future__ import annotations

import re

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.signals.model import Signals

LONGEST = 4000
"""Characters of one text of the input that are looked through."""

_SAFE = "[A-Za-z0-9][A-Za-z0-9.:-]{0,62}"
_END = r"(?=\"?(?:[\s,)\]}]|$))"
_WORD = rf"(?P<value>{_SAFE}){_END}"

PATTERNS = {
    "<pci-address>": rf"\bPCI:{_WORD}",
    "<node>": rf"(?:\b(?:node|nodename|NodeName|nodelist|NodeList)[=:] ?\"?{_WORD}"
    rf"|^[A-Z][a-z]{{2}} [ 0-9]\d \d\d:\d\d:\d\d (?P<syslog>{_SAFE}) [\w./-]+(?:\[\d+\])?: )",
    "<job-id>": r"\b(?:JobId=|job_?id[=:] ?|slurmstepd: error: \*\*\* JOB |StepId=)(?P<value>[0-9]{1,12})" + _END,
    "<pid>": r"\b(?:pid[=: ] ?|Killed process )(?P<value>[1-9][0-9]{0,7})" + _END,
    "<pod>": rf"\bpod(?:_name)?[=/:] ?\"?{_WORD}",
}
"""Placeholder of the catalogue -> where its value stands in an input. The kinds that are named as such; a host that
merely occurs in a log need not be the one to ask."""


def filled(command: str, signals: Signals) -> str:
    """The command with those placeholders filled of which the input holds exactly one safe value."""
    for placeholder in PATTERNS:
        if placeholder in command and (value := _only(placeholder, signals)):
            command = command.replace(placeholder, value)
    return command


def _only(placeholder: str, signals: Signals) -> str:
    pattern = re.compile(PATTERNS[placeholder], re.MULTILINE | re.ASCII)
    texts = [phrase.text for phrase in signals.phrases] + [signal.text for signal in signals.signals]
    found = {
        value
        for text in texts
        for match in pattern.finditer(text[:LONGEST])
        for value in match.groupdict().values()
        if value
    }
    safe = [value.rstrip(".:-") for value in found]
    return safe[0] if len(safe) == 1 and re.fullmatch(_SAFE, safe[0], re.ASCII) else ""
