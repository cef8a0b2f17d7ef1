"""The real program on a real terminal, with the shipped incidents: the way of a new user from two typed words to a
draft that is found, in at most 40 key presses beside what is typed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

ROOT = Path(__file__).parents[2]
MOST_PRESSES = 40
PATIENCE_SECONDS = 60.0
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
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """The program as a new user starts it: no store yet, no settings."""
    variables = (
        f"LC_ALL=C.UTF-8 PYTHONPATH={ROOT} KB_DATA_DIR={tmp_path / 'new'} KB_CONFIG={tmp_path / 'config.toml'} "
        "KB_DEBUG=1"
    )
    command = f"{sys.executable} -m kb tui --lang en"
    found = Terminal(tmp_path, f"cd {tmp_path} && env {variables} {command}; echo ENDED $?; cat")
    yield found
    found.close()


def test_from_two_words_to_a_draft_that_is_found(terminal: Terminal, tmp_path: Path) -> None:
    terminal.shows("Welcome to kb")
    terminal.type("nccl mtu")
    screen = terminal.shows("incidents", "Symptom", "KB-", "Ctrl+F filter…")
    count = int(re.search(r"([0-9,]+) incidents", screen).group(1).replace(",", ""))  # type: ignore[union-attr]
    terminal.press("C-f")
    terminal.shows("Filter by")
    terminal.type("component rdma")
    terminal.shows("[ ] Component     RDMA network")
    terminal.press("Enter")
    screen = terminal.shows("component:rdma-network", "[+] RDMA network")
    listed = re.findall(r"(KB-\d{4}-\d{4})  [0-9-]+  (~\d)?", screen)
    row = next(place for place, (_, related) in enumerate(listed) if related)
    case = listed[row][0]
    terminal.press("Down", *["Down"] * row, "Enter")
    terminal.shows(f"Case {case}", "What was seen", "~ related")
    terminal.press("~")
    screen = terminal.shows("\n KB-")
    other = re.findall(r"^ (KB-\d{4}-\d{4}) ", screen, re.MULTILINE)[-1]
    terminal.press("Enter")
    terminal.shows(f"Case {other}")
    terminal.press("Escape")
    terminal.shows(f"Case {case}")
    terminal.press("f2")
    terminal.shows(f"사례 {case}", "도움말")
    terminal.press("f2")
    terminal.shows(f"Case {case}")
    terminal.press("$", "=")
    terminal.shows("sent to the terminal's clipboard")
    terminal.press("f4")
    terminal.shows("Nothing to match yet")
    terminal.paste((ROOT / "records" / "examples" / "throughput-drop.txt").read_text(encoding="utf-8"))
    terminal.shows("Past cases", "%", "KB-")
    terminal.press("C-n", "Right")
    terminal.shows("What fits", "yours", "theirs")
    terminal.press("C-t")
    for number in (1, 2, 3):
        terminal.shows(f"Check {number}", "What does it show?")
        terminal.press("1")
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
    terminal.shows("e.g. nccl timeout")
    terminal.type("draft throughput")
    terminal.shows(f"{count + 1} incidents", "DRAFT-")
    assert terminal.presses <= MOST_PRESSES
    terminal.press("C-q")
    terminal.shows("ENDED 0")
    (draft,) = tmp_path.glob("DRAFT-*.json")
    assert len(json.loads(draft.read_text(encoding="utf-8"))["diagnosis"]) == 3
