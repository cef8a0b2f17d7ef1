"""`kb baseline`: what it says, what it refuses, and that it needs no store."""

from __future__ import annotations

import pytest
from cli_running import run, run_process
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.baselines.checkpoint import intervals, is_too_much, least_mtbf, longest_save

PCIE = ("baseline", "check", "pcie_bandwidth", "6.1", "GB/s", "generation=4", "lanes=8")
INTERVAL = ("baseline", "checkpoint-interval", "--save-time", "40s", "--mtbf", "8h")


def test_check_says_how_far_and_whence_and_why_not():
    ran = run(*PCIE)
    assert (ran.code, ran.err) == (0, "")
    assert "6.1 GB/s is 43 % of the 14.2 GB/s measured" in ran.text
    assert "source: https://huggingfacetb-smol-training-playbook.hf.space/" in ran.text
    assert "taken to hold: direction=one-way" in ran.text
    assert "lanes=16" in ran.text.partition("Not applied")[2]
    assert ran.text.count("pcie-spec-pcie4x8") == 1


def test_check_in_korean():
    ran = run(*PCIE, "--lang", "ko")
    assert "6.1 GB/s: 실측값 14.2 GB/s의 43 %" in ran.text
    assert "조건 다름: lanes=16" in ran.text


def test_check_as_json():
    ran = run(*PCIE, "--json")
    applied = [item for item in ran.json["baselines"] if item["applies"]]
    assert applied[0]["id"] == "smol-pcie4"
    assert {"quantity", "value", "unit", "expected", "ratio", "source"} <= applied[0].keys()
    assert run(*PCIE, "--json", "--lang", "ko").out == ran.out


@pytest.mark.parametrize(
    "words", [("6.1GB/s",), ("6100", "MB/s"), ("48.8", "Gb/s"), ("6.1",), ("0.0061", "TB/s"), ("6.1", "gb/s")]
)
def test_the_same_reading_in_another_unit(words):
    ran = run("baseline", "check", "PCIe-bandwidth", *words, "lanes=x8", "generation=Gen4", "--json")
    assert ran.json["baselines"][0]["ratio"] == pytest.approx(0.4296, abs=1e-4)


@pytest.mark.parametrize(
    ("words", "tag"),
    [
        (("wal_fsync_time", "8", "ms", "percentile=99"), "kept"),
        (("wal_fsync_time", "40ms", "percentile=99"), "above"),
        (("gpu_tlimit_slowdown", "-5", "C", "hardware=H100 SXM"), "below"),
        (("nfs_bad_calls", "0"), "kept"),
        (("nfs_bad_calls", "3"), "above"),
        (("tokens_per_second_per_gpu", "13,700", "model=SmolLM3 3B", "ranks=384", "hardware=H100 SXM"), "kept"),
    ],
)
def test_direction_is_respected(words, tag):
    ran = run("baseline", "check", *words)
    assert ran.code == 0
    assert ran.text.partition("\n\n")[2].startswith(tag)


def test_nothing_is_claimed_without_conditions():
    ran = run("baseline", "check", "allreduce_busbw", "200", "GB/s")
    assert (ran.code, ran.err) == (1, "")
    assert "nothing is claimed" in ran.text
    assert "%" not in ran.text
    assert "hardware=NVIDIA H100 SXM" in ran.text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pcie_bandwith", "6.1", "GB/s"), "Did you mean pcie_bandwidth"),
        (("pcie_bandwidth", "fast"), "no value"),
        (("pcie_bandwidth", "1e999", "GB/s"), "no value"),
        (("pcie_bandwidth",), "Example: kb baseline check"),
        (("pcie_bandwidth", "6.1", "GB/s", "more"), "Example: kb baseline check"),
        (("pcie_bandwidth", "6.1", "ms"), "is no unit of pcie_bandwidth"),
        (("file_open_time", "6"), "has no unit"),
        (("pcie_bandwidth", "6.1", "GB/s", "lane=8"), "Conditions: direction, generation, hardware, lanes"),
        (("pcie_bandwidth", "6.1", "GB/s", "lanes="), "no condition"),
        (("pcie_bandwidth", "6.1", "GB/s", "lanes=8", "lanes=4"), "given twice"),
        (("pcie_bandwidth", "6.1", "GB/s", "--nodes", "2"), "belongs to checkpoint-interval"),
    ],
)
def test_check_refuses(words, said):
    ran = run("baseline", "check", *words)
    assert (ran.code, ran.out) == (2, b"")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_list_and_its_words():
    everything = run("baseline", "list")
    assert everything.code == 0
    assert everything.text.splitlines()[-1].endswith("baselines")
    found = run("baseline", "list", "etcd", "fsync", "--json").json
    assert {item["quantity"] for item in found} == {"wal_fsync_time"}
    assert run("baseline", "list", "etcd fsync", "--json").json == found
    assert run("baseline", "list", "실측", "레인", "--json").json
    assert run("baseline", "list", "no-such-word").code == 1


def test_show():
    ran = run("baseline", "show", "SMOL-PCIE4")
    assert "14.2 GB/s, measured, higher is better" in ran.text
    assert run("baseline", "show", "smol-pcie4", "--json").json["source"]["url"] in ran.text
    assert "높을수록 좋음" in run("baseline", "show", "smol-pcie4", "--lang", "ko").text
    missed = run("baseline", "show", "smol-pcie")
    assert (missed.code, missed.out) == (2, b"")
    assert "smol-pcie4" in missed.err
    assert run("baseline", "show").code == 2


def test_show_the_formula():
    assert "Daly (2006)" in " ".join(run("baseline", "show", "checkpoint-interval").text.split())
    assert run("baseline", "show", "checkpoint-interval", "--json").json["preferred"] == "daly"


