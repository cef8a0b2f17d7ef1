"""Metrics as exporters, databases and spreadsheets give them: names, base units, what moved, what is bad by itself."""

from __future__ import annotations

import pytest

from kb.signals import read
from kb.signals.metric_series import canonical
from kb.signals.model import SEVERITIES, Signal

from .conftest import load


def metric(fixture: str, name: str) -> Signal:
    found = [one for one in read(load(f"{fixture}.txt")).signals if one.kind == "metric" and one.name == name]
    assert found, name
    return max(found, key=lambda one: SEVERITIES.index(one.severity))


METRICS = [
    ("metrics-prom-text", "disk_used_percent", None, 98.0, "%", "error", None),
    ("metrics-prom-text", "memory_used_percent", None, 20.0, "%", "none", None),
    ("metrics-prom-text", "clock_synchronised", None, 0.0, None, "warning", None),
    ("metrics-openmetrics", "target_up", None, 0.0, None, "error", None),
    ("metrics-prom-text-dcgm", "gpu_temperature", None, 91.0, "C", "warning", None),
    ("metrics-prom-text-dcgm", "gpu_ecc_uncorrectable", None, 2.0, None, "error", None),
    ("metrics-prom-text-dcgm", "gpu_memory_used", None, 40960 * 1024**2 * 1e-9, "GB", "none", None),
    ("metrics-prom-text-nvidia", "gpu_thermal_slowdown", None, 1.0, None, "warning", None),
    ("metrics-prom-text-nvidia", "gpu_utilization", None, 97.0, "%", "none", None),
    ("metrics-prom-text-nvidia", "gpu_clock", None, 405.0, "MHz", "none", None),
    ("metrics-prom-text-vllm", "kv_cache_usage", None, 99.4, "%", "warning", None),
    ("metrics-prom-text-vllm", "requests_waiting", None, 812.0, None, "error", None),
    ("metrics-prom-text-vllm.healthy", "prompt_throughput", None, 0.0, "tokens/s", "none", None),
    ("metrics-prom-text-etcd", "etcd_has_leader", None, 0.0, None, "error", None),
    ("metrics-prom-text-etcd", "fsync_time", None, 0.512, "s", "warning", None),
    ("metrics-prom-text-etcd.healthy", "fsync_time", None, 0.008, "s", "none", None),
    ("metrics-prom-api-json", "generation_throughput", 1902.5, 717.5, "tokens/s", "error", "down"),
    ("metrics-prom-api-json", "target_up", 1.0, 0.0, None, "error", "down"),
    ("metrics-prom-api-json.instant.healthy", "target_up", None, 1.0, None, "none", None),
    ("metrics-graphite-json", "throughput", 52.0, 20.1, None, "error", "down"),
    ("metrics-graphite", "latency", 0.2, 1.975, "s", "error", "up"),
    ("metrics-graphite.csv.healthy", "jobs_finished", 4.0, 7.0, None, "info", "up"),
    ("metrics-influx-line", "latency", 0.02, 0.905, "s", "error", "up"),
    ("metrics-influx-line", "errors", 1.0, 41.0, None, "warning", "up"),
    ("metrics-csv-timeseries", "tokens_per_second", 14005.0, 6095.0, "tokens/s", "error", "down"),
    ("metrics-csv-timeseries.sadf", "cpu_iowait", None, 52.5, "%", "error", "flat"),
    ("metrics-columns", "tokens_per_second", 512.1, 0.0, "tokens/s", "error", "down"),
    ("metrics-columns.healthy", "value", None, 0.91, None, "none", "flat"),
]


@pytest.mark.parametrize(("fixture", "name", "before", "value", "unit", "severity", "direction"), METRICS)
def test_metrics(
    fixture: str,
    name: str,
    before: float | None,
    value: float,
    unit: str | None,
    severity: str,
    direction: str | None,
) -> None:
    found = metric(fixture, name)
    assert found.to_value == pytest.approx(value, rel=1e-4)
    assert found.from_value == (None if before is None else pytest.approx(before, rel=1e-4))
    assert (found.unit, found.severity, found.direction) == (unit, severity, direction)


def test_a_gauge_that_holds_an_xid_is_that_code() -> None:
    codes = {one.name: one.severity for one in read(load("metrics-prom-text-dcgm.txt")).signals if one.kind == "code"}
    assert codes == {"xid 94": "error"}


