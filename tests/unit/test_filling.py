"""Values of an input in a command: only what means the same in every kind of quoting, and only if there is one."""

from __future__ import annotations

import re
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import signals
from kb.diagnose.filling import PATTERNS, filled

COMMAND = "ssh <node> 'grep <pci-address>' \"<pod>\" --pid <pid> -j <job-id> <host>"


def fill(text: str, command: str = COMMAND) -> str:
    return filled(command, signals.read(text.encode()))


@pytest.mark.parametrize(
    ("text", "placeholder", "value"),
    [
        ("NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, GPU has fallen off the bus.", "<pci-address>", "0000:3b:00"),
        ("NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, GPU has fallen off the bus.", "<pid>", "4711"),
        ("slurmctld: error: job failed JobId=88213 NodeName=gpu-17", "<job-id>", "88213"),
        ("slurmctld: error: job failed JobId=88213 NodeName=gpu-17", "<node>", "gpu-17"),
        ("error: pod/train-7f9c was evicted, disk pressure", "<pod>", "train-7f9c"),
    ],
)
def test_a_single_value_is_filled_in(text, placeholder, value):
    assert fill(text, f"x {placeholder} y") == f"x {value} y"


@pytest.mark.parametrize(
    "text",
    [
        "error node=a-1 and node=b-2 failed",
        "error node=$(reboot) failed",
        "error node=gpu1;reboot failed",
        "error node=`id` failed",
        "error node=--all failed",
        "error node=a'b failed'",
        "error node=한글 failed",
        "the host a-1 failed",
    ],
)
def test_otherwise_the_placeholder_stays(text):
    assert fill(text, "kubectl get node <node>") == "kubectl get node <node>"


@given(st.text(max_size=40), st.sampled_from(sorted(PATTERNS)))
def test_no_text_of_an_input_leaves_the_word_it_is_put_into(text, placeholder):
    name = placeholder.strip("<>").replace("-", "")
    line = f"error failed node={text} NodeName={text} pod={text} pid={text} JobId={text} (PCI:{text})"
    command = fill(line, f"run {placeholder} '{placeholder}' \"{placeholder}\" end")
    if placeholder not in command:
        words = shlex.split(command)
        assert len(words) == 5, name
        assert words[1] == words[2] == words[3]
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.:-]*", words[1])
