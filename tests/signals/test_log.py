"""Log lines: taken apart, grouped, bounded; roles; training series; alerts; splitting."""

from __future__ import annotations

import pytest

from kb.signals import read
from kb.signals.lines import parse_line
from kb.signals.model import CASCADE, CONTEXT, INITIATING, Signal
from kb.signals.split import split
from kb.signals.templates import group_lines, parse_json_line, template

from .conftest import load

LINES = [
    ("2026-01-02T03:04:05.123Z ERROR [main] com.example.Pool - it broke", "error", "it broke"),
    ("Jan  2 03:04:05 host1 kernel: [123.456789] nvme nvme0: I/O timeout", None, "nvme nvme0: I/O timeout"),
    ("[rank3]:[E ProcessGroupNCCL.cpp:523] [Rank 3] Watchdog caught", None, "Watchdog caught"),
    ("E0114 12:00:00.123456   12 file.go:12] bad thing", "error", "bad thing"),
    ("kern  :warn  : 2026-01-21T04:41:44,285060+00:00 oom_reaper: reaped", "warning", "oom_reaper: reaped"),
    ("[2026-01-04T16:15:53.774] error: Node ping failed", "error", "Node ping failed"),
    ('level=warn ts=1 msg="slow scrape" x=1', "warning", 'slow scrape" x=1'),
    ("2026-01-01 10:00:00 UTC [12] FATAL:  no space", "critical", "no space"),
    ("2026-03-12 10:00:01.2 W | etcdserver: slow", "warning", "etcdserver: slow"),
    ("4401:M 02 Jun 02:20:00.115 # Can't save", None, "Can't save"),
    ("260311  7:04:09 [Note] Crash recovery done", "none", "Crash recovery done"),
    ("260311 17:04:09 [ERROR] no such table", "error", "no such table"),
    ("no prefix at all", None, "no prefix at all"),
]


@pytest.mark.parametrize(("line", "severity", "message"), LINES)
def test_a_line_is_taken_apart(line: str, severity: str | None, message: str) -> None:
    parsed = parse_line(line)
    assert parsed.severity == severity
    assert line[parsed.message :] == message


def test_words_that_only_look_like_levels() -> None:
    for line in ("error handling is great", "info desk is closed", "Information about the warning system"):
        assert not parse_line(line).is_log


def test_json_lines() -> None:
    line = '{"severityText":"ERROR","body":{"stringValue":"payment failed"}}'
    severity, start, end = parse_json_line(line) or ("", 0, 0)
    assert severity == "error"
    assert line[start:end] == "payment failed"


def test_templates_mask_what_varies() -> None:
    one = template("read /data/a/b.bin from 198.51.100.3:443 id 0x1f took 12.5 ms")
    assert one == template("read /data/c/d.bin from 198.51.100.9:80 id 0xaa took 9 ms")
    assert one == "read <*> from <*> id <*> took <*> ms"


def test_lines_are_grouped_in_order() -> None:
    text = "".join(f"step {i} done\nretry {i} of 9\n" for i in range(500))
    assert [(text[group.start : group.end], group.lines) for group in group_lines(text)] == [
        ("step 0 done", 500),
        ("retry 0 of 9", 500),
    ]


def test_ids_do_not_make_kinds_of_lines() -> None:
    text = "\n".join(f"job {i * 2654435761 % 2**32:08x}-{i:x} finished" for i in range(3000))
    assert len(group_lines(text)) < 100


def test_a_long_log_gives_a_bounded_answer_that_keeps_the_worst() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    noise = [
        f"2026-01-01 00:00:{i % 60:02d} WARN {letters[i % 26]}{letters[i // 26 % 26]}{letters[i // 676]} odd thing"
        for i in range(9000)
    ]
    noise.insert(5000, "2026-01-01 00:00:01 CRITICAL NVRM: Xid (PCI:0000:01:00): 79, GPU has fallen off the bus")
    signals = read("\n".join(noise).encode())
    assert len(signals.phrases) <= 500
    assert len(signals.signals) <= 250
    assert "xid 79" in {signal.name for signal in signals.signals}
    assert any("fallen off" in phrase.text for phrase in signals.phrases)


