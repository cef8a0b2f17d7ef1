"""From candidates to ranked matches, with a probability each and one verdict. Pure arithmetic, no I/O.

Each candidate is described by a few features that a person can read (`--explain` shows them); a
logistic model adds them up. The weights were fitted on pairs made from the shipped records (a part
of a record as the query, the record without that part as the answer), on reports of them in other
words, and on texts that belong to no record; see `kb.train.ranking`. A store that was trained has its own.
"""

from __future__ import annotations

import math

from kb.hits import RAREST, Candidate, Hits
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

MATCH, WEAK, NOVEL = "match", "weak", "novel"

MATCH_PROBABILITY = 0.5
WEAK_PROBABILITY = 0.2


class Features(NamedTuple):
    """What is known of one candidate, each between 0 and 1; `likelier` may be as far below 0."""

    rarest: float
    """Mass of the rarest words asked that the record has, over that of the rarest that were asked, known or not."""
    lead: float
    """Lexical score relative to the best other candidate, which counts as noise does at least: s / (s + other)."""
    margin: float
    """The same with noise counting MARGIN_NOISE: how far the first is ahead of the second."""
    likeness: float
    """Likeness of spelling (`kb.grams`), 0 beyond the first candidates."""
    likelier: float
    """The same less that of the likest other candidate."""
    conflict: float
    """1 if the record has another code of a family that was asked (Xid 48 where Xid 79 was), and none that was."""
    regime: float
    """1 if it appeared only under other conditions than those of the input (`kb.regime`). That it appeared under the
    same adds nothing to the words that say so."""
    topic: float
    """How near it is to what the input is about, whichever words either uses (`kb.topics`)."""


class Model(NamedTuple):
    """How the features add up: intercept and weights of a logistic model."""

    intercept: float
    weights: Features


SHIPPED = Model(
    -14.544,
    Features(
        rarest=2.402,
        lead=3.185,
        margin=12.615,
        likeness=2.587,
        likelier=6.424,
        conflict=-4.564,
        regime=-0.122,
        topic=4.902,
    ),
)
"""For a store that was never trained."""


SPELLED, SPELLED_CLOSE = 4, 10
"""Candidates whose spelling and conditions are compared, and as many where the first two are close: ten find more than
four (MRR 0.848 of record-made queries, 0.845; of a few words 0.539, 0.532), and each is a record to read."""
SPELLING_WEIGHT = 1.0
"""How much the likeness of spelling counts beside the lexical score, both relative to the best. Of 0.25, 0.5 and 1.0
the one with the most reports and record-made queries that find their record first (0.899 and 0.777; 0.895 and 0.775
with 0.5)."""
CLOSE = 0.6
"""Second lexical score relative to the first from which the two are close."""


NOISE_SCORE = 2.9
"""Lexical score, times ln(1 + records), that a few words shared by chance reach: rarity grows with the store. A
candidate without a rival leads by little if its own score is no higher."""
MARGIN_NOISE = 0.35
"""Share of it that counts for `Features.margin`. Less tells known incidents from removed ones slightly better (AUROC
0.894 at 0.25, 0.892 at 0.35, 0.888 at 0.5), and takes two chance words without a rival for a weak match."""
UNSEEN_SHARE = 0.5
"""Rarity of a word that no record has, as a share of the greatest: some are what makes the input another case, some
are names of hosts."""
OPINION, MOST_OPINION = 0.5, 1.0
"""Shift of the logit for each voice of feedback and its bound: two voices move an even chance to 73 %, no more. Set by
hand: there is no feedback yet to fit it to."""
FEW, ENOUGH = 2, 6
"""Fewer distinct words and codes than FEW say nothing, however rare they are; fewer than ENOUGH make a weak match at
most. Set by hand: the name of a product is four words, and a case is more than that."""
BRIEF_PROBABILITY = 0.45
"""What a case that shares fewer than ENOUGH has at most."""


def read_model(content: bytes) -> Model:
    """A model written as JSON, `{"intercept": number, "weights": {feature: number}}`; the shipped one if it is not of
    these features or its numbers are none."""
    import json

    try:
        document = json.loads(content)
        weights = document["weights"]
        if weights.keys() == set(Features._fields):
            model = Model(float(document["intercept"]), Features(*[float(weights[name]) for name in Features._fields]))
            if all(map(math.isfinite, (model.intercept, *model.weights))):
                return model
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        pass
    return SHIPPED


class Compared(NamedTuple):
    """What was compared beyond words, by id of the candidate: likeness of spelling of the first and whether they
    appeared under other conditions, nearness of subject of all."""

    likeness: Mapping[str, float]
    regimes: Mapping[str, bool]
    topics: Mapping[str, float]


class Ranked(NamedTuple):
    """A candidate with its features and probability of being a case like the input."""

    candidate: Candidate
    features: Features
    probability: float
    model: Model = SHIPPED


def are_close(hits: Hits) -> bool:
    """Whether words alone leave the first two candidates close together."""
    found = hits.candidates
    return len(found) > 1 and found[1].score > CLOSE * found[0].score


