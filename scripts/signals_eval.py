"""How well `kb.signals` reads a folder of labelled inputs: per family of formats, and of all.

FOLDER holds INDEX.jsonl, one JSON object a line: `id`, `file` (in FOLDER), `format`, `is_incident`, `what_it_shows` and
`expected` (`signals`: strings such as `metric:busbw=49.3 vs 88 GB/s` or `xid:79`; `symptoms`, `components`,
`likely_root_cause`). Figures are printed, nothing is judged.

    python scripts/signals_eval.py FOLDER [--misses] [--by-format] [--json]

What the columns count, and how loosely:

- `format`: the format read equals the labelled one, letter for letter.
- `expected`: expected strings for which one single signal, of any severity, has at least half of the words and numbers.
  Words are those of its name and text and, of a metric, all its aliases; two words are the same if they begin with the
  same five letters, if one of four letters or more begins the other, or if SAME lists them together. `a/b/c` asks for
  one of the three, ` / ` separates whole alternatives. Units, counts (`x5`), filler words, remarks in parentheses and
  places (`on pairs with node644`, `GPU 3`, `rank 2`) are not asked for. Numbers may differ by 1 % and by a factor of a
  unit (thousands, powers of 1024, bits and bytes, percent); they are looked for in the text, the values and the change.
  A string with a number whose prefix is `metric` needs one number found, one of CODES (`xid:79`) the code itself, one
  whose prefix is `alert` the first word alone, the name of the alert.
- `wrong/right`: signals of severity warning or worse that are wrong, for one expected string found. Wrong is each one
  in an input that is no incident, and each one in an incident that has no word in common with anything the labels say
  of the input (signals, symptoms, components, cause, what it shows). It is a low bar: a signal that only shares
  the subject passes.
- `false alarm`: inputs that are no incident and whose worst signal is of severity warning or worse.
- `missed`: inputs that are an incident and in which nothing is of severity warning or worse.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from kb.signals import Signal, read
from kb.signals.metrics import METRICS
from kb.signals.model import SEVERITIES

ALARMING = SEVERITIES[SEVERITIES.index("warning") :]
CODES = ("xid", "sxid", "http", "exit")
SAME = (
    "fail failed failure failing error errors fatal abort aborted",
    "down outage unavailable unreachable dead disconnected lost loss disabled fallen",
    "timeout timed timing expired",
    "expired certificate cert date notafter x509 tls ssl pkix sslhandshakeexception",
    "slow latency degraded delay delayed lag pause straggler behind pressure",
    "hang hung stuck stall stalled idle blocked progress",
    "crash crashed crashloop crashloopbackoff backoff restarts killed segfault died exit sigkill terminated",
    "oom memory outofmemory outofmemoryerror enomem cuda",
    "drop dropped fell low below",
    "surge spike",
    "pending unschedulable failedscheduling unbound",
    "throughput bandwidth rate tokens samples",
    "full enospc space used exhausted limit",
    "alert alarm monitor firing event incident notification",
    "missing insufficient absent telemetry",
    "ok pass passed without healthy",
    "h2d host",
    "gen generation iteration step",
)
"""Words that count as one, a group a line."""

FILLER = frozenset(
    "a an and are as at be been by for from in is it its no not of on or out than that the then this to was were with"
    " vs per likely after before s ms us min mins h d kb mb gb gib mib tb gbps mbps percent ghz mhz mv v w c".split()
)
_REMARK = re.compile(r"\([^)]*\)|\bon .*|\b(?:GPU|ranks?|port|device|steps?|link)s? \d+(?:(?:-| and )\d+)?\b")
"""What an expected string says beside what was seen, and where."""
FACTORS = (
    1.0,
    1e3,
    1e6,
    1e9,
    1e12,
    1024.0,
    1024.0**2,
    1024.0**3,
    8.0,
    8e3,
    100.0,
    1e3 / 1.024**3,
    1e3 / 1.024**2,
    60.0,
)
_TOKEN = re.compile(r"[^\W\d_][^\W_]*|\d+(?:\.\d+)?(?:e[+-]?\d+)?[kKM]?(?![^\W_])|\d+[^\W_]*")
_ALIASES = {metric.name: " ".join(metric.aliases) for metric in METRICS}


class Words(NamedTuple):
    """What a string or a signal says: words in lower case, and numbers."""

    words: frozenset[str]
    numbers: tuple[float, ...]


class Result(NamedTuple):
    """One input: what was read of it, which expected strings were found, which alarming signals are wrong."""

    id: str
    labelled: str
    format: str
    incident: bool
    severity: str
    found: tuple[str, ...]
    missing: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def alarming(self) -> bool:
        """Whether it is reported as something wrong."""
        return self.severity in ALARMING


def words_of(text: str) -> Words:
    """The words and numbers of a text, filler words and single letters left out."""
    words, numbers = set(), []
    for token in _TOKEN.findall(text):
        match = re.fullmatch(r"(\d+(?:\.\d+)?(?:e[+-]?\d+)?)([kKM]?)", token)
        if match:
            numbers.append(float(match[1]) * {"": 1.0, "M": 1e6}.get(match[2], 1e3))
        elif len(token) > 1 and token.lower() not in FILLER and not re.fullmatch(r"[xX]\d+", token):
            words.add(token.lower())
    return Words(frozenset(words), tuple(numbers))


def words_of_signal(signal: Signal) -> Words:
    """The words of its name, text and aliases; the numbers of its text and name, its values and its change."""
    words = words_of(f"{signal.name} {signal.text} {_ALIASES.get(signal.name, '')}")
    values = [value for value in (signal.from_value, signal.to_value) if value is not None]
    if signal.change is not None:
        values.append(abs(100 * signal.change))
    return words._replace(numbers=(*words.numbers, *values))


def same_word(one: str, other: str) -> bool:
    """Whether two words count as one; see the head of this file."""
    if one == other or (len(one) >= 5 and one[:5] == other[:5]):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) >= 4 and long.startswith(short):
        return True
    return any(one in group and other in group for group in _GROUPS)


_GROUPS = tuple(frozenset(line.split()) for line in SAME)


def same_number(one: float, other: float) -> bool:
    """Whether two numbers are within 1 %, whatever their units."""
    if one == 0 or other == 0:
        return one == other
    ratio = one / other
    return any(abs(ratio / factor - 1) <= 0.01 or abs(ratio * factor - 1) <= 0.01 for factor in FACTORS)


def is_found(expected: str, signals: Iterable[Words]) -> bool:
    """Whether one of the signals says what the expected string says."""
    prefix, separator, rest = expected.partition(":")
    if not separator:
        prefix, rest = "", expected
    signals = list(signals)
    if prefix in CODES and (number := re.search(r"\d+", rest)):
        wanted = float(number[0])
        return any(wanted in said.numbers and any(same_word(prefix, word) for word in said.words) for said in signals)
    if " / " in rest:
        return any(is_found(f"{prefix}:{one}", signals) for one in rest.split(" / "))
    rest = _REMARK.sub(" ", rest)
    if prefix == "alert":
        rest = rest.split()[0]
    choices = [words_of(part.replace("/", " ")).words for part in re.findall(r"[^\s/=]+(?:/[^\s/=]+)+", rest)]
    choices = [choice for choice in choices if choice]
    asked = words_of(rest)
    single = asked.words.difference(*choices) if choices else asked.words
    parts: list[frozenset[str]] = [*choices, *(frozenset({word}) for word in single)]
    needs_number = prefix == "metric" and bool(asked.numbers)
    for said in signals:
        numbers = sum(any(same_number(number, other) for other in said.numbers) for number in asked.numbers)
        words = sum(any(same_word(word, other) for word in part for other in said.words) for part in parts)
        total = len(parts) + len(asked.numbers)
        if (words or not parts) and (numbers or not needs_number) and 2 * (numbers + words) >= total:
            return True
    return False


def is_wrong(signal: Words, context: Words) -> bool:
    """Whether a signal has no word and no number in common with what is said of the input."""
    if any(same_word(word, other) for word in signal.words for other in context.words):
        return False
    return not any(number in context.numbers for number in signal.numbers)


def evaluate(folder: str, row: dict[str, Any]) -> Result:
    """Read one input and compare."""
    with open(os.path.join(folder, row["file"]), "rb") as file:
        signals = read(file.read())
    expected, said = row["expected"], [words_of_signal(signal) for signal in signals.signals]
    found = tuple(text for text in expected["signals"] if is_found(text, said))
    told = [*expected["signals"], *expected["symptoms"], *expected["components"], row.get("what_it_shows") or ""]
    context = words_of(" ".join([*told, expected.get("likely_root_cause") or ""]))
    wrong = tuple(
        f"{signal.severity} {signal.kind} {signal.name[:80]}"
        for signal, words in zip(signals.signals, said, strict=True)
        if signal.severity in ALARMING and (not row["is_incident"] or is_wrong(words, context))
    )
    missing = tuple(text for text in expected["signals"] if text not in found)
    incident, labelled = row["is_incident"], row["format"]
    return Result(row["id"], labelled, signals.format, incident, signals.severity, found, missing, wrong)


def figures(results: list[Result]) -> dict[str, int | float]:
    """Counts and shares of some inputs; a share of nothing is 0."""
    found = sum(len(result.found) for result in results)
    asked = found + sum(len(result.missing) for result in results)
    wrong = sum(len(result.wrong) for result in results)
    healthy = [result for result in results if not result.incident]
    incidents = [result for result in results if result.incident]
    right = sum(result.format == result.labelled for result in results)
    alarms = sum(result.alarming for result in healthy)
    missed = sum(not result.alarming for result in incidents)
    return {
        "inputs": len(results), "format_right": right, "format_share": _share(right, len(results)),
        "expected": asked, "found": found, "found_share": _share(found, asked),
        "wrong": wrong, "wrong_per_right": _share(wrong, found),
        "healthy": len(healthy), "false_alarms": alarms, "false_alarm_share": _share(alarms, len(healthy)),
        "incidents": len(incidents), "missed": missed, "missed_share": _share(missed, len(incidents)),
    }  # fmt: skip


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def grouped(results: list[Result], *, by_format: bool) -> dict[str, list[Result]]:
    """Results under `all` and under each family (`cmd`) or format (`cmd:iostat`)."""
    groups: dict[str, list[Result]] = {"all": results}
    for result in sorted(results, key=lambda result: result.labelled):
        name = result.labelled if by_format else result.labelled.partition(":")[0]
        groups.setdefault(name, []).append(result)
    return groups


def line(name: str, numbers: dict[str, int | float]) -> str:
    """A row of the table."""

    def share(key: str, part: str, whole: str) -> str:
        if not numbers[whole]:
            return f"{'-':>15}"
        return f"{numbers[part]:>4}/{numbers[whole]:<4}{numbers[key]:6.1%}"

    ratio = (
        f"{numbers['wrong']:4}  {numbers['wrong_per_right']:.2f}" if numbers["found"] else f"{numbers['wrong']:4}     -"
    )
    return "  ".join((
        f"{name:28}", share("format_share", "format_right", "inputs"), share("found_share", "found", "expected"),
        f"{ratio:>11}", share("false_alarm_share", "false_alarms", "healthy"),
        share("missed_share", "missed", "incidents"),
    ))  # fmt: skip


def misses(results: list[Result]) -> Iterable[str]:
    """What is not as labelled, one line a finding."""
    for result in results:
        head = f"  {result.id} ({result.labelled})"
        if result.format != result.labelled:
            yield f"{head}  read as {result.format}"
        if result.alarming != result.incident:
            yield f"{head}  {'missed' if result.incident else 'false alarm'}: {result.severity}"
        yield from (f"{head}  not found: {text}" for text in result.missing)
        yield from (f"{head}  wrong: {text}" for text in result.wrong)


def main() -> None:
    """Read every input of the folder and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="folder with INDEX.jsonl and the files it names")
    parser.add_argument("--misses", action="store_true", help="list what is not as labelled")
    parser.add_argument("--by-format", action="store_true", help="a row for each format, not each family of formats")
    parser.add_argument("--json", action="store_true", help="print the figures and all results as JSON")
    arguments = parser.parse_args()
    try:
        with open(os.path.join(arguments.folder, "INDEX.jsonl"), encoding="utf-8") as file:
            rows = [json.loads(text) for text in file if text.strip()]
    except OSError as error:
        raise SystemExit(f"cannot read the samples: {error}") from error
    results = [evaluate(arguments.folder, row) for row in rows]
    groups = {name: figures(members) for name, members in grouped(results, by_format=arguments.by_format).items()}
    if arguments.json:
        listed = [{**result._asdict(), "alarming": result.alarming} for result in results]
        print(json.dumps({"figures": groups, "inputs": listed}, ensure_ascii=False, indent=1))
        return
    print(f"{'':28}  {'format':>15}  {'expected':>15}  {'wrong/right':>11}  {'false alarm':>15}  {'missed':>15}")
    for name, numbers in groups.items():
        print(line(name, numbers))
    if arguments.misses:
        print("\n".join(misses(results)))


if __name__ == "__main__":
    main()
