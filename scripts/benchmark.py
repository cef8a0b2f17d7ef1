"""Search, match, memory and disk on synthetic stores, beside SQLite FTS5 and bm25s on the same texts in the same run.

Records are resampled from sentences of the shipped records, with a made-up identifier in one of ten;
queries are pieces of other records' sentences between lines of noise. Figures are printed, nothing is
judged: compare the columns of one run, because the machines this runs on are shared.

    python scripts/benchmark.py --sizes 1000,10000,100000,1000000 [--peers fts5,bm25s] [--queries 200]

"build" is the time to index all records from the store; above 10,000 records each repeated sentence is read once, so
that it is the index that is timed there. "add one" is one record put into the index, the sync to disk included.
"""

from __future__ import annotations

import argparse
import compileall
import functools
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from kb import config, fields, freshness, indexing
from kb.engine import Engine
from kb.index import INDEX_VERSION, Index
from kb.text import terms
from kb.vocabulary import Vocabulary

NOISE = (
    "2026-03-01T02:11:{n:02d}Z INFO scheduler heartbeat ok node-a{n:02d}",
    "Mar  1 02:{n:02d}:11 node-b{n:02d} systemd[1]: Started Session {n} of user root.",
    'level=info ts=1772331{n:03d} msg="request served" status=200',
)


