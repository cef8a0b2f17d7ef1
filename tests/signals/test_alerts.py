"""Alerts of all services, and the logs of services and nodes: what exactly is understood."""

from __future__ import annotations

import json

import pytest

from kb.signals import alerts, node_checks, read
from kb.signals.model import CASCADE, CONTEXT, INITIATING, Signal

from .conftest import load


def by_name(name: str) -> dict[str, Signal]:
    return {signal.name: signal for signal in read(load(name)).signals}


STATES = [
    ("webhook-alertmanager-v4.v3.txt", "alert firing: DiskWillFill", "warning"),
    ("webhook-alertmanager-v4.watchdog.ok.txt", "alert firing: Watchdog", "none"),
    ("webhook-alertmanager-api.txt", "alert firing: KubeletDown", "critical"),
    ("webhook-alertmanager-api.txt", "alert acknowledged: FanSlow", "warning"),
    ("webhook-grafana-unified.txt", "alert firing: GPU temperature high", "critical"),
    ("webhook-grafana-unified.test.ok.txt", "alert test: TestAlert", "none"),
    ("webhook-grafana-legacy.txt", "alert firing: db iowait", "critical"),
    ("webhook-grafana-legacy.resolved.txt", "alert resolved: db iowait", "none"),
    ("webhook-grafana-legacy.test.ok.txt", "alert test: Test notification", "none"),
    ("webhook-grafana-legacy.nodata.txt", "alert no data: ingest heartbeat", "warning"),
    ("webhook-robusta-finding.txt", "alert firing: report_crash_loop", "error"),
    ("webhook-robusta-finding.resolved.txt", "alert resolved: KubeJobFailed", "none"),
    ("webhook-pagerduty.txt", "alert firing: Queue length of batch is 51000", "error"),
    ("webhook-pagerduty.v2-ack.txt", "alert acknowledged: Login API latency p99 4.2 s", "warning"),
    ("webhook-pagerduty.v3.txt", "alert firing: Checkpoints of run-7 hang since 03:10", "error"),
    ("webhook-pagerduty.v3.resolved.txt", "alert resolved: Checkpoints of run-7 hang since 03:10", "none"),
    ("webhook-pagerduty-events-v2.resolved.txt", "alert resolved: nas-1: no space left on device", "none"),
    ("webhook-opsgenie.txt", "alert firing: Node gpu-c4 is unreachable", "critical"),
    ("webhook-opsgenie.ack.txt", "alert acknowledged: Node gpu-c4 is unreachable", "warning"),
    ("webhook-opsgenie.resolved.txt", "alert resolved: Node gpu-c4 is unreachable", "none"),
    ("webhook-datadog.txt", "alert firing: [Triggered on {host:web-4}] Web CPU", "error"),
    ("webhook-datadog.nodata.txt", "alert no data: [No Data] Heartbeat of ingest", "warning"),
    ("webhook-datadog.resolved.txt", "alert resolved: [Recovered on {host:web-4}] Web CPU", "none"),
    ("webhook-cloudwatch-sns.txt", "alert firing: api-cpu", "error"),
    ("webhook-cloudwatch-sns.resolved.txt", "alert resolved: api-cpu", "none"),
    ("webhook-cloudwatch-sns.insufficient.txt", "alert no data: api-cpu", "warning"),
    ("webhook-cloudwatch-sns.subscription.ok.txt", "alert test: subscription confirmation", "none"),
    ("webhook-gcp-monitoring.txt", "alert firing: p99 latency > 2s", "critical"),
    ("webhook-gcp-monitoring.resolved.txt", "alert resolved: p99 latency > 2s", "none"),
    ("webhook-azure-common.txt", "alert firing: sql-dtu", "error"),
    ("webhook-azure-common.resolved.txt", "alert resolved: sql-dtu", "none"),
    ("webhook-sentry.txt", "alert firing: ConnectionError: Connection refused", "critical"),
    ("webhook-sentry.resolved.txt", "alert resolved: ConnectionError: Connection refused", "none"),
    ("webhook-newrelic.txt", "alert firing: Checkout error rate", "critical"),
    ("webhook-newrelic.resolved.txt", "alert resolved: Checkout error rate", "none"),
    ("webhook-newrelic.test.ok.txt", "alert test: Alert - Test Condition", "none"),
    ("webhook-checkmk.resolved.txt", "notification_type recovery", "none"),
    ("webhook-librenms.txt", "alert firing: Port status down", "critical"),
    ("webhook-librenms.resolved.txt", "alert resolved: Port status down", "none"),
    ("webhook-pingdom.txt", "alert firing: Shop front page", "critical"),
    ("webhook-pingdom.resolved.txt", "alert resolved: Shop front page", "none"),
    ("webhook-nagios.txt", "alert firing: SSH", "critical"),
    ("webhook-nagios.resolved.txt", "alert resolved: SSH", "none"),
    ("webhook-graylog.txt", "alert firing: Too many login failures", "error"),
    ("webhook-slack.txt", "alert firing: EtcdNoLeader", "critical"),
    ("webhook-slack.resolved.txt", "alert resolved: EtcdNoLeader", "none"),
    ("webhook-teams.txt", "alert firing: Disk full on nas-5", "error"),
    ("webhook-kakaowork.txt", "alert firing: 결제 API 응답 지연", "error"),
    ("webhook-kakaowork.resolved.txt", "alert resolved: 결제 API 응답 지연", "none"),
    ("text-slack.txt", "alert firing: NodeFilesystemAlmostFull", "warning"),
    ("text-slack.resolved.txt", "alert resolved: NodeFilesystemAlmostFull", "none"),
    ("text-slack.ko.txt", "alert firing: 주문 DB 접속 불가", "error"),
    ("text-nagios-email.txt", "alert firing: login-2/Disk /home", "critical"),
    ("text-nagios-email.resolved.txt", "alert resolved: login-2/Disk /home", "none"),
    ("text-nagios-email.ack.txt", "alert acknowledged: gpu-d2", "warning"),
    ("text-icinga.txt", "alert firing: gpu-e1/ntp", "critical"),
    ("text-icinga.resolved.txt", "alert resolved: gpu-e1/ntp", "none"),
    ("text-zabbix.txt", "alert firing: High CPU utilization (over 90% for 5m)", "warning"),
    ("text-zabbix.resolved.txt", "alert resolved: High CPU utilization (over 90% for 5m)", "none"),
]


