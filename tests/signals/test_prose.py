"""Numbers and states as people write them, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.signals import read, states, units
from kb.signals.changes import find
from kb.signals.metric_names import by_alias
from kb.signals.metrics import METRICS

CHANGES = [
    ("dropped from ~14,000 to 6,100 tokens/s after 3 hours", "tokens_per_second", 14000, 6100, "tokens/s", "down"),
    ("14k tok/s에서 6k로 떨어졌다", "tokens_per_second", 14000, 6000, "tokens/s", "down"),
    ("평소 14k tok/s인데 지금 6k 나옵니다", "tokens_per_second", 14000, 6000, "tokens/s", "down"),
    ("p99 120ms -> 3s", "latency_p99", 0.12, 3, "s", "up"),
    ("p99 3s (평소 120ms)", "latency_p99", 0.12, 3, "s", "up"),
    ("we get 6.1 GB/s instead of 14.2 GB/s", "bandwidth", 14.2, 6.1, "GB/s", "down"),
    ("step time went from 2.1 s to 3.4 s", "iteration_time", 2.1, 3.4, "s", "up"),
    ("CPU 사용률이 30%에서 98%로 급증", "cpu_utilization", 30, 98, "%", "up"),
    ("busbw was 380 GB/s, now 190 GB/s", "allreduce_busbw", 380, 190, "GB/s", "down"),
    ("loss 3.3 -> 7.6", "loss", 3.3, 7.6, None, "up"),
]


@pytest.mark.parametrize(("sentence", "name", "before", "after", "unit", "direction"), CHANGES)
def test_two_numbers_are_a_change(
    sentence: str, name: str, before: float, after: float, unit: str | None, direction: str
) -> None:
    change = next(iter(find(sentence)))
    assert (change.name, change.before, change.after, change.unit, change.direction) == (
        name,
        before,
        after,
        unit,
        direction,
    )
    assert change.change == pytest.approx((after - before) / before)
    assert change.severity in ("warning", "error")


@pytest.mark.parametrize(
    ("sentence", "name", "relative"),
    [
        ("throughput 50% 감소", "throughput", -0.5),
        ("training is 2x slower since noon", "throughput", -0.5),
        ("latency up 40% since 10:00", "latency", 0.4),
        ("처리량이 30% 떨어졌어요", "throughput", -0.3),
    ],
)
def test_relative_changes(sentence: str, name: str, relative: float) -> None:
    change = next(iter(find(sentence)))
    assert change.name == name
    assert change.change == pytest.approx(relative)


def test_a_duration_that_was_too_long() -> None:
    change = next(iter(find("8시간 넘게 걸렸다 (평소 몇 분)")))
    assert (change.name, change.after, change.direction, change.severity) == ("duration", 28800, "up", "warning")
    assert next(iter(find("checkpoint save took 394 s"))).name == "checkpoint_time"


@pytest.mark.parametrize(
    "sentence",
    [
        "scaled from 2 to 3 replicas",
        "64 nodes with 8 H100 each",
        "bake for 20 minutes at 180 C",
        "released 2024-01-02",
        "call me at 14:20",
    ],
)
def test_no_metric_is_made_up(sentence: str) -> None:
    assert [change for change in find(sentence) if change.severity != "info"] == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("the job hangs in all_reduce", ["hang"]),
        ("학습이 또 멈췄습니다", ["hang"]),
        ("loss diverged to nan", ["diverged"]),
        ("no errors in dmesg", []),
        ("에러 로그는 없고 지연도 정상", []),
        ("오류는 없습니다", []),
        ("it did not crash", []),
        ("throughput is down to 6k", []),
        ("the API is down", ["outage"]),
        ("결제 서버가 과부하입니다", ["overload"]),
        ("서비스 전체가 먹통입니다", ["hang"]),
        ("requests timed out, then the pod crashed", ["timeout", "crash"]),
    ],
)
def test_states_and_their_denials(sentence: str, expected: list[str]) -> None:
    assert [state.name for state in states.find(sentence)] == expected


def test_things_that_are_counted_in_korean() -> None:
    counted = next(iter(find("풀에 남은 idle 커넥션이 870개입니다")))
    assert (counted.name, counted.after) == ("connections", 870)
    limit = next(iter(find("max_connections = 1200 으로 둠")))
    assert (limit.name, limit.after, limit.severity) == ("max_connections", 1200, "info")


def test_a_recovery_is_no_alarm() -> None:
    assert read("장애가 복구됐습니다".encode()).severity == "info"


def test_two_readings_of_one_rate_are_compared() -> None:
    text = (
        b"With the old kernel: 17000 tokens per second per device. With the new one: 1000 tokens per second per device."
    )
    moved = [signal for signal in read(text).signals if signal.change is not None]
    assert [(signal.from_value, signal.to_value, signal.direction) for signal in moved] == [(17000, 1000, "down")]


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (1, "GB/s", 1.0),
        (1, "GiB/s", 1.073741824),
        (8, "Gb/s", 1.0),
        (400, "Gbps", 50.0),
        (1, "GBps", 1.0),
        (1000, "MB/s", 1.0),
        (250, "ms", 0.25),
        (2, "시간", 7200.0),
    ],
)
def test_units_are_not_mixed_up(value: float, unit: str, expected: float) -> None:
    assert units.convert(value, unit)[0] == pytest.approx(expected)


@given(st.floats(0.001, 1e6), st.sampled_from(sorted(units.UNITS)))
def test_conversion_is_linear(value: float, unit: str) -> None:
    assert units.convert(2 * value, unit)[0] == pytest.approx(2 * units.convert(value, unit)[0], rel=1e-9)


@given(st.text(max_size=100))
def test_any_sentence(sentence: str) -> None:
    for change in find(sentence):
        assert 0 <= change.start < change.end <= len(sentence)
    for state in states.find(sentence):
        assert 0 <= state.start < state.end <= len(sentence)


def test_every_metric_is_found_by_its_own_name() -> None:
    for metric in METRICS:
        found = by_alias(metric.name)
        assert found is not None
        assert found.name == metric.name


@pytest.mark.parametrize("link", ["NDR 400 Gb/s", "HDR 200 Gb/s", "ndr 400 Gb/s"])
def test_the_rate_of_a_kind_of_link_is_no_reading(link: str) -> None:
    found = [one for one in read(f"ib_write_bw on {link} between two nodes: 196 Gb/s".encode()).signals if one.unit]
    assert [one.to_value for one in found] == [24.5]


@pytest.mark.parametrize(
    ("sentence", "name", "value"),
    [
        ("512 ranks, GPU util 100%", "gpu_utilization", 100),
        ("1024 ranks GPU temp 85C", "gpu_temperature", 85),
        ("48노드 GPU 온도 92도", "gpu_temperature", 92),
    ],
)
def test_the_size_of_a_job_is_no_reading_of_the_metric_beside_it(sentence: str, name: str, value: float) -> None:
    assert [(change.name, change.after) for change in find(sentence)] == [(name, value)]
