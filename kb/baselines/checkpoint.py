"""How often to save a checkpoint: the formulas of Young (1974) and Daly (2006), and what they cost.

`records/baselines/checkpoint-interval.json` holds the formulas with their validity, examples and sources, for
people; here they are computed, and the tests hold the two against each other. Failures are taken as independent and
random in time. All times are in seconds.
"""

from __future__ import annotations

import functools
import json
import math
import os

from kb.baselines.table import directory
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ID = "checkpoint-interval"
TOO_MUCH = 1.0
"""Expected overhead from which on no interval is advised: more than half of the time would go into saving, restarting
and work done again."""


class Interval(NamedTuple):
    """One formula's answer: the time of work between two saves, and the share of work-free time it costs.

    `overhead` is the expected extra time over the bare work (0.05: a job of 100 h takes 105 h), infinite if the job
    is not expected to get anywhere. `valid` tells whether the formula may be used for these inputs.
    """

    formula: str
    seconds: float
    overhead: float
    valid: bool


def intervals(save_time: float, mtbf: float, restart_time: float = 0.0) -> list[Interval]:
    """What each formula says, the preferred one first.

    `save_time` is for how long a save blocks the work, `mtbf` the mean time between failures of the whole job;
    both above 0. Raises ValueError otherwise.
    """
    if not (0 < save_time < math.inf and 0 < mtbf < math.inf and 0 <= restart_time < math.inf):
        raise ValueError("save time and mean time between failures must be above 0, the restart time not below")
    return [
        Interval(name, seconds, overhead(seconds, save_time, mtbf, restart_time), valid)
        for name, seconds, valid in (
            ("daly", daly(save_time, mtbf), True),
            ("young", young(save_time, mtbf), save_time < mtbf / 2),
        )
    ]


def young(save_time: float, mtbf: float) -> float:
    """sqrt(2 d M): first order, for d well below M."""
    return math.sqrt(2 * save_time * mtbf)


def daly(save_time: float, mtbf: float) -> float:
    """sqrt(2 d M) (1 + sqrt(d / 2M) / 3 + d / 18M) - d for d < 2M, otherwise M."""
    if save_time >= 2 * mtbf:
        return mtbf
    share = save_time / (2 * mtbf)
    return young(save_time, mtbf) * (1 + math.sqrt(share) / 3 + share / 9) - save_time


def overhead(interval: float, save_time: float, mtbf: float, restart_time: float = 0.0) -> float:
    """Expected extra time as a share of the bare work: saving, work done again and restarts.

    M / T exp(R / M) (exp((T + d) / M) - 1) - 1, the expectation under random failures that may also hit a save or a
    restart; Daly's interval is close to its minimum.
    """
    try:
        return mtbf / interval * math.exp(restart_time / mtbf) * math.expm1((interval + save_time) / mtbf) - 1
    except OverflowError:
        return math.inf


def is_too_much(best: Interval) -> bool:
    """Whether even the best interval costs so much that saving cannot help."""
    return best.overhead > TOO_MUCH


def longest_save(mtbf: float, restart_time: float = 0.0) -> float | None:
    """The save time up to which an interval helps, in seconds; None if restarting alone costs too much."""
    return _bound(lambda save: not is_too_much(intervals(save, mtbf, restart_time)[0]), 1e-6 * mtbf, mtbf)


def least_mtbf(save_time: float, restart_time: float = 0.0) -> float:
    """The mean time between failures from which on an interval helps, in seconds."""
    most = 1e3 * (save_time + restart_time)
    found = _bound(lambda part: not is_too_much(intervals(save_time, most / part, restart_time)[0]), 1.0, 1e6)
    return most / (found or 1.0)


def _bound(holds: Callable[[float], bool], low: float, high: float) -> float | None:
    """The largest value up to which something holds, to a part in a thousand; None if it does not hold at `low`."""
    if not holds(low):
        return None
    while high > 1.001 * low:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


@functools.cache
def document() -> dict[str, Any]:
    """The formulas as they are told to people: statement, inputs, notes, sources."""
    with open(os.path.join(directory(), f"{ID}.json"), "rb") as file:
        found: dict[str, Any] = json.loads(file.read())
    return found
