"""The output of every command that prints records or answers, byte by byte.

After a change that is meant: `pytest tests/cli --update`, then read the difference before it is committed.
"""

from __future__ import annotations

import json
import re

import pytest
from cli_running import fixture_records, run

THROUGHPUT = """10:42 지은: 학습 처리량이 12k에서 6k tokens/s로 떨어졌어요. 24노드 다 같이요
10:43 Omar: read latency of /shared is 58 ms, normally 2. no Xid, NCCL quiet. GPU util jumps 0..98 %
"""
XID = """Jun 20 03:12:44 gpu-17 kernel: NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.
[rank12]:[E620 03:42:44 ProcessGroupNCCL.cpp:607] Watchdog caught collective operation timeout: \
WorkNCCL(SeqNum=8411, OpType=ALLREDUCE, Timeout(ms)=1800000) ran for 1800043 milliseconds before timing out.
"""
RECIPE = "Peel the potatoes, boil them with a little salt, and mash them with butter and warm milk.\n"
INPUTS = {"throughput": THROUGHPUT, "xid": XID, "novel": RECIPE}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize(("form", "ending"), [("text", "txt"), ("markdown", "md")])
def test_match(golden, name, form, ending, language):
    ran = run("match", "--format", form, "--lang", language, stdin=INPUTS[name].encode())
    assert ran.err == ""
    golden(f"match-{name}.{language}.{ending}", ran.out)


@pytest.mark.parametrize("name", INPUTS)
def test_match_json(golden, name):
    ran = run("match", "--json", stdin=INPUTS[name].encode())
    golden(f"match-{name}.json", ran.out)


def test_match_json_is_the_same_in_every_language():
    answers = {run("match", "--json", "--lang", code, stdin=XID.encode()).out for code in ("en", "ko")}
    assert len(answers) == 1


def test_match_jsonl(golden):
    lines = [json.dumps({"id": name, "text": text}, ensure_ascii=False) for name, text in INPUTS.items()]
    ran = run("match", "--jsonl", "--top", "1", stdin="\n".join(lines).encode())
    golden("match.jsonl", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_match_explained(golden, form):
    ran = run("match", "--explain", "--top", "1", "--format", form, stdin=XID.encode())
    golden(f"match-explained.{'txt' if form == 'text' else 'json'}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_signals(golden, form):
    ran = run("signals", *(["--json"] if form == "json" else []), stdin=XID.encode())
    golden(f"signals.{'txt' if form == 'text' else 'json'}", ran.out)


def test_signals_in_korean(golden):
    golden("signals.ko.txt", run("signals", "--lang", "ko", stdin=XID.encode()).out)


def test_baselines_in_korean(golden):
    words = ("pcie_bandwidth", "6.1", "GB/s", "generation=4", "lanes=8")
    golden("baseline-check.ko.txt", run("baseline", "check", *words, "--lang", "ko").out)
    interval = run("baseline", "checkpoint-interval", "--save-time", "9h", "--mtbf", "8h", "--lang", "ko")
    golden("baseline-no-interval.ko.txt", interval.out)


LISTINGS = {
    "search.en.txt": ("search", "nccl", "timeout"),
    "search.ko.txt": ("search", "인증서 만료", "--lang", "ko"),
    "search.json": ("search", "symptom:error-rate-high", "since:2024", "--json"),
    "search-ids.txt": ("search", "-domain:ai-infra", "--format", "ids"),
    "search-nothing.en.txt": ("search", "org:nobody"),
    "search-nothing.ko.txt": ("search", "org:nobody", "--lang", "ko"),
    "list.en.txt": ("list",),
    "list.ko.txt": ("list", "--lang", "ko", "--limit", "2"),
    "list.json": ("list", "year:2024", "--json"),
}


@pytest.mark.parametrize("name", LISTINGS)
def test_listings(golden, name):
    ran = run(*LISTINGS[name])
    assert ran.err == ""
    golden(name, ran.out)


@pytest.mark.parametrize("record", ["HB-2024-0001", "HB-2025-0004"])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_show(golden, record, language):
    golden(f"show-{record}.{language}.txt", run("show", record, "--lang", language).out)


@pytest.mark.parametrize("options", [[], ["--lang", "en"], ["--lang", "ko"]])
def test_show_markdown(golden, options):
    ran = run("show", "HB-2024-0001", "--format", "markdown", *options)
    golden(f"show-HB-2024-0001.{options[-1] if options else 'both'}.md", ran.out)


def test_show_json_is_the_record():
    for record in fixture_records():
        ran = run("show", record["id"], "--json")
        assert ran.json == record
        assert list(ran.json) == list(record)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_vocabulary(golden, language):
    golden(f"vocab.{language}.txt", run("vocab", "signature-kinds", "--lang", language).out)
    golden(f"vocab-term.{language}.txt", run("vocab", "gpu-lost", "--lang", language).out)


def test_vocabulary_json(golden):
    golden("vocab.json", run("vocab", "signature_kinds", "--json").out)


@pytest.mark.parametrize(("words", "name"), [((), "stats.en.txt"), (("--lang", "ko"), "stats.ko.txt")])
def test_stats(golden, words, name):
    golden(name, run("stats", *words).out)


def test_stats_json(golden):
    golden("stats.json", run("stats", "--json").out)


BROKEN = {
    "id": "HB-2024-0900",
    "title": {"en": "Nodes were drained"},
    "date": "2024-02-30",
    "symptoms": ["trhoughput-degraded"],
    "summary": {"en": "The job was slow.\u001b[2J", "ko": "작업이 느렸다."},
}


@pytest.mark.parametrize(
    ("words", "name"),
    [((), "validate.txt"), (("--json",), "validate.json"), (("--lang", "ko"), "validate.ko.txt")],
)
def test_validate(golden, home, words, name):
    (home / "HB-2024-0901.json").write_text(json.dumps(BROKEN), encoding="utf-8")
    (home / "twice.json").write_text('{"id": "HB-1", "id": "HB-2"}', encoding="utf-8")
    ran = run("validate", "HB-2024-0901.json", "twice.json", *words)
    assert ran.code == 4
    golden(name, ran.out)


@pytest.mark.parametrize(
    ("words", "name"),
    [((), "import.en.txt"), (("--lang", "ko"), "import.ko.txt"), (("--json",), "import.json")],
)
def test_import(golden, own_data, home, words, name):
    unchanged, changed, older = fixture_records()[:3]
    changed = {**changed, "severity": "critical", "updated_at": "2026-01-01T00:00:00Z"}
    older = {**older, "severity": "minor", "updated_at": "2020-01-01T00:00:00Z"}
    new = {**unchanged, "id": "HB-2026-0001", "symptoms": ["tls-failur"]}
    documents = [unchanged, changed, older, new, {"id": "HB-2026-0002"}]
    (home / "more.jsonl").write_text("".join(json.dumps(item) + "\n" for item in documents), encoding="utf-8")
    ran = run("import", "more.jsonl", "--keep-going", *words)
    assert ran.code == 4
    golden(name, ran.out)


def test_doctor_json(golden):
    run("match", stdin=XID.encode())  # so that there is an index
    ran = run("doctor", "--json")
    assert ran.code == 0
    rows = ran.json
    for row in rows:
        row["seen"] = re.sub(r"(?<![\w.])\d+(\.\d+)+", "<version>", row["seen"])
        row["seen"] = re.sub(r"(sqlite://)?/[^ ]*", "<path>", row["seen"])
    golden("doctor.json", "".join(json.dumps(row) + "\n" for row in rows).encode())
