"""GPUs, fabrics, schedulers, services and benchmarks: what is understood of their output, and their traps."""

from __future__ import annotations

import pytest

from kb.signals import read, reader
from kb.signals.decode import decode
from kb.signals.model import SEVERITIES, Signal, Signals
from kb.signals.part import Part
from kb.signals.slurm_states import job_state, node_state
from kb.signals.tables import lines_of, row, size_gb, words

from .conftest import load


def named(signals: Signals, name: str) -> list[Signal]:
    return [signal for signal in signals.signals if signal.name == name]


def one(fixture: str, name: str) -> Signal:
    found = named(read(load(fixture)), name)
    assert found, [signal.name for signal in read(load(fixture)).signals]
    return max(found, key=lambda signal: SEVERITIES.index(signal.severity))


METRICS = [
    ("cmd-nvidia-smi-table.healthy.txt", "gpu_memory_used", 73.529294848, "GB", "none"),
    ("cmd-nvidia-smi-table.idle-gpu.txt", "gpu_ecc_uncorrectable", 2, None, "error"),
    ("cmd-nvidia-smi-csv.throttled.txt", "gpu_temperature", 92, "C", "warning"),
    ("cmd-nvidia-smi-csv.throttled.txt", "gpu_ecc_uncorrectable_volatile", 3, None, "error"),
    ("cmd-nvidia-smi-csv.noheader.txt", "gpu_temperature", 96, "C", "error"),
    ("cmd-nvidia-smi-q.healthy.txt", "gpu_clock", 1830, "MHz", "none"),
    ("cmd-nvidia-smi-q.failing.txt", "gpu_ecc_sram_uncorrectable_parity_aggregate", 6, None, "critical"),
    ("cmd-nvidia-smi-q.piece.txt", "gpu_rows_remapped_uncorrectable", 2, None, "warning"),
    ("cmd-nvidia-smi-xml.ecc.txt", "gpu_ecc_dram_uncorrectable_volatile", 4, None, "error"),
    ("cmd-nvidia-smi-nvlink.txt", "nvlink_speed", 26.562, "GB/s", "none"),
    ("cmd-dcgmi-diag.healthy.txt", "device_to_host_bandwidth", 24.61, "GB/s", "none"),
    ("cmd-dcgmi-nvlink.txt", "nvlinks_down", 2, None, "critical"),
    ("cmd-ibstat.healthy.txt", "ib_link_rate", 50, "GB/s", "none"),
    ("cmd-perfquery.errors.txt", "symbol_errors", 65535, None, "warning"),
    ("cmd-perfquery.errors.txt", "port_transmit_discards", 7e6, None, "warning"),
    ("cmd-perfquery.healthy.txt", "link_downed", 1, None, "info"),
    ("bench-ib-write-bw.healthy.txt", "rdma_write_bandwidth", 49.18, "GB/s", "none"),
    ("bench-ib-write-bw.mb.ok.txt", "rdma_read_bandwidth", 10.48576, "GB/s", "none"),
    ("cmd-slurm-sinfo.down.txt", "nodes_down", 3, "nodes", "error"),
    ("cmd-slurm-sinfo.down.txt", "nodes_in_service", 11, "nodes", "none"),
    ("cmd-slurm-squeue.healthy.txt", "jobs_pending", 2, None, "info"),
    ("cmd-slurm-sacct.blanks.txt", "memory_used", 549.218942976, "GB", "none"),
    ("cmd-slurm-sdiag.backlog.txt", "backfill_cycle_time", 41, "s", "error"),
    ("cmd-slurm-sdiag.backlog.txt", "main_queue_length", 31000, None, "warning"),
    ("cmd-kubectl-describe.oom.txt", "cpu_limit", 0.02, "cores", "warning"),
    ("cmd-kubectl-describe.oom.txt", "memory_limit", 68.719476736, "GB", "none"),
    ("cmd-kubectl-describe.oom.txt", "restarts", 9, None, "warning"),
    ("cmd-kubectl-describe.healthy.txt", "restarts", 1, None, "info"),
    ("cmd-kubectl-describe-node.pressure.txt", "node_memory_limits", 180, "%", "warning"),
    ("cmd-kubectl-describe-node.healthy.txt", "node_memory_requests", 60, "%", "none"),
    ("cmd-kubectl-top.txt", "memory_used_percent", 96, "%", "warning"),
    ("cmd-kubectl-get.txt", "restarts", 14, None, "warning"),
    ("cmd-redis-info.failing.txt", "memory_used", 4.2, "GB", "warning"),
    ("cmd-redis-info.failing.txt", "redis_fork_time", 2.1, "s", "warning"),
    ("cmd-redis-info.healthy.txt", "hit_rate", 90, "%", "none"),
    ("cmd-mysql-processlist.txt", "query_time", 412, "s", "warning"),
    ("cmd-mysql-status.txt", "connections", 151, "connections", "error"),
    ("cmd-mysql-status.txt", "rejected_connections", 77, None, "error"),
    ("cmd-pg-stat-activity.idle.txt", "idle_connections", 640, "connections", "warning"),
    ("cmd-kafka-consumer-group.txt", "consumer_lag", 294000, None, "error"),
    ("cmd-ls.straggler.txt", "file_write_lag", 2340, "s", "warning"),
    ("bench-nccl-tests.healthy.txt", "allreduce_busbw", 478.74, "GB/s", "none"),
    ("bench-nccl-tests.allgather.ok.txt", "allgather_busbw", 229.15, "GB/s", "none"),
    ("bench-bandwidthTest.healthy.txt", "host_to_device_bandwidth", 14.2, "GB/s", "none"),
    ("bench-bandwidthTest.failed.txt", "host_to_device_bandwidth", 3.1, "GB/s", "none"),
    ("bench-gpu-burn.faulty.txt", "gpu_burn_errors", 48211, None, "critical"),
    ("bench-gpu-burn.healthy.txt", "tflops_per_gpu", 15.12, "TFLOPS", "none"),
    ("bench-mlc.healthy.txt", "memory_read_bandwidth", 402.1002, "GB/s", "none"),
    ("bench-mlc.healthy.txt", "memory_latency", 9.81e-8, "s", "none"),
    ("bench-gpcnet.healthy.txt", "network_bandwidth", 2.62144, "GB/s", "none"),
    ("bench-gpcnet.congested.txt", "congestion_impact", 12.5, "x", "error"),
    ("bench-fio.healthy.txt", "write_throughput", 2.00068, "GB/s", "none"),
    ("bench-fio.healthy.txt", "disk_write_latency_p99", 0.010421, "s", "none"),
    ("bench-fio.failed.txt", "read_iops", 12500, "iops", "none"),
    ("bench-fio-json.healthy.txt", "read_throughput", 2.14748365, "GB/s", "none"),
]


