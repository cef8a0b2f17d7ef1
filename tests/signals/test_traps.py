"""What looks bad and is normal, what looks fine and is not, and figures that must not be held against each other.

One test at least for each trap that operators fall into; the inputs were written for these tests.
"""

from __future__ import annotations

import pytest

from kb.answer import judged
from kb.signals import Signal, Signals, read
from kb.signals.model import CASCADE, INITIATING, SEVERITIES


def worst(text: str) -> str:
    """The worst severity of an input, baselines included."""
    return judged(read(text.encode()))[0].severity


def named(signals: Signals, name: str) -> list[Signal]:
    """The signals of that name."""
    return [signal for signal in signals.signals if signal.name == name]


FINE = {
    "NVMe at 100 %util with short waits": """\
Device            r/s     rkB/s   r_await     w/s     wkB/s   w_await  aqu-sz  %util
nvme1n1       41230.00 5277440.00    0.31  210.00   26880.00    0.04   12.90 100.00

Device            r/s     rkB/s   r_await     w/s     wkB/s   w_await  aqu-sz  %util
nvme1n1       40980.00 5245440.00    0.32  190.00   24320.00    0.04   13.20 100.00
""",
    "loss scale halves at start-up": "".join(
        f" iteration {step:8d}/  200000 | elapsed time per iteration (ms): 9120.4 | lm loss: {11.2 - step / 50:.4f} |"
        f" loss scale: {2.0 ** (32 - step)} | grad norm: 4.1 | number of skipped iterations: {int(step < 6)} |\n"
        for step in range(1, 9)
    ),
    "vLLM decodes only": "".join(
        f"INFO 03-11 10:2{minute}:00 loggers.py:111] Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation"
        f" throughput: {1510 + minute}.4 tokens/s, Running: 48 reqs, Waiting: 0 reqs, GPU KV cache usage: 41.0%\n"
        for minute in range(6)
    ),
    "RoCE has base lid 0, a spare port is disabled": """CA 'mlx5_4'
	CA type: MT4129
	Number of ports: 1
	Port 1:
		State: Active
		Physical state: LinkUp
		Rate: 200
		Base lid: 0
		SM lid: 0
		Link layer: Ethernet
CA 'mlx5_5'
	CA type: MT4125
	Number of ports: 1
	Port 1:
		State: Down
		Physical state: Disabled
		Rate: 40
		Base lid: 0
		SM lid: 0
		Link layer: Ethernet
""",
    "cards that have no NVLink": """+----------------------+
|  NvLink Link Status  |
+----------------------+
GPUs:
    gpuId 0:
        _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    gpuId 1:
        _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
Key: Up=U, Down=D, Disabled=X, Not Supported=_
""",
    "a lone dip at a checkpoint": "".join(
        f" iteration {step:8d}/  200000 | elapsed time per iteration (ms): {9830 if step == 120 else 9100 + step % 7}.0"
        f" | tokens/s: {13020 if step == 120 else 14100 + step % 9} | lm loss: 2.1042E+00 | grad norm: 0.31 |\n"
        for step in range(100, 141)
    ),
    "limits that are margins": """==============NVSMI LOG==============
GPU 00000000:19:00.0
    Product Name                          : NVIDIA H200
    Temperature
        GPU Current Temp                  : 44 C
        GPU T.Limit Temp                  : 43 C
        GPU Shutdown T.Limit Temp         : -8 C
        GPU Slowdown T.Limit Temp         : -2 C
        GPU Max Operating T.Limit Temp    : 0 C
""",
    "14.2 GB/s on eight lanes": "PCIe Gen4 x8 link, H2D bandwidth is 14.2 GB/s",
    "the average of nccl-tests": """\
# nThread 1 nGpus 8 minBytes 1024 maxBytes 1073741824 step: 8(factor) warmup iters: 5 iters: 20 agg iters: 1
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
        1024           256     float     sum      -1    31.20    0.03    0.06      0    31.10    0.03    0.06      0
  1073741824     268435456     float     sum      -1   4021.1  267.03  467.30      0   4019.8  267.11  467.45      0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 233.72
""",
}
WRONG = {
    "7.1 GB/s on eight lanes": "PCIe Gen4 x8 link, H2D bandwidth is 6.9 GB/s",
    "14.2 GB/s on sixteen lanes": "PCIe Gen4 x16 link, H2D bandwidth is 14.2 GB/s",
    "a diagnostic passes while links are down": """\
| Diagnostic                | Result                                         |
+===========================+================================================+
| Denylist                  | Pass                                           |
| PCIe                      | Pass - All                                     |

$ dcgmi nvlink -s
    gpuId 0:
        D D D D D D D D D D D D D D D D D D
""",
    "free space but no inodes": """$ df -h /data
Filesystem      Size  Used Avail Use% Mounted on
/dev/nvme2n1    7.0T  2.1T  4.9T  30% /data
$ df -i /data
Filesystem        Inodes     IUsed IFree IUse% Mounted on
/dev/nvme2n1   488374272 488374272     0  100% /data
""",
    "one OST is full": """UUID                       bytes        Used   Available Use% Mounted on
work-MDT0000_UUID           2.1T      210.4G        1.9T  10% /work[MDT:0]
work-OST0000_UUID          58.2T       21.4T       36.8T  37% /work[OST:0]
work-OST0001_UUID          58.2T       58.1T      102.4G 100% /work[OST:1]
work-OST0002_UUID          58.2T       22.0T       36.2T  38% /work[OST:2]

filesystem_summary:       174.6T      101.5T       73.1T  58% /work
""",
    "a cancelled step of a completed job": """JobID           JobName      State ExitCode
------------ ---------- ---------- --------
918273         pretrain  COMPLETED      0:0
918273.batch      batch  COMPLETED      0:0
918273.0          torch  CANCELLED     0:15
""",
    "out of memory with exit code 0": """JobID           JobName      State ExitCode
------------ ---------- ---------- --------
918274           tokeniz OUT_OF_ME+    0:125
918274.batch       batch OUT_OF_ME+    0:125
""",
    "all operational inside an open incident": """{"meta": {"unsubscribe": "https://x.example", "documentation":
 "https://doc.example"}, "page": {"id": "p1", "status_indicator": "none", "status_description":
 "All Systems Operational"}, "incident": {"name": "Writes to the object store fail", "status": "investigating",
 "impact": "major", "incident_updates": [{"body": "Writes fail with 503 since 02:10.", "status": "investigating"}]}}
""",
}


