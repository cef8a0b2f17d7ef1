"""The way from bytes to `Signals`: decode, split, read each part, put together, choose roles."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator

from kb.signals import roles
from kb.signals.codes import find_codes
from kb.signals.decode import Decoded, decode
from kb.signals.language import count_hangul, language_of
from kb.signals.model import BINARY, QUANTITIES, SEVERITIES, Condition, Phrase, Signal, Signals
from kb.signals.part import Part
from kb.signals.split import Piece, split

MOST_SIGNALS = 250
MOST_PHRASES = 500
MOST_TROUBLED = 40
_CODES_READ = 8 << 20
"""Characters of a document or table in which codes are looked for; readers of documents stop earlier."""
_SAMPLE = 20_000
_SHORT = 200
"""Characters of the longest message that may say no more than that all is well; a longer one is a report."""
_LEAD = 6
"""How many times longer than the prose the rest may be if the input begins with prose."""

Reader = Callable[[Part], Iterable[Signal | Phrase]]


def read(data: bytes, limit: int, *, redacted: bool = True, strict: bool = False) -> Signals:
    """See `kb.signals.read`. With `strict` an error in a family's reader is raised instead of falling back to the
    general reading of log lines."""
    source = decode(data, limit)
    source.redacted = redacted
    if source.encoding == BINARY:
        return Signals(BINARY, "none", source.size, source.truncated, (), ())
    pieces = split(source.text)
    signals: list[Signal] = []
    phrases: list[Phrase] = []
    for piece in pieces:
        for item in _read_piece(piece, source, strict=strict):
            (signals if isinstance(item, Signal) else phrases).append(item)  # type: ignore[arg-type]
    signals, phrases = roles.assign(_distinct(signals), _distinct_phrases(phrases))
    fmt = format_of(source.text, pieces)
    known = _conditions(source.text, signals)
    well = all(piece.kind == "text" for piece in pieces) and _all_well(source.text)
    language = language_of(source.text)
    return Signals(fmt, language, source.size, source.truncated, tuple(signals), tuple(phrases), known, well)


def _all_well(text: str) -> bool:
    if len(text) > _SHORT:
        return False
    from kb.signals.all_well import says_all_is_well

    return says_all_is_well(text)


def _conditions(text: str, signals: list[Signal]) -> tuple[tuple[str, Condition], ...]:
    if not any(signal.name in QUANTITIES for signal in signals):
        return ()
    from kb.signals import setting

    return setting.conditions(text, signals)


def format_of(text: str, pieces: list[Piece]) -> str:
    """The format of the whole: of the largest part that is no prose.

    It is prose if half of the input is, or if somebody first says in a sentence what follows.
    """
    sizes: dict[str, int] = {}
    prose = commands = 0
    for piece in pieces:
        size = len("".join(text[piece.start : min(piece.end, piece.start + _SAMPLE)].split()))
        size += max(0, piece.end - piece.start - _SAMPLE)
        if piece.kind == "text":
            prose += size
        elif piece.kind == "command":
            commands += size
        else:
            name = _piece_format(piece)
            sizes[name] = sizes.get(name, 0) + size
    begins_with_prose = bool(pieces) and pieces[0].kind == "text"
    if begins_with_prose:
        prose += commands
    if not sizes or prose * (_LEAD if begins_with_prose else 1) > sum(sizes.values()):
        return "empty" if not prose and not commands and not sizes else _prose_format(text)
    return max(sizes, key=lambda name: sizes[name])


def _prose_format(text: str) -> str:
    return "text:ko" if count_hangul(text[:_SAMPLE]) else "text:pasted"


def _piece_format(piece: Piece) -> str:
    if piece.families:
        return piece.families[0].format
    return {"json": "json", "lines": "log:app"}.get(piece.kind, "text:pasted")


def _read_piece(piece: Piece, source: Decoded, *, strict: bool) -> list[Signal | Phrase]:
    part = Part(source.text[piece.start : piece.end], piece.start, source, _piece_format(piece), piece.command)
    try:
        return _read_part(part, piece)
    except Exception:
        if strict:
            raise
        from kb.signals import log

        return list(log.read(part))


def _read_part(part: Part, piece: Piece) -> list[Signal | Phrase]:
    if piece.kind == "text":
        from kb.signals import prose

        return list(prose.read(part))
    if piece.kind == "command":
        return [part.phrase(0, len(part.text))]
    names = dict.fromkeys(family.reader for family in piece.families if family.reader)
    own = [item for name in names for item in _reader(name)(part)]
    if piece.kind == "block":
        own += _troubled_lines(part, own)
    if piece.kind == "lines":
        from kb.signals import log

        return _merge(own, list(log.read(part)))
    if not piece.families:
        from kb.signals import document

        own = list(document.read(part))
    codes = [
        part.signal("code", code.name, code.start, code.end, severity=code.severity)
        for code in find_codes(part.text[:_CODES_READ])
    ]
    healthy = bool(own) and all(
        item.severity in ("none", "info") for item in own if isinstance(item, Signal) and item.kind == "state"
    )
    if piece.kind == "json" and healthy and any(isinstance(item, Signal) and item.kind == "state" for item in own):
        codes = [code._replace(severity="info") for code in codes]
    return _merge(own, codes)


def _troubled_lines(part: Part, own: list[Signal | Phrase]) -> Iterator[Phrase]:
    """The lines of a command's output in which something is out of order: `DRAM Uncorrectable : 3` has the words in
    which records speak of it."""
    starts = sorted(
        item.span[0] for item in own if isinstance(item, Signal) and item.severity in ("warning", "error", "critical")
    )[:MOST_TROUBLED]
    place = 0
    for line in part.lines() if starts else ():
        start, end = part.span(line.start, line.end)
        while place < len(starts) and starts[place] < start:
            place += 1
        if place == len(starts):
            return
        if starts[place] < end:
            yield part.phrase(line.start, line.end)


def _reader(name: str) -> Reader:
    module, _, function = name.partition(":")
    reader: Reader = getattr(importlib.import_module(module), function)
    return reader


def _merge(own: list[Signal | Phrase], general: list[Signal | Phrase] | list[Signal]) -> list[Signal | Phrase]:
    """What a family read and what is read in any text; the family's signal replaces a general one at the same place."""
    taken: dict[str, list[tuple[int, int]]] = {}
    for item in own:
        if isinstance(item, Signal):
            taken.setdefault(item.kind, []).append(item.span)
    for spans in taken.values():
        spans.sort()
    kept = [item for item in general if isinstance(item, Phrase) or not _overlaps(item.span, taken.get(item.kind, []))]
    return [*own, *kept]