@pytest.mark.parametrize(("fixture", "name", "severity"), STATES)
def test_the_state_of_an_alert(fixture: str, name: str, severity: str) -> None:
    signal = by_name(fixture)[name]
    assert (signal.kind, signal.severity) == ("state", severity)
    assert signal.role == (CONTEXT if severity == "none" else INITIATING)


READINGS = [
    ("webhook-grafana-unified.txt", "gpu_temperature", 91.5, "C", "up", "critical"),
    ("webhook-grafana-legacy.txt", "cpu_iowait", 41.25, "%", "up", "critical"),
    ("webhook-grafana-legacy.txt", "cpu_iowait_threshold", 30, "%", None, "none"),
    ("webhook-datadog.txt", "cpu_utilization", None, None, "up", "error"),
    ("webhook-datadog.txt", "cpu_utilization_threshold", 85, "%", None, "none"),
    ("webhook-cloudwatch-sns.txt", "cpu_utilization", 97.25, "%", "up", "error"),
    ("webhook-cloudwatch-sns.txt", "cpu_utilization_threshold", 90, "%", None, "none"),
    ("webhook-cloudwatch-sns.resolved.txt", "cpu_utilization", 41.5, "%", None, "none"),
    ("webhook-cloudwatch-sns.insufficient.txt", "cpu_utilization", None, None, None, "warning"),
    ("webhook-cloudwatch-sns.eventbridge.txt", "approximate_age_of_oldest_message", 912, None, None, "error"),
    ("webhook-gcp-monitoring.txt", "latency_p99", 6.4, "s", "up", "critical"),
    ("webhook-gcp-monitoring.txt", "latency_p99_threshold", 2, "s", None, "none"),
    ("webhook-azure-common.txt", "cpu_utilization", 98.4, "%", "up", "error"),
    ("webhook-azure-common.resolved.txt", "cpu_utilization", 12, "%", None, "none"),
    ("webhook-graylog.condition.txt", "log_count", 34, None, "up", "error"),
    ("webhook-graylog.condition.txt", "log_count_threshold", 10, None, None, "none"),
    ("webhook-kakaowork.txt", "latency", 4.2, "s", "up", "error"),
    ("text-slack.txt", "disk_used_percent", 96, "%", "up", "warning"),
    ("text-slack.resolved.txt", "disk_used_percent", 96, "%", None, "none"),
    ("text-slack.both.txt", "consumer_lag", 84000, None, "up", "error"),
    ("text-zabbix.txt", "cpu_utilization_threshold", 90, "%", None, "none"),
    ("log-etcd.fsync.txt", "apply_time", 1.81, "s", "up", "error"),
    ("log-etcd-json.txt", "fsync_time", 2.31, "s", "up", "error"),
    ("log-cassandra.txt", "gc_pause", 6.12, "s", "up", "error"),
    ("log-spark.txt", "container_memory_used", 9.1, "GB", "up", "error"),
    ("log-app-java.txt", "connection_wait_time", 30, "s", "up", "error"),
    ("log-java-gc.txt", "gc_pause", 3.1205, "s", "up", "error"),
    ("log-java-gc.txt", "heap_used_percent", 98.41, "%", None, "error"),
    ("log-java-gc.old.txt", "gc_pause", 5.1, "s", "up", "error"),
    ("log-java-gc.old.healthy.txt", "gc_pause", 0.01, "s", None, "none"),
    ("log-java-gc.shenandoah.txt", "gc_pause", 0.81225, "s", "up", "warning"),
    ("log-access-clf.5xx.txt", "error_rate", 25, "%", "up", "error"),
    ("log-access-clf.ingress.txt", "latency", 20.004, "s", "up", "warning"),
    ("log-access-clf.ingress.txt", "upstream_response_time", 10.001, "s", "up", "warning"),
    ("log-haproxy.txt", "latency", 20.001, "s", "up", "warning"),
    ("log-haproxy.healthy.txt", "latency", 0.009, "s", None, "none"),
    ("log-vllm.txt", "generation_throughput", 0, "tokens/s", "flat", "error"),
    ("log-vllm.queue.txt", "queue_length", 210, "requests", "up", "warning"),
    ("log-vllm.queue.txt", "kv_cache_usage", 99.4, "%", "up", "warning"),
    ("log-vllm.decoding.ok.txt", "prompt_throughput", 0, "tokens/s", None, "none"),
    ("log-vllm.idle.ok.txt", "generation_throughput", 0, "tokens/s", None, "none"),
    ("log-azure-nhc.txt", "allreduce_busbw", 233.4, "GB/s", "down", "error"),
    ("log-azure-nhc.txt", "allreduce_busbw_threshold", 460, "GB/s", None, "none"),
    ("log-azure-nhc.txt", "pcie_bandwidth", 11, "GB/s", "down", "error"),
]


