"""What `kb train` and `kb eval` say: figures with their number of cases and interval."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import clean, pad
from kb.render.messages import say

if TYPE_CHECKING:
    from typing import Any

WIDTH = 46
"""Columns of the name of a figure."""
INDENT = "  "
NOVELTY = ("auroc_removed", "auroc_out_of_domain", "false_confidence_out_of_domain", "false_confidence_removed")


def trained_text(figures: dict[str, dict[str, Any]], language: str) -> str:
    """What was learned, a line a part."""
    lines = []
    if "lexicon" in figures:
        lines.append(say("trained_lexicon", language, **figures["lexicon"]))
    for family, shown in figures.get("labels", {}).items():
        lines.append(say("trained_labels", language, family=say(family, language), **shown))
    if "topics" in figures:
        lines.append(say("trained_topics", language, **figures["topics"]))
    if shown := figures.get("ranking"):
        lines.append(say("trained_ranking", language, **shown))
    return "\n".join(lines) + "\n"


def evaluation_text(figures: dict[str, Any], language: str) -> str:
    """Every figure of `kb eval`, a line each, with interval and number of cases; splits below, then the reliability."""
    lines = [say("eval_records", language, records=figures["records"]), ""]
    for name in ("recall_at_1", "recall_at_3", "recall_at_5", "mrr"):
        lines.append(_line(say(name, language), figures["retrieval"]["all"][name]))
    for direction, found in figures["across_languages"].items():
        lines.append(_line(say(direction, language), found["mrr"]))
    for name in NOVELTY:
        lines.append(_line(say(name, language), figures["novelty"][name]))
    lines.append(_line(say("calibration_error", language), figures["calibration"]["error"]))
    for family, found in figures["labels"].items():
        for kind in ("micro_f1", "macro_f1"):
            lines.append(_line(f"{say(family, language)}, {say(kind, language)}", found[kind]))
        if found["few_records"]:
            few = len(found["few_records"])
            lines.append(INDENT + say("few_records", language, few=few, labels=found["labels"]))
    for split in ("language", "source", "shape", "domain"):
        lines += ["", say(f"split_{split}", language)]
        for name, found in figures["retrieval"][split].items():
            lines.append(_line(INDENT + clean(name), found["recall_at_1"]))
    for name in NOVELTY[:2]:
        lines += ["", say("split_novelty", language, figure=say(name, language))]
        for shape, found in figures["novelty"]["shape"].items():
            lines.append(_line(INDENT + clean(shape), found[name]))
    lines += ["", say("reliability", language)]
    for row in figures["calibration"]["table"]:
        shown = f"{row['predicted']:.3f}  {row['right']:.3f}  {row['n']:6}"
        lines.append(f"{INDENT}{row['low']:.1f}-{row['high']:.1f}  {shown}")
    return "\n".join(lines) + "\n"


def labelled_text(figures: dict[str, Any], language: str) -> str:
    """The figures of a user's own queries."""
    lines = [_line(say(name, language), found) for name, found in figures["retrieval"].items() if found["n"]]
    if figures["false_confidence"]["n"]:
        lines.append(_line(say("false_confidence", language), figures["false_confidence"]))
    lines.append(_line(say("calibration_error", language), figures["calibration_error"]))
    return "\n".join(lines) + "\n"


def _line(name: str, figure: dict[str, Any]) -> str:
    value = "-" if figure["value"] is None else f"{figure['value']:.3f}"
    low, high = figure.get("low"), figure.get("high")
    interval = f"{low:.3f}-{high:.3f}" if low is not None and high is not None else ""
    return f"{pad(name, WIDTH)}{value:>6}  {interval:13}  n {figure['n']}"
