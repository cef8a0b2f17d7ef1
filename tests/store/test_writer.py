"""Versions, revisions and what a transaction leaves behind."""

from __future__ import annotations

import pytest

from kb.errors import NotFoundError, RecordError
from kb.store import feedback
from kb.store.database import transaction
from kb.store.reader import open_reader
from kb.store.versions import IMPORTED, NEW, SHIPPED, UNCHANGED, UPDATED, Put
from kb.store.writer import open_writer


def put(url, *documents, origin=SHIPPED):
    with open_writer(url) as writer:
        return writer.put([Put(document, origin, "test") for document in documents])


def state(url):
    with open_reader(url) as reader:
        return reader.state()


def test_new_unchanged_updated(url, record):
    assert put(url, record("A"), record("B")) == [NEW, NEW]
    assert put(url, record("A"), record("B", org="x")) == [UNCHANGED, UPDATED]


def test_the_order_of_keys_is_no_change_but_is_kept(url, record):
    document = record("A", org="x", severity="major")
    backwards = dict(reversed(document.items()))
    assert put(url, document) == [NEW]
    assert put(url, backwards) == [UNCHANGED]
    with open_reader(url) as reader:
        assert list(reader.documents(["A"])["A"]) == list(document)


def test_a_number_that_reads_differently_is_a_change(url, record):
    put(url, record("A", x=1))
    assert put(url, record("A", x=1.0)) == [UPDATED]


def test_the_same_id_twice_in_one_call_makes_two_versions(url, record):
    assert put(url, record("A"), record("A", org="x"), record("A", org="x")) == [NEW, UPDATED, UNCHANGED]
    with open_reader(url) as reader:
        assert [version.document.get("org") for version in reader.versions("A")] == [None, "x"]


def test_the_revision_rises_once_a_transaction_and_only_for_what_an_index_holds(url, record):
    put(url, *(record(f"R-{number}") for number in range(600)))
    assert (state(url).revision, state(url).records) == (1, 600)
    put(url, record("R-1"))
    assert state(url).revision == 1
    put(url, record("R-1", org="x"))
    assert state(url).revision == 2
    with open_writer(url) as writer:
        writer.replace_links("R-1", [("R-2", "title", "alike")])
        writer.save_index_state("/index", 5)
    assert state(url).revision == 2
    assert state(url).indexes == {"/index": (5, 2)}


def test_index_state_saved_with_a_change_counts_the_change(url, record):
    with open_writer(url) as writer:
        writer.put([Put(record("A"), SHIPPED, "test")])
        writer.save_index_state("/index", 5)
    assert state(url).indexes == {"/index": (5, state(url).revision)}


def test_side_tables_follow_the_current_version(url, record):
    put(url, record("A", symptoms=["hang"], aliases=["OLD"], sources=[{"url": "https://example.org/a"}]))
    put(url, record("A", symptoms=["crash"], aliases=["NEW"], sources=[{"url": "https://example.org/b"}]))
    with open_reader(url) as reader:
        assert reader.counts().terms == {"symptoms": {"crash": 1}}
        assert reader.names() == [("A", ["NEW"])]
        assert reader.rows("SELECT url_key FROM incident_source") == [("example.org/b",)]


def test_two_records_may_claim_one_alias(url, record):
    put(url, record("A", aliases=["X"]), record("B", aliases=["X"]))
    put(url, record("A"))
    with open_reader(url) as reader:
        assert reader.resolve("X") == "B"


def test_an_exception_leaves_nothing(url, record):
    put(url, record("A"))

    def interrupted():
        with open_writer(url) as writer:
            writer.put([Put(record("A", org="x"), IMPORTED, "test"), Put(record("B"), IMPORTED, "test")])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with open_reader(url) as reader:
        assert dict(reader.changed_since(0)) == {"A": record("A")}
        assert reader.state().revision == 1


def test_text_that_a_database_refuses_stays_in_the_document(url, record):
    document = record("A", title={"en": "a\0b", "ko": "\ud800가"}, org="\0", aliases=["\0"], symptoms=["x\0"])
    put(url, document)
    with open_reader(url) as reader:
        assert reader.documents(["A"]) == {"A": document}
        assert reader.rows("SELECT title_en, title_ko, org FROM incident") == [("ab", "가", None)]


def test_text_that_a_database_refuses_in_reasons(url, record):
    put(url, record("A"), record("B"))
    with open_writer(url) as writer:
        writer.put([Put(record("A", org="x"), IMPORTED, "from file \udcff\0.json")])
        writer.replace_links("A", [("B", "source", "both cite \ud800")])
    with open_reader(url) as reader:
        assert reader.versions("A")[0].reason == "from file .json"
        assert reader.links("A")[0].reason == "both cite "


@pytest.mark.parametrize("document", [{}, {"id": None}, {"id": ""}, {"id": 7}, {"id": "A\0"}, {"id": "\ud800"}])
def test_a_record_needs_an_id(url, document):
    with pytest.raises(RecordError):
        put(url, document)


def test_what_json_cannot_hold_is_refused(url, record):
    with pytest.raises(RecordError):
        put(url, record("A", x=float("nan")))
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RecordError):
        put(url, record("A", docs=deep))


def test_versions_kept_aside(url, record):
    put(url, record("A"), origin=IMPORTED)
    aside = Put(record("A", org="shipped"), SHIPPED, "kept aside")
    with open_writer(url) as writer:
        assert writer.keep_aside(aside)
        assert not writer.keep_aside(aside)
        assert not writer.keep_aside(Put(record("A"), SHIPPED, "the current one"))
    put(url, record("A", org="mine"), origin=IMPORTED)
    with open_reader(url) as reader:
        versions = reader.versions("A")
        assert [version.document.get("org") for version in versions] == [None, "shipped", "mine"]
        assert [version.current for version in versions] == [False, False, True]
        assert reader.documents(["A"])["A"]["org"] == "mine"


def test_delete_takes_everything_and_a_new_record_may_follow(url, record):
    put(url, record("A", symptoms=["hang"], aliases=["X"]), record("B"))
    put(url, record("A"))
    with transaction(url) as session:
        feedback.add(session, "A", "useful")
    with open_writer(url) as writer:
        writer.replace_links("B", [("A", "title", "alike")])
    with open_writer(url) as writer:
        writer.delete("A")
        assert writer.deleted() == {"A"}
    with open_reader(url) as reader:
        assert (reader.versions("A"), reader.feedback("A"), reader.links("B"), reader.resolve("X")) == (
            [],
            [],
            [],
            None,
        )
        assert reader.state().records == 1
    assert put(url, record("A")) == [NEW]
    with open_reader(url) as reader:
        assert dict(reader.changed_since(2)) == {"A": record("A")}


def test_a_record_that_does_not_exist_cannot_be_deleted(url, record):
    put(url, record("A"))
    with open_writer(url) as writer, pytest.raises(NotFoundError):
        writer.delete("B")