def test_checkpoint_interval():
    ran = run(*INTERVAL)
    assert ran.code == 0
    assert ran.text.startswith("Save after every 24 min 51 s of work (expected overhead 5.")
    assert "Young 1974" in ran.text
    assert "https://doi.org/10.1016/j.future.2004.11.016" in ran.text
    assert run(*INTERVAL, "--lang", "ko").text.startswith("작업 24분 51초마다 저장한다")
    slower = run(*INTERVAL, "--restart-time", "5m", "--json").json["intervals"][0]
    assert slower["overhead"] > run(*INTERVAL, "--json").json["intervals"][0]["overhead"]


def test_checkpoint_interval_of_many_nodes():
    job = run("baseline", "checkpoint-interval", "--save-time", "40s", "--mtbf", "1h", "--json").json
    nodes = run("baseline", "checkpoint-interval", "--save-time", "40s", "--mtbf", "1d", "--nodes", "24", "--json").json
    assert nodes["intervals"] == job["intervals"]
    assert nodes["inputs"]["node_mtbf"] == 86400


def test_checkpoint_interval_that_leads_nowhere():
    ran = run("baseline", "checkpoint-interval", "--save-time", "10h", "--mtbf", "10s")
    assert "not expected to get anywhere" in ran.text
    assert "not valid here" in ran.text
    as_json = run("baseline", "checkpoint-interval", "--save-time", "10h", "--mtbf", "10s", "--json").json
    assert as_json["intervals"][0]["overhead"] is None


@pytest.mark.parametrize(
    "words",
    [
        (), ("--save-time", "40s"), ("--mtbf", "8h"), ("--save-time", "40", "--mtbf", "8h"),
        ("--save-time", "0s", "--mtbf", "8h"), ("--save-time", "40s", "--mtbf", "8h", "--nodes", "0"),
        ("--save-time", "40s", "--mtbf", "eight hours"), ("word", "--save-time", "40s", "--mtbf", "8h"),
    ],
)  # fmt: skip
def test_checkpoint_interval_refuses(words):
    ran = run("baseline", "checkpoint-interval", *words)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("words", [PCIE, INTERVAL, ("baseline", "list"), ("baseline", "show", "smol-pcie4")])
@pytest.mark.parametrize("columns", ["40", "110"])
def test_lines_fit_but_addresses_stay_whole(monkeypatch, words, columns):
    monkeypatch.setenv("COLUMNS", columns)
    for line in run(*words).text.splitlines():
        assert len(line) <= int(columns) or "https://" in line


def test_no_store_is_touched(home):
    ran = run_process(*PCIE, KB_DATA_DIR=str(home / "nowhere"))
    assert ran.code == 0
    assert not (home / "nowhere").exists()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=10), max_size=5))
def test_any_words_give_an_answer_or_one_line(words):
    for action in ("check", "show", "list"):
        ran = run("baseline", action, "--", *words)
        assert ran.code in (0, 1, 2)
        assert "Traceback" not in ran.err
        assert "\x1b" not in ran.text + ran.err


def test_check_tells_the_nearest_of_what_does_not_apply_and_counts_the_rest():
    short, whole = run(*PCIE).text, run(*PCIE, "--all").text
    told, every = (
        [line for line in text.partition("Not applied")[2].splitlines() if line[2:3].strip()] for text in (short, whole)
    )
    assert 2 <= len(told) - 1 <= 6
    assert told[-1].strip() == f"and {len(every) - len(told) + 1} more that do not apply (--all)"
    ids = [line.split()[0] for line in every]
    assert [line.split()[0] for line in told[:-1]] == ids[: len(told) - 1]
    assert len(set(ids)) == len(ids)


def test_a_word_that_names_a_quantity_means_it_and_not_the_cards_that_have_it_in_their_name():
    ran = run("baseline", "list", "pcie", "--json")
    assert {item["quantity"] for item in ran.json} == {"pcie_bandwidth", "pcie_link_width"}
    every = run("baseline", "list", "pcie", "--all", "--json").json
    assert "gpu_clock" in {item["quantity"] for item in every}
    assert f"{len(every) - len(ran.json)} more" in run("baseline", "list", "pcie").text
    for words in (("h100",), ("h100", "pcie"), ("PCIe_bandwidth",), ("h2d",)):
        assert run("baseline", "list", *words).code == 0


@pytest.mark.parametrize("words", [("9h", "8h"), ("10m", "30m", "--restart-time", "2h"), ("1h", "1ms")])
def test_where_saving_takes_too_long_no_interval_is_advised(words):
    save, mtbf, *more = words
    call = ("baseline", "checkpoint-interval", "--save-time", save, "--mtbf", mtbf, *more)
    ran = run(*call)
    assert (ran.code, ran.err) == (1, "")
    assert ran.text.startswith("No interval helps")
    assert "Save after every" not in ran.text
    assert run(*call, "--json").json["helps"] is False
    assert run(*call, "--lang", "ko").text.startswith("어떤 간격도 도움이 되지 않는다")


@given(st.floats(1, 1e5), st.floats(1, 1e6), st.floats(0, 1e3))
@settings(max_examples=60, deadline=None)
def test_what_is_told_to_change_is_where_an_interval_begins_to_help(save, mtbf, restart):
    def helps(save: float, mtbf: float) -> bool:
        return not is_too_much(intervals(save, mtbf, restart)[0])

    if longest := longest_save(mtbf, restart):
        assert helps(longest, mtbf)
        assert not helps(1.01 * longest, mtbf) or longest > 0.99 * mtbf
    least = least_mtbf(save, restart)
    assert helps(save, least)
    assert not helps(save, least / 1.01)
