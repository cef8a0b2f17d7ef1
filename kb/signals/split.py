"""Mixed input taken apart: chat around a pasted log, several commands after prompts, JSON inside text.

From the outside in: prompts and code fences bound regions; JSON documents are cut out of a region; then the blocks
(command output, tables) that the table of formats knows; what remains is runs of log lines and prose.
Only the first 256 KiB are looked at line by line: nobody writes prose beyond that, so the last piece takes the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals import detect
from kb.signals.family import Family
from kb.signals.language import count_hangul, is_prose
from kb.signals.lines import parse_line

_HEAD = 256 << 10
_LONGEST_LINE = 64 << 10
"""Characters. A longer line is cut: where lines have no end, every search for one would run through the whole input."""
_LONGEST_PROSE = 300
"""Lines without a blank one among them. Nobody writes more: what reads like sentences then is a log."""
_SETTLED = 3
"""Lines of JSON that begin with the same key: after so many the next ones are taken for lines too."""
_NEAR = 24
"""Characters after the beginning of a message within which a line format must match: a program may precede."""
_PROMPT_MARKS = ("$ ", "# ", "% ", "> ", "```")
_PROMPT = (
    r"^[ \t]{0,8}(?:```[\w-]{0,20}[ \t]*$"
    r"|(?:(?:\([\w.-]{1,40}\) ?)?[\w.-]{1,64}@[\w.-]{1,64}[: ][^\n$#%@]{0,100}[$#%]"
    r"|\[[\w.-]{1,64}@[^\]\n]{1,80}\][$#%]|\$|PS [A-Z]:[^>\n]{0,120}>|[\w.-]{1,64}:[~/][^\s$#]{0,80}[$#]"
    r"|# ?(?=(?:sudo |watch )?(?:dmesg|iostat|nvidia-smi|kubectl|df|free|top|vmstat|sar|mpstat|journalctl|tail|cat"
    r"|ibstat|ceph|sinfo|squeue|sacct|scontrol) ))"
    r"[ \t]*(?P<command>[\w./~(\"'-][^\n]*)$)"
)
_DOCUMENT = r"^[ \t]*(?=\{[ \t]*(?:[\"}\n]|$)|\[[ \t]*(?:[\"{\[\n]|$))"
_OPENINGS = ("{", "[{", "[[", '["', "[ ", "[\t", "[\n", "[\r")
"""How a JSON document begins; a list of mere numbers is none, `[12.5]` stands before lines of logs."""
_LONGEST_INDENT = 200
"""Characters in which a document begins, white space before it."""
_ERROR_LINE = (
    r"\s{0,12}(?:[\w.$]{0,80}(?:Error|Exception|Failure|Exit)\b(?::|$)|Traceback \(most"
    r"|(?:srun|slurmstepd|slurmd|scancel): |(?:FATAL|fatal|ERROR|error|panic|WARNING): "
    r"|\s+File \"|\s+at [\w.$]+\(|Caused by: |\[Errno \d)"
)
_ERROR_WORDS = (
    "Error", "Exception", "Failure", "Exit", "Traceback", "srun", "slurm", "scancel", "FATAL: ", "fatal: ", "ERROR: ",
    "error: ", "panic: ", "WARNING: ", ' File "', "Errno",
)  # fmt: skip
"""Without one of these a line is not looked at any closer."""


class Piece(NamedTuple):
    """A stretch of the input, characters `start` to `end`: `json`, `block`, `lines`, `text` or `command` (what stands
    behind a prompt), its formats (best first; empty if none is known) and the command that printed it."""

    kind: str
    start: int
    end: int
    families: tuple[Family, ...] = ()
    command: str = ""


def split(text: str) -> list[Piece]:
    """The pieces of an input in order. They do not overlap; white space may lie between them."""
    cut = len(text)
    if cut > _HEAD:
        cut = text.find("\n", _HEAD, _HEAD + _LONGEST_LINE)
        cut = min(len(text), _HEAD + _LONGEST_LINE) if cut < 0 else cut
    pieces: list[Piece] = []
    if document := _document(text, 0, len(text)):
        pieces.append(document)
    begin = pieces[0].end if pieces else 0
    if begin < cut:
        for start, end, command in _regions(text, begin, cut):
            if command == text[start:end]:
                pieces.append(Piece("command", start, end))
            else:
                pieces.extend(_region(text, start, end, command))
    if cut < len(text) and (not pieces or pieces[-1].end < len(text)):
        pieces = _extend(text, pieces, cut)
    return [piece for piece in pieces if not text[piece.start : piece.end].isspace() and piece.start < piece.end]


def _regions(text: str, begin: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Stretches between prompts and fences with the command behind the prompt; a command line is a stretch of its own,
    the command being its text."""
    start, command = begin, ""
    if not any(mark in text[begin:end] for mark in _PROMPT_MARKS):
        yield begin, end, ""
        return
    for match in re.compile(_PROMPT, re.MULTILINE).finditer(text, begin, end):
        if match.start() > start:
            yield start, match.start(), command
        command = match["command"] or ""
        start = min(match.end() + 1, end)
        if command:
            yield match.start("command"), match.end(), command
    if start < end:
        yield start, end, command