@pytest.mark.parametrize(("fixture", "name", "value", "unit", "severity"), METRICS)
def test_metrics(fixture: str, name: str, value: float, unit: str | None, severity: str) -> None:
    found = [signal for signal in named(read(load(fixture)), name) if signal.to_value == pytest.approx(value)]
    assert found, [(signal.to_value, signal.severity) for signal in named(read(load(fixture)), name)]
    assert found[0].kind == "metric"
    assert found[0].unit == unit
    assert found[0].severity == severity


STATES = [
    ("cmd-nvidia-smi-table.idle-gpu.txt", "gpu idle while others are busy", "warning"),
    ("cmd-nvidia-smi-table.spin.txt", "gpu busy at low power", "warning"),
    ("cmd-nvidia-smi-dmon.spin.txt", "gpu busy without memory traffic", "warning"),
    ("cmd-nvidia-smi-csv.low-clock.txt", "gpu clock low under load", "warning"),
    ("cmd-ibstat.piece.healthy.txt", "ib port active", "none"),
    ("cmd-nvidia-smi-table.driver.txt", "nvidia driver not usable", "critical"),
    ("cmd-nvidia-smi-csv.throttled.txt", "gpu throttled: hw thermal slowdown", "error"),
    ("cmd-nvidia-smi-csv.throttled.txt", "row remap pending", "error"),
    ("cmd-nvidia-smi-q.failing.txt", "sram error threshold exceeded", "critical"),
    ("cmd-nvidia-smi-q.failing.txt", "gpu recovery needed: reset", "error"),
    ("cmd-nvidia-smi-q.healthy.txt", "gpu throttled: sw power cap", "info"),
    ("cmd-nvidia-smi-q.piece.txt", "row remap failed", "critical"),
    ("cmd-nvidia-smi-nvlink.txt", "nvlink inactive", "warning"),
    ("cmd-dcgmi-diag.healthy.txt", "dcgm gpu memory passed", "none"),
    ("cmd-dcgmi-diag.failed.txt", "dcgm gpu memory failed", "error"),
    ("cmd-dcgmi-diag.failed.txt", "row remap pending", "error"),
    ("cmd-dcgmi-diag.failed.txt", "cuda error 214", "critical"),
    ("cmd-dcgmi-health.txt", "nvlink down", "critical"),
    ("cmd-dcgmi-nvlink.healthy.txt", "nvlink up", "none"),
    ("cmd-ibstat.polling.txt", "ib port down: polling", "critical"),
    ("cmd-ibstat.initializing.txt", "ib port initializing", "warning"),
    ("cmd-ibstat.initializing.txt", "ibstat failed", "warning"),
    ("cmd-ibstat.healthy.txt", "ib port disabled", "info"),
    ("cmd-slurm-sinfo.down.txt", "node drained", "warning"),
    ("cmd-slurm-sinfo.large.ok.txt", "node down", "info"),
    ("cmd-slurm-sinfo.reasons.txt", "node out of service", "warning"),
    ("cmd-slurm-squeue.stuck.txt", "job pending: launch failed requeued held", "error"),
    ("cmd-slurm-squeue.healthy.txt", "job pending: Priority", "info"),
    ("cmd-slurm-sacct.blanks.txt", "slurm out_of_memory", "critical"),
    ("cmd-slurm-sacct.blanks.txt", "exit 1", "error"),
    ("cmd-slurm-sacct.step.txt", "slurm step cancelled", "error"),
    ("cmd-slurm-sacct.step.txt", "sigkill", "error"),
    ("cmd-slurm-scontrol.txt", "node drained", "warning"),
    ("cmd-slurm-scontrol.job.txt", "sigsegv", "critical"),
    ("cmd-slurm-json.txt", "node not responding", "error"),
    ("cmd-slurm-json.txt", "reason: nvlink errors on gpu 4", "warning"),
    ("cmd-slurm-json.jobs.txt", "slurm out_of_memory", "critical"),
    ("cmd-kubectl-describe.oom.txt", "oomkilled", "critical"),
    ("cmd-kubectl-describe.oom.txt", "exit 137", "critical"),
    ("cmd-kubectl-describe.oom.txt", "liveness probe failed", "error"),
    ("cmd-kubectl-describe.pending.txt", "insufficient nvidia.com/gpu", "warning"),
    ("cmd-kubectl-describe.pending.txt", "kubernetes pending", "warning"),
    ("cmd-kubectl-describe.job.txt", "backofflimitexceeded", "error"),
    ("cmd-kubectl-describe-node.pressure.txt", "diskpressure", "error"),
    ("cmd-kubectl-describe-node.pressure.txt", "nodenotready", "critical"),
    ("cmd-kubectl-events.txt", "evicted", "error"),
    ("cmd-kubectl-events.txt", "failedmount", "error"),
    ("cmd-kubectl-top.missing.txt", "metrics api not available", "error"),
    ("cmd-kubectl-get.txt", "crashloopbackoff", "error"),
    ("cmd-kubectl-get.txt", "pod not ready", "warning"),
    ("cmd-kubectl-get.nodes.txt", "nodenotready", "error"),
    ("cmd-kubectl-get.nodes.txt", "node cordoned", "warning"),
    ("cmd-redis-info.failing.txt", "redis master link down", "critical"),
    ("cmd-redis-info.failing.txt", "redis background save failed", "error"),
    ("cmd-mysql-processlist.txt", "waiting for lock", "error"),
    ("cmd-mysql-status.replica.txt", "replication sql thread stopped", "critical"),
    ("cmd-pg-stat-activity.txt", "idle in transaction", "warning"),
    ("cmd-pg-stat-activity.txt", "waiting for lock", "error"),
    ("cmd-rabbitmq-json.txt", "rabbitmq memory alarm", "critical"),
    ("cmd-rabbitmq-json.txt", "rabbitmq node not running", "critical"),
    ("cmd-kafka-consumer-group.txt", "partition without consumer", "warning"),
    ("cmd-openssl.expired.txt", "x509 certificate expired", "critical"),
    ("cmd-openssl.soon.txt", "certificate expires soon", "warning"),
    ("cmd-openssl.healthy.txt", "certificate valid", "none"),
    ("cmd-openssl.verify.txt", "certificate verification failed", "error"),
    ("cmd-ls.straggler.txt", "straggler file", "warning"),
    ("bench-nccl-tests.wrong.txt", "collective gave wrong results", "critical"),
    ("bench-nccl-pairs.txt", "slow node gpu03", "error"),
    ("bench-bandwidthTest.failed.txt", "bandwidth test failed", "error"),
    ("bench-gpu-burn.faulty.txt", "gpu faulty", "critical"),
    ("bench-fio.failed.txt", "fio job failed", "error"),
]


