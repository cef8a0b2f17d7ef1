"""`kb import` of postmortems in Markdown: the records made from some of them, and what is said about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_running import run

FIXTURES = Path(__file__).parents[1] / "fixtures" / "markdown"
NAMES = sorted(path.name for path in FIXTURES.glob("*.md"))


@pytest.mark.parametrize("name", NAMES)
def test_record_of_a_postmortem(name, golden):
    from kb.importers import markdown

    document, _ = markdown.read((FIXTURES / name).read_bytes(), file_name=name)
    golden(f"markdown/{name[:-3]}.json", (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode())


@pytest.mark.parametrize("name", ["pagerduty", "korean-table"])
def test_dry_run_shows_what_goes_where(name, golden, monkeypatch):
    monkeypatch.chdir(FIXTURES)
    language = "ko" if name.startswith("korean") else "en"
    found = run("import", f"{name}.md", "--dry-run", "--lang", language)
    assert found.code == 0
    golden(f"import-markdown-{name}.txt", found.out)


def test_draft_is_imported_once_and_shown_as_unreviewed(own_data):
    assert run("import", str(FIXTURES)).code == 0
    again = run("import", str(FIXTURES))
    assert f"{len(NAMES)} unchanged" in again.text
    shown = run("show", "DRAFT-2025-gpu-job-queue-stood-still-at-fernwick-5a6fd4")
    assert "not reviewed" in " ".join(shown.text.split())
    matched = run("match", stdin=b"squeue Reason=Resources PENDING, slurmctld 100% of one core, 212 of 256 GPUs idle")
    assert "DRAFT-2025-gpu-job-queue" in matched.text
    assert "not reviewed" in " ".join(matched.text.split())


def test_changed_postmortem_replaces_its_draft(own_data, tmp_path):
    text = (FIXTURES / "numbered.md").read_text(encoding="utf-8")
    file = tmp_path / "report.md"
    file.write_text(text, encoding="utf-8")
    assert "1 new" in run("import", str(file)).text
    file.write_text(text.replace("19 minutes", "21 minutes"), encoding="utf-8")
    assert "1 updated" in run("import", str(file)).text


def test_validate_lists_what_a_draft_lacks():
    found = run("validate", str(FIXTURES / "korean-plain.md"), "--json")
    missing = {(finding["code"], finding["pointer"]) for finding in found.json["findings"]}
    assert ("KB024", "/title/en") in missing
    assert ("KB026", "/domain") in missing
    assert found.json["errors"] == 0
    assert run("validate", "--strict", str(FIXTURES / "korean-plain.md")).code == 4


def test_readme_is_refused_with_the_headings_looked_for(tmp_path):
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\n## Overview\n\nx\n\n## Install\n\ny\n")
    found = run("import", str(file))
    assert found.code == 4
    assert "looked for at least two of Impact" in " ".join(found.text.split())


def test_report_says_what_went_where():
    found = run("import", "-", "--dry-run", "--json", stdin=(FIXTURES / "pagerduty.md").read_bytes())
    (document,) = found.json["documents"]
    assert document["mapping"]["secrets"] == 1
    assert ["Overview", "summary"] in document["mapping"]["mapped"]
    assert document["mapping"]["left_out"] == ["Responders"]


def test_markup_of_the_postmortem_stays_text(tmp_path):
    file = tmp_path / "report.md"
    file.write_bytes(b"# [red]x[/red] \x1b[31mqueue\n\nDate: 2024-05-06\n\n## Impact\n\nx\n\n## Cause\n\ny\n")
    assert "\x1b" not in run("import", str(file), "--dry-run").text
