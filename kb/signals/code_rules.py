"""Which codes there are and how programs write them: data for `kb.signals.codes`.

A rule is found by a trigger, a whole word (letters, digits and underscores, in lower case) that must occur before
anything heavier is tried. To add a code, add a line: a plain phrase to `PHRASES`, a single word to `WORDS`, anything
with a number or a name in it to `PATTERNS`. Names are what an engineer would type, in lower case.
Numbers and names of one error are one code: `cudaErrorECCUncorrectable` is `cuda error 214`.

Sources of numbers: NVIDIA Xid catalogue, CUDA runtime `driver_types.h`, Linux `errno.h`, PostgreSQL appendix A,
MySQL error reference, `enum ibv_wc_status` of rdma-core (`libibverbs/verbs.h`; the texts are those of
`ibv_wc_status_str` there, of UCX and of Open MPI).
"""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    # errno
    "enospc": ("enospc", "error"),
    "econnrefused": ("econnrefused", "error"),
    "econnreset": ("econnreset", "error"),
    "econnaborted": ("econnaborted", "error"),
    "etimedout": ("etimedout", "error"),
    "ehostunreach": ("ehostunreach", "error"),
    "enetunreach": ("enetunreach", "error"),
    "ehostdown": ("ehostdown", "error"),
    "eaddrinuse": ("eaddrinuse", "error"),
    "eaddrnotavail": ("eaddrnotavail", "error"),
    "enomem": ("enomem", "error"),
    "emfile": ("emfile", "error"),
    "enfile": ("enfile", "error"),
    "eacces": ("eacces", "error"),
    "eperm": ("eperm", "error"),
    "enoent": ("enoent", "error"),
    "edquot": ("edquot", "error"),
    "erofs": ("erofs", "error"),
    "estale": ("estale", "error"),
    "epipe": ("epipe", "error"),
    "eremoteio": ("eremoteio", "error"),
    "enotconn": ("enotconn", "error"),
    "ebusy": ("ebusy", "warning"),
    "eio": ("eio", "error"),
    # signals
    "sigkill": ("sigkill", "error"),
    "sigterm": ("sigterm", "warning"),
    "sigsegv": ("sigsegv", "critical"),
    "sigabrt": ("sigabrt", "error"),
    "sigbus": ("sigbus", "critical"),
    "sigill": ("sigill", "critical"),
    "sigfpe": ("sigfpe", "error"),
    "sigpipe": ("sigpipe", "warning"),
    "segfault": ("sigsegv", "critical"),
    # Kubernetes
    "oomkilled": ("oomkilled", "critical"),
    "oomkilling": ("oomkilled", "critical"),
    "crashloopbackoff": ("crashloopbackoff", "error"),
    "imagepullbackoff": ("imagepullbackoff", "error"),
    "errimagepull": ("imagepullbackoff", "error"),
    "createcontainerconfigerror": ("createcontainerconfigerror", "error"),
    "createcontainererror": ("createcontainererror", "error"),
    "runcontainererror": ("runcontainererror", "error"),
    "failedscheduling": ("failedscheduling", "warning"),
    "failedmount": ("failedmount", "error"),
    "failedattachvolume": ("failedattachvolume", "error"),
    "failedcreatepodsandbox": ("failedcreatepodsandbox", "error"),
    "provisioningfailed": ("provisioningfailed", "error"),
    "backofflimitexceeded": ("backofflimitexceeded", "error"),
    "deadlineexceeded": ("deadlineexceeded", "error"),
    "deadline_exceeded": ("deadlineexceeded", "error"),
    "nodenotready": ("nodenotready", "error"),
    "nodehasdiskpressure": ("diskpressure", "error"),
    "nodehasmemorypressure": ("memorypressure", "error"),
    "nodehaspidpressure": ("pidpressure", "error"),
    "evictionthresholdmet": ("evictionthresholdmet", "warning"),
    "taintmanagereviction": ("taintmanagereviction", "warning"),
    "unexpectedadmissionerror": ("unexpectedadmissionerror", "error"),
    "networknotready": ("networknotready", "error"),
    "containergcfailed": ("containergcfailed", "warning"),
    "invaliddiskcapacity": ("invaliddiskcapacity", "info"),
    # Slurm
    "node_fail": ("slurm node_fail", "critical"),
    "out_of_memory": ("slurm out_of_memory", "critical"),
    "boot_fail": ("slurm boot_fail", "error"),
    # names of NCCL results
    "ncclunhandledcudaerror": ("ncclunhandledcudaerror", "error"),
    "ncclsystemerror": ("ncclsystemerror", "error"),
    "ncclinternalerror": ("ncclinternalerror", "error"),
    "ncclinvalidargument": ("ncclinvalidargument", "error"),
    "ncclinvalidusage": ("ncclinvalidusage", "error"),
    "ncclremoteerror": ("ncclremoteerror", "error"),
    # DNS
    "nxdomain": ("nxdomain", "error"),
    "servfail": ("servfail", "error"),
    # AWS and other services
    "throttlingexception": ("throttlingexception", "error"),
    "requestlimitexceeded": ("requestlimitexceeded", "error"),
    "provisionedthroughputexceededexception": ("provisionedthroughputexceededexception", "error"),
    "insufficientinstancecapacity": ("insufficientinstancecapacity", "error"),
    "resource_exhausted": ("resource_exhausted", "error"),
    # Java
    "outofmemoryerror": ("outofmemoryerror", "critical"),
    "stackoverflowerror": ("stackoverflowerror", "error"),
    "sslhandshakeexception": ("sslhandshakeexception", "error"),
    "noroutetohostexception": ("ehostunreach", "error"),
    "unknownhostexception": ("unknownhostexception", "error"),
    "sockettimeoutexception": ("sockettimeoutexception", "error"),
    "commitfailedexception": ("commitfailedexception", "error"),
    "notleaderforpartitionexception": ("notleaderforpartitionexception", "error"),
    "not_leader_or_follower": ("notleaderforpartitionexception", "error"),
    # Redis
    "misconf": ("redis misconf", "error"),
    "clusterdown": ("redis clusterdown", "critical"),
    # Ceph
    "health_err": ("ceph health_err", "critical"),
    "health_warn": ("ceph health_warn", "warning"),
    "err_cert_date_invalid": ("x509 certificate expired", "error"),
    "err_cert_authority_invalid": ("x509 unknown authority", "error"),
}
"""Words that are a code by themselves: word -> canonical name, severity."""