@pytest.mark.parametrize(("fixture", "name", "severity"), STATES)
def test_states_and_codes(fixture: str, name: str, severity: str) -> None:
    assert one(fixture, name).severity == severity


def test_moves_have_levels_and_directions() -> None:
    idle = one("cmd-nvidia-smi-dmon.txt", "gpu_utilization")
    assert (idle.from_value, idle.to_value, idle.direction, idle.severity) == (98, 0, "down", "error")
    lanes = one("cmd-nvidia-smi-xml.ecc.txt", "pcie_link_width")
    assert (lanes.from_value, lanes.to_value, lanes.unit, lanes.change) == (16, 8, "lanes", -0.5)
    slow = one("bench-nvbandwidth.slow.txt", "host_to_device_bandwidth")
    assert (slow.from_value, slow.to_value, slow.direction) == (55.1, 6.9, "down")
    link = one("cmd-ibstat.slow.txt", "ib_link_rate")
    assert (link.from_value, link.to_value, link.severity) == (50, 25, "warning")
    pair = one("bench-nccl-pairs.txt", "allreduce_busbw")
    assert pair.from_value == pytest.approx(181.2)
    assert pair.change == pytest.approx(-0.49, abs=0.01)


def test_the_average_of_nccl_tests_is_no_reading() -> None:
    signals = read(load("bench-nccl-tests.healthy.txt"))
    assert [signal.to_value for signal in signals.signals if signal.kind == "metric"] == [478.74]
    dip = one("bench-nccl-tests.dip.txt", "allreduce_busbw")
    assert (dip.from_value, dip.to_value, dip.severity) == (355.88, 164.47, "warning")


