"""Postmortems in Markdown: what is read as what, what is refused, and that nothing is lost or invented."""

from __future__ import annotations

import io
import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import lint
from kb.errors import FetchError
from kb.importers import markdown, sources
from kb.importers.markdown import entries, headings, labels, outline, timeline, values

FIXTURES = Path(__file__).parents[1] / "fixtures" / "markdown"
SMALL = "# Queue stuck\n\nDate: 2024-05-06\n\n## Impact\n\nOrders waited.\n\n## Root cause\n\nA full disk.\n"


def record(text: str | bytes, **given: Any) -> dict[str, Any]:
    return markdown.read(text if isinstance(text, bytes) else text.encode(), **given)[0]


def refusal(text: str | bytes) -> str:
    with pytest.raises(markdown.NotMarkdownError) as caught:
        record(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("1. Summary", headings.SUMMARY),
        ("2.1 Customer impact", headings.IMPACT),
        ("II. Root Cause(s)", headings.ROOT_CAUSE),
        ("Timeline of the response", headings.TIMELINE),
        ("Impact summary", headings.IMPACT),
        ("Incident Timeline (UTC)", headings.TIMELINE),
        ("What didn't go so well?", headings.LESSONS),
        ("🔥 Detection:", headings.DETECTION),
        ("가. 장애 원인", headings.ROOT_CAUSE),
        ("개요 (Summary)", headings.SUMMARY),
        ("5. 재발 방지 대책", headings.ACTION_ITEMS),
        ("후속 조치", headings.ACTION_ITEMS),
        ("조치 내용", headings.REMEDIATION),
        ("Five whys", None),
        ("Installation", None),
        ("", None),
    ],
)
def test_headings(heading: str, field: str | None) -> None:
    assert headings.field_of(heading) == field


def test_label_in_front_of_a_sentence_must_be_the_word_itself() -> None:
    assert headings.field_of("Impact", whole=True) == headings.IMPACT
    assert headings.field_of("The reason for the impact", whole=True) is None


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2025-03-14", "2025-03-14"),
        ("2025. 3. 14.(금)", "2025-03-14"),
        ("2025년 3월 14일", "2025-03-14"),
        ("March 14th, 2025", "2025-03-14"),
        ("14 Mar 2025", "2025-03-14"),
        ("03/14/2025", "2025-03-14"),
        ("14.03.2025", "2025-03-14"),
        ("03/04/2025", None),
        ("2025-02-30", None),
        ("March 2025", "2025-03"),
        ("2025년 3월", "2025-03"),
        ("version 2025", None),
    ],
)
def test_dates(written: str, date: str | None) -> None:
    assert values.partial_date(written) == date


@pytest.mark.parametrize(
    ("written", "time", "zone"),
    [
        ("14:51", "14:51", ""),
        ("2:51 PM PDT", "14:51", "-07:00"),
        ("12:03am", "00:03", ""),
        ("오후 2시 5분(KST)", "14:05", "+09:00"),
        ("09:00 UTC+9", "09:00", "+09:00"),
        ("09:00:10-07:00", "09:00:10", "-07:00"),
        ("14:05-15:30", "14:05", ""),
        ("09:00 IST", "09:00", ""),
    ],
)
def test_times_of_day(written: str, time: str, zone: str) -> None:
    found = values.clock(written)
    assert found is not None
    assert (found.time, found.zone) == (time, zone)


@pytest.mark.parametrize(
    ("written", "length"),
    [
        ("1 hour 5 min", "PT1H5M"),
        ("2시간 10분", "PT2H10M"),
        ("1 day, 3 hours", "P1DT3H"),
        ("95 minutes", "PT95M"),
        ("about an hour", None),
        ("~ 5 min", None),
        ("", None),
    ],
)
def test_durations(written: str, length: str | None) -> None:
    assert values.duration(written) == length


