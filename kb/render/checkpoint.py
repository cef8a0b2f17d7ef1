"""The checkpoint interval as text and as JSON: how often to save, or what to change where that cannot help.

The advice stands first, the formulas and their sources below it: somebody who changes the interval of a job wants one
number, and whoever has to defend that number wants to see where it comes from.
"""

from __future__ import annotations

from kb.baselines.checkpoint import Interval, document, is_too_much, least_mtbf, longest_save
from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import Paint, figure, pad, wrap
from kb.render.messages import pick

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

SCHEMA_VERSION = 1

_MESSAGES: dict[str, tuple[str, str]] = {
    "source": ("source", "출처"),
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
    "inputs": (
        "save {save}, mean time between failures of the job {mtbf}, restart {restart}",
        "저장 {save}, 작업의 평균 장애 간격 {mtbf}, 재시작 {restart}",
    ),
    "per_node": (" ({node} of one node / {nodes} nodes)", " (노드 한 대 {node} / {nodes}대)"),
    "overhead": ("expected overhead {percent} %", "예상 오버헤드 {percent} %"),
    "no_progress": ("the job is not expected to get anywhere", "작업이 나아가지 못할 것으로 본다"),
    "not_valid": ("not valid here: {condition} does not hold", "여기서는 쓸 수 없음, 조건: {condition}"),
    "formula_young": ("Young 1974", "Young 1974"),
    "formula_daly": ("Daly 2006", "Daly 2006"),
}


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
    told = _say(
        "inputs", language, save=_duration(inputs["save_time"], language), mtbf=_duration(inputs["mtbf"], language),
        restart=_duration(inputs["restart_time"], language),
    )  # fmt: skip
    if inputs["nodes"]:
        told += _say("per_node", language, node=_duration(inputs["node_mtbf"], language), nodes=inputs["nodes"])
    lines += [*wrap(told, columns, "  "), ""]
    formulas = {formula["id"]: formula for formula in document()["formulas"]}
    for item in found:
        formula = formulas[item.formula]
        if item.formula == "daly" and inputs["save_time"] >= 2 * inputs["mtbf"]:
            formula = formulas["daly-limit"]
        invalid = "" if item.valid else "; " + _say("not_valid", language, condition=formula["valid_when"])
        text = f"{_duration(item.seconds, language)}, {_cost(item, language)}{invalid}"
        lines += wrap(text, columns, "  " + pad(_say(f"formula_{item.formula}", language), 12))
        lines += wrap(formula["expression"], columns, " " * 14)
    lines += ["", *(line for note in document()["notes"] for line in wrap(pick(note, language), columns, "  - "))]
    return "\n".join([*lines, *_formula_sources(language, columns)]) + "\n"


def _advice(best: Interval, inputs: dict[str, Any], language: str, columns: int, paint: Paint) -> list[str]:
    """How often to save, or where that cannot help, what to change instead."""
    time = _duration(best.seconds, language)
    if not is_too_much(best):
        return _bold(wrap(f"{_say('save_every', language, time=time)} ({_cost(best, language)})", columns), paint)
    times = figure(best.overhead + 1, 2) if _finite(best.overhead) is not None and best.overhead < 1e4 else ""
    told = _say("no_interval", language, time=time, times=times) if times else _say("no_interval_at_all", language)
    lines = _bold(wrap(told, columns), paint)
    save = longest_save(inputs["mtbf"], inputs["restart_time"])
    changes = [
        _say("shorten_save", language, time=_duration(save, language)) if save else _say("shorten_restart", language)
    ]
    least = _duration(least_mtbf(inputs["save_time"], inputs["restart_time"]), language)
    changes.append(_say("fail_less", language, time=least))
    return lines + [line for change in changes for line in wrap(change, columns, "  ")]


def _bold(lines: list[str], paint: Paint) -> list[str]:
    return [paint(lines[0], "bold"), *lines[1:]]


def _formula_sources(language: str, columns: int) -> Iterable[str]:
    yield ""
    for source in document()["sources"]:
        yield from wrap(f"{source['url']} {pick(source['note'], language)}", columns, f"  {_say('source', language)}: ")


def _cost(item: Interval, language: str) -> str:
    if _finite(item.overhead) is None:
        return _say("no_progress", language)
    return _say("overhead", language, percent=figure(item.overhead * 100, 2))


def _finite(value: float) -> float | None:
    return round(value, 6) if value < float("inf") else None


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


def _say(key: str, language: str, **values: object) -> str:
    return _MESSAGES[key][language == "ko"].format(**values)
