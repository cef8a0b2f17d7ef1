"""free, /proc/meminfo, top and uptime: memory, swap, load and the processes that stand out.

Memory is judged by what is available, not by what is free: the page cache is given back when it is needed.
A high load average alone is no fault; that it is far above what it was a quarter of an hour ago is worth a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals.limits import Cell, Limits, cells, digits, gigabytes, numeric, reading
from kb.signals.model import Phrase, Signal
from kb.signals.part import Line, Part

MEMORY = Limits("memory_used_percent", "%", 90, 97)
SWAP = Limits("swap_used_percent", "%", 50, 90)
_LOAD = re.compile(r"load averages?: *(?P<one>\d+[.,]\d+),? +(?P<five>\d+[.,]\d+),? +(?P<fifteen>\d+[.,]\d+)")
_UP = re.compile(r"\bup +(?P<up>(?:\d+ days?, +)?(?:\d+:\d\d|\d+ min|\d+ sec))")
_CPU = re.compile(r"(?P<value>\d{1,3}[.,]\d) ?%?(?P<kind>us|sy|id|wa|si|st)\b")
_CPU_LIMITS = {
    "us": Limits("cpu_user", "%"), "sy": Limits("cpu_system", "%", 60), "id": Limits("cpu_idle", "%", 3, low=True),
    "wa": Limits("cpu_iowait", "%", 10, 30), "si": Limits("cpu_softirq", "%", 30, 80),
    "st": Limits("cpu_steal", "%", 10, 30),
}  # fmt: skip
_TASKS = re.compile(r"(?P<count>\d{1,7}) (?P<kind>zombie)")
_TOP_MEMORY = re.compile(
    r"(?P<value>\d{1,12}(?:\.\d{1,3})?)k?[ +]{0,4}(?P<kind>total|free|used|buff/cache|buffers|cached|avail Mem)"
)
_MEMINFO = re.compile(r"^(?P<key>[A-Z]\w+(?:\(\w+\))?): +(?P<value>\d+) kB", re.MULTILINE)
_SHOWN = (
    "MemTotal",
    "MemFree",
    "MemAvailable",
    "SwapTotal",
    "SwapFree",
    "Dirty",
    "Writeback",
    "Slab",
    "SUnreclaim",
    "Shmem",
)
_STUCK = 4
"""Processes in uninterruptible sleep from which something waits for a device or a file server."""
_MOST_LINES = 100_000


class _Size(NamedTuple):
    gb: float
    start: int
    end: int


def read_free(part: Part) -> Iterator[Signal | Phrase]:
    """`free`: what is available of memory, and how full the swap is. Only the last report counts."""
    header: list[str] = []
    last: dict[str, tuple[list[str], list[Cell]]] = {}
    for line in part.lines():
        found = cells(line)
        if found and found[0].text in ("total", "totale"):
            header = [cell.text for cell in found]
        elif found and header and found[0].text in ("Mem:", "Swap:", "-/+"):
            last[found[0].text] = (header, found)
    for kind, (titles, found) in last.items():
        offset = 2 if kind == "-/+" else 1
        named = dict(zip(titles, found[offset:], strict=False))
        if kind == "Mem:":
            yield from _share(part, named.get("total"), named.get("available"), MEMORY, free=True)
            for title in ("total", "used", "available"):
                if (
                    (cell := named.get(title))
                    and cell.text[-1:].isalpha()
                    and (size := gigabytes(cell.text)) is not None
                ):
                    yield part.signal("metric", f"memory_{title}", cell.start, cell.end, to_value=size, unit="GB")
        elif kind == "-/+" and "Mem:" in last:
            # Before there was `available`: used and free without the page cache.
            yield from _share(
                part, dict(zip(titles, last["Mem:"][1][1:], strict=False)).get("total"), found[-1], MEMORY, free=True
            )
        elif kind == "Swap:":
            yield from _share(part, named.get("total"), named.get("used"), SWAP, free=False)


def _share(part: Part, total: Cell | None, other: Cell | None, limits: Limits, *, free: bool) -> Iterator[Signal]:
    if total is None or other is None:
        return
    whole, some = gigabytes(total.text), gigabytes(other.text)
    if not whole or some is None:
        return
    yield _percent(part, limits, whole, some, other.start, other.end, free=free)


def _percent(part: Part, limits: Limits, whole: float, some: float, start: int, end: int, *, free: bool) -> Signal:
    used = round(100 * (1 - some / whole if free else some / whole), 2)
    return part.signal("metric", limits.metric, start, end, severity=limits.severity(used), to_value=used, unit="%")


def read_meminfo(part: Part) -> Iterator[Signal | Phrase]:
    """`/proc/meminfo`."""
    sizes: dict[str, _Size] = {}
    for match in _MEMINFO.finditer(part.text, 0, 100_000):
        sizes[match["key"]] = _Size(digits(float(match["value"]) * 1024e-9), match.start("value"), match.end())
    total, available = sizes.get("MemTotal"), sizes.get("MemAvailable")
    if total and available and total.gb:
        yield _percent(part, MEMORY, total.gb, available.gb, available.start, available.end, free=True)
    swap, unused = sizes.get("SwapTotal"), sizes.get("SwapFree")
    if swap and unused and swap.gb:
        yield _percent(part, SWAP, swap.gb, unused.gb, unused.start, unused.end, free=True)
    for key in _SHOWN:
        if one := sizes.get(key):
            share = one.gb / total.gb if total and total.gb else 0.0
            level = "warning" if (key == "SUnreclaim" and share > 0.3) or (key == "Dirty" and share > 0.2) else "none"
            name = "memory_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower().removeprefix("mem_")
            yield part.signal("metric", name, one.start, one.end, severity=level, to_value=one.gb, unit="GB")
    if (bad := sizes.get("HardwareCorrupted")) and bad.gb:
        yield part.signal("state", "memory hardware corrupted", bad.start, bad.end, severity="error")


def read_uptime(part: Part) -> Iterator[Signal | Phrase]:
    """`uptime` and `w`: the load."""
    for match in list(_LOAD.finditer(part.text, 0, 200_000))[-1:]:
        yield from _load(part, match)
    for match in list(_UP.finditer(part.text, 0, 200_000))[-1:]:
        yield part.phrase(match.start(), match.end())


def _load(part: Part, match: re.Match[str]) -> Iterator[Signal]:
    one, fifteen = (float(match[name].replace(",", ".")) for name in ("one", "fifteen"))
    rising = one >= 20 and one >= 4 * fifteen
    change = round((one - fifteen) / fifteen, 4) if fifteen else None
    moved = change is not None and abs(change) >= 0.5
    yield part.signal(
        "metric",
        "load_average",
        match.start("one"),
        match.end("one"),
        severity="warning" if rising else "none",
        from_value=fifteen if moved else None,
        to_value=one,
        direction=("up" if one > fifteen else "down") if moved else None,
        change=change if moved else None,
    )


def read_top(part: Part) -> Iterator[Signal | Phrase]:
    """`top`: load, CPU, memory, and the processes that wait or are dead. Only the last screen counts, because the
    CPU shares of the first are since boot."""
    begin = max(part.text.rfind("\ntop - ") + 1, 0)
    header: list[str] = []
    stuck: list[Cell] = []
    busiest: Cell | None = None
    largest: Cell | None = None
    for number, line in enumerate(part.lines()):
        if line.start < begin or number > _MOST_LINES:
            continue
        found = cells(line)
        if line.text.startswith("top - "):
            if match := _LOAD.search(part.text, line.start, line.end):
                yield from _load(part, match)
        elif "Cpu" in line.text[:8]:
            yield from _processor(part, line)
        elif line.text.startswith(("Tasks:", "Threads:")):
            for match in _TASKS.finditer(part.text, line.start, line.end):
                many = "warning" if int(match["count"]) >= 50 else "none"
                yield part.signal(
                    "metric",
                    "zombie_processes",
                    match.start("count"),
                    match.end("count"),
                    severity=many,
                    to_value=float(match["count"]),
                )
        elif re.match(r"(?:[KMGT]iB )?(?:Mem|Swap) ?:", line.text):
            yield from _top_memory(part, line)
        elif found and found[0].text == "PID":
            header = [cell.text for cell in found]
        elif header and len(found) >= len(header) and found[0].text.isdigit():
            named = dict(zip(header, found, strict=False))
            if named.get("S", found[0]).text == "D":
                stuck.append(found[len(header) - 1])
            busiest = _larger(busiest, named.get("%CPU"))
            largest = _larger(largest, named.get("%MEM"))
    if busiest and (signal := reading(part, Limits("process_cpu", "%"), busiest)):
        yield signal
    if largest and (signal := reading(part, Limits("process_memory_percent", "%", 80), largest)):
        yield signal
    for cell in stuck[:20]:
        level = "warning" if len(stuck) >= _STUCK else "info"
        yield part.signal("state", f"uninterruptible sleep: {cell.text}", cell.start, cell.end, severity=level)
        yield part.phrase(cell.start, cell.end)


def _larger(known: Cell | None, other: Cell | None) -> Cell | None:
    if other is None or not numeric([other]):
        return known
    return other if known is None or (other.value or 0) > (known.value or 0) else known


def _processor(part: Part, line: Line) -> Iterator[Signal]:
    for match in _CPU.finditer(part.text, line.start, line.end):
        limits = _CPU_LIMITS[match["kind"]]
        value = float(match["value"].replace(",", "."))
        start, end = match.span("value")
        yield part.signal(
            "metric", limits.metric, start, end, severity=limits.severity(value), to_value=value, unit="%"
        )


def _top_memory(part: Part, line: Line) -> Iterator[Signal]:
    """Memory and swap of `top`. What is available stands on the line of the swap, or has to be summed up."""
    found = {match["kind"]: match for match in _TOP_MEMORY.finditer(part.text, line.start, line.end)}
    total, free, used = (found.get(kind) for kind in ("total", "free", "used"))
    if total is None or free is None:
        return
    whole = float(total["value"])
    if "Mem" in line.text[:8]:
        below = {match["kind"]: match for match in _TOP_MEMORY.finditer(part.text, line.end, line.end + 160)}
        if "avail Mem" in below:
            spare = float(below["avail Mem"]["value"])
        else:
            given_back = (found.get("buff/cache"), found.get("buffers"), below.get("cached"))
            spare = float(free["value"]) + sum(float(match["value"]) for match in given_back if match)
        if whole:
            yield _percent(part, MEMORY, whole, min(spare, whole), *free.span("value"), free=True)
    elif whole and used:
        yield _percent(part, SWAP, whole, float(used["value"]), *used.span("value"), free=False)
