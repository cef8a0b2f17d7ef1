"""Rows of the table of formats: further services, nodes, and logs of any program. See `kb.signals.families`."""

from __future__ import annotations

from kb.signals.family import Family

_MONTHS = ("Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ")

OTHER_LOGS: tuple[Family, ...] = (
    # Services, continued
    Family(
        "log:app-java", "lines", "kb.signals.service_logs:read",
        ("\tat ", "  at ", "\n at ", "Caused by:", "Exception", "tried for db query"),
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
