"""Whatever stands on standard input or on the command line: an exit code of the table, and JSON that is JSON."""

from __future__ import annotations

import json
import string
import unicodedata

import pytest
from cli_running import fixture_records, run, run_process, strict_json
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

CODES = {0, 1, 2}
SAMPLES = [
    b"NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus.\n",
    b'{"status": "firing", "alerts": [{"labels": {"alertname": "HighErrorRate", "severity": "critical"}}]}',
    "학습 처리량이 12k에서 6k tokens/s로 떨어졌어요\n".encode(),
    b"step,loss,tokens_per_sec\n1,2.5,12000\n2,2.4,5800\n",
    b"\x1b[31mERROR\x1b[0m x509: certificate has expired or is not yet valid\r\n",
]
ENCODINGS = ["utf-8", "utf-16", "utf-16-le", "utf-32-be", "cp949", "latin-1", "shift_jis"]

quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def any_bytes(draw: st.DrawFn) -> bytes:
    """Noise, text in some encoding, JSON, and samples of real formats that were cut, joined and damaged."""
    pieces = draw(
        st.lists(
            st.binary(max_size=300)
            | st.builds(lambda text, code: text.encode(code, "replace"), st.text(), st.sampled_from(ENCODINGS))
            | any_json.map(lambda value: json.dumps(value).encode())
            | st.sampled_from(SAMPLES)
            | st.builds(lambda data, end: data[: end % len(data)], st.sampled_from(SAMPLES), st.integers(0, 99)),
            max_size=4,
        )
    )
    return draw(st.sampled_from([b"", b"\n", b"\0"])).join(pieces)


@given(any_bytes())
@quick
def test_match_takes_any_bytes(data):
    ran = run("match", "--json", stdin=data)
    assert ran.code in CODES
    if ran.code == 2:
        assert ran.out == b""
        assert "Try: " in ran.err
        return
    answer = ran.json
    assert (ran.code == 1) == (answer["verdict"] == "novel")
    assert answer["input"]["bytes"] == len(data)
    assert answer["input"]["truncated"] is False
    probabilities = [match["probability"] for match in answer["matches"]]
    assert probabilities == sorted(probabilities, reverse=True)
    for match in answer["matches"]:
        for piece in (*match["evidence"], *match["against"]):
            if piece["input_span"]:
                start, end = piece["input_span"]
                assert 0 <= start <= end <= len(data)
    for signal in answer["signals"]:
        start, end = signal["span"]
        assert 0 <= start <= end <= len(data)


@given(any_bytes(), st.sampled_from(["text", "markdown"]), st.sampled_from(["en", "ko"]))
@quick
def test_no_input_reaches_the_terminal_as_anything_but_text(data, form, language):
    ran = run("match", "--explain", "--format", form, "--lang", language, stdin=data)
    assert ran.code in CODES
    assert all(char.isprintable() or char == "\n" for char in ran.text)


@given(any_bytes())
@quick
def test_signals_takes_any_bytes(data):
    ran = run("signals", "--json", stdin=data)
    assert ran.code in {0, 2}
    assert ran.code == 2 or ran.json["input"]["bytes"] == len(data)


@given(st.lists(any_bytes() | any_json.map(lambda value: json.dumps({"id": value, "text": "x"}).encode()), max_size=4))
@quick
def test_match_jsonl_takes_any_lines(lines):
    data = b"\n".join(lines)
    ran = run("match", "--jsonl", "--top", "1", stdin=data)
    assert ran.code in {0, 2}
    answers = [strict_json(line) for line in ran.out.splitlines()]
    assert (ran.code == 2) == (not answers or any("error" in answer for answer in answers))
    if answers:
        assert len(answers) == sum(bool(line.strip()) for line in data.split(b"\n"))


@given(any_bytes())
@quick
def test_import_and_validate_take_any_bytes(data):
    for command in (("import", "-", "--dry-run", "--json"), ("validate", "-", "--json")):
        ran = run(*command, stdin=data)
        assert ran.code in {0, 4}
        assert ran.json


words = st.lists(
    st.text(min_size=1, max_size=20)
    | st.text(string.printable, min_size=1, max_size=20)
    | st.sampled_from(
        ["nccl", "hang", "symptom:hang", "-domain:dns", "since:2024", "until:2024-05-06", "org:", '"', "xid 79"]
    ),
    min_size=1,
    max_size=4,
)


@given(words)
@quick
def test_search_takes_any_words(typed):
    ran = run("search", "--json", "--", *typed)
    assert ran.code in CODES, ran.err
    if ran.code != 2:
        found = ran.json
        assert bool(found["records"]) == (ran.code == 0)
        assert len(found["records"]) <= found["total"]


@given(st.text(max_size=30), st.sampled_from(["show", "vocab", "export", "feedback"]))
@quick
def test_any_name_is_found_or_refused(name, command):
    ran = run(command, *(["--", name, "wrong"] if command == "feedback" else ["--", name]))
    assert ran.code in {0, 2}
    assert ran.err.count("\n") <= 1


@pytest.mark.usefixtures("own_process")
@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe\x00",
        bytes(range(256)) * 40,
        b"\0" * 5000,
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"\x1f\x8b\x08" * 9,
        b"x",
    ],
    ids=["half a UTF-16 letter", "every byte", "zeros", "brackets", "nested objects", "gzip", "x"],
)
def test_hostile_bytes_in_a_process_of_its_own(data):
    ran = run_process("match", "--json", stdin=data)
    assert ran.code in {0, 1}
    assert ran.err == ""
    assert ran.json["input"]["bytes"] == len(data)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "cp949"])
def test_korean_in_any_encoding_finds_the_record(encoding):
    text = "공유 파일시스템이 거의 차서 24노드 학습 처리량이 절반으로 떨어졌다. 읽기 지연이 60 ms로 올랐다."
    ran = run("match", "--json", stdin=text.encode(encoding))
    assert ran.json["matches"][0]["id"] == "HB-2024-0001"
    assert ran.code == 0


def test_decomposed_korean_finds_the_record():
    text = unicodedata.normalize("NFD", "노드 업그레이드 뒤 파드에서 이름 조회가 타임아웃됐다")
    assert run("match", "--json", stdin=text.encode()).json["matches"][0]["id"] == "HB-2025-0005"


@given(st.sampled_from(fixture_records()), st.data())
@settings(quick, max_examples=25)
def test_a_record_with_anything_in_it_is_told_what_is_wrong(record, data):
    key = data.draw(st.sampled_from(sorted(record)))
    changed = {**record, key: data.draw(any_json)}
    ran = run("validate", "-", "--json", stdin=json.dumps(changed).encode())
    assert ran.code in {0, 4}
    assert ran.code == 4 or ran.json["errors"] == 0
