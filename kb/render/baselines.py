"""The table of baselines as text and as JSON: a list of many, every field of one.

What `kb baseline list` and `show` print. How a reading compares with a baseline is worded in `kb.render.comparison`.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.comparison import amount, pairs
from kb.render.layout import Paint, clean, pad, row, width, wrap
from kb.render.messages import pick

if TYPE_CHECKING:
    from typing import Any

    from kb.baselines import Baseline

_MESSAGES: dict[str, tuple[str, str]] = {
    "kind_measured": ("measured", "실측"),
    "kind_expected": ("expected", "기대"),
    "kind_specification": ("specification", "사양"),
    "kind_threshold": ("threshold", "기준"),
    "kind_limit": ("limit", "한계"),
    "higher-is-better": ("higher is better", "높을수록 좋음"),
    "lower-is-better": ("lower is better", "낮을수록 좋음"),
    "range": ("between the two", "두 값 사이가 정상"),
    "source": ("source", "출처"),
    "note": ("note", "참고"),
    "hardware": ("hardware", "하드웨어"),
    "any_hardware": ("any with these conditions", "조건이 같으면 무관"),
    "conditions": ("conditions", "조건"),
    "quantity": ("quantity", "항목"),
    "value": ("value", "값"),
    "found": ("{shown} of {total} baselines", "기준선 {total}개 중 {shown}개"),
    "no_baseline": ("No baseline matches.", "맞는 기준선이 없다."),
    "more_mention": (
        "{count} more have the words in their hardware or conditions only (--all)",
        "하드웨어나 조건에만 그 말이 있는 기준선 {count}개 더 있음(--all)",
    ),
}


def baseline_json(baseline: Baseline) -> dict[str, Any]:
    """A baseline with the keys of its file, its group and whether the hardware must match."""
    value = baseline.low if baseline.low == baseline.high else [baseline.low, baseline.high]
    return {
        "id": baseline.id,
        "group": baseline.group,
        "quantity": baseline.quantity,
        "label": baseline.label,
        "value": value,
        "unit": baseline.unit,
        "hardware": baseline.hardware,
        "any_hardware": baseline.any_hardware,
        "conditions": baseline.conditions,
        "direction": baseline.direction,
        "kind": baseline.kind,
        "source": {"url": baseline.url, "note": baseline.note or None},
    }


def list_text(found: list[Baseline], total: int, language: str, columns: int, paint: Paint, *, besides: int = 0) -> str:
    """One line a baseline, under the name of its quantity; `besides` is the number of those left out."""
    if not found:
        return _say("no_baseline", language) + "\n"
    lines: list[str] = []
    room = max(width(item.id) for item in found) + 2
    quantity = ""
    for item in sorted(found, key=lambda item: item.quantity):
        if item.quantity != quantity:
            quantity = item.quantity
            lines.append(paint(quantity, "bold"))
        text = f"{amount(item, language)} {_say(f'kind_{item.kind}', language)}: {pick(item.label, language)}"
        lines += row(item.id, room, text, columns)
    lines.append(_say("found", language, shown=len(found), total=total))
    if besides:
        lines.append(_say("more_mention", language, count=besides))
    return "\n".join(lines) + "\n"


def baseline_text(baseline: Baseline, language: str, columns: int, paint: Paint) -> str:
    """One baseline, every field."""
    any_hardware = f" ({_say('any_hardware', language)})" if baseline.any_hardware else ""
    value = (
        f"{amount(baseline, language)}, {_say(f'kind_{baseline.kind}', language)}, {_say(baseline.direction, language)}"
    )
    rows = [
        ("quantity", baseline.quantity),
        ("value", value),
        ("conditions", pairs(baseline.conditions) or "-"),
        ("hardware", baseline.hardware + any_hardware),
        ("note", pick(baseline.note, language)),
    ]
    lines = wrap(clean(pick(baseline.label, language)), columns, paint(baseline.id, "bold") + "  ", "  ")
    room = max(width(_say(key, language)) for key, _ in rows) + 4
    for key, text in rows:
        if text:
            lines += wrap(clean(text), columns, pad("  " + _say(key, language), room))
    return "\n".join([*lines, pad("  " + _say("source", language), room) + clean(baseline.url)]) + "\n"


def _say(key: str, language: str, **values: object) -> str:
    return _MESSAGES[key][language == "ko"].format(**values)
