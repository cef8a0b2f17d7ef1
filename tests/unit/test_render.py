"""Answers, records and reports as text: what is said, in which language, and that it stays text."""

from __future__ import annotations

import itertools
import json
import re
import string
import sys
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.diagnose import Diagnosis
from kb.diagnose.hypotheses import Hypothesis
from kb.importers.outcomes import Outcome
from kb.importers.transfer import ImportReport
from kb.lint import Finding
from kb.render import answer as answers
from kb.render import mapping, markdown, messages, training
from kb.render.diagnosis import leading
from kb.render.layout import Paint, width
from kb.render.messages import pick, say
from kb.render.record import listing, to_text
from kb.render.transfer import findings_text, report_text

PLAIN = Paint(False)


@pytest.mark.parametrize(
    ("table", "key"), [(part.__name__, key) for part in (messages, mapping, training) for key in part._MESSAGES]
)
def test_every_message_exists_in_both_languages_with_the_same_values(table, key):
    english, korean = sys.modules[table]._MESSAGES[key]
    assert english.strip()
    assert korean.strip()

    def values(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert values(english) == values(korean)
    assert re.search("[가-힣]|ID", korean)
    assert not re.search("[가-힣]", english)


def test_messages_are_filled_in():
    assert say("of", "en", shown=1, total="2") == "1 of 2"
    assert say("of", "ko", shown=1, total="2") == "2건 중 1건"


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ({"en": "a", "ko": "가"}, "ko", "가"),
        ({"en": "a", "ko": "가"}, "en", "a"),
        ({"en": "a"}, "ko", "a"),
        ({"en": "", "ko": "가"}, "en", "가"),
        ({}, "en", ""),
        (None, "en", ""),
        ("plain", "ko", "plain"),
        (7, "en", ""),
        ({"en": 7, "ko": None}, "en", ""),
    ],
)
def test_a_text_in_the_language_wanted_or_else_the_other(text, language, expected):
    assert pick(text, language) == expected


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(any_json, st.sampled_from([None, 2]))
def test_json_says_the_same_and_nothing_that_a_terminal_obeys(value, indent):
    text = answers.dumps(value, indent=indent)
    assert json.loads(text) == value
    assert all(char.isprintable() or char == "\n" for char in text)
    assert ("\n" in text) <= (indent is not None)


@pytest.mark.parametrize("char", ["\x7f", "\x9b", "\u202e", "\ufeff", "\U000e0001", "\ud800"])
def test_json_escapes_what_a_terminal_could_obey(char):
    text = answers.dumps([char])
    assert char not in text
    assert json.loads(text) == [char]


def test_json_keeps_letters():
    assert answers.dumps({"ko": "처리량 → é"}) == '{"ko": "처리량 → é"}'
    with pytest.raises(ValueError):
        answers.dumps(float("nan"))


@given(st.text())
def test_foreign_text_as_markdown_code_stays_in_its_fence(text):
    shown = markdown.code(text)
    fence = re.match("`+", shown)
    assert fence
    assert shown.endswith(fence.group())
    inner = shown[len(fence.group()) : -len(fence.group())]
    assert fence.group() not in inner or not text


def test_foreign_text_as_markdown_acts_as_nothing():
    assert markdown.escape("*a* [b](c) <d> `e` #f |g| !h _i_") == (
        "\\*a\\* \\[b\\](c) \\<d\\> \\`e\\` \\#f \\|g\\| \\!h \\_i\\_"
    )
    assert markdown.link("https://x.example/a b>**bold**\n") == "<https://x.example/a%20b%3E**bold**>"


RECORD: dict[str, Any] = {
    "id": "R-1",
    "aliases": ["OLD-1"],
    "title": {"en": "Nodes froze", "ko": "노드가 멈췄다"},
    "org": "Hanbit",
    "date": "2024-05-06",
    "symptoms": ["hang"],
    "root_cause": "capacity",
    "summary": {"en": "First.\n\nSecond.", "ko": "첫째.\n\n둘째."},
    "diagnosis": [{"check": {"en": "Look"}, "finding": {"en": "Saw"}, "command": "dmesg -T", "rules_out": ["gpu"]}],
    "signature": [{"kind": "metric", "name": "loss", "direction": "up", "from": 2, "to": 9.5, "unit": "nats"}],
    "timeline": {"detected_after": 1800, "events": [{"at": "T+1m", "text": {"en": "Paged"}}]},
    "related": ["R-2", {"id": "R-3", "kind": "recurrence"}],
    "sources": [{"url": "https://x.example/1", "read": "excerpt"}, {"url": "https://x.example/2", "read": "full"}],
    "review": {"reviewed_at": "2024-06-01T10:00:00Z"},
}


def test_a_record_in_full():
    text = to_text(RECORD, "en", 100, PLAIN, feedback=(2, 1), links=[("R-9", "both cite x")])
    for part in (
        "Nodes froze", "R-1 = OLD-1", "reviewed 2024-06-01", "$ dmesg -T", "→ Saw", "ruled out: GPU",
        "loss up 2 -> 9.5 nats", "1800", "T+1m", "R-3 Recurrence", "https://x.example/1  (excerpt read)",
        "feedback: 2 useful, 1 wrong", "R-9  both cite x", "First.\n\n  Second.",
    ):  # fmt: skip
        assert part in text.replace("/1 (", "/1  (")
    assert "(full)" not in text


