"""Healthy values with their conditions and sources, and how far a reading is from them.

A figure such as 6.1 GB/s says nothing by itself; against 14.2 GB/s measured on the same kind of link it says that
more than half is lost. A baseline is used only where its conditions are known to hold: otherwise nothing is claimed.

    load() -> baselines    compare(quantity, value, unit, conditions) -> comparisons

The tables in `records/baselines/` are read when first asked for (about 3 ms) and kept.
"""

from __future__ import annotations

from kb.baselines.comparing import Comparison, compare
from kb.baselines.table import DIRECTIONS, KINDS, Baseline, find, load, named, nearest_quantities, quantities

__all__ = [
    "DIRECTIONS",
    "KINDS",
    "Baseline",
    "Comparison",
    "compare",
    "find",
    "load",
    "named",
    "nearest_quantities",
    "quantities",
]
