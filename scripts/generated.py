"""What the scripts that write a file of this repository share: write it, or with `--check` only compare.

A generated file that lags behind what it is generated from fails in continuous integration, with the difference and the
command that mends it.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys


def options_of(description: str) -> argparse.ArgumentParser:
    """The options of such a script; add `--path` or what the place of the file depends on."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--check", action="store_true", help="write nothing, exit 1 if the file is not up to date")
    return options


def write_or_check(path: str, wanted: str, script: str, *, check: bool) -> int:
    """Write a text to a file, or compare the two and print the difference; the exit code, 1 if they differ.

    `script` is the path of the script that writes the file.
    """
    if not check:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(wanted)
        return 0
    try:
        with open(path, encoding="utf-8") as file:
            found = file.read()
    except FileNotFoundError:
        found = ""
    if found == wanted:
        return 0
    sys.stdout.writelines(difflib.unified_diff(found.splitlines(True), wanted.splitlines(True), "file", "generated"))
    print(f"{path} is not up to date; run: python scripts/{os.path.basename(script)}", file=sys.stderr)
    return 1
