"""What is said of checks and baselines, alone, together, and beside records."""

from __future__ import annotations

import copy
import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import lint
from kb.config import records_dir
from kb.importers import sources
from kb.lint import table

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "lint")
RECORD = {"id": "A-1", "title": {"en": "x", "ko": "엑스"}, "date": "2025", "components": ["gpu"]}


def clean() -> tuple[dict[str, Any], dict[str, Any]]:
    """A check and a group of baselines in which nothing is wrong."""
    with open(os.path.join(FIXTURES, "clean-catalogue.json"), encoding="utf-8") as file:
        check, group = json.load(file)
    return check, group


def said(document: Any, **options: Any) -> dict[str, str]:
    """Pointer -> code of what is said of one document."""
    return {finding.pointer: finding.code for finding in lint.check_catalogue(document, **options)}


def together(*documents: dict[str, Any]) -> list[tuple[str, str]]:
    """Code and pointer of what is said of documents together, of the catalogue only."""
    findings = lint.check_corpus((str(number), document) for number, document in enumerate(documents))
    return [(finding.code, finding.pointer) for finding in findings if finding.code >= "KB060"]


def test_clean_catalogue_raises_nothing() -> None:
    loaded = list(sources.load([os.path.join(FIXTURES, "clean-catalogue.json")], records_only=False, strict=True))
    assert [item.kind for item in loaded] == ["check", "baseline"]
    assert [item.findings for item in loaded] == [(), ()]
    assert together(*clean()) == []


@pytest.mark.parametrize("folder", ["checks", "baselines"])
def test_shipped_catalogue_is_clean(folder: str) -> None:
    loaded = list(sources.load([os.path.join(records_dir(), folder)], records_only=False, strict=True))
    assert [finding for item in loaded for finding in item.findings] == []
    assert together(*(item.document for item in loaded if item.document)) == []


@pytest.mark.parametrize("key", sorted(clean()[0]))
def test_every_field_of_a_check_is_asked_for(key: str) -> None:
    check, _ = clean()
    kept = {name: value for name, value in check.items() if name != key}
    if key != "readings":  # what has no readings is not known as a check
        assert said(kept)["/" + key] == "KB060"


@pytest.mark.parametrize("key", ["signals", "unless"])
@pytest.mark.parametrize("value", ["xid 79", None, [79], {}])
def test_signals_of_a_reading_are_a_list_of_names(key: str, value: Any) -> None:
    check, _ = clean()
    check["readings"][0][key] = ["xid 79"]
    assert said(check) == {}
    check["readings"][0][key] = value
    assert said(check) == {f"/readings/0/{key}": "KB060"}


@pytest.mark.parametrize("key", sorted(clean()[1]["baselines"][0]))
def test_every_field_of_a_baseline_is_asked_for(key: str) -> None:
    _, group = clean()
    del group["baselines"][0][key]
    assert said(group)[f"/baselines/0/{key}"] == "KB060"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("value", "12"), ("value", [1, 2, 3]), ("value", [1, None]), ("value", True), ("quantity", "Link-bandwidth"),
        ("conditions", {"lanes": None}), ("conditions", []), ("direction", "higher"), ("kind", "spec"), ("unit", ""),
        ("source", {"url": "see the wiki", "note": None}),
    ],
)  # fmt: skip
def test_values_of_another_kind_are_refused(key: str, value: Any) -> None:
    _, group = clean()
    group["baselines"][0][key] = value
    assert set(said(group).values()) == {"KB060"}


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("value", [3, 3], "value"),
        ("direction", "range", "value"),
        ("unit", "furlongs", "unit"),
        ("conditions", {"Lanes": 8}, "conditions/Lanes"),
        ("conditions", {"hardware": "H100"}, "conditions/hardware"),
        ("conditions", {"pattern": " "}, "conditions/pattern"),
    ],
)
def test_values_that_cannot_be_compared(key: str, value: Any, place: str) -> None:
    _, group = clean()
    group["baselines"][0][key] = value
    assert said(group) == {f"/baselines/0/{place}": "KB067"}


def test_any_hardware_names_quantities_of_the_group() -> None:
    _, group = clean()
    assert said(group | {"any_hardware": ["link_bandwidth"]}) == {}
    assert said(group | {"any_hardware": ["disk_bandwidth"]}) == {"/any_hardware/0": "KB060"}


def test_file_is_named_after_what_it_holds() -> None:
    check, group = clean()
    assert said(check, file_name="look-at-the-link.json") == {}
    assert said(check, file_name="link.json") == {"/id": "KB061"}
    assert said(group, file_name="links.json") == {}
    assert said(group, file_name="pcie.json") == {"/group": "KB061"}


def test_id_is_used_once() -> None:
    check, group = clean()
    again = copy.deepcopy(group) | {"group": "other"}
    assert together(group, again) == [("KB061", "/baselines/0/id"), ("KB061", "/baselines/1/id")]
    assert together(group, copy.deepcopy(group)) == []
    assert together(check, check | {"command": "ibstatus"}) == [("KB061", "/id")]
    group["baselines"][1]["id"] = group["baselines"][0]["id"]
    assert together(group) == [("KB061", "/baselines/1/id")]


