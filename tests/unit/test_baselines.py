"""Readings beside baselines, the hardware of both, and the checkpoint interval."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import baselines, signals
from kb.baselines import Baseline, checkpoint, hardware
from kb.baselines.comparing import Comparison, best, compare, in_unit
from kb.baselines.readings import judged, severity_of
from kb.baselines.table import load_quantity
from kb.render import comparison as render

PLAIN = Baseline(
    "plain", "links", "link_bandwidth", {"en": "A link", "ko": "링크"}, 20, 20, "GB/s", "any", True, {"lanes": 8},
    "higher-is-better", "measured", "https://example.com", {},
)  # fmt: skip


def one(
    value: float, unit: str | None = "GB/s", conditions: dict[str, Any] | None = None, **changed: Any
) -> Comparison:
    """The reading beside `PLAIN` with some fields changed."""
    (found,) = compare("link_bandwidth", value, unit, conditions or {"lanes": 8}, [PLAIN._replace(**changed)])
    return found


def applying(quantity: str, value: float, unit: str, **conditions: Any) -> dict[str, Comparison]:
    """Shipped baselines that apply, by id."""
    return {item.baseline.id: item for item in compare(quantity, value, unit, conditions) if item.applies}


def test_shipped_baselines() -> None:
    found = baselines.load()
    assert len(found) >= 250
    assert len({item.id for item in found}) == len(found)
    assert baselines.load() is not found
    assert all(item.low <= item.high and item.kind in baselines.KINDS for item in found)
    for name in ("allreduce_busbw", "pcie_bandwidth", "gpu_memory_bandwidth", "nvlink_bandwidth"):
        assert name in baselines.quantities()


def test_the_reading_of_the_playbook() -> None:
    found = applying("pcie_bandwidth", 6.1, "GB/s", generation=4, lanes=8)
    measured = found["smol-pcie4"]
    assert next(iter(found)) == "smol-pcie4"
    assert (measured.expected, measured.worse, measured.assumed) == (14.2, True, ("direction",))
    assert measured.ratio == pytest.approx(0.43, abs=0.001)
    assert render.sentence(measured, "en") == "6.1 GB/s is 43 % of the 14.2 GB/s measured"
    assert not applying("pcie_bandwidth", 6.1, "GB/s", generation=4)
    assert "smol-pcie4" not in applying("pcie_bandwidth", 6.1, "GB/s", generation=4, lanes=16)


def test_hardware_must_match_where_conditions_do_not_say_enough() -> None:
    assert not applying("allreduce_busbw", 400, "GB/s", nodes=1, ranks=8)
    found = applying("allreduce_busbw", 400, "GB/s", nodes=1, ranks=8, hardware="NVIDIA H100 SXM")
    assert found["smol-ar-1node"].expected == 480
    assert all("H100" in item.baseline.hardware for item in found.values())
    assert not applying("allreduce_busbw", 40, "GB/s", nodes=1, ranks=8, hardware="H100 SXM", message_size="1 MiB")


def test_reasons() -> None:
    assert one(5).applies
    assert one(5, conditions={"lanes": 4}).differing == ("lanes",)
    assert one(5, conditions={"x": 1}).missing == ("lanes",)
    assert one(5, "ms").unit_differs
    assert one(5, None).unit_differs
    assert one(5, any_hardware=False).missing == ("hardware",)
    assert one(5, any_hardware=False, hardware="T4", conditions={"lanes": 8, "hardware": "P100"}).differing == (
        "hardware",
    )
    sized = PLAIN._replace(id="sized", conditions={"lanes": 8, "size": "1 GiB"})
    first, second = compare("link_bandwidth", 5, "GB/s", {"lanes": 8, "size": "1024MiB"}, [PLAIN, sized])
    assert (first.baseline.id, first.applies) == ("sized", True)
    assert (second.baseline.id, second.applies, second.unstated) == ("plain", False, ("size",))


def test_nothing_is_claimed_of_what_does_not_apply() -> None:
    found = one(5, conditions={"lanes": 4})
    assert (found.value, found.expected, found.ratio, found.worse) == (None, None, None, False)
    assert compare("no_such_quantity", 1, "GB/s", {}) == []


@pytest.mark.parametrize("written", [8, 8.0, "8", "x8", "X8"])
def test_conditions_are_compared_by_what_they_mean(written: Any) -> None:
    assert one(5, conditions={"lanes": written}).applies


def test_condition_any_holds_for_every_reading() -> None:
    found = compare("link_bandwidth", 5, "GB/s", {"load": "heavy"}, [PLAIN._replace(conditions={"load": "any"})])
    assert found[0].applies
    assert compare("link_bandwidth", 5, "GB/s", {}, [PLAIN._replace(conditions={"load": "any"})])[0].applies


def test_one_way_is_taken_to_hold_and_a_copy_is_one_way() -> None:
    table = [PLAIN._replace(conditions={"direction": "one-way"})]
    for direction in ("one-way", "host-to-device", "device-to-host"):
        assert compare("link_bandwidth", 5, "GB/s", {"direction": direction}, table)[0].assumed == ()
        assert compare("link_bandwidth", 5, "GB/s", {"direction": direction}, table)[0].applies
    assert compare("link_bandwidth", 5, "GB/s", {}, table)[0].assumed == ("direction",)
    assert not compare("link_bandwidth", 5, "GB/s", {"direction": "both-ways"}, table)[0].applies
    both = [PLAIN._replace(conditions={"direction": "both-ways"})]
    assert compare("link_bandwidth", 5, "GB/s", {}, both)[0].missing == ("direction",)


@pytest.mark.parametrize(
    ("direction", "value", "expected", "ratio", "worse"),
    [
        ("higher-is-better", 5, 10, 0.5, True),
        ("higher-is-better", 12, 10, 1.2, False),
        ("higher-is-better", 30, 20, 1.5, False),
        ("lower-is-better", 5, 10, 0.5, False),
        ("lower-is-better", 15, 20, 0.75, False),
        ("lower-is-better", 30, 20, 1.5, True),
        ("range", 5, 10, 0.5, True),
        ("range", 15, 10, 1.5, False),
        ("range", 30, 20, 1.5, True),
    ],
)
def test_direction_and_range(direction: str, value: float, expected: float, ratio: float, worse: bool) -> None:
    found = one(value, low=10, high=20, direction=direction)
    assert (found.expected, found.ratio, found.worse) == (expected, ratio, worse)


@pytest.mark.parametrize("unit", ["C", "count"])
def test_no_ratio_where_it_says_nothing(unit: str) -> None:
    healthy = {"C": -2, "count": 0}[unit]
    (found,) = compare("link_bandwidth", 3, unit, {"lanes": 8}, [PLAIN._replace(low=healthy, high=healthy, unit=unit)])
    assert found.applies
    assert found.ratio is None
    assert render.sentence(found, "en").startswith(f"3 {unit} is ")


@pytest.mark.parametrize(
    ("value", "unit", "wanted", "expected"),
    [
        (48, "Gb/s", "GB/s", 6), (6, "GB/s", "Gb/s", 48), (6100, "MB/s", "GB/s", 6.1),
        (1, "GiB/s", "GB/s", 1.073741824),
        (2, "TB/s", "GB/s", 2000), (10, "ms", "us", 10000), (3, "iops", "IOPS", 3), (5, "MB/s/TiB", "mb/s/tib", 5),
        (7, None, "count", 7), (7, None, "GB/s", None), (7, "GB", "GB/s", None), (7, "x", "banks", None),
    ],
)  # fmt: skip
def test_units(value: float, unit: str | None, wanted: str, expected: float | None) -> None:
    found = in_unit(value, unit, wanted)
    assert found == (expected if expected is None else pytest.approx(expected))


@given(st.floats(1e-3, 1e6), st.sampled_from(["GB/s", "MB/s", "Gb/s", "GiB/s", "TB/s"]))
def test_the_unit_of_the_reading_does_not_change_the_answer(value: float, unit: str) -> None:
    written = in_unit(value, "GB/s", unit)
    assert written is not None
    assert one(written, unit).ratio == pytest.approx(one(value).ratio, rel=1e-4)
    assert one(value).worse == (value < 20)


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.dictionaries(st.text(max_size=6), st.text(max_size=8) | st.integers()),
)
def test_whatever_is_given_the_answer_can_be_shown(value: float, conditions: dict[str, Any]) -> None:
    for quantity in ("pcie_bandwidth", "nfs_bad_calls", "gpu_tlimit_slowdown"):
        for item in compare(quantity, value, "GB/s", {"generation": 4, "lanes": 8, **conditions}):
            assert item.applies == (item.value is not None)
            if item.applies:
                assert render.sentence(item, "ko")


@pytest.mark.parametrize(
    ("given_", "wanted", "same"),
    [
        ("H100 SXM", "NVIDIA H100 SXM", True), ("NVIDIA A100-SXM4-80GB", "NVIDIA A100 SXM 80GB", True),
        ("A100 SXM", "8x A100 SXM (ND A100 v4)", True), ("H100", "NVIDIA H100 SXM", False),
        ("H100 PCIe", "NVIDIA H100 SXM", False), ("H100 SXM", "NVIDIA H100", True), ("H200", "H100/H200/GH200", True),
        ("H200 SXM", "NVIDIA H100 SXM, H200 SXM", True), ("A100", "NVIDIA A100, H100", True),
        ("GB200", "NVIDIA GB200 SXM", True),
        ("B200", "NVIDIA GB200 SXM", False), ("MI300X", "AMD MI300X", True), ("MI300", "AMD MI300X", False),
        ("NVIDIA", "NVIDIA H100", False),
        ("SXM", "NVIDIA H100 SXM", False), ("", "any", False), ("T4", "NVIDIA T4", True),
    ],
)  # fmt: skip
def test_hardware(given_: str, wanted: str, same: bool) -> None:
    assert hardware.same(given_, wanted) is same


def test_nearest_quantities() -> None:
    assert baselines.nearest_quantities("pcie_bandwith")[0] == "pcie_bandwidth"
    assert "wal_fsync_time" in baselines.nearest_quantities("etcd fsync")
    assert baselines.nearest_quantities("zzz") == []
    assert baselines.named(" PCIe-Bandwidth ") == "pcie_bandwidth"


@pytest.mark.parametrize("example", checkpoint.document()["examples"], ids=lambda item: str(item["inputs"]))
def test_the_examples_of_the_formula(example: dict[str, Any]) -> None:
    save, mtbf = example["inputs"]["save_time"], example["inputs"]["mtbf"]
    assert round(checkpoint.young(save, mtbf)) == example["young"]
    assert round(checkpoint.daly(save, mtbf)) == example["daly"]
    if example["published_minutes"]:
        assert checkpoint.daly(save, mtbf) / 60 == pytest.approx(example["published_minutes"], rel=0.006)


@given(st.floats(1, 1e4), st.floats(1, 1e7), st.floats(0, 1e4))
def test_the_expressions_told_are_those_computed(save: float, mtbf: float, restart: float) -> None:
    names = {
        "save_time": save,
        "mtbf": mtbf,
        "restart_time": restart,
        "interval": 600.0,
        "sqrt": math.sqrt,
        "exp": math.exp,
    }
    told = checkpoint.document()
    formulas = {item["id"]: item for item in told["formulas"]}
    which = "daly" if eval(formulas["daly"]["valid_when"], {}, dict(names)) else "daly-limit"
    assert checkpoint.daly(save, mtbf) == pytest.approx(eval(formulas[which]["expression"], {}, dict(names)))
    assert checkpoint.young(save, mtbf) == pytest.approx(eval(formulas["young"]["expression"], {}, dict(names)))
    if max(save, restart, 600) < 100 * mtbf:
        overhead = eval(told["overhead"]["expression"], {}, dict(names))
        assert checkpoint.overhead(600.0, save, mtbf, restart) == pytest.approx(overhead, rel=1e-6, abs=1e-6)


@given(st.floats(1, 1e3), st.floats(1e4, 1e7), st.floats(0.1, 10))
def test_dalys_interval_costs_hardly_more_than_any_other(save: float, mtbf: float, factor: float) -> None:
    best, _ = checkpoint.intervals(save, mtbf)
    assert best.overhead <= checkpoint.overhead(best.seconds * factor, save, mtbf) + 1e-3


def test_intervals_say_where_they_hold() -> None:
    daly, young = checkpoint.intervals(3600, 1800)
    assert (daly.formula, daly.seconds, daly.valid) == ("daly", 1800, True)
    assert not young.valid
    assert checkpoint.intervals(1, 1e-3)[0].overhead == math.inf
    for wrong in ((0, 1, 0), (1, 0, 0), (1, 1, -1), (math.inf, 1, 0), (math.nan, 1, 0)):
        with pytest.raises(ValueError):
            checkpoint.intervals(*wrong)


@given(st.sampled_from(baselines.quantities()), st.data())
def test_the_best_is_the_first_of_all_that_applies(quantity: str, data: st.DataObject) -> None:
    table = load_quantity(quantity)
    assert table == [item for item in baselines.load() if item.quantity == quantity]
    likeness = data.draw(st.sampled_from(table))
    given_conditions = {**likeness.conditions, "hardware": likeness.hardware}
    for key in data.draw(st.sets(st.sampled_from(sorted(given_conditions)))):
        del given_conditions[key]
    if data.draw(st.booleans()):
        given_conditions["nodes"] = data.draw(st.integers(1, 4))
    value, unit = data.draw(st.floats(0.1, 1e6)), likeness.unit
    expected = next((item for item in baselines.compare(quantity, value, unit, given_conditions) if item.applies), None)
    assert best(value, unit, given_conditions, table) == expected


NVBANDWIDTH = """GPU 0: PCIe Gen5 x16
nvbandwidth Version: v0.7

