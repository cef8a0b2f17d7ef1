"""Starting a program on a pseudo-terminal until results stand there: for `scripts/benchmark_tui.py`."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Iterator

BARE = """
from textual.app import App
from textual.widgets import Input
class Bare(App):
    def compose(self):
        yield Input(" incidents newest first")
Bare().run()
"""
"""The smallest Textual application there can be, with the words on its screen that a start is timed to."""
COLUMNS, LINES = 120, 40
"""Size of the terminal."""


def start(command: list[str]) -> tuple[float, float]:
    """Seconds from starting a program to results on its terminal, and the processor time it took until then."""
    begin = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    seen = b""
    found = (float("nan"), float("nan"))
    for part in _read(terminal, 60):
        seen += part
        if b" incidents" in seen and b"newest first" in seen:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                ticks = sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
            found = (time.perf_counter() - begin, ticks / os.sysconf("SC_CLK_TCK"))
            break
    with contextlib.suppress(OSError):
        os.write(terminal, b"\x11")
    for _ in _read(terminal, 5):
        pass
    os.close(terminal)
    os.waitpid(pid, 0)
    return found


def _read(terminal: int, patience: float) -> Iterator[bytes]:
    """What a terminal writes, until it ends or is silent for so many seconds."""
    while select.select([terminal], [], [], patience)[0]:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:
            return
        if not part:
            return
        yield part
