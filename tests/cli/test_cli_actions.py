"""`kb actions` and `kb match --actions`: what concerns prevention in the cases that fit, with its state."""

from __future__ import annotations

import pytest
from cli_running import fixture_records, run

from kb.render.actions import of

XID = b"Jun 20 03:12:44 gpu-17 kernel: NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.\n"
SLOW = """지은: 학습 처리량이 12k에서 6k tokens/s로 떨어졌어요. 24노드 다 같이요
Omar: read latency of /shared is 58 ms, normally 2. all-reduce benchmark is fine
"""


def test_items_of_a_record_by_id_and_alias():
    found = run("actions", "--id", "HB-2024-0001", "--json").json["records"]
    record = next(record for record in fixture_records() if record["id"] == "HB-2024-0001")
    assert found == [{"id": "HB-2024-0001", "items": of(record)}]
    assert found == run("actions", "--id", record["aliases"][0], "--json").json["records"]
    texts = [item["text"] for item in found[0]["items"]]
    assert [item["text"] for item in record["action_items"]] == texts[: len(record["action_items"])]


def test_the_state_of_an_action_item_is_shown():
    record = {"id": "A", "action_items": [{"text": {"en": "x"}, "state": "done"}, {"text": {"en": "y"}}, "text"]}
    assert [(item["kind"], item["state"]) for item in of(record)] == [
        ("action-item", "done"),
        ("action-item", "unknown"),
    ]


def test_only_preventions_count_among_what_was_done():
    done = [{"text": {"en": kind}, "kind": kind} for kind in ("fix", "prevention", "mitigation")]
    assert [item["text"]["en"] for item in of({"id": "A", "remediation": done, "lessons": None})] == ["prevention"]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_items_of_cases_like_an_input(golden, language):
    ran = run("actions", "--top", "1", "--lang", language, stdin=SLOW.encode())
    golden(f"actions.{language}.txt", ran.out)


def test_a_match_shows_them_when_asked():
    assert "So that it does not happen again" in run("match", "--actions", stdin=SLOW.encode()).text
    with_actions = run("match", "--actions", "--json", stdin=XID).json["matches"]
    assert all("actions" in match for match in with_actions)
    assert "actions" not in run("match", "--json", stdin=XID).json["matches"][0]


def test_nothing_known_is_said():
    ran = run("actions", stdin=b"Whisk the eggs with sugar until pale.")
    assert (ran.code, ran.text) == (1, "No action item or lesson is known.\n")
    assert run("actions", "--id", "HB-2024-0001", "alert.txt").code == 2
