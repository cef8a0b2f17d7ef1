"""`ls -l`: files of one kind that were written long after the others, and empty ones.

A checkpoint is a file a rank; the rank whose files carry a later time is the one that everybody waited for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import bounded, lines_of, median

_ENTRY = re.compile(
    r"^[-dlcbps][-rwxsStT]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+(?P<size>[\d.,]+[KMGT]?)\s+"
    r"(?P<when>(?:(?P<month>[A-Z][a-z]{2})\s+(?P<day>\d{1,2})|\d{4}-(?P<mm>\d\d)-(?P<dd>\d\d))\s+"
    r"(?P<hour>\d\d):(?P<minute>\d\d)\S{0,12}(?: [+-]\d{4})?)\s+(?P<name>\S.*)$"
)
_MONTHS = {name: number for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
_CHECKPOINT = re.compile(r"\.(?:distcp|pt|pth|bin|safetensors|ckpt|npz)$|rank|shard")
_LATE = 10
"""Minutes after the others from which a file counts as late."""


class _File(NamedTuple):
    minutes: int
    start: int
    end: int
    name: str


@bounded
def read(part: Part) -> Iterator[Signal | Phrase]:
    """Late and empty files among those whose names differ by digits only."""
    kinds: dict[str, list[_File]] = {}
    for line in lines_of(part):
        entry = _ENTRY.match(line.text)
        if entry is None or not line.text.startswith("-"):
            continue
        month = _MONTHS.get(entry["month"], 1) if entry["month"] else int(entry["mm"])
        day = int(entry["day"] or entry["dd"])
        minutes = ((month * 31 + day) * 24 + int(entry["hour"])) * 60 + int(entry["minute"])
        kind = re.sub(r"\d+", "0", entry["name"])
        file = _File(minutes, line.start + entry.start("when"), line.end, entry["name"])
        if len(kinds) < 200 or kind in kinds:
            kinds.setdefault(kind, []).append(file)
        if entry["size"] == "0" and _CHECKPOINT.search(entry["name"]):
            yield part.signal("state", "empty file", line.start, line.end, severity="warning")
    for files in kinds.values():
        yield from _late(part, files)
    first = part.text.find("\n")
    yield part.phrase(0, first if first >= 0 else len(part.text))


def _late(part: Part, files: list[_File]) -> Iterator[Signal | Phrase]:
    """Most were written at about one time, some far later."""
    usual = median(float(file.minutes) for file in files)
    together = [file for file in files if abs(file.minutes - usual) <= _LATE / 2]
    late = [file for file in files if file.minutes - usual >= _LATE]
    if len(files) < 4 or len(together) < len(files) / 2 or not late:
        return
    checkpoint = bool(_CHECKPOINT.search(files[0].name))
    severity = "warning" if checkpoint else "info"
    file = max(late, key=lambda file: file.minutes)
    seconds = (file.minutes - usual) * 60
    yield part.signal("state", "straggler file", file.start, file.end, severity=severity, times=len(late))
    end = file.end - len(file.name)
    yield part.signal("metric", "file_write_lag", file.start, end, severity=severity, to_value=seconds, unit="s")
    yield part.phrase(file.start, file.end)
