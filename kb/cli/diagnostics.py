"""The one owner of stderr and of the exit code.

Every failure becomes one line that says what happened and what to do; a traceback is shown only with `KB_DEBUG=1`, for
people who work on kb itself. Errors and narration are worded in English where they arise and are said here in the
language of the output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from kb.errors import EXIT_INTERRUPTED, EXIT_STORE, EXIT_USAGE, KbError
from kb.namedtuple import TYPE_CHECKING
from kb.text import visible

if TYPE_CHECKING:
    from typing import Any

LONGEST = 2000
"""Characters of the longest line of narration; a word of the call may be of any length."""

_bars: list[Any] = []
"""Progress bars that were shown. An interruption must stop them, or the terminal is left without a cursor."""

_said: set[str] = set()
"""What `note_once` has said."""

_words: list[str] = []
"""The words of the call: an error may come before they are parsed, and `--lang` holds for it too."""


def note(message: str) -> None:
    """One line of narration."""
    _tell(message)


def language() -> str:
    """The language of the output, as far as the call says one that kb speaks."""
    from kb import config

    chosen = None
    for word, after in zip(["", *_words], [*_words, ""], strict=True):
        if word == "--lang" or word.startswith("--lang="):
            chosen = after if word == "--lang" else word.partition("=")[2]
    for option in (chosen, None):
        try:
            return config.language(option)
        except KbError:
            continue
    return "en"


def note_once(message: str) -> None:
    """One line of narration that is left out if the same was said before in this call."""
    if message not in _said:
        _said.add(message)
        note(message)


def guarded(run: Callable[[], int], words: Sequence[str] = ()) -> int:
    """Run a command and turn whatever it raises into a message and an exit code. `words` are those of the call."""
    _said.clear()
    _words[:] = words
    try:
        return run()
    except KbError as error:
        report(error)
        return error.exit_code
    except SystemExit as ended:
        return int(ended.code or 0)
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        _tell("interrupted")
        return EXIT_INTERRUPTED
    except RecursionError:
        _tell("the input is nested too deeply to be read", "Simplify it and try again.")
        return EXIT_USAGE
    except MemoryError:
        _tell("out of memory", "Give kb a smaller input, or more memory.")
        return EXIT_STORE
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        where = f": {error.filename}" if error.filename else ""
        _tell(reason, "Check the path, the permissions and the disk.", where)
        return EXIT_STORE
    except BaseException as error:  # a panic inside tantivy is no Exception
        if os.environ.get("KB_DEBUG"):
            raise
        _tell(
            f"internal error: {type(error).__name__}: {error}",
            "This is a defect in kb; run again with KB_DEBUG=1 for the details and report it.",
        )
        return EXIT_STORE
    finally:
        for bar in _bars:
            bar.stop()


def report(error: KbError) -> None:
    """Print an error and what to do about it, on one line."""
    _tell(error.message, error.hint)


def _tell(message: str, hint: str = "", where: str = "") -> None:
    """One line: what happened, where, what to do."""
    told, advice = message, hint
    if language() == "ko":
        from kb.render.korean import korean

        told, advice = korean(message), korean(hint)
    _write(f"kb: {told}{where}" + (f". {advice}" if advice else ""))


class Muted:
    """Holds back what the search library itself writes to stderr: the panic of a damaged index, which is mended."""

    def __enter__(self) -> None:
        self._kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)

    def __exit__(self, *_: object) -> None:
        os.dup2(self._kept, 2)
        os.close(self._kept)


def progress(label: str) -> Callable[[int, int], None] | None:
    """A progress bar on stderr for work of known length, or None where stderr is not a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    _bars.append(bar)
    if language() == "ko":
        from kb.render.korean import korean

        label = korean(label)
    task = bar.add_task(label, total=None)

    def advance(done: int, total: int) -> None:
        if not bar.live.is_started:
            bar.start()
        bar.update(task, completed=done, total=total)
        if done >= total:
            bar.stop()

    return advance


def _write(line: str) -> None:
    if sys.stderr is None:
        return
    if len(line) > LONGEST:
        line = line[: LONGEST // 2] + " ... " + line[-LONGEST // 2 :]
    try:
        sys.stderr.write(visible(line, keep_newlines=False).rstrip() + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return
