"""Writes `records/schema/incident.schema.json` from `kb.record`, so that the published schema cannot lag behind.

python scripts/write_schema.py           write it
python scripts/write_schema.py --check   exit 1 if the file differs from what would be written
"""

from __future__ import annotations

import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from kb.lint.schema import json_schema  # noqa: E402
from scripts.generated import options_of, write_or_check  # noqa: E402

PATH = os.path.join(ROOT, "records/schema/incident.schema.json")


def text() -> str:
    """The file's content."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=2) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Write or check the file."""
    options = options_of("Write the JSON Schema of a record.")
    options.add_argument("--path", default=PATH, help="file to write or check")
    given = options.parse_args(arguments)
    return write_or_check(given.path, text(), __file__, check=given.check)


if __name__ == "__main__":
    raise SystemExit(main())
