"""Movements of metrics: how a record's signature and an input tell the same one, and where in the input it stands.

Imported only where both sides have a metric that moved.
"""

from __future__ import annotations

from bisect import bisect_right

from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from kb.signals.model import Phrase, Signal, Signals, Span

REACH = 200
"""Bytes within which the two figures of a movement belong together where they stand on different lines."""
LOOKED_BACK = 64
"""Lines that are looked through for the first figure of a movement."""
NEARLY = 0.005
"""A movement between two stretches of a series starts from a figure that stands for many: one as near as this is it."""


class Moved(NamedTuple):
    """A metric of a record's signature (`place` in it) that also moved in the input: whether the same way, what each
    says, and where in the input."""

    place: int
    same: bool
    record: str
    input: str
    span: Span


def moved(document: dict[str, Any], signals: Signals) -> Iterator[Moved]:
    """The metrics of a record's signature that moved in the input: of each the first that moved the same way, and the
    first that moved another."""
    signature = document.get("signature")
    yours = [signal for signal in signals.signals if signal.kind == "metric" and signal.direction]
    for place, theirs in enumerate(signature if isinstance(signature, list) else []):
        if not isinstance(theirs, dict) or theirs.get("kind") != "metric":
            continue
        said: set[bool] = set()
        for signal in yours:
            same = signal.direction == theirs.get("direction")
            if signal.name == theirs.get("name") and same not in said:
                said.add(same)
                record = movement(theirs.get("from"), theirs.get("to"), theirs.get("unit"), theirs.get("direction"))
                given = movement(signal.from_value, signal.to_value, signal.unit, signal.direction)
                span = span_of(signal, signals.phrases)
                yield Moved(place, same, f"{signal.name} {record}", f"{signal.name} {given}", span)


def movement(before: object, after: object, unit: object, direction: object) -> str:
    """Figures of a metric for people: `14,000 -> 6,100 tokens/s (-56%)`, or the direction where there are none."""
    shown = [f"{value:,.6g}" for value in (before, after) if isinstance(value, int | float)]
    text = " -> ".join(shown)
    if shown and isinstance(unit, str):
        text += f" {unit}"
    if isinstance(before, int | float) and isinstance(after, int | float) and before:
        return f"{text} ({(after - before) / before:+.0%})"
    return text or str(direction)


def span_of(signal: Signal, phrases: tuple[Phrase, ...]) -> Span:
    """Where a movement stands in the input: from one of its figures to the other where they are on one line or within
    REACH, the line of the first figure where they are further apart, else where the signal was read."""
    if signal.from_value is None or signal.to_value is None:
        return signal.span
    place = bisect_right([phrase.span[0] for phrase in phrases], signal.span[0]) - 1
    own = phrases[place : place + 1] if place >= 0 else ()
    for line in (*own, *phrases[max(0, place - LOOKED_BACK) : max(0, place)][::-1], *phrases[place + 1 : place + 3]):
        befores = _places(signal, signal.from_value, line)
        if not befores:
            continue
        before = min(befores, key=lambda span: abs(span[0] - signal.span[0]))
        whole = min(before[0], signal.span[0]), max(before[1], signal.span[1])
        return whole if line in own or whole[1] - whole[0] <= REACH else line.span
    return signal.span


def _places(signal: Signal, value: float, line: Phrase) -> list[Span]:
    """Where a line has a figure of a signal; nowhere if bytes and characters of the line do not agree."""
    from kb.signals.units import quantities

    if _size(line.text) != line.span[1] - line.span[0]:
        return []
    offset = line.span[0]
    return [
        (offset + _size(line.text[: one.start]), offset + _size(line.text[: one.end]))
        for one in quantities(line.text)
        if one.unit in (signal.unit, None) and abs(one.value - value) <= NEARLY * abs(value)
    ]


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
