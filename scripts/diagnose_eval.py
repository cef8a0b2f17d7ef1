"""How good the next check is, measured on the records themselves: each is taken for a new incident, itself left out.

Labels and the number of records that made a check count among what is left out: labels are learned anew without each
fifth of the records.

First table: is the check that decided the real case among the first that are proposed? Deciding is the last step
whose `points_to` holds the true root cause, else the last step. A proposal is that check if both have the same id of
the catalogue; a step without `check_id`, or one proposed from another case, is compared by its words: cosine of the
two texts, weighted by the rarity of their words among all checks and steps, of at least --likeness, and a term that
both point to.

Second table: simulated sessions. The true root cause is hidden; each proposed check is answered by its reading that
points to the true cause or component and rules out neither, else by "none of these" if it tells of them at all, else
it is skipped. Counted are the checks until the true root cause leads.

    python scripts/diagnose_eval.py [--records records] [--inputs tests/golden | --texts en|ko] [--likeness 0.3]

Constants are chosen on --texts (what was seen, from the record); the golden inputs are for the report only.
"""

from __future__ import annotations

import argparse
import glob
import json
import math
import os
import statistics
import tempfile
from collections import Counter
from typing import Any

from diagnose_cases import Case, LeftOut, cases, steps_of
from diagnose_sessions import report_sessions

from kb import config
from kb.diagnose.checks import Check
from kb.text import terms

FIRST = (1, 3, 5)


class Words:
    """Likeness of two checks by their words, weighted by rarity among all of them."""

    def __init__(self, records: list[dict[str, Any]], catalogue: dict[str, dict[str, Any]]) -> None:
        texts = [_step_words(step) for record in records for step in steps_of(record)]
        texts += [_check_words(document) for document in catalogue.values()]
        counts = Counter(word for words in texts for word in words)
        self._rarity = {word: math.log(len(texts) / count) for word, count in counts.items()}
        self._catalogue = catalogue

    def likeness(self, step: dict[str, Any], check: Check) -> float:
        """Cosine between 0 and 1."""
        document = self._catalogue.get(check.id)
        ours = _step_words(step)
        theirs = _check_words(document) if document else _step_words(check.made[0].step)
        shared = sum(self._rarity[word] ** 2 for word in ours & theirs)
        return shared / math.sqrt((self._mass(ours) * self._mass(theirs)) or 1.0)

    def _mass(self, words: set[str]) -> float:
        return sum(self._rarity[word] ** 2 for word in words)


def _step_words(step: dict[str, Any]) -> set[str]:
    texts = [step["check"].get("en") or "", step["finding"].get("en") or "", step.get("command") or ""]
    return set(terms(" ".join(texts)).split())


def _check_words(document: dict[str, Any]) -> set[str]:
    texts = [document["title"]["en"], document["command"] or "", (document["observe"] or {}).get("en") or ""]
    texts += [reading["reading"]["en"] for reading in document["readings"]]
    return set(terms(" ".join(texts)).split())


def deciding(record: dict[str, Any]) -> dict[str, Any]:
    """The step that decided the case."""
    steps = steps_of(record)
    return next((step for step in reversed(steps) if record["root_cause"] in step["points_to"]), steps[-1])


def same(step: dict[str, Any], check: Check, words: Words, least: float) -> bool:
    """Whether a proposal is the check that was made; see the head of this file."""
    if step.get("check_id"):
        made = {there.step.get("check_id") for there in check.made}
        return step["check_id"] == check.id or ("#" in check.id and step["check_id"] in made)
    pointed = {term for reading in check.readings for term in reading.points_to}
    return bool(pointed & set(step["points_to"])) and words.likeness(step, check) >= least


def _tells(check: Check, record: dict[str, Any]) -> bool:
    wanted = {record["root_cause"], *record["components"][:1]}
    return any(wanted <= set(points_to) for points_to, _ in check.outcomes)


def report_deciding(found: list[Case], words: Words, least: float) -> None:
    """Print the first table."""
    hidden = [case for case in found if len(steps_of(case.record)) > 1]
    print(
        "the check that decided: @k recall, precision (checks made in the case), and share of the cases in which one of"
    )
    print("the k has a reading that points to the true root cause and its first component")
    by_id = sum(bool(deciding(case.record).get("check_id")) for case in hidden)
    for group, members in (
        ("all", hidden),
        ("deciding check has an id", [case for case in hidden if deciding(case.record).get("check_id")]),
        ("compared by words", [case for case in hidden if not deciding(case.record).get("check_id")]),
    ):
        line = f"{group:26} n {len(members):4}  "
        for first in FIRST:
            hit = precise = proposed = telling = 0
            for case in members:
                head = case.checks[:first]
                hit += any(same(deciding(case.record), check, words, least) for check in head)
                precise += sum(any(same(step, check, words, least) for step in steps_of(case.record)) for check in head)
                proposed += len(head)
                telling += any(_tells(check, case.record) for check in head)
            count = max(1, len(members))
            line += f" @{first} {hit / count:.3f} {precise / max(1, proposed):.3f} {telling / count:.3f}  "
        print(line)
    print(f"deciding step names a check of the catalogue in {by_id} of {len(hidden)}; likeness of words >= {least}")


def report_probabilities(found: list[Case]) -> None:
    """Print whether an explanation of 30 % is right in 30 % of the cases (right: the root cause), for incidents that
    are all new: with the record itself in the store the likely ones are right far more often."""
    rows: dict[int, list[tuple[float, bool]]] = {}
    for case in found:
        for item in case.answer.diagnosis.hypotheses[:1]:
            right = item.root_cause == case.record["root_cause"]
            rows.setdefault(min(9, int(item.probability * 10)), []).append((item.probability, right))
    print("\nleading explanation: probability told, share right")
    for _, members in sorted(rows.items()):
        told = statistics.mean(chance for chance, _ in members)
        right = statistics.mean(right for _, right in members)
        print(f"  {told:6.1%} {right:6.1%}  n {len(members)}")
    members = [member for row in rows.values() for member in row]
    expected, right = sum(chance for chance, _ in members), sum(right for _, right in members)
    print(f"  {expected:6.1f} right expected, {right} are, of {len(members)}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", default=config.records_dir())
    parser.add_argument("--inputs", default=os.path.join("tests", "golden"))
    parser.add_argument("--texts", choices=config.LANGUAGES, help="match what the record says was seen instead")
    parser.add_argument("--likeness", type=float, default=0.3)
    arguments = parser.parse_args()
    config.records_dir = lambda: arguments.records
    records = _read(arguments.records, "incidents", "*")
    catalogue = {document["id"]: document for document in _read(arguments.records, "checks")}
    words = Words(records, catalogue)
    with tempfile.TemporaryDirectory() as folder, LeftOut.open(os.path.join(folder, "kb.db")) as engine:
        found = list(cases(records, engine, arguments.inputs, arguments.texts))
    report_deciding(found, words, arguments.likeness)
    report_sessions(found)
    report_probabilities(found)


def _read(folder: str, *parts: str) -> list[dict[str, Any]]:
    documents = []
    for path in sorted(glob.glob(os.path.join(folder, *parts, "*.json"))):
        with open(path, encoding="utf-8") as file:
            documents.append(json.load(file))
    return documents


if __name__ == "__main__":
    main()
