"""The conditions of an input beside those under which a case appeared."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import signals
from kb.conditions import ABSENT, conditions
from kb.regime import Surroundings


def met(text: str, regime: str | dict[str, str], language: str = "en") -> list[tuple[bool, str, str]]:
    read = signals.read(text.encode())
    document = {"regime": {language: regime} if isinstance(regime, str) else regime}
    return [(item.fits, item.record, item.input) for item in Surroundings(read.phrases).meetings(document, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Only at production scale (60 nodes); 2 to 4 nodes showed nothing.", [("nodes", 60, 60), ("nodes", 2, 4)]),
        ("운영 규모(60노드)에서만 나타났다. 2~4노드에서는 보이지 않았다.", [("nodes", 60, 60), ("nodes", 2, 4)]),
        ("64 H100 GPUs on 8 nodes", [("GPUs", 64, 64), ("nodes", 8, 8)]),
        ("a job on 48 nodes with 8 GPUs each", [("nodes", 48, 48)]),
        ("48 nodes of 8 GPUs", [("nodes", 48, 48)]),
        ("8 ranks a node", []),
        ("노드당 GPU 8장, 노드 32대", [("nodes", 32, 32)]),
        ("GPU 1024장 규모", [("GPUs", 1024, 1024)]),
        ("a machine of 1,000 nodes", [("nodes", 1000, 1000)]),
        ("nnodes=4 world_size: 32", [("nodes", 4, 4), ("GPUs", 32, 32)]),
        ("beyond about 15k steps", [("step", 15000, 15000)]),
        ("GPU 4장짜리 노드 32대", [("nodes", 32, 32)]),
        ("48개 노드에 8장씩, 예비 노드는 3대뿐", [("nodes", 48, 48)]),
        ("48 nodes, with only 3 spare nodes; the same 4 nodes", [("nodes", 48, 48)]),
        ("rank 3 of node 17 at 10.0.0.1", []),
    ],
)
def test_sizes_are_read_with_what_they_count(text, expected):
    found = [
        (item.name, item.low, item.high) for item in conditions(text, ABSENT) if item.name not in ("model", "fabric")
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "regime", "expected"),
    [
        ("hangs on 4 nodes", "Only at 60 nodes", [(False, "Only at 60 nodes", "4 nodes")]),
        (
            "hangs on 4 nodes",
            "At 60 nodes; 2 to 4 nodes showed nothing",
            [(False, "2 to 4 nodes showed nothing", "4 nodes")],
        ),
        ("slow on 48 nodes", "Seen with 24 TB. Short runs, also on 48 nodes, had not shown the fall", []),
        ("slow on 48 nodes", "Short runs on the same 48 nodes had not shown the fall", []),
        (
            "slow on 4 nodes",
            "At scale (60 nodes); the validation on 2 to 4 nodes had shown no major problem",
            [(False, "the validation on 2 to 4 nodes had shown no major problem", "4 nodes")],
        ),
        ("hangs on 3 nodes", "A run on 32 nodes; a model replica spans 2 nodes", []),
        ("hangs on 2 nodes", "8 racks on 64 nodes. A small program hung on 4 nodes", []),
        ("hangs on 2 nodes", "More than one node over RoCE", [(True, "More than one node over RoCE", "2 nodes")]),
        ("hangs on one GPU", "Copies between GPUs, not on a single GPU", [(False, "not on a single GPU", "one GPU")]),
        ("hangs on 128 nodes", "Only at 60 nodes", [(True, "Only at 60 nodes", "128 nodes")]),
        ("hangs on 32 nodes", "Only at 60 nodes", []),
        ("hangs on one node", "More than one node over RoCE", [(False, "More than one node over RoCE", "one node")]),
        ("hangs on 2 nodes", "multi-node jobs", [(True, "multi-node jobs", "2 nodes")]),
        ("loss explodes at step 300", "beyond step 14000", [(False, "beyond step 14000", "step 300")]),
        ("loss explodes at step 20000", "beyond step 14000", []),
        ("an H100 fell off", "Seen on A100 and H100", [(True, "Seen on A100 and H100", "H100")]),
        ("an A100 fell off", "GB10 machines", [(False, "GB10 machines", "A100")]),
        ("slow over RoCE", "Multi-node jobs over InfiniBand", [(False, "Multi-node jobs over InfiniBand", "RoCE")]),
        (
            "num_workers=0, bus error",
            "With num_workers > 0",
            [(False, "With num_workers > 0", "num_workers=0")],
        ),
        (
            "--num-workers 8, bus error",
            "With num_workers > 0",
            [(True, "With num_workers > 0", "num-workers 8")],
        ),
        ("it hangs", "Only at 60 nodes", []),
        ("hangs on 4 nodes", "Under load", []),
    ],
)
def test_what_both_sides_say_is_compared_and_nothing_else(text, regime, expected):
    assert met(text, regime) == expected


def test_a_denial_in_the_input_does_not_hide_its_size_and_a_place_where_it_is_fine_does():
    assert met("loss does not fall on 4 nodes", "Only at 60 nodes") == [(False, "Only at 60 nodes", "4 nodes")]
    fine = met("hangs at 60 nodes, 4 nodes are fine", "Only at 60 nodes")
    assert fine == [(True, "Only at 60 nodes", "60 nodes")]


def test_the_regime_is_read_in_the_language_of_the_input_where_the_record_has_it():
    both = {"en": "Only at 60 nodes", "ko": "60노드에서만 나타났다"}
    assert met("4노드에서 멈췄다", both, "ko") == [(False, "60노드에서만 나타났다", "4노드")]
    assert met("4노드에서 멈췄다", {"en": both["en"]}, "ko") == [(False, "Only at 60 nodes", "4노드")]


@pytest.mark.parametrize(
    ("text", "differs"),
    [("hangs on 4 nodes", True), ("hangs on 64 nodes", False), ("hangs", False), ("hangs on 30 nodes", False)],
)
def test_conditions_differ_where_both_sides_tell_theirs_and_none_is_the_same(text, differs):
    around = Surroundings(signals.read(text.encode()).phrases)
    assert around.differ({"regime": {"en": "Only at 60 nodes"}}) is differs
    assert not around.differ({"id": "A"})


@pytest.mark.parametrize(
    ("text", "components", "expected"),
    [
        ("throughput drops, storage is fine", ["shared-filesystem", "rdma-network"], ["shared-filesystem"]),
        ("loss spikes; the network looks perfectly healthy", ["rdma-network", "gpu"], ["rdma-network"]),
        ("학습이 느리다. 네트워크는 정상", ["rdma-network", "gpu"], ["rdma-network"]),
        ("스토리지도 문제 없음, 학습이 느리다", ["shared-filesystem"], ["shared-filesystem"]),
        ("the network is not ok", ["rdma-network"], []),
        ("the network was fine until noon", ["rdma-network"], []),
        ("네트워크가 비정상", ["rdma-network"], []),
        ("everything hangs", ["rdma-network"], []),
    ],
)
def test_a_component_that_the_input_says_is_fine_is_named(text, components, expected):
    found = Surroundings(signals.read(text.encode()).phrases).fine({"components": components})
    assert [item.record for item in found] == expected
    assert all(components[int(item.field.split(".")[1])] == item.record for item in found)


TEXTS = st.lists(
    st.sampled_from(
        ["60 nodes", "4", "nodes", "노드", "GPU 8장", "step 300", "H100", "RoCE", "num_workers=0", "not", "한",
         "\u1112\u1161", "storage is fine", "네트워크는 정상", ";", "\n", "\x1b[31m", "🔥", "2~4노드",
         "of", "more than one node"]
    ),
    max_size=12,
).map(" ".join)  # fmt: skip


@given(TEXTS, TEXTS, st.sampled_from(["en", "ko"]), st.booleans())
def test_every_span_holds_what_it_claims(text, regime, language, plain):
    data = text.encode()
    document: dict[str, Any] = {
        "regime": regime if plain else {language: regime},
        "components": ["rdma-network", "shared-filesystem", 7, None],
    }
    around = Surroundings(signals.read(data).phrases)
    for item in around.meetings(document, language):
        assert unicodedata.normalize("NFC", regime)[slice(*item.record_span)] == item.record
        assert data[slice(*item.input_span)].decode() == item.input
        assert item.field == ("regime" if plain else f"regime.{language}")
    for item in around.fine(document):
        assert data[slice(*item.input_span)].decode() == item.input


SHAPES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["en", "ko", "x"]), inner),
)


@given(SHAPES)
def test_a_record_of_any_shape_is_passed_over(value):
    around = Surroundings(signals.read(b"hangs on 4 nodes, storage is fine").phrases)
    assert around.meetings({"regime": value}) == []
    assert around.fine({"components": value}) == []


@pytest.mark.parametrize(
    ("told", "regime", "fits"),
    [
        ("it hangs on 64 nodes", "One node", None),
        ("512 ranks stopped", "Two GPUs without NVLink", None),
        ("it hangs on one node", "One node", True),
        ("8 GPUs stopped", "Seen on 8 GPUs", True),
        ("it hangs on 64 nodes", "Seen on 16 nodes", True),
        ("pid=1234, GPU has fallen off the bus", "Training over 1024 GPUs", None),
    ],
)
def test_a_greater_size_than_one_machine_is_no_condition_that_fits(told, regime, fits):
    assert [item[0] for item in met(told, regime)] == ([] if fits is None else [fits])
