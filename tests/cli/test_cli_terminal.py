"""What reaches a terminal: text and our own colours, never what a record or an input would like to send."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import subprocess
import termios
from typing import Any

import pytest
from cli_running import COMMAND, run, run_process

pytestmark = pytest.mark.usefixtures("own_process")

XID = b"NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.\n"
OURS = re.compile("\x1b\\[[0-9;]*m")
EVIL = "\x1b[31mred\x1b[0m \x9b2J \x07 \x1b]0;title\x07 \u202ereversed \u2066 \r over \x7f \x00 \u200b end"
DANGEROUS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]")


def poisoned(value: Any) -> Any:
    """The value with escapes in every text of it that is free text."""
    if isinstance(value, str):
        return f"{value} {EVIL}"
    if isinstance(value, list):
        return [poisoned(item) for item in value]
    if isinstance(value, dict):
        kept = (
            "date",
            "updated_at",
            "reviewed_at",
            "started_at",
            "ended_at",
            "detected_after",
            "resolved_after",
            "read",
        )
        return {key: item if key in kept else poisoned(item) for key, item in value.items()}
    return value


@pytest.fixture
def hostile_record(own_data, home) -> dict[str, Any]:
    """A record in the store whose every text holds what a terminal would obey."""
    text = {"en": "quux zorgblat failure", "ko": "쿠스 장애"}
    record = poisoned(
        {
            "org": "Org",
            "title": text,
            "date": "2025-01-02",
            "domain": ["storage"],
            "severity": "major",
            "impact": {"scope": "all"},
            "symptoms": ["hang"],
            "symptoms_text": text,
            "signature": [{"kind": "log", "text": "zorgblat: quux 17"}, {"kind": "metric", "name": "m", "unit": "u"}],
            "components": ["gpu"],
            "detection": text,
            "suspected_first": ["gpu"],
            "diagnosis": [{"check": text, "finding": text, "command": "ls", "points_to": ["gpu"], "rules_out": ["x"]}],
            "summary": text,
            "root_cause": "capacity",
            "root_cause_text": text,
            "contributing": ["low-headroom"],
            "remediation": [{"text": text, "kind": "fix"}],
            "action_items": [{"text": text, "state": "open"}],
            "lessons": text,
            "timeline": {"events": [{"at": "T+1", "text": text}]},
            "sources": [{"url": "https://x.example/", "kind": "blog"}],
            "review": {"written_by": "human", "reviewed_at": "2025-01-03"},
            "house": text,
        }
    )
    record |= {"id": "EVIL-1", "related": ["HB-2024-0001"], "updated_at": "2025-01-02T00:00:00Z"}
    (home / "evil.json").write_text(json.dumps(record), encoding="utf-8")
    ran = run("import", "evil.json")
    assert (ran.code, ran.err) == (0, "")
    assert not DANGEROUS.search(ran.text)
    return record


COMMANDS_THAT_SHOW = [
    ("show", "EVIL-1"),
    ("show", "EVIL-1", "--lang", "ko"),
    ("show", "EVIL-1", "--json"),
    ("show", "EVIL-1", "--format", "markdown"),
    ("list",),
    ("list", "--json"),
    ("search", "zorgblat"),
    ("search", "zorgblat", "--json"),
    ("stats",),
    ("stats", "--json"),
    ("export", "EVIL-1"),
    ("export", "EVIL-1", "--format", "jsonl"),
    ("export", "EVIL-1", "--format", "csv"),
    ("export", "EVIL-1", "--format", "markdown"),
    ("validate", "evil.json"),
    ("validate", "evil.json", "--json"),
    ("import", "evil.json", "--force"),
    ("import", "evil.json", "--json"),
    ("match", "evil.json", "--explain"),
    ("match", "evil.json", "--lang", "ko"),
    ("match", "evil.json", "--json"),
    ("match", "evil.json", "--format", "markdown"),
    ("signals", "evil.json"),
    ("signals", "evil.json", "--json"),
]


@pytest.mark.parametrize("words", COMMANDS_THAT_SHOW, ids=" ".join)
def test_what_a_record_holds_is_shown_and_never_sent(hostile_record, words):
    ran = run(*words)
    assert ran.code == 0, ran.err
    assert not DANGEROUS.search(ran.text.replace("\r\n", "\n"))
    assert "EVIL-1" in ran.text or words[0] in ("stats", "validate", "signals", "import")


def test_escapes_of_a_record_stay_readable_and_come_out_of_json_unchanged(hostile_record):
    assert "\\x1b[31mred" in run("show", "EVIL-1").text
    assert run("show", "EVIL-1", "--json").json == hostile_record
    assert run("export", "EVIL-1").json == hostile_record


def test_names_on_the_command_line_are_shown_and_not_sent():
    for words in (
        ("show", EVIL),
        ("vocab", EVIL),
        (EVIL,),
        ("match", EVIL),
        ("match", "--top", EVIL),
        ("search", "since:\x1b"),
    ):
        ran = run(*(word.replace("\0", "") for word in words))
        assert ran.code == 2
        assert not DANGEROUS.search(ran.err)
        assert ran.err.count("\n") == 1


def on_terminal(*words: str, stdin: bytes = XID, **environment: str) -> str:
    """Output of `kb` in a process whose stdout is a terminal of 120 columns."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *words], stdin=subprocess.PIPE, stdout=theirs, stderr=subprocess.PIPE,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "120"} | environment,
    )  # fmt: skip
    os.close(theirs)
    assert process.stdin
    assert process.stderr
    process.stdin.write(stdin)
    process.stdin.close()
    pieces = []
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    assert process.wait(60) in (0, 1), process.stderr.read()
    process.stderr.close()
    os.close(ours)
    return b"".join(pieces).decode()