@pytest.mark.parametrize(("fixture", "name", "value", "unit", "direction", "severity"), READINGS)
def test_a_reading(
    fixture: str, name: str, value: float | None, unit: str | None, direction: str | None, severity: str
) -> None:
    signal = by_name(fixture)[name]
    assert signal.kind == "metric"
    assert signal.to_value == (None if value is None else pytest.approx(value))
    assert (signal.unit, signal.direction, signal.severity) == (unit, direction, severity)


TOLD = [
    ("webhook-cloudwatch-sns.insufficient.txt", "telemetry missing", "state", "warning"),
    ("webhook-pagerduty-events-v2.txt", "enospc", "code", "error"),
    ("webhook-alertmanager-api.txt", "outage", "state", "critical"),
    ("webhook-pingdom.txt", "http 503", "code", "error"),
    ("webhook-graylog.txt", "authentication failure", "code", "warning"),
    ("webhook-teams.txt", "disk full", "state", "error"),
    ("text-nagios-email.txt", "enospc", "code", "error"),
    ("log-access-clf.txt", "http 404", "code", "info"),
    ("log-haproxy.txt", "backend connect timeout", "state", "error"),
    ("log-haproxy.txt", "backend down", "state", "error"),
    ("log-nginx-error.upstream.txt", "no backend available", "state", "critical"),
    ("log-apache-error.txt", "worker limit reached", "state", "error"),
    ("log-hadoop.txt", "no datanode available", "state", "critical"),
    ("log-loghub-hdfs.txt", "block serving failed", "state", "warning"),
    ("log-loghub-bgl.txt", "ras kernstor", "code", "critical"),
    ("log-loghub-hpc.txt", "power supply failure", "state", "error"),
    ("log-loghub-hpc.txt", "fan failure", "state", "error"),
    ("log-mcelog.txt", "mce corrected memory controller error", "code", "warning"),
    ("log-mysql-client.txt", "mysql 1040", "code", "error"),
    ("log-otlp-jsonl.txt", "stock service answers slowly", "log", "warning"),
    ("log-otlp-jsonl.txt", "stock service: connection refused", "log", "error"),
    ("log-otlp-jsonl.txt", "span failed: GET /stock", "state", "error"),
    ("log-otlp-jsonl.healthy.txt", "retry failed once, fine", "log", "none"),
    ("log-s3.txt", "s3 slowdown", "code", "error"),
    ("log-s3.txt", "s3 accessdenied", "code", "error"),
    ("log-s3.txt", "storage throttled", "state", "error"),
    ("log-spark.txt", "executor lost", "state", "error"),
    ("log-zookeeper.txt", "quorum peer unreachable", "state", "error"),
    ("log-rabbitmq.txt", "memory alarm", "state", "critical"),
    ("log-rabbitmq.txt", "missed heartbeats", "state", "warning"),
    ("log-cassandra.txt", "messages dropped", "state", "error"),
    ("log-cassandra.txt", "node down", "state", "error"),
    ("log-vllm.txt", "no tokens while requests run", "state", "error"),
    ("log-azure-nhc.txt", "ib port down", "state", "error"),
    ("log-azure-nhc.txt", "telemetry missing", "state", "warning"),
    ("log-azure-nhc.healthy.txt", "node healthy", "state", "none"),
    ("log-java-gc.txt", "gc to-space exhausted", "state", "error"),
    ("log-java-gc.old.txt", "full gc", "state", "warning"),
    ("log-java-gc.shenandoah.txt", "gc allocation failure", "state", "error"),
    ("log-py-spy.txt", "waits for dataloader", "state", "error"),
]


