"""Commands about a host, its disks, its network and its file systems: what exactly is understood."""

from __future__ import annotations

import pytest

from kb.signals import read
from kb.signals.limits import Limits, gigabytes
from kb.signals.model import Signal

from .conftest import load

GIB = 1024**3 * 1e-9


def signals_of(name: str) -> tuple[Signal, ...]:
    return read(load(f"{name}.txt")).signals


def metric(name: str, metric_name: str) -> Signal:
    """The worst reading of a metric in a fixture."""
    found = [one for one in signals_of(name) if one.kind == "metric" and one.name == metric_name]
    assert found, metric_name
    order = ("none", "info", "warning", "error", "critical")
    return max(found, key=lambda one: order.index(one.severity))


METRICS = [
    ("cmd-iostat", "disk_write_await", 0.22, "s", "error", "up"),
    ("cmd-iostat", "disk_read_await", 0.04, "s", "warning", "up"),
    ("cmd-iostat", "cpu_iowait", 43.0, "%", "error", "up"),
    ("cmd-iostat", "disk_queue_length", 66.0, None, "warning", "up"),
    ("cmd-iostat.nvme.healthy", "disk_utilization", 100.0, "%", "none", None),
    ("cmd-iostat.nvme.healthy", "disk_read_throughput", 672000 * 1024e-9, "GB/s", "none", None),
    ("cmd-iostat.since-boot.healthy", "disk_await", 0.0039, "s", "none", "flat"),
    ("cmd-vmstat", "swap_out", 8200 * 1024e-9, "GB/s", "error", "up"),
    ("cmd-vmstat", "blocked_processes", 9.0, None, "warning", "up"),
    ("cmd-vmstat.since-boot.healthy", "cpu_iowait", 0.0, "%", "none", "flat"),
    ("cmd-vmstat.active.healthy", "memory_active", 380040 * 1024e-9, "GB", "none", None),
    ("cmd-mpstat", "cpu_softirq", 95.0, "%", "error", None),
    ("cmd-sar", "cpu_iowait", 38.0, "%", "error", "up"),
    ("cmd-sar", "receive_drops", 244.0, "packets/s", "error", "flat"),
    ("cmd-sar", "disk_await", 0.14, "s", "error", None),
    ("cmd-sadf", "cpu_iowait", 46.0, "%", "error", "flat"),
    ("cmd-pidstat", "io_delay", 890.0, "ticks", "warning", "flat"),
    ("cmd-top", "cpu_iowait", 74.1, "%", "error", None),
    ("cmd-top", "load_average", 96.4, None, "warning", "up"),
    ("cmd-top.first-screen.healthy", "cpu_iowait", 0.1, "%", "none", None),
    ("cmd-free", "memory_used_percent", 98.9, "%", "error", None),
    ("cmd-free", "memory_available", 700 * GIB / 1024, "GB", "none", None),
    ("cmd-free.cache.healthy", "memory_used_percent", 33.66, "%", "none", None),
    ("cmd-meminfo", "memory_sunreclaim", 60e6 * 1024e-9, "GB", "warning", None),
    ("cmd-uptime", "load_average", 210.55, None, "warning", "up"),
    ("cmd-df", "disk_available", 20 * GIB, "GB", "none", None),
    ("cmd-df.inodes", "inode_used_percent", 100.0, "%", "error", None),
    ("cmd-mdstat", "raid_recovery_progress", 12.4, "%", "warning", None),
    ("cmd-smartctl", "disk_pending_sectors", 24.0, None, "error", None),
    ("cmd-nvme-smart-log", "disk_temperature", 78.0, "C", "warning", None),
    ("cmd-nvme-smart-log", "nvme_critical_warning", 4.0, None, "error", None),
    ("cmd-ip-link", "receive_drops", 240000.0, None, "error", None),
    ("cmd-netstat", "tcp_retransmits", 1900300.0, None, "warning", None),
    ("cmd-ethtool", "link_speed", 3.125, "GB/s", "warning", "down"),
    ("cmd-ethtool.statistics", "rx_crc_errors_phy", 51000.0, None, "warning", None),
    ("cmd-ping", "packet_loss", 60.0, "%", "error", None),
    ("cmd-ping", "network_rtt", 0.000505, "s", "none", None),
    ("cmd-mtr", "packet_loss", 11.0, "%", "warning", None),
    ("cmd-mtr.middle-hop.healthy", "packet_loss", 0.0, "%", "none", None),
    ("cmd-dig", "dns_query_time", 4.002, "s", "warning", None),
    ("cmd-chronyc", "clock_offset", 4.12, "s", "error", None),
    ("cmd-ntpq.healthy", "clock_offset", 0.000042, "s", "none", None),
    ("cmd-nfsstat", "nfs_retransmit_share", 6.7763, "%", "error", None),
    ("cmd-nfsiostat", "nfs_read_rtt", 0.61, "s", "error", None),
    ("cmd-nfsiostat.since-mount.healthy", "nfs_read_rtt", 0.002, "s", "none", None),
    ("cmd-mountstats", "nfs_major_timeouts", 31.0, None, "error", None),
    ("cmd-mountstats.raw.healthy", "nfs_read_rtt", 82000 / 42000 / 1000, "s", "none", None),
    ("cmd-lustre-stats.healthy", "lustre_read_bytes", 2.09715, "GB", "none", None),
    ("cmd-ceph-status", "ceph_slow_op_age", 318.0, "s", "warning", None),
    ("cmd-ceph-status", "ceph_osds_down", 2.0, None, "error", None),
    ("cmd-ceph-status", "disk_used_percent", 90.0, "%", "warning", None),
]


