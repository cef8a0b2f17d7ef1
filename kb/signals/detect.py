"""Which formats a stretch of text is in, by the table in `families`.

Literals first: the patterns of some hundred formats are compiled only for the few whose markers occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import TYPE_CHECKING
from kb.signals.families import FAMILIES
from kb.signals.family import Family

if TYPE_CHECKING:
    from kb.signals.jsontree import Node

_SAMPLE = 1 << 15
"""Characters of a stretch in which a format must show itself; of longer ones also as many at the end."""

_REPEATED = 1 << 14
"""Characters of a stretch from which on its lines are looked at once where they differ in digits only."""
_MOST_KINDS = 1 << 16
"""Characters of such lines, half of them of the last ones, among which a marker must be."""
_NO_DIGITS = dict.fromkeys(range(48, 58))

_JSON_SAMPLE = 1 << 20
"""Characters of a JSON document in which its format must show itself."""


def of_json(root: Node, text: str) -> Family | None:
    """The format of a JSON document, or None."""
    first = root.items()[0] if root.items() else root
    text = text[:_JSON_SAMPLE]
    fits = [
        family
        for family in FAMILIES
        if family.shape == "json"
        and first.has(*family.keys)
        and _has_marker(family, text)
        and (not family.pattern or re.search(family.pattern, text, re.MULTILINE))
    ]
    return max(fits, key=lambda family: (family.rank, len(family.keys)), default=None)


def blocks(text: str, command: str = "") -> list[tuple[Family, int]]:
    """The block formats in a stretch of text with the offset at which each match begins; the best first."""
    program = _program(command)
    found = [(family, match.start()) for family, match in _matching("block", text)]
    order = {family.format: index for index, (family, _) in enumerate(found)}

    def goodness(item: tuple[Family, int]) -> tuple[int, int, int, int]:
        family, start = item
        return (0 if program and program in family.commands else 1, -family.rank, start, order[family.format])

    return sorted(found, key=goodness)


def of_lines(text: str) -> list[Family]:
    """The line formats that occur in a run of log lines, the best first."""
    found = [(family, match.start()) for family, match in _matching("lines", text)]
    return [family for family, _ in sorted(found, key=lambda item: (-item[0].rank, item[1]))]


def line_starts(text: str) -> list[int]:
    """Sorted offsets of matches of line formats: a line in whose beginning one stands is a log line."""
    starts: set[int] = set()
    sample = text[:_SAMPLE]
    for family, _ in _matching("lines", text):
        starts.update(match.start() for match in re.finditer(family.pattern, sample, re.MULTILINE))
    return sorted(starts)


def _matching(shape: str, text: str) -> Iterator[tuple[Family, re.Match[str]]]:
    sample = text
    if shape == "lines" and len(text) > 2 * _SAMPLE:
        sample = text[:_SAMPLE] + "\n" + text[-_SAMPLE:]
    kinds = _kinds_of_lines(sample) if len(sample) > _REPEATED else ""
    for family in FAMILIES:
        if family.shape == shape and _has_marker(family, sample, kinds):
            match = re.search(family.pattern, sample, re.MULTILINE)
            if match:
                yield family, match


def _kinds_of_lines(text: str) -> str:
    """One line of each kind that differs in digits only, one after the other, without the digits."""
    kinds = "\n".join(dict.fromkeys(text.translate(_NO_DIGITS).split("\n")))
    return kinds if len(kinds) <= _MOST_KINDS else kinds[: _MOST_KINDS // 2] + "\n" + kinds[-_MOST_KINDS // 2 :]


def _has_marker(family: Family, text: str, kinds: str = "") -> bool:
    """Whether a marker occurs; one that a line without its digits still holds is looked for in `kinds` of lines."""
    return any(marker in (kinds if kinds and _is_whole(marker) else text) for marker in family.markers)


def _is_whole(marker: str) -> bool:
    return "\n" not in marker and not any(char.isdigit() for char in marker)


def _program(command: str) -> str:
    """The name of the program that a command line runs: `sudo /usr/bin/iostat -x 5` is `iostat`."""
    for word in command.split():
        name = word.rpartition("/")[2]
        if (
            "=" not in name
            and name not in ("sudo", "time", "watch", "timeout", "srun", "-n", "env")
            and not name.isdigit()
        ):
            return name
    return ""
