"""The same input and store give the same bytes, whatever process asks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from cli_running import COMMAND, run, run_process

pytestmark = pytest.mark.usefixtures("own_process")

INPUT = """10:42 지은: 학습 처리량이 12k에서 6k tokens/s로 떨어졌어요. 24노드 다 같이요
NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.
read latency of /shared is 58 ms; x509: certificate has expired or is not yet valid
""".encode()

CALLS = [
    ("match", "--json", "--explain", "--top", "5"),
    ("match", "--lang", "ko"),
    ("match", "--format", "markdown"),
    ("search", "nccl", "timeout", "--json"),
    ("list", "--json"),
    ("stats", "--json"),
    ("vocab", "symptoms", "--json"),
    ("signals", "--json"),
    ("export", "--all"),
    ("export", "--all", "--format", "markdown"),
    ("completion", "zsh"),
]


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_two_processes_with_different_hash_seeds_agree(words):
    first, second = (run_process(*words, stdin=INPUT, PYTHONHASHSEED=seed) for seed in ("1", "4242"))
    assert first == second
    assert first.code in (0, 1)
    assert first.out == run(*words, stdin=INPUT).out


def test_the_same_records_in_another_order_give_the_same_answers(tmp_path, monkeypatch, shipped):
    from cli_running import fill, fixture_records

    answers = set()
    for number, records in enumerate((fixture_records(), fixture_records()[::-1])):
        fill(tmp_path / str(number), records, shipped)
        monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / str(number)))
        answers.add((run("match", "--json", "--top", "5", stdin=INPUT).out, run("search", "node", "--json").out))
    assert len(answers) == 1


def test_the_installed_command_is_the_module():
    command = os.path.join(os.path.dirname(sys.executable), "kb")
    if not os.path.exists(command):
        pytest.skip("kb is not installed beside this Python")
    done = subprocess.run([command, "match", "--json"], input=INPUT, capture_output=True, check=False)
    assert done.stdout == run("match", "--json", stdin=INPUT).out


KILLER = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell that runs the tests beside it has ignored
class Killer:
    seen = 0
    def find_spec(self, name, path=None, target=None):
        if name == "kb.cli" or self.seen:
            self.seen += 1
            if self.seen == int(os.environ["KB_TEST_IMPORT"]):
                os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Killer())
sys.argv[:] = ["kb", "match"]
import runpy
runpy.run_module("kb", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("number", [1, 2, 3, 5, 8, 13, 21, 34, 55, 500])
def test_an_interruption_while_modules_load_is_one_quiet_line(number):
    environment = os.environ | {"KB_TEST_IMPORT": str(number)}
    done = subprocess.run(
        [sys.executable, "-c", KILLER], input=INPUT, capture_output=True, check=False, env=environment
    )
    expected = (run("match", stdin=INPUT).code, b"") if number == 500 else (130, b"kb: interrupted\n")
    assert (done.returncode, done.stderr) == expected


@pytest.mark.parametrize("delay", [0.0, 0.004, 0.008, 0.012, 0.016, 0.02, 0.03, 0.05, 0.1])
def test_an_interruption_at_any_moment_shows_no_traceback_of_kb(delay):
    with subprocess.Popen([*COMMAND, "match"], stdin=subprocess.PIPE, stdout=-1, stderr=-1) as child:
        time.sleep(delay)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(INPUT, timeout=60)
    told = err.decode()
    assert "Traceback" not in told or "cli" not in told  # before the first line of kb the interpreter speaks for itself
    assert child.returncode in (0, 1, 130, -signal.SIGINT) or "cli" not in told
