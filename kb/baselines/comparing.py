"""A reading against the baselines of its quantity: which apply, which do not and why, and how far it is from them.

Pure. A condition that the baseline states and the reading does not is missing; one that the reading states, that
other baselines of the quantity tell apart and this one does not state, is unstated. Either way nothing is claimed: a
bandwidth at 1 MiB is no share of one measured at an unknown size.
"""

from __future__ import annotations

from kb.baselines.table import HIGHER, KINDS, LOWER, Baseline, Condition, load, named
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.signals.units import convert, quantities
from kb.text import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

HARDWARE = "hardware"
ANY = "any"
"""A condition with this value holds for every reading."""
ASSUMED: dict[str, Condition] = {"direction": "one-way", "sparsity": "dense"}
"""What a reading is taken for that does not say: tools measure one way and dense unless told otherwise."""
_ONE_WAY = frozenset({"one-way", "host-to-device", "device-to-host"})
_COUNTED = frozenset({"count", "banks", "lanes", "steps"})
"""Units of numbers that are written without one."""
_NO_RATIO = frozenset({"C"})
"""Units whose zero is arbitrary: -10 C is not 125 % of -8 C."""
_NEAR = 1e-9
_HUGE = 1e30
"""No reading is as large; beyond it figures overflow."""


class Comparison(NamedTuple):
    """A reading beside one baseline.

    If `applies`, `value` is the reading in the baseline's unit, `expected` the end of the baseline that it is held
    against (the nearer one, inside a range the one to keep to), `ratio` = value / expected (None where a ratio says
    nothing) and `worse` tells whether it lies on the unhealthy side. Otherwise these are None and False, and the
    reasons are `missing` (conditions not given), `differing` (given, but other), `unstated` (given, not stated by the
    source) and `unit_differs`. `assumed` names conditions of `ASSUMED` that were taken to hold.
    """

    baseline: Baseline
    applies: bool
    value: float | None
    expected: float | None
    ratio: float | None
    worse: bool
    missing: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    unit_differs: bool = False


def compare(
    quantity: str,
    value: float,
    unit: str | None,
    conditions: Mapping[str, Condition],
    table: list[Baseline] | None = None,
) -> list[Comparison]:
    """The reading beside every baseline of the quantity: those that apply first, then by how little is missing.

    `unit` as written (GB/s and Gb/s are told apart), None for a bare count. `conditions` are keyed as in the
    baselines, with `hardware` besides. `table` replaces the shipped baselines. An unknown quantity gives [].
    """
    wanted = named(quantity)
    baselines = [baseline for baseline in (load() if table is None else table) if baseline.quantity == wanted]
    given = _told_apart(baselines, conditions)
    return sorted((_compare(baseline, value, unit, given) for baseline in baselines), key=_order)


def best(
    value: float, unit: str | None, conditions: Mapping[str, Condition], table: list[Baseline]
) -> Comparison | None:
    """The first of `compare` for the baselines of one quantity, if it applies.

    Baselines that lack a condition or differ in a number are passed over without comparing the rest: of the sixty of a
    collective a handful is left, which is what a cold `kb match` can afford.
    """
    given = _told_apart(table, conditions)
    likely = [baseline for baseline in table if _may_apply(baseline, given)]
    found = [item for item in (_compare(baseline, value, unit, given) for baseline in likely) if item.applies]
    return min(found, key=_order, default=None)


def _told_apart(baselines: list[Baseline], conditions: Mapping[str, Condition]) -> dict[str, Condition]:
    """The conditions by which these baselines are told apart."""
    keys = {key for baseline in baselines for key in baseline.conditions}
    return {key: item for key, item in conditions.items() if key in keys or key == HARDWARE}