@pytest.mark.parametrize(("fixture", "name", "value", "unit", "severity", "direction"), METRICS)
def test_metrics(fixture: str, name: str, value: float, unit: str | None, severity: str, direction: str | None) -> None:
    found = metric(fixture, name)
    if severity == "none" and found.to_value != pytest.approx(value, rel=1e-4):
        values = [one.to_value for one in signals_of(fixture) if one.name == name]
        assert pytest.approx(value, rel=1e-4) in values
        return
    assert found.to_value == pytest.approx(value, rel=1e-4)
    assert (found.unit, found.severity, found.direction) == (unit, severity, direction)


STATES = [
    ("cmd-iostat", "disk saturated", "warning"),
    ("cmd-vmstat", "swapping", "warning"),
    ("cmd-top", "uninterruptible sleep: python", "warning"),
    ("cmd-df", "disk full", "error"),
    ("cmd-df.inodes", "inodes exhausted", "error"),
    ("cmd-lfs-df", "ost full: OST0001", "error"),
    ("cmd-lfs-df", "filesystem unreachable: inactive device", "error"),
    ("cmd-mount", "filesystem read-only: /", "error"),
    ("cmd-mount", "filesystem mounted: /data", "none"),
    ("cmd-lsblk", "disk read-only: sda", "warning"),
    ("cmd-mdstat", "raid degraded: md1", "error"),
    ("cmd-mdstat", "raid member failed: sdd1", "error"),
    ("cmd-mdstat", "raid inactive: md9", "error"),
    ("cmd-mdstat", "raid active: md0", "none"),
    ("cmd-smartctl", "smart passed", "none"),
    ("cmd-ip-link", "link down: ib0", "error"),
    ("cmd-ip-link.spare.healthy", "link disabled: eno2", "info"),
    ("cmd-ss", "listen queue full", "error"),
    ("cmd-ethtool.down", "link down", "error"),
    ("cmd-ethtool.healthy", "link up", "none"),
    ("cmd-ping", "host unreachable", "error"),
    ("cmd-traceroute", "destination not reached", "warning"),
    ("cmd-mtr", "packet loss from hop 2", "warning"),
    ("cmd-dig", "dns servfail", "error"),
    ("cmd-chronyc", "clock not synchronised", "error"),
    ("cmd-ntpq", "no clock source selected", "error"),
    ("cmd-chronyc.sources.healthy", "clock source selected", "none"),
    ("cmd-systemctl", "unit failed: scratch-mount.service", "error"),
    ("cmd-systemctl.healthy", "unit active: collector.service", "none"),
    ("cmd-lustre-stats", "lustre import disconn: work-OST0004_UUID", "error"),
    ("cmd-ceph-status", "ceph: <n> osds down", "warning"),
    ("cmd-ceph-status", "pgs active+undersized+degraded", "warning"),
    ("cmd-ceph-status.detail", "ceph osd_full", "critical"),
    ("cmd-ceph-status.healthy", "ceph health_ok", "none"),
    ("cmd-ceph-osd-tree", "osd down: osd.1", "error"),
]


@pytest.mark.parametrize(("fixture", "name", "severity"), STATES)
def test_states(fixture: str, name: str, severity: str) -> None:
    found = {one.name: one.severity for one in signals_of(fixture) if one.kind == "state"}
    assert found.get(name) == severity, sorted(found)