PHRASES: tuple[tuple[str, str, str, str], ...] = (
    # GPU and driver: trigger, phrase, name, severity
    ("fallen", "fallen off the bus", "gpu fallen off the bus", "critical"),
    ("nvml", "driver/library version mismatch", "nvml driver/library version mismatch", "error"),
    ("nvml", "failed to initialize nvml", "nvml initialization failed", "error"),
    ("determine", "unable to determine the device handle", "nvml device handle lost", "critical"),
    ("retry", "transport retry counter exceeded", "ibv_wc_retry_exc_err", "error"),
    ("retry", "transport retry count exceeded", "ibv_wc_retry_exc_err", "error"),
    ("retry", "retry exceeded error", "ibv_wc_retry_exc_err", "error"),
    ("rnr", "rnr retry counter exceeded", "ibv_wc_rnr_retry_exc_err", "error"),
    ("flushed", "work request flushed error", "ibv_wc_wr_flush_err", "error"),
    ("qp", "local qp operation error", "ibv_wc_loc_qp_op_err", "error"),
    ("length", "local length error", "ibv_wc_loc_len_err", "error"),
    ("protection", "local protection error", "ibv_wc_loc_prot_err", "error"),
    ("remote", "remote invalid request error", "ibv_wc_rem_inv_req_err", "error"),
    ("port", "async event : port error", "ib port error", "error"),
    ("suspended", "uncorrectable i/o failure and has been suspended", "zfs pool suspended", "critical"),
    ("port", "async event: port error", "ib port error", "error"),
    ("unhandled", "unhandled cuda error", "ncclunhandledcudaerror", "error"),
    ("unhandled", "unhandled system error", "ncclsystemerror", "error"),
    ("remote", "remote process exited or there was a network error", "ncclremoteerror", "error"),
    ("watchdog", "watchdog caught collective operation timeout", "nccl watchdog timeout", "error"),
    ("nccl", "nccl watchdog thread terminated", "nccl watchdog timeout", "error"),
    ("heartbeat", "heartbeat monitor timed out", "nccl heartbeat monitor timeout", "error"),
    ("monitoredbarrier", "monitoredbarrier", "monitored barrier timeout", "error"),
    ("cuda", "cuda out of memory", "cuda out of memory", "error"),
    ("cuda", "cuda error: out of memory", "cuda out of memory", "error"),
    ("hip", "hip out of memory", "cuda out of memory", "error"),
    ("ecc", "uncorrectable ecc error encountered", "cuda error 214", "critical"),
    ("illegal", "an illegal memory access was encountered", "cuda error 700", "error"),
    ("device", "device-side assert triggered", "cuda error 710", "error"),
    ("unspecified", "unspecified launch failure", "cuda error 719", "error"),
    ("misaligned", "misaligned address", "cuda error 716", "error"),
    ("launch", "the launch timed out and was terminated", "cuda error 702", "error"),
    ("initialized", "system not yet initialized", "cuda error 802", "error"),
    ("insufficient", "driver version is insufficient for cuda runtime version", "cuda error 35", "error"),
    ("capable", "no cuda-capable device is detected", "cuda error 100", "error"),
    ("busy", "all cuda-capable devices are busy or unavailable", "cuda error 46", "error"),
    ("busy", "cuda-capable device(s) is/are busy or unavailable", "cuda error 46", "error"),
    ("kernel", "no kernel image is available for execution on the device", "cuda error 209", "error"),
    # signals
    ("bus", "bus error", "sigbus", "critical"),
    ("segmentation", "segmentation fault", "sigsegv", "critical"),
    ("killed", "signal: killed", "sigkill", "error"),
    # errno messages
    ("space", "no space left on device", "enospc", "error"),
    ("refused", "connection refused", "econnrefused", "error"),
    ("reset", "connection reset by peer", "econnreset", "error"),
    ("timed", "connection timed out", "etimedout", "error"),
    ("route", "no route to host", "ehostunreach", "error"),
    ("unreachable", "network is unreachable", "enetunreach", "error"),
    ("unreachable", "host is unreachable", "ehostunreach", "error"),
    ("unreachable", "host unreachable", "ehostunreach", "error"),
    ("address", "address already in use", "eaddrinuse", "error"),
    ("allocate", "cannot allocate memory", "enomem", "error"),
    ("open", "too many open files", "emfile", "error"),
    ("permission", "permission denied", "eacces", "error"),
    ("permitted", "operation not permitted", "eperm", "error"),
    ("quota", "disk quota exceeded", "edquot", "error"),
    ("read", "read-only file system", "erofs", "error"),
    ("stale", "stale file handle", "estale", "error"),
    ("stale", "stale nfs file handle", "estale", "error"),
    ("broken", "broken pipe", "epipe", "error"),
    ("output", "input/output error", "eio", "error"),
    ("o", "i/o error", "eio", "error"),
    ("transport", "transport endpoint is not connected", "enotconn", "error"),
    ("transport", "cannot send after transport endpoint shutdown", "eshutdown", "error"),
    # kernel
    ("memory", "out of memory: kill", "oom kill", "critical"),
    ("cgroup", "memory cgroup out of memory", "oom kill", "critical"),
    ("oom", "invoked oom-killer", "oom kill", "critical"),
    ("oom", "oom-kill:", "oom kill", "critical"),
    ("oom", "oom-kill event", "oom kill", "critical"),
    ("cgroup", "cgroup out-of-memory handler", "oom kill", "critical"),
    ("lockup", "soft lockup", "soft lockup", "critical"),
    ("lockup", "hard lockup", "hard lockup", "critical"),
    ("rcu", "detected stall", "rcu stall", "critical"),
    ("rcu_sched", "detected stall", "rcu stall", "critical"),
    ("panic", "kernel panic", "kernel panic", "critical"),
    ("remounting", "remounting filesystem read-only", "filesystem remounted read-only", "critical"),
    ("hardware", "hardware error", "machine check", "error"),
    ("machine", "machine check", "machine check", "error"),
    ("edac", "ce memory read error", "edac correctable error", "warning"),
    ("edac", "ue memory read error", "edac uncorrectable error", "critical"),
    ("unregister_netdevice", "unregister_netdevice: waiting for", "unregister_netdevice", "error"),
    ("aer", "aer: uncorrected", "pcie aer uncorrected", "critical"),
    ("aer", "aer: corrected error", "pcie aer corrected", "warning"),
    ("aer", "aer: multiple corrected error", "pcie aer corrected", "warning"),
    ("link", "link is down", "link down", "error"),
    ("insufficient", "detected insufficient power on the pcie slot", "pcie slot power", "error"),
    ("temperature", "high temperature detected", "module high temperature", "error"),
    # NFS, Lustre
    ("responding", "not responding, still trying", "nfs server not responding", "error"),
    ("responding", "not responding, timed out", "nfs server not responding", "error"),
    ("evicted", "evicted by", "lustre client evicted", "error"),
    ("lost", "was lost; in progress operations", "lustre connection lost", "error"),
    ("lustreerror", "lustreerror", "lustre error", "error"),
    ("reply", "timed out for slow reply", "lustre slow reply", "error"),
    # Kubernetes
    ("back", "back-off restarting failed container", "crashloopbackoff", "error"),
    ("pleg", "pleg is not healthy", "pleg not healthy", "error"),
    ("metrics", "metrics api not available", "metrics api not available", "error"),
    # Slurm
    ("kill", "kill task failed", "slurm kill task failed", "error"),
    ("signals", "due to job not ending with signals", "slurm job not ending with signals", "error"),
    ("responding", "not responding, setting down", "slurm node not responding", "critical"),
    ("limit", "due to time limit", "slurm time limit", "warning"),
    ("preemption", "due to preemption", "slurm preemption", "warning"),
    ("gres", "invalid generic resource (gres) specification", "slurm invalid gres", "error"),
    ("hung", "node ping apparently hung", "slurm node ping hung", "error"),
    ("differs", "node configuration differs from hardware", "slurm node configuration differs", "error"),
    # TLS
    ("expired", "certificate has expired", "x509 certificate expired", "error"),
    ("expired", "certificate expired", "x509 certificate expired", "error"),
    ("expired", "cert has expired", "x509 certificate expired", "error"),
    ("authority", "certificate signed by unknown authority", "x509 unknown authority", "error"),
    ("issuer", "unable to get local issuer certificate", "x509 unknown authority", "error"),
    ("pkix", "pkix path building failed", "x509 unknown authority", "error"),
    ("signed", "self-signed certificate", "x509 self-signed", "error"),
    ("signed", "self signed certificate", "x509 self-signed", "error"),
    ("certificate", "certificate is valid for", "x509 name mismatch", "error"),
    ("handshake", "tls handshake timeout", "tls handshake timeout", "error"),
    ("verify", "certificate verify failed", "x509 verify failed", "error"),
    # names, services
    ("authentication", "authentication failure", "authentication failure", "warning"),
    ("password", "failed password for", "authentication failure", "warning"),
    ("resolution", "temporary failure in name resolution", "dns temporary failure", "error"),
    ("resolve", "could not resolve host", "nxdomain", "error"),
    ("host", "no such host", "nxdomain", "error"),
    ("resolved", "name or service not known", "nxdomain", "error"),
    ("service", "name or service not known", "nxdomain", "error"),
    ("context", "context deadline exceeded", "deadlineexceeded", "error"),
    ("clients", "too many clients already", "sqlstate 53300", "error"),
    ("connections", "too many connections", "mysql 1040", "error"),
    ("deadlock", "deadlock detected", "sqlstate 40p01", "error"),
    ("deadlock", "deadlock found when trying to get lock", "mysql 1213", "error"),
    ("gone", "server has gone away", "mysql 2006", "error"),
    ("lock", "lock wait timeout exceeded", "mysql 1205", "error"),
    ("mvcc", "mvcc: database space exceeded", "etcd nospace", "critical"),
    ("fdatasync", "slow fdatasync", "etcd slow fdatasync", "warning"),
    ("etcdserver", "took too long", "etcd slow apply", "warning"),
    ("apply", "apply request took too long", "etcd slow apply", "warning"),
    ("isr", "shrinking isr", "kafka isr shrink", "warning"),
    ("overhead", "gc overhead limit exceeded", "outofmemoryerror", "critical"),
    ("heap", "java heap space", "outofmemoryerror", "critical"),
)
"""Phrases in lower case: trigger word, phrase, canonical name, severity."""