def test_colours_stand_on_a_terminal_only(home):
    shown = on_terminal("match")
    assert OURS.search(shown)
    plain = run("match", stdin=XID).text
    assert "\x1b" not in plain
    assert "\x1b" not in OURS.sub("", shown)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_can_be_turned_off(environment):
    assert "\x1b" not in on_terminal("match", **environment)


def test_no_color_changes_nothing_but_the_colours():
    with_colours, without = on_terminal("match"), on_terminal("match", NO_COLOR="1")
    assert OURS.sub("", with_colours) == without


def test_a_terminal_gets_only_our_escapes_from_hostile_text(hostile_record):
    data = EVIL.encode() + b" zorgblat: quux 17"
    shown = on_terminal("match", "--explain", stdin=data)
    assert "EVIL-1" in shown
    assert not DANGEROUS.search(OURS.sub("", shown).replace("\r\n", "\n"))


@pytest.mark.parametrize("columns", [40, 80, 100, 200])
@pytest.mark.parametrize(
    "words", [("match", "--explain"), ("list",), ("show", "OPS-771"), ("search", "nccl"), ("vocab", "hang")]
)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_lines_fit_the_terminal(monkeypatch, columns, words, language):
    from kb.render.layout import width

    monkeypatch.setenv("COLUMNS", str(columns))
    for line in run(*words, "--lang", language, stdin=XID).text.splitlines():
        if not line.lstrip().startswith(("$ ", "- https://")):  # what is copied or opened is never broken
            assert width(line) <= max(40, min(110, columns)), line


@pytest.mark.parametrize("columns", ["0", "-1", "wide", "²", "9" * 6000])
def test_a_senseless_width_is_passed_over(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    assert run("match", stdin=XID).code == 0


@pytest.mark.parametrize(
    "words", [("list",), ("match",), ("export", "--all"), ("--help",), ("match", "--help"), ("completion", "bash")]
)
def test_a_closed_pipe_is_silent(words):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*COMMAND, *words], input=XID, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_output_that_is_closed_or_full():
    shell = f"{' '.join(COMMAND)} list"
    done = subprocess.run(f"{shell} >&-", shell=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    if os.path.exists("/dev/full"):
        done = subprocess.run(f"{shell} >/dev/full", shell=True, capture_output=True, check=False)
        assert done.returncode == 3
        assert b"no space left" in done.stderr
        assert done.stderr.count(b"\n") == 1


def test_nobody_to_narrate_to_changes_nothing():
    for words, code in (("show nothing", 2), ("match", 0), ("search nccl", 0), ("import - --dry-run", 4)):
        line = f"{' '.join(COMMAND)} {words}"
        expected = subprocess.run(line, shell=True, input=XID, capture_output=True, check=False)
        found = subprocess.run(f"{line} 2>&-", shell=True, input=XID, capture_output=True, check=False)
        assert (found.returncode, found.stdout) == (code, expected.stdout)


def test_the_terminal_ui_asks_for_a_terminal():
    ran = run("tui", stdin=XID)
    assert ran.code == 2
    assert "needs a terminal" in ran.err


def triage_of_a_pipe(*answers: str, controlling: bool) -> str:
    """What `... | kb triage` shows on a terminal where each answer is typed at the prompt, and then Ctrl+D."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "triage"], stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "dumb"},
        start_new_session=True, preexec_fn=(lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0)) if controlling else None,
    )  # fmt: skip
    os.close(theirs)
    assert process.stdin
    process.stdin.write(XID)
    process.stdin.close()
    shown, typed = b"", [f"{answer}\n".encode() for answer in answers] + [b"\x04"]
    with contextlib.suppress(OSError):  # the end of a terminal is an error
        while piece := os.read(ours, 65536):
            shown += piece
            if shown.endswith(b"> ") and typed:
                os.write(ours, typed.pop(0))
    assert process.wait(60) == 0
    os.close(ours)
    return shown.decode()


def test_triage_of_a_pipe_takes_its_answers_from_the_terminal(own_data):
    shown = triage_of_a_pipe("skip", "other", controlling=True)
    assert "kb triage --resume" in shown
    session = run("triage", "--resume", "--json").json
    assert [item["answer"] for item in session["answers"]] == ["skip", "other"]


def test_triage_of_a_pipe_without_a_terminal_to_type_at_can_be_resumed(own_data):
    shown = triage_of_a_pipe("skip", controlling=False)
    assert "go on with: kb triage --resume" in shown
    assert run("triage", "--resume", "--json").json["answers"] == []


def test_output_is_utf8_whatever_the_locale_says():
    ran = run_process("show", "OPS-771", "--lang", "ko", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert ran.text == run("show", "OPS-771", "--lang", "ko").text
    help_text = run_process("match", "--help", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (help_text.code, help_text.err) == (0, "")
    assert "처리량" in help_text.text
