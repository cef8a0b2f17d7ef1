"""Node health checks (Azure NHC), machine-check reports (mcelog) and event logs of supercomputers (BGL, HPC).

Each line or record is about one node or component; most of them say at once what is wrong, in fields of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.templates import group_lines, template
from kb.signals.units import convert

Items = Iterator[Signal | Phrase]
_MOST = 200
_NHC = re.compile(
    r"(?P<node>\S{1,80}) \| "
    r"(?:(?P<good>Healthy|OK|PASS)|ERROR: (?:nhc: Health check failed: )?(?P<said>[^\n]+))"
)
_MEASURED = re.compile(
    r"expected (?P<sign>[<>]=?) ?(?P<limit>\d+(?:\.\d+)?) ?(?P<unit>G[bB]/s)?"
    r"[^\n]{0,40}?measured (?P<value>\d+(?:\.\d+)?)"
)
_LOW = re.compile(
    r"Bandwidth is low on device (?P<device>\d+)\.? "
    r"Reported bandwidth is (?P<value>\d+(?:\.\d+)?) ?(?P<unit>G[bB]/s)"
)
_CHECKS = (
    ("is ACTIVE", "ib port down", "error"),
    ("No IB port", "ib port down", "error"),
    ("SRAM Uncorrectable ECC", "sram uncorrectable ecc error", "error"),
    ("ow remap", "row remap", "error"),
    ("No results reported", "telemetry missing", "warning"),
    ("ECC error count", "ecc error", "error"),
    ("check_ib_link_flapping", "ib link flapping", "error"),
    ("nvlink", "nvlink error", "error"),
    ("check_fs", "filesystem check failed", "error"),
)
"""Literal in the message of a check, state, severity."""

_STATUS = re.compile(r"^STATUS (?:0x)?(?P<status>[0-9a-fA-F]{8,16})\b", re.MULTILINE)
_REPORTED = re.compile(
    r"^(?:Corrected error|Uncorrected error|Error overflow|MCA: [^\n]+|Hardware event[^\n]*"
    r"|[^\n]{0,200}(?:DIMM|dimm)[^\n]*)$",
    re.MULTILINE,
)
_BGL = re.compile(
    r"(?P<label>-|[A-Z][A-Z0-9_]{2,20}) \d{10} \d{4}\.\d\d\.\d\d \S+ \S+ \S+ (?P<type>[A-Z]+) (?P<facility>[A-Z_]+) "
    r"(?P<level>INFO|WARNING|ERROR|SEVERE|FATAL|FAILURE)(?P<message>[^\n]*)"
)
_BGL_LEVELS = {"INFO": "none", "WARNING": "warning", "ERROR": "error", "SEVERE": "error", "FATAL": "critical"}
_HPC = re.compile(r"\d+ (?P<node>\S+) (?P<part>\S+) (?P<event>\S+) \d{9,10} \d (?P<message>[^\n]*)")
_HPC_BAD = (
    ("psu", "power supply failure", "error"), ("fan", "fan failure", "error"),
    ("temphigh", "high temperature", "warning"), ("bcast-error", "link error", "error"),
    ("unavailable", "component unavailable", "warning"), ("not responding", "node not responding", "critical"),
    ("down", "component down", "error"), ("panic", "kernel panic", "critical"),
    ("ambient", "high temperature", "warning"), ("error", "hardware error", "error"),
    ("fail", "hardware failure", "error"),
)  # fmt: skip
"""Word in the event or message, state, severity."""


def nhc(part: Part) -> Items:
    """One state for each node that failed its check, with what was measured."""
    for number, line in enumerate(part.lines()):
        match = _NHC.match(line.text)
        if number == _MOST:
            break
        if match is None:
            continue
        node_end = line.start + match.end("node")
        if match["good"]:
            yield part.signal("state", "node healthy", line.start, line.end)
            continue
        start, end = line.start + match.start("said"), line.end
        yield part.phrase(start, end)
        yield part.signal("log", template(match["said"]), start, end, severity="error")
        yield part.signal("state", "health check failed", line.start, node_end, severity="error")
        yield from _check(part, start, end)


def _check(part: Part, start: int, end: int) -> Items:
    said = part.text[start:end]
    if (measured := _MEASURED.search(said)) is not None:
        unit = measured["unit"] or "GB/s"
        name = "allreduce_busbw" if "allreduce" in said or "BUS BW" in said else "bandwidth"
        place = (start + measured.start("value"), start + measured.end("value"))
        yield _bandwidth(part, name, place, measured["value"], unit)
        limit, base = convert(float(measured["limit"]), unit)
        at = (start + measured.start("limit"), start + measured.end("limit"))
        yield part.signal("metric", f"{name}_threshold", *at, to_value=limit, unit=base)
    if (low := _LOW.search(said)) is not None:
        place = (start + low.start("value"), start + low.end("unit"))
        yield _bandwidth(part, "pcie_bandwidth", place, low["value"], low["unit"])
    for literal, name, severity in _CHECKS:
        if (at_ := said.find(literal)) >= 0:
            yield part.signal("state", name, start + at_, start + at_ + len(literal), severity=severity)
            return


def _bandwidth(part: Part, name: str, place: tuple[int, int], written: str, unit: str) -> Signal:
    value, base = convert(float(written), unit)
    return part.signal("metric", name, *place, severity="error", to_value=value, unit=base, direction="down")


def mcelog(part: Part) -> Items:
    """Machine checks, decoded from the status register where only that was printed."""
    for number, match in enumerate(_STATUS.finditer(part.text)):
        if number == _MOST:
            break
        name, severity = decode_status(int(match["status"], 16))
        yield part.signal("code", name, match.start("status"), match.end("status"), severity=severity)
    for match, _ in zip(_REPORTED.finditer(part.text), range(_MOST), strict=False):
        text = match.group()
        yield part.phrase(*match.span())
        if text.startswith("MCA: "):
            yield part.signal("state", f"machine check: {text[5:100].lower()}", *match.span(), severity="warning")
        elif text.startswith("Uncorrected"):
            yield part.signal("state", "uncorrected error", *match.span(), severity="critical")
        elif text.startswith("Corrected"):
            yield part.signal("state", "corrected error", *match.span(), severity="warning")


def decode_status(status: int) -> tuple[str, str]:
    """Name and severity of an IA32_MCi_STATUS value: bit 61 says uncorrected, the low 16 bits are the compound error
    code (Intel SDM volume 3B, 16.9: memory controller `0000 0000 1MMM CCCC`, bus `0000 1PPT RRRR IILL`, cache
    `0000 0001 RRRR TTLL`, TLB `0000 0000 0001 TTLL`)."""
    code = status & 0xEFFF
    if code & 0xFF80 == 0x0080:
        kind = "memory controller error"
    elif code & 0xF800 == 0x0800:
        kind = "bus or interconnect error"
    elif code & 0xFF00 == 0x0100:
        kind = "cache error"
    elif code & 0xFFF0 == 0x0010:
        kind = "tlb error"
    else:
        kind = "machine check"
    uncorrected = bool(status >> 61 & 1)
    return f"mce {'uncorrected' if uncorrected else 'corrected'} {kind}", "critical" if uncorrected else "warning"


def events(part: Part) -> Items:
    """Kinds of events in a log of BGL or HPC, judged by their own level or event, not by their words."""
    for group, _ in zip(group_lines(part.text), range(_MOST), strict=False):
        line = part.text[group.start : min(group.end, group.start + 2000)]
        if (match := _BGL.match(line)) is not None:
            yield from _bgl(part, group.start, match, group.lines)
        elif (match := _HPC.match(line)) is not None:
            yield from _hpc(part, group.start, match, group.lines)


def _bgl(part: Part, at: int, match: re.Match[str], times: int) -> Items:
    level = _BGL_LEVELS.get(match["level"], "error")
    start, end = at + match.start("message"), at + match.end("message")
    yield part.signal("log", template(match["message"]), start, end, severity=level, times=times)
    if match["label"] != "-":
        code = f"ras {match['label'].lower()}"
        yield part.signal("code", code, at, at + match.end("label"), severity=level, times=times)


def _hpc(part: Part, at: int, match: re.Match[str], times: int) -> Items:
    said = f"{match['part']} {match['event']} {match['message']}".lower()
    start, end = at + match.start("message"), at + match.end("message")
    for word, name, severity in _HPC_BAD:
        if word in said:
            yield part.signal("state", name, start, end, severity=severity, times=times)
            yield part.signal("log", template(match["message"]), start, end, severity=severity, times=times)
            return
    yield part.signal("log", template(match["message"]), start, end, times=times)