class Corpus:
    """Sentences of the shipped records, by the field they come from, and records resampled from them."""

    def __init__(self, seed: int = 7) -> None:
        self.random = random.Random(seed)
        self.documents = list(_shipped())
        pick = self._sentences
        self.titles, self.symptoms, self.causes = pick("title"), pick("symptoms_text"), pick("summary")

    def _sentences(self, key: str) -> list[str]:
        found = []
        for document in self.documents:
            for language in ("en", "ko"):
                text = (document.get(key) or {}).get(language) or ""
                found += [part.strip() for part in text.replace("\n", " ").split(". ") if len(part) > 30]
        return found

    def record(self, number: int) -> dict[str, Any]:
        """One synthetic record of about 900 characters."""
        choose, base = self.random, self.random.choice(self.documents)
        symptoms = ". ".join(choose.sample(self.symptoms, 4))
        if number % 10 == 0:
            symptoms += f". Error E{number % 9973}X{number % 997} in module_{number % 4999}"
        return {
            "id": f"SYN-{number:07d}",
            "title": {"en": choose.choice(self.titles)},
            "date": f"20{number % 25:02d}-0{1 + number % 9}-1{number % 10}",
            "symptoms_text": {"en": symptoms},
            "summary": {"en": ". ".join(choose.sample(self.causes, 2))},
            "symptoms": base.get("symptoms") or [],
            "components": base.get("components") or [],
            "root_cause": base.get("root_cause"),
        }

    def queries(self, number: int) -> list[bytes]:
        """Inputs of about 1 KB: parts of two or three sentences between noise."""
        made = []
        for _ in range(number):
            lines = [line.format(n=self.random.randrange(60)) for line in NOISE]
            for sentence in self.random.sample(self.symptoms, self.random.choice((2, 3))):
                words = sentence.split()
                lines.insert(self.random.randrange(len(lines) + 1), " ".join(words[: max(6, len(words) * 2 // 3)]))
            made.append("\n".join(lines).encode())
        return made


def _shipped() -> Iterator[dict[str, Any]]:
    for folder, _, names in sorted(os.walk(os.path.join(config.records_dir(), "incidents"))):
        for name in sorted(names):
            if name.endswith(".json"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    yield json.load(file)


def main() -> None:
    """Measure every size and print one block each."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(os.path.dirname(config.__file__), quiet=1)  # as pip does when it installs
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--peers", default="fts5,bm25s")
    arguments = parser.parse_args()
    for size in (int(text) for text in arguments.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["KB_DATA_DIR"] = folder
            _one_size(size, folder, arguments.queries, [name for name in arguments.peers.split(",") if name])


def _one_size(size: int, folder: str, number: int, peers: list[str]) -> None:
    corpus = Corpus()
    database = os.path.join(folder, "kb.db")
    url = config.database_url(database)
    texts = _fill(url, corpus, size)
    queries = corpus.queries(number)
    if size > 10_000:
        freshness.fields = Pieces().fields
    print(f"\n{size:,} records, {len(queries)} queries")
    with Engine.open(database) as engine:
        spent = _timed(engine.reindex)
        disk = _disk(config.index_dir(url))
        print(f"  build          {spent:9.1f} s   {size / spent:10,.0f} records/s   disk {disk:8.1f} MB", flush=True)
        times = [_timed(lambda data=data: engine.match(data)) for data in queries[:10] + queries][10:]
        _percentiles("match, warm", times)
    _cold(database, queries[0])
    _add_one(database, url, corpus, size)  # last: the store does not know of what is added to the index alone
    for name in peers:
        PEERS[name](texts, [query.decode() for query in queries], folder)


def _fill(url: str, corpus: Corpus, size: int) -> list[str]:
    """A migrated store with the records in it, written in bulk; returns the searched text of each."""
    from sqlalchemy import insert

    from kb.store.columns import columns, digest, encode
    from kb.store.corpus import shipped_corpus
    from kb.store.database import create_engine, upgrade
    from kb.store.tables import Incident, Meta

    upgrade(url)
    texts: list[str] = []
    database = create_engine(url)
    with database.begin() as connection:
        rows = []
        for number in range(size):
            document = corpus.record(number)
            texts.append(f"{document['title']['en']} {document['symptoms_text']['en']} {document['summary']['en']}")
            stamped = {"origin": "imported", "version": 1, "revision": 1, "created_at": "-", "changed_at": "-"}
            shape = columns(document).incident
            rows.append(
                {**shape, **stamped, "id": document["id"], "document": encode(document), "digest": digest(document)}
            )
            if len(rows) == 5_000 or number == size - 1:
                connection.execute(insert(Incident), rows)
                rows = []
        shipped = shipped_corpus(config.records_dir(), INDEX_VERSION)
        facts = {"revision": "1", "records": str(size), "corpus": str(shipped.digest)}
        facts |= {"corpus_number": str(shipped.number), "form": str(shipped.form)}
        for key, value in facts.items():
            connection.execute(Meta.__table__.delete().where(Meta.__table__.c.key == key))  # type: ignore[attr-defined]
            connection.execute(insert(Meta), [{"key": key, "value": value}])
    database.dispose()
    return texts


def _add_one(database: str, url: str, corpus: Corpus, size: int) -> None:
    times = []
    with Engine.open(database) as engine:
        vocabularies = freshness.vocabularies()
        for number in range(5):
            made = fields.fields(corpus.record(size + number), vocabularies)
            index = Index.open(engine.index.folder)
            times.append(_timed(lambda made=made, index=index: indexing.update(index, [made])))
    print(f"  add one        {1000 * statistics.median(times):9.1f} ms  (median of 5)")


def _cold(database: str, data: bytes) -> None:
    installed = os.path.join(os.path.dirname(sys.executable), "kb")
    command = [installed, "match", "--json", "--db", database]
    run = lambda words: subprocess.run(words, input=data, capture_output=True, check=False)  # noqa: E731
    run(command)
    pairs = [(_timed(lambda: run([sys.executable, "-c", "pass"])), _timed(lambda: run(command))) for _ in range(9)]
    ratio = statistics.median(cold / bare for bare, cold in pairs)
    cold = 1000 * statistics.median(cold for _, cold in pairs)
    peak = _peak(command, data)
    print(f"  match, cold    {cold:9.1f} ms  {ratio:6.2f} times a bare Python start   peak {peak:6.1f} MiB")


def _peak(command: list[str], data: bytes) -> float:
    code = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], input=sys.stdin.buffer.read(), stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], input=data, capture_output=True, check=True)
    return int(done.stdout) / 1024


def _fts5(texts: list[str], queries: list[str], folder: str) -> None:
    path = os.path.join(folder, "peer.db")
    connection = sqlite3.connect(path)
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61')")
    spent = _timed(lambda: connection.executemany("INSERT INTO t VALUES (?)", ((text,) for text in texts)))
    connection.commit()
    print(f"  FTS5 build     {spent:9.1f} s   {'':22}   disk {os.path.getsize(path) / 1e6:8.1f} MB")

    def ask(query: str) -> None:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(terms(query).split()) if word.isalnum())
        connection.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 100", (words,)).fetchall()

    _percentiles("FTS5", [_timed(lambda query=query: ask(query)) for query in queries[: _peer_queries(texts)]])
    connection.close()


def _bm25s(texts: list[str], queries: list[str], folder: str) -> None:
    import bm25s

    retriever = bm25s.BM25()
    cache = functools.cache(terms)
    tokens = [" ".join(cache(part) for part in text.split(". ")).split() for text in texts]
    spent = _timed(lambda: retriever.index(tokens, show_progress=False))
    print(f"  bm25s build    {spent:9.1f} s")

    def ask(query: str) -> None:
        retriever.retrieve([terms(query).split()], k=min(100, len(texts)), show_progress=False)

    _percentiles("bm25s", [_timed(lambda query=query: ask(query)) for query in queries[: _peer_queries(texts)]])


def _peer_queries(texts: list[str]) -> int:
    """How many queries a peer is asked: fewer where each takes a second or more."""
    return 20 if len(texts) > 10**5 else 200


PEERS: dict[str, Callable[[list[str], list[str], str], None]] = {"fts5": _fts5, "bm25s": _bm25s}


class Pieces:
    """Index fields put together from sentences that were read once: synthetic records repeat theirs."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str, str, str]] = {}

    def fields(self, document: dict[str, Any], vocabularies: dict[str, Vocabulary]) -> fields.Fields:
        """As `kb.fields.fields` for a record of `Corpus.record`."""
        title = self._read(document["title"]["en"])
        seen = [self._read(part) for part in document["symptoms_text"]["en"].split(". ")]
        cause = [self._read(part) for part in document["summary"]["en"].split(". ")]
        every = [title, *seen, *cause]
        labels = {**document, "id": "", "title": {}, "symptoms_text": {}, "summary": {}}
        key = json.dumps([document["symptoms"], document["components"]])
        if key not in self._known:
            self._known[key] = (fields.fields(labels, vocabularies).labels, "", "", "")
        return fields.Fields(
            id=document["id"],
            title=title[0],
            detection=" ".join(piece[0] for piece in seen),
            cause=" ".join(piece[0] for piece in cause),
            labels=self._known[key][0],
            pairs=" ".join(piece[1] for piece in (title, *seen)),
            codes=" ".join(piece[2] for piece in every),
            signs=" ".join(piece[3] for piece in (title, *seen)),
            filters=tuple(fields.filter_terms(document)),
            day=fields.day_number(document["date"]),
            draft=False,
        )

    def _read(self, sentence: str) -> tuple[str, str, str, str]:
        if sentence not in self._known:
            read = fields.fields({"id": "", "symptoms_text": {"en": sentence}}, {})
            self._known[sentence] = (read.detection, read.pairs, read.codes, read.signs)
        return self._known[sentence]


def _percentiles(name: str, times: list[float]) -> None:
    ordered = sorted(1000 * spent for spent in times)
    at = lambda share: ordered[min(len(ordered) - 1, int(share * len(ordered)))]  # noqa: E731
    print(f"  {name:14} p50 {at(0.5):7.2f}  p95 {at(0.95):7.2f}  p99 {at(0.99):7.2f} ms")


def _timed(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def _disk(folder: str) -> float:
    sizes = (os.path.getsize(os.path.join(base, name)) for base, _, names in os.walk(folder) for name in names)
    return sum(sizes) / 1e6


if __name__ == "__main__":
    main()