def test_a_target_that_came_back_was_down() -> None:
    text = load("metrics-prom-api-json.txt").replace(b'"0"],[1790000030,"0"', b'"0"],[1790000030,"1"')
    states = {one.name: one.severity for one in read(text).signals if one.kind == "state"}
    assert states == {"target down": "warning", "recovered": "none"}


def test_counters_of_one_scrape_have_no_baseline() -> None:
    assert all(one.severity == "none" for one in read(load("metrics-prom-text.healthy.txt")).signals)


def test_a_failed_query_says_so() -> None:
    text = b'{"status":"error","errorType":"bad_data","error":"invalid parameter query: parse error"}'
    assert [one.name for one in read(text).signals if one.kind == "state"] == ["query failed: bad_data"]


def series(values: list[float], title: str = "tokens_per_second") -> Signal:
    rows = "\n".join(f"2026-10-03 01:{minute:02}:00,{value}" for minute, value in enumerate(values))
    return next(one for one in read(f"time,{title}\n{rows}\n".encode()).signals if one.kind == "metric")


STEADY = [500.0, 501.0, 499.0, 500.0, 502.0, 498.0]


def test_shapes_of_a_series() -> None:
    shift = series([*STEADY, 250, 251, 249, 250, 250, 251])
    assert (shift.direction, shift.severity) == ("down", "error")
    assert shift.change == pytest.approx(-0.5, abs=0.01)
    growth = series([10 + 1.5 * step for step in range(16)], "memory_used")
    assert (growth.direction, growth.severity) == ("up", "error")
    dips = series([*STEADY, 200, *STEADY, 210, *STEADY, 205, *STEADY])
    assert (dips.direction, dips.severity) == ("periodic", "warning")
    spike = series([*STEADY, 4000, *STEADY], "latency")
    assert spike.direction == "spike"
    flat = series([*STEADY, *STEADY])
    assert (flat.direction, flat.severity) == ("flat", "none")
    stuck = series([*STEADY, 0, 0, 0, 0])
    assert (stuck.direction, stuck.to_value, stuck.severity) == ("down", 0.0, "error")


def test_a_lone_dip_of_a_few_percent_is_no_incident() -> None:
    assert series([*STEADY, 460, *STEADY]).severity in ("none", "info")


@pytest.mark.parametrize(
    ("written", "name", "unit", "factor"),
    [
        ("tokens_per_second", "tokens_per_second", "tokens/s", 1.0),
        ("app.requests.p99", "latency_p99", "s", 1.0),
        ("latency_ms", "latency", "s", 1e-3),
        ("error_rate", "error_rate", "%", 1.0),
        ("errors", "errors", None, 1.0),
        ("heap_bytes", "heap_bytes", "GB", 1e-9),
        ("초당 토큰", "tokens_per_second", "tokens/s", 1.0),
    ],
)
def test_canonical_names(written: str, name: str, unit: str | None, factor: float) -> None:
    assert canonical(written) == (name, unit, factor)


def test_one_idle_gpu_among_busy_ones() -> None:
    rows = "\n".join(f'DCGM_FI_DEV_GPU_UTIL{{gpu="{gpu}"}} {0 if gpu == 5 else 99}' for gpu in range(8))
    states = [one for one in read(f"{rows}\n".encode()).signals if one.kind == "state"]
    assert [one.name for one in states] == ["gpu idle while others work"]
    assert 'gpu="5"' in states[0].text


def test_alerts_that_a_query_returns() -> None:
    text = b"""{"status":"success","data":{"resultType":"vector","result":[
 {"metric":{"__name__":"ALERTS","alertname":"DiskWillFill","alertstate":"firing","severity":"critical"},"value":[1,"1"]},
 {"metric":{"__name__":"ALERTS","alertname":"SlowQueue","alertstate":"pending","severity":"page"},"value":[1,"1"]}]}}"""
    states = {one.name: one.severity for one in read(text).signals if one.kind == "state"}
    assert states == {"alert firing: DiskWillFill": "critical", "alert pending: SlowQueue": "info"}


def test_lines_that_grep_left_of_a_scrape() -> None:
    assert read(b"node_load1 3.5\nnode_load5 3.2\n").format == "metrics:prom-text"


def test_a_few_readings_that_all_rise_grow() -> None:
    growth = series([10, 20, 30, 50, 60], "entries")
    assert (growth.direction, growth.from_value, growth.to_value, growth.severity) == ("up", 10.0, 60.0, "info")
    assert series([10.0, 10.1, 10.2, 10.3, 10.4], "entries").direction == "flat"
