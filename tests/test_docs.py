"""The documents say what the program does: every command is told, every command shown works."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.cli import main
from kb.cli.commands import COMMANDS, EXIT_CODES
from kb.cli.parsers import parser_for
from kb.record import Record
from kb.vocabulary import load

ROOT = Path(__file__).parents[1]
GUIDES = ["records/README.md", "records/README.ko.md"]
DOCUMENTS = ["README.md", "README.ko.md", "CONTRIBUTING.md", "CLI.md", *GUIDES]
READMES = DOCUMENTS[:2]
EXAMPLES = ROOT / "records" / "examples"
VARIABLES = {"KB_DATABASE_URL", "KB_DATA_DIR", "KB_INDEX_DIR", "KB_LANG", "KB_CONFIG", "NO_COLOR", "KB_DEBUG"}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> Iterator[list[str]]:
    for block in re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield block.splitlines()


def shown(name: str) -> list[str]:
    """Every call of kb in the fenced blocks of a document, as it is typed."""
    lines = [line for block in blocks(read(name), r"\w*") for line in block]
    return [line.removeprefix("$ ").strip() for line in lines if re.match(r"(\$ )?([\w'].*\| *)?kb \S", line.strip())]


def arguments(line: str) -> list[str]:
    """The words behind `kb` in the last command of a pipe, without redirections and comments."""
    command = line.rpartition("| ")[2] if " | kb" in line else line
    command = re.split(r"\s{3,}|\s[<>]\s", command)[0]
    return shlex.split(command, comments=True)[1:]


def run(*words: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a call in this process, with nothing on standard input."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with open(os.devnull, encoding="utf-8") as nothing:
        sys.stdin, sys.stdout, sys.stderr = nothing, out, err
        try:
            code = main(words)
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
    for stream in (out, err):
        stream.seek(0)
    return code, out.read(), err.read()


@pytest.fixture
def desk(shipped_store, tmp_path, monkeypatch) -> Path:
    """A working directory with the files that the documents speak of, over a store of its own."""
    for name in ("LANG", "LC_ALL", "LC_MESSAGES", *VARIABLES):
        monkeypatch.delenv(name, raising=False)
    shutil.copy(shipped_store, tmp_path / "kb.db")
    monkeypatch.setenv("KB_DATABASE_URL", str(tmp_path / "kb.db"))
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "records").symlink_to(ROOT / "records")
    shutil.copy(EXAMPLES / "alertmanager.txt", "alert.json")
    shutil.copy(EXAMPLES / "nccl-error.txt", "alert.txt")
    incident = ROOT / "tests" / "fixtures" / "records" / "HB-2024-0001.json"
    (tmp_path / "postmortems").mkdir()
    shutil.copy(incident, tmp_path / "postmortems")
    return tmp_path


@pytest.mark.parametrize("document", ["README.md", "README.ko.md", "CLI.md"])
def test_every_command_is_documented(document):
    text = read(document)
    missing = [name for name in COMMANDS if f"kb {name}" not in text]
    assert not missing


def test_the_page_of_commands_is_what_the_program_says(capsys):
    path = ROOT / "scripts" / "write_help.py"
    spec = importlib.util.spec_from_file_location("write_help", path)
    assert spec
    assert spec.loader
    write_help = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(write_help)
    assert write_help.main(["--check"]) == 0, capsys.readouterr().out
    for name in COMMANDS:
        section = write_help.text().partition(f"\n## kb {name}\n")[2].partition("\n## ")[0]
        for action in parser_for(name)._actions:
            if action.option_strings and action.dest not in ("help", "db", "lang"):
                assert action.option_strings[-1] in section


def test_a_page_that_lags_behind_is_told(tmp_path):
    import subprocess

    stale = tmp_path / "CLI.md"
    command = [sys.executable, str(ROOT / "scripts" / "write_help.py"), "--path", str(stale)]
    assert subprocess.run([*command, "--check"], capture_output=True, check=False).returncode == 1
    assert not stale.exists()
    subprocess.run(command, check=True)
    assert subprocess.run([*command, "--check"], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_the_exit_codes(name):
    text = parser_for(name).format_help()
    assert EXIT_CODES in text
    for action in parser_for(name)._actions:
        assert action.help, f"{name}: {action.dest} says nothing"


@pytest.mark.parametrize("document", READMES)
def test_the_exit_codes_of_the_readme_are_those_of_the_program(document):
    codes = [line.split()[0] for line in EXIT_CODES.splitlines()[1:]]
    assert re.findall(r"^\| (\d+) \| ", read(document), re.MULTILINE) == codes


@pytest.mark.parametrize("document", READMES)
def test_the_variables_of_the_readme_are_those_of_the_program(document):
    assert set(re.findall(r"^\| `([A-Z_]+)` \| ", read(document), re.MULTILINE)) == VARIABLES
    files = [*(ROOT / "kb").rglob("*.py"), *(ROOT / "tui").rglob("*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    assert set(re.findall(r"environ(?:\.get\(|\[)\"(KB_\w+|NO_COLOR)\"", source)) == VARIABLES


@pytest.mark.parametrize(("document", "line"), [(name, line) for name in DOCUMENTS for line in shown(name)])
def test_every_call_shown_is_one_that_the_program_takes(document, line):
    words = arguments(line)
    assert words[0] in COMMANDS
    if not re.search(r"\[|\w\|\w|\b[A-Z]+ \.\.\.", line):  # a synopsis is no call
        parser_for(words[0]).read(words[1:])


def fill_in(template: Path) -> None:
    """Put own words in place of those of the template, as a person does between `kb new` and `kb validate`."""

    def filled(value: object) -> object:
        if isinstance(value, dict):
            return {key: filled(item) for key, item in value.items()}
        if isinstance(value, list):
            return [filled(item) for item in value]
        return "nvme0n1 에서 I/O error, rank 3" if isinstance(value, str) and " " in value else value

    text = json.dumps(filled(json.loads(template.read_text(encoding="utf-8"))))
    for name in ("name-of-the-organisation", "example.com/postmortem"):
        text = text.replace(name, "hanbit")
    for figure, own in (
        ("14000", "13000"),
        ("T09:00:00Z", "T08:00:00Z"),
        ("T11:30:00Z", "T10:30:00Z"),
        ("PT15M", "PT9M"),
    ):
        text = text.replace(figure, own)
    template.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("document", READMES)
def test_the_calls_of_the_readme_run_one_after_another(document, desk):
    done = 0
    for line in shown(document):
        if " | " in line or " < " in line or line.startswith("kb tui"):
            continue
        code, _, err = run(*arguments(line))
        assert code in (0, 1), f"{line}: {err}"
        if line.startswith("kb new "):
            fill_in(desk / "OPS-2026-0001.json")
        done += 1
    assert done > 15


@pytest.mark.parametrize("document", READMES)
def test_the_answer_that_the_readme_shows_is_the_answer(document, desk):
    (block,) = blocks(read(document), "console")
    code, text, _ = run(*arguments(block[0].removeprefix("$ ")))
    assert code == 0

    def without_figures(line: str) -> str:
        return re.sub(r"\d+%", "%", line).rstrip()

    given = [without_figures(line) for line in text.splitlines()]
    for line in block[1:]:
        assert line == "..." or without_figures(line) in given, line


def test_the_json_of_the_readme_has_the_shape_of_the_answer(desk):
    (block,) = blocks(read("README.md"), "json")
    told = json.loads("\n".join(block))
    (desk / "xid.txt").write_text("NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.\n")
    given = json.loads(run("match", "xid.txt", "--json")[1])
    assert list(told) == list(given)
    for key in ("input", "labels"):
        assert list(told[key]) == list(given[key])
    assert list(told["matches"][0]) == list(given["matches"][0])
    for key in ("evidence", "against"):
        assert list(told["matches"][0][key][0]) == list(given["matches"][0]["evidence"][0])
    assert told["verdict"] == given["verdict"]
    assert set(told["signals"][0]) <= set(given["signals"][0])


@pytest.mark.parametrize(
    ("example", "verdict", "record"),
    [
        ("throughput-drop.txt", "match", "KB-2025-0019"),
        ("nccl-error.txt", "match", "KB-2025-0021"),
        ("alertmanager.txt", "match", "KB-2023-0008"),
        ("unrelated.txt", "novel", None),
    ],
)
def test_the_examples(example, verdict, record, shipped_store):
    code, text, _ = run("match", str(EXAMPLES / example), "--json", "--db", str(shipped_store))
    answer = json.loads(text)
    assert answer["verdict"] == verdict
    assert code == (1 if verdict == "novel" else 0)
    assert record is None or answer["matches"][0]["id"] == record


def test_every_example_is_tested():
    assert sorted(path.name for path in EXAMPLES.iterdir()) == [
        "alertmanager.txt", "nccl-error.txt", "throughput-drop.txt", "unrelated.txt",
    ]  # fmt: skip


@pytest.mark.parametrize("document", READMES)
def test_the_set_up_of_the_readme_is_that_of_the_makefile(document):
    makefile = read("Makefile")
    verbs = [line for block in blocks(read(document), "sh") for line in block if line.startswith("make ")]
    assert verbs == ["make demo", "make test"]
    for document_line in re.findall(r"`make (\w+)`", read(document) + read("CONTRIBUTING.md")):
        assert re.search(rf"^{document_line}:", makefile, re.MULTILINE)
    assert "match records/examples/throughput-drop.txt" in makefile
    assert "make test" in read(".ci/run")


def test_both_readmes_tell_the_same_sections():
    def outline(name: str) -> list[int]:
        return [len(mark) for mark in re.findall(r"^(#+) ", read(name), re.MULTILINE)]

    assert outline("README.md") == outline("README.ko.md")
    calls = [[" ".join(arguments(line)[:1]) for line in shown(name)] for name in READMES]
    assert calls[0] == calls[1]


@pytest.mark.parametrize("document", [*DOCUMENTS, "CHANGELOG.md"])
def test_links_and_paths_lead_somewhere(document):
    text = read(document)
    for target in re.findall(r"\]\(([^)#][^)]*)\)", text):
        if "://" not in target:
            assert ((ROOT / document).parent / target.partition("#")[0]).exists(), target
    anchors = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }
    for anchor in re.findall(r"\]\(#([^)]*)\)", text):
        assert anchor in anchors
    if document != "CLI.md":
        for path in re.findall(r"`((?:kb|tests|records|scripts|tui)/[\w./-]*)`", text):
            if "0099" not in path:
                assert (ROOT / path).exists(), path


@pytest.mark.parametrize("document", GUIDES)
def test_the_guide_to_records_explains_every_field_and_kind(document):
    rows = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", read(document), re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}
    assert set(Record.model_fields) <= told
    assert set(load("remediation_kinds").terms) == set(re.findall(r"^- `(\w+)`", read(document), re.MULTILINE))


@pytest.mark.parametrize("document", GUIDES)
def test_the_records_that_the_guide_quotes_say_what_it_quotes(document):
    quotes = re.findall(r"([^|]+)\((KB-\d{4}-\d{4})\) \|", read(document))
    assert len(quotes) > 10
    for example, record_id in quotes:
        (path,) = (ROOT / "records" / "incidents").rglob(f"{record_id}.json")
        text = json.dumps(json.loads(path.read_text(encoding="utf-8")), ensure_ascii=False)
        for quoted in re.findall(r'^\W*"([^"{}]+)"|→ "([^"]+)"', example):
            for piece in filter(None, re.split(r"\s*…\s*", "".join(quoted))):
                assert json.dumps(piece, ensure_ascii=False)[1:-1] in text, f"{record_id}: {piece}"


def test_both_guides_tell_the_same_sections_and_checks():
    def shape(name: str) -> list[str]:
        return re.findall(r"^(?:#+ |\| `[^|]*|- \[ \]|- `\w+`)", read(name), re.MULTILINE)

    assert shape(GUIDES[0]) == shape(GUIDES[1])


def test_the_direction_of_imports_is_told_as_it_is_checked():
    with open(ROOT / "pyproject.toml", "rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    told = read("CONTRIBUTING.md").partition("the other direction:\n")[2].partition(".\n\n")[0]
    found = [re.findall(r"`([\w.]+)`", layer) for layer in told.split("→")]
    assert found == [re.split(r" [:|] ", layer) for layer in layers]


def test_the_changelog_has_a_section_for_what_comes():
    text = read("CHANGELOG.md")
    assert "## [Unreleased]" in text
    assert re.search(r"^### (Added|Changed|Fixed|Removed|Deprecated|Security)$", text, re.MULTILINE)


def test_no_document_speaks_of_what_a_reader_does_not_have():
    for name in [*DOCUMENTS, "CHANGELOG.md"]:
        assert not re.search(r"(?<![\w.~])/(?:opt|root|srv)/|\.\./", read(name))
