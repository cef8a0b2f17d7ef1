"""The table of formats, and the contract for adding one.

To add a format: write a reader in one file (or use one that is there), add one row here and one fixture
`tests/signals/fixtures/<format with - for :>.txt` (several: `<format>.<what>.txt`) that you wrote yourself. The tests
then check that the fixture is recognised, that spans are exact, and that no prefix of it breaks anything.

A reader is a plain function, imported when its format is met:

    def read(part: Part) -> Iterable[Signal | Phrase]

- `part.text` is clean text: no escapes, no control characters, NFC, newlines only. Work with character offsets into
  it and make everything with `part.signal(kind, name, start, end, severity=..., to_value=..., unit=...)` and
  `part.phrase(start, end)`; they find the bytes. `part.lines()` gives lines with offsets, `part.command` the command
  line behind the prompt that printed it, `part.string(node)` the text of a JSON string (`jsontree`).
- Be bounded and linear: at most about 200 signals and 400 phrases, whatever the size of the part.
- Give every reading a severity: `none` or `info` if it is healthy or merely there (a healthy input must come out as
  `none` or `info` in all), `warning`, `error`, `critical` if it looks wrong. Roles are chosen afterwards; set one
  only if you know better. Something resolved, or a test notification, has severity `none`.
- Names of metrics come from `metrics` or follow its manner (`disk_read_await`); units are base units (`units.convert`).
  `series.describe` says what a series of readings did; `prose.signals` and `prose.read` read a sentence in a field.
- Codes (`codes.find_codes`) are found in every part without your help. A code or log signal of yours replaces the one
  found by itself at the same place: yield one yourself to change its severity (a 404 in an access log is `info`).

Shapes:

- `json`: a JSON document. `keys`: all of them are in the root object (or the first object of a root list); `pattern`,
  if given, must be found in its text. Parse with `jsontree.parse(part.text)`.
- `block`: output of a command, a table, an e-mail. `pattern` (MULTILINE) must match; the part begins with the line of
  the first match and lasts until the next block, prompt, fence, JSON document, the match of `end`, or prose after a
  blank line. Only your reader reads it, so yield the phrases too.
- `lines`: lines of a log. `pattern` must match somewhere in a run of log lines (a match at the beginning of a
  line makes it a log line). The general log engine reads the run (levels, templates, codes, phrases); readers of all
  `lines` formats that match add what they know. An empty `reader` adds nothing: the row only gives the name.

`markers` are literals of which at least one must occur before the pattern is tried: keep them rare. Of several formats
that match, the one with the highest `rank` gives its name to a run of lines and wins a block; at equal rank the
one that matches earlier, then the one that stands earlier here. `commands` are programs that print the format: behind
a prompt with that program it wins.
"""

from __future__ import annotations

from kb.namedtuple import NamedTuple


class Family(NamedTuple):
    """One format; see the module's docstring."""

    format: str
    shape: str
    reader: str
    markers: tuple[str, ...]
    pattern: str = ""
    keys: tuple[str, ...] = ()
    end: str = ""
    rank: int = 50
    commands: tuple[str, ...] = ()


_MONTHS = ("Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ")

