"""Learning the space of `kb.topics` from records: which words stand for the same subject.

A truncated singular value decomposition of the records' terms, weighted by frequency and rarity (TF-IDF), each
record scaled to length 1. Both languages of a record are one text, so that words of both fall together.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

from kb import topics
from kb.fields import fields
from kb.indexing import subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FEWEST_RECORDS = 30
"""Records below which nothing is learned."""
FEWEST_IN = 2
"""Records that a term must be in: one of a single record has no neighbours."""
FEWEST_TERMS = 10
SEED = 0


def subjects(documents: Iterable[dict[str, Any]], reports: Mapping[str, list[str]]) -> list[str]:
    """The tokens of each record, and of the reports of its incident, that tell what it is about."""
    return [subject(fields(document, {}, reports.get(document["id"], ()))) for document in documents]


def learn(texts: Iterable[str]) -> dict[str, dict[str, float]]:
    """The row of each term of some subjects (see `kb.learned`), nothing if there are too few, or too few terms in more
    than one."""
    known = [text for text in texts if text]
    shared = Counter(term for text in known for term in set(text.split()))
    if len(known) < FEWEST_RECORDS or sum(count >= FEWEST_IN for count in shared.values()) < FEWEST_TERMS:
        return {}
    words = TfidfVectorizer(
        tokenizer=str.split, token_pattern=None, lowercase=False, sublinear_tf=True, min_df=FEWEST_IN
    )
    counts = words.fit_transform(known)
    width = min(topics.WIDTH, min(counts.shape) - 1)
    axes = TruncatedSVD(width, random_state=SEED).fit(counts).components_.T
    rows = {}
    for term, place in sorted(words.vocabulary_.items()):
        name, size = topics.row([*(words.idf_[place] * axes[place]), *[0.0] * (topics.WIDTH - width)])
        rows[term] = {name: size}
    return rows
