"""What people on call write, in English and Korean, and what it must be read as.

Each sentence was written for this test. `expected` lists what must be among the signals, `name`, `name direction`,
`name=value` or `name from>to` in base units; `!` in front: that name must not be there at severity warning or worse.
Sentences that say that all is well have `fine` instead and must give nothing worse than information.
"""

from __future__ import annotations

import math

import pytest

from kb.signals import Signal, read

ENGLISH = [
    ("Throughput halved after we moved to the new cluster.", "throughput down -50%"),
    ("tokens/s roughly halved around 03:00, nothing was deployed", "tokens_per_second down -50%"),
    ("p99 went from 40ms to 900ms right after the failover", "latency_p99 0.04>0.9"),
    ("p99 latency is at 2.4s, normally 180ms", "latency_p99 0.18>2.4"),
    ("Loss went to NaN at step 12400.", "diverged; step=12400"),
    ("loss spiked to 9.1 at iteration 88,200 and never came back", "surge; step=88200"),
    ("GPU util stuck at 0% on all ranks of node 17", "gpu_utilization=0; hang; node=17"),
    ("Only on node 17: step time 3.1 s, everyone else 1.2 s", "iteration_time; node=17"),
    ("8 of 64 ranks never reach the barrier", "ranks_affected=8"),
    ("3 out of 12 OSDs are down since the reboot", "osds_affected=3; outage"),
    ("Every ~20 minutes throughput dips by 40% for about a minute", "period=1200; throughput down -40%"),
    ("It stalls every 500 steps, right when the checkpoint starts", "hang; period_steps=500"),
    ("started about 2 hours ago", "started_ago=7200"),
    ("For the last 45 minutes the API answers 503 to a third of the requests", "http 503; lasting=2700"),
    ("Restarting the pod fixes it for half an hour, then latency climbs again", "restart helps"),
    ("goes away after a restart but comes back within 20 min", "restart helps"),
    ("After rebooting it is fine for about 30 minutes, then hangs again", "restart helps; hang"),
    ("Training is three times slower than last week", "throughput down -67%"),
    ("queries take 5x longer since the upgrade", "duration up +400%"),
    ("we only get 40% of the expected bandwidth", "network_bandwidth down -60%"),
    ("all-reduce busbw is at half of what it was yesterday", "allreduce_busbw down -50%"),
    ("error rate jumped from 0.1% to 7%", "error_rate 0.1>7"),
    ("consumer lag keeps growing, now 1.2M messages", "consumer_lag=1200000"),
    ("RSS grows by 2 GB per hour until the OOM killer gets it", "memory_used up; out of memory"),
    ("disk is at 98% and the writes fail with ENOSPC", "disk_used_percent=98; enospc"),
    ("checkpoint save takes 14 minutes instead of 90 seconds", "checkpoint_time 90>840"),
    ("MFU dropped to half of last week's, 42% to 21%", "mfu down -50%"),
    ("iowait at 60 percent and load average of 240", "cpu_iowait=60; load_average=240"),
    ("NCCL timeout after 1800 s on rank 37 only", "timeout; rank=37; timeout_after=1800"),
    ("one of the eight GPUs disappeared from nvidia-smi", "gpus_affected=1; missing"),
]
KOREAN = [
    ("학습이 평소보다 3배 느려졌습니다", "throughput down -67%"),
    ("처리량이 절반으로 떨어졌어요", "throughput down -50%"),
    ("토큰 처리량이 반토막 났습니다", "tokens_per_second down -50%"),
    ("p99가 40ms에서 900ms로 올랐어요", "latency_p99 0.04>0.9"),
    ("응답 시간이 평소 200ms인데 지금 3초 넘게 걸립니다", "latency 0.2>3"),
    ("2시간 전부터 API가 안 됩니다", "started_ago=7200; failure"),
    ("약 20분마다 처리량이 40% 떨어집니다", "period=1200; throughput down -40%"),
    ("500스텝마다 멈췄다가 다시 진행됩니다", "period_steps=500; hang"),
    ("64개 랭크 중 8개가 배리어에서 멈춰 있어요", "ranks_affected=8; hang"),
    ("노드 17번에서만 스텝 시간이 3.1초로 깁니다", "iteration_time=3.1; node=17"),
    ("17번 노드에서만 GPU가 안 보입니다", "missing; node=17"),
    ("step 12400에서 loss가 NaN이 됐습니다", "diverged; step=12400"),
    ("12,400스텝에서 loss가 튀었습니다", "surge; step=12400"),
    ("GPU 사용률이 0%에서 안 올라갑니다", "gpu_utilization=0"),
    ("재시작하면 30분 정도는 괜찮다가 다시 느려집니다", "restart helps; slow"),
    ("재부팅하면 잠깐 정상이다가 또 멈춥니다", "restart helps; hang"),
    ("에러율이 0.1%에서 7%까지 치솟았어요", "error_rate 0.1>7; surge"),
    ("디스크 사용률 98%인데 쓰기가 실패합니다", "disk_used_percent=98; failure"),
    ("체크포인트 저장이 90초에서 14분으로 늘었습니다", "checkpoint_time 90>840"),
    ("메모리가 시간당 2GB씩 늘어나다가 OOM으로 죽습니다", "memory_used up; out of memory"),
    ("대역폭이 원래의 40%밖에 안 나옵니다", "network_bandwidth down -60%"),
    ("busbw가 어제의 절반밖에 안 나와요", "allreduce_busbw down -50%"),
    ("GPU 8장 중 1장이 nvidia-smi에서 사라졌습니다", "gpus_affected=1; missing"),
    ("최근 45분간 503이 계속 납니다", "lasting=2700; http 503"),
    ("쿼리가 다섯 배 오래 걸려요", "duration up +400%"),
    ("컨슈머 랙이 120만까지 쌓였습니다", "consumer_lag=1200000"),
    ("패킷 손실이 12%입니다", "packet_loss=12"),
    ("3시간째 진행이 없습니다", "lasting=10800; hang"),
]
FINE = [
    "no errors in dmesg",
    "packet loss 0%",
    "There are no Xid errors and nothing in the kernel log.",
    "0 errors, 0 retransmits, packet loss is 0 %",
    "neither errors nor timeouts in the last hour",
    "We have not seen any hangs since the fix.",
    "The job never crashed and latency is normal.",
    "all 64 ranks are healthy, GPU util at 98%",
    "no drop in throughput",
    "without any slowdown or failures",
    "dmesg에 에러 없습니다",
    "패킷 손실 0%이고 지연도 정상입니다",
    "오류나 타임아웃은 전혀 없었습니다",
    "멈추거나 느려지지 않았습니다",
    "GPU 8장 모두 정상이고 사용률은 98%입니다",
    "재시작 이후로 문제 없습니다",
]


