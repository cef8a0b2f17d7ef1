"""Baselines, readings beside them, and the checkpoint interval, as text and as JSON."""

from __future__ import annotations

from kb.baselines import Baseline, Comparison
from kb.baselines.checkpoint import Interval, document, is_too_much, least_mtbf, longest_save
from kb.baselines.comparing import HARDWARE
from kb.baselines.table import HIGHER, LOWER, Condition
from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import Paint, clean, pad, width, wrap
from kb.render.messages import pick

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

SCHEMA_VERSION = 1
INDENT = " " * 10
NEAREST = 4
"""Baselines that do not apply and are told with the reason."""
NARROW = 40
"""Columns that a text needs beside a name."""

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
    "kind_measured": ("measured", "실측"),
    "kind_expected": ("expected", "기대"),
    "kind_specification": ("specification", "사양"),
    "kind_threshold": ("threshold", "기준"),
    "kind_limit": ("limit", "한계"),
    "higher-is-better": ("higher is better", "높을수록 좋음"),
    "lower-is-better": ("lower is better", "낮을수록 좋음"),
    "range": ("between the two", "두 값 사이가 정상"),
    "not_reached": ("a specification is not reached in practice", "사양값은 실제로는 나오지 않는다"),
    "assumed": ("taken to hold", "그렇다고 봄"),
    "source": ("source", "출처"),
    "note": ("note", "참고"),
    "hardware": ("hardware", "하드웨어"),
    "any_hardware": ("any with these conditions", "조건이 같으면 무관"),
    "conditions": ("conditions", "조건"),
    "quantity": ("quantity", "항목"),
    "value": ("value", "값"),
    "none_apply": (
        "No baseline of {quantity} applies to this reading: nothing is claimed.",
        "이 측정값에 맞는 {quantity} 기준선이 없다. 아무것도 판단하지 않는다.",
    ),
    "not_applied": ("Not applied", "적용하지 않음"),
    "missing": ("not given: {items}", "조건 없음: {items}"),
    "differing": ("other: {items}", "조건 다름: {items}"),
    "unstated": ("not stated by the source: {items}", "출처가 밝히지 않음: {items}"),
    "unit_differs": ("given in {unit}", "단위가 {unit}"),
    "found": ("{shown} of {total} baselines", "기준선 {total}개 중 {shown}개"),
    "no_baseline": ("No baseline matches.", "맞는 기준선이 없다."),
    "save_every": ("Save after every {time} of work", "작업 {time}마다 저장한다"),
    "no_interval": (
        "No interval helps: at the best one, {time}, the job takes {times} times its bare work",
        "어떤 간격도 도움이 되지 않는다. 가장 나은 {time}에서도 작업이 순수 작업 시간의 {times}배 걸린다",
    ),
    "no_interval_at_all": (
        "No interval helps: the job is not expected to get anywhere",
        "어떤 간격도 도움이 되지 않는다. 작업이 나아가지 못할 것으로 본다",
    ),
    "shorten_save": (
        "Save in less than about {time}: asynchronously, fewer bytes a save, faster storage.",
        "저장이 학습을 막는 시간을 약 {time} 아래로 줄인다. 비동기 저장, 저장량 축소, 더 빠른 스토리지.",
    ),
    "shorten_restart": (
        "Restart faster first: restarting alone takes more time than the work.",
        "먼저 재시작 시간을 줄인다. 재시작에만 작업보다 많은 시간이 든다.",
    ),
    "fail_less": (
        "Or fail less often, {time} apart or more: fewer nodes, spare nodes, the commonest failure mended.",
        "또는 평균 장애 간격을 {time} 이상으로 늘린다. 노드 수 축소, 예비 노드, 가장 잦은 장애의 해결.",
    ),
    "more_differ": (
        "and {count} more that do not apply (--all)",
        "적용되지 않는 기준선 {count}개 더 있음(--all)",
    ),
    "more_mention": (
        "{count} more have the words in their hardware or conditions only (--all)",
        "하드웨어나 조건에만 그 말이 있는 기준선 {count}개 더 있음(--all)",
    ),
    "inputs": (
        "save {save}, mean time between failures of the job {mtbf}, restart {restart}",
        "저장 {save}, 작업의 평균 장애 간격 {mtbf}, 재시작 {restart}",
    ),
    "per_node": (" ({node} of one node / {nodes} nodes)", " (노드 한 대 {node} / {nodes}대)"),
    "overhead": ("expected overhead {percent} %", "예상 오버헤드 {percent} %"),
    "no_progress": ("the job is not expected to get anywhere", "작업이 나아가지 못할 것으로 본다"),
    "not_valid": ("not valid here: {condition} does not hold", "여기서는 쓸 수 없음: {condition}이 아님"),
    "formula_young": ("Young 1974", "Young 1974"),
    "formula_daly": ("Daly 2006", "Daly 2006"),
}


