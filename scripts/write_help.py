"""Writes `CLI.md`, the page of all commands, from the parsers themselves, so that it cannot lag behind.

The page is built from the options and not from the text of `--help`, which differs between versions of Python.

python scripts/write_help.py           write it
python scripts/write_help.py --check   exit 1 if the file differs from what would be written
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from kb.cli.commands import COMMANDS, EXIT_CODES  # noqa: E402
from kb.cli.parsers import Parser, parser_for  # noqa: E402
from scripts.generated import options_of, write_or_check  # noqa: E402

PATH = os.path.join(ROOT, "CLI.md")
SHARED = ("db", "lang")
"""Options of every command; told once at the top."""


def text() -> str:
    """The page."""
    parsers = {name: parser_for(name) for name in COMMANDS}
    lines = [
        "# Commands of kb",
        "",
        "Written by `python scripts/write_help.py` from the program; `kb COMMAND --help` prints the same.",
        "",
        "| command | what it does |",
        "|---|---|",
        *(f"| [`kb {name}`](#kb-{name}) | {command.summary} |" for name, command in COMMANDS.items()),
        "",
        "Every command takes:",
        "",
        *_rows(action for action in parsers["match"]._actions if action.dest in SHARED),
        "",
        "Exit codes:",
        "",
        "| code | meaning |",
        "|---|---|",
    ]
    for line in EXIT_CODES.splitlines()[1:]:
        code, meaning = line.split(maxsplit=1)
        lines.append(f"| {code} | {meaning} |")
    for name, parser in parsers.items():
        lines += _section(name, parser)
    return "\n".join(lines) + "\n"


def _section(name: str, parser: Parser) -> Iterator[str]:
    actions = [action for action in parser._actions if action.dest not in ("help", *SHARED)]
    words = [f"kb {name}", *(_word(action) for action in actions if action.option_strings), *_positional(actions)]
    yield from ["", f"## kb {name}", "", str(parser.description), "", "```", _folded(words), "```"]
    if actions:
        yield from ["", *_rows(actions)]
    notes = str(parser.epilog).removesuffix(EXIT_CODES).strip()
    if notes:
        yield from ["", "```", notes, "```"]


def _rows(actions: Iterator[argparse.Action] | list[argparse.Action]) -> Iterator[str]:
    yield from ["| argument | meaning |", "|---|---|"]
    for action in actions:
        shown = _word(action).strip("[]") if action.option_strings else _name(action)
        told = str(action.help or "") % vars(action)
        yield f"| `{shown.replace('|', chr(92) + '|')}` | {told.replace('|', chr(92) + '|')} |"


def _positional(actions: list[argparse.Action]) -> Iterator[str]:
    for action in actions:
        if not action.option_strings:
            shown = {"?": "[{}]", "*": "[{} ...]", "+": "{} ..."}.get(str(action.nargs), "{}")
            yield shown.format(_name(action))


def _word(action: argparse.Action) -> str:
    option = action.option_strings[-1]
    return f"[{option}]" if action.nargs == 0 else f"[{option} {_name(action)}]"


def _name(action: argparse.Action) -> str:
    if action.choices is not None:
        return "|".join(map(str, action.choices))
    return str(action.metavar or action.dest.upper())


def _folded(words: list[str]) -> str:
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > 100:
            lines.append(" " * (len(words[0]) + 1) + word)
        else:
            lines[-1] += " " + word
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Write or check the file."""
    options = options_of("Write the page of all commands.")
    options.add_argument("--path", default=PATH, help="file to write or check")
    given = options.parse_args(arguments)
    return write_or_check(given.path, text(), __file__, check=given.check)


if __name__ == "__main__":
    raise SystemExit(main())
