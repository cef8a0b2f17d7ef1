"""The same input and store give the same bytes, whatever process asks."""

from __future__ import annotations

import pytest
from cli_running import run, run_process

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


def test_the_same_records_in_another_order_give_the_same_answers(tmp_path, monkeypatch, shipped_digest):
    from cli_running import fill, fixture_records

    answers = set()
    for number, records in enumerate((fixture_records(), fixture_records()[::-1])):
        fill(tmp_path / str(number), records, shipped_digest)
        monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / str(number)))
        answers.add((run("match", "--json", "--top", "5", stdin=INPUT).out, run("search", "node", "--json").out))
    assert len(answers) == 1


def test_the_installed_command_is_the_module():
    import os
    import subprocess
    import sys

    command = os.path.join(os.path.dirname(sys.executable), "kb")
    if not os.path.exists(command):
        pytest.skip("kb is not installed beside this Python")
    done = subprocess.run([command, "match", "--json"], input=INPUT, capture_output=True, check=False)
    assert done.stdout == run("match", "--json", stdin=INPUT).out
