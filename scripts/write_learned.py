"""Learn the shipped numbers from the shipped records: `kb/shipped/lexicon.tsv` and `labels.tsv`.

Prints the ranking model for `kb.rank.SHIPPED`, and the figures of each on records left out.

Run after records were added. Not checked in CI: the last digits depend on the version of scikit-learn.

    python scripts/write_learned.py
"""

from __future__ import annotations

import glob
import json
import os
from pathlib import Path

import kb
from kb import config, learned
from kb.train.store import learn


def main() -> None:
    """Learn, write, print."""
    paths = sorted(glob.glob(os.path.join(config.records_dir(), "incidents", "*", "*.json")))
    trained = learn([json.loads(Path(path).read_bytes()) for path in paths], [])
    folder = Path(kb.__file__).parent / "shipped"
    folder.mkdir(exist_ok=True)
    for name, (content, figures) in trained.parts.items():
        print(name, json.dumps(figures))
        if name == learned.RANKING:
            print(content.decode())
        else:
            (folder / f"{name}.tsv").write_bytes(content)
    for line in trained.notes:
        print(line)


if __name__ == "__main__":
    main()
