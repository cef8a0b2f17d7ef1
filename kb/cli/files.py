"""How commands write files: whole or not at all, and with one message for whatever goes wrong.

A full disk must not leave half a file under a name that somebody trusts, so that everything is written beside its
place and moved there. What is no regular file (`/dev/stdout`, a pipe) is written to as it is.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from kb.errors import DiskError, KbError, UsageError
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO

_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)


@contextmanager
def replacing(path: str) -> Iterator[IO[str]]:
    """A text file that takes the place of `path` when the block ends, and leaves it as it was if the block fails.

    It is opened at once: whoever has no place to write to learns it before the work is done. Raises UsageError and
    DiskError.
    """
    is_special = os.path.exists(path) and not os.path.isfile(path)
    target = path if is_special else os.path.realpath(path)
    written = target if is_special else f"{target}.part"
    try:
        try:
            with open(written, "w", encoding="utf-8", newline="") as file:
                yield file
            if not is_special:
                os.replace(written, target)
        except BaseException:
            if not is_special:
                with contextlib.suppress(OSError):
                    os.unlink(written)
            raise
    except OSError as error:
        if isinstance(error, BrokenPipeError) or error.filename not in (None, written, target):
            raise
        raise _unwritable(path, error) from error


def create(path: str, text: str) -> None:
    """Write a new file. Raises UsageError if there is one of this name or it cannot be made, and DiskError."""
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise UsageError(f"{path} exists already", "Choose another name, or edit that file.") from error
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise _unwritable(path, error) from error


def _unwritable(path: str, error: OSError) -> KbError:
    """The disk (full, read-only, failing) is a matter of code 3, a name that cannot be written to one of usage."""
    message = f"{path} cannot be written: {(error.strerror or str(error)).lower()}"
    if error.errno in _DISK:
        return DiskError(message, "Free space on that disk, or write to another one.")
    return UsageError(message, "Name another file or directory.")
