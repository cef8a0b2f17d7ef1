"""The exit codes of the table for every command; a failure is one line on stderr and nothing on stdout."""

from __future__ import annotations

import json

import pytest
from cli_running import FIXTURES, run

from kb.cli.commands import COMMANDS, EXIT_CODES
from kb.errors import (
    EXIT_INTERRUPTED,
    EXIT_MATCH,
    EXIT_NOVEL,
    EXIT_RECORD,
    EXIT_STORE,
    EXIT_USAGE,
    FetchError,
    IndexBrokenError,
    KbError,
    NotFoundError,
    RecordError,
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    UsageError,
)

XID = b"NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus. NCCL watchdog timeout, job hung."
A_RECORD = str(FIXTURES / "HB-2024-0001.json")
NO_DATABASE = ("--db", "notes.txt")

TABLE = [
    (0, ("match",), XID),
    (0, ("match", "-"), XID),
    (0, ("match", "input.txt"), b""),
    (1, ("match",), b"Whisk the eggs with sugar until pale.\n"),
    (2, ("match",), b""),
    (2, ("match", "nowhere.txt"), b""),
    (2, ("match", "."), b""),
    (2, ("match", "--top", "0"), XID),
    (2, ("match", "--top", "many"), XID),
    (2, ("match", "--format", "xml"), XID),
    (2, ("match", "--nonsense"), XID),
    (2, ("match", "--lang", "fr"), XID),
    (2, ("match", "--db", ""), XID),
    (2, ("match", "a", "b"), XID),
    (2, ("export", "--all", "--output", ""), b""),
    (2, ("feedback", "HB-2024-0001", "useful", "--input", ""), b""),
    (3, ("match", *NO_DATABASE), XID),
    (0, ("match", "--jsonl"), b'{"id": 1, "text": "GPU has fallen off the bus"}\n'),
    (2, ("match", "--jsonl"), b'{"id": 1, "text": "GPU has fallen off the bus"}\nnot json\n'),
    (0, ("triage",), XID),
    (0, ("triage", "input.txt", "--answers", "skip,undo"), b""),
    (2, ("triage", "input.txt", "--answers", "perhaps"), b""),
    (2, ("triage", "nowhere.txt"), b""),
    (2, ("triage", "input.txt", "--draft", ""), b""),
    (2, ("triage", "input.txt", "--resume"), b""),
    (2, ("triage", "--resume"), b""),
    (3, ("triage", "input.txt", *NO_DATABASE), b""),
    (0, ("actions", "--id", "HB-2024-0001"), b""),
    (1, ("actions", "--id", "HB-2025-0005"), b""),
    (2, ("actions", "--id", "HB-2024-9"), b""),
    (2, ("actions", "--id", "HB-2024-0001", "input.txt"), b""),
    (3, ("actions", "input.txt", *NO_DATABASE), b""),
    (0, ("search", "nccl"), b""),
    (0, ("search", "hang", "domain:ai-infra", "-severity:minor"), b""),
    (1, ("search", "org:nobody"), b""),
    (1, ("search", "hang", "org:nobody"), b""),
    (1, ("search", "since:2099"), b""),
    (2, ("search", "since:2025", "until:2024"), b""),
    (1, ("search", "qqqqqqqq"), b""),
    (2, ("search", "since:yesterday"), b""),
    (2, ("search",), b""),
    (2, ("search", "nccl", "--limit", "0"), b""),
    (3, ("search", "nccl", *NO_DATABASE), b""),
    (0, ("show", "HB-2024-0001"), b""),
    (0, ("show", "ops-771"), b""),
    (2, ("show", "HB-2024-9"), b""),
    (2, ("show",), b""),
    (3, ("show", "HB-2024-0001", *NO_DATABASE), b""),
    (0, ("list",), b""),
    (0, ("list", "org:paju-pay"), b""),
    (1, ("list", "org:nobody"), b""),
    (2, ("list", "--limit", "x"), b""),
    (3, ("list", *NO_DATABASE), b""),
    (0, ("vocab",), b""),
    (0, ("vocab", "symptoms"), b""),
    (0, ("vocab", "hang"), b""),
    (2, ("vocab", "nonsense"), b""),
    (3, ("vocab", "hang", *NO_DATABASE), b""),
    (0, ("baseline", "list"), b""),
    (0, ("baseline", "check", "pcie_bandwidth", "6.1", "GB/s", "generation=4", "lanes=8"), b""),
    (1, ("baseline", "check", "pcie_bandwidth", "6.1", "GB/s"), b""),
    (2, ("baseline", "check", "pcie_bandwith", "6.1", "GB/s"), b""),
    (2, ("baseline",), b""),
    (0, ("stats",), b""),
    (2, ("stats", "extra"), b""),
    (3, ("stats", *NO_DATABASE), b""),
    (0, ("import", A_RECORD), b""),
    (0, ("import", A_RECORD, "--dry-run"), b""),
    (0, ("import", "-"), json.dumps({"id": "N-1", "title": {"en": "x", "ko": "엑스"}, "date": "2024"}).encode()),
    (2, ("import",), b""),
    (2, ("import", "nowhere.json"), b""),
    (2, ("import", A_RECORD, "--report", "nowhere/report.json"), b""),
    (3, ("import", A_RECORD, *NO_DATABASE), b""),
    (3, ("import", "http://example.com/x.json"), b""),
    (3, ("import", "https://127.0.0.1/x.json"), b""),
    (4, ("import", "-"), b"{}"),
    (4, ("import", "-"), b""),
    (4, ("import", "-", "--dry-run"), b"[1, 2]"),
    (0, ("export", "HB-2024-0001"), b""),
    (0, ("export", "--all", "--format", "csv"), b""),
    (0, ("export", "--filter", "-domain:ai-infra", "--format", "jsonl"), b""),
    (2, ("export",), b""),
    (2, ("export", "HB-2024-9"), b""),
    (2, ("export", "--all", "--output", "nowhere/all.json"), b""),
    (3, ("export", "--all", *NO_DATABASE), b""),
    (0, ("validate", A_RECORD), b""),
    (0, ("validate", "--checks"), b""),
    (2, ("validate",), b""),
    (2, ("validate", "nowhere.json"), b""),
    (4, ("validate", "-"), b'{"id": 7}'),
    (4, ("validate", "input.txt"), b""),
    (0, ("new", "OPS-2026-0001"), b""),
    (2, ("new",), b""),
    (2, ("new", "no/slashes"), b""),
    (2, ("new", "OPS-2026-0001", "--output", "nowhere"), b""),
    (0, ("feedback", "HB-2024-0001", "useful"), b""),
    (0, ("feedback", "OPS-771", "wrong", "--input", "input.txt"), b""),
    (0, ("feedback", "HB-2024-0001", "withdraw"), b""),
    (2, ("feedback", "HB-2024-0001", "perhaps"), b""),
    (2, ("feedback", "HB-2024-9", "useful"), b""),
    (2, ("feedback", "HB-2024-0001", "useful", "--input", "nowhere.txt"), b""),
    (3, ("feedback", "HB-2024-0001", "useful", *NO_DATABASE), b""),
    (0, ("signals",), XID),
    (0, ("signals", "input.txt", "--json"), b""),
    (2, ("signals",), b" \n\t"),
    (2, ("tui",), b""),
    (2, ("tui", "input.txt"), b""),
    (0, ("reindex",), b""),
    (2, ("reindex", "all"), b""),
    (3, ("reindex", *NO_DATABASE), b""),
    (0, ("doctor",), b""),
    (0, ("doctor", "--fix", "--json"), b""),
    (2, ("doctor", "--repair"), b""),
    (3, ("doctor", *NO_DATABASE), b""),
    (0, ("completion", "bash"), b""),
    (0, ("completion", "zsh"), b""),
    (2, ("completion", "ksh"), b""),
    (0, (), b""),
    (0, ("--help",), b""),
    (0, ("help", "match"), b""),
    (0, ("--version",), b""),
    (2, ("help", "nonsense"), b""),
    (0, ("train",), b""),
    (0, ("eval", "--json"), b""),
    (2, ("eval", "--labelled", "nowhere.jsonl"), b""),
    (3, ("train", *NO_DATABASE), b""),
    (3, ("eval", *NO_DATABASE), b""),
    (2, ("nonsense",), b""),
    (2, ("--nonsense",), b""),
    (2, ("",), b""),
]
SPEAKS_ON_FAILURE = {("import", 4), ("validate", 4), ("doctor", 3), ("match", 2), ("triage", 2)}
"""Commands that report on stdout although, or because, something is wrong (`match` with --jsonl only; `triage` shows
the conversation up to the word that is no answer)."""


