"""Count what `records/` holds: records and their review, checks and who uses them, baselines, terms, links, inputs.

Counted from the files, not from a store, so that the figures are those of the checkout.

    python scripts/count_records.py [--records records] [--golden tests/golden] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from kb.lint import kinds  # noqa: E402


class Counts(NamedTuple):
    """What a folder of records holds.

    `checks_linked` are checks that a step of a diagnosis names, `steps_linked` steps that name one. `baselines` are
    single values, formulas not among them. `links` are pairs of records, `recurrences` those of a repetition.
    `golden` counts inputs by format, `without_input` names the records that have none.
    """

    records: int
    reviewed: int
    bilingual: int
    steps: int
    steps_linked: int
    checks: int
    checks_linked: int
    baselines: int
    formulas: int
    terms: dict[str, int]
    links: int
    recurrences: int
    golden: dict[str, int]
    without_input: list[str]


def count(records: str, golden: str) -> Counts:
    """Count the JSON files below `records` and the inputs in `golden`."""
    found: dict[str, list[dict[str, Any]]] = {}
    for document in _documents(records):
        found.setdefault(kinds.kind_of(document), []).append(document)
    incidents = found.get(kinds.RECORD, [])
    steps = [step for record in incidents for step in record.get("diagnosis") or []]
    named = {step["check_id"] for step in steps if step.get("check_id")}
    checks = {check["id"] for check in found.get(kinds.CHECK, [])}
    groups = found.get(kinds.BASELINE, [])
    inputs = [name.split(".") for name in sorted(os.listdir(golden)) if name.endswith(".txt")]
    linked = {
        frozenset((record["id"], other["id"] if isinstance(other, dict) else other))
        for record in incidents
        for other in record.get("related") or []
    }
    return Counts(
        records=len(incidents),
        reviewed=sum(bool((record.get("review") or {}).get("reviewed_at")) for record in incidents),
        bilingual=sum(not any(_one_sided(record)) for record in incidents),
        steps=len(steps),
        steps_linked=sum(step.get("check_id") in checks for step in steps),
        checks=len(checks),
        checks_linked=len(checks & named),
        baselines=sum(len(group.get("baselines") or []) for group in groups),
        formulas=sum("baselines" not in group for group in groups),
        terms={vocabulary["vocabulary"]: len(vocabulary["terms"]) for vocabulary in found.get(kinds.VOCABULARY, [])},
        links=len(linked),
        recurrences=sum(bool(record.get("recurrence_of")) for record in incidents),
        golden=dict(sorted(Counter(form for _, form, *_ in inputs).items())),
        without_input=sorted({record["id"] for record in incidents} - {record_id for record_id, *_ in inputs}),
    )


def text(counts: Counts) -> str:
    """The counts as a table."""
    golden = ", ".join(f"{number} {form}" for form, number in counts.golden.items())
    terms = ", ".join(f"{number} {name}" for name, number in counts.terms.items())
    rows = [
        ("records", counts.records, f"{counts.reviewed} reviewed, {counts.bilingual} in both languages throughout"),
        ("checks", counts.checks, f"{counts.checks_linked} named by a step of a diagnosis"),
        ("steps", counts.steps, f"{counts.steps_linked} name a check"),
        ("baselines", counts.baselines, f"and {counts.formulas} formula" + "s" * (counts.formulas != 1)),
        ("terms", sum(counts.terms.values()), terms),
        ("links", counts.links, f"pairs of related records; {counts.recurrences} recurrences"),
        ("golden inputs", sum(counts.golden.values()), golden),
    ]
    lines = [f"{name:14}{number:6}   {more}" for name, number, more in rows]
    if counts.without_input:
        lines.append(f"no golden input: {', '.join(counts.without_input)}")
    return "\n".join(lines) + "\n"


def _documents(folder: str) -> Iterator[dict[str, Any]]:
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".json") and name != "TEMPLATE.json":
                with open(os.path.join(parent, name), encoding="utf-8") as file:
                    document = json.load(file)
                if isinstance(document, dict):
                    yield document


def _one_sided(value: Any) -> Iterator[bool]:
    """For each text below a value, whether one of its languages is missing."""
    if isinstance(value, dict):
        if "en" in value or "ko" in value:
            yield not (value.get("en") and value.get("ko"))
        for item in value.values():
            yield from _one_sided(item)
    elif isinstance(value, list):
        for item in value:
            yield from _one_sided(item)


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", default=os.path.join(ROOT, "records"), help="folder of the records")
    parser.add_argument("--golden", default=os.path.join(ROOT, "tests", "golden"), help="folder of the golden inputs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    counts = count(arguments.records, arguments.golden)
    print(json.dumps(counts._asdict(), ensure_ascii=False) if arguments.json else text(counts), end="")


if __name__ == "__main__":
    main()