def by_name(data: bytes) -> dict[str, Signal]:
    return {signal.name: signal for signal in read(data).signals}


def test_a_watchdog_is_a_consequence_wherever_it_stands() -> None:
    watchdog = load("log-nccl-watchdog.txt")
    xid = load("log-dmesg-xid.txt")
    for data in (watchdog + xid, xid + watchdog):
        found = by_name(data)
        assert found["xid 79"].role == INITIATING
        assert found["nccl watchdog timeout"].role == CASCADE
    assert by_name(watchdog)["nccl watchdog timeout"].role == INITIATING


def test_phrases_take_the_role_of_what_they_hold() -> None:
    signals = read(load("log-torchrun.txt") + load("log-pytorch-traceback.txt"))
    roles = {phrase.text: phrase.role for phrase in signals.phrases}
    assert roles["RuntimeError: CUDA error: uncorrectable ECC error encountered"] == INITIATING
    assert next(role for text, role in roles.items() if text.startswith("Sending process")) == CASCADE


def test_informational_lines_are_context() -> None:
    signals = read(b"2026-01-01 00:00:01 INFO started\n2026-01-01 00:00:02 INFO 0 errors, 3 workers\n")
    assert signals.severity == "none"
    assert {phrase.role for phrase in signals.phrases} == {CONTEXT}


def test_a_level_shift_in_a_training_log() -> None:
    found = by_name(load("log-train-megatron.drop.txt"))
    time = found["iteration_time"]
    assert time.direction == "up"
    assert time.unit == "s"
    assert time.from_value == pytest.approx(30.1, rel=0.01)
    assert time.to_value == pytest.approx(41.9, rel=0.01)
    assert found["tflops_per_gpu"].direction == "down"
    assert found["loss"].severity == "none"


def test_a_loss_that_is_no_longer_printed() -> None:
    assert by_name(load("log-train-megatron.nan.txt"))["loss missing"].severity == "error"


ITERATION = "iteration {0} / 9000 | elapsed time per iteration (ms): 40000.0 | lm loss: 2.1 | grad norm: 0.3 |"


def test_lines_about_validation_and_checkpoints_do_not_miss_the_loss() -> None:
    lines = [ITERATION.format(step) for step in range(300, 304)]
    lines += ["valid loss at iteration 303 | lm loss value: 2.3 |", "saved checkpoint at iteration 303 to disk"]
    assert read("\n".join(lines).encode()).severity == "none"


@pytest.mark.parametrize(("last", "stands"), [("04:30:00", True), ("02:20:00", False)])
def test_a_log_that_goes_on_without_iterations_stands_still(last: str, stands: bool) -> None:
    lines = [ITERATION.format(step) for step in range(300, 304)]
    lines += ["[2026-05-02 02:00:00] job 71 is running", f"[2026-05-02 {last}] job 71 is running since 2026-05-01"]
    found = by_name("\n".join(lines).encode())
    assert ("no progress" in found) == stands
    if stands:
        assert found["time_without_iteration"].to_value == 9000


@pytest.mark.parametrize(
    "line",
    [
        'LOG:  background worker "logical replication launcher" (PID 71) exited with exit code 1',
        "WARNING: This is a development server. Do not use it in a production deployment.",
        "2026-01-01 00:00:01 WARNING Setting OMP_NUM_THREADS environment variable for each process to be 1",
        "The above exception was the direct cause of the following exception:",
    ],
)
def test_what_sounds_bad_in_every_run_is_no_alarm(line: str) -> None:
    log = f"2026-01-01 00:00:00 INFO started\n{line}\n2026-01-01 00:00:02 INFO ready\n"
    assert read(log.encode()).severity in ("none", "info")


