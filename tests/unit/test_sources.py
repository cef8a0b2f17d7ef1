"""Where documents come from: files of every layout, folders, standard input, addresses."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import FetchError, NotFoundError, UsageError
from kb.importers import sources
from kb.importers.documents import LoadedDocument
from kb.importers.sources import load


def record(record_id: str) -> dict[str, Any]:
    return {"id": record_id, "title": {"en": f"Incident {record_id}", "ko": f"장애 {record_id}"}, "date": "2025-01-01"}


def write(path: Path, content: Any) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=2), encoding="utf-8")
    return str(path)


def lines(*values: Any) -> str:
    return "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values)


def ids(loaded: Iterable[LoadedDocument]) -> list[str | None]:
    return [item.document["id"] if item.document else None for item in loaded]


def errors(loaded: Iterable[LoadedDocument]) -> list[str]:
    return [finding.message for item in loaded for finding in item.findings if finding.severity == "error"]


def test_file_with_one_record(tmp_path: Path) -> None:
    path = write(tmp_path / "A-1.json", record("A-1"))
    (item,) = load([path])
    assert (item.origin, item.position, item.path) == (path, "", path)
    assert item.document == record("A-1")
    assert {finding.path for finding in item.findings} == {path}
    assert "KB021" not in {finding.code for finding in item.findings}


def test_file_under_another_name_is_only_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path / "export.json", record("A-1"))
    assert errors(load([path])) == []
    assert any("name the file A-1.json" in message for message in errors(load([path], strict=True)))


def test_list_of_records(tmp_path: Path) -> None:
    loaded = list(load([write(tmp_path / "all.json", [record("A-1"), record("A-2")])]))
    assert ids(loaded) == ["A-1", "A-2"]
    assert [item.position for item in loaded] == ["item 1", "item 2"]


def test_problem_in_a_list_belongs_to_its_item(tmp_path: Path) -> None:
    text = json.dumps([record("A-1"), record("A-2")]).replace('"id": "A-2"', '"id": "A-2", "id": "A-2"')
    first, second = load([write(tmp_path / "all.json", text)])
    assert errors([first]) == []
    (finding,) = [finding for finding in second.findings if finding.severity == "error"]
    assert (finding.code, finding.pointer) == ("KB005", "/id")


def test_list_holds_something_else(tmp_path: Path) -> None:
    loaded = list(load([write(tmp_path / "all.json", [record("A-1"), 7, "x"])]))
    assert [bool(errors([item])) for item in loaded] == [False, True, True]
    assert errors(load([write(tmp_path / "none.json", [])])) == ["the list in this file is empty"]


@pytest.mark.parametrize("name", ["all.jsonl", "all.json", "all.txt"])
def test_lines_are_told_by_content(tmp_path: Path, name: str) -> None:
    text = "\n" + lines(record("A-1"), "", "   ", record("A-2")) + "\r\n\n"
    loaded = list(load([write(tmp_path / name, text)]))
    assert ids(loaded) == ["A-1", "A-2"]
    assert [item.position for item in loaded] == ["line 2", "line 5"]


@pytest.mark.parametrize("value", [record("A-1"), [record("A-1")]])
def test_one_value_over_many_lines_is_no_file_of_lines(tmp_path: Path, value: Any) -> None:
    assert ids(load([write(tmp_path / "a.jsonl", value)])) == ["A-1"]


def test_list_with_a_record_a_line_is_one_value(tmp_path: Path) -> None:
    text = "[\n" + ",\n".join(json.dumps(record(f"A-{number}")) for number in range(3)) + "\n]"
    assert ids(load([write(tmp_path / "a.jsonl", text)])) == ["A-0", "A-1", "A-2"]


@pytest.mark.parametrize("broken", [0, 1, 2])
def test_bad_line_is_a_finding_of_its_own(tmp_path: Path, broken: int) -> None:
    values: list[Any] = [record("A-1"), record("A-2")]
    values.insert(broken, '{"id": "A-3", "title": ')
    loaded = list(load([write(tmp_path / "a.jsonl", lines(*values))]))
    assert len(loaded) == 3
    assert loaded[broken].document is None
    (finding,) = loaded[broken].findings
    assert finding.code == "KB001"
    assert finding.message.startswith(f"line {broken + 1}, column ")
    assert finding.path.endswith(f"a.jsonl: line {broken + 1}")


def test_line_separator_of_unicode_does_not_end_a_line(tmp_path: Path) -> None:
    value = record("A-1") | {"docs": ["a\u2028b\u0085c"]}
    text = json.dumps(value, ensure_ascii=False)
    assert ids(load([write(tmp_path / "a.jsonl", lines(text, text))])) == ["A-1", "A-1"]


@given(st.lists(st.sampled_from(["A-1", "A-2"]), min_size=1, max_size=4), st.booleans(), st.booleans())
def test_lines_and_list_give_the_same_documents(names: list[str], pretty: bool, crlf: bool) -> None:
    values = [record(name) for name in names]
    text = "\n".join(json.dumps(value) for value in values)
    as_lines = (text.replace("\n", "\r\n") if crlf else text).encode()
    as_list = json.dumps(values, indent=2 if pretty else None).encode()
    read = [[item.document for item in load(["-"], stdin=io.BytesIO(data))] for data in (as_lines, as_list)]
    assert read == [values, values]


@given(st.binary(max_size=120) | st.text(alphabet='{}[]":,\n\r 1a', max_size=60).map(str.encode))
def test_any_bytes_give_documents_or_findings(data: bytes) -> None:
    for item in load(["-"], stdin=io.BytesIO(data)):
        assert item.document is not None or item.findings


def test_folder_is_read_in_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b/2.json", "a/1.json", "c.jsonl", ".hidden.json", ".git/x.json", "a/notes.txt", "TEMPLATE.json"):
        write(tmp_path / name, record("X") if name == "c.jsonl" else record(name[-6:-5]))
    loaded = list(load([str(tmp_path)]))
    assert [os.path.relpath(item.origin, tmp_path) for item in loaded] == ["c.jsonl", "a/1.json", "b/2.json"]


def test_folder_without_records(tmp_path: Path) -> None:
    write(tmp_path / "notes.txt", "x")
    (item,) = load([str(tmp_path)])
    assert item.document is None
    assert item.findings[0].code == "KB000"
    assert "no record" in item.findings[0].message


def test_links_that_lead_in_circles(tmp_path: Path) -> None:
    write(tmp_path / "in" / "A-1.json", record("A-1"))
    os.symlink(tmp_path, tmp_path / "in" / "up", target_is_directory=True)
    os.symlink(tmp_path / "self.json", tmp_path / "self.json")
    loaded = list(load([str(tmp_path)]))
    assert ids(loaded) == [None, "A-1"]
    assert "it cannot be read" in errors(loaded)[0]


def test_link_to_nothing_and_link_to_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere" / "A-1.json", record("A-1"))
    folder = tmp_path / "folder"
    folder.mkdir()
    os.symlink(tmp_path / "elsewhere", folder / "linked", target_is_directory=True)
    os.symlink(tmp_path / "gone.json", folder / "gone.json")
    loaded = list(load([str(folder)]))
    assert ids(loaded) == [None, "A-1"]
    assert "no such file" in errors(loaded)[0]


def test_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "A-1.json", record("A-1"))
    write(tmp_path / "locked" / "A-2.json", record("A-2"))
    real = os.scandir

    def scandir(path: Any) -> Any:
        if os.path.basename(path) == "locked":
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    loaded = list(load([str(tmp_path)]))
    assert ids(loaded) == ["A-1", None]
    assert errors(loaded) == ["it cannot be read: permission denied"]
    assert loaded[1].origin == str(tmp_path / "locked")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert "not a regular file" in errors(load([str(tmp_path)]))[0]


def test_larger_than_the_limit(tmp_path: Path) -> None:
    path = write(tmp_path / "A-1.json", record("A-1"))
    size = os.path.getsize(path)
    assert ids(load([path], max_bytes=size)) == ["A-1"]
    assert "larger than" in errors(load([path], max_bytes=size - 1))[0]
    data = Path(path).read_bytes()
    assert "larger than" in errors(load(["-"], stdin=io.BytesIO(data), max_bytes=size - 1))[0]
    assert sources.MAX_BYTES == 256 * 1024 * 1024


def vocabulary() -> dict[str, Any]:
    return {"vocabulary": "colours", "terms": [{"id": "red", "label": {"en": "Red"}}]}


def test_other_kinds_are_passed_over_in_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "A-1.json", record("A-1"))
    write(tmp_path / "colours.json", vocabulary())
    assert ids(load([str(tmp_path)])) == ["A-1"]
    os.remove(tmp_path / "A-1.json")
    assert "1 of other kinds" in errors(load([str(tmp_path)]))[0]


def test_other_kind_by_name_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "colours.json", vocabulary())
    (message,) = errors(load([path]))
    assert message.startswith("this is a vocabulary, not an incident record")


def test_other_kinds_on_request(tmp_path: Path) -> None:
    write(tmp_path / "colours.json", vocabulary())
    write(tmp_path / "check.json", {"id": "look", "title": {"en": "Look"}, "readings": []})
    write(tmp_path / "schema.json", {"$schema": "x", "properties": {}})
    loaded = list(load([str(tmp_path)], records_only=False))
    assert [item.kind for item in loaded] == ["check", "vocabulary", "schema"]
    codes = [{finding.code for finding in item.findings} for item in loaded]
    assert codes == [{"KB060", "KB061", "KB063", "KB065"}, {"KB050"}, set()]


def test_standard_input() -> None:
    (item,) = load(["-"], stdin=io.BytesIO(json.dumps(record("A-1")).encode()))
    assert (item.origin, ids([item])) == ("-", ["A-1"])


def test_address() -> None:
    asked = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        return lines(record("A-1"), record("A-2")).encode()

    loaded = list(load(["https://example.com/all.json"], fetch=fetch))
    assert ids(loaded) == ["A-1", "A-2"]
    assert asked == ["https://example.com/all.json"]
    assert loaded[1].path == "https://example.com/all.json: line 2"


def test_failure_of_an_address_is_handed_on() -> None:
    def fetch(url: str) -> bytes:
        raise FetchError("no", "")

    with pytest.raises(FetchError):
        list(load(["https://example.com/"], fetch=fetch))


def test_names_are_looked_at_before_anything_is_read(tmp_path: Path) -> None:
    good = write(tmp_path / "A-1.json", record("A-1"))
    with pytest.raises(NotFoundError, match=r"no file or folder .*gone"):
        next(load([good, str(tmp_path / "gone.json")]))
    with pytest.raises(UsageError, match="standard input"):
        next(load([good, "-"]))
    with pytest.raises(UsageError, match="is an address"):
        next(load([good, "https://example.com/"]))


def test_a_named_file_that_cannot_be_opened_is_a_usage_error_and_one_in_a_folder_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "A-1.json", record("A-1"))

    def refuse(*args: object) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(sources, "open", refuse, raising=False)
    with pytest.raises(UsageError, match=r"A-1\.json cannot be read: permission denied"):
        list(load([path]))
    assert errors(load([str(tmp_path)])) == ["it cannot be read: permission denied"]


def test_a_named_folder_and_a_link_that_lead_nowhere_are_usage_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.symlink(tmp_path / "gone.json", tmp_path / "link.json")
    with pytest.raises(UsageError, match=r"link\.json cannot be read: no such file"):
        list(load([str(tmp_path / "link.json")]))

    def refuse(path: Any) -> Any:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(UsageError, match="cannot be read: permission denied"):
        list(load([str(tmp_path)]))
