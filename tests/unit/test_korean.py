"""Whatever kb can say of an error, a finding or its work, it says in Korean too."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spoken_templates import ERRORS, templates

from kb.lint.table import CHECKS
from kb.lint.texts import RECOMMENDED
from kb.render.korean import _tables, korean

SAME = re.compile(
    r"(?:\{\}|[^a-zA-Z])*|a JSON Schema|kb doctor --fix|pip install .*|\{\}, Python \{\}|(?:SELECT|INSERT|ALTER) .*",
    re.DOTALL,
)
"""Texts without words, commands to copy, SQL: the same in every language."""
TEMPLATES = {text: place for text, place in templates().items() if not SAME.fullmatch(text.removeprefix("kb: "))}


def filled(template: str) -> tuple[str, list[str]]:
    """A message as it may come out, with marks for its values."""
    marks = [f"@{number}@" for number in range(template.count("{}"))]
    parts = template.split("{}")
    return "".join(part + mark for part, mark in zip(parts, [*marks, ""], strict=True)), marks


def test_the_source_is_read():
    assert len(TEMPLATES) > 300


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda text: f"{TEMPLATES[text]} {text[:40]}")
def test_every_message_has_its_korean(template):
    message, values = filled(template.removeprefix("kb: "))
    told = korean(message)
    assert re.search("[가-힣]", told), "add it to a table of kb/render/korean"
    assert sorted(re.findall("@.@", told)) == values


HINTS = {text: at for text, at in templates(dict.fromkeys(ERRORS, (1, "hint"))).items() if not SAME.fullmatch(text)}
ENDING = re.compile(r"(?:.*[.?]|[^:.]+: \S.*|\{\}|)", re.DOTALL)
"""A hint is a sentence, or says what to type behind a colon."""


@pytest.mark.parametrize("hint", HINTS, ids=lambda text: HINTS[text])
def test_a_hint_is_a_sentence_or_ends_in_what_to_type(hint):
    assert ENDING.fullmatch(hint)
    assert ENDING.fullmatch(korean(filled(hint)[0]))


@pytest.mark.parametrize("message", messages := templates(dict.fromkeys(ERRORS, (0, "message"))), ids=messages.get)
def test_a_message_has_no_full_stop_for_a_hint_follows(message):
    assert not message.endswith(".")
    assert not korean(filled(message)[0]).endswith(".")


def test_every_check_and_every_recommended_field_is_described_in_korean():
    from kb.lint import schema

    for check in CHECKS:
        assert re.search("[가-힣]", korean(check.description)), check.code
    for key in RECOMMENDED:
        what = schema.node_at((key,))["description"].rstrip(".").partition(";")[0]
        assert re.search(
            "[가-힣]", korean(f"{key} is missing or empty; it should hold: {what[0].lower()}{what[1:]}")[-30:]
        )


def test_a_template_and_its_korean_have_the_same_values():
    exact, patterns = _tables()
    for english, told in exact.items():
        assert "{}" not in told, english
    for parts, told in patterns:
        places = re.findall(r"\{(\d?)\}", told)
        numbered = [int(place) for place in places if place]
        assert not numbered or len(numbered) == len(places), told
        used = set(numbered) if numbered else set(range(len(places)))
        assert used <= set(range(len(parts) - 1)), told
        assert len(used) == len(parts) - 1 or "char" in "".join(parts), told


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("the search index cannot be written in /x: permission denied; building one for this run only",
         "/x에 검색 색인을 쓸 수 없다: 권한 없음. 이번 실행에만 쓸 색인을 만든다"),
        ("KB012 missing-field at /date: date is missing: give a list of strings",
         "KB012 missing-field (/date): date 필드가 없다: 문자열 목록을 쓴다"),
        ("A names 서버 as an alias", "A가 서버를 별칭으로 쓴다"),
        ('the field still holds the template\'s words "What was seen: one line": write what it asks for',
         '필드에 템플릿 문구 "What was seen: one line"이 남아 있다: 요구하는 내용을 쓴다'),
        ("KB-1 is damaged; it was left as it is", "KB-1: 손상되었다. 그대로 두었다"),
        ("2 of 3 rejected, nothing was written; A: KB014 bad-date at /date: x does not exist in the calendar",
         "3건 중 2건 거부, 아무것도 쓰지 않았다. A: KB014 bad-date (/date): x: 달력에 없는 날이다"),
        ("no file of ours", "no file of ours"),
        ("there is no record '없음'", "'없음' 기록이 없다"),
        ("", ""),
    ],
)  # fmt: skip
def test_messages_within_messages_are_translated_too(english, told):
    assert korean(english) == told


WORDED = [text for text in messages if re.search("[a-z]{3}", text.replace("{}", ""))]


@settings(deadline=None)
@given(st.sampled_from(WORDED), st.sampled_from([hint for hint in HINTS if hint.endswith(".")]))
def test_a_message_and_its_hint_are_told_as_each_is(message, hint):
    said, advice = filled(message)[0], filled(hint)[0]
    assert korean(f"{said}. {advice}") == f"{korean(said)}. {korean(advice)}"


def test_a_value_of_a_message_takes_nothing_of_its_hint():
    hint = "Put texts in double quotes; numbers have no leading + or dot."
    told = korean(f"KB001 not-json: line 1, column 7: expected a value, found a row. {hint}")
    assert told == (
        "KB001 not-json: 1번째 줄 7번째 열: 값이 와야 하는데 a row가 있다."
        " 텍스트는 큰따옴표로 묶는다. 숫자 앞에는 +나 점을 쓰지 않는다."
    )


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("서버", "서버가"),
        ("'기록'", "'기록'이"),
        ("7", "7이"),
        ("2024", "2024가"),
        ("kernel", "kernel이"),
        ("«a»", "«a»가"),
        ("a number (1)", "숫자(1)가"),
        ('a string ("a")', '문자열("a")이'),
        ("(1)", "(1)이"),
        ("ping", "ping이"),
        ("rack", "rack이"),
        ("disk", "disk가"),
        ("file", "file이"),
        ("machine", "machine이"),
        ("node", "node가"),
    ],
)
def test_a_particle_fits_the_word_before_it(value, told):
    assert korean(f"expected an id in kebab-case, found {value}") == f"kebab-case id 자리에 {told} 있다"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_a_finding_of_every_check_is_told_whatever_its_name(check):
    assert (
        korean(f"{check.code} {check.name} at /x: the file is empty")
        == f"{check.code} {check.name} (/x): 파일이 비어 있다"
    )


@given(st.sampled_from(sorted(TEMPLATES)), st.text(min_size=1, max_size=9))
def test_no_particle_is_left_to_choose(template, value):
    assert not re.search(r"[이을은와]\([가를는과]\)|\(으\)로", korean(template.replace("{}", value.replace("(", ""))))


@settings(deadline=None)
@given(st.text(max_size=80) | st.sampled_from(sorted(TEMPLATES)).map(lambda text: text.replace("{}", "; a: b. {0} {")))
def test_any_text_comes_out(text):
    assert korean(text) or not text
