"""What single commands do beyond printing: files written, feedback kept, filters understood."""

from __future__ import annotations

import json
import os
import re
import subprocess

import pytest
from cli_running import FIXTURES, fixture_records, run

from kb import __version__
from kb.cli.commands import COMMANDS
from kb.render.layout import width
from kb.signals.redact import redact

XID = b"NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus. "
XID += b"token=ghp_0123456789abcdefghijABCDEFGHIJ012345\n"


def ids(*words: str) -> list[str]:
    return run(*words, "--format", "ids").text.split()


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (("symptom:hang",), ["HB-2024-0002"]),
        (("component:shared-filesystem",), ["HB-2024-0001"]),
        (("cause:expired-credential",), ["HB-2023-0003"]),
        (("contributing:manual-process",), ["HB-2023-0003"]),
        (("domain:ai-infra",), ["HB-2024-0002", "HB-2024-0001"]),
        (("-domain:ai-infra", "year:2025"), ["HB-2025-0005", "HB-2025-0004"]),
        (("severity:critical",), ["HB-2023-0003"]),
        (('org:"Paju Pay"',), ["HB-2025-0005", "HB-2023-0003"]),
        (("org:Paju Pay",), ["HB-2025-0005", "HB-2023-0003"]),
        (("org:hanbit-cloud", "since:2024-04", "until:2024"), ["HB-2024-0002"]),
        (("since:2024-06-20", "until:2024-06-20"), ["HB-2024-0002"]),
        (("until:2023",), ["HB-2023-0003"]),
        (("reviewed:yes",), ["HB-2025-0005", "HB-2024-0001"]),
        (("year:2023", "reviewed:no"), ["HB-2023-0003"]),
    ],
)
def test_filters(filters, expected):
    assert ids("search", *filters) == expected
    assert ids("list", *filters) == expected


def test_options_may_stand_anywhere_and_an_excluded_filter_is_no_option():
    assert ids("search", "-domain:ai-infra", "--limit", "1", "error") == ids("search", "error", "-domain:ai-infra")[:1]
    assert run("export", "--filter", "-domain:ai-infra", "--format", "jsonl").text.count("\n") == 3


def test_words_find_by_meaning_of_the_vocabulary_in_both_languages():
    assert ids("search", "인증서")[0] == "HB-2023-0003"
    assert ids("search", "certificate")[0] == "HB-2023-0003"


def test_a_list_is_cut_at_the_limit_and_says_so():
    ran = run("list", "--limit", "2")
    assert ran.text.splitlines()[-1] == "2 of 5"
    assert run("list", "--limit", "2", "--json").json["total"] == 5


@pytest.mark.parametrize("words", [("search", "hang"), ("search", "the nodes"), ("search", "hang", "domain:ai-infra")])
def test_the_total_counts_what_was_found(words):
    found = run(*words, "--json").json
    assert found["total"] >= len(found["records"]) > 0


def test_a_record_is_found_by_its_alias_in_any_case():
    for name in ("HB-2024-0001", "hb-2024-0001", "OPS-771", "ops-771"):
        assert run("show", name, "--json").json["id"] == "HB-2024-0001"


def test_feedback_is_kept_shown_and_taken_back(own_data, home):
    (home / "alert.txt").write_bytes(XID)
    assert (
        run("feedback", "HB-2024-0002", "useful", "--input", "alert.txt").err == "kb: HB-2024-0002: useful, thank you\n"
    )
    run("feedback", "HB-2024-0002", "wrong")
    assert "feedback: 1 useful, 1 wrong" in run("show", "HB-2024-0002").text
    assert "피드백: 유용 1건, 틀림 1건" in run("show", "HB-2024-0002", "--lang", "ko").text
    assert b"ghp_0123" not in b"".join(path.read_bytes() for path in own_data.glob("kb.db*") if path.is_file())
    assert "2 feedback withdrawn" in run("feedback", "HB-2024-0002", "withdraw").err
    assert "feedback" not in run("show", "HB-2024-0002").text
    assert "there was no feedback" in run("feedback", "HB-2024-0002", "withdraw").err


