"""Iteration lines of training programs as columns of readings.

Megatron, nanotron, torchtitan, nanoGPT, DeepSpeed and their kin print `key: value` pairs after a step number, with
differing separators, units in the key (`(ms)`) and suffixes (2.35K). One loop reads them all.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right

from kb.namedtuple import NamedTuple
from kb.signals.metric_names import by_alias
from kb.signals.units import convert, number

MOST = 20_000
"""Iterations that are read, and readings of a metric."""
_STEP = re.compile(
    r"\b(?:iteration|iter|global_step|steps?|Step)[ :=]{0,3}\s{0,10}(?P<step>\d{1,9})(?![\d.]*(?:GB|%))", re.IGNORECASE
)
_PAIR = re.compile(
    r"(?P<key>[A-Za-z%][\w%/]*+(?:[ -][\w%/]++){0,5}+(?: ?\((?:ms|s|sec|GB|GiB)\))?)['\"]?[ ]{0,2}(?::|=)[ ]{0,6}"
    r"(?P<value>[-+]?(?:\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?|nan|inf)[KMB]?)(?P<unit>GiB|GB|ms|s|%)?(?![\w:/-])"
    r"|\b(?P<spaced>loss|time|tps|mfu|lr|tokens/s|tok/s|tokens/sec|samples/s|grad_norm|gnorm)\s{1,3}"
    r"(?P<number>\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?|nan)(?P<suffix>ms|s|%)?(?![\w:/-])",
    re.IGNORECASE,
)
_KNOWN = {
    "time": ("iteration_time", "ms"), "tps": ("tokens_per_second_per_gpu", None), "tflops": ("tflops_per_gpu", None),
    "elapsed time per iteration": ("iteration_time", None), "iter time": ("iteration_time", "s"),
    "memory": ("gpu_memory_used", None),
    "elapsed time per iteration ms": ("iteration_time", "ms"), "lm loss": ("loss", None),
    "samples/sec": ("samples_per_second", None),
    "model tflops per gpu": ("tflops_per_gpu", None), "loss scale": ("loss_scale", None), "lr": ("learning_rate", None),
}  # fmt: skip
_WATCHED = frozenset(
    """iteration_time tokens_per_second tokens_per_second_per_gpu samples_per_second tflops_per_gpu mfu loss
    validation_loss grad_norm loss_scale nan_iterations skipped_iterations data_loading_time""".split()
)
_UNITS = {
    "iteration_time": "s", "tokens_per_second": "tokens/s", "tokens_per_second_per_gpu": "tokens/s/gpu",
    "samples_per_second": "samples/s", "tflops_per_gpu": "TFLOPS", "mfu": "%",
}  # fmt: skip
_UNIT_IN_KEY = r"\((\w+)\)$"
_LONGEST_ENTRY = 1500
"""Characters after the beginning of an iteration in which its pairs stand."""


class Reading(NamedTuple):
    """A value of a metric in its base unit, at the characters `start` to `end` of the part."""

    value: float
    unit: str | None
    start: int
    end: int


class Iterations(NamedTuple):
    """Where the entry of each iteration begins, and the readings by metric, both in the order of the text."""

    steps: list[int]
    readings: dict[str, list[Reading]]


def iterations(text: str) -> Iterations:
    """The iterations of a log: a few entries at both ends show the keys, each is then looked up in the whole text."""
    first = _STEP.search(text)
    if first is None:
        return Iterations([], {})
    step = re.compile(re.escape(text[first.start() : first.start("step")].rstrip(" ")) + r" *\d")
    steps = [match.start() for match in itertools.islice(step.finditer(text), MOST)]
    readings: dict[str, list[Reading]] = {}
    for start in [*steps[:5], *steps[5:][-3:]]:
        for pair in _PAIR.finditer(text, start, min(start + _LONGEST_ENTRY, _next(steps, start, len(text)))):
            named = _named(pair)
            if named and named[0] in _WATCHED and not readings.get(named[0]):
                readings[named[0]] = _column(text, pair, first.start(), named[1], named[0])
    return Iterations(steps, readings)


def _next(steps: list[int], start: int, end: int) -> int:
    at = bisect_right(steps, start)
    return steps[at] if at < len(steps) else end


def _column(text: str, pair: re.Match[str], begin: int, unit: str | None, name: str) -> list[Reading]:
    """All readings under the key of one pair."""
    place = "value" if pair["value"] else "number"
    key = re.escape(text[pair.start() : pair.start(place)].rstrip(" "))
    pattern = re.compile(rf"{key} *([-+]?(?:\d[\d,.]*(?:[eE][-+]?\d+)?|nan|NaN|inf)[KMB]?)")
    factor, base = convert(1.0, unit) if unit else (1.0, None)
    if not base:
        factor, base = 1.0, _UNITS.get(name)
    found = []
    for match in itertools.islice(pattern.finditer(text, begin), MOST):
        value = number(match[1].rstrip(".,"))
        before = text[match.start() - 1 : match.start()]
        if value is not None and not (before.isalnum() or before in ("_", "-")):
            found.append(Reading(value * factor, base, *match.span(1)))
    return found


def _named(pair: re.Match[str]) -> tuple[str, str | None] | None:
    """The metric that a key names, and the unit that it or the value carries."""
    key = (pair["key"] or pair["spaced"]).strip()
    unit = pair["unit"] or pair["suffix"]
    inner = re.search(_UNIT_IN_KEY, key)
    if inner:
        unit, key = inner[1], key[: inner.start()].strip()
    plain = key.lower().replace("_", " ")
    known = _KNOWN.get(plain)
    if known:
        return known[0], unit or known[1]
    metric = by_alias(plain)
    return (metric.name, unit) if metric else None
