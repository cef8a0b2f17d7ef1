"""Reading what the user gives: a file, or standard input when it is a pipe or `-`."""

from __future__ import annotations

import os
import sys

from kb.cli.diagnostics import note
from kb.errors import UsageError
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

LIMIT_BYTES = 64 * 1024 * 1024
PATIENCE_SECONDS = 1.0


def read(name: str | None, example: str) -> bytes:
    """At most LIMIT_BYTES + 1 bytes of a file or of standard input; the one byte more says that it was cut.

    Raises UsageError if there is nothing to read; `example` is a call that works, shown with it.
    """
    if name is None or name == "-":
        if name is None and sys.stdin is not None and sys.stdin.isatty():
            raise UsageError("no input was given", f"Try: {example}")
        return _with_something(_read_stdin(), example)
    return read_file(name, example)


def read_file(name: str, example: str) -> bytes:
    """As `read`, of a file of any name."""
    try:
        with open(name, "rb") as file:
            return _with_something(file.read(LIMIT_BYTES + 1), example)
    except IsADirectoryError as error:
        raise UsageError(f"{name} is a directory", "Name one file.") from error
    except FileNotFoundError as error:
        raise UsageError(f"{name} does not exist", "Check the name, or pipe the text in.") from error
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {_reason(error)}", "Check its permissions.") from error


def _with_something(data: bytes, example: str) -> bytes:
    if not data.strip():
        raise UsageError("the input is empty", f"Try: {example}")
    return data


def stream() -> BinaryIO | None:
    """Standard input for who reads it in pieces; None if it is closed."""
    return None if sys.stdin is None else sys.stdin.buffer


def take_terminal() -> bool:
    """Make the terminal standard input again after a pipe was read; False if the process has no terminal."""
    if sys.stdin is not None and sys.stdin.isatty():
        return True
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return False
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = os.fdopen(0, "r", closefd=False)
    sys.__stdin__ = sys.stdin  # type: ignore[misc]
    return True


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _read_stdin() -> bytes:
    if sys.stdin is None:
        return b""
    descriptor = sys.stdin.fileno()
    if not _ready(descriptor):
        note("waiting for input on stdin; end it with Ctrl+D")
    pieces, size = [], 0
    while size <= LIMIT_BYTES:
        try:
            piece = os.read(descriptor, min(1 << 20, LIMIT_BYTES + 1 - size))
        except OSError as error:
            raise UsageError(f"standard input cannot be read: {_reason(error)}", "Name a file.") from error
        if not piece:
            break
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


def _ready(descriptor: int) -> bool:
    if os.name != "posix":
        return True
    import select

    return bool(select.select([descriptor], [], [], PATIENCE_SECONDS)[0])