@pytest.mark.parametrize("form", ["json", "jsonl", "csv", "markdown"])
def test_an_export_to_a_file_is_the_one_to_stdout(home, form):
    printed = run("export", "--all", "--format", form)
    written = run("export", "--all", "--format", form, "--output", "all.out")
    assert (written.code, written.out, written.err) == (0, b"", "")
    assert (home / "all.out").read_bytes() == printed.out
    assert os.listdir(home) == ["all.out"] or not (home / "all.out.part").exists()


def test_what_is_exported_can_be_imported_and_is_unchanged(own_data, home):
    run("export", "--all", "--output", "all.json")
    report = run("import", "all.json", "--json").json
    assert report["counts"] == {"new": 0, "updated": 0, "unchanged": 5, "rejected": 0}
    assert run("export", "HB-2025-0005").json == next(r for r in fixture_records() if r["id"] == "HB-2025-0005")


def test_a_dry_run_writes_nothing(own_data, home):
    before = run("export", "--all").out
    (home / "new.json").write_text(
        '{"id": "N-1", "title": {"en": "x", "ko": "엑스"}, "date": "2024"}', encoding="utf-8"
    )
    ran = run("import", "new.json", "--dry-run")
    assert "1 new" in ran.text
    assert "Nothing was written" in ran.text
    assert run("export", "--all").out == before


def test_one_rejected_record_stops_the_import_unless_told_to_keep_going(own_data, home):
    good = {"id": "N-1", "title": {"en": "x", "ko": "엑스"}, "date": "2024"}
    (home / "two.json").write_text(json.dumps([good, {**good, "id": "N-2", "date": "2024-13"}]), encoding="utf-8")
    ran = run("import", "two.json")
    assert ran.code == 4
    assert "Nothing was written" in ran.text
    assert run("show", "N-1").code == 2
    assert run("import", "two.json", "--keep-going").code == 4
    assert run("show", "N-1").code == 0
    assert run("show", "N-2").code == 2


def test_an_older_record_needs_force(own_data, home):
    older = {**fixture_records()[0], "severity": "minor", "updated_at": "2001-01-01T00:00:00Z"}
    (home / "older.json").write_text(json.dumps(older), encoding="utf-8")
    assert run("import", "older.json").code == 4
    assert run("import", "older.json", "--force").code == 0
    assert run("show", older["id"], "--json").json["severity"] == "minor"


def test_the_report_of_an_import_as_a_file(own_data, home):
    ran = run("import", str(FIXTURES), "--report", "report.json", "--json")
    assert json.loads((home / "report.json").read_text(encoding="utf-8")) == ran.json
    assert ran.json["counts"]["unchanged"] == 5


def test_nothing_is_imported_when_the_report_cannot_be_written(own_data, home):
    (home / "new.json").write_text(
        '{"id": "N-1", "title": {"en": "x", "ko": "엑스"}, "date": "2024"}', encoding="utf-8"
    )
    assert run("import", "new.json", "--report", "no/such/folder/report.json").code == 2
    assert run("show", "N-1").code == 2


def test_a_new_record_asks_only_for_words_and_is_never_overwritten(home):
    ran = run("new", "OPS-2026-0001", "--output", ".")
    assert ran.code == 0
    assert "kb validate" in ran.err
    written = (home / "OPS-2026-0001.json").read_bytes()
    validated = run("validate", "OPS-2026-0001.json", "--json")
    assert validated.code == run("import", "OPS-2026-0001.json", "--dry-run").code == 4
    assert {finding["code"] for finding in validated.json["findings"]} == {"KB033"}
    assert run("new", "OPS-2026-0001", "--output", ".").code == 2
    assert (home / "OPS-2026-0001.json").read_bytes() == written
    assert json.loads(written)["id"] == "OPS-2026-0001"


def test_every_check_is_listed():
    from kb.lint import CHECKS

    rows = run("validate", "--checks", "--json").json
    assert [row["code"] for row in rows] == [check.code for check in CHECKS]
    text = run("validate", "--checks").text
    for check in CHECKS:
        assert f"{check.code}  {check.severity}" in text


@pytest.mark.parametrize(("shell", "check"), [("bash", ["bash", "-n"]), ("zsh", None), ("tcsh", None)])
def test_completion_knows_the_commands_and_the_ids(home, shell, check):
    ran = run("completion", shell)
    assert "match" in ran.text
    if shell != "tcsh":
        assert "--explain" in ran.text
        assert "kb list --format ids" in ran.text
    if check:
        (home / "kb.bash").write_bytes(ran.out)
        subprocess.run([*check, "kb.bash"], check=True)


