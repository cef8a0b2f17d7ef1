"""Which language an answer is in: `--lang`, then `KB_LANG`, then the locale."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from cli_running import run, run_process

RECIPE = b"Whisk the eggs with sugar until pale.\n"
ENGLISH, KOREAN = "Nothing like this is known", "알려진 비슷한 사례가 없다"


@pytest.mark.parametrize(
    ("option", "environment", "expected"),
    [
        (None, {}, ENGLISH),
        (None, {"LANG": "ko_KR.UTF-8"}, KOREAN),
        (None, {"LANG": "C.UTF-8"}, ENGLISH),
        (None, {"LANG": "de_DE.UTF-8"}, ENGLISH),
        (None, {"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, ENGLISH),
        (None, {"LANG": "en_US.UTF-8", "LC_ALL": "ko_KR.UTF-8"}, KOREAN),
        (None, {"LANG": "ko_KR.UTF-8", "LC_ALL": ""}, KOREAN),
        (None, {"LANG": "en_US.UTF-8", "KB_LANG": "ko"}, KOREAN),
        (None, {"LANG": "ko_KR.UTF-8", "KB_LANG": "en"}, ENGLISH),
        (None, {"LANG": "ko_KR.UTF-8", "KB_LANG": ""}, KOREAN),
        (None, {"KB_LANG": "ko_KR.UTF-8"}, KOREAN),
        ("en", {"LANG": "ko_KR.UTF-8", "KB_LANG": "ko"}, ENGLISH),
        ("ko", {"LANG": "en_US.UTF-8", "KB_LANG": "en"}, KOREAN),
        ("KO", {}, KOREAN),
        ("ko-KR", {}, KOREAN),
    ],
)
def test_the_nearest_word_counts(monkeypatch, option, environment, expected):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    ran = run("match", *(["--lang", option] if option else []), stdin=RECIPE)
    assert ran.text.startswith(expected)


def test_a_language_that_kb_does_not_speak(monkeypatch):
    ran = run("match", "--lang", "fr", stdin=RECIPE)
    assert ran.code == 2
    assert "--lang fr" in ran.err
    assert "en or ko" in ran.err
    monkeypatch.setenv("KB_LANG", "fr")
    ran = run("match", stdin=RECIPE)
    assert ran.code == 2
    assert "KB_LANG fr" in ran.err


def test_nothing_is_imported_before_the_language_is_looked_at(own_data, home):
    (home / "new.json").write_text(
        '{"id": "N-1", "title": {"en": "x", "ko": "엑스"}, "date": "2024"}', encoding="utf-8"
    )
    assert run("import", "new.json", "--lang", "fr").code == 2
    assert run("show", "N-1").code == 2


def test_a_text_in_one_language_only_is_shown_in_it(own_data, home):
    (home / "new.json").write_text('{"id": "N-1", "title": {"en": "only English"}, "date": "2024"}', encoding="utf-8")
    assert run("import", "new.json").code == 0
    assert "only English" in run("show", "N-1", "--lang", "ko").text
    assert "only English" in run("list", "--lang", "ko").text


TOLD = [
    (("frob",), "kb: 'frob' 명령은 없다. 참고: kb --help\n"),
    (("show", "NOPE"), "kb: id나 별칭이 'NOPE'인 기록이 없다. 찾기: kb search WORDS\n"),
    (("match", "nowhere.txt"), "kb: nowhere.txt: 없는 파일이다. 이름을 확인하거나 텍스트를 파이프로 넘긴다.\n"),
    (("match", "--top", "x"), "kb: --top 인자: 'x': 1부터 100까지의 숫자가 아니다. 참고: kb match --help\n"),
    (("match",), "kb: 입력이 비어 있다. 예: dmesg | tail -50 | kb match\n"),
    (("import", "nowhere/"), "kb: nowhere/ 파일이나 폴더가 없다. 경로를 확인한다. -는 표준 입력을 읽는다.\n"),
    (("list", "--db", "nowhere/kb.db"), None),
    (("feedback", "HB-2024-0001", "withdraw"), "kb: HB-2024-0001: 철회할 피드백이 없다\n"),
    (("reindex",), "kb: 기록 5건을 색인했다\n"),
    (("search", "symptom:hangg"), None),
    (("baseline", "check", "pcie_bandwidth", "fast"), None),
    (("new", "a b"), "kb: 'a b': id로 쓸 수 없다. 영문자, 숫자, 점, 하이픈만 64자까지 쓴다.\n"),
]


@pytest.mark.parametrize(("words", "told"), TOLD, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
@pytest.mark.parametrize("how", ["option", "variable", "locale"])
def test_what_goes_wrong_is_told_in_the_language_of_the_output(own_data, monkeypatch, words, told, how):
    if how == "option":
        words = (*words, "--lang=ko") if words[0] == "match" else (*words, "--lang", "ko")
    else:
        monkeypatch.setenv(*{"variable": ("KB_LANG", "ko"), "locale": ("LANG", "ko_KR.UTF-8")}[how])
    ran = run(*words)
    assert ran.err.count("\n") == 1
    if told is not None:
        assert ran.err == told
    assert re.search("[가-힣]", ran.err)
    assert not re.search(r"\b(?:is|the|there|no|cannot|Check|Did|Write)\b", ran.err)


BROKEN = {
    "binary.json": bytes(range(256)),
    "image.json": b"\x89PNG\r\n\x1a\n",
    "latin.json": b'{"id": "caf\xe9"}',
    "binary.md": bytes(range(128, 256)),
    "text.md": b"just words\n",
    "empty.json": b"",
    "list.json": b'[1, "a", null, [], true, 1.5]',
    "types.json": b'{"id": 5, "title": "x", "date": 2024, "symptoms": "hang", "aliases": [7], "sources": [null]}',
    "values.json": b'{"id": "a:b", "title": {"en": "x"}, "date": "2024-13-45", "domain": ["nope"], "severity": "x"}',
    "number.json": b'{"id": "A", "x": NaN, "y": 1e999}',
    "twice.json": b'{"id": "A", "id": "A"}',
    "text.json": b"hello",
    "lines.jsonl": b'{"id": "A"}\n{bad\n5\n',
}
ENGLISH_WORDS = re.compile(r"\b(?:is|the|there|not|no|cannot|expected|found|give|write|nearest|missing|save)\b")


@pytest.mark.parametrize("command", [("import", "--dry-run"), ("validate",)], ids=" ".join)
@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_with_a_file_is_told_in_korean(home, command, name):
    (home / name).write_bytes(BROKEN[name])
    ran = run(*command, name, "--lang", "ko")
    assert ran.code == 4
    told = [line for line in (ran.text + ran.err).splitlines() if "KB0" in line]
    assert told
    for line in told:
        assert re.search("[가-힣]", line)
        assert not ENGLISH_WORDS.search(re.sub(r"KB\d{3} [a-z0-9-]+", "", line)), line


def test_the_nearest_right_value_stands_behind_the_sentence(home):
    (home / "list.json").write_text("[1]")
    assert '자리에 숫자(1)가 있다. 가장 가까운 값: {"id"' in " ".join(
        run("validate", "list.json", "--lang", "ko").text.split()
    )


def test_english_loads_nothing_of_the_korean_tables():
    assert run_process("match", "--top", "x").err.startswith("kb: argument --top")
    code = "import sys; from kb.cli import main; main(['match', 'nowhere']); print('kb.render.korean' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"
