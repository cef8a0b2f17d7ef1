"""Answers and sessions that never change: tests of how a screen looks do not depend on how well a match is ranked."""

from __future__ import annotations

from tui_corpus import CHECKS, COMMAND, NASTY, RECORDS

from kb.answer import Answer, Match
from kb.baselines import Baseline, Comparison
from kb.diagnose import Diagnosis
from kb.diagnose.checks import Candidate, Check, Made, check
from kb.diagnose.hypotheses import Hypothesis, Prior, RedHerring
from kb.evidence import Evidence
from kb.rank import Ranked
from kb.signals.model import Signal, Signals
from kb.triage import Session

READINGS = (
    "time   step  tokens_per_second\n"
    "02:10  4810  14020\n02:11  4811  13990\n02:12  4812  14010\n"
    "02:13  4813  6100\n02:14  4814  6080\n02:15  4815  6110\n"
)
"""A series with a fall, for an input."""


def answer(data: bytes) -> Answer:
    """An answer with a signal of each kind, evidence for and against, in the words of the input."""
    text = data.decode("utf-8", "replace")
    lines = text.split("\n")
    first, last = lines[0], lines[-2] if not lines[-1] else lines[-1]
    span = span_of(text, last)
    moved = span_of(text, "6100") if "6100" in text else span
    signals = (
        Signal("state", "hang", first, span_of(text, first), "initiating", "critical"),
        Signal(
            "metric", "tokens_per_second", last, moved, "cascade", "warning", 14000, 6100, "tokens/s", "down", -0.56
        ),
        Signal("log", last, last, span, "context", "error", times=12),
    )
    evidence = (
        Evidence("symptoms_text.en", f"case {last}", last, 4.0, None, span, ("all-reduce", "watchdog", "nasty")),
    )
    against = (Evidence("words", "", first, 1.0),)
    matches = tuple(
        Match(place, document, Ranked(None, None, chance), evidence, against)  # type: ignore[arg-type]
        for place, (document, chance) in enumerate(zip(RECORDS, (0.86, 0.31, 0.04), strict=False), 1)
    )
    read = Signals("text:en", "en", len(data), False, signals, ())
    compared = (comparison(6.1, 14.2, worse=True), comparison(14.6, 14.2, worse=False))
    return Answer(read, None, "match", matches, {}, Diagnosis((), (), ()), compared)  # type: ignore[arg-type]


def span_of(text: str, part: str) -> tuple[int, int]:
    """Where a part stands in a text, in bytes."""
    begin = len(text[: text.index(part)].encode())
    return begin, begin + len(part.encode())


def comparison(value: float, expected: float, *, worse: bool) -> Comparison:
    """A reading of a link beside the healthy value."""
    label = {"en": "PCIe 4, 8 lanes, pinned copy", "ko": "PCIe 4, 8레인, 고정 메모리 복사"}
    baseline = Baseline(
        "pcie-4-x8", "pcie", "pcie_bandwidth", label, expected, expected, "GB/s", "A100", True, {"generation": 4},
        "higher-is-better", "measured", "https://example.org/pcie", {},
    )  # fmt: skip
    return Comparison(baseline, True, value, expected, value / expected, worse)


def session(text: str = "step time doubled") -> Session:
    """A triage at its beginning: three explanations and what tells them apart."""
    made = (Made("KB-2021-0001", 1, RECORDS[0]["diagnosis"][0]),)
    checks = tuple(_check(document, 0.4 / place, made) for place, document in enumerate(CHECKS, 1))
    hypotheses = (
        Hypothesis(
            "configuration-error", ("rdma-network",), 0.5, ("KB-2021-0001",),
            (Prior(5, 102, "ai-infra"), Prior(12, 88, "ai-infra", "https://example.org/failures")),
        ),
        Hypothesis("hardware-failure", ("rdma-network", "gpu"), 0.2, ("KB-2022-0002", "KB-2024-0004")),
        Hypothesis("unknown", (), 0.004, ("KB-2024-0005",)),
        Hypothesis("", (), 0.296),
    )  # fmt: skip
    return Session(
        "20250102-030405-0badcafe", "2025-01-02T03:04:05Z", "en", "text:en", text, (), ("hang",), "ai-infra",
        hypotheses, checks, (RedHerring("hardware-failure", ("KB-2021-0001",), 1),),
    )  # fmt: skip


def _check(document: dict[str, object], gain: float, made: tuple[Made, ...]) -> Check:
    readings = document["readings"]
    assert isinstance(readings, list)
    outcomes = tuple((reading["points_to"], reading["rules_out"]) for reading in readings)
    return check(Candidate(str(document["id"]), str(document["risk"]), 5.0, outcomes, 0.8, document, made), gain, gain)


def nasty(start: Session) -> Session:
    """The session with texts in its checks that must not be taken for markup, escapes or structure."""
    text = {"en": NASTY, "ko": NASTY}
    return start._replace(
        checks=tuple(
            item._replace(
                title=text,
                command=COMMAND,
                observe=text,
                save_first=text,
                readings=tuple(reading._replace(text=text) for reading in item.readings),
                sources=({"url": "https://example.org/[/x]", "note": text},),
            )
            for item in start.checks
        )
    )
