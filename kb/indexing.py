"""Building the search index and bringing it up to date: the schema, what of a record goes into which field, commits.

Apart from `kb.index`, because a search needs none of it: most answers come from an index that was written long before.
"""

from __future__ import annotations

import os

import tantivy

from kb import topics
from kb.hits import stored
from kb.index import Index, index_errors
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.fields import Fields
    from kb.learned import Table

TOKEN_FIELDS = ("detection", "cause", "pairs", "codes", "signs")

WRITER_HEAP_BYTES = 15_000_000
BUILD_HEAP_BYTES = 200_000_000
COMMIT_EVERY = 100_000


def create(folder: str) -> Index:
    """Start an empty index in a folder that is made for it. Raises IndexBrokenError if it cannot be written."""
    with index_errors(f"the search index cannot be written in {folder}", "Check the directory and the free space."):
        os.makedirs(folder, exist_ok=True)
        return Index(folder, tantivy.Index(_schema(), folder))


def update(
    index: Index, put: Iterable[Fields], deleted: Iterable[str] = (), *, table: Table, fresh: bool = False
) -> int:
    """Add or replace records and remove the deleted ones; returns the opstamp of the commit. `table` is that of
    `kb.topics`, the same for all records of an index.

    `fresh` says that the index is empty, which makes loading much faster. Raises IndexBrokenError if another
    process is writing or the disk refuses.
    """
    with index_errors("the search index could not be written", "Try again, or run: kb reindex"):
        space = topics.Space(table)
        writer = index.writer(BUILD_HEAP_BYTES if fresh else WRITER_HEAP_BYTES)
        for record_id in deleted:
            writer.delete_documents_by_term("id", record_id)
        for count, fields in enumerate(put, 1):
            if not fresh:
                writer.delete_documents_by_term("id", fields.id)
            writer.add_document(_document(fields, space))
            if count % COMMIT_EVERY == 0:
                writer.commit()
        opstamp = writer.commit()
        if fresh:
            writer.wait_merging_threads()
    index.reload()
    return max(opstamp, index.opstamp)


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in TOKEN_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    builder.add_bytes_field("tokens", stored=True)
    builder.add_bytes_field("place", stored=True)
    builder.add_text_field("filters", tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("day", indexed=True, fast=True)
    return builder.build()


def subject(fields: Fields) -> str:
    """The tokens of a record and of the reports of its incident that tell what it is about."""
    return f"{fields.title} {fields.detection} {fields.cause} {fields.reported}".strip()


def _document(fields: Fields, space: topics.Space) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text("id", fields.id)
    texts = (
        f"{fields.title} {fields.detection} {fields.reported}",
        f"{fields.labels} {fields.cause}",
        fields.pairs,
        fields.codes,
        fields.signs,
    )
    for name, text in zip(TOKEN_FIELDS, texts, strict=True):
        document.add_text(name, text)
    document.add_bytes("tokens", stored(fields))
    document.add_bytes("place", space.place(topics.counted(subject(fields))))
    for term in fields.filters:
        document.add_text("filters", term)
    document.add_unsigned("day", fields.day)
    return document