@pytest.mark.parametrize(
    ("written", "level"),
    [
        ("SEV-1", "critical"),
        ("P2", "major"),
        ("Major", "major"),
        ("SEV1, later SEV2", "unknown"),
        ("High", "unknown"),
        ("1등급", "unknown"),
    ],
)
def test_severity_is_mapped_only_when_clear(written: str, level: str) -> None:
    assert values.severity(written) == level


def moments(text: str, date: str | None = None) -> list[tuple[str, str]]:
    reader = timeline.Reader(date, "")
    for section in outline.read(text).sections:
        reader.section(section)
    return [(event.at, event.text) for event in reader.events]


def test_times_after_midnight_are_of_the_next_day() -> None:
    assert moments("- 23:50 UTC a\n- 00:10 UTC b\n", "2024-02-29") == [
        ("2024-02-29T23:50:00Z", "a"),
        ("2024-03-01T00:10:00Z", "b"),
    ]


def test_a_step_back_in_the_same_half_day_is_no_midnight() -> None:
    assert [at for at, _ in moments("- 10:00 a\n- 09:50 b\n", "2024-02-29")] == ["2024-02-29 10:00", "2024-02-29 09:50"]


def test_timeline_remembers_date_and_zone_of_lines_above() -> None:
    text = "2024-05-06 (times in KST)\n\n| Time | Event |\n|---|---|\n| 09:01 | first |\n| 09:02 | second |\n"
    assert moments(text) == [("2024-05-06T09:01:00+09:00", "first"), ("2024-05-06T09:02:00+09:00", "second")]


def test_line_without_a_time_continues_the_one_above() -> None:
    assert moments("09:01 disk full\nno space left on device\n", "2024-05-06") == [
        ("2024-05-06 09:01", "disk full\nno space left on device")
    ]


def test_time_is_never_made_up() -> None:
    assert moments("- 09:01 first\n- T+20m second\n- somebody noticed\n") == [("09:01", "first"), ("T+20m", "second")]


def items(text: str) -> list[tuple[str, str]]:
    return [(entry.text, entry.state) for entry in entries.read(outline.read(text).sections[0].blocks).entries]


def test_states_of_action_items() -> None:
    assert items("- [x] a\n- [ ] b\n- c (완료)\n- d TODO\n- e\n- TBD\n") == [
        ("a", "done"),
        ("b", "open"),
        ("c (완료)", "done"),
        ("d TODO", "open"),
        ("e", "unknown"),
    ]
    head = "| # | Task | Status | Owner |\n|---|---|---|---|\n"
    table = head + "| 1 | a | Done | X. Y |\n| 2 | b | Not started | Z |\n| 3 | c | | |\n"
    assert items(table) == [("a", "done"), ("b", "open"), ("c", "unknown")]


def test_who_is_responsible_is_left_out() -> None:
    document, mapping = markdown.read(
        (
            SMALL
            + "\n## Action items\n\n- Alert on disks (owner: J. Doe)\n- Rotate logs @jdoe\n"
            + "- Quota on inodes (owner: J. Doe, due 2026-03-01)\n- 한도 설정 [담당: J. Doe, 기한 3월]\n"
            + "\n## Authors\n\nJ. Doe\n"
        ).encode()
    )
    texts = [next(iter(item["text"].values())) for item in document["action_items"]]
    assert texts == ["Alert on disks", "Rotate logs", "Quota on inodes (due 2026-03-01)", "한도 설정 [기한 3월]"]
    assert "Doe" not in json.dumps(document)
    assert "jdoe" not in json.dumps(document)
    assert mapping.left_out == ("Authors", "Action items")


def test_only_a_text_goes_on_behind_its_line() -> None:
    facts = "Severity: SEV-2\nAuthors: J. Doe\nSeen in two sites.\nTrigger: a release\nof the gateway\n\n"
    document = record(SMALL.replace("## Impact", facts + "## Impact"))
    assert document["severity_source"] == "SEV-2"
    assert document["trigger"] == {"en": "a release\nof the gateway"}
    assert document["docs"] == [{"title": "(top)", "text": "Seen in two sites."}]


