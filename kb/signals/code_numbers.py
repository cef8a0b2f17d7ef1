"""What the number or name in a code means: one code for all ways to write it, and how bad it is.

Numbers and names of one error are one code: `cudaErrorECCUncorrectable` is `cuda error 214`, `errno 28` is `enospc`.
Apart from `kb.signals.codes`, because most inputs hold no such number.

Sources: NVIDIA Xid catalogue, CUDA runtime `driver_types.h`, Linux `errno.h`, `enum ibv_wc_status` of rdma-core
(`libibverbs/verbs.h`).
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    import re

WC_STATUSES = (
    "success", "loc_len_err", "loc_qp_op_err", "loc_eec_op_err", "loc_prot_err", "wr_flush_err", "mw_bind_err",
    "bad_resp_err", "loc_access_err", "rem_inv_req_err", "rem_access_err", "rem_op_err", "retry_exc_err",
    "rnr_retry_exc_err", "loc_rdd_viol_err", "rem_inv_rd_req_err", "rem_abort_err", "inv_eecn_err",
    "inv_eec_state_err", "fatal_err", "resp_timeout_err", "general_err", "tm_err",
)  # fmt: skip
"""Status of an InfiniBand or RoCE work completion by its number, without the leading `IBV_WC_`."""

_CUDA_NAMES = {
    "memoryallocation": 2, "outofmemory": 2, "insufficientdriver": 35, "devicesunavailable": 46, "nodevice": 100,
    "invaliddevice": 101, "nokernelimagefordevice": 209, "eccuncorrectable": 214, "illegalstate": 401,
    "illegaladdress": 700, "launchoutofresources": 701, "launchtimeout": 702, "assert": 710,
    "hardwarestackerror": 714, "illegalinstruction": 715, "misalignedaddress": 716, "launchfailure": 719,
    "launchfailed": 719, "systemnotready": 802, "systemdrivermismatch": 803, "compatnotsupportedondevice": 804,
    "contained": 721, "unknown": 999,
}  # fmt: skip
"""Name after `cudaError` or `CUDA_ERROR_` (without underscores) -> number."""

_ERRNOS = {
    1: "eperm", 2: "enoent", 4: "eintr", 5: "eio", 11: "eagain", 12: "enomem", 13: "eacces", 14: "efault", 16: "ebusy",
    19: "enodev", 22: "einval", 23: "enfile", 24: "emfile", 27: "efbig", 28: "enospc", 30: "erofs", 32: "epipe",
    98: "eaddrinuse", 99: "eaddrnotavail", 100: "enetdown", 101: "enetunreach", 103: "econnaborted", 104: "econnreset",
    107: "enotconn", 108: "eshutdown", 110: "etimedout", 111: "econnrefused", 112: "ehostdown", 113: "ehostunreach",
    116: "estale", 121: "eremoteio", 122: "edquot",
}  # fmt: skip
"""Linux errno numbers."""

SIGNALS = {
    1: ("sighup", "warning"), 3: ("sigquit", "error"), 4: ("sigill", "critical"), 6: ("sigabrt", "error"),
    7: ("sigbus", "critical"), 8: ("sigfpe", "error"), 9: ("sigkill", "error"), 11: ("sigsegv", "critical"),
    13: ("sigpipe", "warning"), 15: ("sigterm", "warning"),
}  # fmt: skip
"""Signal number -> code, severity."""

_XID_CRITICAL = frozenset({48, 62, 64, 74, 79, 95, 109, 119, 120, 136, 140, 143, 149, 155, 156})
"""Xids after which the GPU needs a reset or a technician; others end a job."""
_XID_MILD = frozenset({43, 63, 92, 94, 154})
"""Xids that tell of an event already contained, or follow from another one."""

_HTTP_MILD = {"http 401", "http 403", "http 429"}


def _xid(match: re.Match[str]) -> tuple[str, str] | None:
    number = int(match.group(1))
    if not number:
        return None
    severity = "critical" if number in _XID_CRITICAL else "warning" if number in _XID_MILD else "error"
    return f"xid {number}", severity


def _sxid(match: re.Match[str]) -> tuple[str, str]:
    return f"sxid {match.group(1)}", {"fatal": "critical", "non-fatal": "warning"}.get(match.group(2) or "", "error")


def _nvswitch(match: re.Match[str]) -> tuple[str, str]:
    return f"sxid {match.group(2)}", "critical" if match.group(1) == "fatal" else "warning"


def _cuda_number(number: int) -> tuple[str, str] | None:
    if number == 0:
        return None
    return ("cuda out of memory" if number == 2 else f"cuda error {number}"), "critical" if number == 214 else "error"


def _cuda(match: re.Match[str]) -> tuple[str, str] | None:
    return _cuda_number(int(match.group(1)))


def _cuda_name(match: re.Match[str]) -> tuple[str, str] | None:
    name = match.group(1).replace("_", "")
    number = _CUDA_NAMES.get(name)
    return _cuda_number(number) if number else (f"cudaerror{name}", "error")


def _exit(match: re.Match[str]) -> tuple[str, str] | None:
    number = int(match.group(1))
    if number < 0:
        return SIGNALS.get(-number)
    if number == 0 or number > 255:
        return None
    return f"exit {number}", "critical" if number in (134, 137, 139) else "warning" if number == 143 else "error"


def _signal(match: re.Match[str]) -> tuple[str, str] | None:
    return SIGNALS.get(int(match.group(1)))


def _http(match: re.Match[str]) -> tuple[str, str]:
    name = f"http {match.group(1)}"
    return name, "error" if name[5] == "5" else "warning" if name in _HTTP_MILD else "info"


def _wc_number(match: re.Match[str]) -> tuple[str, str] | None:
    number = int(match.group(1))
    return (f"ibv_wc_{WC_STATUSES[number]}", "error") if 0 < number < len(WC_STATUSES) else None


def _errno(match: re.Match[str]) -> tuple[str, str] | None:
    name = _ERRNOS.get(abs(int(match.group(1))))
    return (name, "error") if name else None


LOOKUPS = {
    "xid": _xid,
    "sxid": _sxid,
    "nvswitch": _nvswitch,
    "cuda": _cuda,
    "cuda_name": _cuda_name,
    "exit": _exit,
    "signal": _signal,
    "http": _http,
    "errno": _errno,
    "wc_number": _wc_number,
}
"""Name in `kb.signals.code_patterns` -> what turns a match of the pattern into canonical name and severity, or into
None where the number means that all is well, or nothing."""
