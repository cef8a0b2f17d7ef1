"""Readings beside the baselines that apply to them, as text and as JSON.

A match says one sentence of each reading; `kb baseline check` says it with what the baseline was measured on, and why
the nearest of the other baselines do not apply: a figure of other hardware would be believed if it stood there alone.
Apart from `kb.render.baselines`, which lists what is known, because a match needs this half only.
"""

from __future__ import annotations

from kb.baselines import Baseline, Comparison
from kb.baselines.comparing import HARDWARE
from kb.baselines.table import HIGHER, LOWER, Condition
from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import Paint, clean, figure, pad, row, width, wrap
from kb.render.messages import pick

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

SCHEMA_VERSION = 1
INDENT = " " * 10
NEAREST = 4
"""Baselines that do not apply and are told with the reason."""

_MESSAGES: dict[str, tuple[str, str]] = {
    "reading": ("reading", "측정값"),
    "measured": ("the {value} measured", "실측값 {value}"),
    "expected": ("the {value} expected", "기대값 {value}"),
    "specification": ("the {value} specified", "사양값 {value}"),
    "threshold": ("the threshold of {value}", "기준값 {value}"),
    "limit": ("the limit of {value}", "한계값 {value}"),
    "percent": ("{reading} is {percent} % of {baseline}", "{reading}: {baseline}의 {percent} %"),
    "times": ("{reading} is {times} times {baseline}", "{reading}: {baseline}의 {times}배"),
    "inside": ("{reading} lies within {baseline}", "{reading}: {baseline} 범위 안"),
    "equal": ("{reading} equals {baseline}", "{reading}: {baseline}과(와) 같음"),
    "off": ("{reading} is {difference} {side} {baseline}", "{reading}: {baseline}보다 {difference} {side}"),
    "above": ("above", "높음"),
    "below": ("below", "낮음"),
    "tag_below": ("below", "미달"),
    "tag_above": ("above", "초과"),
    "tag_outside": ("outside", "범위 밖"),
    "tag_kept": ("kept", "충족"),
    "not_reached": ("a specification is not reached in practice", "사양값은 실제로는 나오지 않는다"),
    "assumed": ("taken to hold", "그렇다고 봄"),
    "source": ("source", "출처"),
    "note": ("note", "참고"),
    "none_apply": (
        "No baseline of {quantity} applies to this reading: nothing is claimed.",
        "이 측정값에 맞는 {quantity} 기준선이 없다. 아무것도 판단하지 않는다.",
    ),
    "not_applied": ("Not applied", "적용하지 않음"),
    "missing": ("not given: {items}", "조건 없음: {items}"),
    "differing": ("other: {items}", "조건 다름: {items}"),
    "unstated": ("not stated by the source: {items}", "출처가 밝히지 않음: {items}"),
    "unit_differs": ("given in {unit}", "단위가 {unit}"),
    "more_differ": (
        "and {count} more that do not apply (--all)",
        "적용되지 않는 기준선 {count}개 더 있음(--all)",
    ),
}


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison; for one that applies, with the keys of `baselines` in the contract of `kb match --json`."""
    baseline = comparison.baseline
    shown: dict[str, Any] = {"id": baseline.id, "quantity": baseline.quantity, "applies": comparison.applies}
    if comparison.applies:
        shown |= {
            "value": comparison.value,
            "unit": baseline.unit,
            "expected": comparison.expected,
            "ratio": comparison.ratio,
            "worse": comparison.worse,
            "kind": baseline.kind,
            "direction": baseline.direction,
            "hardware": baseline.hardware,
            "conditions": baseline.conditions,
            "assumed": {key: baseline.conditions[key] for key in comparison.assumed},
            "source": baseline.url,
        }
    else:
        shown |= {
            "missing": list(comparison.missing),
            "differing": list(comparison.differing),
            "unstated": list(comparison.unstated),
            "unit_differs": comparison.unit_differs,
        }
    return shown


def check_text(
    comparisons: list[Comparison],
    reading: tuple[str, float, str | None],
    given: Mapping[str, Condition],
    language: str,
    columns: int,
    paint: Paint,
    *,
    every: bool = False,
) -> str:
    """What `kb baseline check` prints: the comparisons that apply, then why the nearest of the others do not, or with
    `every` all of them.

    `reading` is quantity, value and unit.
    """
    quantity, value, unit = reading
    conditions = "".join(f", {key}={item}" for key, item in given.items())
    head = f"{quantity} {figure(value)}{_unit(unit)}{conditions}"
    lines = wrap(clean(head), columns, paint(_say("reading", language), "bold") + ": ", "  ")
    applied = [comparison for comparison in comparisons if comparison.applies]
    for comparison in applied:
        lines += ["", *_applied(comparison, language, columns, paint)]
    if not applied:
        lines += ["", *wrap(_say("none_apply", language, quantity=quantity), columns)]
    others = [comparison for comparison in comparisons if not comparison.applies]
    if others:
        lines += ["", paint(_say("not_applied", language), "bold")]
        shown = others if every or len(others) <= NEAREST + 1 else others[:NEAREST]
        room = max(width(item.baseline.id) for item in shown) + 2
        for comparison in shown:
            text = f"{amount(comparison.baseline, language)}: {_reasons(comparison, given, language)}"
            lines += row(comparison.baseline.id, room, text, columns)
        if len(shown) < len(others):
            lines.append("  " + _say("more_differ", language, count=len(others) - len(shown)))
    return "\n".join(lines) + "\n"


def sentence(comparison: Comparison, language: str) -> str:
    """A comparison that applies in one sentence: `6.1 GB/s is 43 % of the 14.2 GB/s measured`."""
    baseline, value, expected = comparison.baseline, comparison.value or 0.0, comparison.expected or 0.0
    is_range = baseline.low != baseline.high
    reading = f"{figure(value)} {baseline.unit}"
    if is_range and baseline.low <= value <= baseline.high:
        return _say(
            "inside", language, reading=reading, baseline=_stated(baseline, amount(baseline, language), language)
        )
    stated = _stated(baseline, f"{figure(expected)} {baseline.unit}", language)
    if value == expected:
        return _say("equal", language, reading=reading, baseline=stated)
    if comparison.ratio is None:
        side = _say("above" if value > expected else "below", language)
        difference = f"{figure(abs(value - expected))} {baseline.unit}"
        return _say("off", language, reading=reading, difference=difference, side=side, baseline=stated)
    if comparison.ratio < 2:
        return _say("percent", language, reading=reading, percent=figure(comparison.ratio * 100, 2), baseline=stated)
    return _say("times", language, reading=reading, times=figure(comparison.ratio, 2), baseline=stated)


def _applied(comparison: Comparison, language: str, columns: int, paint: Paint) -> Iterable[str]:
    baseline = comparison.baseline
    key = "tag_kept"
    if comparison.worse:
        key = {HIGHER: "tag_below", LOWER: "tag_above"}.get(baseline.direction, "tag_outside")
    tag = pad(_say(key, language), len(INDENT))
    yield from wrap(
        sentence(comparison, language), columns, paint(tag, "yellow" if comparison.worse else "green"), INDENT
    )
    board = "" if baseline.hardware == "any" else f" ({baseline.hardware})"
    yield from wrap(clean(f"{baseline.id}: {pick(baseline.label, language)}{board}"), columns, INDENT)
    if comparison.assumed:
        assumed = pairs({key: baseline.conditions[key] for key in comparison.assumed})
        yield from wrap(f"{_say('assumed', language)}: {assumed}", columns, INDENT)
    if baseline.kind == "specification":
        yield from wrap(f"{_say('note', language)}: {_say('not_reached', language)}", columns, INDENT)
    if baseline.note:
        yield from wrap(f"{_say('note', language)}: {clean(pick(baseline.note, language))}", columns, INDENT)
    yield f"{INDENT}{_say('source', language)}: {clean(baseline.url)}"


def _reasons(comparison: Comparison, given: Mapping[str, Condition], language: str) -> str:
    wanted = {**comparison.baseline.conditions, HARDWARE: comparison.baseline.hardware}
    parts = []
    if comparison.unit_differs:
        parts.append(_say("unit_differs", language, unit=comparison.baseline.unit))
    for key, names in (("differing", comparison.differing), ("missing", comparison.missing)):
        if names:
            parts.append(_say(key, language, items=pairs({name: wanted[name] for name in names})))
    if comparison.unstated:
        items = pairs({name: given[name] for name in comparison.unstated})
        parts.append(_say("unstated", language, items=clean(items)))
    return "; ".join(parts)


def _stated(baseline: Baseline, amount: str, language: str) -> str:
    return _say(baseline.kind, language, value=amount)


def _unit(unit: str | None) -> str:
    return f" {unit}" if unit else ""


def amount(baseline: Baseline, language: str) -> str:
    """The value or the range of a baseline, with its unit."""
    low, high = figure(baseline.low), figure(baseline.high)
    between = "~" if language == "ko" else " to "
    return f"{low} {baseline.unit}" if low == high else f"{low}{between}{high} {baseline.unit}"


def pairs(conditions: Mapping[str, Condition]) -> str:
    """Conditions as they are typed: `generation=4, lanes=8`."""
    return ", ".join(f"{key}={value}" for key, value in conditions.items())


def _say(key: str, language: str, **values: object) -> str:
    return _MESSAGES[key][language == "ko"].format(**values)
