"""vLLM: throughput, queue and cache of the engine from its periodic status lines.

Prompt throughput 0 while tokens are generated is normal (nothing new to prefill), and so is everything at 0 without
requests. Generation at 0, or below one token a second for each running request, while requests are running is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.units import number

_MOST_LINES = 5000
_FIGURE = re.compile(
    r"(?P<key>Avg prompt throughput|Avg generation throughput|Running|Swapped|Pending|Waiting|GPU KV cache usage"
    r"|CPU KV cache usage|Prefix cache hit rate): (?P<value>\d+(?:\.\d+)?)"
)
_NAMES = {
    "Avg prompt throughput": ("prompt_throughput", "tokens/s"),
    "Avg generation throughput": ("generation_throughput", "tokens/s"),
    "Running": ("running_requests", "requests"), "Pending": ("queue_length", "requests"),
    "Waiting": ("queue_length", "requests"), "Swapped": ("swapped_requests", "requests"),
    "GPU KV cache usage": ("kv_cache_usage", "%"),
}  # fmt: skip
_LEAST_RATE = 1.0
"""Tokens a second for each running request; reading speed is about 5, and a loaded engine gives 10 and more."""
_FULL_CACHE = 95.0
_STATES = (
    ("Engine iteration timed out", "engine iteration timed out", "error"),
    ("AsyncEngineDeadError", "engine dead", "critical"),
    ("EngineDeadError", "engine dead", "critical"),
    ("Engine core initialization failed", "engine start failed", "critical"),
    ("PreemptionMode.RECOMPUTE", "preempted for lack of cache", "warning"),
    ("is preempted by", "preempted for lack of cache", "warning"),
    ("No available memory for the cache blocks", "no memory for kv cache", "error"),
)


class _Figure(NamedTuple):
    """A value and its characters, with the words before it."""

    value: float
    start: int
    end: int


def read(part: Part) -> Iterator[Signal | Phrase]:
    """The last value of each figure, and the worst line for throughput."""
    text = part.text
    for literal, name, severity in _STATES:
        if (at := text.find(literal)) >= 0:
            yield part.signal("state", name, at, at + len(literal), severity=severity, times=text.count(literal))
    lines = _lines(part)
    if not lines:
        return
    last = lines[-1]
    stalled = [line for line in lines if _rate(line) is not None and (_rate(line) or 0.0) < _LEAST_RATE]
    shown = stalled[-1] if len(stalled) * 2 > len(lines) else last
    if shown in stalled and "generation_throughput" in shown and shown["generation_throughput"].value == 0:
        figure = shown["generation_throughput"]
        yield part.signal("state", "no tokens while requests run", figure.start, figure.end, severity="error")
    for name, figure in shown.items():
        severity, direction = _judge(name, shown, is_stalled=shown in stalled)
        unit = dict(_NAMES.values()).get(name)
        yield part.signal(
            "metric", name, figure.start, figure.end, severity=severity, to_value=figure.value, unit=unit,
            direction=direction, times=len(lines),
        )  # fmt: skip


def _lines(part: Part) -> list[dict[str, _Figure]]:
    found: list[dict[str, _Figure]] = []
    text, position = part.text, part.text.find(" generation throughput: ")
    while position >= 0 and len(found) < _MOST_LINES:
        start = max(text.rfind("\n", 0, position), position - 400)
        end = text.find("\n", position)
        end = min(len(text) if end < 0 else end, position + 600)
        line: dict[str, _Figure] = {}
        for match in _FIGURE.finditer(text, max(start, 0), end):
            value = number(match["value"])
            if match["key"] in _NAMES and value is not None:
                line[_NAMES[match["key"]][0]] = _Figure(value, *match.span())
        found.append(line)
        position = text.find(" generation throughput: ", end)
    return found


def _rate(line: dict[str, _Figure]) -> float | None:
    """Tokens a second for each running request; None while nothing runs or prompts are being read."""
    running, generated = line.get("running_requests"), line.get("generation_throughput")
    prompt = line.get("prompt_throughput")
    if running is None or generated is None or running.value == 0 or (prompt is not None and prompt.value > 0):
        return None
    return generated.value / running.value


def _judge(name: str, line: dict[str, _Figure], *, is_stalled: bool) -> tuple[str, str | None]:
    """Severity and direction of a figure, by what the other figures of its line say."""
    value = line[name].value
    if name == "generation_throughput" and is_stalled:
        return ("error", "flat") if value == 0 else ("warning", "down")
    if name == "kv_cache_usage" and value >= _FULL_CACHE:
        return "warning", "up"
    if name == "queue_length":
        running = line["running_requests"].value if "running_requests" in line else 0.0
        if value > max(running, 10.0):
            return "warning", "up"
    return "none", None