def looked_into(hits: Hits) -> list[str]:
    """Ids of the candidates whose texts are compared with the input, beyond their words."""
    most = SPELLED_CLOSE if are_close(hits) else SPELLED
    return [candidate.id for candidate in hits.candidates[:most]]


def spelled(hits: Hits, likeness: Mapping[str, float]) -> Hits:
    """The hits with scores raised by likeness of spelling, given for the first candidates by id; best first."""
    best = max(likeness.values(), default=0.0)
    if best <= 0.0:
        return hits
    raised = [
        candidate._replace(score=candidate.score * (1.0 + SPELLING_WEIGHT * likeness.get(candidate.id, 0.0) / best))
        for candidate in hits.candidates
    ]
    return hits._replace(candidates=sorted(raised, key=lambda candidate: (-candidate.score, candidate.id)))


def rank(
    hits: Hits,
    compared: Compared,
    model: Model = SHIPPED,
    feedback: Mapping[str, tuple[int, int]] | None = None,
) -> list[Ranked]:
    """Candidates by falling probability; equal ones by id, so that the same input gives the same list.

    `feedback` is by id how often users called a case useful and how often wrong.
    """
    unseen = UNSEEN_SHARE * math.log(2 + 2 * hits.searched)
    masses = [item.mass if item.idf > 0 else unseen * item.term.weight for item in hits.terms]
    mass = sum(sorted(masses, reverse=True)[:RAREST])
    noise = NOISE_SCORE * math.log(1 + hits.searched)
    asked = {item.term.text for item in hits.codes}
    # a draft is no rival to a record: it may be the note of this very incident
    rivals = {draft: [item for item in hits.candidates if draft or not item.draft] for draft in (False, True)}
    scores = {draft: _two_best({item.id: item.score for item in among}) for draft, among in rivals.items()}
    spelt = {item.id: compared.likeness.get(item.id, 0.0) for item in hits.candidates}
    likest = {draft: _two_best({item.id: spelt[item.id] for item in among}) for draft, among in rivals.items()}
    ranked = []
    for candidate in hits.candidates:
        rival = _other(scores[candidate.draft], candidate.id)
        features = Features(
            rarest=candidate.rarest / mass if mass else 0.0,
            lead=candidate.score / (candidate.score + max(rival, noise)),
            margin=candidate.score / (candidate.score + max(rival, MARGIN_NOISE * noise)),
            likeness=spelt[candidate.id],
            likelier=spelt[candidate.id] - _other(likest[candidate.draft], candidate.id),
            conflict=_conflict(asked, candidate.own_codes),
            regime=float(compared.regimes.get(candidate.id, False)),
            topic=compared.topics.get(candidate.id, 0.0),
        )
        chance = probability(features, model, opinion((feedback or {}).get(candidate.id, (0, 0))))
        shared = candidate.matched + (candidate.codes > 0)
        if shared < ENOUGH:
            chance = min(chance, BRIEF_PROBABILITY if shared >= FEW else WEAK_PROBABILITY / 2)
        ranked.append(Ranked(candidate, features, chance, model))
    ranked.sort(key=lambda item: (-item.probability, item.candidate.id))
    return ranked


def doubted(ranked: list[Ranked]) -> list[Ranked]:
    """The candidates of an input in which nothing is out of order: none of them is more than near."""
    return [item._replace(probability=min(item.probability, WEAK_PROBABILITY / 2)) for item in ranked]


def _two_best(values: Mapping[str, float]) -> list[tuple[str, float]]:
    """The two greatest of some values by id: one of them is that of the best rival of any."""
    return sorted(values.items(), key=lambda item: -item[1])[:2]


def _other(best: list[tuple[str, float]], own: str) -> float:
    """The greatest value that is not of this id, 0 without one."""
    return next((value for name, value in best if name != own), 0.0)


def _conflict(asked: set[str], own: tuple[str, ...]) -> float:
    if not asked or not own or not asked.isdisjoint(own):
        return 0.0
    families = {family for family, _, number in [code.rpartition("_") for code in asked] if number.isdigit()}
    return float(any(code.rpartition("_")[0] in families for code in own))


def opinion(counts: tuple[int, int]) -> float:
    """What users said of a case, as a shift of its logit: (useful - wrong) times OPINION, at most MOST_OPINION."""
    useful, wrong = counts
    return max(-MOST_OPINION, min(MOST_OPINION, OPINION * (useful - wrong)))


def probability(features: Features, model: Model = SHIPPED, shift: float = 0.0) -> float:
    """Logistic model of the features, the logit shifted."""
    logit = model.intercept + shift + sum(weight * value for weight, value in zip(model.weights, features, strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def verdict(ranked: list[Ranked]) -> str:
    """`match`, `weak` or `novel`, from the probability of the first candidate."""
    if not ranked or ranked[0].probability < WEAK_PROBABILITY:
        return NOVEL
    return MATCH if ranked[0].probability >= MATCH_PROBABILITY else WEAK
