"""Codes with a number or a name in them, as regular expressions: data for `kb.signals.codes`.

A pattern is tried only where one of its triggers occurs, whole words (letters, digits and underscores) in lower case.
To add a code, add a line; what is always written with the same words belongs into `kb.signals.code_words` or
`kb.signals.code_phrases`, what a number means into `kb.signals.code_numbers`.
"""

from __future__ import annotations

PATTERNS: tuple[tuple[tuple[str, ...], str, str, str], ...] = (
    (("vdev_state",), r"vdev_state=(faulted|degraded|removed|unavail|offline)\b", "zfs vdev {}", "error"),
    (("zed class",), r"zed(?:\[\d+\])?: eid=\d+ class=(checksum|io|data|io_failure)\b", "zfs {}", "error"),
    (
        ("xid", "xids"),
        r"xid(?<![a-z0-9_]xid)s?(?: errors?| code)?\s*(?:\([^)\n]{1,40}\)\s*)?[:=#：]?\s*\(?"
        r"(\d{1,3})(?!\d|x|\.\d|:[\da-f]{2}\b)",
        "xid",
        "",
    ),
    (
        ("sxid", "sxids"),
        r"sxid(?<![a-z0-9_]sxid)s?(?: errors?"
        r"| code)?\s*(?:\([^)\n]{1,40}\)\s*)?[:=#]?\s*(\d{5})(?!\d)(?:, (fatal|non-fatal))?",
        "sxid",
        "",
    ),
    (("nvswitch",), r"nvswitch (non-fatal|fatal) error (\d{5})(?!\d)", "nvswitch", ""),
    (
        ("completion error", "completion status"),
        r"completion (?:from peer \S{1,60} )?(?:failed )?(?:with )?(?:error|status)[ =:]*"
        r"(?:ibv_\w{1,40}\()?(\d{1,2})(?!\d)",
        "wc_number",
        "",
    ),
    (("status opcode",), r"status[ =:]*(\d{1,2})(?=,? opcode[ =:])", "wc_number", ""),
    (
        ("status wr_id",),
        r"status (?:number )?(?:[a-z ]{4,40}\()?(\d{1,2})(?=\)?(?::| for) wr_id)",
        "wc_number",
        "",
    ),
    (("wc status", "wc_status"), r"wc[._ ]status[ =:]*(\d{1,2})(?!\d)", "wc_number", ""),
    (("vendor", "vendor_err"), r"vendor[_ ]err(?:or)?[ =:]*(\d{1,3})(?!\d)", "vendor err {0}", "error"),
    (("gsp",), r"timeout after \d+s of waiting for rpc response from gpu\d+ gsp", "gsp rpc timeout", "critical"),
    (("cuda",), r"cuda (?:driver |runtime )?(?:error|failure|err)(?: code)?[:=]? *\(?(\d{1,3})(?!\d)", "cuda", ""),
    (
        ("error",),
        r"error (?<![a-z0-9_]error )(\d{3}): [a-z ]*(?:system|device|driver|initializ|memory)",
        "cuda",
        "",
    ),
    (("error",), r"error (\d{4}) \([0-9a-z]{5}\)", "mysql {0}", "error"),
    (
        ("exit", "exited", "exitcode", "exit_code", "exitstatus"),
        r"exit(?:ed)?[ _]?(?:with |on )?(?:code|status|value)?[\"']?\s*[:=]?\s*\(?"
        r"(-?\d{1,3})(?!\d|[:.]\d|[/%]|st|nd|rd|th)",
        "exit",
        "",
    ),
    (("signal",), r"signal(?<![a-z]signal)[: ]+\(?(\d{1,2})(?!\d|[.:]\d| ?db)", "signal", ""),
    (
        ("terminated", "killed"),
        r"(?:terminated|killed) (?:by|with) signal (?:sig)?\(?(\d{1,2})(?!\d)",
        "signal",
        "",
    ),
    (
        ("http", "https"),
        r"http(?<![a-z]http)s?(?:/\d(?:\.\d)?)?[\"']?(?: (?:status|error"
        r"|response))?(?:[ _]code)?s?[\"']?\s*[:=]?\s*([45]\d\d|[45]xx)(?!\d|[.:]\d| ?ms\b)",
        "http",
        "",
    ),
    (
        ("status", "status_code", "statuscode", "http_status", "response_code", "httpstatus", "sc"),
        r"(?:status|response)[_ ]?(?:code)?[\"']?\s*[:=]\s*[\"']?([45]\d\d)(?!\d|[.:]\d)",
        "http",
        "",
    ),
    (("status code", "response code"), r"(?:status|response) code[ :=]*([45]\d\d)(?!\d)", "http", ""),
    (
        ("bad", "internal", "service", "gateway", "many", "forbidden", "unauthorized"),
        r"([45][02][0-49])(?<![\d.]...)[ :,-]{1,3}(?:bad gateway|bad request|internal server error"
        r"|service (?:temporarily )?unavailable|gateway time-?out|too many requests|forbidden|unauthorized|slow ?down)",
        "http",
        "",
    ),
    (("5xx", "4xx"), r"([45]xx)(?<![a-z0-9]...)(?![a-z0-9])", "http", ""),
    (
        ("500", "501", "502", "503", "504", "500s", "501s", "502s", "503s", "504s"),
        r"(50[0-4])(?<![\d.:/-]...)(?:s| errors?(?![a-z])|\s?(?:에러|오류|을 뱉|를 뱉|응답))",
        "http",
        "",
    ),
    (("killed",), r"killed process(?:[\"']| \d{1,8} \()", "oom kill", "critical"),
    (("sqlstate",), r"sqlstate[\[:= (]*([0-9a-z]{5})(?![0-9a-z])", "sqlstate {0}", "error"),
    (("ora",), r"ora-(?<![a-z0-9]ora-)(\d{4,5})(?!\d)", "ora-{0}", "error"),
    (("my",), r"\[error\] \[my-(\d{6})\]", "my-{0}", "error"),
    (
        ("slowdown",),
        r"(?:code[\"'>:= ]{1,4}|\()slowdown(?![a-z])|slowdown(?=: (?:please|the )|</|[\"'])"
        r"|503 slow ?down(?![a-z])",
        "s3 slowdown",
        "error",
    ),
    (("errno",), r"errno[\]:= (]*(?:is )?(\d{1,3})(?!\d)", "errno", ""),
    (("os",), r"\(os error (\d{1,3})\)", "errno", ""),
    (("mce",), r"mce: \[hardware error\]", "machine check", "error"),
    (("xfs corruption",), r"xfs \([^)\n]{1,40}\): metadata corruption detected", "xfs corruption", "critical"),
    (("nvme controller",), r"nvme \w{1,20}: controller is down", "nvme controller down", "critical"),
    (("pcie bus",), r"pcie bus error: severity=(corrected|uncorrected)", "pcie aer {0}", "error"),
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
group, severity; where that is empty, the name is that of a lookup in `kb.signals.code_numbers`, which says both."""

PREFIXES: tuple[tuple[str, str, str, str], ...] = (
    ("cudaerror", r"cudaerror(?<![a-z0-9_]cudaerror)([a-z0-9]+)", "cuda_name", ""),
    ("cuda_error_", r"cuda_error_(?<![a-z0-9_]cuda_error_)([a-z0-9_]+)", "cuda_name", ""),
    ("cublas_status_", r"cublas_status_(?!success)[a-z_]+", "", "error"),
    ("cudnn_status_", r"cudnn_status_(?!success)[a-z_]+", "", "error"),
    ("_wc_", r"ibv?_wc_([a-z_]*err)(?![a-z_])", "ibv_wc_{0}", "error"),
    ("ibv_event_", r"ibv_event_[a-z_]+", "", "error"),
    ("err(", r"err\((?<![a-z]err\()(-\d{1,3})\)", "errno", ""),
    ("xid", r"(?<![a-z0-9_])xid(\d{1,3})(?![\w])", "xid", ""),
    (" 코드", r"(?:응답|상태) 코드[ :=]*([45]\d\d)(?!\d)", "http", ""),
)
"""What no whole word announces: a literal, then pattern, name (empty: what matched) and severity as above."""

_AND = r"(?:,? ?(?:and|or|및) |, ?| ?[/&] ?|[와과] )"
_NO_COUNT = (
    r"(?:(?=$|[/,]\d|[/,;.:)&\n](?!\d))|(?= (?:and|or|및|on|in|at|from|for|errors?|codes?|에러|오류)(?![a-z]))"
    r"|(?=[이가을를은는와과도]))"
)
LISTED = {"xid": rf"{_AND}(\d{{2,3}}){_NO_COUNT}", "http": rf"{_AND}([45]\d\d){_NO_COUNT}"}
"""More numbers of a list ("Xid 13, 31 and 43", "HTTP 502/503"), by name of the lookup: the separator, the number, and
what tells that it stands in a list and counts nothing ("Xid 79, 16 GPUs")."""
