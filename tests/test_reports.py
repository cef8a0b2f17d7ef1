"""The reports in other words: each of a record that exists, none taken from the inputs that test the ranking."""

from __future__ import annotations

import glob
import json
import os
import unicodedata
from collections import Counter
from pathlib import Path

from kb.config import records_dir
from kb.lint.kinds import NEGATIVE, REPORT, kind_of
from kb.train.sources import HANDS, Report, reports

REPORTS = reports()
GOLDEN = Path(__file__).parent / "golden"


def texts(kind: str) -> dict[str, list[Report]]:
    found: dict[str, list[Report]] = {}
    for report in REPORTS:
        if report.kind == kind:
            found.setdefault(report.record, []).append(report)
    return found


def test_every_report_is_of_a_record():
    paths = glob.glob(os.path.join(records_dir(), "incidents", "*", "*.json"))
    assert {report.record for report in REPORTS} <= {Path(path).stem for path in paths}


def test_a_record_has_a_report_of_each_kind_and_a_chat_in_each_language():
    assert {report.kind for report in REPORTS} == {kind for hand in HANDS for kind in hand}
    for record, chats in texts("chat").items():
        assert sorted(report.language for report in chats) == ["en", "ko"], record
    for kind in ("machine", "short", "thread", "raw", "ask", "page"):
        assert texts(kind).keys() == texts("chat").keys(), kind


def test_no_line_beside_the_records_is_taken_for_one():
    for path in glob.glob(os.path.join(records_dir(), "*", "*.jsonl")):
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            assert kind_of(json.loads(line)) in (NEGATIVE, REPORT), path


def test_texts_are_plain_and_differ():
    assert all(unicodedata.is_normalized("NFC", report.text) and report.text.strip() for report in REPORTS)
    assert max(Counter(report.text for report in REPORTS).values()) == 1
    assert all(report.record not in report.text for report in REPORTS)


def test_reports_are_not_the_inputs_that_test_the_ranking():
    """A literal line of a program may stand in both; braces and rules of a table say nothing."""
    golden = {line.strip() for path in GOLDEN.iterdir() for line in path.read_text(encoding="utf-8").splitlines()}
    for report in REPORTS:
        lines = [line.strip() for line in report.text.splitlines() if sum(map(str.isalpha, line)) > 12]
        assert sum(line in golden for line in lines) <= len(lines) / 2, report
