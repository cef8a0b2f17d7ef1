"""The conditions under which readings were taken, as far as an input says: hardware, PCIe link, size of the job.

A bandwidth says nothing without them. They are named as in `records/baselines`, and only what stands there in so many
words counts: of two different values of one condition nobody knows which belongs to the reading, so that neither is
given. Imported only for an input with a reading that has a baseline (`QUANTITIES`).
"""

from __future__ import annotations

import re

from kb.namedtuple import TYPE_CHECKING
from kb.signals.model import QUANTITIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kb.signals.model import Condition, Signal

_READ = 256 << 10
"""Characters looked at."""

_GT_PER_S = {"2.5": 1, "5": 2, "5.0": 2, "8": 3, "8.0": 3, "16": 4, "16.0": 4, "32": 5, "32.0": 5, "64": 6, "64.0": 6}
"""Transfer rate of a PCIe lane -> generation (PCI-SIG)."""
_PCIE = (
    # lspci -vv (the state of the link, not its capability), and the line of the kernel about a limited link
    ("LnkSta:", r"LnkSta:\s*Speed (?P<rate>[\d.]+) ?GT/s[^,\n]{0,40},\s*Width x(?P<lanes>\d+)"),
    ("limited by", r"limited by (?P<rate>[\d.]+) ?GT/s PCIe x(?P<lanes>\d+)"),
    # people: PCIe Gen4 x8, PCIe 4.0 x16, gen 5
    (
        "",
        r"(?i:\bpci-?e|\bgen)[ -]?(?i:gen(?:eration)?)?[ .-]?(?P<generation>[1-7])(?:\.0)?(?!\.?\d)"
        r"(?:[ ,/]{0,3}[x×] ?(?P<lanes>1|2|4|8|16)\b)?",
    ),
    ("", r"\b[x×] ?(?P<lanes>1|2|4|8|16) (?i:lanes?|레인)|\b(?P<width>1|2|4|8|16) ?(?i:pcie lanes?|lanes\b|레인)"),
    # nvidia-smi -q
    ("PCIe Generation", r"PCIe Generation\s[^:]{0,80}(?::[^:]{0,80}){0,2}?\bCurrent\s*:\s*(?P<generation>\d)"),
    ("Link Width", r"Link Width\s[^:]{0,80}(?::[^:]{0,80}){0,2}?\bCurrent\s*:\s*(?P<lanes>\d+)x"),
)
"""Marker without which a pattern is not compiled, and the pattern; the most exact first."""
_GPU = (
    r"\b(?P<model>GB200|GH200|B200|H200|H100|H800|A100|A800|V100|MI3\d\dX|MI250X?)\b"
    r"(?P<form>(?:[ -](?:SXM\d?|PCIe|PCIE|NVL|\d{2,3} ?GB|HBM\w{1,3}))*)"
)
_COUNTS = {
    "nodes": r"\b(?:nnodes|--nodes|num_nodes)[ =:]{1,3}(\d{1,6})\b"
    r"|(?<![\d.])(\d{1,6}) ?(?:nodes?\b|노드)|노드 ?(\d{1,6}) ?[대개]",
    "ranks": r"\bworld[_ ]size[ =:]{1,3}(\d{1,6})\b|(?<![\d.])(\d{1,6}) ?(?:ranks?\b|GPUs\b|랭크)"
    r"|(?:GPU|H100|H200|A100)(?: SXM\d?)? ?(\d{1,6}) ?[대장개]",
    "message_size": r"(?<![\d.])(\d{1,6} ?[KMG]i?B)[ -]?(?:messages?\b|msgs?\b|메시지)",
    "adapter_rate": r"(?<![\d.])((?:100|200|400|800) ?Gb/s) (?:port|adapter|link|HCA|NIC|포트)",
}
_PORT_RATE = r"^\s*(?:Rate: |rate:\s+)(?P<rate>100|200|400|800)(?:$| Gb/sec)"
_NCCL_RANK = r"^#\s+Rank\s+\d+ [^\n]{0,200}?\bon\s+(?P<host>\S{1,100})\s+device"
_NCCL_ROW = r"^\s*(?P<size>\d{1,15})\s+\d+\s+(?:float|half|bfloat16|double|u?int\d*|fp8\w*)\b"


