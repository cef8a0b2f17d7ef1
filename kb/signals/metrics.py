"""The metrics: one canonical name for each, the ways people and programs write it, and how bad a change of it is.

`tokens_per_second` is the same thing whether a log says `tok/s`, a chat says `초당 토큰` or a dashboard says
`train/tps`. A family of formats maps its own field names (`r_await`, `DCGM_FI_DEV_GPU_UTIL`) to these names in its own
file; this table holds what occurs in prose and in log lines of any program.
"""

from __future__ import annotations

from kb.namedtuple import NamedTuple


class Metric(NamedTuple):
    """A metric: canonical name, base unit (None: a plain number), the direction that is worse (`up`, `down` or None)
    and the ways to write it, in lower case."""

    name: str
    unit: str | None
    worse: str | None
    aliases: tuple[str, ...]


METRICS: tuple[Metric, ...] = (
    Metric(
        "tokens_per_second_per_gpu", "tokens/s/gpu", "down", ("tok/s/gpu", "tokens/s/gpu",
        "tokens per second per gpu", "tokens per sec per gpu", "tokens/s per gpu", "tok/s per gpu",
        "tokens/sec per gpu", "tokens_per_sec_per_gpu", "tokens per second per device", "gpu당 토큰", "tgs"),
    ),
    Metric(
        "tokens_per_second", "tokens/s", "down", ("tokens_per_second", "tokens per second", "tokens per sec",
        "tokens_per_sec", "tokens/s", "tokens/sec", "tok/s", "tps", "token throughput", "초당 토큰", "토큰 처리량",
        "학습 속도"),
    ),
    Metric("generation_throughput", "tokens/s", "down", ("generation throughput", "decode throughput")),
    Metric("prompt_throughput", "tokens/s", None, ("prompt throughput", "prefill throughput")),
    Metric(
        "samples_per_second", "samples/s", "down", ("samples per second", "samples/s", "samples/sec", "samples",
        "images/s", "images/sec", "초당 샘플"),
    ),
    Metric(
        "iteration_time", "s", "up", ("elapsed time per iteration", "iteration time", "iter time", "step time",
        "time per step", "time per iteration", "s/it", "스텝 시간", "스텝당", "이터레이션 시간", "iteration당",
        "step당"),
    ),
    Metric(
        "tflops_per_gpu", "TFLOPS", "down", ("tflops per gpu", "model tflops per gpu", "hardware tflops per gpu",
        "tflops", "tflop/s", "tflop/s/gpu", "model_tflops_per_gpu", "flops"),
    ),
    Metric("mfu", "%", "down", ("mfu", "model flops utilization")),
    Metric(
        "loss", None, "up", ("lm loss", "lm_loss", "training loss", "train loss", "train_loss", "loss", "손실",
        "로스"),
    ),
    Metric(
        "validation_loss", None, "up", ("lm loss value", "valid loss", "validation loss", "val loss", "val_loss",
        "eval loss", "eval_loss"),
    ),
    Metric("grad_norm", None, "up", ("grad norm", "grad_norm", "gradient norm", "gnorm")),
    Metric("loss_scale", None, "down", ("loss scale", "loss_scale")),
    Metric("learning_rate", None, None, ("learning rate", "learning_rate", "lr")),
    Metric("skipped_iterations", None, "up", ("number of skipped iterations", "skipped iterations", "skipped")),
    Metric("nan_iterations", None, "up", ("number of nan iterations", "nan iterations")),
    Metric(
        "data_loading_time", "s", "up", ("data loading time", "data time", "dataloader time", "data loading",
        "time/data_loading(s)", "데이터 로딩"),
    ),
    Metric(
        "checkpoint_time", "s", "up", ("save-checkpoint", "checkpoint save", "checkpoint time", "checkpoint saving",
        "checkpoint", "체크포인트 저장", "체크포인트"),
    ),
    Metric(
        "gpu_utilization", "%", "down", ("gpu utilization", "gpu util", "gpu-util", "gpu usage", "sm utilization",
        "sm util", "gpu 사용률", "gpu 활용률", "gpu 이용률"),
    ),
    Metric("gpu_memory_used", "GB", "up", ("gpu memory usage", "gpu memory", "vram", "gpu 메모리")),
    Metric("gpu_temperature", "C", "up", ("gpu temperature", "gpu temp", "gpu 온도")),
    Metric("gpu_power", "W", None, ("power draw", "gpu power", "gpu 전력")),
    Metric("gpu_clock", "MHz", "down", ("sm clock", "gpu clock", "gpu 클럭")),
    Metric("gpu_memory_temperature", "C", "up", ("hbm temperature", "memory temperature", "gpu 메모리 온도")),
    Metric("gpu_temperature_margin", "C", "down", ("t.limit",)),
    Metric("pcie_link_width", "lanes", "down", ("link width", "pcie width", "링크 폭")),
    Metric("pcie_link_generation", None, "down", ("pcie generation", "pcie gen")),
    Metric("nvlinks_down", None, "up", ()),
    Metric("kv_cache_usage", "%", "up", ("kv cache usage", "kv cache", "kv 캐시")),
    Metric("cpu_iowait", "%", "up", ("iowait", "io wait", "%iowait")),
    Metric(
        "cpu_utilization", "%", "up", ("cpu utilization", "cpu usage", "cpu util", "cpu load", "cpu 사용률",
        "cpu 점유율", "cpu"),
    ),
    Metric(
        "memory_used_percent", "%", "up", ("memory utilization", "memory usage", "mem usage", "memory",
        "메모리 사용률", "memory 사용률", "mem 사용률"),
    ),
    Metric(
        "memory_used", "GB", "up",
        ("host memory", "host used", "ram used", "resident memory", "process resident memory", "main_rss", "rss",
         "memory usage", "memory", "메모리 사용량", "호스트 메모리", "메모리"),
    ),
    Metric(
        "disk_used_percent", "%", "up", ("disk usage", "disk used", "disk", "디스크 사용률", "디스크"),
    ),
    Metric("inode_used_percent", "%", "up", ("inode usage", "inodes", "inode", "아이노드")),
    Metric("disk_queue_length", None, "up", ("avgqu-sz", "aqu-sz", "disk queue")),
    Metric("swap_used_percent", "%", "up", ("swap usage", "스왑 사용률")),
    Metric("load_average", None, "up", ("load average", "loadavg")),
    Metric("cpu_steal", "%", "up", ("steal time", "%steal")),
    Metric("clock_offset", "s", "up", ("clock offset", "clock skew", "time offset")),
    Metric("network_rtt", "s", "up", ("ping time", "round-trip time")),
    Metric("disk_utilization", "%", "up", ("%util", "disk busy")),
    Metric("disk_read_await", "s", "up", ("r_await", "read await", "read latency")),
    Metric("disk_write_await", "s", "up", ("w_await", "write await", "write latency")),
    Metric("disk_await", "s", "up", ("await", "disk latency", "디스크 지연")),
    Metric("fsync_time", "s", "up", ("fsync", "fdatasync", "wal fsync")),
    Metric("read_throughput", "GB/s", "down", ("read throughput", "read bandwidth", "읽기 속도", "읽기 처리량")),
    Metric("write_throughput", "GB/s", "down", ("write throughput", "write bandwidth", "쓰기 속도", "쓰기 처리량")),
    Metric("iops", "iops", "down", ("iops",)),
    Metric(
        "allreduce_busbw", "GB/s", "down", ("busbw", "bus bandwidth", "all-reduce bandwidth", "allreduce bandwidth",
        "all_reduce busbw"),
    ),
    Metric("pcie_bandwidth", "GB/s", "down", ("pcie bandwidth", "h2d bandwidth", "d2h bandwidth", "pcie 대역폭")),
    Metric(
        "network_bandwidth", "GB/s", "down", ("network bandwidth", "ib bandwidth", "네트워크 대역폭", "bandwidth",
        "대역폭", "traffic", "트래픽", "egress", "ingress"),
    ),
    Metric("allgather_busbw", "GB/s", "down", ("all-gather bandwidth", "allgather bandwidth", "all_gather busbw")),
    Metric("reducescatter_busbw", "GB/s", "down", ("reduce-scatter bandwidth", "reduce_scatter busbw")),
    Metric("alltoall_busbw", "GB/s", "down", ("all-to-all bandwidth", "alltoall bandwidth", "alltoall busbw")),
    Metric("host_to_device_bandwidth", "GB/s", "down", ("host to device bandwidth", "host to gpu bandwidth")),
    Metric("device_to_host_bandwidth", "GB/s", "down", ("device to host bandwidth", "gpu to host bandwidth")),
    Metric("device_to_device_bandwidth", "GB/s", "down", ("p2p bandwidth", "peer to peer bandwidth")),
    Metric("device_copy_bandwidth", "GB/s", "down", ("device copy bandwidth", "hbm bandwidth", "gpu memory bandwidth")),
    Metric("memory_bandwidth", "GB/s", "down", ("memory bandwidth", "메모리 대역폭")),
    Metric("memory_read_bandwidth", "GB/s", "down", ()),
    Metric("memory_latency", "s", "up", ()),
    Metric("rdma_write_bandwidth", "GB/s", "down", ("ib_write_bw", "rdma write bandwidth")),
    Metric("rdma_read_bandwidth", "GB/s", "down", ("ib_read_bw", "rdma read bandwidth")),
    Metric("rdma_send_bandwidth", "GB/s", "down", ("ib_send_bw", "rdma send bandwidth")),
    Metric("rdma_write_latency", "s", "up", ("ib_write_lat",)),
    Metric("ib_link_rate", "GB/s", "down", ("link rate",)),
    Metric("symbol_errors", None, "up", ("symbolerrorcounter", "symbol errors")),
    Metric("link_downed", None, "up", ("linkdownedcounter", "link downed", "link flaps")),
    Metric("port_receive_errors", None, "up", ("portrcverrors",)),
    Metric("network_latency", "s", "up", ("네트워크 지연",)),
    Metric("nodes_down", "nodes", "up", ()),
    Metric("jobs_pending", None, "up", ("pending jobs", "대기 작업")),
    Metric("cpu_limit", "cores", None, ()),
    Metric("memory_limit", "GB", None, ()),
    Metric("packet_loss", "%", "up", ("packet loss", "packet drop rate", "패킷 손실", "패킷 로스")),
    Metric("retransmits", None, "up", ("retransmits", "retransmissions", "retrans", "재전송")),
    Metric(
        "latency_p99", "s", "up", ("p99 latency", "latency p99", "p99", "99th percentile", "p99.9", "p999",
        "p99 지연"),
    ),
    Metric("latency_p95", "s", "up", ("p95 latency", "latency p95", "p95", "95th percentile")),
    Metric("latency_p50", "s", "up", ("p50 latency", "p50", "median latency")),
    Metric(
        "latency", "s", "up", ("response time", "latency", "ttft", "time to first token", "tpot", "rtt", "응답 시간",
        "응답시간", "지연 시간", "지연시간", "레이턴시", "응답 지연"),
    ),
    Metric(
        "error_rate", "%", "up", ("error rate", "error ratio", "5xx rate", "5xx", "failure rate", "에러율", "오류율",
        "에러 비율", "실패율", "errors"),
    ),
    Metric("success_rate", "%", "down", ("success rate", "availability", "성공률", "가용률")),
    Metric(
        "request_rate", "req/s", None, ("requests per second", "request rate", "req/s", "rps", "qps", "초당 요청",
        "요청 수", "요청수", "요청"),
    ),
    Metric("consumer_lag", None, "up", ("consumer lag", "kafka lag", "lag", "컨슈머 랙", "컨슈머 lag")),
    Metric("replication_lag", "s", "up", ("replication lag", "replica lag", "seconds_behind_master", "복제 지연")),
    Metric(
        "queue_length", None, "up", ("queue length", "queue depth", "queue size", "backlog", "pending requests",
        "대기열", "큐 길이"),
    ),
    Metric(
        "connections", "connections", "up", ("active connections", "idle connections", "connections", "커넥션 수",
        "커넥션", "연결 수"),
    ),
    Metric("max_connections", "connections", None, ()),
    Metric("heap_used_percent", "%", "up", ("heap usage", "heap used", "heap utilization", "힙 사용률")),
    Metric("upstream_response_time", "s", "up", ("upstream response time", "upstream time")),
    Metric("apply_time", "s", "up", ("apply time", "apply duration")),
    Metric("gc_pause", "s", "up", ("gc pause", "gc time", "full gc", "gc 시간", "gc")),
    Metric("hit_rate", "%", "down", ("cache hit rate", "hit rate", "hit ratio", "적중률", "히트율")),
    Metric("throughput", None, "down", ("throughput", "speed", "처리량", "처리 속도", "속도")),
    Metric("utilization", "%", "up", ("utilization", "usage", "사용률", "점유율")),
    Metric("temperature", "C", "up", ("temperature", "temp", "온도")),
    Metric(
        "startup_time", "s", "up", ("startup time", "start-up", "startup", "boot time", "init time", "cold start",
        "기동 시간", "부팅"),
    ),
    Metric("restarts", None, "up", ("restarts", "restart count", "재시작 횟수")),
    Metric("duration", "s", "up", ("took", "takes", "duration", "elapsed", "걸렸", "걸림", "걸립", "걸린", "소요")),
)  # fmt: skip
"""All metrics; of two whose alias is equally long, the one whose unit fits is taken, then the earlier one."""

