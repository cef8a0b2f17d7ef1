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
    "all pods Running, no errors",
    "all GPUs healthy, no Xid errors",
    "backup completed successfully",
    "training finished without errors",
    "Everything is fine.",
    "Everything looks good, no alerts.",
    "All systems operational",
    "node-a07 ready",
    "rollout complete, all pods ready",
    "status: ok",
    "all is well",
    "점검 완료, 모든 노드 정상",
    "GPU 온도 정상, Xid 없음",
    "이상 없습니다",
    "특이사항 없음",
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
    "loss is fine on 1 GPU",
    "planned failover, replication behind",
    "replies come back blank without errors",
    "gpu vanished without xid",
    "no pods ready",
    "zero nodes healthy",
    "no metrics no errors",
    "latency above normal",
    "node-b12 offline rest ok",
    "to be resolved",
    "dead node marked healthy",
    "site offline dashboard green",
    "attack succeeded",
    "학습 중단 노드 정상",
    "무응답 노드 정상",
    "node-b12 빼고 정상",
    "일부 정상",
    "데이터 삭제 완료",
    "출력 에러 없음",
    "pods successfully evicted",
    "3 of 8 nodes ready",
    "7 GPUs ok",
    "all tests passed on the old driver",
    "도쿄 리전 외부 통신 두절, 내부 통신은 정상",
    "복구 완료인데 다시 느려짐",
    "복구 완료 후 재발",
    "백업 완료 용량 0",
    "배포 성공 화면이 하얗게 나옴",
    "에러 없음 진행 없음",
    "재부팅 완료했으나 동일",
    "복구 완료 데이터 일부 유실",
    "정상 노드 0개",
    "정상 노드 1대 남음",
    "GPU 8장 중 7장 정상",
    "헬스체크 성공률 40%",
    "성공률 하락",
    "학습 완료 정확도 10%",
    "테스트 성공 건수 0",
    "마이그레이션 완료 건수 불일치",
    "알람 없음 모니터링 다운",
    "알람 없이 서비스 다운",
    "완료 안됨",
    "정상화 지연",
    "정상 범위 벗어남",
    "정상 응답 시간의 3배",
    "GPU 정상인데 학습이 안 올라감",
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