def test_pcie_bandwidth_is_not_judged_without_the_width_of_the_link() -> None:
    assert read(load("bench-bandwidthTest.healthy.txt")).severity == "none"


def test_temperature_limits_that_are_margins_are_no_temperatures() -> None:
    for fixture, margin, severity in (
        ("cmd-nvidia-smi-q.healthy.txt", 26, "none"),
        ("cmd-nvidia-smi-q.failing.txt", 1, "warning"),
    ):
        signals = read(load(fixture))
        assert [signal.to_value for signal in named(signals, "gpu_temperature")] == [61]
        found = one(fixture, "gpu_temperature_margin")
        assert (found.to_value, found.severity) == (margin, severity)


def test_older_gpus_print_the_temperature_at_which_they_slow_down() -> None:
    text = "    Temperature\n        GPU Current Temp            : 84 C\n        GPU Slowdown Temp           : 87 C\n"
    (found,) = named(read(text.encode()), "gpu_temperature")
    assert found.severity == "warning"


def test_links_are_down_although_the_diagnostic_passes() -> None:
    signals = read(load("cmd-dcgmi-diag.nvlink-down.txt"))
    assert one("cmd-dcgmi-diag.nvlink-down.txt", "dcgm pcie passed").severity == "none"
    assert one("cmd-dcgmi-diag.nvlink-down.txt", "nvlink down").times == 8 * 18
    assert signals.severity == "critical"


def test_cards_without_nvlink_have_no_links_down() -> None:
    assert not read(load("cmd-dcgmi-nvlink.none.ok.txt")).signals


def test_fields_of_a_port_may_stand_in_any_order() -> None:
    data = b"CA 'mlx5_0'\n\tPort 1:\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tState: Active\n"
    port = next(signal for signal in read(data).signals if signal.name == "ib port active")
    assert data[port.span[0] : port.span[1]].startswith(b"LinkUp")
    assert port.text.endswith("Active")


