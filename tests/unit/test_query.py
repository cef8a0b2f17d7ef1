"""What is asked: typed words and filters, and the words of an input with their weights and places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import query, signals
from kb.errors import UsageError
from kb.misspelt import unknown_filters
from kb.query import Filter, from_signals, parse
from kb.signals import CASCADE, CONTEXT, INITIATING, Phrase, Signal, Signals
from kb.text import LONGEST_WORD, tokenize


def texts(terms) -> list[str]:
    return [term.text for term in terms]


def asked(*phrases: Phrase, found: tuple[Signal, ...] = ()) -> query.Query:
    return from_signals(Signals("text:pasted", "en", 1000, False, found, phrases))


def weight(asked: query.Query, text: str) -> float:
    return next(term.weight for term in asked.terms if term.text == text)


def test_words_are_tokens():
    assert texts(parse("NCCL timeouts").terms) == ["nccl", "timeout"]
    assert parse("") == parse("  ") == query.Query(())


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        ("symptom:hang", Filter("symptoms:hang")),
        ("component:gpu", Filter("components:gpu")),
        ("cause:capacity", Filter("root_cause:capacity")),
        ("root_cause:capacity", Filter("root_cause:capacity")),
        ("contributing:no-canary", Filter("contributing:no-canary")),
        ("domain:aws", Filter("domain:aws")),
        ("severity:major", Filter("severity:major")),
        ("org:Hanbit", Filter("org:hanbit")),
        ('org:"Hanbit Cloud"', Filter("org:hanbit-cloud")),
        ("year:2024", Filter("year:2024")),
        ("reviewed:yes", Filter("reviewed:yes")),
        ("-domain:aws", Filter("domain:aws", True)),
        ("DOMAIN:AWS", Filter("domain:aws")),
    ],
)
def test_filters(typed, term):
    asked = parse(f"hang {typed} now")
    assert asked.filters == (term,)
    assert texts(asked.terms) == texts(parse("hang now").terms)


@pytest.mark.parametrize(
    ("typed", "since", "until"),
    [
        ("since:2024", 20240101, 0),
        ("since:2024-05", 20240501, 0),
        ("since:2024-05-06", 20240506, 0),
        ("until:2024", 0, 20241231),
        ("until:2024-05", 0, 20240531),
        ("until:2024-05-06", 0, 20240506),
        ("since:2023 until:2024", 20230101, 20241231),
    ],
)
def test_ranges_of_days_include_both_ends(typed, since, until):
    asked = parse(typed)
    assert (asked.since, asked.until) == (since, until)


@pytest.mark.parametrize(
    "typed",
    [
        "since:yesterday",
        "until:24",
        "since:2024-5-6",
        "until:2024/05/06",
        "since:2024-13",
        "until:2024-01-32",
        "since:2023-02-30",
        "since:0000",
        "since:2024-00",
    ],
)
def test_a_date_that_is_none_is_refused(typed):
    with pytest.raises(UsageError, match="not a date") as caught:
        parse(typed)
    assert "2024-05" in caught.value.hint


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize(
    "value",
    ["abcd", "20x4", "2", "24", "0000", "20245", "2024-05", ">2020", '"20 24"', "２０２４", "올해"],
)
def test_a_year_that_is_none_is_refused(value, sign):
    with pytest.raises(UsageError, match="not a year") as caught:
        parse(f"hang {sign}year:{value}")
    assert "2024" in caught.value.hint
    assert "since:" in caught.value.hint


@pytest.mark.parametrize("value", ["2024", '"2024"', "1988"])
def test_a_year_is_taken(value):
    assert parse(f"year:{value}").filters == (Filter("year:" + value.strip('"')),)


@pytest.mark.parametrize(
    "typed", ["since:2025 until:2024", "until:2024-01 since:2024-02-01", "since:2024 until:2023-12-31"]
)
def test_a_range_that_ends_before_it_begins_is_refused(typed):
    with pytest.raises(UsageError, match="later than until"):
        parse(typed)


@pytest.mark.parametrize(
    "typed", ["root-cause:capacity", "root_cause:capacity", "cause:capacity", "Root-Cause:capacity"]
)
def test_a_filter_may_be_written_with_a_hyphen(typed):
    assert parse(typed).filters == (Filter("root_cause:capacity"),)
    assert parse(f"-{typed}").filters == (Filter("root_cause:capacity", negated=True),)


@pytest.mark.parametrize("name", ["compnent", "symptm", "sympt", "causes", "sevrity", "sincee"])
def test_a_filter_that_is_nearly_one_is_refused_with_its_name(name):
    with pytest.raises(UsageError, match=f"no filter {name}:") as caught:
        parse(f"hang {name}:x")
    assert "Did you mean" in caught.value.hint


@pytest.mark.parametrize(
    ("typed", "name", "nearest"),
    [
        ("comp:gpu", "comp", "component"),
        ("-sev:major", "sev", "severity"),
        ("organisation:aws", "organisation", "org"),
        ("domians:aws", "domians", "domain"),
        ("from:node", "from", ""),
        ('colour:"dark red"', "colour", ""),
        ("level:error", "level", ""),
        ("컴포넌트:gpu", "컴포넌트", ""),
    ],
)
def test_a_filter_that_does_not_exist_is_a_word_and_is_told(typed, name, nearest):
    assert unknown_filters(f"hang {typed}") == [(name, nearest)]
    assert parse(typed).filters == ()
    assert parse(typed).terms


@pytest.mark.parametrize(
    "typed",
    "rank0: rank0:3 foo::bar domain::Foo std::cause org://x http://h:80/x 12:30 host:8080 causes: 0000:1b:0.0".split(),
)
def test_a_word_that_has_a_colon_is_no_filter(typed):
    assert unknown_filters(f"hang {typed} now") == []
    assert parse(typed).filters == ()
    assert texts(parse(typed).terms) == [token for token, _, _ in tokenize(typed)]


@pytest.mark.parametrize("typed", ["from:2024", "before:2024-05", "after:2024-05-06", "to:2025"])
def test_other_names_of_the_ends_of_a_range_are_told_before_a_date(typed):
    with pytest.raises(UsageError, match="no filter") as caught:
        parse(typed)
    assert ("until" if typed[0] in "bt" else "since") in caught.value.hint


def test_an_unknown_key_is_searched_as_words():
    asked = parse("colour:red http://host:80/x")
    assert asked.filters == ()
    assert {"colour:red", "red"} & set(texts(asked.terms))


def test_a_code_is_found_in_typed_words():
    assert texts(parse("xid 79").codes) == ["xid_79"]


@given(st.text(max_size=60) | st.text('-:" since until org domain 2024\\', max_size=60))
def test_any_text_is_a_query_or_a_date_that_is_none(typed):
    try:
        asked = parse(typed)
    except UsageError:
        assert "since:" in typed.casefold() or "until:" in typed.casefold()
    else:
        assert all(term.weight > 0 for term in asked.terms)


def test_what_began_it_counts_most_and_what_only_followed_least():
    found = asked(
        Phrase("alpha broke", (0, 11), INITIATING),
        Phrase("beta broke", (12, 22), CASCADE),
        Phrase("gamma", (23, 28), CONTEXT),
    )
    assert weight(found, "alpha") > weight(found, "gamma") > weight(found, "beta")


def test_a_repeated_word_counts_more_but_not_in_proportion():
    once = asked(Phrase("alpha", (0, 5), INITIATING))
    often = asked(*(Phrase("alpha", (place, place + 5), INITIATING) for place in range(0, 900, 9)))
    assert weight(once, "alpha") < weight(often, "alpha") < 4 * weight(once, "alpha")
    (term,) = often.terms
    assert 0 < len(term.spans) <= query.MAX_SPANS


def test_a_code_becomes_a_term_of_its_own():
    code = Signal("code", "xid 79", "Xid 79", (0, 6), INITIATING, "critical")
    assert texts(asked(found=(code, code)).codes) == ["xid_79"]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("GPU가 버스에서 떨어졌다: link down on port 7", "utf-8"),
        ("GPU가 버스에서 떨어졌다: link down on port 7", "cp949"),
        ("plain ascii: link down on port 7, retry later", "ascii"),
    ],
)
def test_spans_are_bytes_of_the_input(data, encoding):
    raw = data.encode(encoding)
    found = from_signals(signals.read(raw))
    assert found.terms
    for term in found.terms:
        for start, end in term.spans:
            assert 0 <= start < end <= len(raw)
    if encoding != "cp949":
        (link,) = [term for term in found.terms if term.text == "link"]
        assert [raw[start:end] for start, end in link.spans] == [b"link"]


@given(st.text(max_size=80))
def test_any_input_is_a_query(text):
    raw = text.encode("utf-8", "surrogatepass")
    for term in from_signals(signals.read(raw)).terms:
        for start, end in term.spans:
            assert 0 <= start <= end <= len(raw)


ROW = "loss: 2.1 | grad norm: 0.9 | lr = 1e-4 | elapsed (ms): 22.7"


def test_the_words_of_readings_count_little_however_often_they_are_repeated():
    phrase, said = Phrase(ROW, (0, len(ROW)), INITIATING), Phrase("watchdog fired", (100, 114), INITIATING)
    often = Signal("log", "row", ROW, phrase.span, INITIATING, "none", times=5000)
    once, repeated = asked(phrase, said), asked(phrase, said, found=(often,))
    assert weight(once, "elaps") == weight(repeated, "elaps") < weight(once, "watchdog") / 2
    assert texts(once.pairs) == ["watchdog+fire"]


def test_times_of_day_make_no_row_of_readings():
    told = "At 07:38 access was lost, at 07:46 the first ticket came, at 08:01 sites were gone, at 09:15 all"
    assert weight(asked(Phrase(told, (0, len(told)), INITIATING)), "ticket") == 1.0


def test_a_word_too_long_for_any_record_is_no_empty_query():
    asked = parse("a" * 70)
    assert [term.text for term in asked.terms] == ["a" * LONGEST_WORD]
    assert parse("the").terms == ()
