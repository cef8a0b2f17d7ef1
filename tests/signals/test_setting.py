"""Conditions of readings: only what the input says, and nothing where it says two things."""

from __future__ import annotations

import pytest

from kb.baselines.readings import compared
from kb.signals import read

H2D = "h2d bandwidth is 6.1 GB/s"


@pytest.mark.parametrize(
    "text",
    [
        f"{H2D} on PCIe Gen4 x8",
        f"{H2D}, pcie 4.0 x8",
        f"PCIe Gen4 x8 슬롯에서 {H2D}",
        f"{H2D}\nLnkCap: Port #0, Speed 32GT/s, Width x16\nLnkSta: Speed 16GT/s (downgraded), Width x8 (downgraded)",
        f"{H2D}, the kernel says: 126.016 Gb/s available PCIe bandwidth, limited by 16.0 GT/s PCIe x8 link",
        f"{H2D} with x8 lanes of PCIe gen 4",
    ],
)
def test_a_link_is_read_as_people_and_tools_write_it(text: str) -> None:
    signals = read(text.encode())
    assert dict(signals.conditions) == {"generation": 4, "lanes": 8}
    (comparison, *_) = compared(signals)
    assert (comparison.baseline.quantity, comparison.value, comparison.expected) == ("pcie_bandwidth", 6.1, 14.2)
    assert comparison.worse
    assert comparison.ratio == pytest.approx(0.43, abs=0.001)


@pytest.mark.parametrize(
    "text",
    [
        H2D,
        f"{H2D} on PCIe Gen4",
        f"{H2D} on a DGX with 8x A100",
        f"{H2D}; one slot is PCIe Gen4 x8, the other PCIe Gen5 x16",
        f"{H2D} on PCIe Gen4 x3",
        "throughput fell to 6.1 GB/s on PCIe Gen4 x8",
    ],
)
def test_nothing_is_claimed_without_matching_conditions(text: str) -> None:
    assert compared(read(text.encode())) == ()


def nccl(gpu: str, hosts: int, size: int, busbw: float) -> bytes:
    ranks = "".join(
        f"#  Rank {8 * host + gpu_number:2} Group  0 Pid   4021 on     node{host} device  {gpu_number} [0x1b] {gpu}\n"
        for host in range(hosts)
        for gpu_number in range(8)
    )
    return (
        "# nThread 1 nGpus 1 minBytes 8 maxBytes 17179869184 step: 2(factor) warmup iters: 5 iters: 20\n"
        f"# Using devices\n{ranks}"
        "#       size     count   type  redop  root   time   algbw   busbw #wrong   time  algbw  busbw #wrong\n"
        "#        (B)  (elements)                     (us)  (GB/s)  (GB/s)          (us) (GB/s) (GB/s)\n"
        "     1048576    262144  float    sum    -1  35.10   29.87   52.28      0  35.00  29.96  52.43      0\n"
        f" {size}  4294967296  float    sum    -1  31400  {busbw / 1.75:.2f}  {busbw}      0  31390  273  478    0\n"
        "# Out of bounds values : 0 OK\n"
    ).encode()


def test_a_collective_is_compared_at_its_size_and_hardware() -> None:
    signals = read(nccl("NVIDIA H100 80GB HBM3", 1, 16 << 30, 230.0))
    assert dict(signals.conditions) == {
        "hardware": "H100 SXM 80GB HBM3",
        "message_size": f"{16 << 20} KiB",
        "nodes": 1,
        "ranks": 8,
    }
    (comparison,) = compared(signals)
    assert (comparison.expected, comparison.ratio, comparison.worse) == (460, 0.5, True)
    assert compared(read(nccl("NVIDIA H100 80GB HBM3", 2, 16 << 30, 230.0))) == ()
    assert compared(read(nccl("NVIDIA H100 PCIe", 1, 16 << 30, 230.0))) == ()
    assert compared(read(nccl("NVIDIA H100 80GB HBM3", 1, 3 << 30, 230.0))) == ()


def test_readings_that_hold_everywhere_need_no_conditions() -> None:
    log = b'2026-03-12 10:00:01.203411 W | etcdserver: request "key" took too long (1.9s) to execute\n'
    (comparison,) = compared(read(log))
    assert (comparison.baseline.quantity, comparison.value, comparison.worse) == ("apply_time", 1900.0, True)


@pytest.mark.parametrize("text", ["the job hangs on rank 3", "PCIe Gen4 x8 A100 NVIDIA H100", "temperature 88 C"])
def test_nothing_is_looked_for_without_a_reading(text: str) -> None:
    signals = read(text.encode())
    assert (signals.comparable, signals.conditions) == (False, ())
