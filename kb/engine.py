"""The facade: open a store, match an input, search, look up. Command line and terminal UI call these verbs.

`Engine.match` is the data flow of the design, one call a step. The engine is also where store and
index meet: the store is the truth, the index is brought up to its revision before it answers.
"""

from __future__ import annotations

import math

from kb import config, diagnose, evidence, rank, signals
from kb import query as queries
from kb.diagnose import checks, hypotheses
from kb.diagnose.answered import answered
from kb.errors import IndexBrokenError, MissingStoreError, NotFoundError
from kb.fields import visible_texts
from kb.freshness import Keeper
from kb.index import CANDIDATES, Candidate, Hits, Index
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.rank import Ranked
from kb.signals.model import Signals
from kb.store.reader import Reader, StoreState, open_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from contextlib import AbstractContextManager
    from typing import Any, TypeVar

    Progress = Callable[[int, int], None]
    Notify = Callable[[str], None]
    Mute = Callable[[], AbstractContextManager[None]]
    Asked = TypeVar("Asked")


class _Open:
    """A context that does nothing."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


class Match(NamedTuple):
    """A past case like the input, with what speaks for it and against it."""

    rank: int
    document: dict[str, Any]
    ranked: Ranked
    evidence: tuple[evidence.Evidence, ...]
    against: tuple[evidence.Evidence, ...]


class Answer(NamedTuple):
    """What `Engine.match` says of an input. `labels` are the labels of the matches, weighted by their probability;
    `diagnosis` says what may be wrong and what to look at next."""

    signals: Signals
    hits: Hits
    verdict: str
    matches: tuple[Match, ...]
    labels: dict[str, list[tuple[str, float]]]
    diagnosis: diagnose.Diagnosis


class Found(NamedTuple):
    """Result of a search: documents, best or newest first, each with its score (0 without words), and their number in
    the whole store."""

    documents: list[dict[str, Any]]
    scores: list[float]
    total: int


class Engine:
    """An open store with its index. Use it as a context manager, or call `close`."""

    def __init__(self, url: str, reader: Reader, state: StoreState, notify: Notify, mute: Mute) -> None:
        self.url = url
        self.reader = reader
        self.state = state
        self._notify = notify
        self._mute = mute
        self._keeper = Keeper(url, reader, state, notify)
        self._index: Index | None = None

    @classmethod
    def open(
        cls,
        database: str | None = None,
        *,
        progress: Progress | None = None,
        notify: Notify = lambda _: None,
        mute: Mute = _Open,
    ) -> Engine:
        """Open the store named by `database`, the environment or the default; create and fill it on first use.

        `progress` is called with (done, total) while shipped records are loaded, `notify` with one line for
        anything worth saying. `mute` gives a context in which a search runs: a damaged index makes the search library
        write to stderr, which a command can hold back there. Raises the errors of the tree under StoreError.
        """
        url = config.database_url(database)
        try:
            reader = open_reader(url)
        except MissingStoreError:
            _load_corpus(url, progress, notify)
            reader = open_reader(url)
        state = reader.state()
        from kb.store.corpus import corpus_digest

        if state.corpus != corpus_digest(config.records_dir()):
            reader.close()
            _load_corpus(url, progress, notify)
            reader = open_reader(url)
            state = reader.state()
        return cls(url, reader, state, notify, mute)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database, and remove an index that was built for this run only."""
        self._keeper.close()
        self.reader.close()

    def match(
        self, data: bytes, top: int = 5, *, most_checks: int = diagnose.CHECKS, without: Container[str] = ()
    ) -> Answer:
        """Match an input against the past cases. `top` is the number of matches wanted, 1 to 100, `most_checks` that of
        the checks.

        Records of `without` are not found: so is measured what an answer is worth for an incident that is new.
        """
        read = signals.read(data)
        asked = queries.from_signals(read)
        hits = self._search(asked)
        if without:
            hits = hits._replace(candidates=[item for item in hits.candidates if item.id not in without])
        hits, documents = self._spelled(self._distinct(hits), read)
        ranked = rank.rank(hits)
        first = ranked[: max(top, diagnose.CASES)]
        documents |= self.reader.documents([item.candidate.id for item in first if item.candidate.id not in documents])
        best = [(documents[item.candidate.id], item) for item in first if item.candidate.id in documents]
        best.sort(key=lambda found: (-found[1].probability, _is_draft(found[0])))
        matches = tuple(
            Match(place, document, item, *evidence.weigh(document, hits, read))
            for place, (document, item) in enumerate(best[:top], 1)
        )
        verdict = rank.NOVEL if read.healthy else rank.verdict(ranked)
        cases = [(document, item.probability) for document, item in best]
        diagnosis = self._diagnose(cases[: diagnose.CASES], hits, read, most_checks)
        return Answer(read, hits, verdict, matches, _labels(cases[:top]), diagnosis)

    def search(self, typed: str, limit: int = 20) -> Found:
        """Search with words and filters (see `kb.query.parse`); without words the newest records come first."""
        asked = queries.parse(typed)
        if asked.terms or asked.codes:
            hits = self._search(asked, max(limit, CANDIDATES), count=True)
            scores = {candidate.id: candidate.score for candidate in hits.candidates[:limit]}
            documents = self.reader.documents(scores)
            return Found(list(documents.values()), [scores[record_id] for record_id in documents], hits.matched)
        ids, total = self._asked_index(lambda index: index.browse(asked, limit))
        documents = self.reader.documents(ids)
        return Found(list(documents.values()), [0.0] * len(documents), total)

    def browse(self, typed: str) -> tuple[list[str], int]:
        """Ids of all records that pass the filters, newest first, and their number; words are not looked at."""
        asked = queries.parse(typed)
        return self._asked_index(lambda index: index.browse(asked, index.records))

    def get(self, name: str) -> dict[str, Any]:
        """The record with this id or alias. Raises NotFoundError that suggests the nearest id."""
        record_id = self.reader.resolve(name)
        if record_id is None:
            raise NotFoundError(f"no record has the id or alias {name!r}", self._suggestion(name))
        return self.reader.documents([record_id])[record_id]

    def add_feedback(self, record_id: str, verdict: str, data: bytes | None) -> None:
        """Keep what a user says of a case (`useful` or `wrong`), with the input it was matched to, redacted."""
        from kb.signals.decode import decode
        from kb.signals.redact import redact
        from kb.store.writer import open_writer

        text = redact(decode(data, signals.LIMIT).text)[0] if data else None
        with open_writer(self.url) as writer:
            writer.add_feedback(record_id, verdict, input_text=text)

    def withdraw_feedback(self, record_id: str) -> int:
        """Take back all standing feedback on a case; returns how many there were."""
        from kb.store.writer import open_writer

        standing = [item for item in self.reader.feedback(record_id) if item.withdrawn_at is None]
        with open_writer(self.url) as writer:
            for item in standing:
                writer.withdraw_feedback(item.id)
        return len(standing)

    @property
    def index(self) -> Index:
        """The index, brought up to the store's revision when first asked for."""
        if self._index is None:
            self._index = self._keeper.fresh()
        return self._index

    def reindex(self, progress: Progress | None = None) -> int:
        """Build the index anew; returns the number of records in it. Raises IndexBrokenError if it cannot be kept."""
        self._index = self._keeper.rebuilt(progress, to_keep=True)
        return self._index.records

    def _diagnose(
        self, cases: list[hypotheses.Case], hits: Hits, read: Signals, most_checks: int
    ) -> diagnose.Diagnosis:
        if not cases:
            return diagnose.Diagnosis(hypotheses.hypotheses((), {}), (), ())
        known = {document["id"] for document, _ in cases}
        share = checks.shares((item.id, item.score) for item in hits.candidates if item.id in known)
        noise = rank.NOISE_SCORE * math.log(1 + hits.searched)
        likely = min(1.0, hits.candidates[0].score / noise)
        found = hypotheses.hypotheses(cases, {name: likely * near for name, near in share.items()})
        asked = checks.asked_terms(hits, cases, share)
        relevance = checks.most_relevant(asked, self.reader.checks_with(asked), cases, share)
        given = answered(relevance, read)
        catalogue = self.reader.catalogue("check", [name for name in relevance if name not in given])
        domain = hypotheses.likely_domain(cases)
        prior = self.reader.catalogue("prior", [domain]).get(domain)
        if prior:
            found = hypotheses.with_priors(found, domain, prior)
        best = diagnose.ordered(checks.candidates(cases, catalogue, relevance, share, given), found, most_checks)
        if any("<" in check.command for check in best):
            from kb.diagnose.filling import filled

            best = tuple(check._replace(command=filled(check.command, read)) for check in best)
        return diagnose.Diagnosis(found, hypotheses.red_herrings(cases), best, tuple(given))

    def _spelled(self, hits: Hits, read: Signals) -> tuple[Hits, dict[str, dict[str, Any]]]:
        """The hits, ordered by likeness of spelling too where words leave them close, and the records read for that."""
        if not rank.are_close(hits):
            return hits, {}
        from kb import grams

        asked = grams.profile(phrase.text for phrase in read.phrases)
        documents = self.reader.documents([candidate.id for candidate in hits.candidates[: rank.SPELLED]])
        likeness = {
            record_id: grams.cosine(asked, grams.profile(visible_texts(document)))
            for record_id, document in documents.items()
        }
        return rank.spelled(hits, likeness), documents

    def _distinct(self, hits: Hits) -> Hits:
        """One candidate for each incident: of records known to tell the same one, the best stays.

        Before the ranking, which takes a close second for doubt.
        """
        pairs = self.reader.linked([candidate.id for candidate in hits.candidates])
        if not pairs:
            return hits
        kept: list[Candidate] = []
        for candidate in hits.candidates:
            if not any((candidate.id, other.id) in pairs for other in kept):
                kept.append(candidate)
        return hits._replace(candidates=kept)

    def _search(self, asked: queries.Query, limit: int = CANDIDATES, *, count: bool = False) -> Hits:
        return self._asked_index(lambda index: index.search(asked, limit, count=count))

    def _asked_index(self, ask: Callable[[Index], Asked]) -> Asked:
        """What the index answers; one that turns out to be damaged is built anew and asked again."""
        index = self.index
        try:
            with self._mute():
                return ask(index)
        except IndexBrokenError as error:
            self._notify(f"{error.message.partition(':')[0]}; building it anew")
            self._index = self._keeper.rebuilt()
            return ask(self._index)

    def _suggestion(self, name: str) -> str:
        from rapidfuzz import fuzz, process

        names = [written for record_id, aliases in self.reader.names() for written in (record_id, *aliases)]
        near = process.extract(name.upper(), names, scorer=fuzz.ratio, limit=3, score_cutoff=60)
        if not near:
            return "Find it with: kb search WORDS"
        return "Did you mean " + " or ".join(written for written, _, _ in near) + "?"


