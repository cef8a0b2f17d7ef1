"""df, lfs df, lsblk, mount and mdstat: what is full, read-only or degraded.

Space free is not enough: a file system without free inodes takes no file, and a Lustre file system is full for
those whose files lie on its one full target. A loop-mounted image or a CD is always 100 % full and means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.limits import Cell, Limits, cells, gigabytes
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_SPACE = Limits("disk_used_percent", "%", 90, 97)
_INODES = Limits("inode_used_percent", "%", 90, 97)
_FULL = 99.0
_MOST_LINES = 5000
_MOST_HEALTHY = 12
_MOST_BAD = 60
_ALWAYS_FULL = ("/dev/loop", "/dev/sr", "squashfs", "udf", "iso9660", "efivarfs")
_PERCENT = re.compile(r"(?:\d{1,3}%|-)$")
_TARGET = re.compile(r"\S*?(?P<target>(?:OST|MDT)[0-9a-f]{4})(?:_UUID)?\b")
_UNREADABLE = re.compile(
    r"(?:inactive device|Resource temporarily unavailable|Stale file handle"
    r"|Transport endpoint is not connected|Input/output error)"
)


def read_df(part: Part) -> Iterator[Signal | Phrase]:
    """`df` with any options and `lfs df`: how full each file system is, of space or of inodes."""
    limits, unit = _SPACE, "K"
    pending: list[Cell] = []
    healthy = bad = 0
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            return
        found = cells(line)
        if not found:
            continue
        if found[0].text in ("Filesystem", "UUID", "파일", "Filesystem:"):
            limits = _INODES if re.search(r"\bI(?:node|Use)", line.text) else _SPACE
            unit = (
                "B"
                if "1B-blocks" in line.text
                else "M"
                if "1M-blocks" in line.text
                else "G"
                if "1G-blocks" in line.text
                else "K"
            )
            pending = []
            continue
        if match := _UNREADABLE.search(line.text):
            start = line.start + match.start()
            yield part.signal(
                "state", f"filesystem unreachable: {match.group().lower()}", start, line.end, severity="error"
            )
            yield part.phrase(line.start, line.end)
            continue
        if len(found) == 1:
            # A name too long for its column stands on a line of its own.
            pending = found
            continue
        percent = next((index for index, cell in enumerate(found) if index and _PERCENT.match(cell.text)), None)
        if percent is None or percent < (3 if not pending else 2):
            pending = []
            continue
        name = pending[0] if pending else found[0]
        pending = []
        used = found[percent].value
        if used is None or name.text.startswith(_ALWAYS_FULL) or any(cell.text in _ALWAYS_FULL for cell in found[:3]):
            continue
        wrong = limits.severity(used) != "none"
        healthy, bad = healthy + (not wrong), bad + wrong
        if (wrong and bad <= _MOST_BAD) or healthy <= _MOST_HEALTHY:
            yield from _filesystem(part, limits, name, found, percent, used, unit)


def _filesystem(
    part: Part, limits: Limits, name: Cell, found: list[Cell], percent: int, used: float, unit: str
) -> Iterator[Signal | Phrase]:
    cell = found[percent]
    level = limits.severity(used)
    target = _TARGET.match(name.text)
    yield part.signal("metric", limits.metric, cell.start, cell.end, severity=level, to_value=used, unit="%")
    if limits is _SPACE and level != "none" and (free := gigabytes(found[percent - 1].text, unit)) is not None:
        yield part.signal(
            "metric", "disk_available", found[percent - 1].start, found[percent - 1].end, to_value=free, unit="GB"
        )
    if level == "none":
        return
    mount = found[-1] if len(found) > percent + 1 else name
    if target:
        state = (
            f"{'mdt' if 'MDT' in name.text else 'ost'} {'full' if used >= _FULL else 'nearly full'}: {target['target']}"
        )
    elif limits is _INODES:
        state = "inodes exhausted" if used >= _FULL else "inodes nearly exhausted"
    else:
        state = "disk full" if used >= _FULL else "disk nearly full"
    yield part.signal("state", state, name.start, mount.end, severity="error" if used >= _FULL else level)
    yield part.phrase(name.start, name.end)
    yield part.phrase(mount.start, mount.end)


_MOUNT = re.compile(
    r"^(?P<device>\S+) on (?P<where>\S+) type (?P<type>\w+) \((?P<options>[^)\n]{1,2000})\)?", re.MULTILINE
)
_REAL = frozenset({"ext3", "ext4", "xfs", "btrfs", "zfs", "nfs", "nfs4", "lustre", "ceph", "fuse", "beegfs"})


def read_mount(part: Part) -> Iterator[Signal | Phrase]:
    """`mount`: file systems for data that are mounted read-only."""
    for match in list(_MOUNT.finditer(part.text, 0, 1 << 20))[:400]:
        if match["type"] not in _REAL:
            continue
        options = match["options"].split(",")
        wrong = options[0] == "ro" and match["where"] not in ("/boot", "/usr") and "/snap" not in match["where"]
        state = "filesystem read-only" if wrong else "filesystem mounted"
        level = ("error" if match["device"].startswith("/dev/") else "warning") if wrong else "none"
        yield part.signal("state", f"{state}: {match['where']}", *match.span(), severity=level)
        yield part.phrase(*match.span())


def read_lsblk(part: Part) -> Iterator[Signal | Phrase]:
    """`lsblk`: the devices there are, and disks that are read-only."""
    header: list[str] = []
    for number, line in enumerate(part.lines()):
        found = cells(line)
        if not found or number > 2000:
            continue
        if found[0].text == "NAME":
            header = [cell.text for cell in found]
        elif header and len(found) >= 3 and "RO" in header and "TYPE" in header:
            kind = next(
                (
                    cell
                    for cell in found
                    if cell.text in ("disk", "part", "lvm", "crypt") or cell.text.startswith("raid")
                ),
                None,
            )
            index = found.index(kind) - 1 if kind else 0
            if kind and index > 0 and kind.text == "disk":
                read_only = found[index].text == "1"
                state = "disk read-only" if read_only else "disk present"
                yield part.signal(
                    "state",
                    f"{state}: {found[0].text}",
                    line.start,
                    line.end,
                    severity="warning" if read_only else "none",
                )


_ARRAY = re.compile(r"^(?P<name>md\S{0,40}) : (?P<state>active|inactive)(?P<rest>[^\n]*)", re.MULTILINE)
_DISKS = re.compile(r"\[(?P<want>\d+)/(?P<have>\d+)\] \[(?P<map>[U_]+)\]")
_SYNC = re.compile(r"(?P<kind>recovery|resync|reshape|check) *= *(?P<percent>\d+(?:\.\d+)?)%")
_FAILED = re.compile(r"(?P<device>[\w-]{1,40})\[\d+\]\(F\)")
_CONTAINER = "super external:"


def read_mdstat(part: Part) -> Iterator[Signal | Phrase]:
    """`/proc/mdstat`: arrays that are degraded, inactive or rebuilding."""
    found = list(_ARRAY.finditer(part.text, 0, 1 << 20))[:200]
    for index, match in enumerate(found):
        end = found[index + 1].start() if index + 1 < len(found) else len(part.text)
        yield from _array(part, match, min(end, match.end() + 2000))


def _array(part: Part, match: re.Match[str], end: int) -> Iterator[Signal | Phrase]:
    text, name = part.text, match["name"]
    wrong = False
    disks = _DISKS.search(text, match.end(), end)
    if match["state"] == "inactive" and _CONTAINER not in text[match.end() : end]:
        wrong = True
        yield part.signal("state", f"raid inactive: {name}", match.start(), match.end("state"), severity="error")
    if disks and int(disks["have"]) < int(disks["want"]):
        wrong = True
        yield part.signal("state", f"raid degraded: {name}", *disks.span(), severity="error")
        yield part.phrase(*disks.span())
    for failed in list(_FAILED.finditer(text, match.start(), match.end()))[:20]:
        wrong = True
        yield part.signal(
            "state",
            f"raid member failed: {failed['device']}",
            *failed.span(),
            severity="error" if disks and int(disks["have"]) < int(disks["want"]) else "warning",
        )
        yield part.phrase(*failed.span())
    if sync := _SYNC.search(text, match.end(), end):
        level = "warning" if sync["kind"] == "recovery" else "info"
        yield part.signal(
            "metric",
            f"raid_{sync['kind']}_progress",
            *sync.span("percent"),
            severity=level,
            to_value=float(sync["percent"]),
            unit="%",
        )
        yield part.phrase(*sync.span())
    if not wrong:
        yield part.signal("state", f"raid active: {name}", match.start(), match.end("state"))
    else:
        yield part.phrase(match.start(), match.end())
