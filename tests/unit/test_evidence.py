"""What speaks for a case and what against it: quotations, each pointing to its place in input and record."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb import signals
from kb.evidence import MAX_EVIDENCE, Evidence, weigh
from kb.fields import fields
from kb.indexing import create, update
from kb.input_words import has_word
from kb.learned import Table
from kb.movements import movement
from kb.query import from_signals
from kb.regime import Surroundings

RECORD: dict[str, Any] = {
    "id": "A",
    "title": {"en": "Loose riser cable took a GPU off the bus", "ko": "헐거운 라이저 케이블로 GPU가 버스에서 떨어졌다"},
    "symptoms_text": {
        "en": "The kernel printed Xid 79. Thirty minutes later the watchdog stopped every rank.",
        "ko": "커널에 Xid 79가 찍혔다. 30분 뒤 워치독이 모든 랭크를 멈췄다.",
    },
    "signature": [
        {"kind": "code", "text": "Xid 79"},
        {
            "kind": "metric",
            "name": "tokens_per_second",
            "direction": "down",
            "from": 12000,
            "to": 0,
            "unit": "tokens/s",
        },
    ],
    "summary": {"en": "Somebody had kicked the zebra crossing.", "ko": "누군가 발로 찼다."},
}
NO_TOPICS = Table(b"")
OTHER: dict[str, Any] = {"id": "B", "title": {"en": "Certificate expired at midnight"}}


@pytest.fixture
def ask(tmp_path):
    """Reads an input against the two records; gives both sides of the evidence for the first, and the input."""
    index = create(str(tmp_path / "index"))
    update(index, [fields(RECORD, {}), fields(OTHER, {})], table=NO_TOPICS, fresh=True)

    def ask(text: str | bytes, document: dict[str, Any] = RECORD) -> tuple[tuple[Evidence, ...], tuple[Evidence, ...]]:
        read = signals.read(text.encode() if isinstance(text, str) else text)
        return weigh(document, (), index.search(from_signals(read)), read, Surroundings(read.phrases))

    return ask


def quoted(item: Evidence, document: dict[str, Any] = RECORD) -> str:
    value: Any = document
    for step in item.field.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    text = value if isinstance(value, str) else value["text"]
    assert item.record_span
    return text[slice(*item.record_span)]


def test_a_shared_code_is_evidence(ask):
    text = "dmesg: NVRM: Xid (PCI:0000:1b:00): 79, pid=1\n"
    fits, _ = ask(text)
    (code,) = [item for item in fits if item.record == "Xid 79"]
    assert code.input_span
    assert "79" in text[slice(*code.input_span)]
    assert code.weight > 0


def test_another_code_of_the_same_family_speaks_against(ask):
    _, differs = ask("NVRM: Xid (PCI:0000:1b:00): 31, pid=1, watchdog stopped the kernel\n")
    (code,) = [item for item in differs if item.record == "Xid 79"]
    assert "31" in code.input
    assert quoted(code) == "Xid 79"


def test_a_code_that_the_record_says_was_not_there_speaks_against(ask):
    there = {"en": "The riser was loose; no log had an Xid. No `NVRM: Xid` line such as the Xid 48 was there. It hung."}
    _, differs = ask("NVRM: Xid (PCI:0000:1b:00): 48, pid=1, riser loose\n", RECORD | {"symptoms_text": there})
    (code,) = [item for item in differs if "48" in item.input]
    assert code.record == "No `NVRM: Xid` line such as the Xid 48 was there."
    assert quoted(code, RECORD | {"symptoms_text": there}) == code.record


def test_codes_that_the_case_lacks_are_named_before_words(ask):
    _, differs = ask("watchdog stopped every rank: No space left on device, certificate stale, exit code 137")
    (words,) = [item for item in differs if item.field == "words"]
    assert words.input.split(", ")[:2] == ["No space left on device", "exit code 137"]
    assert "certificate" in words.input
    _, differs = ask("Xid 79, then the watchdog stopped every rank")
    assert not [item for item in differs if "79" in item.input]


def test_a_code_of_reports_is_not_missed(tmp_path):
    index = create(str(tmp_path / "index"))
    report = "kubelet said the riser pod ended with exit code 137"
    update(index, [fields(RECORD, {}, [report])], table=NO_TOPICS, fresh=True)
    read = signals.read(b"the watchdog stopped every rank, exit code 137")
    _, differs = weigh(RECORD, (report,), index.search(from_signals(read)), read, Surroundings(read.phrases))
    assert not [item for item in differs if "137" in item.input]


def test_a_metric_that_moved_the_same_way_fits_and_the_other_way_does_not(ask):
    down = "tokens per second fell from 9000 to 100 tokens/s, watchdog"
    fits, differs = ask(down)
    assert any("tokens_per_second" in item.record and "tokens_per_second" in item.input for item in fits)
    assert not any("tokens_per_second" in item.record for item in differs)
    _, differs = ask("tokens per second rose from 100 to 9000 tokens/s, watchdog")
    assert any("tokens_per_second" in item.record for item in differs)


def test_sentences_that_share_words_are_quoted_beside_each_other(ask):
    text = "all quiet\nthe watchdog stopped rank 7 after thirty minutes\nall quiet"
    fits, _ = ask(text)
    best = fits[0]
    assert best.record == "Thirty minutes later the watchdog stopped every rank."
    assert quoted(best) == best.record
    assert {"watchdog", "rank", "minutes"} <= {word.casefold() for word in best.words}
    assert best.input_span
    assert text[slice(*best.input_span)] == best.input


def test_words_of_the_input_that_the_case_lacks_are_named(ask):
    _, differs = ask("the watchdog stopped every rank, and a certificate expired")
    (words,) = [item for item in differs if item.field == "words"]
    assert "certificate" in words.input
    assert "watchdog" not in words.input
    assert words.record == ""


def test_the_cause_is_never_shown_as_evidence_because_nobody_could_see_it(ask):
    fits, differs = ask("zebra crossing kicked somebody, zebra crossing")
    assert not any("zebra" in item.record for item in fits)
    assert not any("zebra" in item.input for item in differs)


def test_the_language_of_the_input_is_quoted_where_the_record_has_it(ask):
    fits, _ = ask("워치독이 모든 랭크를 멈췄다. 커널에 줄이 찍혔다")
    assert fits
    assert all(not item.field.endswith(".en") for item in fits)
    fits, _ = ask("the watchdog stopped every rank")
    assert fits
    assert all(not item.field.endswith(".ko") for item in fits)


def test_evidence_is_little_and_the_strongest_first(ask):
    fits, _ = ask(
        "Xid 79 kernel printed thirty minutes later watchdog stopped rank\nloose riser cable took GPU off the bus\n" * 9
    )
    assert 0 < len(fits) <= MAX_EVIDENCE
    weights = [item.weight for item in fits]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ((14000, 6100, "tokens/s", "down"), "14,000 -> 6,100 tokens/s (-56%)"),
        ((None, 5.0, "W", "up"), "5 W"),
        ((None, None, None, "up"), "up"),
        ((0, 5, "s", "up"), "0 -> 5 s"),
        ((1, 2, None, "up"), "1 -> 2 (+100%)"),
    ],
)
def test_movements_for_people(values, shown):
    assert movement(*values) == shown


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("tokens per second fell from 9,000 to 100 tokens/s, watchdog", "9,000", "100"),
        ("지난주 9,000 tokens/s 였는데 오늘은 100 tokens/s, watchdog", "9,000", "100"),
        ("With A: 9,000 tokens/s, watchdog.\nWith B: 100 tokens/s", "9,000", "100"),
        (
            "With A: 9,000 tokens/s, watchdog.\n" + "all quiet here\n" * 30 + "With B: 100 tokens/s",
            "With A:",
            "watchdog.",
        ),
    ],
)
def test_a_movement_spans_both_of_its_figures(ask, text, first, last):
    fits, _ = ask(text)
    (moved,) = [item for item in fits if item.field == "signature.1" and "->" in item.input]
    assert moved.input_span
    start, end = moved.input_span
    written = text.encode()[start:end].decode()
    assert first in written
    assert last in written
    assert len(written) < 60


@given(st.integers(2000, 90000), st.integers(1, 1000), st.sampled_from([" ", "\n", " 처리량이 줄어서 ", "\n\n"]))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_span_of_a_movement_holds_what_its_figures_say(ask, before, after, between):
    text = f"in March: {before:,} tokens/s.{between}in May: {after:,} tokens/s, watchdog stopped"
    fits, _ = ask(text)
    for item in fits:
        if item.field == "signature.1" and item.input_span and f"{before:,} -> {after:,}" in item.input:
            written = text.encode()[slice(*item.input_span)].decode()
            assert f"{before:,}" in written
            assert f"{after:,}" in written


decomposed = st.lists(
    st.sampled_from(["커널에", "워치독이", "모든", "랭크를", "멈췄다.", "Xid 79가", "café", "찍혔다.", "é", "\n"]),
    min_size=1,
    max_size=12,
)


@given(decomposed, st.sampled_from(["NFD", "NFC"]))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_decomposed_record_gives_the_evidence_of_the_composed_one(ask, words, form):
    composed = {**RECORD, "symptoms_text": {"ko": " ".join(words)}, "signature": [{"kind": "log", "text": words[0]}]}
    written = json.loads(unicodedata.normalize(form, json.dumps(composed, ensure_ascii=False)))
    asked = "커널에 Xid 79가 찍혔다. 워치독이 모든 랭크를 멈췄다, café"
    assert ask(asked, written) == ask(asked, composed)
    assert fields(written, {}) == fields(composed, {})
    for item in ask(asked, written)[0]:
        if item.record_span:
            assert unicodedata.is_normalized("NFC", item.record)
            assert quoted(item, composed) == item.record


noise = st.lists(
    st.sampled_from(
        ["Xid 79", "watchdog", "kernel", "랭크", "멈췄다", "certificate", "\x1b[31m", "loss 2.1 -> nan", "\0", "bus."]
    ),
    max_size=30,
)


@given(noise, st.sampled_from([" ", "\n"]), st.sampled_from(["utf-8", "cp949", "utf-16"]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_quotation_stands_where_it_says(ask, pieces, between, encoding):
    data = between.join(pieces).encode(encoding, "replace")
    for side in ask(data):
        for item in side:
            assert item.input
            if item.record_span:
                assert quoted(item) == item.record
            if item.input_span:
                start, end = item.input_span
                assert 0 <= start < end <= len(data)


def test_what_stands_within_stronger_evidence_is_not_said_again(ask):
    fits, _ = ask("kernel: NVRM: Xid (PCI:0000:1b:00): 79\nThirty minutes later the watchdog stopped every rank.\n")
    for place, item in enumerate(fits):
        for stronger in fits[:place]:
            inside = item.input_span and stronger.input_span and stronger.input_span[0] <= item.input_span[0]
            inside = inside and item.input_span[1] <= stronger.input_span[1]
            assert not (inside and item.record in stronger.record)
    assert "Xid 79" in {item.record for item in fits}


def test_words_that_only_reports_have_speak_for_a_case_and_are_told_as_theirs(tmp_path):
    reports = ["the zeppelin sank below the harbour in Zeppelin-Bay and has not answered since yesterday"]
    index = create(str(tmp_path / "index"))
    others = [
        fields(OTHER | {"id": f"B{number}", "symptoms_text": {"en": "It has not answered since"}}, {})
        for number in range(40)
    ]
    update(index, [fields(RECORD, {}, reports), *others], table=NO_TOPICS, fresh=True)
    common = signals.read(b"The disk has not answered since")
    fits, _ = weigh(RECORD, reports, index.search(from_signals(common)), common, Surroundings(common.phrases))
    assert not [item for item in fits if item.field == "reports"], "words that most records have tell nothing"
    read = signals.read(b"A zeppelin sank near us in zeppelin-bay, and a dirigible drifted")
    hits = index.search(from_signals(read))
    fits, differs = weigh(RECORD, reports, hits, read, Surroundings(read.phrases))
    (told,) = [item for item in fits if item.field == "reports"]
    assert "sank" in told.words
    assert all(word == other or word not in other for word in told.words for other in told.words)
    assert told.record == ", ".join(told.words)
    assert told.input_span
    assert told.weight > 0
    assert all("zeppelin" not in item.input for item in differs)
    assert not [
        item for item in weigh(RECORD, (), hits, read, Surroundings(read.phrases))[0] if item.field == "reports"
    ]


def test_inflected_korean_words_say_nothing_by_themselves(tmp_path):
    other = {"id": "B", "symptoms_text": {"ko": "티켓이 쌓이고 포트가 죽었는데 나오다가 근처까지 밀렸어요"}}
    index = create(str(tmp_path / "index"))
    update(index, [fields(RECORD, {}), fields(other, {})], table=NO_TOPICS, fresh=True)
    read = signals.read("티켓이 죽었는데 나오다가 근처까지 밀렸어요".encode())
    _, differs = weigh(RECORD, (), index.search(from_signals(read)), read, Surroundings(read.phrases))
    assert [item.input for item in differs if item.field == "words"] == ["티켓이"]


@pytest.mark.parametrize(
    ("text", "word", "has"),
    [
        ("the daemon is unreachable", "mon", False),
        ("the daemon is unreachable", "reachable", False),
        ("a call to postgres", "post", False),
        ("no reply. post /v1/x", "post", True),
        ("넘어서부터 느려졌다", "서부권", False),
        ("티켓은 서부권에서", "티켓이", True),
        ("티켓", "티켓이", True),
    ],
)
def test_a_word_stands_as_one_in_a_text(text, word, has):
    assert has_word(text, word) is has
