"""sar, mpstat, pidstat and sadf: many small tables over time, all read by the names of their columns.

One table of column names serves them all. `Average:` lines are left out if there are readings over time. Of processes
only those that wait, thrash or fill a core are worth a signal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.signals.limits import Cell, Limits, Reading, cells, numeric, read_cell, readings
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_MOST_LINES = 20_000
_MOST_SERIES = 400
_MOST_HEALTHY = 30
_MOST_BAD = 100

COLUMNS: dict[str, Limits] = {
    "%iowait": Limits("cpu_iowait", "%", 10, 30), "%wio": Limits("cpu_iowait", "%", 10, 30),
    "%steal": Limits("cpu_steal", "%", 10, 30), "%idle": Limits("cpu_idle", "%", 3, low=True),
    "%soft": Limits("cpu_softirq", "%", 30, 80), "%irq": Limits("cpu_irq", "%", 30, 80),
    "%usr": Limits("cpu_user", "%"), "%user": Limits("cpu_user", "%"), "%sys": Limits("cpu_system", "%", 60),
    "%system": Limits("cpu_system", "%", 60),
    "runq-sz": Limits("run_queue"), "ldavg-1": Limits("load_average"),
    "blocked": Limits("blocked_processes", None, 4, 20),
    "pswpin/s": Limits("swap_in", "pages/s", 100, 5000), "pswpout/s": Limits("swap_out", "pages/s", 100, 5000),
    "majflt/s": Limits("major_page_faults", "faults/s", 500),
    "pgscand/s": Limits("direct_reclaim", "pages/s", 10_000),
    "%memused": Limits("memory_used_percent", "%"), "%commit": Limits("memory_committed_percent", "%"),
    "%swpused": Limits("swap_used_percent", "%", 50, 90),
    "r_await": Limits("disk_read_await", "s", 0.02, 0.1, factor=1e-3),
    "w_await": Limits("disk_write_await", "s", 0.02, 0.1, factor=1e-3),
    "await": Limits("disk_await", "s", 0.02, 0.1, factor=1e-3), "%util": Limits("disk_utilization", "%"),
    "aqu-sz": Limits("disk_queue_length", None, 32), "avgqu-sz": Limits("disk_queue_length", None, 32),
    "tps": Limits("iops", "iops"),
    "rxkB/s": Limits("network_receive", "GB/s", factor=1024e-9),
    "txkB/s": Limits("network_transmit", "GB/s", factor=1024e-9),
    "%ifutil": Limits("network_utilization", "%", 90), "rxerr/s": Limits("receive_errors", "packets/s", 0.1, 10),
    "txerr/s": Limits("transmit_errors", "packets/s", 0.1, 10),
    "rxdrop/s": Limits("receive_drops", "packets/s", 1, 100),
    "txdrop/s": Limits("transmit_drops", "packets/s", 1, 100),
    "rxfifo/s": Limits("receive_overruns", "packets/s", 1, 100),
    "retrans/s": Limits("retransmits", "1/s", 10, 100), "badcall/s": Limits("nfs_bad_calls", "1/s", 1),
    "%fsused": Limits("disk_used_percent", "%", 90, 97), "%Iused": Limits("inode_used_percent", "%", 90, 97),
    "degC": Limits("temperature", "C", 90, 100),
    "%CPU": Limits("process_cpu", "%"), "%MEM": Limits("process_memory_percent", "%", 80),
    "iodelay": Limits("io_delay", "ticks", 100),
    "kB_rd/s": Limits("process_read", "GB/s", factor=1024e-9),
    "kB_wr/s": Limits("process_write", "GB/s", factor=1024e-9),
    "%wait": Limits("process_cpu_wait", "%", 50),
}  # fmt: skip
"""Column -> metric. A file system or disk has no limit where load alone is no fault."""

_LEAD = re.compile(r"(?:#? *\d\d:\d\d:\d\d(?:[.,]\d+)?(?: [AP]M)?|\d{9,10}|Average:|Summary:|#\s+Time)\s+", re.ASCII)
_KEYS = ("CPU", "DEV", "IFACE", "DEVICE", "FILESYSTEM", "MOUNTPOINT", "TTY", "FAN", "TEMP", "NODE", "SENSOR")
_JSON = {
    "iowait": "%iowait", "steal": "%steal", "idle": "%idle", "soft": "%soft", "user": "%user", "system": "%system",
    "usr": "%usr", "sys": "%sys", "irq": "%irq", "swpused-percent": "%swpused", "memused-percent": "%memused",
    "r_await": "r_await", "w_await": "w_await", "util": "%util", "avgqu-sz": "avgqu-sz", "await": "await",
    "util-percent": "%util", "aqu-sz": "aqu-sz", "runq-sz": "runq-sz", "ldavg-1": "ldavg-1",
    "blocked": "blocked",
    "rxerr": "rxerr/s", "txerr": "txerr/s", "rxdrop": "rxdrop/s", "txdrop": "txdrop/s", "ifutil-percent": "%ifutil",
    "pswpin": "pswpin/s", "pswpout": "pswpout/s", "majflt": "majflt/s", "rxkB": "rxkB/s", "txkB": "txkB/s",
    "tps": "tps",
    "retrans": "retrans/s", "fsused-percent": "%fsused", "Iused-percent": "%Iused",
}  # fmt: skip


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Readings of sar, mpstat and pidstat."""
    series: dict[tuple[str, str], list[Reading]] = {}
    averages: dict[tuple[str, str], list[Reading]] = {}
    names: dict[str, Cell] = {}
    header: list[Cell] = []
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            break
        lead = _LEAD.match(line.text.lstrip())
        if lead is None:
            continue
        offset = len(line.text) - len(line.text.lstrip()) + lead.end()
        found = [cell for cell in cells(line) if cell.start >= line.start + offset]
        if not found:
            continue
        if not numeric(found):
            header = found if any(cell.text in COLUMNS for cell in found) else []
        elif header and len(found) >= len(header):
            target = averages if line.text.startswith("Average:") else series
            _take(header, found, target, names)
    yield from signals(part, series or averages, names)