def test_loss_scale_at_start_up_is_normal() -> None:
    assert read(load("log-train-deepspeed.txt")).severity == "info"


def test_firing_and_resolved_alerts_are_told_apart() -> None:
    found = by_name(load("webhook-alertmanager-v4.firing.txt"))
    assert found["alert firing: NodeGone"].severity == "critical"
    assert found["alert firing: NodeGone"].role == INITIATING
    assert found["alert resolved: DiskLatency"].severity == "none"
    assert found["tokens_per_second"].to_value == 6100
    resolved = read(load("webhook-alertmanager-v4.resolved.txt"))
    assert resolved.severity in ("none", "info")


def test_korean_escaped_in_json_is_read() -> None:
    annotations = b'{"summary": "\\uba48\\ucda4: rank 3"}'
    data = b'{"alerts": [{"status": "firing", "labels": {"alertname": "A"}, "annotations": ' + annotations + b"}]}"
    signals = read(data)
    phrase = next(phrase for phrase in signals.phrases if "rank" in phrase.text)
    assert phrase.text == "멈춤: rank 3"
    assert data[phrase.span[0] : phrase.span[1]] == b"\\uba48\\ucda4: rank 3"
    assert "hang" in {signal.name for signal in signals.signals}


MIXED = """어제부터 학습이 느려졌습니다.

$ dmesg -T | tail -1
[Sun Feb 23 16:24:18 2026] NVRM: Xid (PCI:0000:9b:00): 79, pid=1, GPU has fallen off the bus.
user@gpu-1:~$ cat alert.json
{"alerts": [{"status": "firing", "labels": {"alertname": "GPUMissing"}}]}
아시는 분 계신가요?
"""


def test_mixed_input_is_split_and_each_part_read_by_its_own_reader() -> None:
    pieces = split(MIXED)
    assert [piece.kind for piece in pieces] == ["text", "command", "lines", "command", "json", "text"]
    assert pieces[2].families[0].format == "log:dmesg-xid"
    assert pieces[2].command == "dmesg -T | tail -1"
    assert pieces[4].families[0].format == "webhook:alertmanager-v4"
    found = by_name(MIXED.encode())
    assert {"slow", "xid 79", "alert firing: GPUMissing"} <= found.keys()
    assert read(MIXED.encode()).format == "text:ko"


def test_pieces_do_not_overlap() -> None:
    end = 0
    for piece in split(MIXED):
        assert end <= piece.start < piece.end <= len(MIXED)
        end = piece.end


def test_of_all_distinct_lines_the_first_the_last_and_the_most_frequent_are_kept() -> None:
    letters = "ghijklmnopqrstuvwxyz"
    words = [f"{a}{b}{c}" for a in letters for b in letters for c in letters]
    noise = [f"the {word} of {words[-place]} served {other}" for other in words[:6] for place, word in enumerate(words)]
    for place in range(0, len(noise), 40):
        noise[place] = f"lease renewed by peer {place}"
    text = "\n".join(["first of all", *noise, "last of all"])
    groups = group_lines(text, ("xid",), 500)
    lines = [text[group.start : group.end] for group in groups]
    assert len(groups) <= 500
    assert (lines[0], lines[-1]) == ("first of all", "last of all")
    assert max(groups, key=lambda group: group.lines).lines == len(range(0, len(noise), 40))


def test_the_rare_word_of_trouble_outlives_the_common_one_in_a_log_of_many_mebibytes() -> None:
    letters = "ghijklmnopqrstuvwxyz"
    words = [f"{a}{b}{c}" for a in letters for b in letters for c in letters]
    lines = [f"warning: {word} is {other} late, {'so ' * 20}" for other in words[:5] for word in words]
    lines.insert(9000, "kernel panic in the middle")
    text = "\n".join(lines)
    assert len(text) > 3 << 20
    told = [text[group.start : group.end] for group in group_lines(text, ("warn", "panic"), 300)]
    assert "kernel panic in the middle" in told
