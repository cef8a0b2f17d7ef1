"""KB040-KB043, KB045 and KB046: what is wrong between records: links, ids, shared sources.

Links are followed through aliases, and a record and its alias count as linked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from kb.jsonio import Steps
from kb.lint.model import WARNING, Check, Corpus, Problem, Subject, at, shown

ONE_WAY = "caused-by"
"""The one kind of relation that reads differently from the other side."""


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
        plain = {_plain_id(record_id): record_id for record_id in corpus.by_id}
        for subject in corpus.subjects:
            for steps, written in subject.links():
                target = corpus.resolve(written)
                if target == subject.id:
                    yield subject, Problem(at(steps), "the record links to itself: remove the link")
                elif target not in corpus.by_id and target not in corpus.known_ids:
                    near = plain.get(_plain_id(written))
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


class LinkKindsDiffer(Check):
    """Two records are related to each other, and each calls the relation something else."""

    code, name, severity, strict = "KB046", "link-kinds-differ", WARNING, True

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        kinds = {subject.id: _kinds(subject, corpus) for subject in corpus.subjects}
        for subject in corpus.subjects:
            for target, (kind, steps) in kinds[subject.id].items():
                back, _ = kinds.get(target, {}).get(subject.id, (None, ()))
                if back is not None and back != kind and subject.id < target and ONE_WAY not in (kind, back):
                    message = f"{target} calls this relation {shown(back)}, here it is {shown(kind)}"
                    yield subject, Problem(at(steps), f"{message}: one of the two is wrong")


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


def _plain_id(record_id: str) -> str:
    """An id without case, signs and leading zeros, which typing errors touch; other digits mean another record."""
    return "".join(part.lstrip("0") or "0" for part in re.findall(r"[0-9]+|[a-z]+", record_id.lower()))


def _kinds(subject: Subject, corpus: Corpus) -> dict[str, tuple[str, Steps]]:
    """The kind of relation to each related record that gives one, with its place."""
    return {
        corpus.resolve(item["id"]): (item["kind"], ("related", index, "kind"))
        for index, item in subject.items("related")
        if isinstance(item, dict) and isinstance(item.get("id"), str) and isinstance(item.get("kind"), str)
    }


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