@pytest.mark.parametrize("name", FINE)
def test_what_looks_bad_is_normal(name: str) -> None:
    assert worst(FINE[name]) in ("none", "info")


@pytest.mark.parametrize("name", WRONG)
def test_what_looks_fine_is_not(name: str) -> None:
    assert SEVERITIES.index(worst(WRONG[name])) >= SEVERITIES.index("warning")


def test_bits_and_bytes_of_a_health_check_are_told_apart() -> None:
    rates = {
        written: named(read(f"ib bandwidth is {written}".encode()), "network_bandwidth")[0].to_value
        for written in ("380 Gb/s", "47.5 GB/s", "380 Gbit/s", "47.5 GBps")
    }
    assert set(rates.values()) == {47.5}


def test_columns_with_suffixes_and_words_wrapped_across_cells() -> None:
    used = named(read(WRONG["one OST is full"].encode()), "disk_used_percent")
    assert [signal.to_value for signal in used if signal.severity != "none"] == [100]
    said = "GPU 5 shows in the retired pages that uncorrectable memory errors occurred; row remappings are pending"
    cells = [said[at : at + 45] for at in range(0, len(said), 45)]
    rows = "".join(f"| {'' if place else 'Error':25} | {cell:46} |\n" for place, cell in enumerate(cells))
    bar = f"+{'-' * 27}+{'-' * 48}+\n"
    wrapped = (
        f"{bar}| {'Diagnostic':25} | {'Result':46} |\n{bar}| {'GPU Memory':25} | {'Fail - GPU: 5':46} |\n{rows}{bar}"
    )
    assert named(read(wrapped.encode()), "gpu uncorrectable memory errors")
    assert named(read(wrapped.encode()), "row remap pending")


def test_what_was_counted_since_boot_is_no_reading_of_now() -> None:
    since_boot = """Device            r/s     rkB/s   r_await     w/s     wkB/s   w_await  aqu-sz  %util
sda              2.10    310.00   840.00    1.00     90.00   910.00   30.10  99.00

Device            r/s     rkB/s   r_await     w/s     wkB/s   w_await  aqu-sz  %util
sda              1.90    280.00     2.10    1.20    101.00     2.40    0.02   2.00

Device            r/s     rkB/s   r_await     w/s     wkB/s   w_await  aqu-sz  %util
sda              2.00    291.00     2.00    1.10     99.00     2.30    0.02   2.10
"""
    assert worst(since_boot) in ("none", "info")


def test_a_watchdog_is_a_consequence_of_what_another_rank_said_earlier() -> None:
    watchdog = (
        "[rank{0}]:[E311 04:10:12.{0}31 ProcessGroupNCCL.cpp:629] [Rank {0}] Watchdog caught collective operation"
        " timeout: WorkNCCL(SeqNum=8812, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 60003{0} ms before timing out."
    )
    began = "[rank5]: RuntimeError: CUDA error: uncorrectable ECC error encountered"
    text = "\n".join([began, *(watchdog.format(rank) for rank in range(4))])
    signals = read(text.encode())
    assert {signal.role for signal in named(signals, "nccl watchdog timeout")} == {CASCADE}
    assert {signal.role for signal in named(signals, "cuda error 214")} == {INITIATING}