@pytest.mark.parametrize(("code", "words", "stdin"), TABLE, ids=[f"{row[0]} {' '.join(row[1])}" for row in TABLE])
def test_exit_code(own_data, home, code, words, stdin):
    (home / "notes.txt").write_text("not a database, just notes\n" * 10)
    (home / "input.txt").write_bytes(XID)
    ran = run(*words, stdin=stdin)
    assert ran.code == code, ran.err
    assert "Traceback" not in ran.err
    if code >= 2 and not ran.out:
        assert ran.err.startswith("kb: ")
        assert ran.err.count("\n") == 1
        assert ran.err.endswith("\n")
    if code >= 2 and ran.out:
        assert (words[0], code) in SPEAKS_ON_FAILURE


def test_every_command_is_in_the_table():
    assert {words[0] for _, words, _ in TABLE if words} >= set(COMMANDS)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KbError("x"), EXIT_STORE),
        (UsageError("x"), EXIT_USAGE),
        (NotFoundError("x"), EXIT_USAGE),
        (StoreError("x"), EXIT_STORE),
        (StoreBusyError("x"), EXIT_STORE),
        (StoreCorruptError("x"), EXIT_STORE),
        (IndexBrokenError("x"), EXIT_STORE),
        (FetchError("x"), EXIT_STORE),
        (RecordError("x"), EXIT_RECORD),
        (KeyboardInterrupt(), EXIT_INTERRUPTED),
        (BrokenPipeError(), EXIT_MATCH),
        (MemoryError(), EXIT_STORE),
        (RecursionError(), EXIT_USAGE),
        (OSError(28, "No space left on device", "/data/kb.db"), EXIT_STORE),
        (ZeroDivisionError("division by zero"), EXIT_STORE),
        (type("PanicException", (BaseException,), {})("index out of bounds\nsecond line"), EXIT_STORE),
        (SystemExit(0), EXIT_MATCH),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
