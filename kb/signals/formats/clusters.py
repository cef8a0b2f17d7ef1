"""Rows of the table of formats (`kb.signals.families`): GPUs, fabrics, schedulers, Kubernetes, databases, benches."""

from __future__ import annotations

from kb.signals.family import Family

CLUSTERS: tuple[Family, ...] = (
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
        "cmd:dcgmi-nvlink", "block", "kb.signals.dcgm:read_nvlink",
        ("NvLink Link Status", "NVLINK Error Counts", "gpuId "),
        r"^(?:\+[-+]+\n)?\|\s+NvLink Link Status|^(?:\+[-+]+\n)?\|?[ \t]*NVLINK Error Counts"
        r"|^(?:GPUs:\n)?[ \t]+gpuId \d+:\n[ \t]+[UDX_](?: [UDX_]){3,40}$", rank=62,
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
        r"^#(?=[^\n]*(?:busbw|algbw|bandwidth|GB/s))[^\n]*\n(?:#[^\n]*\n){0,10} *"
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
)  # fmt: skip