def _take(
    header: Sequence[Cell], found: Sequence[Cell], series: dict[tuple[str, str], list[Reading]], names: dict[str, Cell]
) -> None:
    key = ""
    for title, cell in zip(header, found, strict=False):
        if title.text in _KEYS and not key:
            key, names[cell.text] = cell.text, cell
    titles = [title.text for title in header]
    if "PID" in titles or "TGID" in titles:
        # The command is the last column and says more than the number.
        key = found[len(header) - 1].text if titles[-1] == "Command" else found[titles.index("PID")].text
        names[key] = found[len(header) - 1]
    for name, cell in zip(titles, found, strict=False):
        limits = COLUMNS.get(name)
        if limits is None or (name in ("%usr", "%system", "%user") and "PID" in titles):
            continue
        one = read_cell(limits, cell)
        if one and one.value >= 0 and ((name, key) in series or len(series) < _MOST_SERIES):
            series.setdefault((name, key), []).append(one)


def signals(
    part: Part, series: dict[tuple[str, str], list[Reading]], names: dict[str, Cell]
) -> Iterator[Signal | Phrase]:
    """One signal a series: those that are bad, and the first that are not; single CPUs only if they are bad."""
    healthy, bad, phrased = 0, 0, set()
    idle_disks = {
        key for (title, key), found in series.items() if title == "tps" and max(one.value for one in found) < 5
    }
    for (title, key), found in series.items():
        limits = COLUMNS[title]
        if title == "%system" or title == "%sys":
            limits = limits if key in ("all", "-1", "") else limits._replace(warning=95)
        if limits.metric.startswith("disk_") and limits.unit != "%" and key in idle_disks:
            limits = limits._replace(warning=None, error=None)
        if limits.metric == "retransmits" and key == "":
            limits = limits._replace(metric="tcp_retransmits")
        signal = readings(part, limits, found)
        if signal is None:
            continue
        wrong = signal.severity not in ("none", "info")
        one_cpu = key.isdigit() and ("%" in title) and title not in ("%CPU", "%MEM", "%wait")
        if one_cpu and (not wrong or title in ("%idle", "%iowait")):
            continue
        bad, healthy = bad + wrong, healthy + (not wrong)
        if (wrong and bad <= _MOST_BAD) or (not wrong and healthy <= _MOST_HEALTHY):
            yield signal
        if wrong and key in names and key not in phrased:
            phrased.add(key)
            yield part.phrase(names[key].start, names[key].end)
        if wrong and title not in phrased:
            phrased.add(title)
            yield from _title(part, title)


def _title(part: Part, title: str) -> Iterator[Phrase]:
    at = part.text.find(title)
    if at >= 0:
        yield part.phrase(at, at + len(title))


def read_json(part: Part) -> Iterator[Signal | Phrase]:
    """`sadf -j`: the same readings as a JSON document."""
    from kb.signals.jsontree import Node, parse

    document = parse(part.text)
    series: dict[tuple[str, str], list[Reading]] = {}
    names: dict[str, Cell] = {}
    hosts = document.root.items("sysstat", "hosts") if document else []

    def take(node: Node, key: str) -> None:
        for name, value in node.fields().items():
            title = _JSON.get(name, name)
            if title in COLUMNS and isinstance(value.value, int | float):
                limits = COLUMNS[title]
                one = Reading(float(value.value) * limits.factor, value.start, value.end)
                series.setdefault((title, key), []).append(one)

    for host in hosts[:20]:
        for moment in host.items("statistics")[:2000]:
            for section in moment.fields().values():
                groups = [section, *section.fields().values()]
                for group in groups:
                    take(group, "")
                    for item in group.items():
                        where = next(
                            (
                                item.at(name)
                                for name in ("cpu", "disk-device", "disk_device", "iface", "filesystem")
                                if item.at(name)
                            ),
                            None,
                        )
                        key = where.text() if where else ""
                        if where:
                            names[key] = Cell(key, where.start, where.end)
                        take(item, key)
    yield from signals(part, series, names)
