"""Signals: one that ends gives the terminal back and its number as exit code; a stopped program comes back whole."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tui import settings

pty = pytest.importorskip("pty")

ROOT = Path(__file__).parents[2]
INTO_ALTERNATE, OUT_OF_IT = b"\x1b[?1049h", b"\x1b[?1049l"
MODES = (b"\x1b[?1000h", b"\x1b[?1006h", b"\x1b[?1004h", b"\x1b[?2004h", b"\x1b[?25l")
"""Mouse, focus, paste, and no cursor."""
TAKES_KEYS = b"\x1b[?1004h"
"""Written once keys no longer mean anything to the terminal itself."""
SHOWN = b"newest first"
"""Beside the number of cases, which comes last."""
PATIENCE_SECONDS = 60


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What the program writes until something of it was seen, or until it has ended or patience has."""
    found = b""
    end = time.monotonic() + PATIENCE_SECONDS
    while wanted not in found and select.select([terminal], [], [], max(0.0, end - time.monotonic()))[0]:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # nobody has the other side open any more
            break
        if not part:
            break
        found += part
    return found


@contextmanager
def started(home: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The program in a terminal of its own, and the other side of that."""
    start = home / "start.py"
    start.write_text(
        "import signal\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # which nohup around the tests has ignored
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
        yield program, ours
    finally:
        program.kill()
        os.close(ours)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_gives_the_terminal_back(number: signal.Signals, code: int, home: Path) -> None:
    with started(home) as (program, terminal):
        assert INTO_ALTERNATE in read_until(terminal, b"incidents")
        program.send_signal(number)
        assert OUT_OF_IT in read_until(terminal, OUT_OF_IT)
        read_until(terminal, b"\x00never")  # so that it is not held up by a full terminal
        assert program.wait(timeout=60) == code


@pytest.mark.parametrize("greets", [False, True], ids=["", "greeting"])
def test_ctrl_z_stops_a_program_that_has_only_begun(greets: bool, home: Path) -> None:
    settings.remember(hint=greets)
    with started(home) as (program, terminal):
        read_until(terminal, TAKES_KEYS)
        os.write(terminal, b"\x1a")
        assert OUT_OF_IT in read_until(terminal, OUT_OF_IT)
        _, status = os.waitpid(program.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        program.send_signal(signal.SIGCONT)
        assert SHOWN in read_until(terminal, SHOWN)


def test_a_stopped_program_paints_its_screen_anew_when_it_goes_on(home: Path) -> None:
    with started(home) as (program, terminal):
        assert SHOWN in read_until(terminal, SHOWN)
        os.write(terminal, b"\x1a")
        assert OUT_OF_IT in read_until(terminal, OUT_OF_IT)
        _, status = os.waitpid(program.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        program.send_signal(signal.SIGCONT)
        seen = read_until(terminal, SHOWN)
        assert SHOWN in seen
        assert b"incidents" in seen
        assert all(mode in seen for mode in (INTO_ALTERNATE, *MODES))