def test_a_record_in_korean_falls_back_to_english_text():
    text = to_text(RECORD, "ko", 100, PLAIN)
    assert "노드가 멈췄다" in text
    assert "Look" in text
    assert "무슨 일이 있었나" in text


def test_a_record_with_nothing_but_an_id():
    assert to_text({"id": "R-1", "title": {"en": "x"}, "date": "2024"}, "en", 80, PLAIN)


def test_what_was_seen_stands_before_the_cause():
    record = {**RECORD, "symptoms_text": {"en": "It froze."}, "root_cause_text": {"en": "A cable."}}
    text = to_text(record, "en", 100, PLAIN)
    assert text.index("It froze.") < text.index("→ Saw") < text.index("A cable.")


def test_a_list_of_records():
    text = listing([RECORD, {"id": "R-2", "title": {"ko": "한국어만"}}], 1234, "en", 100, PLAIN)
    lines = text.splitlines()
    assert lines[0].split() == ["R-1", "2024-05-06", "Hanbit", "Nodes", "froze"]
    assert "한국어만" in lines[1]
    assert lines[2] == "2 of 1,234"
    assert listing([], 0, "ko", 100, PLAIN) == "조건에 맞는 기록이 없다.\n"


def test_the_findings_of_the_checks():
    error = Finding("KB014", "bad-date", "error", "/date", "the date does not exist.", "2024-02-29", "a.json")
    warning = Finding("KB022", "unknown-term", "warning", "/symptoms/0", "the nearest term is hang", "hang", "a.json")
    text = findings_text([error, warning], 1, "en", 100, PLAIN)
    assert text.splitlines() == [
        "a.json",
        "  KB014 error   /date: the date does not exist; nearest: 2024-02-29",
        "  KB022 warning /symptoms/0: the nearest term is hang",
        "1 records, 1 errors, 1 warnings",
    ]


def outcome(status: str, number: int) -> Outcome:
    return Outcome(status, f"R-{number}", "all.jsonl", f"line {number}", ("because",) if status == "rejected" else ())


def test_the_report_of_an_import_names_the_rejected_first_and_counts_all():
    outcomes = [outcome("new", 1), outcome("unchanged", 2), outcome("rejected", 3)]
    text = report_text(ImportReport(tuple(outcomes), written=False), "en", 100, PLAIN, dry_run=False)
    assert text.splitlines()[0] == "rejected  R-3  all.jsonl: line 3"
    assert "R-2" not in text
    assert "1 new, 0 updated, 1 unchanged, 1 rejected" in text
    assert "--keep-going" in text


def test_a_long_report_is_cut_and_says_so():
    outcomes = tuple(outcome("new", number) for number in range(500))
    text = report_text(ImportReport(outcomes, written=True), "en", 100, PLAIN, dry_run=False)
    assert "50 of 500" in text
    assert "500 new" in text
    assert text.count("\n") < 60


@given(
    st.lists(
        st.sampled_from(
            ["A", "KB-2024-0001", "가-2024-1", "DRAFT-2026-checkpoint-save-took-forever-on-all-a1b2c3", "나" * 12]
        ),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from([40, 60, 80, 110]),
    st.sampled_from(["en", "ko"]),
)
def test_the_columns_of_a_list_stand_below_each_other_whatever_the_ids(ids, columns, language):
    decomposed = unicodedata.normalize("NFD", "저장")
    orgs = ["Acme", "한빛클라우드", decomposed, "A very long name of an organisation", ""]
    rows = [
        {"id": name, "date": "2024-05-06", "org": org, "title": {"en": "Disk full", "ko": "디스크가 가득 찼다"}}
        for name, org in zip(ids, itertools.cycle(orgs), strict=False)
    ]
    lines = listing(rows, len(rows), language, columns, Paint(False)).splitlines()
    title = rows[0]["title"][language]
    dates = {width(line[: line.index("2024-05-06 ")]) for line in lines if "2024-05-06 " in line}
    titles = {width(line[: line.index(title)]) for line in lines if title in line}
    assert len(dates) == 1
    assert len(titles) <= 1
    assert all(width(line) <= columns or line in ids for line in lines)
    assert all(any(name in line.split() for line in lines) for name in ids)


def test_the_same_warning_is_said_once():
    finding = Finding("KB026", "missing-recommended", "warning", "/summary", "summary is missing")
    outcome = Outcome("rejected", "N-1", "a.json", "", ("KB012",), (finding, finding, finding._replace(pointer="/x")))
    text = report_text(ImportReport((outcome,), written=False), "en", 100, Paint(False), dry_run=False)
    assert text.count("/summary: summary is missing") == 1
    assert text.count("/x: summary is missing") == 1


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=9))
def test_the_explanations_that_are_shown_sum_to_one_with_none_of_these(weights):
    total = 1.0 + sum(weights)
    found = [Hypothesis(f"cause-{place}", (), weight / total, ()) for place, weight in enumerate(weights)]
    found.sort(key=lambda item: -item.probability)
    shown, rest = leading(Diagnosis((*found, Hypothesis("", (), 1.0 / total)), (), ()))
    assert len(shown) <= 3
    assert rest >= 1.0 / total - 1e-9
    assert abs(sum(item.probability for item in shown) + rest - 1.0) < 1e-9