def say(key: str, language: str, **values: object) -> str:
    """One message of this table in a language, with its values filled in."""
    return _MESSAGES[key][language == "ko"].format(**values)


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
    head = f"{quantity} {_figure(value)}{_unit(unit)}{conditions}"
    lines = wrap(clean(head), columns, paint(say("reading", language), "bold") + ": ", "  ")
    applied = [comparison for comparison in comparisons if comparison.applies]
    for comparison in applied:
        lines += ["", *_applied(comparison, language, columns, paint)]
    if not applied:
        lines += ["", *wrap(say("none_apply", language, quantity=quantity), columns)]
    others = [comparison for comparison in comparisons if not comparison.applies]
    if others:
        lines += ["", paint(say("not_applied", language), "bold")]
        shown = others if every or len(others) <= NEAREST + 1 else others[:NEAREST]
        room = max(width(item.baseline.id) for item in shown) + 2
        for comparison in shown:
            text = f"{_amount(comparison.baseline)}: {_reasons(comparison, given, language)}"
            lines += _row(comparison.baseline.id, room, text, columns)
        if len(shown) < len(others):
            lines.append("  " + say("more_differ", language, count=len(others) - len(shown)))
    return "\n".join(lines) + "\n"


def sentence(comparison: Comparison, language: str) -> str:
    """A comparison that applies in one sentence: `6.1 GB/s is 43 % of the 14.2 GB/s measured`."""
    baseline, value, expected = comparison.baseline, comparison.value or 0.0, comparison.expected or 0.0
    is_range = baseline.low != baseline.high
    reading = f"{_figure(value)} {baseline.unit}"
    if is_range and baseline.low <= value <= baseline.high:
        return say("inside", language, reading=reading, baseline=_stated(baseline, _amount(baseline), language))
    stated = _stated(baseline, f"{_figure(expected)} {baseline.unit}", language)
    if value == expected:
        return say("equal", language, reading=reading, baseline=stated)
    if comparison.ratio is None:
        side = say("above" if value > expected else "below", language)
        difference = f"{_figure(abs(value - expected))} {baseline.unit}"
        return say("off", language, reading=reading, difference=difference, side=side, baseline=stated)
    if comparison.ratio < 2:
        return say("percent", language, reading=reading, percent=_figure(comparison.ratio * 100, 2), baseline=stated)
    return say("times", language, reading=reading, times=_figure(comparison.ratio, 2), baseline=stated)


def list_text(found: list[Baseline], total: int, language: str, columns: int, paint: Paint, *, besides: int = 0) -> str:
    """One line a baseline, under the name of its quantity; `besides` is the number of those left out."""
    if not found:
        return say("no_baseline", language) + "\n"
    lines: list[str] = []
    room = max(width(item.id) for item in found) + 2
    quantity = ""
    for item in sorted(found, key=lambda item: item.quantity):
        if item.quantity != quantity:
            quantity = item.quantity
            lines.append(paint(quantity, "bold"))
        text = f"{_amount(item)} {say(f'kind_{item.kind}', language)}: {pick(item.label, language)}"
        lines += _row(item.id, room, text, columns)
    lines.append(say("found", language, shown=len(found), total=total))
    if besides:
        lines.append(say("more_mention", language, count=besides))
    return "\n".join(lines) + "\n"


def baseline_text(baseline: Baseline, language: str, columns: int, paint: Paint) -> str:
    """One baseline, every field."""
    any_hardware = f" ({say('any_hardware', language)})" if baseline.any_hardware else ""
    value = f"{_amount(baseline)}, {say(f'kind_{baseline.kind}', language)}, {say(baseline.direction, language)}"
    rows = [
        ("quantity", baseline.quantity),
        ("value", value),
        ("conditions", _pairs(baseline.conditions) or "-"),
        ("hardware", baseline.hardware + any_hardware),
        ("note", pick(baseline.note, language)),
    ]
    lines = wrap(clean(pick(baseline.label, language)), columns, paint(baseline.id, "bold") + "  ", "  ")
    room = max(width(say(key, language)) for key, _ in rows) + 4
    for key, text in rows:
        if text:
            lines += wrap(clean(text), columns, pad("  " + say(key, language), room))
    return "\n".join([*lines, pad("  " + say("source", language), room) + clean(baseline.url)]) + "\n"


