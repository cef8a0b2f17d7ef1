"""Retrieval figures of kb and of other methods on document sets, one JSON object a file and method.

A set is JSON, gzipped or not: {"docs": [{"id", "text", "title"?}], "queries": [{"id", "text", "rel": [ids]}]}. For kb
each document is a record whose text is what was visible, in an index of its own; a query is read and ranked as
`kb match` does. A query that is itself one of the documents (same id) does not find itself. The peers run in the
same process on the same text: bm25s (BM25, English stop words), tfidf (scikit-learn, words), fts5 (SQLite, porter
stems), rapidfuzz (token_set_ratio).

    python scripts/evaluate.py FILE.json[.gz]... [--methods kb,bm25s,tfidf,fts5,rapidfuzz]
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sqlite3
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb import evaluate, learned, signals
from kb.train import topics
from kb.train.shelf import ShelfEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    Item = dict[str, Any]
    Texts = list[str]

DEPTH = 40
"""Places of a ranking that are looked at: as many as kb ranks."""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="document set, .json or .json.gz")
    parser.add_argument("--methods", default="kb", help=f"of {','.join(METHODS)} (default: kb)")
    arguments = parser.parse_args()
    methods = arguments.methods.split(",")
    if unknown := set(methods) - METHODS.keys():
        parser.error(f"there is no method {', '.join(sorted(unknown))}; there are {', '.join(METHODS)}")
    for file in arguments.files:
        data = read(file)
        texts = ["\n".join(filter(None, (doc.get("title"), doc["text"]))) for doc in data["docs"]]
        for method in methods:
            rankings = METHODS[method](data["docs"], texts, data["queries"])
            print(json.dumps({"file": Path(file).name, "method": method, **figures(data, rankings)}), flush=True)


def read(file: str) -> dict[str, Any]:
    """A document set; exits with one line if the file cannot be read or is none."""
    try:
        raw = Path(file).read_bytes()
        data: dict[str, Any] = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
        for item in (*data["docs"], *data["queries"]):
            item["id"], item["text"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"{file} is no document set: {error}") from error
    return data


def figures(data: dict[str, Any], rankings: list[list[int]]) -> dict[str, Any]:
    """MRR with its 95 % interval, recall and nDCG of rankings, which are places in `docs`."""
    ids = [str(doc["id"]) for doc in data["docs"]]
    pairs = [
        ([ids[place] for place in ranking if ids[place] != str(query["id"])], {str(name) for name in query["rel"]})
        for ranking, query in zip(rankings, data["queries"], strict=True)
        if query["rel"]
    ]
    mrr = evaluate.mean_figure([evaluate.reciprocal_rank(*pair) for pair in pairs])
    found = {"mrr": mrr.value}
    found |= {f"recall_at_{k}": evaluate.mean([evaluate.recall_at(*pair, k) for pair in pairs]) for k in (1, 5, 10)}
    found["ndcg_at_10"] = evaluate.mean([evaluate.ndcg_at(*pair, 10) for pair in pairs])
    rounded: dict[str, Any] = {name: round(value, 4) for name, value in found.items()}
    return rounded | {"n": mrr.n, "ci95": [round(mrr.low, 4), round(mrr.high, 4)]}


def by_kb(docs: list[Item], _: Texts, queries: list[Item]) -> list[list[int]]:
    """Read, search and rank as `kb match` does in a store that has learned which of its words go together."""
    places = {str(doc["id"]): f"D{place}" for place, doc in enumerate(docs)}
    records = [
        {"id": f"D{place}", "title": doc.get("title"), "symptoms_text": doc["text"]} for place, doc in enumerate(docs)
    ]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        space = learned.dump(topics.learn(topics.subjects(records, {})))
        engine = ShelfEngine(records, {}, folder, {learned.TOPICS: space})
        for query in queries:
            itself = places.get(str(query["id"]), "")
            ranked = engine.ranked(signals.read(query["text"].encode()), [itself])[1]
            found.append([int(item.candidate.id[1:]) for item in ranked[:DEPTH]])
    return found


def by_bm25s(_: list[Item], texts: Texts, queries: list[Item]) -> list[list[int]]:
    """BM25 with the defaults of bm25s and its English stop words."""
    import bm25s

    retriever = bm25s.BM25()
    retriever.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)
    asked = bm25s.tokenize([query["text"] for query in queries], stopwords="en", show_progress=False)
    places, scores = retriever.retrieve(asked, k=min(DEPTH, len(texts)), show_progress=False)
    return [
        [int(place) for place, score in zip(*row, strict=True) if score > 0] for row in zip(places, scores, strict=True)
    ]


def by_tfidf(_: list[Item], texts: Texts, queries: list[Item]) -> list[list[int]]:
    """Cosine of scikit-learn's TF-IDF vectors of words."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(sublinear_tf=True)
    likeness = (
        vectorizer.fit_transform(texts) @ vectorizer.transform([query["text"] for query in queries]).T
    ).T.toarray()
    return [best(row) for row in likeness]


def by_fts5(_: list[Item], texts: Texts, queries: list[Item]) -> list[list[int]]:
    """SQLite's full-text search: porter stems, any word, its own bm25."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE docs USING fts5(text, tokenize='porter unicode61')")
    connection.executemany("INSERT INTO docs (rowid, text) VALUES (?, ?)", enumerate(texts))
    found = []
    for query in queries:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(re.findall(r"\w+", query["text"])))
        asked = "SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs) LIMIT ?"
        found.append([row[0] for row in connection.execute(asked, (words, DEPTH))] if words else [])
    return found


def by_rapidfuzz(_: list[Item], texts: Texts, queries: list[Item]) -> list[list[int]]:
    """token_set_ratio of query and document, lower case."""
    from rapidfuzz import fuzz, process, utils

    asked = [query["text"] for query in queries]
    likeness = process.cdist(asked, texts, scorer=fuzz.token_set_ratio, processor=utils.default_process)
    return [best(row) for row in likeness]


def best(scores: Any) -> list[int]:
    """Places of the highest scores above 0, best first."""
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:DEPTH]
    return [place for place in order if scores[place] > 0]


METHODS: dict[str, Callable[[list[Item], Texts, list[Item]], list[list[int]]]] = {
    "kb": by_kb,
    "bm25s": by_bm25s,
    "tfidf": by_tfidf,
    "fts5": by_fts5,
    "rapidfuzz": by_rapidfuzz,
}

if __name__ == "__main__":
    main()
