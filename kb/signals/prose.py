"""Prose in English and Korean: a chat message, a ticket, a sentence at 2 a.m.

Three things are read from it: numbers that moved ("from ~14,000 to 6,100 tokens/s", "평소 몇 분인데 8시간"), states
that are reported ("멈춤", "keeps crashing", and not "no errors"), and codes. Every sentence is a phrase for the search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.codes import find_codes
from kb.signals.model import SEVERITIES, Phrase, Signal
from kb.signals.part import Part

_SENTENCE = re.compile(r"[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]*)*[.!?]*")
_MOST_SENTENCES = 400
_LONGEST_SENTENCE = 2000
_WORDS = (
    "half", "halv", "doubled", "tripled", "quadrupled", "times", " of the ", "restart", "reboot", "power", "반토막",
    "절반", "배", "재시작", "재부팅", "재기동", "리부팅", "리셋",
)  # fmt: skip
"""One of these stands in a sentence without a digit that tells a change or a circumstance."""
_NOMINAL = (" SDR", " QDR", " FDR", " EDR", " HDR", " NDR", " XDR")
"""Speeds of InfiniBand: the rate behind one of these is what the link should give, and no reading."""


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Codes, states, metric changes and sentences of prose."""
    for code in find_codes(part.text):
        yield part.signal("code", code.name, code.start, code.end, severity=code.severity)
    readings: list[Signal] = []
    for number, sentence in enumerate(_SENTENCE.finditer(part.text)):
        if number == _MOST_SENTENCES:
            break
        start, end = sentence.start(), min(sentence.end(), sentence.start() + _LONGEST_SENTENCE)
        if part.text[start:end].strip():
            yield part.phrase(start, end)
            for signal in signals(part, start, end):
                readings.append(signal)
                yield signal
    yield from _compared(readings)


def signals(part: Part, start: int, end: int) -> Iterator[Signal]:
    """States and metric changes in one sentence of a part (characters `start` to `end`)."""
    from kb.signals import states

    sentence = part.text[start:end]
    if any(char.isdigit() for char in sentence) or _tells_in_words(sentence):
        from kb.signals import changes, circumstances
        from kb.signals.units import quantities

        told = [one for one in quantities(sentence) if not _is_nominal(sentence, one.start)]
        around, numbers = circumstances.take(sentence, told)
        for said in (*around, *circumstances.restart(sentence)):
            low, high = start + said.start, start + said.end
            yield part.signal(
                said.kind, said.name, low, high, severity=said.severity, to_value=said.value, unit=said.unit
            )
        for change in changes.find(sentence, numbers):
            yield part.signal(
                "metric",
                change.name,
                start + change.start,
                start + change.end,
                severity=change.severity,
                from_value=change.before,
                to_value=change.after,
                unit=change.unit,
                direction=change.direction,
                change=change.change,
            )
    found = states.find(sentence)
    recovered = any(state.name == "recovered" for state in found)
    for state in found:
        severity = "info" if recovered and SEVERITIES.index(state.severity) > 1 else state.severity
        yield part.signal("state", state.name, start + state.start, start + state.end, severity=severity)


def _is_nominal(sentence: str, at: int) -> bool:
    return sentence[max(0, at - 8) : at].rstrip().upper().endswith(_NOMINAL)


def _tells_in_words(sentence: str) -> bool:
    lower = sentence.lower()
    return any(word in lower for word in _WORDS)


def _compared(found: list[Signal]) -> Iterator[Signal]:
    """Two readings of one rate in one text are a comparison: "with A: 17,000 tokens/s. With B: 1,000 tokens/s"."""
    from kb.signals.metrics import BY_UNIT, severity_of_change

    readings = [one for one in found if one.kind == "metric" and one.unit in BY_UNIT]
    if len(readings) != 2 or any(one.change is not None for one in readings):
        return
    first, second = readings
    before, after = first.to_value, second.to_value
    if first.name != second.name or first.unit != second.unit or not before or after is None:
        return
    change = (after - before) / before
    direction = "up" if change > 0 else "down"
    severity = severity_of_change(second.name, direction, change)
    if severity != "info":
        yield second._replace(from_value=before, direction=direction, change=change, severity=severity)
