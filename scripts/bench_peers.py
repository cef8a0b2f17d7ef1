"""SQLite FTS5 or bm25s on the texts of a benchmark: one process a peer, so that its memory is its own and a peer that
runs out of it ends alone. Called by `scripts/benchmark.py`; prints one JSON object.

    python scripts/bench_peers.py fts5|bm25s SIZE QUERIES

The queries are the first of those that kb is asked, the tokens for bm25s those of `kb.text`.
"""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from bench_corpus import Corpus, text_of

from kb.text import terms

HITS = 100
"""Documents that a peer has to name."""

Ask = Callable[[str], object]


def fts5(texts: Iterator[str], folder: str) -> tuple[Ask, float]:
    """A table of FTS5 with Porter stems; a way to ask it, and the bytes it takes on disk."""
    path = os.path.join(folder, "peer.db")
    connection = sqlite3.connect(path)
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61')")
    connection.executemany("INSERT INTO t VALUES (?)", ((text,) for text in texts))
    connection.commit()

    def ask(query: str) -> object:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(terms(query).split()) if word.isalnum())
        found = "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?"
        return connection.execute(found, (words, HITS)).fetchall()

    return ask, os.path.getsize(path)


def bm25s(texts: Iterator[str], folder: str) -> tuple[Ask, float]:
    """An index of bm25s in memory; a way to ask it, and the bytes it takes when saved."""
    import bm25s as peer

    vocabulary: dict[str, int] = {}
    known: dict[str, list[int]] = {}

    def numbers(sentence: str) -> list[int]:
        if sentence not in known:
            known[sentence] = [vocabulary.setdefault(word, len(vocabulary)) for word in terms(sentence).split()]
        return known[sentence]

    documents = [[number for part in text.split(". ") for number in numbers(part)] for text in texts]
    size = len(documents)
    retriever = peer.BM25()
    retriever.index((documents, vocabulary), show_progress=False)
    del documents
    retriever.save(folder)

    def ask(query: str) -> object:
        return retriever.retrieve([terms(query).split()], k=min(HITS, size), show_progress=False)

    return ask, sum(entry.stat().st_size for entry in os.scandir(folder))


PEERS = {"fts5": fts5, "bm25s": bm25s}


def main() -> None:
    """Build, ask, print the figures: seconds, megabytes, mebibytes, milliseconds of each query."""
    name, size, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    corpus = Corpus()
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        ask, disk = PEERS[name]((text_of(corpus.record(number)) for number in range(size)), folder)
        build = time.perf_counter() - started
        times = []
        for query in corpus.queries(number):
            started = time.perf_counter()
            ask(query.decode())
            times.append(1000 * (time.perf_counter() - started))
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20
    print(json.dumps({"build_s": build, "disk_mb": disk / 1e6, "peak_mib": peak, "times_ms": times}))


if __name__ == "__main__":
    main()