@pytest.mark.parametrize(
    "words",
    [
        "match --json --format text",
        "match --format markdown --jsonl",
        "match --json --jsonl",
        "match --format json --format text",
        "search nccl --json --format ids",
        "list --format text --json",
        "show HB-2024-0001 --json --format markdown",
        "export HB-2024-0001 --all",
        "export --all --filter domain:aws",
        "actions alert.txt --id HB-2024-0001",
        "triage alert.txt --resume",
        "validate records/ --checks",
        "feedback HB-2024-0001 withdraw --input alert.txt",
    ],
)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_options_that_contradict_each_other_are_refused(words, language):
    ran = run(*words.split(), "--lang", language, stdin=b"nccl timeout")
    assert (ran.code, ran.text) == (2, "")
    assert ran.err.count("\n") == 1
    assert (re.search("[가-힣]", ran.err) is not None) == (language == "ko")


@pytest.mark.parametrize("words", ["match --json --format json", "match --format jsonl --jsonl", "list --json --json"])
def test_a_format_said_twice_is_no_contradiction(words):
    assert run(*words.split(), stdin=b'{"text": "nccl timeout"}').code in (0, 1)


def test_version():
    assert run("--version").text == f"kb {__version__}\n"
    assert run("-V") == run("--version")


def test_top_says_how_many_cases_are_shown():
    shown = [len(run("match", "--json", "--top", str(top), stdin=XID).json["matches"]) for top in (1, 2, 100)]
    assert shown[:2] == [1, 2]
    assert shown[2] >= 2


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "in no record as written, searched too:"), ("ko", "어느 기록에도 없는 말이라 함께 검색함:")],
)
def test_a_match_tells_how_a_misspelt_word_was_read(language, told):
    for words in ((), ("--format", "markdown")):
        read = [
            line.strip("_")
            for line in run("match", "--lang", language, *words, stdin=b"watchdgo of nccl").text.split("\n")
        ]
        assert f"{told} watchdgo → watchdog" in read
        assert told not in run("match", "--lang", language, *words, stdin=b"watchdog of nccl").text
    assert run("match", "--json", "--lang", language, stdin=b"watchdgo of nccl").json["respelt"] == {
        "watchdgo": "watchdog"
    }


def test_json_of_a_match_has_the_keys_of_the_contract():
    answer = run("match", "--json", stdin=XID).json
    assert list(answer) == [
        "schema_version", "input", "signals", "verdict", "matches", "labels", "hypotheses", "red_herrings",
        "checks", "answered", "answers", "baselines", "respelt",
    ]  # fmt: skip
    assert answer["schema_version"] == 1
    assert set(answer["input"]) == {"format", "language", "bytes", "truncated"}
    assert set(answer["labels"]) == {"symptoms", "components", "root_causes", "contributing"}
    assert {"root_cause", "components", "probability", "cases"} <= set(answer["hypotheses"][0])
    assert answer["hypotheses"][-1]["root_cause"] is None
    assert sum(item["probability"] for item in answer["hypotheses"]) == pytest.approx(1.0, abs=1e-3)
    check = answer["checks"][0]
    assert {"rank", "id", "title", "command", "risk", "gain_bits", "readings", "from"} <= set(check)
    assert set(check["readings"][0]) == {"reading", "points_to", "rules_out"}
    match = answer["matches"][0]
    assert {"rank", "id", "aliases", "probability", "title", "org", "date", "sources", "evidence", "against"} <= set(
        match
    )
    assert {"field", "record", "input", "input_span", "weight"} <= set(match["evidence"][0])
    for piece in match["evidence"]:
        start, end = piece["input_span"]
        assert redact(XID[start:end].decode())[0] == piece["input"]