FAMILIES: tuple[Family, ...] = (
    # Alerts
    Family(
        "webhook:alertmanager-v4", "json", "kb.signals.alertmanager:read", ('"alerts"',), keys=("alerts",),
        pattern=r'"labels"\s*:[^}]{0,2000}"alertname"', rank=40,
    ),
    Family(
        "webhook:grafana-unified", "json", "kb.signals.alertmanager:read", ('"alerts"',), keys=("alerts",),
        pattern=r'"(?:valueString|silenceURL|dashboardURL|orgId|values)"\s*:', rank=45,
    ),
    Family(
        "webhook:alertmanager-api", "json", "kb.signals.alertmanager:read", ('"alertname"',), keys=("labels",),
        pattern=r'\A\s*\[(?s:.){0,4000}"(?:generatorURL|startsAt|fingerprint)"', rank=40,
    ),
    Family(
        "webhook:robusta-finding", "json", "kb.signals.alertmanager:robusta",
        ('"aggregation_key"', '"presentation_status"', '"source_instance_id"'),
        pattern=r'"(?:aggregation_key|finding_type|presentation_\w+|source_instance_id)"\s*:', rank=50,
    ),
    Family(
        "webhook:grafana-legacy", "json", "kb.signals.alert_services:read", ('"ruleName"', '"evalMatches"'),
        pattern=r'"(?:ruleId|ruleUrl|evalMatches)"\s*:', rank=50,
    ),
    Family(
        "webhook:pagerduty", "json", "kb.signals.alert_services:read", ('"incident.', '"pagey.', '"service.'),
        pattern=r'"(?:event_type|type|event)"\s*:\s*"(?:incident\.|service\.|pagey\.)', rank=50,
    ),
    Family(
        "webhook:pagerduty-events-v2", "json", "kb.signals.alert_services:read", ('"event_action"', '"service_key"'),
        pattern=r'"(?:event_action|service_key)"\s*:', rank=50,
    ),
    Family(
        "webhook:opsgenie", "json", "kb.signals.alert_services:read", ('"action"',), keys=("alert", "action"),
        pattern=r'"(?:alertId|tinyId|integrationId)"\s*:', rank=50,
    ),
    Family(
        "webhook:datadog", "json", "kb.signals.alert_services:read", ('"alert_transition"', '"alert_type"'),
        pattern=r'"alert_(?:transition|query|type)"\s*:', rank=50,
    ),
    Family(
        "webhook:cloudwatch-sns", "json", "kb.signals.cloud_alerts:cloudwatch",
        ("AlarmName", "alarmName", '"SubscriptionConfirmation"', ":sns:"),
        pattern=r'AlarmName\\?"|"alarmName"|"SubscriptionConfirmation"|"TopicArn"', rank=50,
    ),
    Family(
        "webhook:gcp-monitoring", "json", "kb.signals.cloud_alerts:google", ('"incident"',), keys=("incident",),
        pattern=r'"(?:incident_id|policy_name|scoping_project_id|condition_name)"\s*:', rank=50,
    ),
    Family(
        "webhook:azure-common", "json", "kb.signals.cloud_alerts:azure", ("azureMonitorCommonAlertSchema",
        '"essentials"'), keys=("data",), pattern=r'"essentials"\s*:', rank=50,
    ),
    Family(
        "webhook:sentry", "json", "kb.signals.alert_services:read", ('"culprit"', "sentry"),
        pattern=r'"(?:culprit|project_slug|web_url|event_id|metric_alert)"\s*:', rank=48,
    ),
    Family(
        "webhook:statuspage", "json", "kb.signals.alert_services:read", ('"page"',), keys=("page",),
        pattern=r'"(?:incident|component|status_description|incidents)"\s*:', rank=50,
    ),
    Family(
        "webhook:newrelic", "json", "kb.signals.alert_services:read",
        ('"condition_name"', '"conditionName"', '"issueUrl"', '"issueTitle"'),
        pattern=r'"(?:current_state|violation_\w+|incident_acknowledge_url|policy_url|issueUrl|accumulations)"\s*:',
        rank=49,
    ),
    Family(
        "webhook:checkmk", "json", "kb.signals.alert_services:read", ("check_mk", "check-mk", '"what"'),
        pattern=r'"what"\s*:\s*"(?:HOST|SERVICE)"|"check_command"\s*:\s*"check[_-]mk', rank=49,
    ),
    Family(
        "webhook:librenms", "json", "kb.signals.alert_services:read", ('"sysName"', '"sysDescr"'),
        pattern=r'"(?:sysName|sysDescr)"\s*:', rank=48,
    ),
    Family(
        "webhook:pingdom", "json", "kb.signals.alert_services:read", ('"check_name"',),
        keys=("check_name", "current_state"), rank=50,
    ),
    Family(
        "webhook:nagios", "json", "kb.signals.alert_services:read", ('tate"', 'STATE"'),
        pattern=r'"(?:NAGIOS_)?(?:(?:HOST|SERVICE)STATE|(?:host|service)_?state)"\s*:', rank=46,
    ),
    Family(
        "webhook:graylog", "json", "kb.signals.alert_services:read",
        ('"check_result"', '"event_definition_id"', '"event_definition_title"'),
        pattern=r'"(?:triggered_condition|event_definition_(?:id|title))"\s*:', rank=50,
    ),
    Family(
        "webhook:slack", "json", "kb.signals.alert_texts:card", ('"text"', '"attachments"'),
        pattern=r'\A\s*\{\s*"(?:channel|attachments|blocks|username)"\s*:|\A\s*\{\s*"text"\s*:\s*"(?:[^"]{0,300}"\s*,\s*'
        r'"(?:attachments|blocks|channel|username|mrkdwn)"|[^"]{0,40}(?:FIRING|RESOLVED|Triggered|Recovered|장애|복구))',
        rank=30,
    ),
    Family(
        "webhook:teams", "json", "kb.signals.alert_texts:card", ("MessageCard", "AdaptiveCard"),
        pattern=r'"(?:@?type)"\s*:\s*"(?:MessageCard|AdaptiveCard)"', rank=35,
    ),
    Family(
        "webhook:kakaowork", "json", "kb.signals.alert_texts:card", ('"conversation_id"', '"blocks"'),
        pattern=r'"conversation_id"\s*:|"type"\s*:\s*"description"', keys=("text",), rank=36,
    ),
    Family(
        "text:slack", "block", "kb.signals.alert_texts:chat",
        ("FIRING", "RESOLVED", "[Alerting]", "[No Data]", "[Triggered", "[Re-Triggered", "[Recovered", "[장애",
         "[복구", "[경보", "[해제"),
        r"^[^\w\[\n]{0,12}(?::[\w+-]{1,30}:\s?){0,2}\[(?:(?:FIRING|RESOLVED)(?::\d+)?(?:, ?RESOLVED:\d+)?\]"
        r"|(?:Alerting|No Data|Triggered|Re-Triggered|Recovered)(?: on [^\]\n]{1,200})?\] \S"
        r"|(?:장애|복구|경보|해제)(?: ?[가-힣]{1,6})?\][^\n]*\n[^\n]{1,24}(?:: |：))",
        end=r"^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\[ *\d+\.\d{6}\] )",
        rank=45,
    ),
    Family(
        "text:nagios-email", "block", "kb.signals.alert_texts:mail", ("Nagios", "Notification Type:", " Alert: "),
        r"^\*{3,} ?Nagios[^\n]{0,80}\*{3,}|^\*\* [A-Z]+ (?:Service|Host) Alert: |^Notification Type: ?[A-Z]",
        end=r"\Z", rank=44,
    ),
    Family(
        "text:icinga", "block", "kb.signals.alert_texts:mail", ("Icinga", "icinga", "] "),
        r"^\*{3,} ?[Ii]cinga[^\n]{0,80}\*{3,}|^\[(?:PROBLEM|RECOVERY|ACKNOWLEDGEMENT|CUSTOM)\] [^\n]{1,200} is [A-Z]",
        end=r"\Z", rank=46,
    ),
    Family(
        "text:zabbix", "block", "kb.signals.alert_texts:zabbix",
        ("Problem started at", "Problem has been resolved", "Original problem ID", "Problem name:"),
        r"^(?:(?:PROBLEM|Problem|Resolved|RESOLVED|OK)[^\n]{0,200}\n\s{0,3})?(?:Problem (?:started|has been resolved)"
        r"|Problem name: |Original problem ID: )", rank=45,
    ),
    # Kernel log
    Family(
        "log:dmesg-xid", "lines", "kb.signals.kernel:read", ("Xid",),
        r"NVRM: (?:The NVIDIA )?(?:GPU|Xid)|\bXid \(PCI:", rank=70,
    ),
    Family(
        "log:dmesg-sxid", "lines", "kb.signals.kernel:read", ("SXid",), r"(?:nvidia-nvswitch\d+: )?\bSXid \(PCI:",
        rank=72,
    ),
    Family(
        "log:dmesg-oom", "lines", "kb.signals.kernel:read", ("oom-kill", "ut of memory", "oom_reaper",
        "Killed process"),
        r"oom-kill|(?:Memory cgroup )?[Oo]ut of memory: Kill|oom_reaper|^.{0,80}Killed process \d+|invoked oom-killer", rank=64,
    ),
    Family(
        "log:dmesg-hung-task", "lines", "kb.signals.kernel:read", ("blocked for more than", "Call Trace", ">] ",
        "+0x"), r"blocked for more than \d+ seconds|^.{0,60}\[<[0-9a-f]{8,16}>\]|Call Trace:", rank=60,
    ),
    Family(
        "log:dmesg-nfs", "lines", "kb.signals.kernel:read", ("nfs: server", "NFS: server", "nfs4_"),
        r"nfs: server \S+ (?:not responding|OK)", rank=66,
    ),
    Family("log:dmesg-lustre", "lines", "kb.signals.kernel:read", ("Lustre",), r"\bLustre(?:Error)?: ", rank=65),
    Family(
        "log:dmesg-mlx5", "lines", "kb.signals.kernel:read", ("mlx5_",), r"\bmlx5_(?:core|cmd|pcie_event)", rank=62,
    ),
    Family(
        "log:dmesg-nic", "lines", "kb.signals.kernel:read", ("Link is",),
        r"(?:NIC|link|Link) (?:Link )?is (?:Down|Up|down|up)\b", rank=58,
    ),
    Family(
        "log:dmesg-segfault", "lines", "kb.signals.kernel:read", ("segfault at",), r"\w\[\d+\]: segfault at ",
        rank=63,
    ),
    Family(
        "log:dmesg-kernel", "lines", "kb.signals.kernel:read", ("kernel:", "kern  :", "EXT4-fs", "XFS (",
        "unregister_netdevice", "Remounting", "nvme nvme", "EDAC", "mce:", "AER:", "rcu:"),
        r"^(?:EXT4-fs|XFS \(|BTRFS|unregister_netdevice|nvme nvme\d|EDAC |mce: |rcu: )|kernel: |^kern  :"
        r"|^\[ *\d+\.\d{6}\] ",
        rank=30,
    ),
    # Training
    Family(
        "log:train-megatron-deepspeed", "lines", "kb.signals.training:read", ("iteration",),
        r"\biteration +\d+/ *\d+ \|.*actual seqlen", rank=58,
    ),
    Family(
        "log:train-megatron", "lines", "kb.signals.training:read", ("iteration",), r"\biteration +\d+/ *\d+ \|",
        rank=56,
    ),
    Family(
        "log:train-nanotron", "lines", "kb.signals.training:read", ("iteration: ",), r"\biteration: \d+ / \d+ \|",
        rank=56,
    ),
    Family(
        "log:train-torchtitan", "lines", "kb.signals.training:read", ("tps:", "[titan]"),
        r"step: +\d+ +loss: |\[titan\]", rank=56,
    ),
    Family("log:train-nanogpt", "lines", "kb.signals.training:read", ("iter ",), r"^iter \d+: loss ", rank=56),
    Family(
        "log:train-deepspeed", "lines", "kb.signals.training:read", ("deepspeed", "OVERFLOW", "samples/sec",
        "SamplesPerSec"), r"OVERFLOW! Rank|\bsteps?: \d+ loss: |RunningAvgSamplesPerSec", rank=54,
    ),
    Family(
        "log:train", "lines", "kb.signals.training:read", ("loss",),
        r"(?i)\b(?:step|iter|iteration|global_step|epoch)s?[ =:]+\d+.{0,200}\bloss\b", rank=40,
    ),
    # Distributed training and serving
    Family(
        "log:nccl-watchdog", "lines", "", ("Watchdog caught",),
        r"(?:\[[^\]\n]{1,60}\]:?\s?){0,4}Watchdog caught collective", rank=59,
    ),
    Family("log:nccl-warn", "lines", "", ("NCCL WARN",), r"(?:\S{1,60} ){0,3}NCCL WARN ", rank=57),
    Family(
        "log:torchrun", "lines", "", ("torch.distributed.elastic", "ChildFailedError"),
        r"torch\.distributed\.elastic|ChildFailedError", rank=52,
    ),
    Family(
        "log:pytorch-dataloader", "lines", "", ("DataLoader worker", "error encountered in worker"),
        r"DataLoader worker \(|encountered in worker", rank=62,
    ),
    Family(
        "log:pytorch-traceback", "lines", "", ("torch", "CUDA", "megatron"),
        r"^(?:\[?\w+\]?: ?)?Traceback \(most recent call last\)", rank=60,
    ),
    Family(
        "log:pytorch-short", "lines", "", ("RuntimeError:", "OutOfMemoryError:"),
        r"^(?:RuntimeError|torch\.\S+OutOfMemoryError): CUDA", rank=45,
    ),
    Family(
        "log:tgi", "lines", "", ("text_generation", "text-generation", "ShardCannotStart"),
        r"text[_-]generation[_-]\w+|ShardCannotStart", rank=61,
    ),
    Family(
        "log:cuda", "lines", "", ("not yet initialized", "CUDA driver initialization", "cuInit"),
        r"system not yet initialized|CUDA driver initialization failed|cuInit", rank=63,
    ),
    Family("log:fabricmanager", "lines", "", ("[tid ",), r"\[(?:INFO|WARNING|ERROR)\] \[tid \d+\]", rank=55),
    # Slurm daemons
    Family("log:slurm-srun", "lines", "", ("srun: ",), r"^srun: ", rank=45),
    Family(
        "log:slurmctld", "lines", "", ("slurmctld", "Node ping apparently"), r"slurmctld\[\d+\]|^\[\S+\] error: Node",
        rank=55,
    ),
    Family(
        "log:slurmd", "lines", "", ("slurmd[", "launch task", "STEPD"),
        r"slurmd\[\d+\]|launch task \S+ request|STEPD TERMINATED", rank=55,
    ),
    # Kubernetes
    Family(
        "log:etcd-json", "lines", "kb.signals.service_logs:read", ('"caller":',),
        r'^\{"level":"\w+","ts":"?[^,]{1,40},(?:"logger":"[^"]*",)?"caller":', rank=55,
    ),
    Family(
        "log:etcd", "lines", "kb.signals.service_logs:read", ("etcdserver", "fdatasync took", "etcd[", "mvcc:"),
        r"etcdserver: |slow fdatasync took|etcd\[\d+\]|mvcc: ", rank=54,
    ),
    Family("log:kubelet", "lines", "", ("kubelet",), r"kubelet\[\d+\]: ", rank=55),
    Family("log:apiserver", "lines", "", ('{"log":"',), r'^\{"log":"[IWEF]\d{4} ', rank=50),
    Family("log:coredns", "lines", "", ("plugin/",), r"^\[(?:ERROR|INFO|WARNING)\] plugin/\w+: ", rank=55),
    # Services
    Family(
        "log:nginx-error", "lines", "kb.signals.service_logs:read", ("#",),
        r"\[(?:error|warn|crit|alert|emerg)\] \d+#\d+: ", rank=55,
    ),
    Family(
        "log:access-clf", "lines", "kb.signals.access:read", ("HTTP/",),
        r'^\S+ \S+ \S+ \[\d\d/[A-Z][a-z]{2}/\d{4}:[\d:]{8} [+-]\d{4}\] "[A-Z]+ [^"\n]{1,2000}" \d{3} ', rank=40,
    ),
    Family(
        "log:postgresql", "lines", "", ("LOG:  ", "ERROR:  ", "FATAL:  ", "PG::"),
        r"(?:^|\s)(?:LOG|ERROR|FATAL|PANIC):  |^PG::\w+", rank=50,
    ),
    Family(
        "log:mysql-error", "lines", "", ("InnoDB", "mysqld", "[ERROR]", "[Warning]"),
        r"\bInnoDB: |mysqld(?: started|: )|^\S+ +\S+ (?:\d+ )?\[(?:ERROR|Warning|Note)\] ", rank=48,
    ),
    Family(
        "log:redis", "lines", "", ("MISCONF", ":M ", ":S ", ":C "), r"^\d+:[MSCX] \d\d [A-Z][a-z]{2}|MISCONF Redis",
        rank=55,
    ),
    Family(
        "log:kafka", "lines", "", ("ISR from", "[Partition ", "kafka."),
        r"(?:Shrinking|Expanding) ISR from|kafka\.(?:server|cluster|log|controller)\.", rank=54,
    ),
    Family(
        "log:journald-json", "lines", "", ("__REALTIME_TIMESTAMP",), r'^\{.{0,400}"__(?:REALTIME_TIMESTAMP|CURSOR)"',
        rank=60,
    ),
    # Hosts
    Family(
        "cmd:iostat", "block", "kb.signals.iostat:read", ("avg-cpu:", "Device"),
        r"^(?:Linux \d\S* \([^\n]*\n\s*)?(?:avg-cpu: +%user|Device:?[ \t]+(?:tps|r/s|rrqm/s|d/s))",
        commands=("iostat",),
    ),
    Family(
        "cmd:vmstat", "block", "kb.signals.vmstat:read", ("swpd", "merged sectors"),
        r"^(?:procs -+memory[^\n]*\n)? ?r +b +swpd +free|^disk-? -+reads-+", commands=("vmstat",),
    ),
    Family(
        "cmd:mpstat", "block", "kb.signals.sysstat:read", ("%usr",),
        r"^(?:Linux \d\S* \([^\n]*\n\s*)?[\d:.]{8,12}(?: [AP]M)? +(?:NODE|CPU) +%usr +%nice +%sys +%iowait +%irq",
        rank=52, commands=("mpstat",),
    ),
    Family(
        "cmd:pidstat", "block", "kb.signals.sysstat:read", ("PID",),
        r"^(?:Linux \d\S* \([^\n]*\n\s*)?(?:# +Time|[\d:.]{8,12}(?: [AP]M)?) +UID +(?:TGID +)?PID\b",
        rank=53, commands=("pidstat",),
    ),
    Family(
        "cmd:sar", "block", "kb.signals.sysstat:read", ("%us", "/s", "kbmemfree", "runq-sz", "LINUX RESTART"),
        r"^(?:Linux \d\S* \([^\n]*\n\s*)?[\d:]{8}(?: [AP]M)? +(?:LINUX RESTART|CPU +%us(?:e)?r +%nice"
        r" +%sys(?:tem)? +%iowait +%steal|proc/s|pswpin/s|pgpgin/s|tps +rtps|kbmemfree|runq-sz|DEV +tps|IFACE +rx"
        r"|kbswpfree|call/s|active/s|atmptf/s"
        r"|FILESYSTEM|MBfsfree|totsck)",
        rank=48, commands=("sar",),
    ),
    Family("cmd:sadf", "json", "kb.signals.sysstat:read_json", ('"sysstat"',), keys=("sysstat",)),
    Family(
        "cmd:top", "block", "kb.signals.memory:read_top", ("top - ",), r"^top - \d\d:\d\d", rank=55, commands=("top",)
    ),
    Family(
        "cmd:free", "block", "kb.signals.memory:read_free", ("Mem:",), r"^ +total +used +free[^\n]*\nMem:",
        commands=("free",),
    ),
    Family(
        "cmd:meminfo", "block", "kb.signals.memory:read_meminfo", ("MemTotal:",), r"^MemTotal: +\d+ kB",
    ),
    Family(
        "cmd:uptime", "block", "kb.signals.memory:read_uptime", ("load average",),
        r"^ *\d\d:\d\d(?::\d\d)? (?:[AP]M )? ?up [^\n]{1,80}load averages?: ", rank=45, commands=("uptime", "w"),
    ),
    Family(
        "cmd:df", "block", "kb.signals.storage:read_df", ("Mounted on", "Use%", "마운트"),
        r"^(?:Filesystem|파일 ?시스템)\b[^\n]*(?:Use%|Capacity|IUse%|Mounted on|마운트)", commands=("df",),
    ),
    Family(
        "cmd:lfs-df", "block", "kb.signals.storage:read_df", ("_UUID", "filesystem_summary"),
        r"^UUID +(?:bytes|1K-blocks|Inodes)\b[^\n]*|^\S+-(?:OST|MDT)[0-9a-f]{4}_UUID +\S+ +\S+ +\S+ +\d+%", rank=55,
        commands=("lfs",),
    ),
    Family(
        "cmd:mount", "block", "kb.signals.storage:read_mount", (" type ",), r"^\S{1,300} on /\S{0,300} type \w+ \(",
        commands=("mount",),
    ),
    Family(
        "cmd:lsblk", "block", "kb.signals.storage:read_lsblk", ("MAJ:MIN", "FSTYPE", "MOUNTPOINT"),
        r"^NAME +[^\n]{0,200}\b(?:MAJ:MIN|FSTYPE|TYPE +MOUNTPOINT)",
        commands=("lsblk",),
    ),
    Family(
        "cmd:mdstat", "block", "kb.signals.storage:read_mdstat", ("Personalities", " : active", " : inactive"),
        r"^Personalities : |^md\S{0,40} : (?:in)?active ", rank=55,
    ),
    Family(
        "cmd:smartctl", "block", "kb.signals.smart:read", ("smartctl", "SMART", "Raw_Read_Error", "RAW_VALUE"),
        r"^smartctl \d|^=== START OF (?:INFORMATION|READ SMART|SMART)|^SMART overall-health|^SMART/Health Information"
        r"|^ID# ATTRIBUTE_NAME",
        rank=55, commands=("smartctl",),
    ),
    Family(
        "cmd:nvme-smart-log", "block", "kb.signals.smart:read", ("critical_warning", "Smart Log for NVME"),
        r"^Smart Log for NVME|^critical_warning +: ", rank=55, commands=("nvme",),
    ),
    Family(
        "cmd:ip-link", "block", "kb.signals.network:read_ip", ("mtu",), r"^\d+: [\w.@:-]+: <[A-Z0-9_,-]*> mtu \d+",
        commands=("ip",),
    ),
    Family(
        "cmd:netstat", "block", "kb.signals.network:read_netstat", ("Kernel Interface", "Active Internet", "RX-OK",
        "Recv-Q", "segments retrans", "TcpExt:"),
        r"^Kernel Interface table|^Active Internet connections|^Iface +(?:MTU|Met)|^Proto +(?:Recv-Q|RefCnt)"
        r"|^ *\d+ segments retrans|^(?:Ip|Tcp|TcpExt):$",
        rank=52, commands=("netstat", "ifconfig"),
    ),
    Family(
        "cmd:ss", "block", "kb.signals.network:read_netstat", ("Recv-Q", "estab"),
        r"^(?:Netid +)?State +Recv-Q|^TCP: +\d+ \(estab", commands=("ss",),
    ),
    Family(
        "cmd:ethtool", "block", "kb.signals.ethtool:read", ("Settings for", "NIC statistics:"),
        r"^Settings for \S+:|^NIC statistics:", commands=("ethtool",),
    ),
    Family(
        "cmd:ping", "block", "kb.signals.probes:read_ping", ("PING ", "Pinging ", "ping statistics", "icmp_seq",
        "ping: "),
        r"^PING \S+|^Pinging \S+|^--- \S+ ping statistics|^\d+ bytes from \S+ (?:\(\S+\): )?icmp_seq|^ping: \S+",
        commands=("ping",),
    ),
    Family(
        "cmd:traceroute", "block", "kb.signals.probes:read_route", ("traceroute",), r"^traceroute6? to \S+ \(",
        commands=("traceroute", "tracepath"),
    ),
    Family(
        "cmd:mtr", "block", "kb.signals.probes:read_route", ("Loss%",),
        r"^(?:Start: [^\n]*\n)?HOST: \S+ +Loss%|^ *Host +Loss%",
        commands=("mtr",),
    ),
    Family(
        "cmd:dig", "block", "kb.signals.probes:read_dig", ("<<>> DiG", "->>HEADER<<-"),
        r"^; <<>> DiG |^;; ->>HEADER<<-|^;; connection timed out", commands=("dig",),
    ),
    Family(
        "cmd:chronyc", "block", "kb.signals.probes:read_clock", ("Reference ID", "MS Name/IP"),
        r"^Reference ID +: |^MS Name/IP address", commands=("chronyc",),
    ),
    Family(
        "cmd:ntpq", "block", "kb.signals.probes:read_clock", ("refid",), r"^ +remote +refid +st ", commands=("ntpq",),
    ),
    Family(
        "cmd:systemctl", "block", "kb.signals.systemd:read", ("Active: ", "LOAD ", "failed"),
        r"^[●○×↻*x]? ?[\w@.:\\-]+\.(?:service|socket|timer|mount|target) - [^\n]*\n(?: +[A-Z][^\n]*\n){0,4}"
        r"| +Active: (?:in)?(?:active|failed|activating)"
        r"|^ *UNIT +LOAD +ACTIVE +SUB|^[●×* ]{1,3}[\w@.:\\-]+\.\w+ +loaded +failed +failed ",
        commands=("systemctl",),
    ),
    # Network and cluster file systems
    Family(
        "cmd:nfsstat", "block", "kb.signals.nfs:read_nfsstat", ("retrans", "badcalls"),
        r"^(?:Client|Server) rpc(?: stats)?:|^calls +(?:badcalls|retrans)", commands=("nfsstat",),
    ),
    Family(
        "cmd:nfsiostat", "block", "kb.signals.nfs:read_nfsiostat", ("avg RTT", "rpc bklog"),
        r"^\S{1,300} mounted on /\S{0,300}:|^read: +ops/s", rank=52, commands=("nfsiostat",),
    ),
    Family(
        "cmd:mountstats", "block", "kb.signals.nfs:read_mountstats", ("statvers=", "major timeouts", "Stats for "),
        r"^device \S+ mounted on \S+ with fstype nfs|^Stats for \S+ mounted on|^ *NFS mount options:"
        r"|^[A-Z_]{3,20}:\n\s*\d+ ops ",
        rank=53, commands=("mountstats",),
    ),
    Family(
        "cmd:lustre-stats", "block", "kb.signals.clusterfs:read_lustre", ("snapshot_time", "import=", "current_state",
        " UP ", "-OST", "samples ["),
        r"^snapshot_time +\d|^\w+ +\d+ samples \[|^\S+\.import="
        r"|^ *\d+ UP (?:mgc|osp|osc|mdc|lov|lmv|obdfilter|osd-\w+) "
        r"|^\S+-(?:OST|MDT)[0-9a-f]{4}-\S+: (?:in)?active",
        commands=("lctl", "llstat"),
    ),
    Family(
        "cmd:ceph-status", "block", "kb.signals.clusterfs:read_ceph", ("HEALTH_", "osds: "),
        r"^ *cluster:? *\n|^\s*cluster [0-9a-f-]{36}|^ *health:? HEALTH_|^HEALTH_(?:OK|WARN|ERR)\b", rank=55,
        commands=("ceph",),
    ),
    Family(
        "cmd:ceph-osd-tree", "block", "kb.signals.clusterfs:read_ceph", ("REWEIGHT",),
        r"^ID +(?:CLASS +)?WEIGHT +[^\n]*REWEIGHT", rank=56,
    ),
    # Metrics
    Family(
        "metrics:prom-text-dcgm", "block", "kb.signals.exposition:read", ("DCGM_FI_",),
        r"^(?:# HELP )?DCGM_FI_\w+", rank=53,
    ),
    Family(
        "metrics:prom-text-nvidia", "block", "kb.signals.exposition:read", ("nvidia_smi_",),
        r"^(?:# HELP )?nvidia_smi_\w+(?:\{| |$)", rank=53,
    ),
    Family(
        "metrics:prom-text-vllm", "block", "kb.signals.exposition:read", ("vllm:",), r"^(?:# HELP )?vllm:\w+(?:\{| )",
        rank=53,
    ),
    Family(
        "metrics:prom-text-etcd", "block", "kb.signals.exposition:read", ("etcd_",),
        r"^(?:# HELP )?etcd_(?:server|disk|network|mvcc|debugging|cluster)_\w+(?:\{| )", rank=53,
    ),
    Family(
        "metrics:openmetrics", "block", "kb.signals.exposition:read", ("# EOF", "# UNIT "),
        r"\A(?=[\s\S]{0,262144}^# (?:EOF$|UNIT ))[\s\S]*?^(?:# (?:HELP|TYPE|UNIT) )?[a-zA-Z_:][\w:]*(?:\{| )", rank=54,
    ),
    Family(
        "metrics:prom-text", "block", "kb.signals.exposition:read", ("# HELP ", "# TYPE ", "{", "node_", "process_",
        "container_", "_total "),
        r"^# (?:HELP|TYPE) [a-zA-Z_:][\w:]* "
        r"|^(?:node|process|go|promhttp|container|kube|redis|mysql|pg|http|python)_\w+ [-+]?\d[\d.e+-]*$"
        r"|^[a-zA-Z_:][\w:]*\{\w+=\"[^\n]*\} [-+]?[\dNI][\d.eE+aInNf-]*(?: \d+)?$", rank=50,
    ),
    Family(
        "metrics:prom-api-json", "json", "kb.signals.promapi:read", ('"resultType"', '"errorType"'), keys=("status",),
        pattern=r'"(?:resultType|errorType)"',
    ),
    Family(
        "metrics:graphite-json", "json", "kb.signals.promapi:read_graphite", ('"datapoints"',),
        keys=("target", "datapoints"),
    ),
    Family(
        "metrics:graphite", "block", "kb.signals.timeseries:read_graphite", ("|", ",20", ",\"20", " 1"),
        r"^[^\n|]{1,300},\d{9,11},\d{9,11},\d+\|(?:[-\dN])"
        r"|^(?:[^\s,;][^\n,;]{0,200}|[\w.]+\([^\n]{1,300}\)),\"?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\"?,(?:-?\d[\d.eE+-]*)?$"
        r"|^[\w-]+(?:\.[\w-]+){1,20} -?\d[\d.eE+-]* \d{10}$",
        rank=52,
    ),
    Family(
        "metrics:influx-line", "block", "kb.signals.timeseries:read_influx", ("=",),
        r"^[\w.:-]+(?:,[^\s,=]+=(?:[^\s,\\]|\\.)+)+ [^\s=,]+=(?:\"|-?\d|t|f)[^\n]*$"
        r"|^[\w.:-]+ [^\s=,]+=-?\d[^\n]* \d{16,19}$",
        rank=45,
    ),
    # These begin with the newline before the first row, so that the line above (a header) belongs to the part and
    # the search has a literal to look for.
    Family(
        "metrics:csv-timeseries", "block", "kb.signals.timeseries:read_table", (",", ";", "\t"),
        r"\n(?:\"?(?:[^\n,;\t]{0,60}[,;\t]){0,2}\"?"
        r"(?:\d{4}[-/]\d\d[-/]\d\d[T \d:.+Z-]{0,24}(?: UTC)?|\d{10}(?:\d{3})?(?:\.\d+)?|\d\d:\d\d(?::\d\d)?)\"?[,;\t]"
        r"(?:(?:[^\n,;\t]{0,80}[,;\t]){0,200} ?\"?-?\d[\d.eE+-]*%?\"?"
        r"|\"?-?\d[\d.eE+-]*\"?(?:[,;\t][^\n,;\t]{0,80}){0,200})[ \t]*(?:\n|\Z)){2}",
        rank=30,
    ),
    Family(
        "metrics:columns", "block", "kb.signals.timeseries:read_table", ("\n",),
        r"\n(?:[ \t]*\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?"
        r"|\d{10}(?:\d{3})?(?:\.\d+)?|\d\d:\d\d(?::\d\d)?)\]?"
        r"(?:[ \t]+-?\d+(?:\.\d+)?%?){1,12}[ \t]*(?:\n|\Z)){2}",
        rank=29,
    ),
    # Clusters: GPUs, fabrics, schedulers, services, benchmarks
    Family(
        "cmd:nvidia-smi-table", "block", "kb.signals.nvidia_smi:read_table",
        ("NVIDIA-SMI", "No devices were found", "GPU-Util"),
        r"^\+-+\+\n\| NVIDIA-SMI|^\| NVIDIA-SMI \d|NVIDIA-SMI has failed|^No devices were found$|\|\s+MIG M\. \|",
        rank=60, commands=("nvidia-smi",),
    ),
    Family(
        "cmd:nvidia-smi-csv", "block", "kb.signals.nvidia_smi:read_csv",
        ("utilization.gpu", "memory.used", "temperature.gpu", "clocks.", "ecc.errors", "pcie.link", "power.draw",
        "gpu_name", "NVIDIA ", "Tesla "),
        r"^[\w., \[\]%-]{0,30000}?(?:utilization\.(?:gpu|memory)|memory\.(?:used|total|free)|power\.draw|gpu_name"
        r"|temperature\.(?:gpu|memory)|clocks\.[a-z.]+|ecc\.errors\.[a-z.]+|pcie\.link\.[a-z.]+)"
        r"(?: \[[^\]\n]{1,8}\])?(?:, ?[a-z]|$)"
        r"|^(?:[^,\n]{1,60},){0,20} ?(?:NVIDIA|Tesla) [\w .-]{2,40}, ?[\w.-]"
        r"|^(?: ?\d[^,\n]{0,60},){1,20} ?(?:NVIDIA|Tesla) [\w .-]{2,40}$",
        rank=58, commands=("nvidia-smi",),
    ),
    Family(
        "cmd:nvidia-smi-dmon", "block", "kb.signals.nvidia_smi:read_dmon", ("# gpu",),
        r"^# ?gpu +[a-z]+", rank=60, commands=("nvidia-smi",),
    ),
    Family(
        "cmd:nvidia-smi-xml", "block", "kb.signals.nvidia_smi_q:read_xml", ("<nvidia_smi_log", "<gpu id="),
        r"^<\?xml[^>\n]*>\s*(?:<!DOCTYPE[^>\n]*>\s*)?<nvidia_smi_log|^[ \t]*<nvidia_smi_log|^[ \t]*<gpu id=", rank=62,
        commands=("nvidia-smi",),
    ),
    Family(
        "cmd:nvidia-smi-q", "block", "kb.signals.nvidia_smi_q:read_q",
        ("NVSMI LOG", "ECC Errors", "Attached GPUs", "Remapped Rows", "Throttle Reasons", "Event Reasons", "T.Limit",
        "GPU Current Temp", "Power Draw"),
        r"^=+NVSMI LOG=+|^Attached GPUs\s+:|^Timestamp {5,}: |^GPU [0-9A-F]{8}:|^[ \t]+(?:ECC Errors|Remapped Rows"
        r"|Clocks (?:Throttle|Event) Reasons|Retired Pages|Temperature)$"
        r"|^[ \t]+(?:GPU Current Temp|GPU T\.Limit Temp|Power Draw)\s+:",
        rank=59, commands=("nvidia-smi",),
    ),
    Family(
        "cmd:nvidia-smi-nvlink", "block", "kb.signals.dcgm:read_nvlink", ("Link 0:", "<inactive>"),
        r"^GPU \d+: [^\n]{3,200}\n\s+Link \d+: ", rank=59, commands=("nvidia-smi",),
    ),
    Family(
        "cmd:dcgmi-nvlink", "block", "kb.signals.dcgm:read_nvlink", ("NvLink Link Status", "NVLINK Error Counts"),
        r"^(?:\+[-+]+\n)?\|\s+NvLink Link Status|^(?:\+[-+]+\n)?\|?[ \t]*NVLINK Error Counts", rank=62,
        commands=("dcgmi",),
    ),
    Family(
        "cmd:dcgmi-diag", "block", "kb.signals.dcgm:read_diag",
        ("| Diagnostic ", "-----  ", "GPU to Host", "| GPU Memory ", "| Warning  ", "| Error  ", "| Info  "),
        r"^(?:\+[-+]+\n)?\| Diagnostic +\||^[+|]-+ {1,3}(?:Deployment|Hardware|Integration|Stress|Metadata) {1,3}-+"
        r"|^\| (?:Error|Warning|Info) +\| GPU \d", rank=60, end=r"^Successfully ran diagnostic", commands=("dcgmi",),
    ),
    Family(
        "cmd:dcgmi-health", "block", "kb.signals.dcgm:read_diag", ("Health Monitor Report", "Overall Health"),
        r"^(?:\+[-+]+\n)?\|\s+Health Monitor Report|^\| Overall Health +\|", rank=61, commands=("dcgmi",),
    ),
    Family(
        "cmd:ibstat", "block", "kb.signals.infiniband:read_ibstat", ("CA '", "ibpanic", "Physical state"),
        r"^CA '|^ibpanic: |^[ \t]*State: \w+\n[ \t]*Physical state: ",
        rank=60, commands=("ibstat",),
    ),
    Family(
        "cmd:perfquery", "block", "kb.signals.infiniband:read_perfquery",
        ("# Port extended counters", "# Port counters", "PortSelect:."),
        r"^# Port (?:extended )?counters: |^PortSelect:\.", rank=60, commands=("perfquery",),
    ),
    Family(
        "bench:ib-write-bw", "block", "kb.signals.infiniband:read_perftest", ("#bytes",),
        r"^(?:-+\n)?[ \t]+(?:RDMA_\w+|Send|Raw_\w+|Atomic_\w+) [^\n]{0,40}Test$|^ *#bytes +#iterations", rank=60,
    ),
    Family(
        "cmd:slurm-sinfo", "block", "kb.signals.slurm:read_sinfo",
        ("PARTITION", "NODELIST", "idle", "REASON ", "alloc", "drain"),
        r"^(?:[\w.-]+[:$#>] ?sinfo[^\n]*\n)?PARTITION +AVAIL|^NODELIST +NODES|^REASON +USER +TIMESTAMP"
        r"|^(?:[\w.\[\]-]+,(?:idle|alloc\w*|mix\w*|down|drain\w*|fail\w*|maint|unk\w*)[*~#$@!%^-]?\n){2,}",
        rank=60, end=r"^$|^JOBID ", commands=("sinfo",),
    ),
    Family(
        "cmd:slurm-squeue", "block", "kb.signals.slurm:read_squeue", ("JOBID",),
        r"^(?:[\w.-]+[:$#>] ?squeue[^\n]*\n)? *JOBID +(?:PARTITION|USER|NAME|ST\b|STATE)",
        rank=60, end=r"^$|^PARTITION ", commands=("squeue",),
    ),
    Family(
        "cmd:slurm-sacct", "block", "kb.signals.slurm:read_sacct", ("JobID",), r"^ *JobID(?:Raw)?(?:\||  +| [A-Z])",
        rank=60, commands=("sacct",),
    ),
    Family(
        "cmd:slurm-scontrol", "block", "kb.signals.slurm:read_scontrol", ("NodeName=", "JobId=", "PartitionName="),
        r"^(?:[\w.-]+[:$#>] ?scontrol show [^\n]*\n)?(?:NodeName=\S+ (?:Arch|State|CPU|CoresPer)|JobId=\d+ "
        r"|PartitionName=\S+\n?)", rank=60, commands=("scontrol",),
    ),
    Family(
        "cmd:slurm-sdiag", "block", "kb.signals.slurm:read_sdiag", ("sdiag output", "Server thread count"),
        r"^(?:\*+\n)?sdiag output at |^Server thread count:", rank=60, commands=("sdiag",),
    ),
    Family(
        "cmd:slurm-json", "json", "kb.signals.slurm_json:read",
        ('"alloc_cpus"', '"job_state"', '"alloc_memory"', '"slurmctld_host"', '"state_flags"', '"slurmd_version"'),
        r'"(?:alloc_cpus|job_state|alloc_memory|state_flags|slurmd_version|slurmctld_host)"\s*:', rank=50,
    ),
    Family(
        "cmd:kubectl-describe-node", "block", "kb.signals.kubectl:read_describe", ("Roles:",),
        r"^Name: +\S+\nRoles: ", rank=62, commands=("kubectl", "oc"),
    ),
    Family(
        "cmd:kubectl-describe", "block", "kb.signals.kubectl:read_describe",
        ("Name: ", "lastState:", "Last State:", "Restart Count:"),
        r"^Name: +\S+\n(?:Namespace|Priority|Labels|CreationTimestamp|StorageClass|Selector|Provisioner):"
        r"|^ *lastState:$|^ +Last State: |^ +Restart Count: ", rank=60, commands=("kubectl", "oc"),
    ),
    Family(
        "cmd:kubectl-events", "block", "kb.signals.kubectl_tables:read_events", ("LAST SEEN", "Events:"),
        r"^(?:NAMESPACE +)?LAST SEEN +|^Events:\n +Type +Reason ", rank=58, commands=("kubectl", "oc"),
    ),
    Family(
        "cmd:kubectl-top", "block", "kb.signals.kubectl_tables:read_top", ("CPU(cores)", "Metrics API not available",
        "metrics not available yet", "kubectl top"),
        r"^(?:NAMESPACE +)?(?:POD +)?NAME +CPU\(cores\)|^[^\n]{0,40}kubectl top [^\n]*|^error: [Mm]etrics ", rank=60,
        commands=("kubectl",),
    ),
    Family(
        "cmd:kubectl-get", "block", "kb.signals.kubectl_tables:read_get", ("NAME ",),
        r"^(?:NAMESPACE +)?NAME +(?:READY +(?:STATUS|UP-TO-DATE)|STATUS +(?:ROLES|VOLUME|COMPLETIONS|AGE)|COMPLETIONS"
        r"|DESIRED +CURRENT|CAPACITY)", rank=55, end=r"^$", commands=("kubectl", "oc"),
    ),
    Family(
        "cmd:redis-info", "block", "kb.signals.services:read_redis",
        ("redis_version:", "used_memory:", "cluster_state:", "master_link_status:", "# Keyspace", "connected_clients:"),
        r"^# (?:Server|Memory|Clients|Persistence|Replication|Stats)\n|^(?:redis_version|used_memory|cluster_state"
        r"|role|connected_clients):\w", rank=58, commands=("redis-cli", "valkey-cli"),
    ),
    Family(
        "cmd:mysql-processlist", "block", "kb.signals.databases:read_processlist", ("| Command",),
        r"^(?:\+-[-+]*\+\n)?\| +I[dD] +\| User +\| Host", rank=60, commands=("mysql", "mysqladmin"),
    ),
    Family(
        "cmd:mysql-status", "block", "kb.signals.databases:read_mysql_status",
        ("Variable_name", "Slave_IO_Running", "Replica_IO_Running", "Threads_connected"),
        r"^(?:\+-[-+]*\+\n)?\|? ?Variable_name\s+\|?\s*Value|^\*+ 1\. row \*+\n\s+(?:Slave|Replica)_IO_State"
        r"|^[ \t]+(?:Slave|Replica)_IO_(?:State|Running): |^\|? ?Threads_connected\s", rank=59,
        commands=("mysql", "mysqladmin"),
    ),
    Family(
        "cmd:pg-stat-activity", "block", "kb.signals.databases:read_pg_activity", ("state", "wait_event"),
        r"^(?=[a-z_ |]*\b(?:state|wait_event|wait_event_type)\b) *[a-z_]+ *\|[a-z_ |]*\n-+\+", rank=58,
        end=r"^\(\d+ rows?\)", commands=("psql",),
    ),
    Family(
        "cmd:rabbitmq-json", "json", "kb.signals.services:read_rabbitmq",
        ("network_partitions_detected", "mem_alarm", "messages_unacknowledged", "rabbitmq_version"),
        r'"(?:network_partitions_detected|mem_alarm|messages_unacknowledged|rabbitmq_version)"\s*:', rank=50,
    ),
    Family(
        "cmd:kafka-consumer-group", "block", "kb.signals.services:read_kafka", ("LOG-END-OFFSET",
        "has no active members"),
        r"^(?:GROUP +)?TOPIC +PARTITION +CURRENT-OFFSET|^Consumer group '", rank=60,
        commands=("kafka-consumer-groups", "kafka-consumer-groups.sh"),
    ),
    Family(
        "cmd:openssl", "block", "kb.signals.certificate:read", ("notAfter", "Not After", "Verify return code",
        "verify error"),
        r"^(?:notBefore|notAfter|subject|issuer)=|^Certificate:\n\s+Data:|^[ \t]+Not (?:Before|After) ?: "
        r"|^[ \t]*Verify return code: |^verify error|^CONNECTED\(\d+\)", rank=58, commands=("openssl",),
    ),
    Family(
        "cmd:ls", "block", "kb.signals.listing:read", ("rw-", "r--", "rwx", "r-x"),
        r"^(?:total [\d.]+[KMGT]?\n)?[-dl](?:[-r][-w][-xsStT]){3}[.+@]?\s+\d+ \S+ +\S+ +[\d.,]+[KMGT]? ",
        rank=52, commands=("ls", "ll"),
    ),
    Family(
        "bench:nccl-tests", "block", "kb.signals.collectives:read_nccl", ("busbw", "Test NCCL failure"),
        r"^# ?(?:nThread|nccl-tests version|Collective test starting)|^#\s+size\s+count\s+type"
        r"|^[^\n]{0,80}Test NCCL failure", rank=62,
    ),
    Family(
        "bench:nccl-pairs", "block", "kb.signals.collectives:read_pairs", ("busbw", "algbw", "GB/s"),
        r"^#[^\n]*(?:busbw|algbw|bandwidth|GB/s)[^\n]*\n(?:#[^\n]*\n){0,10} *"
        r"[\w.-]+ ?(?:,|<->|<>|->) ?[\w.-]+[ \t:,|]+\d+(?:\.\d+)?"
        r"|^(?:[A-Za-z][\w.-]*(?:,|<->|<>|->)[A-Za-z][\w.-]*[ \t,:]+\d+\.\d+(?: *GB/s)?\n){2,}", rank=58,
    ),
    Family(
        "bench:nvbandwidth", "block", "kb.signals.benchmarks:read_nvbandwidth", ("nvbandwidth", "memcpy CE",
        "memcpy SM"),
        r"^nvbandwidth Version|^Running \w+_memcpy_(?:ce|sm)\.", rank=60,
    ),
    Family(
        "bench:bandwidthTest", "block", "kb.signals.benchmarks:read_cuda_bandwidth", ("[CUDA Bandwidth Test]",
        "bandwidthTest-"),
        r"^\[CUDA Bandwidth Test\]|^bandwidthTest-\w+-\w+, ", rank=60,
    ),
    Family(
        "bench:gpu-burn", "block", "kb.signals.benchmarks:read_gpu_burn", ("proc'd:", "Tested "),
        r"^GPU \d+: [^\n]*\(UUID: [^\n]*\n(?:GPU [^\n]*\n|\s){0,40}[\d.]+%\s+proc'd: "
        r"|^[\d.]+%\s+proc'd: |^Tested \d+ GPUs:",
        rank=60,
    ),
    Family(
        "bench:mlc", "block", "kb.signals.benchmarks:read_mlc", ("Memory Latency Checker", "Stream-triad like"),
        r"^Intel\(R\) Memory Latency Checker|^ALL Reads\s+:", rank=60, end=r"\Z", commands=("mlc",),
    ),
    Family(
        "bench:gpcnet", "block", "kb.signals.benchmarks:read_gpcnet", ("NetworkLoad Tests", "Isolated Network Tests",
        "Network Tests v"),
        r"^Network(?:Load)? Tests v|^(?:\+[-+]+\n)?\|\s+Isolated Network Tests", rank=60,
    ),
    Family(
        "bench:fio", "block", "kb.signals.fio:read_text", ("groupid=", "fio-"),
        r"^\S[^\n]{0,100}: \(g=\d+\): rw=|^fio-\d|^\S[^\n]{0,100}: \(groupid=\d+, jobs=\d+\): err=", rank=60,
        commands=("fio",),
    ),
    Family(
        "bench:fio-json", "json", "kb.signals.fio:read_json", ('"fio version"',), keys=("fio version", "jobs"), rank=55,
    ),
    # Services, continued
    Family(
        "log:app-java", "lines", "kb.signals.service_logs:read",
        ("\tat ", " at ", "Caused by:", "Exception", "tried for db query"),
        r"^\s+at [\w.$/<>]+\([^\n)]{1,120}\)|^Caused by: |^Exception in thread |^Java [\w ]{1,30}Exception"
        r"|^(?:[a-z]\w*\.){1,8}[A-Z]\w*(?:Exception|Error)\b", rank=44,
    ),
    Family(
        "log:java-gc", "lines", "kb.signals.java_gc:read", ("[gc", "[GC", "[Full GC", "GC invocations"),
        r"\[gc[\w,]*\s*\]|\[(?:Full )?GC\b|Heap (?:before|after) GC invocations", rank=56,
    ),
    Family(
        "log:hadoop", "lines", "kb.signals.service_logs:read", ("org.apache.hadoop",),
        r"org\.apache\.hadoop\.", rank=52,
    ),
    Family(
        "log:spark", "lines", "kb.signals.service_logs:read",
        ("spark.", "TaskSetManager", "DAGScheduler", "BlockManager", "CoarseGrainedExecutor", "ExecutorLostFailure"),
        r"\b(?:spark\.[A-Z]\w+|scheduler\.(?:TaskSetManager|DAGScheduler)|storage\.BlockManager\w*"
        r"|executor\.\w+): |org\.apache\.spark\.", rank=53,
    ),
    Family(
        "log:zookeeper", "lines", "kb.signals.service_logs:read",
        ("QuorumCnxManager", "NIOServerCnxn", "org.apache.zookeeper", "QuorumPeer", "ZooKeeperServer"),
        r"QuorumCnxManager|NIOServerCnxn|org\.apache\.zookeeper\.|QuorumPeer|ZooKeeperServer", rank=54,
    ),
    Family(
        "log:cassandra", "lines", "kb.signals.service_logs:read",
        ("GCInspector", "StatusLogger", "MessagingService", "org.apache.cassandra", "CompactionExecutor", "Gossiper"),
        r"GCInspector|StatusLogger\.java|MessagingService\.java|org\.apache\.cassandra\.|Gossiper\.java"
        r"|\[CompactionExecutor", rank=54,
    ),
    Family(
        "log:rabbitmq", "lines", "kb.signals.service_logs:read", ("rabbit@", "] <0.", "=ERROR REPORT", "rabbit_"),
        r"\[(?:error|warning|info|notice|debug)\] <\d+\.\d+\.\d+>|^=(?:ERROR|WARNING|INFO) REPORT====|\brabbit@\w+",
        rank=54,
    ),
    Family(
        "log:haproxy", "lines", "kb.signals.access:haproxy", ("haproxy[", "/<NOSRV>", " backend ", "is DOWN, reason"),
        r"haproxy\[\d+\]: |/<NOSRV> |Server \S{1,100} is (?:DOWN|UP), reason: ", rank=55,
    ),
    Family(
        "log:apache-error", "lines", "kb.signals.service_logs:read", ("] [pid ", ":error]", ":warn]", "AH0"),
        r"^\[[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d [\d:.]+ \d{4}\] \[[\w.-]*:?\w+\] (?:\[pid |AH\d)", rank=47,
    ),
    Family(
        "log:mysql-client", "lines", "",
        ("mysqli_connect", "PDOException", "pymysql", "MySQLdb", "mysql.connector", "ERROR 1", "ERROR 2",
         "(08004/1040)", "com.mysql.", "Too many connections"),
        r"mysqli?_\w*connect\(\)|^PHP (?:Warning|Fatal error): [^\n]{0,80}(?:mysqli|PDOException)"
        r"|SQLSTATE\[\w{5}\] \[\d{4}\]|pymysql\.err|MySQLdb\.|mysql\.connector"
        r"|^ERROR [12]\d{3} \(\w{5}\)|com\.mysql\.|\(\w{5}/1\d{3}\)", rank=58,
    ),
    Family(
        "log:s3", "lines", "kb.signals.object_storage:read",
        ("SlowDown", "AmazonS3", "botocore", "S3Exception", "<Code>", "reduce your request rate", "S3 operation"),
        r"AmazonS3Exception|S3Exception|'Code': '\w+'|<Error><Code>|Error Code: \w+; Request ID"
        r"|botocore\.exceptions|reduce your request rate|\bSlowDown\b", rank=57,
    ),
    Family(
        "log:vllm", "lines", "kb.signals.serving:read",
        ("generation throughput", "vllm", "llm_engine.py", "EngineDeadError"),
        r"Avg (?:prompt|generation) throughput: |\bvllm[./_]\w|\b(?:async_)?llm_engine\.py:\d+\]|EngineDeadError",
        rank=61,
    ),
    Family(
        "log:otlp-jsonl", "lines", "kb.signals.otlp:read", ('"resourceLogs"', '"resourceSpans"'),
        r'^\{"resource(?:Logs|Spans)":', rank=62,
    ),
    # Nodes
    Family(
        "log:azure-nhc", "lines", "kb.signals.node_checks:nhc", (" | Healthy", "Health check failed", " | ERROR: "),
        r"^\S{1,80} \| (?:Healthy\b|ERROR: (?:nhc: |No results))", rank=73,
    ),
    Family(
        "log:loghub-bgl", "lines", "kb.signals.node_checks:events", (" RAS ",),
        r"^(?:-|[A-Z][A-Z0-9_]{2,20}) \d{10} \d{4}\.\d\d\.\d\d \S+ \S+ \S+ [A-Z]+ ", rank=60,
    ),
    Family(
        "log:loghub-hpc", "lines", "kb.signals.node_checks:events",
        ("unix.hw", "state_change", "switch_module", " boot_cmd ", " node psu ", " node status "),
        r"^\d{1,9} \S+ (?:unix\.hw|switch_module|node|domain|gige|boot_cmd|action) \S+ \d{9,10} \d ", rank=60,
    ),
    Family(
        "log:loghub-hdfs", "lines", "kb.signals.service_logs:read", ("dfs.",),
        r"^\d{6} \d{6} \d+ (?:INFO|WARN|ERROR|FATAL) dfs\.", rank=53,
    ),
    Family(
        "log:mcelog", "lines", "kb.signals.node_checks:mcelog", ("STATUS ", "Hardware event.", "MCi status"),
        r"^(?:STATUS (?:0x)?[0-9a-fA-F]{6,16}\b|CPU \d+ (?:BANK )?\d+\b|PROCESSOR \d+:0x|MISC\s+(?:0x)?[0-9a-f]+|ADDR "
        r"|MCA: |MCi status|MCGSTATUS |MCE \d+$|(?:mcelog: )?Hardware event\. This is not a software error)", rank=60,
    ),
    Family(
        "log:py-spy", "block", "kb.signals.stacks:read",
        ("Thread ", "all_reduce", "broadcast", "all_gather", "barrier", "reduce_scatter"),
        r'^Thread (?:0x)?[0-9a-f]+ \([\w+]+\)(?:: "|$)|^(?:Current thread|Thread) 0x[0-9a-f]+ [^\n]{0,20}\(most recent'
        r"|^[\w.@:-]{2,80}\n(?:[ \t]+[a-z_]\w*[ \t]*\n){4}", rank=60, commands=("py-spy",),
    ),
    # Logs of any program
    Family(
        "log:syslog", "lines", "", _MONTHS, r"^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+?(?:\[\d+\])?: ", rank=20,
    ),
)  # fmt: skip
"""All formats. Rows of one kind stand together."""