def _may_apply(baseline: Baseline, given: Mapping[str, Condition]) -> bool:
    if not baseline.any_hardware and HARDWARE not in given:
        return False
    for key, wanted in baseline.conditions.items():
        item = given.get(key)
        if item is None:
            if wanted != ANY and ASSUMED.get(key) != wanted:
                return False
        elif isinstance(wanted, int) and isinstance(item, int) and item != wanted:
            return False
    return all(key in baseline.conditions or key == HARDWARE for key in given)


def in_unit(value: float, unit: str | None, wanted: str) -> float | None:
    """A value in another unit, or None if the two do not measure the same thing."""
    if unit is None:
        return value if wanted in _COUNTED and abs(value) < _HUGE else None
    if unit == wanted or (fold(unit) == fold(wanted) and convert(1, wanted)[1] is None):
        return value if abs(value) < _HUGE else None
    (base, base_unit), (factor, wanted_base) = convert(value, unit), convert(1, wanted)
    converted = float(f"{base / factor:.12g}")
    return converted if base_unit is not None and base_unit == wanted_base and abs(converted) < _HUGE else None


def _compare(baseline: Baseline, value: float, unit: str | None, given: Mapping[str, Condition]) -> Comparison:
    missing, differing, assumed = [], [], []
    for key, wanted in baseline.conditions.items():
        if wanted == ANY:
            continue
        if key in given:
            if not _holds(key, given[key], wanted):
                differing.append(key)
        elif ASSUMED.get(key) == wanted:
            assumed.append(key)
        else:
            missing.append(key)
    if not baseline.any_hardware:
        if HARDWARE not in given:
            missing.append(HARDWARE)
        elif not _same_hardware(str(given[HARDWARE]), baseline.hardware):
            differing.append(HARDWARE)
    unstated = [key for key in given if key not in baseline.conditions and key != HARDWARE]
    converted = in_unit(value, unit, baseline.unit)
    reasons = tuple(missing), tuple(differing), tuple(unstated), tuple(assumed), converted is None
    if converted is None or missing or differing or unstated:
        return Comparison(baseline, False, None, None, None, False, *reasons)
    is_inside = baseline.low <= converted <= baseline.high
    upper = baseline.direction == LOWER if is_inside else converted > baseline.high
    expected = baseline.high if upper else baseline.low
    ratio = None if expected <= 0 or baseline.unit in _NO_RATIO else float(f"{converted / expected:.6g}")
    worse = {HIGHER: converted < baseline.low, LOWER: converted > baseline.high}.get(baseline.direction, not is_inside)
    return Comparison(baseline, True, converted, expected, ratio, worse, *reasons)


def _same_hardware(given: str, wanted: str) -> bool:
    from kb.baselines import hardware  # its patterns are compiled only for a reading that names its hardware

    return hardware.same(given, wanted)


def _holds(key: str, given: Condition, wanted: Condition) -> bool:
    if key == "direction" and wanted == "one-way":
        return fold(str(given)) in _ONE_WAY
    left, right = _comparable(key, given), _comparable(key, wanted)
    if isinstance(left, float) and isinstance(right, float):
        return abs(left - right) <= _NEAR * max(abs(left), abs(right))
    return left == right


def _comparable(key: str, value: Condition) -> float | str:
    """A number, sizes and rates in their base unit (`16 GiB`, `400 Gb/s`), or the folded text."""
    if not isinstance(value, str):
        return float(value)
    text = fold(value)
    if key in ("generation", "lanes"):
        text = text.removeprefix("gen").removeprefix("x").strip()
    try:
        return float(text)
    except ValueError:
        found = list(quantities(value))
        if len(found) == 1 and found[0].unit and (found[0].start, found[0].end) == (0, len(value)):
            return found[0].value
    return text


def _order(comparison: Comparison) -> tuple[bool, int, int, int]:
    misfits = len(comparison.differing) * 2 + len(comparison.missing) + len(comparison.unstated)
    kind = KINDS.index(comparison.baseline.kind) if comparison.baseline.kind in KINDS else len(KINDS)
    return not comparison.applies, comparison.unit_differs, misfits, kind
