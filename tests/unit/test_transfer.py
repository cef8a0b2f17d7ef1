"""What an import does with each document, with its duplicates, and with the documents beside it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.importers.documents import LoadedDocument
from kb.importers.outcomes import REJECTED
from kb.importers.transfer import apply, import_documents, plan
from kb.lint import Finding
from kb.store.reader import open_reader
from kb.store.versions import NEW, SHIPPED, UNCHANGED, UPDATED, Put
from kb.store.writer import open_writer

ERROR = Finding("KB999", "made-up", "error", "/title", "the title is missing")
WARNING = Finding("KB998", "made-up-too", "warning", "/org", "the organisation is missing")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/kb.db"


def record(record_id: str, **fields: Any) -> dict[str, Any]:
    words = " ".join(f"{word}-{record_id}" for word in ("storage", "stalled", "while", "training"))
    return {"id": record_id, "title": {"en": words}, "date": "2024-05-06"} | fields


def load(*documents: dict[str, Any] | None, findings: tuple[Finding, ...] = ()) -> list[LoadedDocument]:
    return [LoadedDocument(f"file-{place}.json", "", item, findings) for place, item in enumerate(documents)]


def statuses(report) -> list[str]:
    return [outcome.status for outcome in report.outcomes]


def stored(url) -> dict[str, Any]:
    with open_reader(url) as reader:
        return dict(reader.changed_since(0))


def versions(url, record_id) -> list[dict[str, Any]]:
    with open_reader(url) as reader:
        return [version.document for version in reader.versions(record_id)]


def test_new_then_unchanged(url):
    report = import_documents(url, load(record("A"), record("B")))
    assert (statuses(report), report.written) == ([NEW, NEW], True)
    again = import_documents(url, load(record("B"), record("A")))
    assert (statuses(again), again.written) == ([UNCHANGED, UNCHANGED], False)
    with open_reader(url) as reader:
        assert reader.state().revision == 1


@pytest.mark.parametrize(
    ("before", "after", "taken"),
    [
        ("2024-05-06T10:00:00Z", "2024-05-06T10:00:01Z", True),
        ("2024-05-06T10:00:00+09:00", "2024-05-06T02:00:00Z", True),
        ("2024-05-06T10:00:00Z", "2024-05-06T11:00:00+09:00", False),
        ("2024-05-06T10:00:00Z", "2024-05-06T10:00:00Z", False),
        ("2024-05-06T10:00:00Z", "2024-05-06T19:00:00+09:00", False),
        ("2024-05-06T10:00:00.2Z", "2024-05-06T10:00:00.1Z", False),
        (None, None, True),
        (None, "2024-05-06T10:00:00Z", True),
        ("2024-05-06T10:00:00Z", None, False),
        ("2024-05-06T10:00:00Z", "last week", False),
    ],
)
def test_the_later_updated_at_wins_and_force_overrules_it(url, before, after, taken):
    old, new = record("A", updated_at=before), record("A", updated_at=after, org="changed")
    import_documents(url, load(old))
    report = import_documents(url, load(new))
    assert statuses(report) == [UPDATED if taken else REJECTED]
    assert stored(url) == {"A": new if taken else old}
    if not taken:
        assert "--force" in report.rejected[0].reasons[0]
        assert statuses(import_documents(url, load(new), force=True)) == [UPDATED]
    assert versions(url, "A") == [old, new]


def test_a_shipped_record_that_is_imported_is_the_users_from_then_on(url):
    with open_writer(url) as writer:
        writer.put([Put(record("A"), SHIPPED, "test")])
    import_documents(url, load(record("A", org="mine")))
    with open_reader(url) as reader:
        assert [version.origin for version in reader.versions("A")] == ["shipped", "imported"]


def test_one_rejected_document_stops_the_import(url):
    import_documents(url, load(record("A")))
    bad = load(record("C"), findings=(ERROR, WARNING))
    report = import_documents(url, [*load(record("B")), *bad])
    assert (statuses(report), report.written) == ([NEW, REJECTED], False)
    assert report.rejected[0].reasons == ("KB999 made-up at /title: the title is missing",)
    assert list(stored(url)) == ["A"]


def test_keep_going_takes_the_good_ones(url):
    report = import_documents(url, [*load(record("B")), *load(record("C"), findings=(ERROR,))], keep_going=True)
    assert (statuses(report), report.written) == ([NEW, REJECTED], True)
    assert list(stored(url)) == ["B"]


def test_a_warning_rejects_nothing_and_is_reported(url):
    report = import_documents(url, load(record("A"), findings=(WARNING,)))
    assert statuses(report) == [NEW]
    assert report.outcomes[0].findings == (WARNING,)


@pytest.mark.parametrize("document", [None, {}, {"id": 7}, {"id": ""}, {"id": "\ud800"}])
def test_a_document_without_an_id_is_rejected(url, document):
    report = import_documents(url, load(document))
    assert statuses(report) == [REJECTED]
    assert report.rejected[0].reasons


def test_a_document_that_json_cannot_hold_is_rejected(url):
    assert statuses(import_documents(url, load(record("A", x=float("inf"))))) == [REJECTED]


def test_one_id_twice_with_different_content(url):
    report = import_documents(url, load(record("A"), record("B"), record("A", org="x"), record("A")), keep_going=True)
    assert statuses(report) == [REJECTED, NEW, REJECTED, REJECTED]
    assert "file-0.json, file-2.json" in report.rejected[0].reasons[0]
    assert list(stored(url)) == ["B"]


def test_one_id_twice_with_the_same_content(url):
    report = import_documents(url, load(record("A"), record("A")))
    assert statuses(report) == [NEW, UNCHANGED]
    assert report.outcomes[1].reasons == ("the same as file-0.json",)


def test_a_repetition_of_a_rejected_document_is_rejected_too(url):
    import_documents(url, load(record("A", updated_at="2024-05-06")))
    older = record("A", updated_at="2023-01-01")
    assert statuses(import_documents(url, load(older, older))) == [REJECTED, REJECTED]


LINKED = [
    pytest.param({"aliases": ["B"]}, {}, "alias", id="the other's alias"),
    pytest.param({}, {"aliases": ["A"]}, "alias", id="its own alias"),
    pytest.param({"aliases": ["X"]}, {"aliases": ["X"]}, "alias", id="one alias for both"),
    pytest.param(
        {"sources": [{"url": "https://example.org/p/?utm_source=a#s1"}]},
        {"sources": [{"url": "http://www.example.org/p#s1"}]},
        "source",
        id="the same source",
    ),
    pytest.param(
        {"title": {"en": "Eight nodes lost their InfiniBand links after a firmware update"}},
        {"title": {"en": "Eight nodes lost InfiniBand links after the firmware update"}},
        "title",
        id="nearly the same title in a year",
    ),
    pytest.param(
        {"title": {"ko": "펌웨어 업데이트 뒤 노드 여덟 대의 링크가 끊겼다"}, "org": "Hanbit", "date": "2021"},
        {"title": {"ko": "펌웨어 업데이트 뒤 노드 여덟 대의 링크 끊겼다"}, "org_slug": "hanbit", "date": "2022"},
        "title",
        id="nearly the same title at an organisation",
    ),
]


@pytest.mark.parametrize(("first", "second", "kind"), LINKED)
@pytest.mark.parametrize("together", [True, False])
def test_another_record_of_a_known_incident_is_imported_linked_and_reported(url, first, second, kind, together):
    documents = load(record("A", **first), record("B", **second))
    if together:
        report = import_documents(url, documents)
    else:
        import_documents(url, documents[:1])
        report = import_documents(url, documents[1:])
    (duplicate,) = report.outcomes[-1].duplicates
    assert (duplicate.id, duplicate.kind) == ("A", kind)
    assert duplicate.reason
    assert set(stored(url)) == {"A", "B"}
    with open_reader(url) as reader:
        assert [link[:2] for link in reader.links("A")] == [("B", kind)]
        assert reader.links("B") == [duplicate]


APART = [
    pytest.param(
        {"sources": [{"url": "https://example.org/p#s1"}]},
        {"sources": [{"url": "https://example.org/p#s2"}]},
        id="another part of a page",
    ),
    pytest.param(
        {"title": {"en": "Eight nodes lost their links after an update"}, "date": "2021"},
        {"title": {"en": "Eight nodes lost their links after an update"}, "date": "2022"},
        id="the same title in another year elsewhere",
    ),
    pytest.param(
        {"title": {"en": "Eight nodes lost their links after an update"}},
        {"title": {"en": "Nodes lost links"}},
        id="a short title whose words are all in the other",
    ),
    pytest.param(
        {"title": {"en": "Eight nodes lost their links after an update"}},
        {"title": {"en": "Checkpoints of eight nodes filled the disk"}},
        id="another title",
    ),
]


@pytest.mark.parametrize(("first", "second"), APART)
def test_another_incident_is_not_linked(url, first, second):
    import_documents(url, load(record("A", **first)))
    assert import_documents(url, load(record("B", **second))).outcomes[0].duplicates == ()


def test_a_source_or_title_of_many_records_links_none(url):
    def one_of_many(number):
        source = {"url": "https://example.org/list-of-incidents"}
        return record(f"R-{number}", sources=[source], title={"en": f"Elevated errors in region number {number}"})

    import_documents(url, load(*(one_of_many(number) for number in range(8))))
    assert import_documents(url, load(one_of_many(9))).outcomes[0].duplicates == ()


def test_an_update_replaces_the_links_that_it_found(url):
    import_documents(url, load(record("A"), record("C")))
    import_documents(url, load(record("B", aliases=["A"])))
    import_documents(url, load(record("B", aliases=["C"])))
    with open_reader(url) as reader:
        assert [link.id for link in reader.links("B")] == ["C"]
        assert reader.links("A") == []


def test_a_plan_writes_nothing_and_says_what_an_import_would_do(url, tmp_path):
    planned = plan(url, load(record("A"), record("B", aliases=["A"])))
    assert list(tmp_path.iterdir()) == []
    assert statuses(planned) == [NEW, NEW]
    assert planned.report().written is False
    assert apply(url, planned).outcomes == planned.outcomes
    again = plan(url, load(record("A"), record("C")))
    assert statuses(again) == [UNCHANGED, NEW]
    assert set(stored(url)) == {"A", "B"}


def test_a_plan_that_the_store_has_left_behind_is_made_anew(url):
    import_documents(url, load(record("Z")))
    planned = plan(url, load(record("A", updated_at="2024-01-01")))
    import_documents(url, load(record("A", updated_at="2024-02-02", org="other")))
    report = apply(url, planned)
    assert (statuses(planned), statuses(report), report.written) == ([NEW], [REJECTED], False)
    assert stored(url)["A"]["org"] == "other"


def test_an_interrupted_import_leaves_nothing(url):
    import_documents(url, load(record("Z")))

    def interrupt(done, total):
        assert (done, total) == (100, 150)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_documents(url, load(*(record(f"R-{number}") for number in range(150))), progress=interrupt)
    assert list(stored(url)) == ["Z"]
    with open_reader(url) as reader:
        assert reader.state().revision == 1


def test_progress_reaches_the_end(url):
    seen = []
    documents = load(*(record(f"R-{number}") for number in range(150)))
    import_documents(url, documents, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(100, 150), (150, 150)]


def test_the_report_as_json(url):
    import_documents(url, load(record("A")))
    documents = [*load(record("B", aliases=["A"]), findings=(WARNING,)), *load({}, findings=(ERROR,))]
    report = import_documents(url, documents, keep_going=True)
    written = json.loads(json.dumps(report.to_json()))
    assert written["schema_version"] == 1
    assert written["written"] is True
    assert written["counts"] == {"new": 1, "updated": 0, "unchanged": 0, "rejected": 1}
    first, second = written["documents"]
    assert (first["status"], first["id"], first["origin"], first["position"]) == ("new", "B", "file-0.json", "")
    assert first["duplicates"] == [{"id": "A", "kind": "alias", "reason": "B names A as an alias"}]
    assert first["findings"][0]["code"] == "KB998"
    assert second["reasons"] == ["KB999 made-up at /title: the title is missing"]


def test_the_place_names_file_and_position(url):
    loaded = [LoadedDocument("all.jsonl", "line 3", record("A"), ())]
    assert import_documents(url, loaded).outcomes[0].place == "all.jsonl: line 3"
    import_documents(url, [loaded[0]._replace(document=record("A", org="x"))])
    with open_reader(url) as reader:
        assert reader.versions("A")[0].reason == "replaced by import of all.jsonl: line 3"


def test_nothing_to_import(url):
    report = import_documents(url, [])
    assert (report.outcomes, report.written) == ((), False)