def test_one_quantity_has_one_kind_of_unit_and_one_direction() -> None:
    _, group = clean()
    group["baselines"][1]["unit"] = "Gb/s"
    assert together(group) == []
    group["baselines"][1]["unit"] = "ms"
    assert together(group) == [("KB067", "/baselines/1/unit")]
    group["baselines"][1] |= {"unit": "GB/s", "direction": "lower-is-better"}
    assert together(group) == [("KB067", "/baselines/1/direction")]


@pytest.mark.parametrize(
    "command",
    [
        "sudo systemctl restart opensm", "kubectl drain <node>", "sudo nvidia-smi -r -i 0", "rm -rf <dir>",
        "dd if=/dev/zero of=<path> bs=1M", "scontrol update nodename=<node> state=drain", "sudo reboot now",
        "ipmitool chassis power cycle", "psql -c 'DELETE FROM x'", "e2fsck -y <device>", "sysctl -w vm.swappiness=0",
    ],
)  # fmt: skip
def test_command_that_changes_something_is_not_read_only(command: str) -> None:
    check, _ = clean()
    assert said(check | {"command": command}) == {"/risk": "KB064"}
    assert said(check | {"command": command, "risk": "disruptive"}) == {}


@pytest.mark.parametrize(
    "command",
    [
        "systemctl is-active opensm", "kubectl get pods", "nvidia-smi -q -d ECC", "dd if=<file> of=/dev/null bs=1M",
        "scontrol show node <node>", "grep -i 'rm failed' <log>", "e2fsck -fn <device>", "ls /lib/firmware/rm.bin",
    ],
)  # fmt: skip
def test_command_that_only_looks_is_read_only(command: str) -> None:
    check, _ = clean()
    assert said(check | {"command": command}) == {}


def test_evidence_is_saved_before_it_is_destroyed() -> None:
    check, _ = clean()
    assert said(check | {"risk": "destroys-evidence"}) == {"/save_first": "KB064"}
    assert said(check | {"risk": "destroys-evidence", "save_first": {"en": "The log.", "ko": "로그."}}) == {}


def test_readings_tell_explanations_apart() -> None:
    check, _ = clean()
    fine, down = check["readings"]
    assert said(check | {"readings": [down]}).get("/readings") == "KB063"
    assert said(check | {"readings": [fine, down] * 3})["/readings"] == "KB063"
    assert said(check | {"readings": [fine, fine]}) == {"/readings/1/reading": "KB063"}
    alike = [down, down | {"reading": {"en": "Flapping", "ko": "플래핑"}}]
    assert said(check | {"readings": alike}) == {"/readings": "KB063"}


@pytest.mark.parametrize("code", ["nonsense 42", "MYSQL 1205", "", "sqlstate"])
def test_codes_that_a_check_applies_to_are_codes_that_kb_reads(code: str) -> None:
    check, _ = clean()
    check["applies_to"]["codes"] = ["mysql 1205", "sqlstate 53300", "xid 79", "exit 137", "zfs vdev degraded", code]
    (finding,) = lint.check_catalogue(check)
    assert (finding.code, finding.pointer) == ("KB060", "/applies_to/codes/5")


def test_nearest_term_is_suggested() -> None:
    check, _ = clean()
    check["readings"][1]["points_to"] = ["hardware-failur"]
    (finding,) = lint.check_catalogue(check)
    assert (finding.code, finding.suggestion) == ("KB062", "hardware-failure")


def test_step_names_a_check_that_is_shipped_or_at_hand() -> None:
    check, _ = clean()
    step = {"check": {"en": "x", "ko": "엑스"}, "check_id": "look-at-the-link"}
    record = RECORD | {"diagnosis": [step, step | {"check_id": "ib-link-downed"}]}
    assert together(record) == [("KB068", "/diagnosis/0/check_id")]
    assert together(record, check) == []


def test_orphan_is_told_beside_records_only() -> None:
    check, _ = clean()
    assert together(check) == []
    assert together(RECORD, check) == [("KB069", "/applies_to")]
    assert together(RECORD | {"components": ["rdma-network"]}, check) == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["en", "ko", "url", "id"]), inner),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([0, 1]), st.data())
def test_checks_never_raise(which: int, data: st.DataObject) -> None:
    document = copy.deepcopy(clean()[which])
    place: Any = document
    for _ in range(data.draw(st.integers(0, 3))):
        steps = list(place) if isinstance(place, dict) else range(len(place))
        inner = [step for step in steps if isinstance(place[step], (dict, list)) and place[step]]
        if not inner:
            break
        place = place[data.draw(st.sampled_from(inner))]
    step = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
    place[step] = data.draw(json_values)
    for finding in [*lint.check_catalogue(document), *lint.check_corpus([("x", document), ("y", RECORD)])]:
        assert finding.message


def test_the_table_of_the_catalogue() -> None:
    assert [check.code for check in table.CATALOGUE] == [f"KB06{number}" for number in range(8)]
