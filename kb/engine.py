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
from kb.hits import Candidate, Hits
from kb.index import CANDIDATES, INDEX_VERSION, Index
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.rank import Ranked
from kb.signals.model import Signals
from kb.store.reader import Reader, StoreState, open_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from contextlib import AbstractContextManager
    from typing import Any, TypeVar

    from kb.baselines.comparing import Comparison
    from kb.misspelt import Misspelt

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
    """A past case like the input, with what speaks for it and against it. `aliases` are the other ids of the incident:
    those that the record names, and those of other records in the store that tell the same one."""

    rank: int
    document: dict[str, Any]
    ranked: Ranked
    evidence: tuple[evidence.Evidence, ...]
    against: tuple[evidence.Evidence, ...]
    aliases: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What `Engine.match` says of an input. `labels` are the labels of the matches, weighted by their probability;
    `diagnosis` says what may be wrong and what to look at next; `comparisons` are readings of the input beside the
    baselines that apply to them."""

    signals: Signals
    hits: Hits
    verdict: str
    matches: tuple[Match, ...]
    labels: dict[str, list[tuple[str, float]]]
    diagnosis: diagnose.Diagnosis
    comparisons: tuple[Comparison, ...] = ()


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
        self._ranking: rank.Model | None = None

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
        self,
        data: bytes,
        top: int = 5,
        *,
        most_checks: int = diagnose.CHECKS,
        without: Collection[str] = (),
        redacted: bool = True,
    ) -> Answer:
        """Match an input against the past cases. `top` is the number of matches wanted, 1 to 100, `most_checks` that of
        the checks; secrets of the input are not in the answer unless `redacted` is false.

        Records of `without` are not found: so is measured what an answer is worth for an incident that is new.
        """
        read = signals.read(data, redacted=redacted)
        documents: dict[str, dict[str, Any]] = {}
        hits, likeness, twins = self._found(read, without, documents)
        ranked = rank.rank(hits, likeness, self._model())
        first = ranked[: max(top, diagnose.CASES)]
        documents |= self.reader.documents([item.candidate.id for item in first if item.candidate.id not in documents])
        best = [(documents[item.candidate.id], item) for item in first if item.candidate.id in documents]
        best.sort(key=lambda found: (-found[1].probability, _is_draft(found[0])))
        matches = tuple(
            Match(place, document, item, *evidence.weigh(document, hits, read), _aliases(document, twins))
            for place, (document, item) in enumerate(best[:top], 1)
        )
        verdict = rank.NOVEL if read.healthy else rank.verdict(ranked)
        cases = [(document, item.probability) for document, item in best]
        diagnosis = self._diagnose(cases[: diagnose.CASES], hits, read, most_checks)
        return Answer(read, hits, verdict, matches, _labels(cases[:top]), diagnosis, _compared(read))

    def ranked(self, read: Signals, without: Collection[str] = ()) -> tuple[Hits, list[Ranked]]:
        """What was asked and found for an input, and the candidates ranked: `match` without documents and evidence."""
        hits, likeness, _ = self._found(read, without, {})
        return hits, rank.rank(hits, likeness, self._model())

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

    def misspelt(self, typed: str) -> list[Misspelt]:
        """The filters of a query that no record can pass as they are written, with the nearest that one could."""
        asked = queries.parse(typed)
        if not asked.filters:
            return []
        from kb.misspelt import misspelt

        return misspelt(asked, self.reader)

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

    def _found(
        self, read: Signals, without: Collection[str], documents: dict[str, dict[str, Any]]
    ) -> tuple[Hits, dict[str, float], dict[str, list[str]]]:
        """The candidates for an input, one of each incident; likeness of spelling of the first, by id; and by id the
        others of its incident. Puts the records that were read for that into `documents`."""
        hits = self._search(queries.from_signals(read)._replace(without=tuple(without)))
        hits, twins = self._distinct(hits)
        if hits.candidates:
            documents |= self.reader.documents([candidate.id for candidate in hits.candidates[: rank.SPELLED]])
        likeness = _likeness(documents, read)
        return rank.spelled(hits, likeness) if rank.are_close(hits) else hits, likeness, twins

    def _distinct(self, hits: Hits) -> tuple[Hits, dict[str, list[str]]]:
        """One candidate for each incident, and the ids of the others that tell the same one.

        Of a group the record stays that helps most, with the score of the best of them. Before the ranking, which
        takes a close second for doubt.
        """
        pairs = self.reader.linked([candidate.id for candidate in hits.candidates])
        if not pairs:
            return hits, {}
        groups: list[list[Candidate]] = []
        for candidate in hits.candidates:
            known = (group for group in groups if any((candidate.id, other.id) in pairs for other in group))
            if (group := next(known, None)) is not None:
                group.append(candidate)
            else:
                groups.append([candidate])
        ids = [[candidate.id for candidate in group] for group in groups]
        documents = self.reader.documents([one for group in ids if len(group) > 1 for one in group])
        shown = [max(group, key=lambda one: _helpfulness(documents.get(one, {}))) for group in ids]
        kept = [group[0]._replace(id=one) for group, one in zip(groups, shown, strict=True)]
        others = {one: [other for other in group if other != one] for one, group in zip(shown, ids, strict=True)}
        return hits._replace(candidates=kept), others

    def _search(self, asked: queries.Query, limit: int = CANDIDATES, *, count: bool = False) -> Hits:
        return self._asked_index(lambda index: index.search(self._translated(asked, index), limit, count=count))

    def _translated(self, asked: queries.Query, index: Index) -> queries.Query:
        """The query with its terms also in the other language, as far as there are records that lack their own."""
        korean, english = index.lacks("ko"), index.lacks("en")
        if not korean and not english:
            return asked
        from kb import learned, lexicon

        own = self.reader.learned(learned.LEXICON) if self.is_trained() else None
        table = learned.Table(own or learned.shipped(learned.LEXICON))
        return lexicon.translated(asked, table, korean=korean, english=english)

    def is_trained(self) -> bool:
        """Whether what `kb train` learned can be used: not if texts have come to be read otherwise since."""
        return self.state.learned is not None and self.state.learned[2] == INDEX_VERSION

    def _model(self) -> rank.Model:
        if not self.is_trained():
            return rank.SHIPPED
        if self._ranking is None:
            from kb.learned import RANKING

            content = self.reader.learned(RANKING)
            self._ranking = rank.read_model(content) if content else rank.SHIPPED
        return self._ranking

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


def _compared(read: Signals) -> tuple[Comparison, ...]:
    """The readings of an input beside the baselines that apply; nothing is imported where there is none to compare."""
    if not read.comparable:
        return ()
    from kb.baselines.readings import compared

    return compared(read)


def _likeness(documents: dict[str, dict[str, Any]], read: Signals) -> dict[str, float]:
    """Likeness of spelling of an input and what was visible in each of the records, by id."""
    if not documents:
        return {}
    from kb import grams

    asked = grams.profile(grams.fold(phrase.text for phrase in read.phrases))
    return {
        record_id: grams.likeness(asked, grams.fold(visible_texts(document)))
        for record_id, document in documents.items()
    }


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


def _helpfulness(document: dict[str, Any]) -> tuple[bool, int, bool]:
    """How much a record helps among those of one incident: one that stands, tells how the cause was found, and was
    compared with its sources."""
    steps, review = document.get("diagnosis"), document.get("review")
    reviewed = isinstance(review, dict) and bool(review.get("reviewed_at"))
    return not document.get("withdrawn"), len(steps) if isinstance(steps, list) else 0, reviewed


def _aliases(document: dict[str, Any], twins: dict[str, list[str]]) -> tuple[str, ...]:
    named = document.get("aliases")
    own = [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
    return tuple(dict.fromkeys([*own, *twins.get(document["id"], [])]))


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