@pytest.mark.parametrize(("fixture", "name", "kind", "severity"), TOLD)
def test_what_else_is_told(fixture: str, name: str, kind: str, severity: str) -> None:
    signal = by_name(fixture)[name]
    assert (signal.kind, signal.severity) == (kind, severity)


def test_an_open_incident_counts_and_not_the_status_of_its_page() -> None:
    found = by_name("webhook-statuspage.open.txt")
    assert found["page says all systems operational"].severity == "none"
    assert found["alert firing: Image uploads time out in Seoul"].severity == "error"
    assert by_name("webhook-statuspage.component.txt")["alert firing: Object storage"].severity == "error"
    assert "alert resolved: Image uploads time out in Seoul" in by_name("webhook-statuspage.resolved.txt")


def test_open_incidents_in_the_summary_of_a_page() -> None:
    body = json.loads(load("webhook-statuspage.summary.ok.txt"))
    body["incidents"] = [{"name": "Slow uploads", "status": "monitoring", "impact": "minor"}]
    found = {signal.name: signal for signal in read(json.dumps(body).encode()).signals}
    assert found["alert firing: Slow uploads"].severity == "warning"
    assert found["page says all systems operational"].severity == "none"


def test_firing_and_resolved_in_one_message() -> None:
    found = by_name("text-slack.both.txt")
    assert found["alert firing: KafkaConsumerLag"].severity == "critical"
    assert found["alert resolved: KafkaBrokerDown"].severity == "none"
    assert found["outage"].severity == "none"


