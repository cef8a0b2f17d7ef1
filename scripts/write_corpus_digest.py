"""Write `records/CORPUS`, the digest by which a store knows whether it holds the shipped corpus.

Run after every change under `records/incidents` or `records/vocabulary`; `--check` writes nothing and fails if the
file is not up to date.
"""

from __future__ import annotations

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from kb.store.corpus import DIGEST_FILE, compute_digest  # noqa: E402
from scripts.generated import options_of, write_or_check  # noqa: E402


def main() -> int:
    """Write or check; 1 if a check fails."""
    options = options_of("Write the digest of the shipped corpus.")
    options.add_argument("--records", default=os.path.join(ROOT, "records"), help="directory of the records")
    given = options.parse_args()
    path = os.path.join(given.records, DIGEST_FILE)
    return write_or_check(path, compute_digest(given.records), __file__, check=given.check)


if __name__ == "__main__":
    raise SystemExit(main())
