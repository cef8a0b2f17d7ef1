"""The baselines themselves: what one is, and how they are read from `records/baselines/`.

One file a group. The files are checked by `kb validate` (KB060 to KB067), so that reading them takes them at their
word and stays cheap.
"""

from __future__ import annotations

import functools
import json
import os

from kb import config
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

HIGHER, LOWER, RANGE = "higher-is-better", "lower-is-better", "range"
DIRECTIONS = (HIGHER, LOWER, RANGE)
"""Which side of the value is healthy."""
KINDS = ("measured", "expected", "threshold", "limit", "specification")
"""What a value is, the one to compare with first in front: a specification is not reached in practice."""

Condition = str | int | float


class Baseline(NamedTuple):
    """One healthy value, from `low` to `high` (equal for a single figure) in `unit`, the unit of the source.

    `conditions` are what a reading must have in common with it; `hardware` must match too unless `any_hardware`.
    `direction` is one of `DIRECTIONS`, `kind` one of `KINDS`. `label` and `note` are texts by language.
    """

    id: str
    group: str
    quantity: str
    label: dict[str, str]
    low: float
    high: float
    unit: str
    hardware: str
    any_hardware: bool
    conditions: dict[str, Condition]
    direction: str
    kind: str
    url: str
    note: dict[str, str]


def load() -> list[Baseline]:
    """All baselines, by group and in the order of the files."""
    return list(_load(directory()))


def load_quantity(quantity: str) -> list[Baseline]:
    """The baselines of one quantity. Only the files that name it are parsed: a tenth of the time of `load`.

    Without the tables there are none: a match must not fail for want of a comparison.
    """
    return list(_load_quantity(directory(), quantity))


def find(baseline_id: str) -> Baseline | None:
    """The baseline of that id (case folded), or None."""
    wanted = fold(baseline_id)
    return next((baseline for baseline in _load(directory()) if fold(baseline.id) == wanted), None)


def quantities() -> list[str]:
    """Names of the quantities that have a baseline, sorted."""
    return sorted({baseline.quantity for baseline in _load(directory())})


def named(quantity: str) -> str:
    """The canonical form of a quantity as written: `PCIe-bandwidth` is `pcie_bandwidth`."""
    return fold(quantity).replace("-", "_").replace(" ", "_")


def nearest_quantities(written: str) -> list[str]:
    """At most three known quantities that are spelt like `written` or share a word with it, best first."""
    from difflib import get_close_matches

    known, wanted = quantities(), named(written)
    words = {word for word in wanted.split("_") if len(word) > 2}
    sharing = sorted(known, key=lambda name: -len(words & set(name.split("_"))))
    sharing = [name for name in sharing if words & set(name.split("_"))]
    return list(dict.fromkeys([*get_close_matches(wanted, known, 3, 0.7), *sharing]))[:3]


def directory() -> str:
    """Folder of the baselines, installed or in a checkout."""
    return os.path.join(config.records_dir(), "baselines")


@functools.cache
def _load(folder: str) -> tuple[Baseline, ...]:
    return tuple(baseline for content in _files(folder) for baseline in _baselines(content))


@functools.cache
def _load_quantity(folder: str, quantity: str) -> tuple[Baseline, ...]:
    quoted = json.dumps(quantity).encode()
    if not os.path.isdir(folder):
        return ()
    files = [content for content in _files(folder) if quoted in content]
    return tuple(item for content in files for item in _baselines(content) if item.quantity == quantity)


def _files(folder: str) -> Iterator[bytes]:
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), "rb") as file:
                yield file.read()


def _baselines(content: bytes) -> list[Baseline]:
    group = json.loads(content)
    return [_baseline(entry, group) for entry in group.get("baselines", ())]


def _baseline(entry: dict[str, Any], group: dict[str, Any]) -> Baseline:
    value, source = entry["value"], entry["source"]
    low, high = value if isinstance(value, list) else (value, value)
    return Baseline(
        entry["id"], group["group"], entry["quantity"], entry["label"], low, high, entry["unit"], entry["hardware"],
        entry["quantity"] in group.get("any_hardware", ()), entry["conditions"], entry["direction"], entry["kind"],
        source["url"], source["note"] or {},
    )  # fmt: skip
