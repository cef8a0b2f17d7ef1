"""Published failure tables: how often a kind of failure was met by those who counted, with where they say so.

A base rate stands beside an explanation, labelled as such; it does not change its probability, because what a table
counted (hardware that broke in one run of one cluster) is not what people bring to kb. Read only when the corpus is
loaded; a match finds the rows in the store.
"""

from __future__ import annotations

from kb.namedtuple import NamedTuple


class Published(NamedTuple):
    """`having` of `total` failures had this root cause in one of these components, in the words of `source`."""

    domain: str
    root_cause: str
    components: tuple[str, ...]
    having: int
    total: int
    source: str


LLAMA3 = (
    "https://www.tomshardware.com/tech-industry/artificial-intelligence/faulty-nvidia-h100-gpus-and-hbm3-memory-caused-"
    "half-of-the-failures-during-llama-3-training-one-failure-every-three-hours-for-metas-16384-gpu-training-cluster"
)
LLAMA3_PARTS = (
    "https://direct.datacenterdynamics.com/en/news/"
    "meta-report-details-hundreds-of-gpu-and-hbm3-related-interruptions-to-llama-3-training-run"
)

TABLES = (
    Published("ai-infra", "hardware-failure", ("gpu", "nvlink"), 246, 419, LLAMA3),
    Published("ai-infra", "hardware-failure", ("switch-router", "rdma-network"), 35, 419, LLAMA3_PARTS),
)
"""Unexpected interruptions in 54 days of training Llama 3 405B on 16,384 H100: 58.7 % of 419, which is 246, for the GPU
with its memory and NVLink (faulty GPUs alone are told as 148 and as 30.1 %, which do not agree), and 35 for network
switches and cables."""
