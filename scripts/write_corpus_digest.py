"""Write `records/CORPUS`, the digest by which a store knows whether it holds the shipped corpus.

Run after every change under `records/incidents` or `records/vocabulary`; `--check` writes nothing and fails if the
file is not up to date.
"""

from __future__ import annotations

import argparse
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from kb.store.corpus import DIGEST_FILE, compute_digest  # noqa: E402


def main() -> int:
    """Write or check; 1 if a check fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if the file is not up to date")
    parser.add_argument("--records", default=os.path.join(ROOT, "records"), help="directory of the records")
    options = parser.parse_args()
    path = os.path.join(options.records, DIGEST_FILE)
    line = compute_digest(options.records)
    if not options.check:
        with open(path, "w", encoding="ascii") as file:
            file.write(line)
        return 0
    try:
        with open(path, encoding="ascii") as file:
            if file.read() == line:
                return 0
    except OSError:
        pass
    print(f"{path} is not up to date: run python scripts/write_corpus_digest.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
