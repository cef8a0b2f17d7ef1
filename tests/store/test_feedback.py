"""What users say of a match, as it is written."""

from __future__ import annotations

import pytest

from kb.errors import NotFoundError
from kb.store import feedback
from kb.store.database import transaction
from kb.store.reader import open_reader
from kb.store.versions import SHIPPED, Put
from kb.store.writer import open_writer


@pytest.fixture
def filled(url, record):
    with open_writer(url) as writer:
        writer.put([Put(record("A"), SHIPPED, "test")])
    return url


def test_the_revision_stays(filled):
    with transaction(filled) as session:
        feedback.add(session, "A", "useful")
        feedback.add(session, "A", "wrong", input_text="text")
    with open_reader(filled) as reader:
        assert reader.state().revision == 1


def test_what_a_database_refuses_is_left_out_of_the_text(filled):
    with transaction(filled) as session:
        feedback.add(session, "A", "useful", input_text="log \udcff\0 line")
    with open_reader(filled) as reader:
        assert reader.feedback("A")[0].input_text == "log  line"


def test_there_is_no_feedback_on_an_unknown_record_or_of_another_verdict(filled):
    with transaction(filled) as session:
        with pytest.raises(NotFoundError):
            feedback.add(session, "B", "useful")
        with pytest.raises(ValueError):
            feedback.add(session, "A", "splendid")


def test_only_what_stands_is_withdrawn(filled):
    with transaction(filled) as session:
        with pytest.raises(NotFoundError):
            feedback.withdraw(session, 1)
        number = feedback.add(session, "A", "useful")
        feedback.withdraw(session, number)
        with pytest.raises(NotFoundError):
            feedback.withdraw(session, number)
