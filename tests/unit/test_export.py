"""The four formats of an export, and what hostile text cannot do in them."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from kb import export
from kb.errors import UsageError

RECORD = {
    "id": "KB-2024-0001",
    "aliases": ["X-1", "X-2"],
    "title": {"en": "Eight nodes lost their links", "ko": "노드 여덟 대의 링크가 끊겼다"},
    "date": "2024-05-06",
    "org": "Hanbit",
    "symptoms": ["hang", "link-down"],
    "detection": {"en": "An alert fired.", "method": "alert"},
    "summary": {"en": "First paragraph.\n\nSecond paragraph.", "ko": "첫 문단."},
    "diagnosis": [{"check": {"en": "Read the port counters"}, "command": "ibstat", "rules_out": ["gpu"]}],
    "remediation": [{"text": {"en": "Rolled back", "ko": "되돌렸다"}, "kind": "fix"}, {"text": {"en": "Waited"}}],
    "sources": [{"url": "https://example.org/a"}, {"url": "https://example.org/b", "kind": "blog"}],
    "review": {"written_by": "person", "reviewed_at": None},
    "related": ["KB-2023-0001", {"id": "KB-2023-0002", "kind": "same-cause"}],
    "house": {"ticket": "OPS-7", "cost": 12.5},
}


def exported(form: str, *documents: dict[str, Any], language: str | None = None) -> str:
    return "".join(export.pieces(iter(documents), form, language))


def test_json_of_one_record_is_the_record():
    assert json.loads(exported("json", RECORD)) == RECORD


@pytest.mark.parametrize("count", [0, 2, 3])
def test_json_of_several_records_is_an_array(count):
    documents = [RECORD | {"id": str(number)} for number in range(count)]
    assert json.loads(exported("json", *documents)) == documents


def test_jsonl_is_one_record_a_line():
    lines = exported("jsonl", RECORD, {"id": "\u2028\n"}).split("\n")
    assert [json.loads(line) for line in lines[:-1]] == [RECORD, {"id": "\u2028\n"}]
    assert lines[-1] == ""


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_json_sends_no_control_character_and_loses_none(form):
    hostile = {"id": "A", "text": "\x1b[2J \x9b31m \u202e \x7f \ufeff \ud800 한글 é"}
    text = exported(form, hostile)
    assert json.loads(text) == hostile
    assert "한글 é" in text
    assert not any(char in text for char in "\x1b\x9b\u202e\x7f\ufeff\ud800")


def rows(*documents: dict[str, Any]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(exported("csv", *documents), newline="")))


def test_csv_joins_lists_and_keeps_its_columns():
    (row,) = rows(RECORD)
    assert list(row) == list(export.CSV_COLUMNS)
    assert row["aliases"] == "X-1;X-2"
    assert row["title.ko"] == "노드 여덟 대의 링크가 끊겼다"
    assert row["summary.en"] == "First paragraph.\n\nSecond paragraph."
    assert row["sources.url"] == "https://example.org/a;https://example.org/b"
    assert row["sources.kind"] == "blog"
    assert row["remediation.text.en"] == "Rolled back;Waited"
    assert row["related"] == "KB-2023-0001;KB-2023-0002"
    assert row["review.reviewed_at"] == row["severity"] == ""


def test_csv_without_records_has_a_header():
    assert exported("csv") == ",".join(export.CSV_COLUMNS) + "\r\n"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "  ="])
def test_csv_lets_no_cell_be_a_formula(start):
    (row,) = rows({"id": "A", "org": f"{start}HYPERLINK(1)"})
    assert row["org"].startswith("'")
    assert row["org"].endswith("HYPERLINK(1)")


def test_csv_quotes_what_would_break_a_row():
    hostile = 'a,"b"\r\nc\x1b[31m'
    (row,) = rows({"id": "A", "org": hostile, "org_slug": "after"})
    assert row["org"] == 'a,"b"\\r\nc\\x1b[31m'
    assert row["org_slug"] == "after"


def test_markdown_in_both_languages_holds_every_field():
    page = exported("markdown", RECORD)
    assert page.startswith(
        "# Eight nodes lost their links\n\n**노드 여덟 대의 링크가 끊겼다**\n\n- **id / ID**: KB-2024-0001\n"
    )
    for line in (
        "- **symptoms / 증상**: hang, link-down",
        "## What happened / 무슨 일이 있었나\n\nFirst paragraph.\n\nSecond paragraph.\n\n첫 문단.\n",
        "An alert fired.\n\n- **method / 방법**: alert\n",
        "- **check / 확인한 것**: Read the port counters\n  - **command / 명령**: ibstat\n",
        "  - **rules out / 배제**: gpu\n",
        "- Rolled back / 되돌렸다\n  - **kind / 종류**: fix\n- Waited\n",
        "- KB-2023-0001\n- **id / ID**: KB-2023-0002\n  - **kind / 종류**: same-cause\n",
        "- **url / 주소**: https://example.org/b\n  - **kind / 종류**: blog\n",
        "- **house**:\n  - **ticket**: OPS-7\n  - **cost**: 12.5\n",
    ):
        assert line in page
    assert "None" not in page
    assert "null" not in page


def test_markdown_in_one_language_falls_back_on_the_other():
    page = exported("markdown", RECORD, language="ko")
    assert page.startswith("# 노드 여덟 대의 링크가 끊겼다\n\n- **ID**: KB-2024-0001\n")
    assert "## 무슨 일이 있었나\n\n첫 문단.\n" in page
    assert "- 되돌렸다\n" in page
    assert "- Waited\n" in page
    assert "First paragraph" not in page


def test_markdown_separates_records():
    assert exported("markdown", RECORD, RECORD).count("\n---\n") == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# no heading", "\\# no heading"),
        ("a\n## b", "a\n\\## b"),
        ("a\n=====", "a\n\\====="),
        ("- no list\n1. nor this", "\\- no list\n1\\. nor this"),
        ("1.5 GB", "1.5 GB"),
        ("<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>"),
        ("[link](https://example.org) *bold* `code`", "\\[link\\](https://example.org) \\*bold\\* \\`code\\`"),
        ("tokens_per_second _em_", "tokens_per_second \\_em\\_"),
        ("&lt; & so", "\\&lt; & so"),
        ("\x1b[31m", "\\\\x1b\\[31m"),
    ],
)
def test_markdown_shows_hostile_text_literally(text, shown):
    page = exported("markdown", {"id": "A", "title": {"en": "T"}, "summary": {"en": text}})
    assert page.endswith(f"\n\n{shown}\n")


def test_an_unknown_format():
    with pytest.raises(UsageError, match="xml"):
        export.pieces([], "xml")
