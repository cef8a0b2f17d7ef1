"""Writes `records/schema/incident.schema.json` from `kb.record`, so that the published schema cannot lag behind.

python scripts/write_schema.py           write it
python scripts/write_schema.py --check   exit 1 if the file differs from what would be written
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys

from kb.record import json_schema

PATH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "records/schema/incident.schema.json")


def text() -> str:
    """The file's content."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=2) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Write or check the file."""
    parser = argparse.ArgumentParser(description="Write the JSON Schema of a record.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if the file is not up to date")
    parser.add_argument("--path", default=PATH, help="file to write or check")
    options = parser.parse_args(arguments)
    wanted = text()
    if not options.check:
        os.makedirs(os.path.dirname(options.path), exist_ok=True)
        with open(options.path, "w", encoding="utf-8") as file:
            file.write(wanted)
        return 0
    try:
        with open(options.path, encoding="utf-8") as file:
            found = file.read()
    except FileNotFoundError:
        found = ""
    if found == wanted:
        return 0
    sys.stdout.writelines(difflib.unified_diff(found.splitlines(True), wanted.splitlines(True), "file", "kb.record"))
    print("the schema is not up to date; run: python scripts/write_schema.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