def _region(text: str, start: int, end: int, command: str) -> Iterator[Piece]:
    position = start
    found = any(opening in text[start:end] for opening in _OPENINGS)
    lines: dict[str, int] = {}
    for match in re.compile(_DOCUMENT, re.MULTILINE).finditer(text, start, end) if found else ():
        if match.start() < position:
            continue
        opening = text[match.end() : match.end() + 40].partition(":")[0]
        if lines.get(opening, 0) >= _SETTLED:
            continue
        piece = _document(text, match.end(), end, command)
        if piece is None:
            lines[opening] = lines.get(opening, 0) + 1
        else:
            yield from _blocks(text, position, match.start(), command)
            yield piece
            position = piece.end
    yield from _blocks(text, position, end, command)


def _document(text: str, start: int, end: int, command: str = "") -> Piece | None:
    """The JSON document that begins at `start`."""
    if not text[start : start + _LONGEST_INDENT].lstrip().startswith(_OPENINGS):
        return None
    from kb.signals.embedded import document_at

    found = document_at(text, start, end)
    return Piece("json", start, *found, command) if found else None


def _blocks(text: str, start: int, end: int, command: str) -> Iterator[Piece]:
    """Cut the known blocks out of a stretch; the rest is log lines and prose."""
    stretch = text[start:end]
    if not stretch or stretch.isspace():
        return
    taken: list[tuple[int, int, Family]] = []
    for family, offset in detect.blocks(stretch, command):
        begin = stretch.rfind("\n", 0, offset) + 1
        if any(low <= begin < high for low, high, _ in taken):
            continue
        later = [low for low, _, _ in taken if low > begin]
        stop = _block_end(stretch, begin, min(later, default=len(stretch)), family)
        taken.append((begin, stop, family))
    position = 0
    for begin, stop, family in sorted(taken):
        yield from _runs(text, start + position, start + begin, command)
        yield Piece("block", start + begin, start + stop, (family,), command)
        position = stop
    yield from _runs(text, start + position, end, command)


def _block_end(stretch: str, begin: int, limit: int, family: Family) -> int:
    if family.end and (match := re.compile(family.end, re.MULTILINE).search(stretch, begin + 1, limit)):
        return match.start()
    blank = False
    position = stretch.find("\n", begin) + 1 or limit
    while position < limit:
        stop = stretch.find("\n", position, limit)
        stop = limit if stop < 0 else stop
        line = stretch[position : min(stop, position + 500)]
        if blank and is_prose(line) and not line[:1].isspace():
            return position
        blank = not line.strip()
        position = stop + 1
    return limit


def _runs(text: str, start: int, end: int, command: str) -> Iterator[Piece]:
    """Runs of log lines and of prose."""
    stretch = text[start:end]
    if not stretch or stretch.isspace():
        return
    known = detect.line_starts(stretch)
    kinds: dict[str, str] = {}
    begin, current, blank, together = 0, "", True, 0
    position = 0
    for line in stretch.split("\n"):
        if current != "lines" or blank or not line.isascii():
            key = line[:200].translate(_NO_DIGITS)
            kind = kinds.get(key)
            if kind is None:
                kind = kinds[key] = _kind(line, position, known)
            if kind and kind != current:
                if current:
                    yield _run(text, current, start + begin, start + position, command)
                    begin = position
                current = kind
        blank = not line or line.isspace()
        together = 0 if blank else together + 1
        if current != "lines" and together > _LONGEST_PROSE:
            current = "lines"
        position += len(line) + 1
    yield _run(text, current or "text", start + begin, end, command)


_NO_DIGITS = dict.fromkeys(range(48, 58))


def _kind(line: str, position: int, known: list[int]) -> str:
    """`lines`, `text` or nothing (it goes with its neighbours)."""
    if not line.strip():
        return ""
    parsed = parse_line(line[:1000])
    korean = count_hangul(line[:300])
    if parsed.is_log and (parsed.severity is not None or parsed.has_process or korean < 4):
        return "lines"
    if line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}":
        return "lines"
    at = bisect_left(known, position)
    offset = known[at] - position if at < len(known) else len(line)
    if offset == 0 or (offset < min(parsed.message + _NEAR, len(line)) and korean < 4 and not is_prose(line)):
        return "lines"
    if korean < 4 and _says_error(line):
        return "lines"
    return "text" if is_prose(line) else ""


def _says_error(line: str) -> bool:
    """Whether a line is what programs print as an error or as a frame of a stack without time or level."""
    announced = line.lstrip().startswith("at ") or any(word in line for word in _ERROR_WORDS)
    return announced and re.match(_ERROR_LINE, line) is not None


def _run(text: str, kind: str, start: int, end: int, command: str) -> Piece:
    families = tuple(detect.of_lines(text[start:end])) if kind == "lines" else ()
    return Piece(kind, start, end, families, command)


def _extend(text: str, pieces: list[Piece], cut: int) -> list[Piece]:
    """Give what lies beyond the head to the last piece, or make it a log of its own."""
    last = pieces[-1] if pieces else None
    if last and last.kind in ("lines", "block") and last.end >= cut - 1:
        families = tuple(detect.of_lines(text[last.start :])) if last.kind == "lines" else last.families
        return [*pieces[:-1], last._replace(end=len(text), families=families)]
    return [*pieces, _run(text, "lines", cut, len(text), "")]