def test_secrets_are_redacted() -> None:
    document, mapping = markdown.read(
        (SMALL + "\nToken: password=hunter2secret\n\n## Notes\n\nx@example.org\n").encode()
    )
    assert "hunter2secret" not in json.dumps(document)
    assert "x@example.org" not in json.dumps(document)
    assert mapping.secrets == 2


def test_unknown_stays_unknown() -> None:
    document = record(SMALL)
    assert document["severity"] == document["root_cause"] == "unknown"
    assert document["impact"] == {"scope": "Orders waited.", "users": "unknown", "region": "unknown"}
    assert document["review"] == {"written_by": "draft", "reviewed_at": None, "reviewed_by": None}
    assert document["root_cause_text"] == {"en": "A full disk."}
    for absent in ("timeline", "org", "lessons", "remediation", "updated_at", "symptoms_text", "domain", "sources"):
        assert absent not in document


def test_same_title_and_day_give_the_same_id_whatever_else_changes() -> None:
    assert record(SMALL)["id"] == record(SMALL.replace("A full disk", "Two full disks"))["id"]
    assert record(SMALL)["id"] != record(SMALL.replace("05-06", "05-07"))["id"]


def test_date_of_page_and_file_is_no_date_of_the_incident() -> None:
    undated = SMALL.replace("Date: 2024-05-06\n", "")
    assert "date_kind" not in record(undated, file_name="2024-05-06-queue.md")
    assert "date_kind" not in record("---\ndate: 2024-05-06\n---\n" + undated)
    assert record(undated.replace("## Impact", "Published: 2024-05-06\n\n## Impact"))["date_kind"] == "published"
    assert record(SMALL)["date_kind"] == "occurred"
    assert "add a line 'Date: YYYY-MM-DD'" in refusal(undated)


def test_times_that_cannot_be_read_are_kept_as_written() -> None:
    facts = (
        "Start: 2024-05-06 09:01 KST\nEnd: 2024-05-06, some time in the evening\nDuration: half a day\nTTD: 5 min\n\n"
    )
    document = record(SMALL.replace("## Impact", facts + "## Impact"))
    assert document["timeline"] == {
        "started_at": "2024-05-06T09:01:00+09:00",
        "ended_at": "2024-05-06",
        "detected_after": "PT5M",
    }
    (kept,) = document["docs"]
    assert "some time in the evening" in kept["text"]
    assert "half a day" in kept["text"]


def test_period_gives_start_and_end() -> None:
    for period in (
        "09:01 AM - 10:30 AM (UTC)",
        "2024-05-06 09:01 – 2024-05-06 10:30 UTC",
        "09:01–10:30 UTC (1 h 29 m)",
    ):
        document = record(SMALL.replace("## Impact", f"Duration: {period}\n\n## Timeline\n\n- 09:20 seen\n\n## Impact"))
        assert document["timeline"]["started_at"] == "2024-05-06T09:01:00Z"
        assert document["timeline"]["ended_at"] == "2024-05-06T10:30:00Z"
        assert document["timeline"]["events"][0]["at"] == "2024-05-06T09:20:00Z"
        assert "docs" not in document


def test_first_heading_is_the_title_at_any_level() -> None:
    document = record(SMALL.replace("# Queue stuck\n\nDate: 2024-05-06", "## Queue stuck on 2024\u201105\u201106"))
    assert document["title"] == {"en": "Queue stuck on 2024\u201105\u201106"}
    assert document["date"] == "2024-05-06"
    assert document["id"].startswith("DRAFT-2024-queue-stuck-on-")


def test_address_becomes_the_source() -> None:
    (source,) = record(SMALL, address="https://example.org/pm.md")["sources"]
    assert source == {"url": "https://example.org/pm.md", "kind": "postmortem", "license": "unknown"}


