"""Rows of the table of formats: commands that look at one host and its file systems. See `kb.signals.families`."""

from __future__ import annotations

from kb.signals.family import Family

HOSTS: tuple[Family, ...] = (
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
        "cmd:systemctl", "block", "kb.signals.systemd:read", ("Active: ", "LOAD ", " loaded "),
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
)  # fmt: skip
