from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.signals.code_numbers import WC_STATUSES
from kb.signals.code_phrases import PHRASES
from kb.signals.codes import find_codes

CASES = {
    "NVRM: Xid (PCI:0000:1b:00): 79, pid=1, name=x, GPU has fallen off the bus.": ["xid 79", "gpu fallen off the bus"],
    "XID: 48 on GPU 2": ["xid 48"],
    "nvidia-nvswitch0: SXid (PCI:0000:86:00.0): 12028, Non-fatal, Link 2": ["sxid 12028"],
    "Got completion from peer 198.51.100.4<999> with error 12, opcode 0, len 0, vendor err 129": [
        "ibv_wc_retry_exc_err",
        "vendor err 129",
    ],
    "NET/IB : Got completion with status=12 opcode=0 len=0 vendor err 129 (Recv)": [
        "ibv_wc_retry_exc_err",
        "vendor err 129",
    ],
    "NET/IB: Got completion from peer 10.0.0.1<4> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0) "
    "vendor_err=129": ["ibv_wc_retry_exc_err", "vendor err 129"],
    "showed `status=12 opcode=0 len=0` first": ["ibv_wc_retry_exc_err"],
    "Completion with error at client\n Failed status 10: wr_id 0 syndrom 0x88": ["ibv_wc_rem_access_err"],
    "Failed status transport retry counter exceeded (12) for wr_id 2": ["ibv_wc_retry_exc_err"],
    "with status RETRY EXCEEDED ERROR status number 12 for wr_id 7": ["ibv_wc_retry_exc_err"] * 2,
    "Transport retry count exceeded on mlx5_0:1/IB (synd 0x15 vend 0x81 hw_synd 0/0)": ["ibv_wc_retry_exc_err"],
    "cq completion failed status 5": ["ibv_wc_wr_flush_err"],
    "연산이 completion error 12, vendor error 129로 끝났다": ["ibv_wc_retry_exc_err", "vendor err 129"],
    "completion error 5로 실패": ["ibv_wc_wr_flush_err"],
    "RuntimeError: CUDA error: uncorrectable ECC error encountered": ["cuda error 214"],
    "cudaErrorECCUncorrectable": ["cuda error 214"],
    "CUDA_ERROR_ILLEGAL_ADDRESS": ["cuda error 700"],
    "Error 802: system not yet initialized": ["cuda error 802"],
    "CUDA failure 999": ["cuda error 999"],
    "torch.cuda.OutOfMemoryError: CUDA out of memory.": ["outofmemoryerror", "cuda out of memory"],
    "ncclSystemError: call failed": ["ncclsystemerror"],
    "container exited with code 137 (OOMKilled)": ["exit 137", "oomkilled"],
    "exitcode  : -9 (pid: 31)": ["sigkill"],
    "Process killed by signal 11": ["sigsegv"],
    "WARNING: Pool 'tank' has encountered an uncorrectable I/O failure and has been suspended.": ["zfs pool suspended"],
    "zed[221]: eid=4 class=checksum pool='tank' vdev=sdk1 size=4096": ["zfs checksum"],
    "zed[222]: eid=5 class=statechange pool='tank' vdev=sdk1 vdev_state=FAULTED": ["zfs vdev faulted"],
    "zed[223]: eid=6 class=statechange pool='tank' vdev=sdk1 vdev_state=ONLINE": [],
    "HTTP 502": ["http 502"],
    "502 Bad Gateway": ["http 502"],
    "status=503 upstream": ["http 503"],
    '"POST /v1 HTTP/1.1" 429 0': ["http 429"],
    "갑자기 500 에러가 납니다": ["http 500"],
    "SQLSTATE[HY000]: General error": ["sqlstate hy000"],
    "ERROR 1040 (HY000): Too many connections": ["mysql 1040", "mysql 1040"],
    "[Errno 28] No space left on device": ["enospc", "enospc"],
    "connect: Connection refused": ["econnrefused"],
    "err(-110)": ["etimedout"],
    "Back-off restarting failed container": ["crashloopbackoff"],
    "slurmd: error: Kill task failed": ["slurm kill task failed"],
    "x509: certificate has expired or is not yet valid": ["x509 certificate expired"],
    "lookup api: no such host": ["nxdomain"],
    "nvme nvme2: controller is down; will reset": ["nvme controller down"],
    "the ingress controller is down": [],
    "XFS (nvme0n1p1): Metadata corruption detected at xfs_agf_read_verify": ["xfs corruption"],
    "pcieport 0000:3a:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer": ["pcie aer corrected"],
    "status: SERVFAIL": ["servfail"],
    "mce: [Hardware Error]: Machine check events logged": ["machine check", "machine check"],
    "nfs: server fs9 not responding, still trying": ["nfs server not responding"],
    "This client was evicted by scratch-OST0001": ["lustre client evicted"],
    "DataLoader worker (pid 7) is killed by signal: Bus error.": ["dataloader worker died", "sigbus"],
    'dmesg | grep "Killed process" 에 mysqld 가 있습니다': ["oom kill"],
    "Killed process 4242 (trainer) total-vm:81920kB": ["oom kill"],
    "Watchdog caught collective operation timeout": ["nccl watchdog timeout"],
}
NOT_CODES = [
    "502 items were sold",
    "Got completion with status=0 opcode=0 len=4",
    "work completion status IBV_WC_SUCCESS",
    "completion status: 0x4002",
    "auto-completion error rate 12",
    "->>HEADER<<- opcode: QUERY, status: NOERROR, id: 12",
    "port 503",
    "version 5.0.4 and 10.500.1",
    "tokens 404",
    "exit 0",
    "exit code: 0",
    "txid 79 committed, badxid 31",
    "the exit on 5th street",
    "GPU utilization 500",
    "took 504 ms",
    "erofs2 filesystem",
    "we killed process after process",
]


