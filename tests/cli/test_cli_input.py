"""Where input comes from and what cannot be taken: each time one line that says what to do."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest
from cli_running import COMMAND, run, run_process

from kb.cli import input as reading

XID = b"NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.\n"


def test_a_file_and_a_pipe_give_the_same_answer(home):
    (home / "alert.txt").write_bytes(XID)
    assert run("match", "--json", "alert.txt").out == run("match", "--json", stdin=XID).out


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", b"\n" * 1000])
@pytest.mark.parametrize("command", ["match", "signals"])
def test_empty_input_is_a_usage_error_with_an_example(command, data):
    ran = run(command, stdin=data)
    assert (ran.code, ran.out) == (2, b"")
    assert "the input is empty" in ran.err
    assert f"| kb {command}" in ran.err


@pytest.mark.parametrize("command", ["match", "signals"])
def test_a_folder_a_missing_file_and_a_closed_door(home, command):
    (home / "folder").mkdir()
    assert "folder is a directory" in run(command, "folder").err
    assert "nowhere.txt does not exist" in run(command, "nowhere.txt").err
    assert "cannot be read" in run(command, "folder/x/y" if os.name == "nt" else "/dev/null/x").err


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_that_may_not_be_read(open_folder, as_other_user):
    path = open_folder / "secret.txt"
    path.write_bytes(XID)
    path.chmod(0)
    as_other_user()
    ran = run("match", str(path))
    assert ran.code == 2
    assert "permission denied" in ran.err


def test_standard_input_that_cannot_be_read():
    done = subprocess.run(f"{' '.join(COMMAND)} match 0>/dev/null", shell=True, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"standard input cannot be read" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_the_end_of_a_huge_input_is_cut_and_said(monkeypatch):
    monkeypatch.setattr(reading, "LIMIT_BYTES", len(XID) + 10)
    monkeypatch.setattr("kb.signals.read.__kwdefaults__", {"limit": len(XID) + 10, "redacted": True})
    ran = run("match", "--json", stdin=XID + b"x" * 10_000)
    assert ran.code == 0
    assert ran.json["input"] | {"format": "", "language": ""} == {
        "format": "",
        "language": "",
        "bytes": len(XID) + 10,
        "truncated": True,
    }
    assert "cut at the limit" in run("match", stdin=XID + b"x" * 10_000).text
    whole = run("match", "--json", stdin=XID + b"x" * 10).json["input"]
    assert (whole["bytes"], whole["truncated"]) == (len(XID) + 10, False)


@pytest.mark.usefixtures("own_process")
def test_more_than_64_mebibytes_are_read_as_64(home):
    with open(home / "huge.log", "wb") as file:
        file.write(XID)
        file.write(b"all quiet on this host\n" * (3 * 2**20))
    assert os.path.getsize("huge.log") > 64 * 2**20
    ran = run_process("match", "--json", "huge.log")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["input"]["truncated"] is True
    assert ran.json["input"]["bytes"] == 64 * 2**20
    assert ran.json["matches"][0]["id"] == "HB-2024-0002"


def test_lines_that_are_no_json_are_named_and_the_others_answered():
    lines = [
        b'{"id": "a", "text": "GPU has fallen off the bus"}',
        b"{broken",
        b"",
        b'{"id": 2}',
        b"[1]",
        b'{"text": "x"}',
    ]
    ran = run("match", "--jsonl", stdin=b"\n".join(lines))
    assert ran.code == 2
    answers = [line for line in ran.text.splitlines() if line]
    assert len(answers) == 5
    assert [line.split(":")[1] for line in ran.err.splitlines()] == [" line 2", " line 4", " line 5"]
    assert '"line": 2' in answers[1]
    assert answers[0].startswith('{"id": "a"')
    assert answers[4].startswith('{"id": null')


@pytest.mark.parametrize("number", [b"NaN", b"-Infinity", b"1e999"])
def test_an_id_that_json_cannot_say_is_refused(number):
    ran = run("match", "--jsonl", stdin=b'{"id": ' + number + b', "text": "x"}')
    assert ran.code == 2
    assert '"error"' in ran.text


@pytest.mark.parametrize("identifier", ["7", '"seven"', "null", "[1, {}]", '"\\ud800"', "1.5"])
def test_an_id_comes_back_as_it_went_in(identifier):
    ran = run("match", "--jsonl", "--top", "1", stdin=f'{{"id": {identifier}, "text": "x"}}'.encode())
    assert ran.text.startswith(f'{{"id": {identifier}, ')


@pytest.mark.usefixtures("own_process")
@pytest.mark.parametrize("command", ["match", "signals", "import -", "validate -"])
def test_closed_standard_input_is_empty_input(command):
    done = subprocess.run(f"{' '.join(COMMAND)} {command} <&-", shell=True, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"kb: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.usefixtures("own_process")
def test_who_waits_for_a_slow_pipe_is_told_so():
    process = subprocess.Popen([*COMMAND, "match", "--json"], stdin=-1, stdout=-1, stderr=-1)
    assert process.stdin
    assert process.stderr
    assert b"waiting for input on stdin" in process.stderr.readline()
    process.stdin.write(XID)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"HB-2024-0002" in out


@pytest.mark.usefixtures("own_process")
def _interruptible() -> None:
    """A shell that runs the tests in the background has them ignore interruptions, and their children too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interruption_ends_with_130_and_one_line():
    process = subprocess.Popen([*COMMAND, "match"], stdin=-1, stdout=-1, stderr=-1, preexec_fn=_interruptible)
    assert process.stderr
    assert b"waiting" in process.stderr.readline()
    time.sleep(0.05)
    process.send_signal(2)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"kb: interrupted\n")
