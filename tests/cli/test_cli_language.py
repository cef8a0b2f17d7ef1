"""Which language an answer is in: `--lang`, then `KB_LANG`, then the locale."""

from __future__ import annotations

import pytest
from cli_running import run

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
