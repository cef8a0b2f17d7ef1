"""Options of the commands, read by argparse: what they share, help, and the way a usage error is said."""

from __future__ import annotations

import argparse

from kb import config
from kb.cli.commands import COMMANDS, EXIT_CODES
from kb.errors import UsageError
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, NoReturn

argparse._ = str  # type: ignore[attr-defined]
"""argparse asks for translations of its headings, which imports `locale`: 3 ms for text that kb words itself."""

MOST_COLUMNS = 100
"""Width of a help text on a wide terminal, and where there is none."""


class OneFormat(argparse.Action):
    """The format of the output, by name or by an option of its own such as `--json`; two that differ are refused."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        wanted = self.const or values
        told = option if self.const else f"{option} {values}"
        before, said = getattr(namespace, "format_said", (wanted, ""))
        if before != wanted:
            parser.error(f"argument {told}: not allowed with argument {said}")
        namespace.format, namespace.format_said = wanted, (wanted, told)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are UsageErrors of one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, f"See: {self.prog} --help")

    _columns = 0

    def _get_formatter(self) -> argparse.HelpFormatter:
        if not self._columns:
            from kb.cli.output import columns

            self._columns = min(MOST_COLUMNS, columns())
        return _Formatter(self.prog, self._columns)

    def print_help(self, file: object = None) -> None:
        from kb.cli.output import write

        write(self.format_help())

    def read(self, words: list[str]) -> argparse.Namespace:
        """The values of the options. A filter such as `-domain:aws` is a word, not an option."""
        words = [f" {word}" if _is_exclusion(word) else word for word in words]
        if any(action.nargs in ("*", "+") for action in self._actions):
            parsed = self.parse_intermixed_args(words)
        else:
            parsed = self.parse_args(words)  # the other parses twice, and words the usage on the way
        for action in self._actions:
            is_given = action.option_strings and action.nargs != "?"  # --resume alone is an empty name
            if is_given and getattr(parsed, action.dest, None) == "":
                self.error(f"argument {'/'.join(action.option_strings)}: expected one argument")
        return parsed


def _is_exclusion(word: str) -> bool:
    key, colon, _ = word[1:].partition(":")
    return word.startswith("-") and colon == ":" and key.isidentifier()


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help of a given width. Left to itself argparse asks for the terminal's for every option it is given, for which
    it imports `shutil` and three compression modules."""

    def __init__(self, prog: str, width: int = MOST_COLUMNS) -> None:
        super().__init__(prog, max_help_position=28, width=width)


def parser_for(name: str) -> Parser:
    """The parser of one command, with the options that all share."""
    command = COMMANDS[name]
    module = command.module()
    parser = Parser(
        prog=f"kb {name}",
        description=command.summary[0].upper() + command.summary[1:] + ".",
        epilog="\n\n".join(filter(None, [getattr(module, "EPILOG", ""), EXIT_CODES])),
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    parser.add_argument("--db", metavar="PATH|URL", help="database (default: KB_DATABASE_URL, then the data directory)")
    parser.add_argument(
        "--lang",
        metavar="en|ko",
        type=config.language,
        help="language of the output (default: KB_LANG, then the locale)",
    )
    return parser


def all_parsers() -> Parser:
    """One parser with every command below it, for shell completion and documentation."""
    root = Parser(prog="kb", description="Incident knowledge base and pattern matcher.", add_help=True)
    root.add_argument("--version", action="version", version="kb")
    below = root.add_subparsers(dest="command")
    for name, command in COMMANDS.items():
        child = below.add_parser(name, help=command.summary, parents=[_without_help(name)], add_help=True)
        child.prog = f"kb {name}"
    return root


def _without_help(name: str) -> Parser:
    parser = parser_for(name)
    parent = Parser(add_help=False)
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            parent._add_action(action)
    return parent