def _is_draft(document: dict[str, Any]) -> bool:
    """Whether nobody has read the record over yet: of two equally likely cases the other one comes first."""
    review = document.get("review")
    return isinstance(review, dict) and review.get("written_by") == "draft" and not review.get("reviewed_at")


def _load_corpus(url: str, progress: Progress | None, notify: Notify) -> None:
    from kb.store.corpus import sync_corpus

    report = sync_corpus(url, config.records_dir(), progress)
    if report.new or report.updated:
        notify(f"loaded the shipped records: {report.new} new, {report.updated} updated")
    if report.kept:
        notify(
            f"kept your version of {len(report.kept)}: {', '.join(report.kept[:5])}; the shipped one is in its history"
        )


def _labels(cases: list[hypotheses.Case]) -> dict[str, list[tuple[str, float]]]:
    """For each label the chance that at least one of the cases that carry it is a case like the input."""
    kinds = {
        "symptoms": "symptoms",
        "components": "components",
        "root_causes": "root_cause",
        "contributing": "contributing",
    }
    labels: dict[str, list[tuple[str, float]]] = {}
    for name, key in kinds.items():
        misses: dict[str, float] = {}
        for document, probability in cases:
            value = document.get(key)
            for term in [value] if isinstance(value, str) else value or []:
                if isinstance(term, str):
                    misses[term] = misses.get(term, 1.0) * (1.0 - probability)
        chances = [(term, round(1.0 - miss, 4)) for term, miss in misses.items()]
        labels[name] = sorted(chances, key=lambda item: (-item[1], item[0]))
    return labels
