"""Files that commands write: whole or not at all, and the exit code of the table for whatever prevents it."""

from __future__ import annotations

import errno
import os

import pytest
from cli_running import FIXTURES, run

from kb.cli import files

A_RECORD = str(FIXTURES / "HB-2024-0001.json")
WRITERS = [
    ("export", "--all", "--output", "out/all.json"),
    ("import", A_RECORD, "--report", "out/report.json"),
    ("new", "OPS-2026-0001", "--output", "out"),
]
CODES = [
    (errno.ENOSPC, 3),
    (errno.EDQUOT, 3),
    (errno.EROFS, 3),
    (errno.EIO, 3),
    (errno.EACCES, 2),
    (errno.ENOENT, 2),
    (errno.ENAMETOOLONG, 2),
]


@pytest.fixture
def out(home, own_data):
    (home / "out").mkdir()
    return home / "out"


@pytest.mark.parametrize("words", WRITERS, ids=lambda words: words[0])
@pytest.mark.parametrize(("number", "code"), CODES, ids=lambda value: errno.errorcode.get(value, ""))
def test_a_file_that_cannot_be_opened(out, monkeypatch, words, number, code):
    def refuse(path, *_, **__):
        raise OSError(number, os.strerror(number), path)

    monkeypatch.setattr(files, "open", refuse, raising=False)
    ran = run(*words)
    assert (ran.code, ran.out) == (code, b"")
    assert ran.err.count("\n") == 1
    assert f"cannot be written: {os.strerror(number).lower()}" in ran.err
    assert os.listdir(out) == []


@pytest.mark.parametrize("words", WRITERS, ids=lambda words: words[0])
def test_a_disk_that_is_full_in_the_middle(out, monkeypatch, words):
    class Full:
        def __init__(self, path, mode, **options):
            self.file = open(path, mode, **options)  # noqa: SIM115

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, text):
            self.file.write(text[:10])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        def writelines(self, pieces):
            for piece in pieces:
                self.write(piece)

    before = [path.name for path in out.iterdir()]
    monkeypatch.setattr(files, "open", Full, raising=False)
    ran = run(*words)
    assert ran.code == 3
    assert "no space left on device" in ran.err
    assert [path.name for path in out.iterdir()] == before
    if words[0] == "import":
        assert b"1 unchanged" in ran.out


@pytest.mark.parametrize("words", WRITERS[:2], ids=lambda words: words[0])
def test_a_file_is_replaced_as_a_whole_or_kept(out, monkeypatch, words):
    path = out / words[-1].partition("/")[2]
    path.write_text("the former one")

    def fail(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        assert run(*words).code == 3
    assert path.read_text() == "the former one"
    assert os.listdir(out) == [path.name]
    assert run(*words).code == 0
    assert path.read_text().lstrip()[0] in "[{"
    assert os.listdir(out) == [path.name]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs the full device of Linux")
@pytest.mark.parametrize(
    "words",
    [("export", "--all", "--output", "/dev/full"), ("import", A_RECORD, "--dry-run", "--report", "/dev/full")],
    ids=lambda words: words[0],
)
def test_the_full_device(own_data, words):
    ran = run(*words)
    assert ran.code == 3
    assert "/dev/full cannot be written: no space left on device" in ran.err


def test_what_is_no_regular_file_stays_what_it_is(out):
    (out / "elsewhere.json").write_text("x")
    (out / "link.json").symlink_to("elsewhere.json")
    assert run("export", "--all", "--output", str(out / "link.json")).code == 0
    assert (out / "link.json").is_symlink()
    assert (out / "elsewhere.json").read_text().lstrip()[0] in "[{"
    assert run("export", "--all", "--output", os.devnull).code == 0
    assert not os.path.isfile(os.devnull)


def test_a_rejected_import_says_why_on_stderr_too(own_data, home):
    (home / "bad.jsonl").write_text('{"id": "N-1", "title": {"en": "x"}, "date": "2024-13"}\n{"id": "N-2"}\n')
    ran = run("import", "bad.jsonl")
    assert ran.code == 4
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("kb: 2 of 2 rejected, nothing was written; N-1: KB014 bad-date at /date: ")
    again = run("import", "bad.jsonl", "--json")
    assert (again.code, again.err) == (4, ran.err)
    assert again.json["counts"]["rejected"] == 2


def test_the_good_ones_of_a_rejected_import(own_data, home):
    good = '{"id": "N-1", "title": {"en": "x", "ko": "엑스"}, "date": "2024"}'
    (home / "mixed.jsonl").write_text(good + '\n{"id": "N-2"}\n', encoding="utf-8")
    ran = run("import", "mixed.jsonl", "--keep-going")
    assert ran.code == 4
    assert ran.err.startswith("kb: 1 of 2 rejected, the others were imported; N-2: KB012 ")


UNREADABLE = [
    ("match",),
    ("signals",),
    ("feedback", "HB-2024-0001", "useful", "--input"),
    ("import",),
    ("import", "--dry-run"),
    ("validate",),
]


@pytest.mark.parametrize("words", UNREADABLE, ids=" ".join)
def test_a_file_that_may_not_be_read_is_a_usage_error_everywhere(own_data, home, words):
    (home / "link.json").symlink_to("link.json")  # a circle: nobody can open it, not even root
    ran = run(*words, "link.json")
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.startswith("kb: link.json cannot be read: ")
    assert ran.err.count("\n") == 1
