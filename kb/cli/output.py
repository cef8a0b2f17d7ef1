"""The one owner of stdout: answers go through here, in UTF-8, and a closed pipe is silent."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from kb.render.layout import Paint

MAX_COLUMNS = 110
MIN_COLUMNS = 40


def write(text: str) -> None:
    """Write text to stdout. Characters that cannot be encoded are replaced. Raises BrokenPipeError if nobody reads."""
    if sys.stdout is None:
        raise BrokenPipeError
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _discard()
        raise


def write_all(pieces: Iterable[str]) -> None:
    """Write pieces as they come."""
    for piece in pieces:
        write(piece)


def paint() -> Paint:
    """Colours if stdout is a terminal that wants them: `NO_COLOR` and `TERM=dumb` turn them off."""
    return Paint(on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")


def on_terminal() -> bool:
    """Whether a person reads stdout on a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def columns() -> int:
    """Width to lay out for: the terminal's within bounds, 100 if there is none."""
    if configured := os.environ.get("COLUMNS", ""):
        wanted = int(configured) if configured.isdecimal() and len(configured) < 6 else 100
    elif on_terminal():
        wanted = os.get_terminal_size(sys.stdout.fileno()).columns
    else:
        wanted = 100
    return max(MIN_COLUMNS, min(MAX_COLUMNS, wanted))


def _discard() -> None:
    """Point stdout at nothing, so that the interpreter's last flush does not complain."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