def formula_text(language: str, columns: int, paint: Paint) -> str:
    """The statement, notes and sources of the checkpoint interval."""
    told = document()
    lines = wrap(pick(told["label"], language), columns, paint(told["id"], "bold") + "  ", "  ")
    lines += ["", *wrap(pick(told["statement"], language), columns, "  ", "  ")]
    lines += [line for note in told["notes"] for line in wrap(pick(note, language), columns, "  - ")]
    return "\n".join([*lines, *_formula_sources(language, columns)]) + "\n"


def interval_json(found: list[Interval], inputs: dict[str, Any]) -> dict[str, Any]:
    """The intervals in seconds with their expected overhead (null: without end), whether the best of them helps at all,
    and where the formulas come from."""
    shown = [item._asdict() | {"overhead": _finite(item.overhead)} for item in found]
    sources = [source["url"] for source in document()["sources"]]
    helps = not is_too_much(found[0])
    return {"schema_version": SCHEMA_VERSION, "inputs": inputs, "helps": helps, "intervals": shown, "sources": sources}


def interval_text(found: list[Interval], inputs: dict[str, Any], language: str, columns: int, paint: Paint) -> str:
    """What `kb baseline checkpoint-interval` prints; `inputs` holds seconds, `nodes` and `node_mtbf`."""
    lines = _advice(found[0], inputs, language, columns, paint)
    told = say(
        "inputs", language, save=_duration(inputs["save_time"], language), mtbf=_duration(inputs["mtbf"], language),
        restart=_duration(inputs["restart_time"], language),
    )  # fmt: skip
    if inputs["nodes"]:
        told += say("per_node", language, node=_duration(inputs["node_mtbf"], language), nodes=inputs["nodes"])
    lines += [*wrap(told, columns, "  "), ""]
    formulas = {formula["id"]: formula for formula in document()["formulas"]}
    for item in found:
        formula = formulas[item.formula]
        if item.formula == "daly" and inputs["save_time"] >= 2 * inputs["mtbf"]:
            formula = formulas["daly-limit"]
        invalid = "" if item.valid else "; " + say("not_valid", language, condition=formula["valid_when"])
        text = f"{_duration(item.seconds, language)}, {_cost(item, language)}{invalid}"
        lines += wrap(text, columns, "  " + pad(say(f"formula_{item.formula}", language), 12))
        lines += wrap(formula["expression"], columns, " " * 14)
    lines += ["", *(line for note in document()["notes"] for line in wrap(pick(note, language), columns, "  - "))]
    return "\n".join([*lines, *_formula_sources(language, columns)]) + "\n"


def _advice(best: Interval, inputs: dict[str, Any], language: str, columns: int, paint: Paint) -> list[str]:
    """How often to save, or where that cannot help, what to change instead."""
    time = _duration(best.seconds, language)
    if not is_too_much(best):
        return _bold(wrap(f"{say('save_every', language, time=time)} ({_cost(best, language)})", columns), paint)
    times = _figure(best.overhead + 1, 2) if _finite(best.overhead) is not None and best.overhead < 1e4 else ""
    told = say("no_interval", language, time=time, times=times) if times else say("no_interval_at_all", language)
    lines = _bold(wrap(told, columns), paint)
    save = longest_save(inputs["mtbf"], inputs["restart_time"])
    changes = [
        say("shorten_save", language, time=_duration(save, language)) if save else say("shorten_restart", language)
    ]
    least = _duration(least_mtbf(inputs["save_time"], inputs["restart_time"]), language)
    changes.append(say("fail_less", language, time=least))
    return lines + [line for change in changes for line in wrap(change, columns, "  ")]


def _bold(lines: list[str], paint: Paint) -> list[str]:
    return [paint(lines[0], "bold"), *lines[1:]]


