"""Rows of the table of formats: metrics in text and JSON. See `kb.signals.families`."""

from __future__ import annotations

from kb.signals.family import Family

_TIME_FIRST = ("\n0", "\n1", "\n2", "\n[0", "\n[1", "\n[2", "\n ", "\n\t")
"""Where a row of a table of readings begins with its time: a clock, an epoch or a date."""
_TIME_IN_TABLE = tuple(
    f"{before}{digit}" for before in ("\n", '\n"', ",", ";", "\t", ',"', ';"', '\t"') for digit in "012"
)
_GRAPHITE = (*[f"{digit}|" for digit in range(10)], ",20", ',"20', " 14", " 15", " 16", " 17", " 18", " 19")
"""The header of a raw response, a date in a table, an epoch at the end of a line."""

METRICS: tuple[Family, ...] = (
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
        "metrics:graphite", "block", "kb.signals.timeseries:read_graphite", _GRAPHITE,
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
        "metrics:csv-timeseries", "block", "kb.signals.timeseries:read_table", _TIME_IN_TABLE,
        r"\n(?:\"?(?:[^\n,;\t]{0,60}[,;\t]){0,2}\"?"
        r"(?:\d{4}[-/]\d\d[-/]\d\d[T \d:.+Z-]{0,24}(?: UTC)?|\d{10}(?:\d{3})?(?:\.\d+)?|\d\d:\d\d(?::\d\d)?)\"?[,;\t]"
        r"(?:(?:[^\n,;\t]{0,80}[,;\t]){0,200} ?\"?-?\d[\d.eE+-]*%?\"?"
        r"|\"?-?\d[\d.eE+-]*\"?(?:[,;\t][^\n,;\t]{0,80}){0,200})[ \t]*(?:\n|\Z)){2}",
        rank=30,
    ),
    Family(
        "metrics:columns", "block", "kb.signals.timeseries:read_table", _TIME_FIRST,
        r"\n(?:[ \t]*\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?"
        r"|\d{10}(?:\d{3})?(?:\.\d+)?|\d\d:\d\d(?::\d\d)?)\]?"
        r"(?:[ \t]+-?\d+(?:\.\d+)?%?){1,12}[ \t]*(?:\n|\Z)){2}",
        rank=29,
    ),
)  # fmt: skip
