"""Learning the space of `kb.topics` from records: which words stand for the same subject.

A truncated singular value decomposition of the records' terms, weighted by frequency and rarity (TF-IDF), each
record scaled to length 1. Both languages of a record are one text, so that words of both fall together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

from kb import topics
from kb.fields import fields
from kb.indexing import subject

if TYPE_CHECKING:
    from collections.abc import Iterable

FEWEST_RECORDS = 30
"""Records below which nothing is learned."""
FEWEST_IN = 2
"""Records that a term must be in: one of a single record has no neighbours."""
SEED = 0


def subjects(documents: Iterable[dict[str, Any]]) -> list[str]:
    """The tokens of each record that tell what it is about."""
    return [subject(fields(document, {})) for document in documents]


def learn(subjects: Iterable[str]) -> dict[str, dict[str, float]]:
    """The row of each term (see `kb.learned`), nothing if there are too few records."""
    texts = [text for text in subjects if text]
    if len(texts) < FEWEST_RECORDS:
        return {}
    words = TfidfVectorizer(
        tokenizer=str.split, token_pattern=None, lowercase=False, sublinear_tf=True, min_df=FEWEST_IN, norm=None
    )
    counts = normalize(words.fit_transform(texts))
    width = min(topics.WIDTH, min(counts.shape) - 1)
    axes = TruncatedSVD(width, random_state=SEED).fit(counts).components_.T
    rows = {}
    for term, place in sorted(words.vocabulary_.items()):
        name, size = topics.row([*(words.idf_[place] * axes[place]), *[0.0] * (topics.WIDTH - width)])
        rows[term] = {name: size}
    return rows
