"""KB040-KB045: what is wrong between records: links, ids, sources, near-duplicates.

Near-duplicates are looked for among records that share a source, an organisation or a rare word of the
title, not among all pairs: 100,000 records have five thousand million pairs.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from kb.lint.model import WARNING, Check, Corpus, Problem, Subject, at, shown
from kb.text import fold

SAME_TITLE = 90.0
"""Likeness of two titles (0 to 100) from which two records may tell of one incident."""
SAME_TITLE_AND_SOURCE = 70.0
"""The same if they also share a source."""

_LARGEST_GROUP = 200
"""Larger groups of possible twins (an organisation with thousands of records) are compared by neighbours only."""


class DuplicateId(Check):
    """Two different documents carry the same id."""

    code, name = "KB045", "duplicate-id"

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        for subject in corpus.subjects:
            first = corpus.by_id[subject.id]
            if first is not subject and first.document != subject.document:
                message = (
                    f"the id {shown(subject.id)} belongs to another record already ({first.path or 'read before'})"
                )
                yield subject, Problem("/id", f"{message}: give one of them a new id")


class UnknownLink(Check):
    """A link leads to a record that does not exist."""

    code, name, severity, strict = "KB040", "unknown-link", WARNING, True

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        for subject in corpus.subjects:
            for steps, written in subject.links():
                target = corpus.resolve(written)
                if target == subject.id:
                    yield subject, Problem(at(steps), "the record links to itself: remove the link")
                elif target not in corpus.by_id and target not in corpus.known_ids:
                    near = _nearest_id(written, corpus)
                    advice = f", did you mean {near}?" if near else ": remove the link, or add the record"
                    yield subject, Problem(at(steps), f"there is no record {shown(written)}{advice}", near)


class OneWayLink(Check):
    """A record is related to another that does not point back."""

    code, name, severity, strict = "KB041", "one-way-link", WARNING, True

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        for subject in corpus.subjects:
            for steps, written in subject.links():
                target = corpus.by_id.get(corpus.resolve(written))
                if steps[0] != "related" or target is None or target is subject:
                    continue
                if subject.id not in corpus.linked(target):
                    message = f"{target.id} is related here but does not point back: add {subject.id} to its related"
                    yield subject, Problem(at(steps), message)


class AliasClash(Check):
    """An alias of one record is the id or an alias of another."""

    code, name, severity, strict = "KB042", "alias-clash", WARNING, True

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        for subject in corpus.subjects:
            for index, alias in subject.items("aliases"):
                if not isinstance(alias, str):
                    continue
                owner = alias if alias in corpus.by_id else corpus.canonical.get(alias, subject.id)
                if alias == subject.id:
                    yield subject, Problem(at(("aliases", index)), "the alias equals the record's own id: remove it")
                elif owner != subject.id:
                    message = f"{shown(alias)} names the record {owner} already: an id or alias names one incident only"
                    yield subject, Problem(at(("aliases", index)), message)


class SharedSource(Check):
    """Two records have the same source and no link between them."""

    code, name, severity, strict = "KB043", "shared-source", WARNING, True

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        users: dict[str, list[tuple[Subject, str]]] = defaultdict(list)
        for subject in corpus.by_id.values():
            for url, pointer in {url.rstrip("/"): at(steps) for steps, url in subject.source_urls()}.items():
                users[url].append((subject, pointer))
        told: set[tuple[str, str]] = set()
        for url, group in users.items():
            reached = _connected([subject for subject, _ in group], corpus) if len(group) > 1 else set()
            first = group[0][0]
            for subject, pointer in group[1:]:
                if subject.id not in reached and (first.id, subject.id) not in told:
                    told.add((first.id, subject.id))
                    message = f"{first.id} has the source {shown(url, 200)} too: link the two in related, both ways"
                    yield subject, Problem(pointer, message, first.id)


class NearDuplicate(Check):
    """Two records that are not linked look like the same incident."""

    code, name, severity = "KB044", "near-duplicate", WARNING

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        told: set[tuple[str, str]] = set()
        for left, right in _possible_twins(corpus):
            pair = (min(left.id, right.id), max(left.id, right.id))
            if pair in told or left.id in corpus.linked(right) or right.id in corpus.linked(left):
                continue
            likeness = title_likeness(left.fields, right.fields)
            shared = {url for _, url in left.source_urls()} & {url for _, url in right.source_urls()}
            if likeness >= (SAME_TITLE_AND_SOURCE if shared else SAME_TITLE):
                told.add(pair)
                also = " and a source is the same" if shared else ""
                message = (
                    f"the title is nearly that of {left.id} ({likeness:.0f} of 100){also}: merge, or link in related"
                )
                yield right, Problem("/title", message, left.id)


def title_likeness(left: dict[str, Any], right: dict[str, Any]) -> float:
    """How alike two documents' titles are in any one language, 0 to 100, whatever the order of the words."""
    from rapidfuzz import fuzz

    best = 0.0
    for language in ("en", "ko"):
        texts = [_title(document, language) for document in (left, right)]
        if all(texts):
            best = max(best, fuzz.token_sort_ratio(fold(texts[0]), fold(texts[1])))
    return best


def _title(document: dict[str, Any], language: str) -> str:
    title = document.get("title")
    text = title.get(language) if isinstance(title, dict) else None
    return text if isinstance(text, str) else ""


def _nearest_id(written: str, corpus: Corpus) -> str | None:
    """The id that differs only in case, signs and leading zeros: other digits mean another record."""
    plain = _plain_id(written)
    return next((record_id for record_id in corpus.by_id if _plain_id(record_id) == plain), None)


def _plain_id(record_id: str) -> str:
    return "".join(part.lstrip("0") or "0" for part in re.findall(r"[0-9]+|[a-z]+", record_id.lower()))


def _connected(group: list[Subject], corpus: Corpus) -> set[str]:
    """Ids of the group that links inside the group join to its first record, in either direction."""
    members = {subject.id: corpus.linked(subject) for subject in group}
    reached, frontier = {group[0].id}, [group[0].id]
    while frontier:
        here = frontier.pop()
        for other, links in members.items():
            if other not in reached and (other in members[here] or here in links):
                reached.add(other)
                frontier.append(other)
    return reached


def _possible_twins(corpus: Corpus) -> Iterator[tuple[Subject, Subject]]:
    groups: dict[tuple[str, str], list[Subject]] = defaultdict(list)
    words = {subject.id: _title_words(subject) for subject in corpus.by_id.values()}
    counts = Counter(word for found in words.values() for word in found)
    for subject in corpus.by_id.values():
        for _, url in subject.source_urls():
            groups["source", url].append(subject)
        organisation = subject.fields.get("org")
        if isinstance(organisation, str):
            groups["org", organisation].append(subject)
        for word in sorted(words[subject.id], key=lambda word: (counts[word], word))[:4]:
            groups["word", word].append(subject)
    for group in groups.values():
        yield from _pairs(group)


def _pairs(group: list[Subject]) -> Iterable[tuple[Subject, Subject]]:
    reach = len(group) if len(group) <= _LARGEST_GROUP else 2
    for index, left in enumerate(group):
        for right in group[index + 1 : index + 1 + reach]:
            if left is not right:
                yield left, right


def _title_words(subject: Subject) -> set[str]:
    return {word for language in ("en", "ko") for word in fold(_title(subject.fields, language)).split()}
