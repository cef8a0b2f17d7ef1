"""Published failure tables: how often a kind of failure was met by those who counted, with where they say so.

A base rate stands beside an explanation, labelled as such; it does not change its probability, because what a table
counted (hardware that broke in one run of one cluster) is not what people bring to kb. Read only when the corpus is
loaded; a match finds the rows in the store.
"""

from __future__ import annotations

from kb.namedtuple import NamedTuple


class Published(NamedTuple):
    """`having` of `total` failures had this root cause in one of these components (in any, if there are none), in the
    words of `source`. Where `source` tells only the share, `having` is that in percent and `total` is 0. `population`
    says what was counted, where and when."""

    domain: str
    root_cause: str
    components: tuple[str, ...]
    having: float
    total: int
    source: str
    population: str


LLAMA3 = (
    "https://www.tomshardware.com/tech-industry/artificial-intelligence/faulty-nvidia-h100-gpus-and-hbm3-memory-caused-"
    "half-of-the-failures-during-llama-3-training-one-failure-every-three-hours-for-metas-16384-gpu-training-cluster"
)
LLAMA3_TABLE = "https://glennklockwood.com/garden/component-reliability"
LLAMA3_RUN = "unexpected interruptions in 54 days of training Llama 3 405B on 16,384 H100, 2024"
TEAMS = "https://speakerdeck.com/player/81e6da6877c5410eb0780b44698f11b0"
TEAMS_STUDY = "severe incidents of Microsoft Teams with a complete postmortem, 2022 (SoCC)"
FACEBOOK = "https://maisonbisson.com/tags/failures/"
FACEBOOK_STUDY = "incidents of the networks within data centres at Facebook, 2011-2018 (IMC)"
GOOGLE = "https://sre.google/workbook/postmortem-analysis"
GOOGLE_STUDY = "outages with a postmortem at Google, 2010-2017"
UPTIME = "https://itmagazine.com/2024/04/05/how-network-connectivity-issues-drive-it-service-outages/"
UPTIME_SURVEY = "answers of 442 operators on the main cause of outages of IT services, Uptime Institute, 2024"

TABLES = (
    Published("ai-infra", "hardware-failure", ("gpu", "nvlink"), 246, 419, LLAMA3, LLAMA3_RUN),
    Published("ai-infra", "hardware-failure", ("switch-router", "rdma-network"), 35, 419, LLAMA3_TABLE, LLAMA3_RUN),
    Published(
        "ai-infra", "hardware-failure", ("server-hardware", "host-memory", "local-disk", "host-network"), 21, 419,
        LLAMA3_TABLE, LLAMA3_RUN,
    ),
    Published("ai-infra", "software-bug", (), 54, 419, LLAMA3_TABLE, LLAMA3_RUN),
    Published("azure", "software-bug", (), 41, 152, TEAMS, TEAMS_STUDY),
    Published("azure", "configuration-error", (), 19, 152, TEAMS, TEAMS_STUDY),
    Published("azure", "deploy-regression", (), 20, 152, TEAMS, TEAMS_STUDY),
    Published("network", "hardware-failure", (), 13, 0, FACEBOOK, FACEBOOK_STUDY),
    Published("network", "configuration-error", (), 13, 0, FACEBOOK, FACEBOOK_STUDY),
    Published("network", "software-bug", (), 12, 0, FACEBOOK, FACEBOOK_STUDY),
    Published("network", "operator-error", (), 11, 0, FACEBOOK, FACEBOOK_STUDY),
    Published("network", "capacity", (), 5, 0, FACEBOOK, FACEBOOK_STUDY),
    Published("gcp", "network-failure", (), 2.75, 0, GOOGLE, GOOGLE_STUDY),
    Published("datacenter", "power-failure", (), 18, 0, UPTIME, UPTIME_SURVEY),
    Published("datacenter", "third-party", (), 10, 0, UPTIME, UPTIME_SURVEY),
    Published("datacenter", "cooling-failure", (), 7, 0, UPTIME, UPTIME_SURVEY),
)  # fmt: skip
"""What stands in each source, and what of it has no root cause of ours and is left out:

Llama 3: 58.7 % of 419, which is 246, for the GPU with its memory and NVLink (faulty GPUs alone are told as 148 and as
30.1 %, which do not agree), 35 network switches and cables, 54 software bugs, and 21 of the host (network adapter 7,
disk 3, power supply 3, chassis, I/O board, processor and memory 2 each). Left out: 32 maintenance of hosts, 7 watchdog
time-outs of unknown cause, 2 dependencies. Teams: 27.0, 12.5 and 13.2 % of 152, the third a deployment error; left out
are failed dependencies, infrastructure, database or network, and authentication, which name a place and no cause.
Facebook: its "accidents" are unintended actions of people; left out are maintenance (17 %) and undetermined (29 %).
Google: left out are software, process, complexity and planning, each wider than any of ours. Uptime: left out are
network and connectivity (31 %) and systems and software (22 %), which mix several causes.
"""
