"""A short message that says all is well is no incident, and one that says anything else is never taken for that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.config import records_dir
from kb.signals import read

GOLDEN = Path(__file__).parents[1] / "golden"

GOOD = [
    "all GPUs healthy, no Xid errors",
    "device plugin restarted after planned driver upgrade, all pods Running",
    "backup completed successfully in 32 min",
    "nccl all_reduce finished without errors",
    "Everything is fine.",
    "node-a07 ready",
    "점검 완료, 모든 노드 정상",
    "GPU 온도 정상, Xid 없음",
    "이상 없습니다",
]
BAD = [
    "throughput is fine but loss explodes",
    "all pods running, nothing is served",
    "all ranks running, no progress",
    "0/3 ready",
    "the pods aren't ready",
    "job finished with loss nan",
    "gpu util normal, loss flat",
    "latency higher than normal",
    "run completed with wrong results",
    "the running job was hit",
    "is everything fine?",
    "no output",
    "p99 up",
    "도쿄 리전 외부 통신 두절, 내부 통신은 정상",
    "RoCE allreduce 절반 대역폭 perftest는 정상",
    "GSM8K만 비정상 저점, 프롬프트 바꾸면 정상",
    "백엔드는 정상인데 404",
    "",
    "  \n",
]


@pytest.mark.parametrize("text", GOOD)
def test_good_news(text):
    assert read(text.encode()).healthy


@pytest.mark.parametrize("text", BAD)
def test_no_good_news(text):
    assert not read(text.encode()).healthy


@given(st.sampled_from(GOOD), st.sampled_from(BAD[:-2]))
def test_one_clause_that_is_not_fine_is_enough(good, bad):
    assert not read(f"{good}\n{bad}".encode()).healthy


@given(st.sampled_from(GOOD))
def test_a_longer_message_is_a_report(good):
    assert not read(f"{good}, ".encode() * 30).healthy


def test_no_report_of_an_incident_is_taken_for_good_news():
    texts = [path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt")]
    for path in Path(records_dir(), "reports").glob("*.jsonl"):
        texts += [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(texts) > 1000
    assert [text for text in texts if read(text.encode()).all_well] == []