def shown(signal: Signal) -> str:
    """For the message of a failing test."""
    return f"{signal.kind} {signal.name} {signal.from_value}>{signal.to_value} {signal.direction} {signal.change}"


def says(signal: Signal, wanted: str) -> bool:
    """Whether a signal is what a wanted string asks for."""
    name, _, value = wanted.partition("=")
    if value:
        return signal.name == name and signal.to_value is not None and math.isclose(signal.to_value, float(value))
    words = wanted.split(" ")
    tail = words[-1]
    if ">" in tail:
        before, after = map(float, tail.split(">"))
        given = signal.from_value, signal.to_value
        return (
            signal.name == " ".join(words[:-1])
            and None not in given
            and math.isclose(given[0] or 0, before)
            and math.isclose(given[1] or 0, after)
        )
    if tail.endswith("%"):
        if signal.change is None or not math.isclose(signal.change, float(tail[:-1]) / 100, abs_tol=0.005):
            return False
        words.pop()
    if words[-1] in ("up", "down"):
        return signal.name == " ".join(words[:-1]) and signal.direction == words[-1]
    return signal.name == " ".join(words)


@pytest.mark.parametrize(("text", "expected"), [*ENGLISH, *KOREAN])
def test_what_people_write_is_understood(text: str, expected: str) -> None:
    signals = read(text.encode()).signals
    for wanted in expected.split("; "):
        assert any(says(signal, wanted) for signal in signals), f"{wanted}: {[shown(signal) for signal in signals]}"


@pytest.mark.parametrize("text", FINE)
def test_what_is_denied_or_well_is_no_alarm(text: str) -> None:
    signals = read(text.encode())
    assert signals.severity in ("none", "info"), [shown(signal) for signal in signals.signals]


@pytest.mark.parametrize(
    "text",
    [
        "half of the traffic goes to the other region",
        "half the requests are served from the cache",
        "we ran it 5 times on 64 nodes",
        "노드 절반은 서울에 있습니다",
        "the run takes 8 of 64 nodes and 20 minutes",
        "40% of the nodes are reserved",
        "restart the exporter every 30 days",
        "3배치마다 저장합니다",
    ],
)
def test_no_change_is_made_up_of_parts_and_counts(text: str) -> None:
    moved = [signal for signal in read(text.encode()).signals if signal.direction or signal.name == "restart helps"]
    assert [shown(signal) for signal in moved] == []


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("packet loss is 12%", "warning"),
        ("패킷 손실이 0.1%입니다", "info"),
        ("iowait 55%", "warning"),
        ("error rate 0.2%", "info"),
        ("throughput for 20 minutes", "none"),
    ],
)
def test_a_reading_alone_is_bad_where_it_must_be_small(text: str, severity: str) -> None:
    metrics = [signal for signal in read(text.encode()).signals if signal.kind == "metric"]
    assert [signal.severity for signal in metrics] == [severity]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("It stalls every 500 steps.", "every 500 steps"),
        ("the barrier is missing 8 of 64 ranks now", "8 of 64 ranks"),
        ("약 20분마다 멈춥니다", "20분마다"),
        ("17번 노드에서만 느립니다", "17번 노드에서만"),
        ("started about 2 hours ago, no deploys", "2 hours ago"),
    ],
)
def test_a_circumstance_is_shown_with_the_words_that_make_it_one(text: str, said: str) -> None:
    assert any(signal.severity == "none" and said in signal.text for signal in read(text.encode()).signals)