PATTERNS: tuple[tuple[tuple[str, ...], str, str, str], ...] = (
    (("vdev_state",), r"vdev_state=(faulted|degraded|removed|unavail|offline)\b", "zfs vdev {}", "error"),
    (("zed class",), r"zed(?:\[\d+\])?: eid=\d+ class=(checksum|io|data|io_failure)\b", "zfs {}", "error"),
    (
        ("xid", "xids"),
        r"xid(?<![a-z0-9_]xid)s?(?: errors?| code)?\s*(?:\([^)\n]{1,40}\)\s*)?[:=#]?\s*\(?(\d{1,3})(?![\d.:x])",
        "xid",
        "xid",
    ),
    (
        ("sxid", "sxids"),
        r"sxid(?<![a-z0-9_]sxid)s?(?: errors?"
        r"| code)?\s*(?:\([^)\n]{1,40}\)\s*)?[:=#]?\s*(\d{5})(?!\d)(?:, (fatal|non-fatal))?",
        "sxid",
        "sxid",
    ),
    (("nvswitch",), r"nvswitch (non-fatal|fatal) error (\d{5})(?!\d)", "nvswitch", "sxid"),
    (
        ("completion error", "completion status"),
        r"completion (?:from peer \S{1,60} )?(?:failed )?(?:with )?(?:error|status)[ =:]*"
        r"(?:ibv_\w{1,40}\()?(\d{1,2})(?!\d)",
        "wc_number",
        "error",
    ),
    (("status opcode",), r"status[ =:]*(\d{1,2})(?=,? opcode[ =:])", "wc_number", "error"),
    (
        ("status wr_id",),
        r"status (?:number )?(?:[a-z ]{4,40}\()?(\d{1,2})(?=\)?(?::| for) wr_id)",
        "wc_number",
        "error",
    ),
    (("wc status", "wc_status"), r"wc[._ ]status[ =:]*(\d{1,2})(?!\d)", "wc_number", "error"),
    (("vendor", "vendor_err"), r"vendor[_ ]err(?:or)?[ =:]*(\d{1,3})(?!\d)", "vendor err {0}", "error"),
    (("gsp",), r"timeout after \d+s of waiting for rpc response from gpu\d+ gsp", "gsp rpc timeout", "critical"),
    (("cuda",), r"cuda (?:driver |runtime )?(?:error|failure|err)(?: code)?[:=]? *\(?(\d{1,3})(?!\d)", "cuda", "cuda"),
    (
        ("error",),
        r"error (?<![a-z0-9_]error )(\d{3}): [a-z ]*(?:system|device|driver|initializ|memory)",
        "cuda",
        "cuda",
    ),
    (("error",), r"error (\d{4}) \([0-9a-z]{5}\)", "mysql {0}", "error"),
    (
        ("exit", "exited", "exitcode", "exit_code", "exitstatus"),
        r"exit(?:ed)?[ _]?(?:with |on )?(?:code|status|value)?[\"']?\s*[:=]?\s*\(?(-?\d{1,3})(?![\d:/.%]|st|nd|rd|th)",
        "exit",
        "exit",
    ),
    (("signal",), r"signal(?<![a-z]signal)[: ]+\(?(\d{1,2})(?![\d.:])", "signal", "signal"),
    (
        ("terminated", "killed"),
        r"(?:terminated|killed) (?:by|with) signal (?:sig)?\(?(\d{1,2})(?!\d)",
        "signal",
        "signal",
    ),
    (
        ("http", "https"),
        r"http(?<![a-z]http)s?(?:/\d(?:\.\d)?)?[\"']?(?: (?:status|error"
        r"|response))?(?:[ _]code)?s?[\"']?\s*[:=]?\s*([45]\d\d|[45]xx)(?![\d.:])",
        "http",
        "http",
    ),
    (
        ("status", "status_code", "statuscode", "http_status", "response_code", "httpstatus", "sc"),
        r"(?:status|response)[_ ]?(?:code)?[\"']?\s*[:=]\s*[\"']?([45]\d\d)(?![\d.:])",
        "http",
        "http",
    ),
    (("status code", "response code"), r"(?:status|response) code[ :=]*([45]\d\d)(?!\d)", "http", "http"),
    (
        ("bad", "internal", "service", "gateway", "many", "forbidden", "unauthorized"),
        r"([45][02][0-49])(?<![\d.]...)[ :,-]{1,3}(?:bad gateway|bad request|internal server error"
        r"|service (?:temporarily )?unavailable|gateway time-?out|too many requests|forbidden|unauthorized|slow ?down)",
        "http",
        "http",
    ),
    (("5xx", "4xx"), r"([45]xx)(?<![a-z0-9]...)(?![a-z0-9])", "http", "http"),
    (
        ("500", "501", "502", "503", "504", "500s", "501s", "502s", "503s", "504s"),
        r"(50[0-4])(?<![\d.:/-]...)(?:s| errors?(?![a-z])|\s?(?:에러|오류|을 뱉|를 뱉|응답))",
        "http",
        "http",
    ),
    (("killed",), r"killed process(?:[\"']| \d{1,8} \()", "oom kill", "critical"),
    (("sqlstate",), r"sqlstate[\[:= (]*([0-9a-z]{5})(?![0-9a-z])", "sqlstate {0}", "error"),
    (("ora",), r"ora-(?<![a-z0-9]ora-)(\d{4,5})(?!\d)", "ora-{0}", "error"),
    (("my",), r"\[error\] \[my-(\d{6})\]", "my-{0}", "error"),
    (
        ("slowdown",),
        r"(?:code[\"'>:= ]{1,4}|\()slowdown(?![a-z])|slowdown(?=: (?:please|the )|</|[\"'])",
        "s3 slowdown",
        "error",
    ),
    (("errno",), r"errno[\]:= (]*(?:is )?(\d{1,3})(?!\d)", "errno", "errno"),
    (("os",), r"\(os error (\d{1,3})\)", "errno", "errno"),
    (("mce",), r"mce: \[hardware error\]", "machine check", "error"),
    (
        ("dataloader",),
        r"dataloader worker[^\n]{0,40}? (?:is killed|exited unexpectedly|died)",
        "dataloader worker died",
        "error",
    ),
    (("blocked",), r"blocked for more than \d+ seconds", "hung task", "critical"),
    (
        ("reason",),
        r"reason=(not responding|kill task failed|node unexpectedly rebooted|low realmemory)",
        "slurm {0}",
        "error",
    ),
    (
        ("node ready not", "nodenotready", "notready"),
        r"node \S{1,80} (?:status is now: |is )?(?:nodenotready|notready|not ready)(?![a-z])",
        "nodenotready",
        "error",
    ),
    (("evicted",), r"evicted(?<=[ \t:]evicted)(?:\s{2,}|:|$)", "evicted", "error"),
)
"""Triggers (any of them; of one that has several words, all), pattern on lower-case text, name with `{0}` for the first
group or the name of a lookup in `kb.signals.codes`, severity or the name of that lookup."""