@pytest.mark.parametrize("change", ["crlf", "cr", "bom", "nfd"])
def test_form_of_the_bytes_does_not_matter(change: str) -> None:
    text = (FIXTURES / "korean-table.md").read_text(encoding="utf-8")
    changed = {
        "crlf": text.replace("\n", "\r\n"),
        "cr": text.replace("\n", "\r"),
        "bom": "\ufeff" + text,
        "nfd": unicodedata.normalize("NFD", text),
    }[change]
    assert record(changed) == record(text)


def test_broken_front_matter_is_read_as_far_as_it_goes() -> None:
    text = "---\nseverity: SEV-2\ntags: [a, b]\n\n" + SMALL
    document, mapping = markdown.read(text.encode())
    assert mapping.broken_front
    assert document["severity"] == "major"
    assert document["title"] == {"en": "Queue stuck"}


def test_heading_in_a_code_block_is_none() -> None:
    document = record(SMALL + "\n```\n# Timeline\n09:00 no event\n```\n")
    assert "timeline" not in document
    assert "09:00 no event" in document["root_cause_text"]["en"]


def test_second_title_is_a_section_like_any_other() -> None:
    document = record(SMALL + "\n# Glossary\n\nA queue is a line.\n")
    assert document["title"] == {"en": "Queue stuck"}
    assert {"title": "Glossary", "text": "A queue is a line."} in document["docs"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \n", "empty"),
        (b"# A\n\xff\xfe\x00", "not UTF-8"),
        (b"# A\n\0", "binary"),
        (b"<!DOCTYPE html><html><h1>Impact</h1>", "HTML"),
        (b"# A\n" + b"x" * markdown.MAX_BYTES, "larger than 256 KiB"),
        (b"# kb\n\n## Overview\n\nx\n\n## Installation\n\ny\n\n## Usage\n\nz\n", "looked for at least two of Impact"),
        (SMALL.replace("# Queue stuck\n", "").encode(), "no title"),
        (SMALL.replace("# Queue stuck", "# Postmortem").encode(), "no title"),
        ((SMALL + SMALL.replace("Queue stuck", "Other one")).encode(), "more than one postmortem"),
    ],
)
def test_refusals_say_why_in_one_line(text: bytes, reason: str) -> None:
    said = refusal(text)
    assert reason in said
    assert "\n" not in said


