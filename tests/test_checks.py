"""The catalogue of checks: one line of an error is enough for the check that a person would make, and what it says of
the records holds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kb.config import records_dir
from kb.engine import Engine

CHECKS = sorted(Path(records_dir(), "checks").glob("*.json"))

LINES = [
    ("FATAL: sorry, too many clients already", "db-connection-limits"),
    ("ERROR 1040 (HY000): Too many connections", "db-connection-limits"),
    ("ERROR: deadlock detected", "db-lock-waits"),
    ("Lock wait timeout exceeded; try restarting transaction", "db-lock-waits"),
    ("etcdserver: mvcc: database space exceeded", "etcd-database-quota"),
    ('{"msg":"slow fdatasync","took":"2.1s"}', "etcd-fsync-latency"),
    ("CLUSTERDOWN The cluster is down", "redis-writes-and-cluster"),
    ("MISCONF Redis is configured to save RDB snapshots, but it is unable to persist to disk", "disk-and-inode-full"),
    ("[Partition orders-3 broker=1] Shrinking ISR from 1,2,3 to 1", "kafka-under-replicated"),
    ("HEALTH_ERR 1 full osd(s)", "ceph-health-detail"),
    ("Pool 'tank' has encountered an uncorrectable I/O failure and has been suspended.", "zpool-status"),
    ("write /var/log/app.log: no space left on device", "disk-and-inode-full"),
    ("EXT4-fs error (device sda1): remounting filesystem read-only", "local-disk-health"),
    ("accept: too many open files", "os-limits-in-force"),
    ("open /scratch/run1/out.pt: permission denied", "local-disk-permissions"),
    ("dial tcp 10.0.0.1:5432: connect: connection refused", "port-listening"),
    ("bind: address already in use (port 29500)", "port-listening"),
    ("java.lang.OutOfMemoryError: Java heap space", "gc-and-heap-log"),
    ("nfs: server nas01 not responding, still trying", "nfs-client-stats"),
    ("INFO: task python:1234 blocked for more than 120 seconds.", "process-state-and-wchan"),
    ("mce: [Hardware Error]: Machine check events logged", "edac-mce-memory-errors"),
    ('Failed to pull image "registry/app:1.2": ErrImagePull', "k8s-image-pull-events"),
    ('FailedMount pod/web MountVolume.SetUp failed for volume "data"', "k8s-volume-events"),
    ("Back-off restarting failed container", "k8s-pod-last-state"),
    ("PLEG is not healthy: pleg was last seen active 3m ago", "k8s-node-conditions"),
    ("0/12 nodes are available: FailedScheduling insufficient nvidia.com/gpu", "device-plugin-device-count"),
    ("slurmctld: error: Nodes node-a07 not responding, setting DOWN", "slurm-node-reason"),
    ("curl: (6) Could not resolve host: api.internal", "dns-resolve-everywhere"),
    ("x509: certificate signed by unknown authority", "tls-certificate-expiry"),
    ("connect: no route to host", "path-loss-per-hop"),
    ("HTTP 429 Too Many Requests", "registry-fetch-by-hand"),
    ("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB", "gpu-memory-snapshot"),
    ("RuntimeError: CUDA error: an illegal memory access was encountered", "xid-13-31-43-application"),
    ("CUDA error 802: system not yet initialized", "fabric-manager-state"),
    ("Failed to initialize NVML: Driver/library version mismatch", "unattended-upgrade-log"),
    ("Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1234)", "stack-dump-all-ranks"),
    ("mlx5_0: IBV_WC_RETRY_EXC_ERR(12)", "ib-port-state"),
    ("DataLoader worker (pid 1234) is killed by signal: Bus error", "shm-size-and-use"),
    ("NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.", "xid-79-on-the-bus"),
    ("NVRM: Xid (PCI:0000:3b:00): 94, pid=1234, Contained ECC error", "ecc-counters"),
    ("데이터베이스에 too many clients already 가 계속 뜬다", "db-connection-limits"),
    ("nf_conntrack: nf_conntrack: table full, dropping packet", "conntrack-table"),
    ("fork: retry: Resource temporarily unavailable", "os-limits-in-force"),
    ("XFS (nvme0n1p1): Metadata corruption detected at xfs_agf_read_verify", "local-disk-health"),
    ("nvme nvme2: controller is down; will reset", "local-disk-health"),
    ("MountVolume.SetUp failed for volume pvc-1: rpc error: code = DeadlineExceeded", "k8s-volume-events"),
    ("ERROR: canceling statement due to conflict with recovery", "db-replication-state"),
    ("파드가 ImagePullBackOff 상태", "k8s-image-pull-events"),
]


@pytest.fixture(scope="module")
def engine(shipped_store):
    with Engine.open(str(shipped_store)) as engine:
        yield engine


@pytest.mark.parametrize(("line", "check"), LINES, ids=[check for _, check in LINES])
def test_an_error_line_finds_its_check_among_the_first_two(engine, line, check):
    diagnosis = engine.match(line.encode()).diagnosis
    assert check in [found.id for found in diagnosis.checks[:2]]


def test_a_check_said_to_be_made_in_a_record_is_named_there():
    named = {
        (step["check_id"], path.stem)
        for path in Path(records_dir(), "incidents").rglob("*.json")
        for step in json.loads(path.read_text(encoding="utf-8"))["diagnosis"]
        if "check_id" in step
    }
    said = set()
    for path in CHECKS:
        for source in json.loads(path.read_text(encoding="utf-8"))["sources"]:
            note = (source["note"] or {}).get("en", "")
            if "was made in" in note:
                said |= {(path.stem, record) for record in re.findall(r"KB-\d{4}-\d{4}", note)}
    assert len(said) > 20
    assert said - named == set()
