"""The readings of an input beside the baselines that apply to them, and whether one is bad by itself.

What an input does not say is not assumed: without the generation of the link, 6.1 GB/s over PCIe is no share of
anything. Only the baselines of the quantities that occur are read, and nothing of this is imported for an input
without such a metric.
"""

from __future__ import annotations

from kb.baselines.comparing import Comparison, best
from kb.baselines.table import HIGHER, LOWER, load_quantity
from kb.namedtuple import TYPE_CHECKING
from kb.signals.model import CONTEXT, INITIATING, QUANTITIES, SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kb.signals.model import Signal, Signals

MOST = 5
"""Comparisons given; an input may hold a thousand readings."""


_ENOUGH = {"measured": 0.8, "expected": 0.8, "specification": 0.5}
"""Share of a baseline that is no reason to worry, by its kind: what was measured varies by a few percent between
machines, and a specification is not reached in practice. Thresholds and limits allow nothing."""

_LEFT_TO_TOOLS = frozenset({"pcie_link_width"})
"""Quantities of which the tool prints the possible value beside the current one: its reader judges them. The baseline
says what a diagnostic expects by default, and half the lanes are what many a cloud instance has."""


def compared(read: Signals) -> tuple[Comparison, ...]:
    """For each reading the baseline that fits best, if one applies: those on the unhealthy side first."""
    found: dict[tuple[str, float | None], Comparison] = {}
    for _, comparison in _beside(read):
        found.setdefault((comparison.baseline.quantity, comparison.value), comparison)
    return tuple(sorted(found.values(), key=lambda item: not item.worse)[:MOST])


def judged(read: Signals) -> Signals:
    """The signals, in which a reading far on the unhealthy side of its baseline is wrong: a bandwidth at a quarter of
    what the link gives is no healthy input, however calmly the tool prints it."""
    signals = list(read.signals)
    for place, comparison in _beside(read):
        if comparison.baseline.quantity in _LEFT_TO_TOOLS:
            continue
        signal, severity = signals[place], severity_of(comparison)
        if SEVERITIES.index(severity) > SEVERITIES.index(signal.severity):
            signals[place] = signal._replace(
                severity=severity,
                role=INITIATING if signal.role == CONTEXT else signal.role,
                direction=signal.direction or ("up" if _is_above(comparison) else "down"),
            )
    return read._replace(signals=tuple(signals))


def severity_of(comparison: Comparison) -> str:
    """`none`, `warning`, or `error` for less than half of what would do (more than double, where less is better)."""
    if not comparison.worse:
        return "none"
    if comparison.ratio is None or comparison.ratio <= 0:
        return "none" if comparison.baseline.kind in _ENOUGH else "warning"
    share = 1 / comparison.ratio if _is_above(comparison) else comparison.ratio
    enough = _ENOUGH.get(comparison.baseline.kind, 1.0)
    return "none" if share >= enough else "warning" if share >= enough / 2 else "error"


def _is_above(comparison: Comparison) -> bool:
    """Whether the unhealthy side on which a reading lies is the upper one."""
    baseline, value = comparison.baseline, comparison.value
    if baseline.direction in (HIGHER, LOWER):
        return baseline.direction == LOWER
    return value is not None and value > baseline.high


def _beside(read: Signals) -> Iterator[tuple[int, Comparison]]:
    """Each reading (by its place among the signals) with the baseline that fits best, if one applies."""
    given = dict(read.conditions)
    for place, signal in enumerate(read.signals):
        quantity = QUANTITIES.get(signal.name)
        value = _value(signal) if signal.kind == "metric" else None
        if quantity is None or value is None:
            continue
        comparison = best(value, _unit(signal), given, load_quantity(quantity))
        if comparison is not None:
            yield place, comparison


def _value(signal: Signal) -> float | None:
    """What the metric is now."""
    return signal.to_value if signal.to_value is not None else signal.from_value


def _unit(signal: Signal) -> str | None:
    """The unit, None for a count: the signals count lanes in `lanes`, baselines take a bare number for them."""
    return None if signal.unit == "lanes" else signal.unit