BY_UNIT = {
    "tokens/s": "tokens_per_second", "tokens/s/gpu": "tokens_per_second_per_gpu", "samples/s": "samples_per_second",
    "s/it": "iteration_time", "it/s": "iterations_per_second", "TFLOPS": "tflops_per_gpu", "req/s": "request_rate",
    "ops/s": "operation_rate", "iops": "iops", "packets/s": "packet_rate", "GB/s": "bandwidth", "W": "power",
    "MHz": "clock", "GT/s": "pcie_link_speed",
}  # fmt: skip
"""What a number must mean by its unit if nothing around it says so."""

_DOWN_IS_WORSE = {"iterations_per_second", "operation_rate", "bandwidth", "pcie_link_speed", "clock"}


def worse_direction(name: str) -> str | None:
    """`up`, `down` or None: the direction in which a metric gets worse."""
    if name in _DOWN_IS_WORSE:
        return "down"
    return next((worse for known, _, worse, _ in METRICS if known == name), None)


def severity_of_change(name: str, direction: str | None, change: float | None) -> str:
    """How bad a relative change of a metric is: from 50 % (or doubling) in the bad direction an error, from 4 % a
    warning, anything else information."""
    if direction in ("spike", "periodic"):
        return "warning"
    worse = worse_direction(name)
    if change is None or worse is None or direction != worse or abs(change) < 0.04:
        return "info"
    return "error" if change <= -0.5 or change >= 1.0 else "warning"
