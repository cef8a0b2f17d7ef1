"""Ending by a signal: the terminal is given back, and the exit code says which signal it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

ROOT = Path(__file__).parents[2]
INTO_ALTERNATE, OUT_OF_IT = b"\x1b[?1049h", b"\x1b[?1049l"


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What the program writes until something of it was seen, or until it has ended."""
    found = b""
    while wanted not in found:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # nobody has the other side open any more
            break
        if not part:
            break
        found += part
    return found


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_gives_the_terminal_back(number: signal.Signals, code: int, home: Path) -> None:
    start = home / "start.py"
    start.write_text(
        "import kb.config\n"
        f"kb.config.records_dir = lambda: {str(home / 'records')!r}\n"
        "from kb.cli import process\n"
        "process()\n",
        encoding="utf-8",
    )
    ours, theirs = pty.openpty()
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    program = subprocess.Popen(
        [sys.executable, str(start), "tui"], stdin=theirs, stdout=theirs, stderr=theirs, env=variables, cwd=home
    )
    os.close(theirs)
    try:
        seen = read_until(ours, b"incidents")
        assert INTO_ALTERNATE in seen
        program.send_signal(number)
        rest = read_until(ours, OUT_OF_IT)
        assert OUT_OF_IT in rest
        read_until(ours, b"\x00never")  # so that it is not held up by a full terminal
        assert program.wait(timeout=60) == code
    finally:
        program.kill()
        os.close(ours)
