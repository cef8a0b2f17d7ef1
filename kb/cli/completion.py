"""`kb completion SHELL`: a completion script, record ids included."""

from __future__ import annotations

import argparse

from kb.cli import output
from kb.cli.parsers import all_parsers

EPILOG = """examples:
  mkdir -p ~/.local/share/bash-completion/completions
  kb completion bash > ~/.local/share/bash-completion/completions/kb
  kb completion zsh > "${fpath[1]}/_kb\""""

_IDS = {
    "bash": '_kb_ids() { compgen -W "$(kb list --format ids 2>/dev/null)" -- "$1"; }',
    "zsh": '_kb_ids() { compadd -- ${(f)"$(kb list --format ids 2>/dev/null)"} }',
    "tcsh": "",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb completion`."""
    parser.add_argument("shell", choices=tuple(_IDS), help="shell to complete in")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    root = all_parsers()
    for action in root._actions:
        for child in (getattr(action, "choices", None) or {}).values() if action.dest == "command" else ():
            for argument in child._actions:
                if argument.metavar == "ID":
                    argument.complete = {"bash": "_kb_ids", "zsh": "_kb_ids"}
                elif argument.metavar in ("FILE", "PATH"):
                    argument.complete = shtab.FILE
    output.write(shtab.complete(root, shell=arguments.shell, preamble=_IDS[arguments.shell]) + "\n")
    return 0
