"""The readings of an input beside the baselines that apply to them.

What an input does not say is not assumed: without the generation of the link, 6.1 GB/s over PCIe is no share of
anything. Only the baselines of the quantities that occur are read, and nothing of this is imported for an input
without such a metric.
"""

from __future__ import annotations

from kb.baselines.comparing import Comparison, best
from kb.baselines.table import load_quantity
from kb.namedtuple import TYPE_CHECKING
from kb.signals.model import QUANTITIES

if TYPE_CHECKING:
    from kb.signals.model import Signal, Signals

MOST = 5
"""Comparisons given; an input may hold a thousand readings."""


def compared(read: Signals) -> tuple[Comparison, ...]:
    """For each reading the baseline that fits best, if one applies: those on the unhealthy side first."""
    given = dict(read.conditions)
    found: dict[tuple[str, float | None], Comparison] = {}
    for signal in read.signals:
        quantity = QUANTITIES.get(signal.name)
        if quantity is None or signal.kind != "metric":
            continue
        value = _value(signal)
        if value is None:
            continue
        comparison = best(value, _unit(signal), given, load_quantity(quantity))
        if comparison is not None:
            found.setdefault((quantity, comparison.value), comparison)
    return tuple(sorted(found.values(), key=lambda item: not item.worse)[:MOST])


def _value(signal: Signal) -> float | None:
    """What the metric is now."""
    return signal.to_value if signal.to_value is not None else signal.from_value


def _unit(signal: Signal) -> str | None:
    """The unit, None for a count: the signals count lanes in `lanes`, baselines take a bare number for them."""
    return None if signal.unit == "lanes" else signal.unit
