"""The command `kb`: thin commands over the facade, one module a group, imported only when called.

Building every parser would cost more than a whole match; only the parser of the command that was
called is built.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from kb.cli.diagnostics import guarded, language
from kb.errors import EXIT_INTERRUPTED
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NoReturn


def process() -> NoReturn:
    """The process `kb`: run the command line and end.

    Without collections while modules load, and without taking the interpreter apart at the end: the two are a
    tenth of a cold match. Everything that must be closed is closed by its command.
    """
    gc.disable()
    try:
        _hold_streams()
        code = guarded(_begun, sys.argv[1:])
        for stream in (sys.stdout, sys.stderr):
            try:
                if stream is not None:
                    stream.flush()
            except (OSError, ValueError):
                continue
    except KeyboardInterrupt:  # a second one, while the first was being told
        code = EXIT_INTERRUPTED
    os._exit(code)


def _begun() -> int:
    """Run the words of this process. From here on Ctrl+C is an exception again, which tidies up on its way."""
    import _signal  # type: ignore[import-not-found]

    if callable(_signal.getsignal(_signal.SIGINT)):
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    return _run(sys.argv[1:])


def _hold_streams() -> None:
    """Open what is closed of the three standard streams as nothing: the next file opened, such as the index, would be
    given its number, and be written into."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def main(argv: Sequence[str]) -> int:
    """Run `kb` with these arguments; returns the exit code."""
    return guarded(lambda: _run([*argv]), argv)


def _run(words: list[str]) -> int:
    from kb.cli.commands import COMMANDS, overview

    name = words[0] if words else "--help"
    if name in ("-h", "--help", "help"):
        if name == "help" and len(words) > 1:
            return _run([words[1], "--help"])
        from kb.cli.output import write

        write(overview(language()))
        return 0
    if name in ("-V", "--version"):
        from kb import __version__
        from kb.cli.output import write

        write(f"kb {__version__}\n")
        return 0
    command = COMMANDS.get(name)
    if command is None and name.startswith("-"):
        from kb.errors import UsageError

        raise UsageError(f"{name} stands before the command", f"Write options behind it: kb COMMAND {name} ...")
    if command is None:
        from difflib import get_close_matches

        from kb.errors import UsageError

        near = get_close_matches(name, COMMANDS, 1)
        raise UsageError(f"there is no command {name!r}", f"Did you mean: kb {near[0]}" if near else "See: kb --help")
    module = command.module()
    parsed = module.plain(words[1:]) if hasattr(module, "plain") else None
    if parsed is None:
        from kb.cli.parsers import parser_for

        parsed = parser_for(name).read(words[1:])
    return int(module.run(parsed))
