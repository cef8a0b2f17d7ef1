"""The one owner of stderr and of the exit code.

Every failure becomes one line that says what happened and one that says what to do; a traceback is
shown only with `KB_DEBUG=1`, for people who work on kb itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from kb.errors import EXIT_INTERRUPTED, EXIT_STORE, KbError
from kb.text import visible


def note(message: str) -> None:
    """One line of narration."""
    _write(f"kb: {message}")


def guarded(run: Callable[[], int]) -> int:
    """Run a command and turn whatever it raises into a message and an exit code."""
    try:
        return run()
    except KbError as error:
        report(error)
        return error.exit_code
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        _write("kb: interrupted")
        return EXIT_INTERRUPTED
    except RecursionError:
        _write("kb: the input is nested too deeply to be read. Simplify it and try again.")
        return EXIT_STORE
    except MemoryError:
        _write("kb: out of memory. Give kb a smaller input, or more memory.")
        return EXIT_STORE
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        _write(f"kb: {(error.strerror or str(error)).lower()}:{where} Check the path, the permissions and the disk.")
        return EXIT_STORE
    except Exception as error:
        if os.environ.get("KB_DEBUG"):
            raise
        _write(
            f"kb: internal error: {type(error).__name__}: {error}. "
            "This is a defect in kb; run again with KB_DEBUG=1 for the details and report it."
        )
        return EXIT_STORE


def report(error: KbError) -> None:
    """Print an error and what to do about it, on one line."""
    _write(f"kb: {error.message}" + (f". {error.hint}" if error.hint else ""))


def progress(label: str) -> Callable[[int, int], None] | None:
    """A progress bar on stderr for work of known length, or None where stderr is not a terminal."""
    if not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=None)

    def advance(done: int, total: int) -> None:
        if not bar.live.is_started:
            bar.start()
        bar.update(task, completed=done, total=total)
        if done >= total:
            bar.stop()

    return advance


def _write(line: str) -> None:
    try:
        sys.stderr.write(visible(line, keep_newlines=False).rstrip() + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return
