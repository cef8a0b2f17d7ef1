"""How the shipped corpus gets into a store without touching what a user changed."""

from __future__ import annotations

import json

from kb import banks
from kb.errors import RecordError
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.store import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kb.store.columns import Document
    from kb.store.versions import Put
    from kb.store.writer import Writer

    Entry = tuple[str, str, Document, list[str]]
    """Of the catalogue: kind, id, document, terms under which it is found."""

CHECK, PRIOR, REPORT = "check", "prior", "report"
"""Kinds of the catalogue: the checks of `records/checks`, base rates of root causes by domain, and by record the texts
of `records/reports`."""

_BATCH = 100
"""Records between two reports of progress."""


class CorpusReport(NamedTuple):
    """What loading the shipped corpus did: how many records are `new`, `updated` or `unchanged`, which ids were `kept`
    because a user changed or deleted them, and which were `newer` in the store than in this release."""

    digest: str
    new: int
    updated: int
    unchanged: int
    kept: tuple[str, ...]
    newer: tuple[str, ...]


def sync_corpus(
    url: str, records_dir: str, progress: Callable[[int, int], None] | None = None, *, form: int = 0
) -> CorpusReport:
    """Load the shipped records into the store in one transaction, or bring those of an earlier release up to date.

    `form` is the version of what is derived from them, the terms of the catalogue above all: a store that was filled
    with an earlier one is filled again although the files are the same. A store that a later release filled is left
    as it is.

    A record whose current version a user imported stays current; the shipped text is kept among its versions. A
    record that is no longer shipped stays, one that a user deleted stays deleted. `progress` is called with
    (records done, records in all). Raises StoreError, and RecordError for a shipped file that cannot be read.
    """
    from kb.store.writer import open_writer

    own = shipped.shipped_corpus(records_dir, form)
    digest = str(own.digest)
    documents = _load(records_dir, "incidents")
    reports = dict(_reports(records_dir))
    told: list[Entry] = [(REPORT, record_id, {"texts": texts}, []) for record_id, texts in reports.items()]
    catalogue = [*_checks(records_dir, documents), *_priors(documents), *told]
    with open_writer(url) as writer:
        number, held_form = writer.meta("corpus_number") or 0, writer.meta("form") or -1
        if not own.replaces(shipped.Shipped(int(number), int(held_form), writer.meta("corpus"))):
            return CorpusReport(digest, 0, 0, len(documents), (), ())
        puts, kept, newer = _decide(writer, documents, digest)
        outcomes: list[str] = []
        for start in range(0, len(puts), _BATCH):
            outcomes += writer.put(puts[start : start + _BATCH])
            if progress is not None:
                progress(len(outcomes), len(puts))
        held = writer.catalogue(REPORT)
        writer.touch([name for name in held.keys() | reports.keys() if held.get(name) != {"texts": reports.get(name)}])
        writer.replace_catalogue(catalogue)
        writer.set_meta("corpus", digest)
        writer.set_meta("corpus_number", str(own.number))
        writer.set_meta("form", str(form))
    new, updated = outcomes.count("new"), outcomes.count("updated")
    return CorpusReport(digest, new, updated, len(outcomes) - new - updated, tuple(kept), tuple(newer))


def load_corpus(
    url: str, records_dir: str, form: int, progress: Callable[[int, int], None] | None, notify: Callable[[str], None]
) -> None:
    """`sync_corpus`, told in lines for a person."""
    report = sync_corpus(url, records_dir, progress, form=form)
    if report.new or report.updated:
        notify(f"loaded the shipped records: {report.new} new, {report.updated} updated")
    if report.kept:
        some = ", ".join(report.kept[:5])
        notify(f"kept your version of {len(report.kept)}: {some}; the shipped one is in its history")


def _decide(writer: Writer, documents: list[Document], digest: str) -> tuple[list[Put], list[str], list[str]]:
    from kb.store.columns import instant
    from kb.store.versions import SHIPPED, Put

    stored = writer.stored([document["id"] for document in documents])
    deleted = writer.deleted()
    release = f"corpus {digest[:12]}"
    puts: list[Put] = []
    kept: list[str] = []
    newer: list[str] = []
    for document in documents:
        record_id = document["id"]
        before = stored.get(record_id)
        if record_id in deleted:
            kept.append(record_id)
        elif before is not None and before.origin != SHIPPED:
            kept.append(record_id)
            writer.keep_aside(Put(document, SHIPPED, f"shipped with {release}; the user's own version stays current"))
        elif before is not None and (before.updated_at or "") > (instant(document.get("updated_at")) or "9"):
            newer.append(record_id)
        else:
            puts.append(Put(document, SHIPPED, f"replaced by {release}"))
    return puts, kept, newer


def _reports(records_dir: str) -> Iterator[tuple[str, list[str]]]:
    """By record the reports of its incident."""
    found: dict[str, list[str]] = {}
    for _, line in banks.lines(records_dir, banks.REPORTS):
        found.setdefault(line["record"], []).append(line["text"])
    yield from sorted(found.items())


def _checks(records_dir: str, documents: list[Document]) -> Iterator[Entry]:
    from collections import Counter

    from kb.catalogue import check_terms

    made = Counter(name for document in documents for name in _made(document))
    for document in _load(records_dir, "checks"):
        yield CHECK, document["id"], document, check_terms(document, made[document["id"]])


def _made(document: Document) -> set[str]:
    """The checks of the catalogue that were made in a record."""
    steps = document.get("diagnosis")
    named = [step.get("check_id") for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []
    return {name for name in named if isinstance(name, str)}


def _priors(documents: list[Document]) -> Iterator[Entry]:
    """Number of shipped records by root cause, for each domain (a record of several counts in each), and what was
    published for it."""
    from kb.priors import TABLES

    counts: dict[str, dict[str, int]] = {}
    for document in documents:
        cause = document.get("root_cause")
        for domain in document.get("domain") or []:
            if isinstance(domain, str) and isinstance(cause, str):
                of_domain = counts.setdefault(domain, {})
                of_domain[cause] = of_domain.get(cause, 0) + 1
    for domain, by_cause in sorted(counts.items()):
        published = [row._asdict() for row in TABLES if row.domain == domain]
        yield PRIOR, domain, {"records": sum(by_cause.values()), "root_causes": by_cause, "published": published}, []


def _load(records_dir: str, part: str) -> list[Document]:
    documents = []
    for path in sorted(entry.path for entry in shipped.files(records_dir, (part,))):
        try:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
        except OSError as error:
            raise shipped.unreadable(error, records_dir) from error
        except ValueError as error:
            raise RecordError(
                f"{path} is not JSON: {error}", "Run `kb validate` on it, or install kb again."
            ) from error
        if not isinstance(document, dict) or not isinstance(document.get("id"), str):
            raise RecordError(f"{path} holds no record with an id", "Run `kb validate` on it, or install kb again.")
        documents.append(document)
    return documents
