"""What a reader says of a store that a writer has filled."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from kb.errors import MissingStoreError
from kb.store import SCHEMA, feedback
from kb.store.database import transaction
from kb.store.index_state import save_index_state
from kb.store.reader import open_reader
from kb.store.versions import IMPORTED, SHIPPED, Put
from kb.store.writer import open_writer


def put(url: str, *documents: dict[str, Any], origin: str = SHIPPED) -> None:
    with open_writer(url) as writer:
        writer.put(Put(document, origin, "test") for document in documents)


def test_no_database_yet(url, path, tmp_path):
    with pytest.raises(MissingStoreError):
        open_reader(url)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_no_database_yet(url, path):
    open(path, "w").close()
    with pytest.raises(MissingStoreError):
        open_reader(url)


def test_state_of_a_new_store(url):
    with open_writer(url):
        pass
    with open_reader(url) as reader:
        assert reader.state() == (SCHEMA, 0, None, 0, {}, None, -1, 0)


def test_documents_keep_the_order_asked_for_and_leave_out_the_unknown(url, record):
    documents = {name: record(name) for name in ("B", "A", "C")}
    put(url, *documents.values())
    with open_reader(url) as reader:
        found = reader.documents(["C", "nothing", "A", "C"])
        assert list(found.items()) == [("C", documents["C"]), ("A", documents["A"])]


def test_many_documents_come_in_batches(url, record):
    ids = [f"R-{number}" for number in range(1201)]
    put(url, *(record(record_id) for record_id in ids))
    with open_reader(url) as reader:
        assert [document["id"] for document in reader.stream(ids[::-1])] == ids[::-1]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("KB-1", "KB-1"),
        ("kb-1", "KB-1"),
        ("OLD-7", "KB-1"),
        ("old-7", "KB-1"),
        ("KB-2", "KB-2"),
        ("KB-3", None),
        ("KB-1\0", "KB-1"),
        ("", None),
        ("%", None),
        ("\udcff", None),
    ],
)
def test_resolve(url, record, name, found):
    put(url, record("KB-1", aliases=["OLD-7", "KB-2"]), record("KB-2"))
    with open_reader(url) as reader:
        assert reader.resolve(name) == found


def test_exact_spelling_goes_before_another_case(url, record):
    put(url, record("kb-1"), record("KB-1"), record("Z", aliases=["Kb-1"]))
    with open_reader(url) as reader:
        assert [reader.resolve(name) for name in ("kb-1", "KB-1", "Kb-1")] == ["kb-1", "KB-1", "Z"]


def test_changed_since_gives_each_change_once_in_batches(url, record):
    put(url, *(record(f"A-{number}") for number in range(7)))
    put(url, record("A-3", severity="major"), record("B-1"))
    with open_writer(url) as writer:
        writer.delete("A-0")
    with open_reader(url) as reader:
        everything = dict(reader.changed_since(0, batch=3))
        assert set(everything) == {f"A-{number}" for number in range(7)} | {"B-1"}
        assert everything["A-0"] is None
        assert dict(reader.changed_since(1, batch=1)) == {
            "A-0": None,
            "A-3": record("A-3", severity="major"),
            "B-1": record("B-1"),
        }
        assert dict(reader.changed_since(2)) == {"A-0": None}
        assert list(reader.changed_since(3)) == []


def test_names(url, record):
    put(url, record("B", aliases=["z", "a"]), record("A"))
    with open_reader(url) as reader:
        assert reader.names() == [("A", []), ("B", ["a", "z"])]


def test_counts(url, record):
    reviewed = {"written_by": "person", "reviewed_at": "2024-06-01"}
    put(url, record("A", symptoms=["crash", "hang"], review=reviewed), record("B", symptoms=["hang"], date="2023"))
    put(url, record("C", withdrawn="never happened", date="unknown"), origin=IMPORTED)
    with open_reader(url) as reader:
        counts = reader.counts()
    assert counts.records == 3
    assert counts.terms == {"authorships": {"person": 1}, "symptoms": {"crash": 1, "hang": 2}}
    assert counts.years == {2024: 1, 2023: 1, None: 1}
    assert counts.origins == {SHIPPED: 2, IMPORTED: 1}
    assert (counts.reviewed, counts.withdrawn) == (1, 1)


def test_versions_end_to_end(url, record):
    put(url, record("A"))
    put(url, record("A", severity="major"), origin=IMPORTED)
    with open_reader(url) as reader:
        first, second = reader.versions("A")
        assert (first.document, first.origin, first.reason, first.current) == (record("A"), SHIPPED, "test", False)
        assert (second.document["severity"], second.origin, second.reason) == ("major", IMPORTED, "")
        assert (first.version, second.version, second.current) == (1, 2, True)
        assert first.recorded_at <= second.recorded_at
        assert reader.versions("B") == []


def test_links_are_seen_from_both_sides(url, record):
    put(url, record("A"), record("B"))
    with open_writer(url) as writer:
        writer.replace_links("A", [("B", "title", "alike")])
    with open_reader(url) as reader:
        assert reader.links("A") == [("B", "title", "alike")]
        assert reader.links("B") == [("A", "title", "alike")]


def test_feedback_counts_leave_out_what_was_withdrawn(url, record):
    put(url, record("A"), record("B"))
    with transaction(url) as session:
        feedback.add(session, "A", "useful")
        feedback.add(session, "A", "wrong", input_digest="ab", input_text="text\0")
        feedback.withdraw(session, feedback.add(session, "A", "wrong"))
        feedback.add(session, "B", "wrong")
    with open_reader(url) as reader:
        assert reader.feedback_counts(["B", "A", "C"]) == {"A": (1, 1), "B": (0, 1)}
        assert [note.verdict for note in reader.feedback("A")] == ["useful", "wrong", "wrong"]
        assert [note.withdrawn_at is None for note in reader.feedback("A")] == [True, True, False]
        assert (reader.feedback("A")[1].input_digest, reader.feedback("A")[1].input_text) == ("ab", "text")
        assert len(reader.feedback()) == 4


def test_index_state_is_replaced_and_leaves_the_revision(url, record):
    put(url, record("A"))
    save_index_state(url, "/one", 2**40, 1)
    save_index_state(url, "/one", 7, 1)
    save_index_state(url, "/two", 8, 0)
    with open_reader(url) as reader:
        state = reader.state()
        assert state.indexes == {"/one": (7, 1), "/two": (8, 0)}
        assert state.revision == 1


def test_a_reader_works_while_a_writer_is_active(url, record):
    put(url, record("A"))
    with open_writer(url) as writer:
        writer.put([Put(record("B"), SHIPPED, "test")])
        with open_reader(url) as reader:
            assert reader.names() == [("A", [])]
    with open_reader(url) as reader:
        assert len(reader.names()) == 2


def test_a_path_with_characters_that_mean_something_in_a_url(tmp_path, record):
    url = f"sqlite:///{tmp_path}/50% #1 한글.db"
    put(url, record("A"))
    assert (tmp_path / "50% #1 한글.db").exists()
    with open_reader(url) as reader:
        assert reader.names() == [("A", [])]


def test_any_other_url_goes_through_sqlalchemy(url, path, record):
    put(url, record("A", aliases=["B"], symptoms=["hang"]))
    with open_reader(f"sqlite+pysqlite:///{path}") as reader:
        assert reader.state().records == 1
        assert reader.documents(["A"]) == {"A": record("A", aliases=["B"], symptoms=["hang"])}
        assert reader.resolve("b") == "A"
        assert list(reader.changed_since(0)) == list(reader.documents(["A"]).items())
        assert reader.counts().terms == {"symptoms": {"hang": 1}}


def test_reading_loads_nothing_heavy(url, record):
    put(url, record("A"))
    program = f"""
import sys
from kb.store.shipped import shipped_corpus
from kb.store.index_state import save_index_state
from kb.store.reader import open_reader
with open_reader({url!r}) as reader:
    reader.state(), reader.documents(["A"]), list(reader.changed_since(0)), reader.feedback_counts(["A"])
save_index_state({url!r}, "/index", 1, 1)
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    heavy = {
        "sqlalchemy",
        "sqlmodel",
        "pydantic",
        "alembic",
        "rapidfuzz",
        "dataclasses",
        "pathlib",
        "logging",
        "urllib",
    }
    assert heavy.isdisjoint(done.stdout.split())