def _overlaps(span: tuple[int, int], spans: list[tuple[int, int]]) -> bool:
    if len(spans) > 50:
        from bisect import bisect_left

        at = bisect_left(spans, (span[0], span[1]))
        spans = spans[max(0, at - 3) : at + 3]
    return any(start < span[1] and span[0] < end for start, end in spans)


def _distinct(signals: list[Signal]) -> list[Signal]:
    """Each signal once, in the order of the input, with how often it was seen; at most 250, the worst of them."""
    signals.sort(key=lambda signal: signal.span)
    first: dict[tuple[object, ...], Signal] = {}
    for signal in signals:
        key = (signal.kind, signal.name, signal.from_value, signal.to_value)
        known = first.get(key)
        if known is None:
            first[key] = signal
            continue
        worse = SEVERITIES.index(signal.severity) > SEVERITIES.index(known.severity)
        best = signal if worse else known
        first[key] = best._replace(times=known.times + signal.times)
    distinct = sorted(first.values(), key=lambda signal: signal.span)
    if len(distinct) > MOST_SIGNALS:
        order = sorted(range(len(distinct)), key=lambda index: (-SEVERITIES.index(distinct[index].severity), index))
        distinct = [distinct[index] for index in sorted(order[:MOST_SIGNALS])]
    return distinct


def _distinct_phrases(phrases: list[Phrase]) -> list[Phrase]:
    """Each text once, in the order of the input; at most 500, the beginning and the end."""
    first: dict[str, Phrase] = {}
    for phrase in sorted(phrases, key=lambda phrase: phrase.span):
        if phrase.text:
            first.setdefault(phrase.text, phrase)
    distinct = list(first.values())
    if len(distinct) > MOST_PHRASES:
        distinct = [*distinct[: MOST_PHRASES - 100], *distinct[-100:]]
    return distinct
