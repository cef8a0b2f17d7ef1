"""Figures in two languages: what counts as the same, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.lint import check_record, numerals


def differ(english: str, korean: str) -> tuple[list[str], list[str]]:
    left, right = numerals.read(english, "en"), numerals.read(korean, "ko")
    return numerals.missing(left, right), numerals.missing(right, left)


@pytest.mark.parametrize(
    ("english", "korean"),
    [
        ("fell from 13,500 to 6,100 tokens/s", "초당 13500 토큰에서 6100으로 떨어졌다"),
        ("fell from 13.5k to 6.1k", "13,500에서 6,100으로 떨어졌다"),
        ("35,000 requests", "요청 3만 5천 건"),
        ("13,500 requests", "요청 1만 3,500건"),
        ("250 million users", "사용자 2억 5천만 명"),
        ("1.5 million rows", "150만 행"),
        ("11T tokens and 3B parameters", "토큰 11조 개, 파라미터 30억 개"),
        ("10,000 nodes", "노드 1만 대"),
        ("3 million files", "파일 3백만 개"),
        ("after 90 minutes", "1시간 30분 뒤"),
        ("after 1.5 hours", "90분 뒤"),
        ("after 1 h 30 min", "90분 뒤"),
        ("for 2 days", "48시간 동안"),
        ("1,500 ms", "1.5초"),
        ("3 of 48 nodes", "노드 48대 가운데 세 대"),
        ("three of twenty-four nodes", "노드 24대 가운데 3대"),
        ("two retries, then both failed", "2회 재시도"),
        ("a dozen jobs", "작업 12개"),
        ("half of the nodes", "노드의 50%"),
        ("on 30 October 2025", "2025년 10월 30일에"),
        ("on October 30, 2025", "2025년 10월 30일에"),
        ("at 3 p.m.", "오후 3시에"),
        ("at 3 p.m.", "15시에"),
        ("at 15:04 UTC", "15시 4분(UTC)에"),
        ("at 03:04 pm", "15시 4분에"),
        ("2 TB of 2,048 GB", "2,048 GB 가운데 2 TB"),
        ("H100 and NCCL 2.19.3 on node-07", "노드 한 대의 H100"),
        ("loss 1e-5, then 3.2e-4", "손실 1e-5, 이어서 3.2e-4"),
        ("https://example.com/2025/17 says so", "출처에 그렇게 나온다"),
        ("a week later", "7일 뒤"),
    ],
)
def test_same_figures(english: str, korean: str) -> None:
    assert differ(english, korean) == ([], [])


@pytest.mark.parametrize(
    ("english", "korean", "only_english", "only_korean"),
    [
        ("64 GB of memory", "메모리 46 GB", ["64 GB"], ["46 GB"]),
        ("13,500 requests", "1만 3,000건", ["13,500"], ["1만 3,000"]),
        ("250 million", "2억 6천만", ["250"], ["2억 6천만"]),
        ("after 90 minutes", "1시간 20분 뒤", ["90 minutes"], ["1시간 20분"]),
        ("fell by 56 %", "떨어졌다", ["56"], []),
        ("fell", "37% 떨어졌다", [], ["37"]),
        ("Xid 79 on 2 of 8 GPUs", "GPU 8장 중 두 장에서 Xid 97", ["79"], ["97"]),
        ("6e-5", "6e-6", ["6e-5"], ["6e-6"]),
        ("at 15:04", "15시 40분", ["04"], ["40분"]),
    ],
)
def test_other_figures(english: str, korean: str, only_english: list[str], only_korean: list[str]) -> None:
    assert differ(english, korean) == (only_english, only_korean)


@given(st.lists(st.integers(min_value=0, max_value=10**13), max_size=6))
def test_the_same_digits_never_differ(numbers: list[int]) -> None:
    english = ", ".join(f"{number:,} items" for number in numbers)
    korean = ", ".join(f"{number}개" for number in numbers)
    assert differ(english, korean) == ([], [])


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_read(english: str, korean: str) -> None:
    left, right = differ(english, korean)
    for figure in [*left, *right]:
        assert any(letter.isdigit() for letter in figure)


def test_finding_names_the_text_and_both_sides() -> None:
    document = {"lessons": {"en": "Keep 64 GB free.", "ko": "46 GB를 비워 둔다."}}
    (finding,) = [finding for finding in check_record(document) if finding.code == "KB028"]
    assert finding.pointer == "/lessons"
    assert "only the English text gives 64 GB" in finding.message
    assert "only the Korean text gives 46 GB" in finding.message
