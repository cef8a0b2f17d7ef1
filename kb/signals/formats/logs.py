"""Rows of the table of formats (`kb.signals.families`): kernel, training and serving, schedulers, common services."""

from __future__ import annotations

from kb.signals.family import Family

LOGS: tuple[Family, ...] = (
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
        r"oom-kill|(?:Memory cgroup )?[Oo]ut of memory: Kill|oom_reaper|^.{0,80}Killed process \d+|invoked oom-killer",
        rank=64,
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
        "unregister_netdevice", "Remounting", "nvme nvme", "EDAC", "mce:", "AER:", "rcu:",
        "uncorrectable I/O failure"),
        r"^(?:EXT4-fs|XFS \(|BTRFS|unregister_netdevice|nvme nvme\d|EDAC |mce: |rcu: )|kernel: |^kern  :"
        r"|^\[ *\d+\.\d{6}\] ",
        rank=30,
    ),
    # Training
    Family(
        "log:train-megatron-deepspeed", "lines", "kb.signals.training:read", ("actual seqlen",),
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
)  # fmt: skip
