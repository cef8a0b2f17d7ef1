# ruff: noqa: E501 - records read better as they are
"""A corpus of five cases that never changes, so that screens can be compared; one is as nasty as texts come."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

NASTY = (
    "[rank0]: NCCL [/var/log/messages] [red]not red[/] [unclosed \x1b[31mescape\x1b]0;title\x07 "
    "emoji 👩‍💻🔥 \u202eright to left\u202c שלום 한글"
)
"""Markup, closing tags of nothing, terminal escapes, joined emoji, a direction override, Hebrew, decomposed Hangul."""

COMMAND = "echo '[0]' && nvidia-smi -q -d PAGE_RETIREMENT | grep -A3 '[Pending]'"


def record(record_id: str, english: str, korean: str, **fields: Any) -> dict[str, Any]:
    """A record with both titles; keywords add fields."""
    return {
        "schema_version": 1,
        "id": record_id,
        "org": "Example Lab",
        "org_slug": "example-lab",
        "title": {"en": english, "ko": korean},
        "date": f"{record_id[3:7]}-05-06",
        "date_kind": "occurred",
        "domain": ["ai-infra"],
        "severity": "unknown",
        "review": {"written_by": "editor", "reviewed_at": None, "reviewed_by": None},
        "updated_at": "2025-01-01T00:00:00Z",
    } | fields


RECORDS = [
    record(
        "KB-2021-0001",
        "Training hung in all-reduce on 16 nodes after a switch port lost its configuration",
        "스위치 포트 설정이 사라진 뒤 16노드 학습이 all-reduce에서 멈췄다",
        severity="major",
        symptoms=["hang", "nccl-timeout"],
        components=["rdma-network", "collective-library"],
        root_cause="configuration-error",
        suspected_first=["hardware-failure"],
        symptoms_text={
            "en": "GPU utilisation stayed at 100 % and power fell to idle. After 30 minutes the watchdog printed "
            "`Watchdog caught collective operation timeout: WorkNCCL(OpType=ALLREDUCE)`.",
            "ko": "GPU 사용률은 100 %에 머물고 전력은 유휴 수준으로 떨어졌다. 30분 뒤 watchdog이 "
            "`Watchdog caught collective operation timeout: WorkNCCL(OpType=ALLREDUCE)`를 찍었다.",
        },
        signature=[
            {"kind": "log", "text": "Watchdog caught collective operation timeout: WorkNCCL(OpType=ALLREDUCE)"},
            {"kind": "metric", "name": "tokens_per_second", "direction": "down", "from": 14000, "to": 0, "unit": "tokens/s"},
        ],
        diagnosis=[
            {
                "check": {"en": "Ran the all-reduce test on pairs of nodes", "ko": "노드 쌍마다 all-reduce 시험을 돌렸다"},
                "command": "./build/all_reduce_perf -b 8 -e 1G -f 2 -g 8",
                "finding": {"en": "Only pairs across leaf 3 hung", "ko": "leaf 3을 지나는 쌍만 멈췄다"},
                "points_to": ["rdma-network"],
                "rules_out": ["hardware-failure"],
            },
            {
                "check": {"en": "Compared the switch configuration with its backup", "ko": "스위치 설정을 백업과 비교했다"},
                "finding": {"en": "PFC was off on two ports", "ko": "포트 둘에서 PFC가 꺼져 있었다"},
                "points_to": ["configuration-error"],
                "rules_out": [],
            },
        ],
        root_cause_text={
            "en": "A firmware upgrade reset two ports to factory settings.",
            "ko": "펌웨어 업그레이드가 포트 둘을 초기 설정으로 되돌렸다.",
        },
        remediation=[
            {"text": {"en": "Restored the port settings", "ko": "포트 설정을 되살렸다"}, "kind": "fix"},
            {"text": {"en": "Moved the job off the leaf", "ko": "작업을 다른 leaf로 옮겼다"}, "kind": "mitigation"},
        ],
        lessons={"en": "Test pairs before blaming a host.", "ko": "호스트를 의심하기 전에 노드 쌍부터 시험한다."},
        timeline={"detected_after": "PT30M", "resolved_after": "PT5H"},
        related=[{"id": "KB-2022-0002", "kind": "same-mechanism"}],
        sources=[{"url": "https://example.org/postmortem/1", "kind": "postmortem", "license": "CC-BY-4.0", "read": "full"}],
    ),
    record(
        "KB-2022-0002",
        "All-reduce bandwidth halved because one link trained at a lower speed",
        "링크 하나가 낮은 속도로 연결돼 all-reduce 대역폭이 절반이 됐다",
        severity="moderate",
        symptoms=["throughput-degraded"],
        components=["rdma-network"],
        root_cause="hardware-failure",
        symptoms_text={
            "en": "Tokens per second fell from 14,000 to 6,100 with no error in any log.",
            "ko": "초당 토큰이 14,000에서 6,100으로 떨어졌고 어느 로그에도 오류가 없었다.",
        },
        signature=[
            {"kind": "metric", "name": "tokens_per_second", "direction": "down", "from": 14000, "to": 6100, "unit": "tokens/s"}
        ],
        related=["KB-2021-0001"],
        sources=[{"url": "https://example.org/postmortem/2", "kind": "blog", "license": "unknown", "read": "excerpt"}],
    ),
    record(
        "KB-2023-0003",
        "Checkpoints stalled for minutes when the shared file system filled up",
        "공유 파일 시스템이 가득 차 체크포인트 저장이 몇 분씩 멈췄다",
        severity="minor",
        org="Nimbus Cloud",
        org_slug="nimbus-cloud",
        symptoms=["checkpoint-stall"],
        components=["shared-filesystem", "checkpointing"],
        root_cause="capacity",
        symptoms_text={"en": "Saving a checkpoint took 9 minutes instead of 40 s.", "ko": "체크포인트 저장이 40초에서 9분으로 늘었다."},
        review={"written_by": "editor", "reviewed_at": "2025-02-03", "reviewed_by": "editor"},
    ),
    record(
        "KB-2024-0004",
        "GPU fell off the bus: Xid 79 on one node of an inference cluster",
        "추론 클러스터 노드 하나에서 Xid 79로 GPU가 사라졌다",
        severity="critical",
        symptoms=["gpu-lost"],
        components=["gpu"],
        root_cause="hardware-failure",
        symptoms_text={
            "en": "The kernel logged `NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.`",
            "ko": "커널이 `NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.`를 남겼다.",
        },
        signature=[{"kind": "code", "text": "Xid 79"}],
    ),
    record(
        "KB-2024-0005",
        f"Nasty {NASTY}",
        f"고약한 글 {NASTY}",
        org=f"Org {NASTY}",
        org_slug="nasty",
        symptoms=["crash", "[term/]"],
        symptoms_text={"en": f"Nasty {NASTY}\n\n" + "x" * 10_000, "ko": f"고약한 {NASTY}"},
        diagnosis=[{"check": {"en": NASTY, "ko": NASTY}, "command": COMMAND, "finding": {"en": NASTY}, "rules_out": ["[/]"]}],
        sources=[{"url": "https://example.org/[/x]", "kind": "log", "license": "unknown", "read": "excerpt"}],
        related=["KB-2021-0001"],
    ),
]  # fmt: skip


def check(
    check_id: str, english: str, korean: str, *readings: tuple[str, str, list[str], list[str]], **fields: Any
) -> dict[str, Any]:
    """A check of the catalogue; a reading is what it says in both languages, what it points to, what it rules out."""
    return {
        "id": check_id,
        "title": {"en": english, "ko": korean},
        "command": None,
        "observe": None,
        "applies_to": {"components": ["rdma-network", "collective-library"], "symptoms": ["hang", "nccl-timeout"]},
        "risk": "read-only",
        "save_first": None,
        "preconditions": None,
        "effort_minutes": 5,
        "readings": [
            {"reading": {"en": en, "ko": ko}, "points_to": points_to, "rules_out": rules_out}
            for en, ko, points_to, rules_out in readings
        ],
        "sources": [
            {
                "url": f"https://example.org/checks/{check_id}",
                "date": "2024-03-01",
                "note": {"en": "Where it comes from", "ko": "출처"},
            }
        ],
    } | fields


CHECKS = [
    check(
        "pairs-of-nodes",
        "Run the all-reduce test on pairs of nodes",
        "노드 쌍마다 all-reduce 시험을 돌린다",
        ("Only pairs across one switch hang", "스위치 하나를 지나는 쌍만 멈춘다", ["rdma-network"], ["gpu"]),
        ("Every pair with one node hangs", "노드 하나가 든 쌍은 모두 멈춘다", ["gpu", "hardware-failure"], ["configuration-error"]),
        ("No pair hangs", "어느 쌍도 멈추지 않는다", ["checkpointing"], ["rdma-network"]),
        command="./build/all_reduce_perf -b 8 -e 1G -f 2 -g 8  # on <node-a>,<node-b>",
        preconditions={"en": "the job is stopped", "ko": "작업을 멈춘 상태"},
    ),
    check(
        "switch-configuration",
        "Compare the switch configuration with its backup",
        "스위치 설정을 백업과 비교한다",
        ("PFC or ECN differs on a port", "포트의 PFC나 ECN이 다르다", ["configuration-error"], ["hardware-failure"]),
        ("No difference", "차이가 없다", ["hardware-failure"], ["configuration-error"]),
        command="diff <(ssh <switch> show run) backup/<switch>.cfg",
    ),
    check(
        "link-counters",
        "Read speed and error counters of the links",
        "링크의 속도와 오류 카운터를 읽는다",
        ("A link is slower than the others or counts errors", "느리거나 오류가 쌓이는 링크가 있다", ["hardware-failure"], []),
        ("All links alike, no errors", "모든 링크가 같고 오류가 없다", ["configuration-error"], ["hardware-failure"]),
        command="mlxlink -d <device> -m -c -e",
        risk="disruptive",
        save_first={"en": "the counters of now", "ko": "지금의 카운터"},
    ),
]  # fmt: skip

ALERT = (
    "[14:02] train-llm-7 is stuck\n"
    "GPU utilisation 100 %, power at idle since 13:30\n"
    "[rank3]: Watchdog caught collective operation timeout: WorkNCCL(OpType=ALLREDUCE) ran for 1800000 ms\n"
    "all-reduce between node-11 and node-14 hangs, other pairs are fine\n"
)


SHIPPED = Path(__file__).parents[2] / "records"

VAGUE = "step time doubled on 4 nodes, all-reduce is slow, a few nodes wait\n"
"""An input that fits two of the cases a little: it takes three checks to tell them apart."""


def write(folder: Path) -> None:
    """Write the corpus as a records directory, with the shipped template: checks of records read it."""
    incidents = folder / "incidents"
    (folder / "vocabulary").mkdir(parents=True)
    incidents.mkdir()
    shutil.copy(SHIPPED / "TEMPLATE.json", folder)
    for document in RECORDS:
        (incidents / f"{document['id']}.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    (folder / "checks").mkdir()
    for document in CHECKS:
        (folder / "checks" / f"{document['id']}.json").write_text(json.dumps(document), encoding="utf-8")
