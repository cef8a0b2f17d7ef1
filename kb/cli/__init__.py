"""The command `kb`: thin commands over the facade, one module a group, imported only when called.

Building every parser would cost more than a whole match; only the parser of the command that was
called is built.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from kb.cli.diagnostics import guarded


def main(argv: Sequence[str] | None = None) -> int:
    """Run `kb` with these arguments (default: those of the process); returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        gc.disable()  # a command lives for milliseconds; collections while modules load cost a tenth of that
    return guarded(lambda: _run(words))


def _run(words: list[str]) -> int:
    from kb.cli.commands import COMMANDS, overview, parser_for

    name = words[0] if words else "--help"
    if name in ("-h", "--help", "help"):
        if len(words) > 1 and words[1] in COMMANDS:
            return _run([words[1], "--help"])
        from kb.cli.output import write

        write(overview())
        return 0
    if name in ("-V", "--version"):
        from kb import __version__
        from kb.cli.output import write

        write(f"kb {__version__}\n")
        return 0
    command = COMMANDS.get(name)
    if command is None:
        from difflib import get_close_matches

        from kb.errors import UsageError

        near = get_close_matches(name, COMMANDS, 1)
        raise UsageError(f"there is no command {name!r}", f"Did you mean: kb {near[0]}" if near else "See: kb --help")
    parsed = parser_for(name).parse_args(words[1:])
    return int(command.module().run(parsed))