def conditions(text: str, signals: list[Signal]) -> tuple[tuple[str, Condition], ...]:
    """Conditions by name, in a fixed order; () if the input has no reading that could be compared."""
    quantities = {QUANTITIES[signal.name] for signal in signals if signal.name in QUANTITIES}
    text = text[:_READ]
    found: dict[str, set[Condition]] = {}
    for name, value in _said(text, quantities):
        found.setdefault(name, set()).add(value)
    return tuple((name, values.pop()) for name, values in sorted(found.items()) if len(values) == 1)


def _said(text: str, quantities: set[str]) -> Iterator[tuple[str, Condition]]:
    if "pcie_bandwidth" in quantities:
        yield from _link(text)
    if any(quantity.endswith("_busbw") for quantity in quantities):
        yield from _counts(text, "nodes", "ranks", "message_size")
        yield from _nccl(text)
        yield from _hardware(text)
    if "rdma_bandwidth" in quantities:
        yield "scope", "adapter"
        yield from _counts(text, "message_size", "adapter_rate")
        yield from _perftest(text)


def _link(text: str) -> Iterator[tuple[str, Condition]]:
    """Generation and lanes, both from the most exact pattern that gives them: one after the other in `_PCIE`."""
    missing = {"generation", "lanes"}
    for marker, pattern in _PCIE:
        if not missing or marker not in text:
            continue
        given: set[str] = set()
        for match in re.finditer(pattern, text):
            groups = {name: value for name, value in match.groupdict().items() if value}
            generation = groups.get("generation") or _GT_PER_S.get(groups.get("rate", ""))
            lanes = groups.get("lanes") or groups.get("width")
            for name, value in (("generation", generation), ("lanes", lanes)):
                if value and name in missing:
                    given.add(name)
                    yield name, int(value)
        missing -= given


def _counts(text: str, *names: str) -> Iterator[tuple[str, Condition]]:
    for name in names:
        for match in re.finditer(_COUNTS[name], text):
            value = next(group for group in match.groups() if group)
            yield name, int(value) if value.isdigit() else value


def _perftest(text: str) -> Iterator[tuple[str, Condition]]:
    """The memory that ib_write_bw used (the host's, unless it says CUDA or ROCm), and the rate of the port as ibstat
    and ibv_devinfo print it in the same paste."""
    if "RDMA_Write BW" in text:
        lower = text.lower()
        yield "memory", "gpu" if "cuda" in lower or "rocm" in lower else "host"
    for match in re.finditer(_PORT_RATE, text, re.MULTILINE):
        yield "adapter_rate", f"{match['rate']} Gb/s"


def _nccl(text: str) -> Iterator[tuple[str, Condition]]:
    """Hosts, devices and largest message of an output of nccl-tests."""
    hosts = [match["host"] for match in re.finditer(_NCCL_RANK, text, re.MULTILINE)]
    if not hosts:
        return
    local = re.search(r"nThread (\d{1,4}) nGpus (\d{1,4})", text)
    yield "nodes", len(set(hosts))
    yield "ranks", max(len(hosts), int(local[1]) * int(local[2]) if local else 0)
    sizes = [int(match["size"]) for match in re.finditer(_NCCL_ROW, text, re.MULTILINE)]
    if sizes:
        yield "message_size", f"{max(sizes) // 1024} KiB"


def _hardware(text: str) -> Iterator[tuple[str, Condition]]:
    """The one model of GPU that is named; of two ways to write it the fuller one."""
    models: dict[str, str] = {}
    for match in re.finditer(_GPU, text):
        form = " ".join(match["form"].replace("-", " ").split())
        if match["model"] in ("H100", "H800") and "HBM3" in form and "SXM" not in form:
            form = f"SXM {form}"  # the board says its memory where the PCIe card says PCIe
        models[match["model"]] = max(models.get(match["model"], ""), f"{match['model']} {form}".strip(), key=len)
    for name in models.values():
        yield "hardware", name