Running host_to_device_memcpy_ce.
memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)
           0         1
 0     {0}     {0}

SUM host_to_device_memcpy_ce 30.10
"""
IB_WRITE_BW = """$ ibstat mlx5_2 | grep Rate
		Rate: 400
$ ib_write_bw -d mlx5_2 --report_gbits {1}
---------------------------------------------------------------------------------------
                    RDMA_Write BW Test
 Dual-port       : OFF		Device         : mlx5_2
---------------------------------------------------------------------------------------
 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
 4194304    5000             {0}             {0}		   0.005863
---------------------------------------------------------------------------------------
"""


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (NVBANDWIDTH.format("15.02"), "error"),
        (NVBANDWIDTH.format("38.90"), "warning"),
        (NVBANDWIDTH.format("54.80"), "none"),
        (NVBANDWIDTH.format("15.02").replace("PCIe Gen5 x16", "x"), "none"),
        (IB_WRITE_BW.format("105.30", ""), "error"),
        (IB_WRITE_BW.format("391.10", ""), "none"),
        (IB_WRITE_BW.format("105.30", "").replace("Rate: 400", "Rate: 100"), "none"),
    ],
)
def test_a_reading_far_from_its_baseline_is_no_healthy_input(text: str, severity: str) -> None:
    read = judged(signals.read(text.encode()))
    assert read.severity == severity
    assert read.healthy == (severity == "none")
    assert {signal.direction for signal in read.signals if signal.severity == "error"} <= {"down"}


def test_memory_of_a_gpu_is_not_held_against_that_of_the_host() -> None:
    host = signals.read(IB_WRITE_BW.format("105.30", "").encode())
    device = signals.read(IB_WRITE_BW.format("105.30", "--use_cuda=0").encode())
    assert dict(host.conditions)["memory"] == "host"
    assert dict(device.conditions)["memory"] == "gpu"
    assert dict(host.conditions)["adapter_rate"] == "400 Gb/s"


@pytest.mark.parametrize(
    ("value", "changed", "severity"),
    [
        (19.0, {}, "none"),
        (15.0, {}, "warning"),
        (6.0, {}, "error"),
        (19.0, {"kind": "threshold"}, "warning"),
        (12.0, {"kind": "specification"}, "none"),
        (30.0, {"direction": "lower-is-better"}, "warning"),
        (70.0, {"direction": "lower-is-better"}, "error"),
        (15.0, {"direction": "lower-is-better"}, "none"),
        (70.0, {"direction": "range", "low": 10}, "error"),
        (3.0, {"direction": "range", "low": 10}, "error"),
    ],
)
def test_how_bad_a_reading_is(value: float, changed: dict[str, Any], severity: str) -> None:
    assert severity_of(one(value, **changed)) == severity


def test_nothing_is_made_better_by_a_baseline() -> None:
    read = signals.read(b"PCIe Gen5 x16: H2D bandwidth dropped from 55 GB/s to 54 GB/s, uncorrectable ECC error")
    before = {signal.span: signal.severity for signal in read.signals}
    order = ("none", "info", "warning", "error", "critical")
    assert all(order.index(one.severity) >= order.index(before[one.span]) for one in judged(read).signals)
