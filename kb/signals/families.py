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
        "log:etcd-json", "lines", "", ('"caller":',),
        r'^\{"level":"\w+","ts":"?[^,]{1,40},(?:"logger":"[^"]*",)?"caller":', rank=55,
    ),
    Family(
        "log:etcd", "lines", "", ("etcdserver", "fdatasync took", "etcd[", "mvcc:"),
        r"etcdserver: |slow fdatasync took|etcd\[\d+\]|mvcc: ", rank=54,
    ),
    Family("log:kubelet", "lines", "", ("kubelet",), r"kubelet\[\d+\]: ", rank=55),
    Family("log:apiserver", "lines", "", ('{"log":"',), r'^\{"log":"[IWEF]\d{4} ', rank=50),
    Family("log:coredns", "lines", "", ("plugin/",), r"^\[(?:ERROR|INFO|WARNING)\] plugin/\w+: ", rank=55),
    # Services
    Family("log:nginx-error", "lines", "", ("#",), r"\[(?:error|warn|crit|alert|emerg)\] \d+#\d+: ", rank=55),
    Family(
        "log:access-clf", "lines", "", ("HTTP/",),
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
    # Logs of any program
    Family(
        "log:syslog", "lines", "", _MONTHS, r"^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+?(?:\[\d+\])?: ", rank=20,
    ),
)  # fmt: skip
"""All formats. Rows of one kind stand together."""
