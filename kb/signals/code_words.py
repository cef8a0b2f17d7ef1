"""Single words that are a code by themselves (`enospc`, `oomkilled`): data for `kb.signals.codes`.

To add one, add a line. What takes several words belongs into `kb.signals.code_phrases`, anything with a number or a
name in it into `kb.signals.code_patterns`. Names are what an engineer would type, in lower case.

Source of the names of errors: Linux `errno.h`.
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
