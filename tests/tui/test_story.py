"""The real program on a real terminal: the way of a new user from two typed words to a draft that is found."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tui_corpus import VAGUE

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

PATIENCE_SECONDS = 30.0
"""Longest wait for a screen; a screen that comes is waited for no longer than it takes."""


class Terminal:
    """A terminal of 80x24 in a tmux server of its own, with the program in it."""

    def __init__(self, home: Path, command: str) -> None:
        self._server = ["tmux", "-u", "-f", os.devnull, "-S", str(home / "tmux")]
        self.presses = 0
        self._run("new-session", "-d", "-x", "80", "-y", "24", command)

    def press(self, *keys: str) -> None:
        """Press keys by their tmux names."""
        self.presses += len(keys)
        self._run("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._run("send-keys", "-l", text)

    def paste(self, text: str) -> None:
        """Paste a text as a terminal does."""
        subprocess.run([*self._server, "load-buffer", "-"], input=text.encode(), check=True)
        self._run("paste-buffer", "-p")

    def shows(self, *wanted: str) -> str:
        """Wait until all the texts are on the screen; returns the screen."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        screen = ""
        while time.monotonic() < deadline:
            screen = self._run("capture-pane", "-p")
            if all(text in screen for text in wanted):
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{wanted} did not appear:\n{screen}")

    def close(self) -> None:
        """End the server and the program."""
        self._run("kill-server")

    def _run(self, *words: str) -> str:
        done = subprocess.run([*self._server, *words], capture_output=True, text=True, encoding="utf-8", check=True)
        return done.stdout


@pytest.fixture
def terminal(home: Path) -> Iterator[Terminal]:
    """The program on the small store, with its corpus in the place of the shipped one."""
    start = home / "start.py"
    start.write_text(
        "import kb.config\n"
        f"kb.config.records_dir = lambda: {str(home / 'records')!r}\n"
        "from kb.cli import main\n"
        "raise SystemExit(main(['tui', '--lang', 'en']))\n",
        encoding="utf-8",
    )
    root = Path(__file__).parents[2]
    variables = (
        f"LC_ALL=C.UTF-8 PYTHONPATH={root} KB_DATA_DIR={home / 'data'} KB_CONFIG={home / 'config.toml'} KB_DEBUG=1"
    )
    found = Terminal(home, f"cd {home} && env {variables} {sys.executable} {start}; echo ENDED $?; cat")
    yield found
    found.close()


def test_from_two_words_to_a_draft_that_is_found(terminal: Terminal, home: Path) -> None:
    terminal.shows("5 incidents", "Symptom", "nccl timeout", "학습이 멈췄다")
    terminal.type("all-reduce bandwidth")
    terminal.shows("2 of 2", "KB-2022-0002")
    terminal.press("Down", "Left")
    screen = terminal.shows("Enter filter")
    rows = [line for line in screen.split("\n") if "[ ]" in line]
    steps = next(number for number, line in enumerate(rows) if "RDMA network" in line)
    terminal.press(*["Down"] * steps, "Enter")
    terminal.shows("component:rdma-network", "[+] RDMA network")
    terminal.press("Right", "Enter")
    terminal.shows("Case KB-2022-0002", "What was seen")
    terminal.press(*["Tab"] * 3)
    terminal.shows(" KB-2021-0001 Training hung in all-reduce on 16 nodes after a switch port lost")
    terminal.press("Enter")
    terminal.shows("Case KB-2021-0001")
    terminal.press("Escape")
    terminal.shows("Case KB-2022-0002")
    terminal.press("f2")
    terminal.shows("사례 KB-2022-0002", "도움말")
    terminal.press("f2")
    terminal.shows("Case KB-2022-0002")
    terminal.press("f4")
    terminal.shows("Nothing to match yet")
    terminal.paste(VAGUE)
    terminal.shows("Past cases", "%", "KB-2021-0001")
    terminal.press("C-n", "Tab")
    terminal.shows("What fits", "yours", "theirs")
    terminal.press("C-t")
    terminal.shows("Check 1", "Run the all-reduce test", "Configuration")
    terminal.press("y")
    terminal.shows("sent to the terminal's clipboard", "all_reduce_perf -b 8")
    for key, wanted in ((".", "Check 2"), ("1", "Check 3"), ("2", "Check 4"), ("1", "Check 5"), ("1", "Most likely")):
        terminal.press(key)
        terminal.shows(wanted)
    terminal.press("f11")
    terminal.shows("Save the draft record as")
    terminal.press("Enter")
    terminal.shows("draft saved")
    terminal.press("f5")
    terminal.shows("DRAFT-")
    terminal.press("Enter")
    terminal.shows("+ 1 new", "F11 or Ctrl+S")
    terminal.press("f11")
    terminal.shows("Imported: 1 new")
    terminal.press("f3", "f11")
    terminal.type("step time doubled")
    terminal.shows("6 incidents", "DRAFT-")
    assert terminal.presses <= 40
    terminal.press("C-q")
    terminal.shows("ENDED 0")
    (draft,) = home.glob("DRAFT-*.json")
    assert len(json.loads(draft.read_text(encoding="utf-8"))["diagnosis"]) == 4
