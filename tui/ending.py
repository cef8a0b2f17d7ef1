"""Ending on a signal as on the key: the terminal is given back as it was, and long work is stopped.

Without this a `kill`, a closed window or a lost connection would leave the shell in the alternate screen, with
the mouse and the cursor still taken.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

_SIGNALS = ("SIGTERM", "SIGHUP")
_BASE = 128
"""What shells add to the number of a signal for the exit code of who died of it: 143 for SIGTERM, 129 for SIGHUP."""


def end_on_signals(end: Callable[[int], object]) -> None:
    """Have `end` called with the exit code when one of the signals comes; one that is ignored, as under nohup, stays
    so. Does nothing where there are none (Windows)."""
    loop = asyncio.get_running_loop()
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, end, _BASE + number)