def test_whatever_is_raised_becomes_one_line_and_a_code(monkeypatch, error, code):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("kb.engine.Engine.match", fail)
    ran = run("match", stdin=XID)
    assert ran.code == code
    assert ran.out == b""
    assert ran.err.count("\n") == (0 if isinstance(error, BrokenPipeError | SystemExit) else 1)


def test_a_hint_stands_behind_the_message(monkeypatch):
    monkeypatch.setattr(
        "kb.engine.Engine.match", lambda *_, **__: (_ for _ in ()).throw(KbError("it broke", "Mend it."))
    )
    assert run("match", stdin=XID).err == "kb: it broke. Mend it.\n"


def test_a_defect_shows_its_traceback_to_those_who_ask(monkeypatch):
    monkeypatch.setattr("kb.engine.Engine.match", lambda *_, **__: 1 / 0)
    monkeypatch.setenv("KB_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("match", stdin=XID)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_the_exit_codes(name):
    ran = run(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert EXIT_CODES in ran.text
    assert COMMANDS[name].summary[1:] in ran.text
    assert run("help", name) == ran


def test_the_overview_names_every_command_and_the_exit_codes():
    text = run().text
    assert run("--help").text == text
    assert EXIT_CODES in text
    for name, command in COMMANDS.items():
        assert f"  {name} " in text
        assert command.summary in text


def test_the_table_of_exit_codes_is_the_one_of_the_errors():
    codes = {int(line.split()[0]) for line in EXIT_CODES.splitlines()[1:]}
    assert codes == {EXIT_MATCH, EXIT_NOVEL, EXIT_USAGE, EXIT_STORE, EXIT_RECORD, EXIT_INTERRUPTED}


@pytest.mark.parametrize(
    ("written", "meant"), [("serch", "search"), ("macth", "match"), ("Match", "match"), ("exprt", "export")]
)
def test_a_misspelt_command_is_suggested(written, meant):
    ran = run(written, "x")
    assert ran.code == 2
    assert f"kb {meant}" in ran.err


def test_a_misspelt_id_is_suggested():
    assert "HB-2025-0005" in run("show", "HB-2025-0050").err
    assert "OPS-771" in run("show", "OPS-717").err


def test_a_misspelt_term_is_suggested():
    assert "throughput-degraded" in run("vocab", "trhoughput-degraded").err