@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_codes_are_found_under_one_name(text: str, expected: list[str]) -> None:
    assert [code.name for code in find_codes(text)] == expected


NUMBERED = {
    "Xid 79": "xid 79", "SXid 12028": "sxid 12028", "HTTP 503": "http 503", "status=502": "http 502",
    "status code 502": "http 502", "exit code 137": "exit 137", "exited with 137": "exit 137", "signal 9": "sigkill",
    "terminated by signal 11": "sigsegv", "CUDA error 700": "cuda error 700", "errno 28": "enospc",
    "completion error 12": "ibv_wc_retry_exc_err", "vendor err 129": "vendor err 129",
    "SQLSTATE 53300": "sqlstate 53300",
}  # fmt: skip


@pytest.mark.parametrize(("text", "name"), NUMBERED.items())
@pytest.mark.parametrize("mark", ["", ".", ":", ": what it said", ";", ",", ")", "!", "?", ". Then", "\n", "...", "'"])
def test_a_sentence_may_end_behind_a_numbered_code(text: str, name: str, mark: str) -> None:
    assert [found.name for found in find_codes(f"seen: {text}{mark}")] == [name]


@pytest.mark.parametrize(
    "text", ["HTTP 500:00", "HTTP 503.2", "signal 9:30", "exited with 10:30", "exit code 1.5", "Xid 00:1b:00.0"]
)
def test_a_number_that_goes_on_is_another(text: str) -> None:
    assert find_codes(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Xids 13, 31 and 43 on node 4", ["xid 13", "xid 31", "xid 43"]),
        ("Xid 63/64", ["xid 63", "xid 64"]),
        ("Xid 48, 63, 94.", ["xid 48", "xid 63", "xid 94"]),
        ("HTTP 502/503/504 at the LB", ["http 502", "http 503", "http 504"]),
        ("HTTP 429 and 503 errors", ["http 429", "http 503"]),
        ("Xid 63과 64가 찍혔다", ["xid 63", "xid 64"]),
        ("Xid 79, 16 GPUs affected", ["xid 79"]),
        ("Xid 79 and 64 nodes down", ["xid 79"]),
        ("NVRM: Xid (PCI:0000:1b:00): 79, 12345", ["xid 79"]),
        ("HTTP 502, 503 ms", ["http 502"]),
        ("HTTP 502 and 404.5 s", ["http 502"]),
        ("XID79 on gpu 3", ["xid 79"]),
        ("Xid：79 발생", ["xid 79"]),
        ("S3 503 SlowDown", ["s3 slowdown"]),
        ("optical signal 9 dBm", []),
        ("HTTP 500 ms", []),
        ("txid79, xid79a", []),
    ],
)
def test_every_number_of_a_list_is_a_code_and_a_count_is_none(text: str, names: list[str]) -> None:
    assert [found.name for found in find_codes(text)] == names


@pytest.mark.parametrize("text", NOT_CODES)
def test_numbers_without_context_are_no_codes(text: str) -> None:
    assert find_codes(text) == []


@pytest.mark.parametrize(("number", "name"), [*enumerate(WC_STATUSES)][1:])
def test_a_work_completion_has_one_name_however_its_status_is_written(number: int, name: str) -> None:
    for text in (
        f"NET/IB : Got completion from peer 10.0.0.1<4> with error {number}, opcode 0, len 0",
        f"Got completion with status={number} opcode=0 len=0",
        f"Got completion with status=IBV_WC_{name.upper()}({number}) opcode=IBV_WC_SEND(0)",
        f"Failed status {number}: wr_id 0 syndrom 0x81",
        f"wc status {number}",
        f"ib_wc_{name}",
        f"IBV_WC_{name.upper()}",
    ):
        assert [code.name for code in find_codes(text)] == [f"ibv_wc_{name}"], text


@given(st.text(max_size=200))
def test_spans_lie_in_the_text_and_do_not_overlap(text: str) -> None:
    end = 0
    for code in find_codes(text):
        assert end <= code.start < code.end <= len(text)
        end = code.end


@given(st.sampled_from(sorted(CASES)), st.text(max_size=20))
def test_what_stands_around_does_not_hide_a_code(text: str, noise: str) -> None:
    wanted = {code.name for code in find_codes(text)}
    assert wanted <= {code.name for code in find_codes(f"{noise}\n{text}\n{noise}")}


def test_every_phrase_holds_its_trigger() -> None:
    """A phrase whose trigger is not one of its words would never be found."""
    from kb.signals.codes import words_of

    for trigger, phrase, name, _ in PHRASES:
        assert phrase == phrase.lower()
        assert name in {code.name for code in find_codes(f"{phrase} {trigger}")}
        if trigger not in words_of(phrase):
            assert trigger in ("nvml", "rcu", "rcu_sched", "etcdserver", "edac", "aer", "resolved")