def test_damaged_dates_rates_and_states_are_passed_over() -> None:
    deep = b'{"nodes": [{"name": "n1", "alloc_cpus": 8, "state": [' + b'{"current": {"state": [' * 3000
    port = b"CA 'mlx5_0'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: %s\n"
    for data in (deep, port % b"-1", port % b"0" + port % b"-1", b"notAfter=Jan  1 00:00:00 0000 GMT\n"):
        assert reader.read(data, len(data), strict=True).severity in ("none", "info", "warning")


def test_words_wrapped_over_cells_are_put_together() -> None:
    signals = read(load("cmd-dcgmi-diag.failed.txt"))
    texts = [phrase.text for phrase in signals.phrases]
    assert "GPU 5 has uncorrectable memory errors and row remappings are pending" in texts
    assert any("Check DCGM and system logs for errors. Unable to allocate" in text for text in texts)


def test_a_step_that_was_killed_in_a_completed_job_is_an_error() -> None:
    cut = read(b"JobID|State|ExitCode\n1|COMPLETED|0:0\n1.0|CANCELLED by 1000|0:15\n2|CANCELLED by 1000|0:0\n")
    assert [signal.severity for signal in cut.signals if "cancelled" in signal.name] == ["error", "warning"]


def test_blank_cells_do_not_shift_columns() -> None:
    signals = read(load("cmd-slurm-sacct.blanks.txt"))
    assert [signal.text for signal in named(signals, "memory_used")] == ["2048K", "511.5G"]
    text = "A           B          C\n----- ------- ----------\nx                     3\n"
    header, _, line = list(lines_of(Part(text, 0, decode(text.encode(), 100))))
    cells = row(line, words(header), header.start)
    assert {name: cell.text for name, cell in cells.items()} == {"A": "x", "C": "3"}


@pytest.mark.parametrize(
    ("written", "size"),
    [("6040K", 0.00618496), ("1.5G", 1.610612736), ("70123MiB", 73.529294848), ("64Gi", 68.719476736), ("0", 0.0)],
)
def test_suffixes_are_powers_of_1024(written: str, size: float) -> None:
    assert size_gb(written) == pytest.approx(size)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("idle", None), ("ALLOCATED", None), ("mixed-", None), ("idle*", "node not responding"), ("down*", "node down"),
        ("drng", "node drained"), ("IDLE+DRAIN", "node drained"), ("fail*", "node failed"),
        ("POWERED_DOWN", "node powered down"),
    ],
)  # fmt: skip
def test_states_of_nodes(written: str, name: str | None) -> None:
    found = node_state(written)
    assert (found[0] if found else None) == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("R", None),
        ("COMPLETED", None), ("CG", None), ("OUT_OF_ME+", "slurm out_of_memory"), ("NF", "slurm node_fail"),
        ("CANCELLED by 1000", "slurm job cancelled"), ("TIMEOUT", "slurm job timeout"), ("F", "slurm job failed"),
    ],
)  # fmt: skip
def test_states_of_jobs(written: str, name: str | None) -> None:
    found = job_state(written)
    assert (found[0] if found else None) == name


def test_an_unready_container_names_what_to_search_for() -> None:
    texts = {phrase.text for phrase in read(load("cmd-kubectl-describe.pending.txt")).phrases}
    assert any("Insufficient nvidia.com/gpu" in text for text in texts)
    assert one("cmd-kubectl-describe.oom.txt", "backoff").times == 41


def test_a_command_behind_a_prompt_is_no_prose() -> None:
    signals = read(b"$ nvidia-smi --query-gpu=ecc.errors.uncorrected.volatile.total,name --format=csv,noheader\n"
                   b"0, NVIDIA L4\n0, NVIDIA L4\n")  # fmt: skip
    assert signals.format == "cmd:nvidia-smi-csv"
    assert signals.severity == "none"


def test_a_slowdown_is_no_error_of_s3() -> None:
    assert not named(read(b"HW Slowdown : Not Active. We saw a slowdown in training."), "s3 slowdown")
    assert named(read(b"An error occurred (SlowDown) when calling the PutObject operation"), "s3 slowdown")
    assert named(read(b"<Code>SlowDown</Code>"), "s3 slowdown")


def test_without_a_date_in_the_text_no_certificate_is_called_expired_or_valid() -> None:
    found = read(
        b"subject=CN = api.example.com\nnotBefore=Jan  5 00:00:00 2024 GMT\nnotAfter=Jan  5 00:00:00 2025 GMT\n"
    )
    assert found.format == "cmd:openssl"
    assert not [signal for signal in found.signals if "cert" in signal.name]
