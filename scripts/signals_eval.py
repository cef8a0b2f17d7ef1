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
from collections.abc import Iterable
from typing import Any, NamedTuple

from signals_likeness import is_found, is_wrong, words_of, words_of_signal

from kb.signals import read
from kb.signals.model import SEVERITIES

ALARMING = SEVERITIES[SEVERITIES.index("warning") :]


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