def test_what_was_usual_since_boot_is_what_the_bad_intervals_are_compared_with() -> None:
    found = metric("cmd-iostat", "disk_write_await")
    assert found.from_value == pytest.approx(0.0062)
    assert found.change == pytest.approx(0.22 / 0.0062 - 1, rel=1e-3)


def test_images_and_discs_that_are_always_full_are_left_out() -> None:
    values = {one.to_value for one in signals_of("cmd-df.healthy") if one.name == "disk_used_percent"}
    assert values == {41.0}


def test_a_wrapped_name_belongs_to_the_line_below_it() -> None:
    full = next(one for one in signals_of("cmd-df") if one.name == "disk full")
    assert full.text.startswith("/dev/mapper/vg_data-lv_checkpoints_archive")
    assert full.text.endswith("/ckpt")
    phrases = {phrase.text for phrase in read(load("cmd-df.txt")).phrases}
    assert {"/dev/mapper/vg_data-lv_checkpoints_archive", "/ckpt"} <= phrases


def test_one_full_target_is_seen_though_the_file_system_has_space() -> None:
    worst = [one for one in signals_of("cmd-lfs-df") if one.name == "disk_used_percent" and one.severity == "error"]
    assert [one.to_value for one in worst] == [100.0]


def test_the_journal_below_a_unit_is_read_as_a_log() -> None:
    codes = {one.name for one in signals_of("cmd-systemctl") if one.kind == "code"}
    assert "eio" in codes


def test_one_command_after_another() -> None:
    text = b"$ df -h\n" + load("cmd-df.txt") + b"$ free -g\n" + load("cmd-free.cache.healthy.txt")
    names = {one.name for one in read(text).signals}
    assert {"disk full", "memory_used_percent"} <= names


@pytest.mark.parametrize(
    ("written", "value"),
    [("3.7G", 3.7 * GIB), ("217M", 217 * GIB / 1024), ("2.0Gi", 2 * GIB), ("0B", 0.0), ("64", 64 * 1024e-9)],
)
def test_sizes_with_suffixes(written: str, value: float) -> None:
    assert gigabytes(written) == pytest.approx(value)


def test_sizes_that_are_none() -> None:
    assert gigabytes("-") is None
    assert gigabytes("12Q") is None


def test_limits() -> None:
    above, below = Limits("x", None, 10, 20), Limits("x", None, 10, 5, low=True)
    assert [above.severity(value) for value in (9, 10, 20)] == ["none", "warning", "error"]
    assert [below.severity(value) for value in (11, 10, 5)] == ["none", "warning", "error"]


OLD_FREE = b"""             total       used       free     shared    buffers     cached
Mem:      16331712   16100000     231712          0     200000   12000000
-/+ buffers/cache:    3900000   12431712
Swap:      4194300          0    4194300
"""
OLD_TOP = b"""top - 10:00:01 up 2 days,  1:00,  1 user,  load average: 0.50, 0.44, 0.40
Tasks: 120 total,   1 running, 119 sleeping,   0 stopped,   0 zombie
Cpu(s):  2.0%us,  1.0%sy,  0.0%ni, 60.0%id, 37.0%wa,  0.0%hi,  0.0%si,  0.0%st
Mem:  16331712k total, 16100000k used,   231712k free,   200000k buffers
Swap:  4194300k total,        0k used,  4194300k free, 12000000k cached
"""


def test_the_page_cache_is_no_used_memory_in_old_versions_either() -> None:
    for text, used in ((OLD_FREE, 23.9), (OLD_TOP, 23.9)):
        found = {one.name: one for one in read(text).signals if one.kind == "metric"}
        assert found["memory_used_percent"].to_value == pytest.approx(used, abs=0.5)
        assert found["memory_used_percent"].severity == "none"
    assert {one.name: one.to_value for one in read(OLD_TOP).signals}["cpu_iowait"] == 37.0


def test_ping_of_another_system() -> None:
    text = b"""Pinging 10.1.0.9 with 32 bytes of data:
Request timed out.
Request timed out.

Ping statistics for 10.1.0.9:
    Packets: Sent = 2, Received = 0, Lost = 2 (100% loss),
"""
    result = read(text)
    assert result.format == "cmd:ping"
    assert {one.name: one.severity for one in result.signals}["packet_loss"] == "critical"


def test_korean_headers_of_df() -> None:
    text = "파일 시스템     크기  사용  가용 사용% 마운트위치\n/dev/sda2       100G   99G  1.0G   99% /\n".encode()
    result = read(text)
    assert result.format == "cmd:df"
    assert {one.name for one in result.signals} >= {"disk full", "disk_used_percent"}