PREFIXES: tuple[tuple[str, str, str, str], ...] = (
    ("cudaerror", r"cudaerror(?<![a-z0-9_]cudaerror)([a-z0-9]+)", "cuda_name", "cuda"),
    ("cuda_error_", r"cuda_error_(?<![a-z0-9_]cuda_error_)([a-z0-9_]+)", "cuda_name", "cuda"),
    ("cublas_status_", r"cublas_status_(?!success)[a-z_]+", "", "error"),
    ("cudnn_status_", r"cudnn_status_(?!success)[a-z_]+", "", "error"),
    ("_wc_", r"ibv?_wc_([a-z_]*err)(?![a-z_])", "ibv_wc_{0}", "error"),
    ("ibv_event_", r"ibv_event_[a-z_]+", "", "error"),
    ("err(", r"err\((?<![a-z]err\()(-\d{1,3})\)", "errno", "errno"),
    (" 코드", r"(?:응답|상태) 코드[ :=]*([45]\d\d)(?!\d)", "http", "http"),
)
"""What no whole word announces: a literal, then pattern, name (empty: what matched) and severity as above."""

WC_STATUSES = (
    "success", "loc_len_err", "loc_qp_op_err", "loc_eec_op_err", "loc_prot_err", "wr_flush_err", "mw_bind_err",
    "bad_resp_err", "loc_access_err", "rem_inv_req_err", "rem_access_err", "rem_op_err", "retry_exc_err",
    "rnr_retry_exc_err", "loc_rdd_viol_err", "rem_inv_rd_req_err", "rem_abort_err", "inv_eecn_err",
    "inv_eec_state_err", "fatal_err", "resp_timeout_err", "general_err", "tm_err",
)  # fmt: skip
"""Status of an InfiniBand or RoCE work completion by its number, without the leading `IBV_WC_`."""

CUDA_NAMES = {
    "memoryallocation": 2, "outofmemory": 2, "insufficientdriver": 35, "devicesunavailable": 46, "nodevice": 100,
    "invaliddevice": 101, "nokernelimagefordevice": 209, "eccuncorrectable": 214, "illegalstate": 401,
    "illegaladdress": 700, "launchoutofresources": 701, "launchtimeout": 702, "assert": 710,
    "hardwarestackerror": 714, "illegalinstruction": 715, "misalignedaddress": 716, "launchfailure": 719,
    "launchfailed": 719, "systemnotready": 802, "systemdrivermismatch": 803, "compatnotsupportedondevice": 804,
    "contained": 721, "unknown": 999,
}  # fmt: skip
"""Name after `cudaError` or `CUDA_ERROR_` (without underscores) -> number."""

ERRNOS = {
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

XID_CRITICAL = frozenset({48, 62, 64, 74, 79, 95, 109, 119, 120, 136, 140, 143, 149, 155, 156})
"""Xids after which the GPU needs a reset or a technician; others end a job."""
XID_MILD = frozenset({43, 63, 92, 94, 154})
"""Xids that tell of an event already contained, or follow from another one."""