def test_folder_passes_over_what_is_no_postmortem(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(SMALL)
    (tmp_path / "README.md").write_text(SMALL)
    (tmp_path / "notes.md").write_text("# Notes\n\nnothing\n")
    passed: list[str] = []
    (item,) = sources.load([str(tmp_path)], passed_over=lambda path, reason: passed.append(path))
    assert (item.origin, passed) == (str(tmp_path / "a.md"), [str(tmp_path / "notes.md")])
    (tmp_path / "a.md").unlink()
    (nothing,) = sources.load([str(tmp_path)])
    assert "no record" in nothing.findings[0].message


@pytest.mark.parametrize("name", ["-", "https://example.org/pm.md", "https://example.org/pm.md?raw=1"])
def test_standard_input_and_addresses(name: str) -> None:
    (item,) = sources.load([name], stdin=io.BytesIO(SMALL.encode()), fetch=lambda url: SMALL.encode())
    assert item.document is not None
    assert [source["url"] for source in item.document.get("sources", [])] == ([name] if "://" in name else [])


def test_address_that_gives_a_web_page_is_refused() -> None:
    (item,) = sources.load(["https://example.org/pm.md"], fetch=lambda url: b"<html><body>Impact</body></html>")
    assert "raw .md file" in item.findings[0].message
    with pytest.raises(FetchError):
        list(sources.load(["https://example.org/pm.md"], fetch=_unreachable))


def _unreachable(url: str) -> bytes:
    raise FetchError("no network")


def test_labels_are_whole_words_of_the_vocabulary() -> None:
    found = labels.propose_labels("NCCL timeout on three ranks, NCCL timeout again; 체크포인트는 정상")
    assert found["symptoms"][0][0] == "nccl-timeout"
    assert {term for term, _ in found["components"]} >= {"checkpointing"}
    assert not any(labels.propose_labels("nothing to see").values())
    assert all(0 < chance < 1 for terms in found.values() for _, chance in terms)


WORDS = st.text(alphabet="ab가나 |*_`#[]()<>-:&\\~!\"'\t", max_size=12)
HEADINGS = [f"## {phrase}" for words in headings._WORDS.values() for phrase in words.split("|")]
SIGNS = [
    "# Title",
    "---",
    "===",
    "```",
    "| a | b |",
    "|---|---|",
    "> q",
    "- [x] done",
    "",
    "<!-- x",
    "Date: 2024-05-06",
]
STARTS = ["- ", "1. ", "", "    ", "| ", "09:01 ", "T+5m ", "2024-05-06 ", "Impact: ", "원인: "]
LINES = st.sampled_from(HEADINGS) | st.sampled_from(SIGNS) | st.tuples(st.sampled_from(STARTS), WORDS).map("".join)


TEXTS = st.lists(LINES, max_size=25).map("\n".join) | st.text(max_size=200)


@given(TEXTS | TEXTS.map((SMALL + "\n").__add__))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_record_without_errors_or_a_refusal(text: str) -> None:
    try:
        document, _ = markdown.read(text.encode("utf-8", "surrogatepass"), file_name="2024-05-06.md")
    except markdown.NotMarkdownError:
        return
    assert [finding for finding in lint.check_record(document) if finding.severity == lint.ERROR] == []
    assert document == markdown.read(text.encode(), file_name="2024-05-06.md")[0]


@given(st.lists(st.tuples(st.sampled_from(sorted(headings.SECTIONS)), st.sampled_from("ptlx")), min_size=2, max_size=8))
@settings(deadline=None)
def test_no_word_is_lost(parts: list[tuple[str, str]]) -> None:
    text, words = "# Title zero\n\nDate: 2024-05-06\n\n", []
    for number, (field, form) in enumerate(
        [*parts, (headings.IMPACT, "p"), (headings.ROOT_CAUSE, "p"), ("unknown", "p")]
    ):
        name = headings._WORDS[field].split("|")[0] if field in headings._WORDS else "Glossary"
        word, other = f"alpha{number}x", f"beta{number}y"
        words += [word, other]
        text += (
            f"## {name}\n\n"
            + {
                "p": f"{word} and {other}.\n\n",
                "t": f"| when | what |\n|---|---|\n| 09:0{number % 10} {word} | {other} |\n\n",
                "l": f"- {word}\n  - {other}\n\n",
                "x": f"### Sub\n\n```\n{word}\n```\n\n{other}\n\n",
            }[form]
        )
    kept = json.dumps(record(text), ensure_ascii=False)
    assert [word for word in words if word not in kept] == []


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("학습 클러스터 스토리지 장애 보고서", "학습 클러스터 스토리지 장애"),
        ("결제 DB 장애 분석 보고서", "결제 DB 장애"),
        ("[장애 보고서] 학습 스토리지 느려짐", "학습 스토리지 느려짐"),
        ("장애 회고: 학습 스토리지 느려짐", "학습 스토리지 느려짐"),
        ("학습 스토리지 느려짐 - 사고 보고서", "학습 스토리지 느려짐"),
        ("Storage outage report", "Storage outage"),
        ("Postmortem: queue stuck", "queue stuck"),
        ("Queue stuck (incident report)", "Queue stuck"),
        ("Queue stuck at arca", "Queue stuck at arca"),
    ],
)
def test_of_a_title_only_the_kind_of_document_goes(written: str, title: str) -> None:
    (told,) = record(SMALL.replace("Queue stuck", written))["title"].values()
    assert told == title
