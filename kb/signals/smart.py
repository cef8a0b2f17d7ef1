"""smartctl and `nvme smart-log`: whether a disk says that it is failing.

The verdict (PASSED, FAILED) comes late: pending and uncorrectable sectors and media errors count before it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.limits import Limits, cells
from kb.signals.model import Phrase, Signal
from kb.signals.part import Line, Part

_PAIR = re.compile(r"^\s*(?P<key>[A-Za-z][\w &/().-]{2,60}?)\s*:\s+(?P<value>\S[^\n]*)$")
_VERDICT = re.compile(r"(?:self-assessment test result|SMART Health Status): *(?P<value>[A-Z]\w*!?)")
_SELF_TEST = re.compile(r"^# ?\d+ .{4,40}?(?P<status>Completed: \w+ failure|Fatal or unknown error)")
_NUMBER = re.compile(r"0x[0-9a-fA-F]{1,32}|\d[\d,]*")
_NVME = {
    "critical_warning": Limits("nvme_critical_warning", None, None, 1),
    "temperature": Limits("disk_temperature", "C", 75, 85),
    "available_spare": Limits("disk_spare", "%", 20, 10, low=True),
    "percentage_used": Limits("disk_wear", "%", 90, 100),
    "media_errors": Limits("disk_media_errors", None, 1, 100),
    "media_and_data_integrity_errors": Limits("disk_media_errors", None, 1, 100),
    "unsafe_shutdowns": Limits("unsafe_shutdowns"),
    "num_err_log_entries": Limits("disk_error_log_entries"),
    "error_information_log_entries": Limits("disk_error_log_entries"),
    "power_on_hours": Limits("power_on_hours"),
    "warning_temperature_time": Limits("disk_overheated_time", "s", 60, factor=60),
    "critical_composite_temperature_time": Limits("disk_critical_temperature_time", "s", 60, factor=60),
    "critical_comp._temperature_time": Limits("disk_critical_temperature_time", "s", 60, factor=60),
    "warning_comp._temperature_time": Limits("disk_overheated_time", "s", 60, factor=60),
    "ata_error_count": Limits("disk_error_count", None, 1),
    "current_drive_temperature": Limits("disk_temperature", "C", 60, 70),
    "elements_in_grown_defect_list": Limits("disk_grown_defects", None, 10, 1000),
}  # fmt: skip
_ATTRIBUTES = {
    "Reallocated_Sector_Ct": Limits("disk_reallocated_sectors", None, 1, 100),
    "Current_Pending_Sector": Limits("disk_pending_sectors", None, 1, 10),
    "Offline_Uncorrectable": Limits("disk_uncorrectable_sectors", None, 1, 10),
    "Reported_Uncorrect": Limits("disk_uncorrectable_errors", None, 1, 100),
    "UDMA_CRC_Error_Count": Limits("disk_crc_errors", None, 100),
    "Spin_Retry_Count": Limits("disk_spin_retries", None, 1, 100),
    "End-to-End_Error": Limits("disk_end_to_end_errors", None, 1, 10),
    "Reallocated_Event_Count": Limits("disk_reallocation_events", None, 1),
    "Temperature_Celsius": Limits("disk_temperature", "C", 60, 70),
    "Wear_Leveling_Count": Limits("disk_wear_leveling"),
    "Command_Timeout": Limits("disk_command_timeouts"),
}  # fmt: skip
_NAMED = ("Device Model", "Model Number", "Model Family", "Product", "Firmware Version")
_MOST_LINES = 3000


def read(part: Part) -> Iterator[Signal | Phrase]:
    """The verdict, the attributes that foretell a failure, and the errors logged."""
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            return
        if verdict := _VERDICT.search(line.text):
            good = verdict["value"] in ("PASSED", "OK")
            state = "smart passed" if good else "smart failed"
            yield part.signal("state", state, line.start, line.end, severity="none" if good else "error")
            yield part.phrase(line.start, line.end)
        elif test := _SELF_TEST.match(line.text):
            start = line.start + test.start("status")
            yield part.signal("state", "smart self-test failed", start, line.start + test.end(), severity="error")
            yield part.phrase(line.start, line.end)
        elif line.text[:6].strip().isdigit() or line.text.lstrip()[:1].isdigit():
            yield from _attribute(part, line)
        elif pair := _PAIR.match(line.text):
            yield from _pair(part, line, pair)


def _attribute(part: Part, line: Line) -> Iterator[Signal | Phrase]:
    found = cells(line)
    if len(found) < 10 or not found[0].text.isdigit():
        return
    limits = _ATTRIBUTES.get(found[1].text)
    failing = found[8].text in ("FAILING_NOW", "In_the_past")
    raw = found[9].value
    if limits and raw is not None:
        level = limits.severity(raw)
        yield part.signal(
            "metric", limits.metric, found[9].start, found[9].end, severity=level, to_value=raw, unit=limits.unit
        )
        if level != "none":
            yield part.phrase(found[1].start, found[1].end)
    if failing:
        level = "error" if found[8].text == "FAILING_NOW" else "warning"
        yield part.signal("state", f"smart attribute failing: {found[1].text}", line.start, line.end, severity=level)
        yield part.phrase(found[1].start, found[1].end)


def _pair(part: Part, line: Line, pair: re.Match[str]) -> Iterator[Signal | Phrase]:
    start, end = line.start + pair.start("value"), line.start + pair.end("value")
    if pair["key"].strip() in _NAMED:
        yield part.phrase(start, end)
        return
    limits = _NVME.get("_".join(pair["key"].lower().split()))
    number = _NUMBER.match(pair["value"])
    if limits is None or number is None:
        return
    value = int(number.group(), 16) if number.group().startswith("0x") else float(number.group().replace(",", ""))
    value = float(value) * limits.factor
    if limits.metric == "disk_temperature" and value > 200:
        # Kelvin, as some versions of nvme-cli print it.
        value -= 273
    level = limits.severity(value)
    yield part.signal(
        "metric", limits.metric, start, start + number.end(), severity=level, to_value=value, unit=limits.unit
    )
    if level != "none":
        yield part.phrase(line.start, line.end)
