"""DCGM: diagnostics (`dcgmi diag`), health watches, and the state of NVLinks (`dcgmi nvlink`, `nvidia-smi nvlink`).

`dcgmi` cuts a long cell wherever the column ends, in the middle of words. Cells are put together before anything is
looked for in them. A diagnostic of level 2 that passes says nothing about NVLinks: only their own states do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.codes import find_codes
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.tables import Cell, bounded, lines_of, number, reading

_ROW = re.compile(r"^\|(?P<name>[^|\n]{3,60})\|(?P<text>[^\n]{3,400})\|$")
_VERDICT = re.compile(r"^(?P<verdict>Pass|Fail|Warn(?:ing)?|Skip|Healthy|Failure|Warning)\b")
_BANDWIDTH = re.compile(
    r"(?P<what>GPU to Host|Host to GPU|bidirectional) bandwidth:?\s{1,4}(?P<value>[\d.]{1,12}) ?(?P<unit>[GM]B/s)"
)
_KINDS = {
    "GPU to Host": "device_to_host_bandwidth", "Host to GPU": "host_to_device_bandwidth",
    "bidirectional": "host_device_bidirectional_bandwidth",
}  # fmt: skip
_STATES = (
    (re.compile(r"row\s{1,3}remapping[^.]{0,20}pending|remappings? (?:is|are) pending"), "row remap pending", "error"),
    (re.compile(r"row remap(?:ping)? failure|remap(?:ping)?s? failed"), "row remap failed", "critical"),
    (re.compile(r"uncorrectable memory errors"), "gpu uncorrectable memory errors", "error"),
    (re.compile(r"busy or unavailable"), "cuda device busy or unavailable", "error"),
    (re.compile(r"NvLink[^.]{0,40}\bdown\b|NVLink[^.]{0,40}\bdown\b"), "nvlink down", "critical"),
    (re.compile(r"thermal violation|[Tt]hrottl"), "gpu throttled", "warning"),
    (re.compile(r"(?:DBE|double[- ]bit|volatile DBE)"), "gpu uncorrectable memory errors", "error"),
    (re.compile(r"[Pp]ersistence mode[^.]{0,40}(?:disabled|not enabled)"), "persistence mode off", "warning"),
)
_BAD = {"Fail": "error", "Failure": "error", "Warn": "warning", "Warning": "warning", "Error": "error"}
_LINK_GPU = re.compile(r"^\s*(?:gpuId (?P<gpu>\d+)|physicalId (?P<switch>\d+))")
_LINK_STATES = re.compile(r"^\s+(?P<states>[UDX_](?: [UDX_]){0,80})\s*$")
_SMI_LINK = re.compile(r"^\s*Link (?P<link>\d+): (?P<state><inactive>|[\d.]+ GB/s)")
_ERROR_ROW = re.compile(
    r"^\|.{0,40}?Link (?P<link>\d+)\s*\|(?P<what>[^|\n]{3,60})\|\s*(?P<count>\d+)\s*\|", re.MULTILINE
)


class Joined:
    """The text of a cell put together from the lines it is wrapped over, and where each character stands."""

    __slots__ = ("places", "text")

    def __init__(self) -> None:
        self.text = ""
        self.places: list[int] = []

    def add(self, text: str, start: int) -> None:
        self.text += text
        self.places.extend(range(start, start + len(text)))

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.places[start], self.places[end - 1] + 1


@bounded
def read_diag(part: Part) -> Iterator[Signal | Phrase]:
    """Verdicts, and what the cells beside `Error`, `Warning` and `Info` say."""
    for name, joined in _entries(part):
        said = joined.text.rstrip()
        if not said:
            continue
        verdict = _VERDICT.match(said)
        if name.text in ("Error", "Warning", "Info", "EUD Error") or name.text.startswith(("Error", "Warning", "Info")):
            yield from _message(part, name, joined)
        elif verdict:
            yield from _verdict(part, name, joined, verdict["verdict"])
        elif "|" not in said and len(said) > 12 and " " in said:
            yield from _message(part, name, joined)


def _entries(part: Part) -> Iterator[tuple[Cell, Joined]]:
    """Names of the left column with the text beside them; a blank name goes on with the text above."""
    entries: list[tuple[Cell, Joined]] = []
    for line in lines_of(part):
        match = _ROW.match(line.text)
        if match is None or line.text.strip("|+-= ") == "":
            continue
        name, text = match["name"].strip(), match["text"]
        start = line.start + match.start("text")
        fresh = bool(name) or (entries and bool(_VERDICT.match(text.strip())))
        if fresh or not entries:
            at = line.start + match.start("name") + len(match["name"]) - len(match["name"].lstrip())
            cell = Cell(name, at, at + len(name)) if name else (entries[-1][0] if entries else Cell("", at, at))
            entries.append((cell, Joined()))
        entries[-1][1].add(text[1:-2] if text.startswith(" ") else text, start + (1 if text.startswith(" ") else 0))
    return iter(entries)


def _verdict(part: Part, name: Cell, joined: Joined, verdict: str) -> Iterator[Signal | Phrase]:
    severity = _BAD.get(verdict, "none")
    start, end = joined.span(0, len(joined.text.rstrip()))
    word = {"Pass": "passed", "Healthy": "passed", "Skip": "skipped"}.get(verdict, "failed")
    word = "warned" if severity == "warning" else word
    yield part.signal("state", f"dcgm {name.text.lower()} {word}", start, end, severity=severity)
    if severity != "none":
        yield part.phrase(name.start, name.end)


def _message(part: Part, name: Cell, joined: Joined) -> Iterator[Signal | Phrase]:
    """What a wrapped message says: states, codes, bandwidths. Beside `Info` a state is as bad as elsewhere."""
    text = joined.text.rstrip()
    yield Part(
        text, part.start, part.source, part.format, "", _absolute(part, [*joined.places, joined.places[-1] + 1])
    ).phrase(0, len(text))
    known = False
    for pattern, state, severity in _STATES:
        if match := pattern.search(text):
            known = True
            yield part.signal("state", state, *joined.span(*match.span()), severity=severity)
    for code in find_codes(text):
        known = True
        yield part.signal("code", code.name, *joined.span(code.start, code.end), severity=code.severity)
    for match in _BANDWIDTH.finditer(text):
        value = float(match["value"].strip(".") or 0) * (1 if match["unit"] == "GB/s" else 1e-3)
        start, end = joined.span(match.start("value"), match.end())
        yield part.signal("metric", _KINDS[match["what"]], start, end, to_value=value, unit="GB/s")
    bad = next((severity for word, severity in _BAD.items() if name.text.startswith(word)), None)
    if bad and not known:
        yield part.signal("state", "dcgm error", *joined.span(0, len(text)), severity=bad)


def _absolute(part: Part, places: list[int]) -> list[int]:
    return places if part.places is None else [part.places[at] for at in places]


@bounded
def read_nvlink(part: Part) -> Iterator[Signal | Phrase]:
    """Links that are down (`D`), error counters, and links without traffic in the list of `nvidia-smi nvlink`."""
    gpu = ""
    for line in lines_of(part):
        if match := _LINK_GPU.match(line.text):
            gpu = match["gpu"] or match["switch"] or ""
        elif match := _LINK_STATES.match(line.text):
            down = match["states"].split().count("D")
            start, end = line.start + match.start("states"), line.end
            if down:
                yield part.signal("state", "nvlink down", start, end, severity="critical", times=down)
                yield from reading(part, "nvlinks_down", Cell(gpu, start, end), float(down), None, "critical")
            elif "U" in match["states"]:
                yield part.signal("state", "nvlink up", start, end)
        elif match := _SMI_LINK.match(line.text):
            start, end = line.start + match.start("state"), line.start + match.end()
            if match["state"] == "<inactive>":
                yield part.signal("state", "nvlink inactive", start, end, severity="warning")
            else:
                yield from reading(part, "nvlink_speed", Cell("", start, end), number(match["state"]), "GB/s")
    for match in _ERROR_ROW.finditer(part.text[: 1 << 18]):
        count = float(match["count"])
        what = "_".join(match["what"].lower().split())
        cell = Cell("", *match.span("count"))
        yield from reading(part, f"nvlink_{what}", cell, count or None, None, "warning")
    for word in ("NvLink Link Status", "NVLINK Error Counts"):
        at = part.text.find(word)
        if at >= 0:
            yield part.phrase(at, at + len(word))
