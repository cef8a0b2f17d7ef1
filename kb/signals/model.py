"""What was read out of an input: plain immutable values, no logic.

NamedTuples, not dataclasses: importing `dataclasses` costs a third of the time that a cold
`kb match` may take in all.
"""

from __future__ import annotations

import re

from kb.namedtuple import NamedTuple

Span = tuple[int, int]
"""Start and end offset in bytes of the original input, end exclusive."""

INITIATING, CASCADE, CONTEXT = "initiating", "cascade", "context"
"""Roles: what began it, what followed from it, what merely stands beside it."""

BINARY = "binary"
"""The format of an input that is no text; nothing is read of it."""

Condition = str | int | float
"""Value of a condition under which a reading was taken, as in `records/baselines`."""

QUANTITIES = {
    "pcie_bandwidth": "pcie_bandwidth",
    "host_to_device_bandwidth": "pcie_bandwidth",
    "device_to_host_bandwidth": "pcie_bandwidth",
    "pcie_link_width": "pcie_link_width",
    "allreduce_busbw": "allreduce_busbw",
    "allgather_busbw": "allgather_busbw",
    "reducescatter_busbw": "reducescatter_busbw",
    "rdma_write_bandwidth": "rdma_bandwidth",
    "apply_time": "apply_time",
    "nfs_rtt": "nfs_round_trip",
    "nfs_read_rtt": "nfs_round_trip",
    "nfs_write_rtt": "nfs_round_trip",
    "nfs_retransmit_share": "nfs_retransmissions",
}
"""Name of a metric -> the quantity of `records/baselines` that it measures."""

_TRAINING = "log:train"
_READINGS = ("cmd:", "bench:", "metrics:", "webhook:")

SEVERITIES = ("none", "info", "warning", "error", "critical")


class Signal(NamedTuple):
    """One thing the input shows.

    `kind` is `metric`, `code`, `log` (a line reduced to its template), `state` or `place`. `name` is canonical: a
    metric name such as `tokens_per_second`, a code such as `xid 79`, a template, or a state such as `alert resolved`.
    For metrics `from_value` and `to_value` are in `unit` (a base unit), `direction` is `up`, `down`, `flat`, `spike`
    or `periodic`, and `change` is relative (-0.56 for a fall by 56 %). `text` is the input at `span`, without terminal
    escapes and secrets, with the escapes of JSON strings undone and wrapped cells of a table put together; `times`
    says how often the same was seen.
    """

    kind: str
    name: str
    text: str
    span: Span
    role: str = CONTEXT
    severity: str = "none"
    from_value: float | None = None
    to_value: float | None = None
    unit: str | None = None
    direction: str | None = None
    change: float | None = None
    times: int = 1


def is_reading(text: str) -> bool:
    """Whether a line is a row of named figures, four or more: `loss: 2.1 | grad norm: 0.9`; times of day are none."""
    marks = text.count(":") + text.count("=")
    return marks >= 4 and len(re.findall(r"[^\W\d][)\]\"']*\s*[:=]\s*[-+]?\d", text)) >= 4


def _is_row(text: str) -> bool:
    """Whether a line is nothing but names and figures in turn, three or more: `step 100 loss 3.21 tok/s 14010`."""
    words = text.split()
    figures = [word.lstrip("+-")[:1].isdigit() for word in words]
    return sum(figures) >= 3 and figures == [place % 2 == 1 for place in range(len(words))]


class Phrase(NamedTuple):
    """A piece of the input that carries words worth searching for; `text` is the input at `span`, as in `Signal`."""

    text: str
    span: Span
    role: str = CONTEXT


class Signals(NamedTuple):
    """Everything that was read: `format` and `language` (`en`, `ko`, `mixed` or `none`) of the whole, number of bytes
    read, whether there were more, the signals in the order in which they stand, the phrases for the search, the
    conditions under which readings were taken (given only if there is a metric of `QUANTITIES`), and whether it is a
    short message that says all is well."""

    format: str
    language: str
    size: int
    truncated: bool
    signals: tuple[Signal, ...]
    phrases: tuple[Phrase, ...]
    conditions: tuple[tuple[str, Condition], ...] = ()
    all_well: bool = False

    @property
    def severity(self) -> str:
        """The worst severity of any signal; `none` if nothing here looks wrong."""
        return max((signal.severity for signal in self.signals), key=SEVERITIES.index, default="none")

    @property
    def comparable(self) -> bool:
        """Whether there is a reading for which a baseline may exist."""
        return any(signal.name in QUANTITIES for signal in self.signals)

    @property
    def healthy(self) -> bool:
        """Whether a reading of machines was understood and nothing in it is out of order, or a short message says so.

        Never said of other prose or of logs that tell anything but readings and what every start prints: that nothing
        bad was recognised there does not mean that nothing is wrong.
        """
        if self.severity not in ("none", "info"):
            return False
        if self.all_well:
            return True
        if self.format.startswith(_READINGS):
            return bool(self.signals)
        usual = {signal.span for signal in self.signals if signal.kind == "log" and signal.role == CONTEXT}
        return self.format.startswith(_TRAINING) and all(
            phrase.span in usual or is_reading(phrase.text) or _is_row(phrase.text) for phrase in self.phrases
        )
