"""Explanations and checks: the arithmetic against brute force, and what must hold of any records."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import diagnose, priors, signals, vocabulary
from kb.classify import Label
from kb.config import records_dir
from kb.diagnose import answered, checks, gain, hypotheses, relevance
from kb.diagnose.checks import DESTROYS, READ_ONLY, Candidate
from kb.diagnose.hypotheses import Hypothesis
from kb.engine import Engine
from kb.index import Hits
from kb.signals.families import FAMILIES

TERMS = ["capacity", "hardware-failure", "software-bug", "unknown", "gpu", "pcie", "nvlink", "shared-filesystem"]
CAUSES, COMPONENTS = TERMS[:4], TERMS[4:]
NEAR = 1e-9

terms = st.lists(st.sampled_from(TERMS), max_size=3, unique=True)
outcomes = st.lists(st.tuples(terms, terms), min_size=1, max_size=4)
shares = st.floats(0.001, 1.0)
chances = st.floats(0.0, 1.0)


@st.composite
def explanations(draw):
    """Two to six explanations, "none of these" last, whose probabilities sum to 1."""
    keys = draw(
        st.lists(st.tuples(st.sampled_from(CAUSES), st.sampled_from(COMPONENTS)), min_size=1, max_size=5, unique=True)
    )
    weights = [draw(st.floats(0.001, 1.0)) for _ in range(len(keys) + 1)]
    named = [
        Hypothesis(cause, (component, *draw(st.lists(st.sampled_from(COMPONENTS), max_size=2))), weight / sum(weights))
        for (cause, component), weight in zip(keys, weights, strict=False)
    ]
    return (*named, Hypothesis("", (), weights[-1] / sum(weights)))


@st.composite
def cases(draw):
    """Matched records with probabilities, some of their fields missing or of another kind."""
    found = []
    for number in range(draw(st.integers(0, 8))):
        document = {"id": f"KB-{number}", "root_cause": draw(st.sampled_from([*CAUSES, None, 3]))}
        document["components"] = draw(st.one_of(st.none(), st.lists(st.sampled_from(COMPONENTS), max_size=3)))
        steps = [{"points_to": ["pcie"]}, "text", {"points_to": None, "check_id": ["a"]}, {"points_to": 5, "check": 7}]
        document["diagnosis"] = draw(st.sampled_from([None, [], steps, "text", 5]))
        document["symptoms"] = draw(st.sampled_from([None, ["hang"], "hang", 3, [{}, "hang"]]))
        document["suspected_first"] = draw(st.one_of(st.none(), terms))
        found.append((document, draw(chances)))
    return found


labels = st.lists(st.tuples(st.sampled_from(CAUSES), chances), max_size=4, unique_by=lambda item: item[0])
places = st.lists(
    st.tuples(st.sampled_from(COMPONENTS), st.floats(0.1, 1.0)), max_size=4, unique_by=lambda item: item[0]
)


def told(items):
    """Labels as the classifier gives them, likeliest first."""
    return [Label(name, chance, True, 9) for name, chance in sorted(items, key=lambda item: -item[1])]


@given(cases(), st.floats(0.0, 1.0), labels, places)
def test_probabilities_of_explanations_sum_to_one(matched, scale, causes, components):
    share = {document["id"]: scale / len(matched) for document, _ in matched}
    labelled = hypotheses.labelled(told(causes), told(components))
    assert sum(labelled.values()) <= 1.0 + NEAR
    found = hypotheses.hypotheses(matched, share, labelled)
    assert math.isclose(sum(item.probability for item in found), 1.0, abs_tol=NEAR)
    assert all(0.0 <= item.probability <= 1.0 for item in found)
    assert [item.root_cause for item in found].count("") == 1
    assert found[-1].root_cause == ""
    named = found[:-1]
    assert list(named) == sorted(named, key=lambda item: -item.probability)
    assert sorted(case for item in named for case in item.cases) == sorted(share)


@given(st.floats(0.0, hypotheses.SUREST))
def test_one_case_alone_gives_its_own_probability(chance):
    document = {"id": "A", "root_cause": "capacity", "components": ["gpu"]}
    (only, none) = hypotheses.hypotheses([(document, chance)], {})
    assert math.isclose(only.probability, chance, abs_tol=NEAR)
    assert math.isclose(none.probability, 1.0 - chance, abs_tol=NEAR)


def test_an_explanation_says_which_part_of_it_the_labels_tell():
    document = {"id": "A", "root_cause": "capacity", "components": ["gpu"]}
    labelled = {("capacity", "gpu"): 0.4, ("software-bug", "nvlink"): 0.6}
    without = hypotheses.hypotheses([(document, 0.5)], {"A": 0.5})
    both, only, none = hypotheses.hypotheses([(document, 0.5)], {"A": 0.5}, labelled)
    assert (both.root_cause, both.cases, only.root_cause, only.cases) == ("capacity", ("A",), "software-bug", ())
    assert math.isclose(both.probability * (1.0 - both.by_labels), without[0].probability, abs_tol=NEAR)
    assert 0.0 < both.by_labels < 1.0 == only.by_labels
    taken = both.probability * both.by_labels + only.probability
    assert math.isclose(none.probability + taken, without[-1].probability, abs_tol=NEAR)


@given(outcomes, explanations(), shares)
def test_likelihoods_of_the_outcomes_sum_to_one(readings, found, relevance):
    for item in found:
        row = gain.likelihoods(readings, item, relevance)
        assert len(row) == len(readings) + 1
        assert math.isclose(sum(row), 1.0, abs_tol=NEAR)
        assert all(value > 0.0 for value in row[:-1])
        assert row[-1] >= -NEAR


@given(outcomes, explanations(), shares)
def test_gain_is_the_fall_of_entropy_that_brute_force_finds(readings, found, relevance):
    expected = 0.0
    for observed in range(len(readings) + 1):
        evidence = sum(item.probability * gain.likelihoods(readings, item, relevance)[observed] for item in found)
        if evidence > 0.0:
            after = [
                item.probability * gain.likelihoods(readings, item, relevance)[observed] / evidence for item in found
            ]
            expected -= evidence * sum(chance * math.log2(chance) for chance in after if chance > 0.0)
    fall = gain.entropy(found) - expected
    assert math.isclose(gain.gains([(readings, relevance)], found)[0], max(0.0, fall), abs_tol=1e-7)


@given(outcomes, explanations(), shares)
def test_no_reading_raises_what_it_rules_out(readings, found, relevance):
    for observed, (_, rules_out) in enumerate(readings):
        after = gain.updated(found, readings, relevance, observed)
        assert math.isclose(sum(item.probability for item in after), 1.0, abs_tol=NEAR)
        for before, now in zip(found, after, strict=True):
            if before.root_cause in rules_out or {*before.components[:1]} & set(rules_out):
                assert now.probability <= before.probability + NEAR


@given(explanations(), shares)
def test_a_reading_raises_what_alone_it_points_to(found, relevance):
    aim = found[0]
    others = {term for item in found[1:] for term in item.terms}
    for term in {aim.root_cause, aim.components[0]} - others:
        after = gain.updated(found, [([term], []), ([], [])], relevance, 0)
        assert after[0].probability >= aim.probability - NEAR


candidates = st.lists(
    st.builds(
        lambda risk, minutes, readings, relevance: Candidate(
            "", risk, minutes, tuple(readings), relevance, {"title": {}, "readings": [], "sources": []}, ()
        ),
        st.sampled_from([READ_ONLY, "disruptive", DESTROYS, ""]),
        st.floats(1.0, 500.0),
        outcomes,
        shares,
    ),
    max_size=8,
)


def keeps_evidence(found):
    """Whether the first check destroys no evidence while a read-only one would tell half as much."""
    if not found or found[0].risk != DESTROYS:
        return True
    return all(check.gain_bits < found[0].gain_bits / 2 for check in found if check.risk == READ_ONLY)


@given(candidates, explanations())
def test_a_check_that_destroys_evidence_waits_for_one_that_only_reads(weighed, found):
    named = [candidate._replace(id=f"c{number}") for number, candidate in enumerate(weighed)]
    ordered = diagnose.ordered(named, found)
    assert len(ordered) <= diagnose.CHECKS
    assert keeps_evidence(ordered)
    assert diagnose.ordered(reversed(named), found) == ordered


def test_of_questions_about_the_past_one_is_asked(monkeypatch):
    monkeypatch.setattr(diagnose, "STATE_QUESTIONS", {"a", "b"})
    found = (Hypothesis("capacity", ("gpu",), 0.5), Hypothesis("", (), 0.5))
    document = {"title": {"en": "x"}, "readings": [], "sources": []}
    weighed = [Candidate(name, READ_ONLY, 1.0, ((["gpu"], []),), 0.5, document, ()) for name in "abc"]
    assert [check.id for check in diagnose.ordered(weighed, found)] == ["a", "c"]


def test_a_check_is_proposed_that_no_explanation_has_to_do_with():
    found = (Hypothesis("capacity", ("gpu",), 0.4), Hypothesis("", (), 0.6))
    document = {"title": {"en": "x"}, "readings": [], "sources": []}
    readings = ((["expired-credential"], []), (["third-party"], []), ([], ["expired-credential"]))
    sure, doubtful = (
        Candidate(name, READ_ONLY, 1.0, readings, near, document, ()) for name, near in (("a", 0.9), ("b", 0.1))
    )
    assert [check.id for check in diagnose.ordered([doubtful, sure], found)] == ["a", "b"]


@given(explanations(), candidates)
def test_none_of_these_is_shared_out_and_nothing_is_lost(found, weighed):
    spread = gain.spread(found, [candidate.outcomes for candidate in weighed])
    assert math.isclose(sum(item.probability for item in spread), sum(item.probability for item in found), abs_tol=1e-9)
    named = {(item.root_cause, item.components): item.probability for item in found if item.root_cause}
    assert all(any((kept.root_cause, kept.components) == key for kept in spread) for key in named)


def test_base_rates_stand_beside_an_explanation_and_do_not_change_it():
    row = {
        "root_cause": "hardware-failure",
        "components": ["gpu"],
        "having": 4,
        "total": 9,
        "source": "https://x.example",
    }
    told = {"records": 20, "root_causes": {"hardware-failure": 3}, "published": [row]}
    found = (
        Hypothesis("hardware-failure", ("gpu",), 0.5),
        Hypothesis("capacity", ("gpu",), 0.2),
        Hypothesis("", (), 0.3),
    )
    after = hypotheses.with_priors(found, "ai-infra", told)
    assert [(prior.having, prior.total) for prior in after[0].priors] == [(3, 20), (4, 9)]
    assert [(prior.having, prior.total) for prior in after[1].priors] == [(0, 20)]
    assert after[2].priors == ()
    assert [item.probability for item in after] == [item.probability for item in found]


def test_red_herrings_count_the_cases_that_tell():
    def case(number, suspected, chance=0.5):
        return ({"id": str(number), "suspected_first": suspected}, chance)

    matched = [case(1, ["gpu"]), case(2, ["gpu", "pcie"]), case(3, []), case(4, ["pcie"], 0.001)]
    found = hypotheses.red_herrings(matched)
    assert [(item.term, item.cases, item.of) for item in found] == [("gpu", ("1", "2"), 2), ("pcie", ("2",), 2)]


@given(cases())
@settings(max_examples=50)
def test_candidates_survive_records_of_any_shape(matched):
    share = {document["id"]: 1.0 / len(matched) for document, _ in matched}
    hits = Hits([], [], [], [], [], 0, 0)
    asked = relevance.asked_terms(hits, matched, share, {})
    assert all(weight > 0.0 for weight in asked.values())
    relevant = relevance.most_relevant({"word:x": 1.0}, [("word:x", "a b")], matched, share)
    document = {"id": "a", "title": {"en": "A"}, "risk": READ_ONLY, "effort_minutes": 1, "readings": [], "sources": []}
    found = checks.candidates(matched, {"a": document}, relevant, share)
    assert next(candidate.id for candidate in found) == "a"
    assert all(0.0 <= candidate.relevance <= 1.0 for candidate in found)


@pytest.fixture(scope="module")
def catalogue():
    folder = Path(records_dir(), "checks")
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")}


def test_tables_of_answers_name_checks_formats_and_questions_that_exist(catalogue):
    formats = {family.format for family in FAMILIES}
    assert answered.FORMATS.keys() | answered.SIGNALS.keys() | checks.STATE_QUESTIONS <= catalogue.keys()
    assert set(itertools.chain(*answered.FORMATS.values())) <= formats


def test_published_base_rates_use_terms_that_exist():
    for row in priors.TABLES:
        assert row.root_cause in vocabulary.load("root_causes").terms
        assert set(row.components) <= set(vocabulary.load("components").terms)
        assert row.domain in vocabulary.load("domains").terms
        assert 0 < row.having < (row.total or 100)
        assert row.source.startswith("https://")
        assert any(character.isdigit() for character in row.population)


def test_every_check_that_destroys_evidence_says_what_to_save(catalogue):
    for document in catalogue.values():
        if document["risk"] == DESTROYS:
            assert document["save_first"]["en"]
            assert document["save_first"]["ko"]


def test_over_all_records_evidence_is_kept_and_nothing_ruled_out_is_raised(shipped_store):
    """Each record is taken for new: what was seen is matched with the record itself left out."""
    paths = sorted(Path(records_dir(), "incidents").rglob("*.json"))
    seen = 0
    with Engine.open(str(shipped_store)) as engine:
        for path in paths[:: max(1, len(paths) // 60)]:
            record = json.loads(path.read_text(encoding="utf-8"))
            answer = engine.match(record["symptoms_text"]["en"].encode(), 1, without={record["id"]})
            found, proposed = answer.diagnosis.hypotheses, answer.diagnosis.checks
            seen += len(proposed)
            assert record["id"] not in {case for item in found for case in item.cases}
            assert math.isclose(sum(item.probability for item in found), 1.0, abs_tol=NEAR)
            assert keeps_evidence(proposed)
            for check in proposed:
                for observed, reading in enumerate(check.readings):
                    after = gain.updated(found, check.outcomes, check.relevance, observed)
                    for before, now in zip(found, after, strict=True):
                        if before.root_cause in reading.rules_out:
                            assert now.probability <= before.probability + NEAR
    assert seen > 100


@pytest.mark.parametrize(
    ("line", "check", "reading"),
    [
        (
            "tls: failed to verify certificate: x509: certificate has expired or is not yet valid",
            "tls-certificate-expiry",
            "",
        ),
        ("net::ERR_CERT_DATE_INVALID", "tls-certificate-expiry", ""),
        (
            "x509: certificate is valid for a.example.com, not b.example.com",
            "tls-certificate-expiry",
            "names or issuer",
        ),
        ("Failed to initialize NVML: Driver/library version mismatch", "driver-library-mismatch", ""),
        (
            "An error occurred (InsufficientInstanceCapacity) when calling RunInstances",
            "instance-launch-errors",
            "Insufficient",
        ),
        (
            "Warning FailedScheduling pod/train-0 0/8 nodes are available: 8 Insufficient nvidia.com/gpu",
            "k8s-pending-events",
            "",
        ),
        ("Last State: Terminated, Reason: OOMKilled", "k8s-pod-last-state", "OOMKilled"),
        ("NVRM: Xid (PCI:0000:4e:00): 94, pid=1234, Contained ECC error", "xid-48-double-bit-ecc", "contained, only"),
        ("one node shows Xid 79", "xid-in-kernel-log", "Hardware codes"),
        ("Xid 45 on rank 3 after Xid 79 on rank 0", "xid-in-kernel-log", "Hardware codes"),
        ("Xid 31 in the log of the job", "xid-in-kernel-log", "Only application codes"),
        ("Xid 137 in the log of the job", "xid-in-kernel-log", ""),
        ("Xid 13, 31 and 109 on one GPU", "xid-in-kernel-log", ""),
        ("No Xid 79 in dmesg on any node.", "xid-in-kernel-log", ""),
        ("we ruled out Xid 48 and 79", "xid-in-kernel-log", ""),
        ("expected Xid 79, got nothing", "xid-in-kernel-log", ""),
        ("Xid 79 이 없다", "xid-in-kernel-log", ""),
        ("dmesg에 Xid 79 안 나옵니다", "xid-in-kernel-log", ""),
        ("Xid 79은 안 찍혔습니다", "xid-in-kernel-log", ""),
        ("we checked for Xid 79 and found none", "xid-in-kernel-log", ""),
        ("is it Xid 79? the job hangs", "xid-in-kernel-log", ""),
        ("이거 Xid 79인가요?", "xid-in-kernel-log", ""),
        ("Xid 48, then Xid 63 on gpu 2", "xid-63-64-row-remap", ""),
        ("Xid 63 on gpu 2", "xid-63-64-row-remap", "Pending 1"),
        ("Xid 79 는 아니고 전원 문제", "xid-in-kernel-log", ""),
        ("No answer from it. Xid 79 on node 3", "xid-in-kernel-log", "Hardware codes"),
        ("노드 한 대에서 Xid 79 발생, 나머지는 정상", "xid-in-kernel-log", "Hardware codes"),
        ('"OOMKilled":false,"ExitCode":139', "k8s-pod-last-state", ""),
        ("Failed to initialize NVML: Unknown Error, on the host too", "gpu-in-container-only", ""),
        ("slurmd: error: Kill task failed", "slurm-node-reason", "Kill task failed"),
        ("upload failed: <Code>SlowDown</Code>", "object-store-request-errors", "SlowDown"),
        ("mlx5_0:1 got completion with error: IBV_WC_RETRY_EXC_ERR", "nccl-debug-log", "completion error"),
    ],
)
def test_an_error_that_says_it_outright_answers_the_check(catalogue, line, check, reading):
    """With the reading where it tells which: the healthy text answers nothing."""
    both = [catalogue[check], catalogue["nvlink-status"]]
    (found,) = answered.answered(both, signals.read(line.encode()))
    assert found.id == check
    assert (found.reading is not None) == bool(reading)
    assert reading in (found.reading.text["en"] if found.reading else "")
    assert answered.answered(both, signals.read(b"the job failed last night")) == []


def test_an_error_of_several_readings_answers_no_check(catalogue):
    """CUDA 802 is printed where the fabric manager is down and where it is of another version: which, is asked."""
    for told in ("CUDA error 802: system not yet initialized", "RuntimeError: CUDA error: system not yet initialized"):
        assert answered.answered([catalogue["fabric-manager-state"]], signals.read(told.encode())) == []


def test_what_the_input_answers_is_not_asked_again(catalogue, shipped_store):
    asked = b"Are the ECC counters of every GPU at 0? Uncorrectable errors, volatile or aggregate, are suspected"
    pasted = Path(__file__).parents[1].joinpath("signals", "fixtures", "cmd-nvidia-smi-q.failing.txt").read_bytes()
    with Engine.open(str(shipped_store)) as engine:
        before = engine.match(asked).diagnosis
        after = engine.match(pasted).diagnosis
    assert "ecc-counters" in {check.id for check in before.checks}
    both = [catalogue["ecc-counters"], catalogue["nvlink-status"]]
    assert [item.id for item in answered.answered(both, signals.read(pasted))] == ["ecc-counters"]
    assert "ecc-counters" not in {check.id for check in after.checks}
    assert after.answered
    assert not {check.id for check in after.checks} & {item.id for item in after.answered}


def test_a_text_that_a_reading_quotes_answers_its_check(catalogue):
    """For every quoted text of the catalogue, in a line as a log has it."""
    quoting = [
        (document, reading, text)
        for document in catalogue.values()
        for reading in document["readings"]
        for text in answered.quoted(reading)
    ]
    assert len(quoting) > 5
    for document, reading, text in quoting:
        line = f"12:03:11 node7 daemon[712]: {text.upper()} (3)"
        (found,) = answered.answered([document], signals.read(line.encode()))
        assert found.id == document["id"]
        assert found.reading is None or "signals" in reading, "a quotation may have conditions beside it"
        assert answered.answered([document], signals.read(b"all is well with the daemon on node7")) == []


def test_signals_that_the_catalogue_names_are_names_that_the_reader_gives(catalogue):
    """A code of the catalogue, written out, is read as that code: a misspelt one would answer nothing for ever."""
    told = {
        name
        for document in catalogue.values()
        for reading in document["readings"]
        for name in reading.get("signals", ())
    }
    assert len(told) > 20
    written = {
        "edac uncorrectable error": "EDAC MC0: 1 UE memory read error on CPU_SrcID#0_MC#0_Chan#0_DIMM#0",
        "diskpressure": "NodeHasDiskPressure",
        "memorypressure": "NodeHasMemoryPressure",
        "pidpressure": "NodeHasPIDPressure",
        "ibv_wc_*": "IBV_WC_RETRY_EXC_ERR",
        "ib port error": "NET/IB : mlx5_0:1 Got async event : port error",
        "pcie aer uncorrected": "pcieport 0000:17:01.0: AER: Uncorrected (Fatal) error received",
        "x509 name mismatch": "x509: certificate is valid for a.example.com, not b.example.com",
        "certificate not yet valid": (
            "notBefore=Jan  1 00:00:00 2030 GMT\nnotAfter=Jan  1 00:00:00 2032 GMT\n"
            "# date says: Fri Nov 16 08:00:00 UTC 2029"
        ),
        "s3 slowdown": "<Code>SlowDown</Code>",
    }
    for name in told:
        found = [signal.name for signal in signals.read(written.get(name, name).encode()).signals]
        assert any(other.startswith(name[:-1]) if name.endswith("*") else other == name for other in found), name


def test_a_log_with_a_completion_error_is_the_log_that_would_be_asked_for(shipped_store):
    line = b"node1:34:35 [3] net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer 10.0.3.12<4212> with status=12"
    with Engine.open(str(shipped_store)) as engine:
        found = engine.match(b"NCCL all-reduce hangs\n" + line).diagnosis
    assert "nccl-debug-log" in {item.id for item in found.answered}
    assert "nccl-debug-log" not in {check.id for check in found.checks}


def test_a_disturbing_check_leads_only_if_it_tells_much_more():
    found = (Hypothesis("capacity", ("gpu",), 0.5), Hypothesis("software-bug", ("pcie",), 0.5), Hypothesis("", (), 0.0))
    document = {"title": {"en": "x"}, "readings": [], "sources": []}

    def weigh(name, risk, relevance):
        return Candidate(name, risk, 1.0, ((["gpu"], ["pcie"]),), relevance, document, ())

    close = diagnose.ordered([weigh("stop", "disruptive", 0.06), weigh("look", READ_ONLY, 0.02)], found)
    assert close[0].id == "look"
    far = diagnose.ordered([weigh("stop", "disruptive", 0.9), weigh("look", READ_ONLY, 0.1)], found)
    assert far[0].id == "stop"


def test_explanations_do_not_depend_on_how_many_cases_are_shown(shipped_store):
    with Engine.open(str(shipped_store)) as engine:
        one, many = (
            engine.match(b"NCCL watchdog timeout, training hung", 1),
            engine.match(b"NCCL watchdog timeout, training hung", 50),
        )
    assert one.diagnosis == many.diagnosis
