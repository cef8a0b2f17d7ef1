"""From the matched cases to a diagnosis: fetches from the store what `kb.diagnose` weighs."""

from __future__ import annotations

import math

from kb import diagnose, rank
from kb.diagnose import checks, hypotheses, relevance
from kb.diagnose.answered import answered
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.classify import Label
    from kb.hits import Hits
    from kb.signals.model import Signals
    from kb.store.reader import Reader


def diagnosis(
    reader: Reader,
    cases: list[hypotheses.Case],
    told: dict[str, list[Label]],
    hits: Hits,
    read: Signals,
    most_checks: int,
) -> diagnose.Diagnosis:
    """What may be wrong and what to check next, at most so many checks. `cases` are the likeliest first, `told` the
    labels by family, `hits` what was found for the input that `read` tells of."""
    if not cases:
        return diagnose.Diagnosis(hypotheses.hypotheses((), {}), (), ())
    known = {document["id"] for document, _ in cases}
    share = relevance.shares((item.id, item.score) for item in hits.candidates if item.id in known)
    noise = rank.NOISE_SCORE * math.log(1 + hits.searched)
    likely = min(1.0, hits.candidates[0].score / noise)
    pairs = hypotheses.labelled(told["root_causes"], told["components"])
    found = hypotheses.hypotheses(
        cases,
        {name: likely * near for name, near in share.items()},
        {pair: likely * chance for pair, chance in pairs.items()},
    )
    asked = relevance.asked_terms(hits, cases, share, told)
    relevant = relevance.most_relevant(asked, reader.checks_with(asked), cases, share)
    catalogue = reader.catalogue("check", relevant)
    given = answered(catalogue.values(), read)
    for item in given:
        del catalogue[item.id]
    domain = hypotheses.likely_domain(cases)
    prior = reader.catalogue("prior", [domain]).get(domain)
    if prior:
        found = hypotheses.with_priors(found, domain, prior)
    names = {item.id for item in given}
    best = diagnose.ordered(checks.candidates(cases, catalogue, relevant, share, names), found, most_checks)
    if any("<" in check.command for check in best):
        from kb.diagnose.filling import filled

        best = tuple(check._replace(command=filled(check.command, read)) for check in best)
    return diagnose.Diagnosis(found, hypotheses.red_herrings(cases), best, tuple(given))