def _applied(comparison: Comparison, language: str, columns: int, paint: Paint) -> Iterable[str]:
    baseline = comparison.baseline
    key = "tag_kept"
    if comparison.worse:
        key = {HIGHER: "tag_below", LOWER: "tag_above"}.get(baseline.direction, "tag_outside")
    tag = pad(say(key, language), len(INDENT))
    yield from wrap(
        sentence(comparison, language), columns, paint(tag, "yellow" if comparison.worse else "green"), INDENT
    )
    board = "" if baseline.hardware == "any" else f" ({baseline.hardware})"
    yield from wrap(clean(f"{baseline.id}: {pick(baseline.label, language)}{board}"), columns, INDENT)
    if comparison.assumed:
        assumed = _pairs({key: baseline.conditions[key] for key in comparison.assumed})
        yield from wrap(f"{say('assumed', language)}: {assumed}", columns, INDENT)
    if baseline.kind == "specification":
        yield from wrap(f"{say('note', language)}: {say('not_reached', language)}", columns, INDENT)
    if baseline.note:
        yield from wrap(f"{say('note', language)}: {clean(pick(baseline.note, language))}", columns, INDENT)
    yield f"{INDENT}{say('source', language)}: {clean(baseline.url)}"


def _row(name: str, room: int, text: str, columns: int) -> list[str]:
    """A name of `room` columns and a text beside it, or below it where the terminal is narrow."""
    if columns - room < NARROW:
        return [f"  {name}", *wrap(text, columns, "    ")]
    return wrap(text, columns, "  " + pad(name, room))


def _reasons(comparison: Comparison, given: Mapping[str, Condition], language: str) -> str:
    wanted = {**comparison.baseline.conditions, HARDWARE: comparison.baseline.hardware}
    parts = []
    if comparison.unit_differs:
        parts.append(say("unit_differs", language, unit=comparison.baseline.unit))
    for key, names in (("differing", comparison.differing), ("missing", comparison.missing)):
        if names:
            parts.append(say(key, language, items=_pairs({name: wanted[name] for name in names})))
    if comparison.unstated:
        items = _pairs({name: given[name] for name in comparison.unstated})
        parts.append(say("unstated", language, items=clean(items)))
    return "; ".join(parts)


def _formula_sources(language: str, columns: int) -> Iterable[str]:
    yield ""
    for source in document()["sources"]:
        yield from wrap(f"{source['url']} {pick(source['note'], language)}", columns, f"  {say('source', language)}: ")


def _stated(baseline: Baseline, amount: str, language: str) -> str:
    return say(baseline.kind, language, value=amount)


def _cost(item: Interval, language: str) -> str:
    if _finite(item.overhead) is None:
        return say("no_progress", language)
    return say("overhead", language, percent=_figure(item.overhead * 100, 2))


def _finite(value: float) -> float | None:
    return round(value, 6) if value < float("inf") else None


def _amount(baseline: Baseline) -> str:
    low, high = _figure(baseline.low), _figure(baseline.high)
    return f"{low} {baseline.unit}" if low == high else f"{low} to {high} {baseline.unit}"


def _pairs(conditions: Mapping[str, Condition]) -> str:
    return ", ".join(f"{key}={value}" for key, value in conditions.items())


def _unit(unit: str | None) -> str:
    return f" {unit}" if unit else ""


def _figure(value: float, digits: int = 6) -> str:
    """A number as a person writes it: at most so many significant digits, no digit before the point dropped."""
    if abs(value) >= 1e15:
        return f"{value:.{digits}g}"
    whole = len(str(int(abs(value))))
    shown = f"{value:,.{max(0, digits - whole)}f}" if abs(value) >= 1 else f"{value:.{digits}g}"
    return shown.rstrip("0").rstrip(".") if "." in shown and "e" not in shown else shown


def _duration(seconds: float, language: str) -> str:
    """`24 min 51 s`; the two largest units, rounded; below a minute three digits."""
    units = ("일", "시간", "분", "초") if language == "ko" else (" d", " h", " min", " s")
    if seconds < 60:
        return f"{seconds:.3g}{units[-1]}"
    sizes = [*zip(units, (86400, 3600, 60, 1), strict=True)]
    place = next(index for index, (_, size) in enumerate(sizes) if seconds >= size)
    smallest = sizes[min(place + 1, 3)][1]
    rest = round(seconds / smallest) * smallest
    parts = []
    for unit, size in sizes[: place + 2]:
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count}{unit}")
    return " ".join(parts)
