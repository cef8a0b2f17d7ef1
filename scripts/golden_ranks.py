"""Rank of each record for the raw input that must find it (`tests/golden/<id>.<format>.txt`).

Prints per language and format how many inputs there are and the share at rank 1 and within rank 5. The golden
inputs are for testing only: nothing is fitted to them.

    python scripts/golden_ranks.py [--misses] [--folder tests/golden]
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import defaultdict
from typing import NamedTuple

from kb.engine import Engine


class Golden(NamedTuple):
    """One golden input: the record it belongs to, its format, the language read in it, and the rank found (0: none)."""

    id: str
    format: str
    language: str
    rank: int
    verdict: str
    probability: float


def golden_ranks(folder: str, engine: Engine, depth: int = 20) -> list[Golden]:
    """The rank of each record for its golden input, among the first `depth`."""
    found = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".txt"):
            continue
        record_id, form = name.split(".")[:2]
        with open(os.path.join(folder, name), "rb") as file:
            answer = engine.match(file.read(), depth)
        ids = [match.document["id"] for match in answer.matches]
        rank = ids.index(record_id) + 1 if record_id in ids else 0
        first = answer.matches[0].ranked.probability if answer.matches else 0.0
        found.append(Golden(record_id, form, answer.signals.language, rank, answer.verdict, first))
    return found


def main() -> None:
    """Print the counts and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", default=os.path.join("tests", "golden"))
    parser.add_argument("--misses", action="store_true", help="list the inputs whose record is not first")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, Engine.open(os.path.join(data, "kb.db")) as engine:
        rows = golden_ranks(arguments.folder, engine)
    groups: dict[str, list[Golden]] = defaultdict(list)
    for row in rows:
        for group in ("all", f"language {row.language}", f"format {row.format}"):
            groups[group].append(row)
    for group in sorted(groups, key=lambda name: (name != "all", name)):
        members = groups[group]
        first = sum(row.rank == 1 for row in members) / len(members)
        fifth = sum(1 <= row.rank <= 5 for row in members) / len(members)
        print(f"{group:18} n {len(members):4}   rank 1 {first:6.1%}   rank 5 {fifth:6.1%}")
    if arguments.misses:
        for row in rows:
            if row.rank != 1:
                print(f"  {row.id}.{row.format}  rank {row.rank}  {row.verdict} {row.probability:.2f}")


if __name__ == "__main__":
    main()
