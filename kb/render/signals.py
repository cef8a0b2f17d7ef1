"""Signals as JSON of the contract and as text."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import Paint, clean, cut, pad, width, wrap
from kb.render.messages import pick, say
from kb.signals.model import BINARY, CASCADE, CONTEXT, INITIATING, SEVERITIES, Signal, Signals

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kb.baselines.comparing import Comparison

COLUMNS = (
    ("role", (INITIATING, CASCADE, CONTEXT)),
    ("severity", SEVERITIES),
    ("kind", ("metric", "code", "log", "state", "place")),
)
"""What `kb signals` says of each signal in front of its name, with the words that there are."""


def to_json(read: Signals, comparisons: Sequence[Comparison] = ()) -> dict[str, Any]:
    """`input`, `signals` and `baselines` as in `kb match --json`, and the phrases that are searched."""
    return {
        "input": input_json(read),
        "severity": read.severity,
        "signals": [signal_json(signal) for signal in read.signals],
        "baselines": comparisons_json(comparisons),
        "phrases": [{"text": item.text, "role": item.role, "span": list(item.span)} for item in read.phrases],
    }


def input_json(read: Signals) -> dict[str, Any]:
    """What was given: format, language, size in bytes, whether it was cut."""
    return {"format": read.format, "language": read.language, "bytes": read.size, "truncated": read.truncated}


def signal_json(signal: Signal) -> dict[str, Any]:
    """One signal; the figures only for metrics and places."""
    shown: dict[str, Any] = {"kind": signal.kind, "name": signal.name, "text": signal.text}
    if signal.kind in ("metric", "place"):
        shown |= {
            "from": signal.from_value,
            "to": signal.to_value,
            "unit": signal.unit,
            "direction": signal.direction,
            "change": signal.change,
        }
    return shown | {"role": signal.role, "severity": signal.severity, "span": list(signal.span)}


def comparisons_json(comparisons: Sequence[Comparison]) -> list[dict[str, Any]]:
    """Readings beside the baselines that apply to them."""
    if not comparisons:
        return []
    from kb.render.comparison import comparison_json

    return [comparison_json(comparison) for comparison in comparisons]


def comparisons_text(comparisons: Sequence[Comparison], language: str, columns: int, paint: Paint) -> list[str]:
    """`PCIe bandwidth: 6.1 GB/s is 43 % of the 14.2 GB/s measured (PCIe 4, 8 lanes; source)`, one reading each."""
    if not comparisons:
        return []
    from kb.render.comparison import sentence

    lines: list[str] = []
    for comparison in comparisons:
        baseline = comparison.baseline
        said = f"{sentence(comparison, language)} ({pick(baseline.label, language)}; {baseline.url})"
        folded = wrap(clean(said), columns, f"{say('reading', language)} {baseline.quantity}: ", "  ")
        lines += [paint(line, "yellow") if comparison.worse else line for line in folded]
    return lines


def to_text(read: Signals, language: str, columns: int, paint: Paint, comparisons: Sequence[Comparison] = ()) -> str:
    """One line a signal: role, severity, kind, name, figures, and the input it was read from; then the readings beside
    the baselines that apply."""
    from kb.movements import movement

    lines = [paint(say("read_as", language, format=read.format, size=f"{read.size:,}"), "dim")]
    if read.format == BINARY:
        lines.append(say("no_text", language))
    elif read.healthy:
        lines.append(say("healthy_line", language))
    elif read.severity == "none":
        lines.append(say("nothing_read", language))
    rooms = [max(width(say(f"{key}_{word}", language)) for word in words) for key, words in COLUMNS]
    for signal in read.signals:
        name = clean(signal.name)
        if signal.kind in ("metric", "place"):
            name += " " + movement(signal.from_value, signal.to_value, signal.unit, signal.direction)
        told = (("role", signal.role), ("severity", signal.severity), ("kind", signal.kind))
        words = [pad(say(f"{key}_{word}", language), room + 1) for (key, word), room in zip(told, rooms, strict=True)]
        head = " ".join(words)
        line = cut(f"{head}{name}", columns)
        lines.append(paint(line, "bold") if signal.role == INITIATING else line)
        if clean(signal.text) != name:
            lines.append(paint(cut(" " * width(head) + clean(signal.text), columns), "dim"))
    lines += comparisons_text(comparisons, language, columns, paint)
    return "\n".join(lines) + "\n"
