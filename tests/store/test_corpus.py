"""The shipped corpus: when its digest is trusted, and how it meets what a user has."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kb.errors import RecordError, StoreError
from kb.store.corpus import sync_corpus
from kb.store.reader import open_reader
from kb.store.shipped import DIGEST_FILE, Shipped, compute_digest, shipped_corpus
from kb.store.versions import IMPORTED, SHIPPED, Put
from kb.store.writer import open_writer

SCRIPT = Path(__file__).parents[2] / "scripts" / "write_corpus_digest.py"


@pytest.fixture
def records(tmp_path):
    for folder in ("incidents/2024", "vocabulary"):
        (tmp_path / "records" / folder).mkdir(parents=True)
    (tmp_path / "records" / "vocabulary" / "domains.json").write_text('{"terms": []}')
    return tmp_path / "records"


def ship(records, *documents):
    for document in documents:
        text = json.dumps(document, ensure_ascii=False)
        (records / "incidents" / "2024" / f"{document['id']}.json").write_text(text, encoding="utf-8")


def run_script(records, *options):
    command = [sys.executable, str(SCRIPT), "--records", str(records), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def number(records, value):
    (records / DIGEST_FILE).write_text(f"{compute_digest(str(records))} {value}\n")


def digest_of(records):
    return shipped_corpus(str(records), 0).digest


def documents(url):
    with open_reader(url) as reader:
        return dict(reader.changed_since(0))


def test_first_use_loads_everything(url, records, record):
    ship(records, record("A"), record("B"))
    (records / "incidents" / "2024" / ".A.json.swp.json").write_text("no JSON")
    seen = []
    report = sync_corpus(url, str(records), lambda done, total: seen.append((done, total)))
    assert report == (digest_of(records), 2, 0, 0, (), ())
    assert seen == [(2, 2)]
    assert documents(url) == {"A": record("A"), "B": record("B")}
    with open_reader(url) as reader:
        assert reader.state().corpus == report.digest
        assert reader.counts().origins == {SHIPPED: 2}


def check(name, **fields):
    title = {"en": f"Row remapping of {name}", "ko": f"{name}의 행 재배치"}
    return {"id": name, "title": title, "readings": [], "applies_to": {"components": ["gpu"], "symptoms": []}} | fields


def ship_checks(records, *checks):
    (records / "checks").mkdir(exist_ok=True)
    for path in (records / "checks").iterdir():
        path.unlink()
    for document in checks:
        (records / "checks" / f"{document['id']}.json").write_text(json.dumps(document), encoding="utf-8")


def test_checks_are_found_by_their_terms_and_replaced_with_the_corpus(url, records, record):
    ship(records, record("A", domain=["ai-infra"], root_cause="capacity"))
    ship_checks(records, check("a"), check("b", command="dmesg | grep 'Xid 64'"))
    before = sync_corpus(url, str(records)).digest
    with open_reader(url) as reader:
        found = dict(reader.checks_with(["component:gpu", "code:xid_64", "word:remap", "word:nothing"]))
        assert found == {"component:gpu": "a b", "code:xid_64": "b", "word:remap": "a b"}
        assert reader.catalogue("check", ["b", "zz", "a"]) == {
            "b": check("b", command="dmesg | grep 'Xid 64'"),
            "a": check("a"),
        }
        assert reader.catalogue("prior", ["ai-infra"])["ai-infra"]["root_causes"] == {"capacity": 1}
        assert reader.catalogue("check", []) == {}
    ship_checks(records, check("a", command="nvidia-smi"))
    assert sync_corpus(url, str(records)).digest != before
    with open_reader(url) as reader:
        assert dict(reader.checks_with(["component:gpu"])) == {"component:gpu": "a"}
        assert reader.catalogue("check", ["a", "b"]) == {"a": check("a", command="nvidia-smi")}


def test_a_check_is_found_by_the_codes_that_it_applies_to(url, records, record):
    ship(records, record("A"))
    applies = {"components": [], "symptoms": [], "codes": ["sqlstate 53300", "ib port error"]}
    ship_checks(records, check("a", applies_to=applies), check("b"))
    sync_corpus(url, str(records))
    with open_reader(url) as reader:
        found = dict(reader.checks_with(["code:sqlstate_53300", "code:ib_port_error", "code:sqlstate"]))
    assert found == {"code:sqlstate_53300": "a", "code:ib_port_error": "a"}


def test_the_same_corpus_again_changes_nothing(url, records, record):
    ship(records, record("A"))
    sync_corpus(url, str(records))
    assert sync_corpus(url, str(records))[1:] == (0, 0, 1, (), ())
    with open_reader(url) as reader:
        assert reader.state().revision == 1


def test_a_later_release_updates_adds_and_takes_nothing_away(url, records, record):
    ship(records, record("A"), record("B"), record("C"))
    sync_corpus(url, str(records))
    ship(records, record("A", severity="major"), record("D"))
    (records / "incidents" / "2024" / "C.json").unlink()
    report = sync_corpus(url, str(records))
    assert (report.new, report.updated, report.unchanged) == (1, 1, 1)
    assert documents(url) == {name: record(name) for name in "BCD"} | {"A": record("A", severity="major")}
    with open_reader(url) as reader:
        assert [version.document for version in reader.versions("A")] == [record("A"), record("A", severity="major")]


def test_what_a_user_changed_or_imported_stays(url, records, record):
    ship(records, record("A"))
    sync_corpus(url, str(records))
    mine = record("A", org="mine")
    with open_writer(url) as writer:
        writer.put([Put(mine, IMPORTED, "mine is right"), Put(record("B", org="mine"), IMPORTED, "")])
    ship(records, record("A", org="shipped"), record("B"))
    for _ in range(2):
        report = sync_corpus(url, str(records))
        held = documents(url)
        assert (held["A"], held["B"]) == (mine, record("B", org="mine"))
        with open_reader(url) as reader:
            shipped = [version for version in reader.versions("A") if version.document == record("A", org="shipped")]
            assert [(version.origin, version.current) for version in shipped] == [(SHIPPED, False)]
            assert "user" in shipped[0].reason
        ship(records, record("C"))
    assert report.kept == ("A", "B")


def test_an_earlier_release_does_not_bring_back_its_text(url, records, record):
    newer = record("A", updated_at="2024-06-01T00:00:00Z", org="newer")
    ship(records, newer)
    sync_corpus(url, str(records))
    ship(records, record("A", updated_at="2024-05-01T00:00:00Z"))
    assert sync_corpus(url, str(records)).newer == ("A",)
    assert documents(url) == {"A": newer}


def test_of_two_releases_on_one_store_the_later_wins_for_good(url, records, record):
    """Whatever runs in whichever order, and although the records bear the same time of change."""
    stamp = "2024-06-01T00:00:00Z"
    ship(records, record("A", org="earlier", updated_at=stamp), record("B"))
    number(records, 3)
    earlier = records.rename(records.parent / "earlier")
    shutil.copytree(earlier, records)
    ship(records, record("A", org="later", updated_at=stamp), record("C"))
    (records / "incidents" / "2024" / "B.json").unlink()
    number(records, 4)
    for release, form in ((earlier, 1), (earlier, 2), (records, 1), (earlier, 1), (earlier, 2), (records, 1)):
        sync_corpus(url, str(release), form=form)
    assert documents(url) == {"A": record("A", org="later", updated_at=stamp), "B": record("B"), "C": record("C")}
    with open_reader(url) as reader:
        state = reader.state()
        assert (state.corpus_number, state.form, state.corpus) == (4, 1, digest_of(records))
        assert len(reader.versions("A")) == 2
        assert state.revision == 2


@pytest.mark.parametrize(
    ("own", "held", "replaces"),
    [
        ((2, 1, "a"), (1, 1, "b"), True),
        ((2, 1, "a"), (1, 9, "a"), True),
        ((1, 9, "a"), (2, 1, "b"), False),
        ((1, 2, "a"), (1, 1, "a"), True),
        ((1, 1, "a"), (1, 2, "b"), False),
        ((1, 1, "edited"), (1, 1, "a"), True),
        ((1, 1, "a"), (1, 1, "a"), False),
        ((0, 0, "a"), (0, -1, None), True),
    ],
)
def test_what_replaces_what(own, held, replaces):
    assert Shipped(*own).replaces(Shipped(*held)) is replaces


def test_a_deleted_record_stays_deleted(url, records, record):
    ship(records, record("A"), record("B"))
    sync_corpus(url, str(records))
    with open_writer(url) as writer:
        writer.delete("A")
    ship(records, record("A", org="x"))
    assert sync_corpus(url, str(records)).kept == ("A",)
    with open_reader(url) as reader:
        assert reader.names() == [("B", [])]


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"id": 7}', b"\xff\xfe"])
def test_a_broken_file_is_named_and_nothing_is_loaded(url, records, record, content):
    ship(records, record("A"))
    path = records / "incidents" / "2024" / "broken.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RecordError, match=r"broken\.json"):
        sync_corpus(url, str(records))


def test_missing_records(url, tmp_path):
    with pytest.raises(StoreError, match="cannot be read"):
        sync_corpus(url, str(tmp_path / "nowhere"))


def test_an_interruption_leaves_nothing(url, records, record):
    ship(records, *(record(f"R-{number}") for number in range(150)))

    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sync_corpus(url, str(records), interrupt)
    with open_reader(url) as reader:
        assert (reader.names(), reader.state().corpus) == ([], None)
    assert sync_corpus(url, str(records)).new == 150


def test_the_digest_depends_on_names_and_contents_alone(records, record, tmp_path):
    ship(records, record("A"))
    first = compute_digest(str(records))
    os.utime(records / "incidents" / "2024" / "A.json", (1, 1))
    (records / "README.md").write_text("not part of it")
    assert compute_digest(str(records)) == first
    (records / "incidents" / "2024" / "A.json").rename(records / "incidents" / "2024" / "B.json")
    renamed = compute_digest(str(records))
    (records / "vocabulary" / "domains.json").write_text('{"terms": [1]}')
    assert len({first, renamed, compute_digest(str(records))}) == 3


def test_the_script_writes_and_checks(records, record):
    ship(records, record("A"))
    assert run_script(records, "--check").returncode == 1
    assert run_script(records).returncode == 0
    assert run_script(records, "--check").returncode == 0
    assert (records / DIGEST_FILE).read_text() == f"{compute_digest(str(records))} 1\n"
    ship(records, record("B"))
    assert run_script(records, "--check").returncode == 1


def test_the_number_rises_with_each_change_and_after_a_merge(records, record):
    ship(records, record("A"))
    for org, wanted in (("a", 1), ("a", 1), ("b", 2), ("a", 3)):
        ship(records, record("A", org=org))
        run_script(records)
        assert (records / DIGEST_FILE).read_text() == f"{compute_digest(str(records))} {wanted}\n"
    ours = (records / DIGEST_FILE).read_text()
    (records / DIGEST_FILE).write_text(f"<<<<<<< HEAD\n{ours}=======\n{'0' * 64} 9 99 7\n>>>>>>> branch\n")
    run_script(records)
    assert (records / DIGEST_FILE).read_text() == f"{compute_digest(str(records))} 8\n"


def test_the_written_digest_is_believed_while_the_checkout_is_untouched(records, record):
    ship(records, record("A"))
    _, count, size = compute_digest(str(records)).split()
    (records / DIGEST_FILE).write_text(f"written {count} {size} 4\n")
    assert shipped_corpus(str(records), 9) == Shipped(4, 9, "written")


@pytest.mark.parametrize("line", ["", "written", "written 2", "written x y 1", "written 1 1 1 1", "written 9 9 1"])
def test_a_digest_file_that_does_not_fit_is_passed_over(records, record, line):
    ship(records, record("A"))
    (records / DIGEST_FILE).write_text(line)
    assert digest_of(records) == compute_digest(str(records)).split()[0]


def test_an_edit_of_the_same_size_is_noticed(records, record):
    ship(records, record("A", org="aa"))
    run_script(records)
    ship(records, record("A", org="bb"))
    later = (records / DIGEST_FILE).stat().st_mtime + 10
    os.utime(records / "incidents" / "2024" / "A.json", (later, later))
    assert digest_of(records) == compute_digest(str(records)).split()[0]


def test_an_installed_package_is_taken_at_its_word(records, record):
    ship(records, record("A"))
    installed = records.rename(records.parent / "_records")
    (installed / DIGEST_FILE).write_text("written 0 0 4\n")
    assert digest_of(installed) == "written"


def told(record_id, text):
    return {"record": record_id, "language": "en", "text": text}


def report(records, *lines):
    (records / "reports").mkdir(exist_ok=True)
    (records / "reports" / "chat.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_reports_are_loaded_and_what_changed_of_them_is_indexed_anew(url, records, record):
    ship(records, record("A"), record("B"))
    report(records, told("A", "it sank"), told("B", "it burned"))
    sync_corpus(url, str(records))
    report(records, told("A", "it sank"), told("A", "gone"))
    sync_corpus(url, str(records))
    with open_reader(url) as reader:
        assert reader.reports(["A", "B"]) == {"A": ["it sank", "gone"]}
        assert {record_id for record_id, _ in reader.changed_since(1)} == {"A", "B"}
        revision = reader.state().revision
    sync_corpus(url, str(records))
    with open_reader(url) as reader:
        assert reader.state().revision == revision


@pytest.mark.parametrize("line", ["no JSON", "[1]", '{"record": 1, "text": "x"}', '{"record": "A"}', '{"text": "x"}'])
def test_a_broken_report_is_told_and_loads_nothing(url, records, record, line):
    ship(records, record("A"))
    report(records)
    (records / "reports" / "chat.jsonl").write_text(line + "\n")
    with pytest.raises(RecordError, match=r"chat\.jsonl"):
        sync_corpus(url, str(records))
