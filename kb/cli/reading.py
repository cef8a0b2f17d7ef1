"""The reading that `kb baseline check` is given: a quantity, a value with its unit, and conditions, out of plain words.

Whoever holds a figure against a baseline has it from a screen and types it as it stands there: `6.1GB/s`, `6.1 GB/s`,
`PCIe-bandwidth`. What is none of these is refused with what could be meant, because a condition that is silently
dropped would let a baseline apply that does not.
"""

from __future__ import annotations

import math
import re

from kb import baselines
from kb.baselines.comparing import HARDWARE, in_unit
from kb.errors import UsageError
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.signals.units import number
from kb.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.baselines.table import Baseline, Condition

_VALUE = re.compile(r"([-+]?[\d.,]+(?:[eE][-+]?\d+)?)\s*(.*)")


class Reading(NamedTuple):
    """What was read: `value` is in `unit` as it was written, or in that of all baselines of the quantity."""

    quantity: str
    value: float
    unit: str | None
    conditions: dict[str, Condition]


def reading(words: Sequence[str]) -> Reading:
    """The reading that the words tell. Raises UsageError for what is none."""
    pairs = [word for word in words if "=" in word]
    plain = [word for word in words if "=" not in word]
    if not 2 <= len(plain) <= 3:
        example = "kb baseline check pcie_bandwidth 6.1 GB/s generation=4 lanes=8"
        raise UsageError("check takes a quantity, a value, a unit and conditions", f"Example: {example}")
    quantity = _known_quantity(plain[0])
    known = [item for item in baselines.load() if item.quantity == quantity]
    value, unit = _value(plain[1:])
    conditions = _conditions(pairs, known)
    return Reading(quantity, value, _unit(unit, known), conditions)


def _known_quantity(written: str) -> str:
    quantity = baselines.named(written)
    if quantity in baselines.quantities():
        return quantity
    near = baselines.nearest_quantities(written)
    hint = f"Did you mean {' or '.join(near)}?" if near else "See: kb baseline list"
    raise UsageError(f"there is no baseline for the quantity {visible(written, keep_newlines=False)!r}", hint)


def _value(words: Sequence[str]) -> tuple[float, str | None]:
    """A value and its unit as written, in one word or in two."""
    parted = _VALUE.fullmatch(words[0])
    value = number(parted[1]) if parted else None
    if parted is None or value is None or not math.isfinite(value) or (parted[2] and len(words) == 2):
        shown = visible(" ".join(words), keep_newlines=False)
        raise UsageError(f"{shown!r} is no value with a unit", "Write a number and its unit, such as 6.1 GB/s.")
    return value, words[1] if len(words) == 2 else parted[2] or None


def _conditions(pairs: Sequence[str], known: Sequence[Baseline]) -> dict[str, Condition]:
    keys = {key for item in known for key in item.conditions} | {HARDWARE}
    given: dict[str, Condition] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        key = baselines.named(name)
        if key not in keys or not value.strip():
            shown, quantity = visible(pair, keep_newlines=False), known[0].quantity
            raise UsageError(f"{shown!r} is no condition of {quantity}", f"Conditions: {', '.join(sorted(keys))}.")
        if key in given:
            raise UsageError(f"the condition {key} is given twice", "Give it once.")
        given[key] = value.strip()
    return given


def _unit(written: str | None, known: Sequence[Baseline]) -> str | None:
    """The unit of a reading; left out, the one that all baselines of the quantity share.

    Raises UsageError if they have several, or if none of them can be converted to.
    """
    units = sorted({item.unit for item in known})
    if written is None:
        if len(units) == 1:
            return units[0]
        raise UsageError("the value has no unit", f"Write one of {', '.join(units)}.")
    if all(in_unit(1.0, written, wanted) is None for wanted in units):
        shown = visible(written, keep_newlines=False)
        raise UsageError(f"{shown!r} is no unit of {known[0].quantity}", f"Write one like {', '.join(units)}.")
    return written
