"""Simulated sessions of diagnosis: the true root cause is hidden, checks are answered until it leads.

For `scripts/diagnose_eval.py`, which says how a check is answered.
"""

from __future__ import annotations

import random
import statistics

from diagnose_cases import Case

from kb.diagnose import gain
from kb.diagnose.checks import Check
from kb.diagnose.hypotheses import Hypothesis

MOST_CHECKS = 12
"""Checks asked in a simulated session before it counts as unsolved."""
SHUFFLES = 20


def session(case: Case, order: str, seed: int = 0) -> int | None:
    """Number of checks until the true root cause leads; None if it does not within MOST_CHECKS."""
    truth = Hypothesis(case.record["root_cause"], tuple(case.record["components"][:1]), 1.0)
    state = case.answer.diagnosis.hypotheses
    open_checks = list(case.checks)
    if order == "random":
        random.Random(f"{case.record['id']}{seed}").shuffle(open_checks)
    elif order == "top case":
        ids = [name for item in case.answer.diagnosis.hypotheses for name in item.cases]
        open_checks.sort(key=lambda check: _place(check, ids))
    for asked in range(MOST_CHECKS + 1):
        leader = max(state[:-1], key=lambda item: item.probability)
        if leader.root_cause == truth.root_cause:
            return asked
        if not open_checks:
            return None
        if order == "gain":
            open_checks.sort(key=lambda check: -_score(check, state))
        check = open_checks.pop(0)
        observed = answered(check, truth)
        if observed is not None:
            state = gain.updated(state, check.outcomes, check.relevance, observed)
    return None


def answered(check: Check, truth: Hypothesis) -> int | None:
    """Place of the reading that the true case would give, or None if the check says nothing of it."""
    best, told = None, False
    for place, (points_to, rules_out) in enumerate(check.outcomes):
        pointed, ruled = set(truth.terms) & set(points_to), set(truth.terms) & set(rules_out)
        told = told or bool(pointed or ruled)
        if pointed and not ruled and (best is None or len(pointed) > best[0]):
            best = (len(pointed), place)
    if best:
        return best[1]
    return len(check.outcomes) if told else None


def _score(check: Check, state: tuple[Hypothesis, ...]) -> float:
    return gain.gains([(check.outcomes, check.relevance)], state)[0]


def _place(check: Check, ids: list[str]) -> tuple[int, int, str]:
    places = [(ids.index(made.case), made.number) for made in check.made if made.case in ids]
    return (*min(places, default=(len(ids), 0)), check.id)


def report_sessions(found: list[Case]) -> None:
    """Print the second table: sessions whose true root cause is among the explanations and does not lead already."""
    solvable = []
    leading = 0
    for case in found:
        causes = [item.root_cause for item in case.answer.diagnosis.hypotheses[:-1]]
        if case.record["root_cause"] in causes and case.record["root_cause"] != "unknown" and case.checks:
            leading += causes[0] == case.record["root_cause"]
            solvable.append(case)
    print(f"\nsessions {len(solvable)} (true cause among the explanations), {leading} of them led by it at the start")
    print(f"{'order':14}{'median':>8}{'mean':>8}{'unsolved':>10}   (unsolved count as {MOST_CHECKS + 1})")
    started = [case for case in solvable if session(case, "gain") != 0]
    for order in ("gain", "top case", "random"):
        runs = SHUFFLES if order == "random" else 1
        counts = [session(case, order, seed) for case in started for seed in range(runs)]
        numbers = [MOST_CHECKS + 1 if count is None else count for count in counts]
        unsolved = sum(count is None for count in counts) / max(1, len(counts))
        print(f"{order:14}{statistics.median(numbers):8.1f}{statistics.mean(numbers):8.2f}{unsolved:10.1%}")
    print(f"n {len(started)} sessions that the true cause does not lead at the start; random: {SHUFFLES} orders each")