def test_evidence_quotes_the_record():
    for match in run("match", "--json", stdin=XID).json["matches"]:
        record = next(record for record in fixture_records() if record["id"] == match["id"])
        for piece in match["evidence"]:
            if piece["record_span"]:
                value = record
                for step in piece["field"].split("."):
                    value = value[int(step)] if isinstance(value, list) else value[step]
                text = value if isinstance(value, str) else value.get("text") or value["name"]
                start, end = piece["record_span"]
                assert text[start:end] == piece["record"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("symptom:throughput-degrade", "symptom:throughput-degraded"),
        ("component:shared-filesytem", "component:shared-filesystem"),
        ("cause:capasity", "cause:capacity"),
        ("-domain:ai-infr", "domain:ai-infra"),
        ("severity:critcal", "severity:critical"),
        ("org:hanbit-clod", "org:hanbit-cloud"),
        ("symptom:처리량저하", "symptom:throughput-degraded"),
        ("reviewed:yess", "reviewed:yes"),
    ],
)
@pytest.mark.parametrize("command", ["search", "list", "export"])
def test_a_filter_that_is_misspelt_is_told_with_the_nearest_value(command, typed, meant):
    ran = run("export", "--filter", typed) if command == "export" else run(command, typed)
    assert ran.code in (0, 1)
    assert ran.err == f"kb: nothing is filed under {typed.lstrip('-')}; did you mean {meant}?\n"


@pytest.mark.parametrize("command", ["list", "search"])
def test_a_filter_that_does_not_exist_is_told_and_searched_as_a_word(command):
    ran = run(command, "--format", "ids", "comp:gpu", "colour:red")
    assert ran.err.startswith(
        "kb: there is no filter comp:, searched as a word; did you mean component:?\n"
        "kb: there is no filter colour:, searched as a word\n"
    )
    assert ran.out == run(command, "--format", "ids", "comp gpu colour red").out
    assert "혹시 component: 인가?" in run(command, "comp:gpu", "--lang", "ko").err
    assert "no filter" not in run(command, "rank0:3", "foo::bar", "http://host:80/x", "12:30").err


@pytest.mark.parametrize(
    "words",
    [
        ("list", "since:2025", "until:2024"),
        ("search", "hang", "since:2025 until:2024"),
        ("export", "--filter", "since:2025", "--filter", "until:2024"),
        ("export", "--filter", "comp:gpu"),
        ("export", "--filter", "hang"),
    ],
)
def test_filters_that_cannot_be_meant_are_refused(words):
    ran = run(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, b"", 1)


def test_a_filter_that_is_right_or_like_nothing_is_not_corrected():
    assert run("search", "symptom:memory-growth", "hang").err == ""
    assert run("list", "symptom:hang", "org:paju-pay", "reviewed:no", "year:2024", "since:2020").err == ""
    assert run("list", "symptom:qqqqqqqq").err == "kb: nothing is filed under symptom:qqqqqqqq\n"


def test_a_word_that_no_record_has_is_read_as_one_that_was_meant():
    right = run("search", "certificate", "--format", "ids")
    ran = run("search", "certifciate", "--format", "ids")
    assert ran.out == right.out != ""
    assert ran.err == "kb: no record has the word certifci; searched certific too\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_terminal_of_80_columns(monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "80")
    for call in ((name, "--help"), ("--help",)):
        ran = run(*call)
        assert ran.code == 0
        assert max(map(width, ran.text.splitlines())) <= 80


def test_an_error_is_no_longer_than_a_screen_whatever_was_typed():
    ran = run("show", "x" * 50_000)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 2_100


def test_the_reports_of_a_record_are_shown(own_data, monkeypatch):
    assert "no reports in other words" in run("show", "HB-2024-0002", "--reports").text
    assert run("show", "HB-2024-0002", "--reports", "--json").json == {"id": "HB-2024-0002", "reports": []}
    assert run("show", "HB-2024-0002", "--reports", "--format", "markdown").code == 2
    texts = ["first line\nsecond", "노드가 \x1b[31m뻗었다"]
    monkeypatch.setattr("kb.store.reader.Reader.reports", lambda _, ids: dict.fromkeys(ids, texts))
    shown = run("show", "HB-2024-0002", "--reports", "--lang", "ko").text
    assert shown.splitlines()[1:4] == ["", "  first line", "  second"]
    assert "뻗었다" in shown
    assert "\x1b" not in shown
    assert run("show", "HB-2024-0002", "--reports", "--json").json["reports"] == texts
