"""KB044: two records that look like the same incident.

Pairs are looked for among records that share a source, an organisation or a rare word of the title, not
among all: 100,000 records have five thousand million pairs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from kb.lint.model import WARNING, Check, Corpus, Problem, Subject
from kb.text import fold

SAME_TITLE = 90.0
"""Likeness of two titles (0 to 100) from which two records may tell of one incident; set by hand."""
SAME_TITLE_AND_SOURCE = 70.0
"""The same if they also share a source."""

_RARE = 50
"""A word, source or organisation that more records have tells nothing about two of them."""
_WORDS = 4


class NearDuplicate(Check):
    """Two records that are not linked look like the same incident."""

    code, name, severity = "KB044", "near-duplicate", WARNING

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        titles = {subject.id: _titles(subject) for subject in corpus.by_id.values()}
        told: set[tuple[str, str]] = set()
        for left, right in _candidates(corpus, titles):
            likeness = _likeness(titles[left.id], titles[right.id])
            if likeness < SAME_TITLE_AND_SOURCE or (left.id, right.id) in told:
                continue
            told.add((left.id, right.id))
            shared = {url for _, url in left.source_urls()} & {url for _, url in right.source_urls()}
            linked = left.id in corpus.linked(right) or right.id in corpus.linked(left)
            if linked or likeness < (SAME_TITLE_AND_SOURCE if shared else SAME_TITLE):
                continue
            also = " and a source is the same" if shared else ""
            message = f"the title is nearly that of {left.id} ({likeness:.0f} of 100){also}: merge, or link in related"
            yield right, Problem("/title", message, left.id)


def _titles(subject: Subject) -> tuple[str, str]:
    """The English and the Korean title with their words in alphabetical order, "" for one that is missing."""
    given = [subject.part("title").get(language) for language in ("en", "ko")]
    english, korean = (" ".join(sorted(fold(text).split())) if isinstance(text, str) else "" for text in given)
    return english, korean


def _likeness(left: tuple[str, str], right: tuple[str, str]) -> float:
    """How alike two records' titles are in any one language, whatever the order of the words, 0 to 100."""
    from rapidfuzz import fuzz

    pairs = [(a, b) for a, b in zip(left, right, strict=True) if a and b]
    return max((fuzz.ratio(a, b, score_cutoff=SAME_TITLE_AND_SOURCE) for a, b in pairs), default=0.0)


def _candidates(corpus: Corpus, titles: dict[str, tuple[str, str]]) -> Iterator[tuple[Subject, Subject]]:
    """Pairs of records that share something rare, the earlier one first; a pair may come several times."""
    words = {record_id: set(" ".join(both).split()) for record_id, both in titles.items()}
    counts = Counter(word for found in words.values() for word in found)
    groups: dict[tuple[str, str], list[Subject]] = defaultdict(list)
    for subject in corpus.by_id.values():
        for url in {url for _, url in subject.source_urls()}:
            groups["source", url].append(subject)
        organisation = subject.fields.get("org")
        if isinstance(organisation, str):
            groups["org", organisation].append(subject)
        for word in sorted(words[subject.id], key=lambda word: (counts[word], word))[:_WORDS]:
            groups["word", word].append(subject)
    for group in groups.values():
        if len(group) <= _RARE:
            for index, left in enumerate(group):
                for right in group[index + 1 :]:
                    yield left, right
