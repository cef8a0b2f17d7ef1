"""Write `records/CORPUS`, by which a store knows whether it holds the shipped corpus, an earlier or a later one.

Run after every change under `records/incidents`, `vocabulary`, `checks` or `reports`, and after a merge in which
the file conflicts; `--check` writes nothing and fails if the file is not up to date.
"""

from __future__ import annotations

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from kb.store.shipped import DIGEST_FILE, compute_digest  # noqa: E402
from scripts.generated import options_of, write_or_check  # noqa: E402


def main() -> int:
    """Write or check; 1 if a check fails."""
    options = options_of("Write the digest of the shipped corpus.")
    options.add_argument("--records", default=os.path.join(ROOT, "records"), help="directory of the records")
    given = options.parse_args()
    path = os.path.join(given.records, DIGEST_FILE)
    return write_or_check(path, _line(path, compute_digest(given.records)), __file__, check=given.check)


def _line(path: str, digest: str) -> str:
    """The digest with its number: the one it has, else the one after the highest in the file (two after a merge)."""
    numbers = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                *content, number = line.split()
                if len(content) == 3 and number.isdigit():
                    numbers[" ".join(content)] = int(number)
    known = numbers.get(digest) if len(numbers) == 1 else None
    return f"{digest} {known or max(numbers.values(), default=0) + 1}\n"


if __name__ == "__main__":
    raise SystemExit(main())