def test_what_somebody_writes_below_a_recovery_is_not_healthy() -> None:
    data = load("text-icinga.resolved.txt") + b"\nThanks, but the training job still hangs on every node of the rack\n"
    found = {signal.name: signal for signal in read(data).signals}
    assert found["alert resolved: gpu-e1/ntp"].severity == "none"
    assert found["hang"].severity == "error"


def test_labels_are_context_and_names_are_phrases() -> None:
    signals = read(load("webhook-grafana-unified.txt"))
    roles = {phrase.text: phrase.role for phrase in signals.phrases}
    assert roles["GPU temperature high"] == INITIATING
    assert roles["dcgm-exporter"] == CONTEXT
    assert not any("gpu-b11:9400" in text for text in roles)


def test_spans_in_json_inside_json() -> None:
    data = load("webhook-cloudwatch-sns.txt")
    signal = next(signal for signal in read(data).signals if signal.name == "cpu_utilization")
    assert data[slice(*signal.span)] == b"97.25"


def test_the_last_cause_of_a_java_exception_began_it() -> None:
    signals = read(load("log-app-java.txt")).signals
    roles = {signal.text: signal.role for signal in signals if signal.kind == "log"}
    assert roles["Caused by: java.net.ConnectException: Connection refused"] == INITIATING
    assert next(role for text, role in roles.items() if text.startswith("Exception in thread")) == CASCADE
    assert next(role for text, role in roles.items() if "HikariPool-1" in text) == CASCADE
    assert next(signal.role for signal in signals if signal.name == "econnrefused") == INITIATING


def test_the_rank_that_waits_elsewhere_began_it() -> None:
    found = by_name("log-py-spy.ranks.txt")
    odd = found["1 of 8 ranks in torch_save on host-a2"]
    assert (odd.severity, odd.role) == ("error", INITIATING)
    assert found["7 of 8 ranks in all_reduce"].role == CASCADE


def test_a_full_collection_that_was_asked_for_is_no_trouble() -> None:
    line = b"[9.001s][info][gc] GC(42) Pause Full (System.gc()) 90M->31M(4096M) 60.500ms\n"
    assert read(line).severity == "info"


@pytest.mark.parametrize(
    ("status", "name", "severity"),
    [
        (0x8C00004000010091, "mce corrected memory controller error", "warning"),
        (0xBE00000000800400, "mce uncorrected machine check", "critical"),
        (0x9C00000000000E0B, "mce corrected bus or interconnect error", "warning"),
        (0x9400000000000151, "mce corrected cache error", "warning"),
        (0xB600000000000014, "mce uncorrected tlb error", "critical"),
    ],
)
def test_machine_check_status(status: int, name: str, severity: str) -> None:
    assert node_checks.decode_status(status) == (name, severity)


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ("FIRING", alerts.FIRING), ("Re-Triggered", alerts.FIRING), ("incident.resolve", alerts.RESOLVED),
        ("RECOVERY", alerts.RESOLVED), ("복구", alerts.RESOLVED), ("No Data", alerts.NO_DATA),
        ("INSUFFICIENT_DATA", alerts.NO_DATA), ("Acknowledged", alerts.ACKNOWLEDGED), ("whatever", alerts.FIRING),
    ],
)  # fmt: skip
def test_words_for_the_five_states(written: str, status: str) -> None:
    assert alerts.status_of(written) == status
