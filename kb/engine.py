"""The facade: open a store, match an input, search, look up. Command line and terminal UI call these verbs.

`Engine.match` is the data flow of the design, one call a step.
"""

from __future__ import annotations

from kb import config, diagnose, diagnosing, evidence, learned, rank, signals
from kb import query as queries
from kb.answer import Answer, Match, aliases, judged, labels
from kb.classify import classify
from kb.comparing import Comparison, as_written, compare
from kb.diagnose.hypotheses import UNKNOWN
from kb.errors import MissingStoreError, NotFoundError
from kb.fields import is_draft
from kb.hits import Hits
from kb.index import CANDIDATES, INDEX_VERSION
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.rank import Ranked
from kb.searching import Searcher
from kb.signals.model import Signals
from kb.store import SCHEMA, shipped
from kb.store.reader import Reader, open_reader
from kb.store.state import StoreState
from kb.trained import Trained

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from kb.misspelt import Misspelt
    from kb.searching import Mute, Notify, Progress


class _Open:
    """A context that does nothing."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


class Found(NamedTuple):
    """Result of a search: documents, best or newest first, each with its score (0 without words), and their number in
    the whole store; by each word that no record has the one that was searched too."""

    documents: list[dict[str, Any]]
    scores: list[float]
    total: int
    respelt: dict[str, str]


class Engine:
    """An open store with its index. Use it as a context manager, or call `close`."""

    def __init__(self, url: str, reader: Reader, state: StoreState, notify: Notify, mute: Mute) -> None:
        self.url = url
        self.reader = reader
        self.state = state
        self.trained = Trained(reader, state)
        self.searcher = Searcher(url, reader, state, self.trained, notify, mute)

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
            _fill(url, progress, notify)
            reader = open_reader(url)
        state = reader.state()
        own = shipped.shipped_corpus(config.records_dir(), INDEX_VERSION)
        if state.schema != SCHEMA or own.replaces(shipped.Shipped(state.corpus_number, state.form, state.corpus)):
            reader.close()
            _fill(url, progress, notify)
            reader = open_reader(url)
            state = reader.state()
        return cls(url, reader, state, notify, mute)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database, and remove an index that was built for this run only."""
        self.searcher.close()
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
        read, comparisons = judged(signals.read(data, redacted=redacted))
        asked, respelt = self._asked(read, without)
        found = self._compared(read, asked, max(top, CANDIDATES))
        hits, documents = found.hits, dict(found.documents)
        ranked = self._ranked(read, found)
        first = ranked[: max(top, diagnose.CASES)]
        documents |= self.reader.documents([item.candidate.id for item in first if item.candidate.id not in documents])
        best = [(documents[item.candidate.id], item) for item in first if item.candidate.id in documents]
        best.sort(key=lambda pair: (-pair[1].probability, is_draft(pair[0])))
        around = found.surroundings
        reports = self.reader.reports([document["id"] for document, _ in best[:top]])
        matches = []
        for place, (document, item) in enumerate(best[:top], 1):
            reported = reports.get(item.candidate.id, [])
            near = item.probability >= rank.WEAK_PROBABILITY
            fits, differs = evidence.weigh(document, reported, hits, read, around, near=near)
            matches.append(Match(place, document, item, fits, differs, aliases(document, found.others)))
        cases = [(document, item.probability) for document, item in best if not _is_note(document)]
        if read.healthy:  # there is nothing to explain; the cases are what is nearest
            asked, cases = queries.Query(()), []
        told = classify(asked, self.trained.table(learned.LABELS))
        diagnosis = diagnosing.diagnosis(self.reader, cases[: diagnose.CASES], told, hits, read, most_checks)
        carried = labels(cases[: diagnose.CASES], told)
        return Answer(read, hits, rank.verdict(ranked), tuple(matches), carried, diagnosis, comparisons, respelt)

    def ranked(self, read: Signals, without: Collection[str] = ()) -> tuple[Hits, list[Ranked]]:
        """What was asked and found for an input, and the candidates ranked: `match` without documents and evidence."""
        found = self._compared(read, self._asked(read, without)[0])
        return found.hits, self._ranked(read, found)

    def search(self, typed: str, limit: int = 20) -> Found:
        """Search with words and filters (see `kb.query.parse`); without words the newest records come first."""
        asked, respelt = self.searcher.respelt(queries.parse(typed))
        if asked.terms or asked.codes:
            hits = self.searcher.search(asked, max(limit, CANDIDATES), to_show=True)
            scores = {candidate.id: candidate.score for candidate in hits.candidates[:limit]}
            documents = self.reader.documents(scores)
            found = [scores[record_id] for record_id in documents]
            return Found(list(documents.values()), found, hits.matched, respelt)
        ids, total = self.searcher.ask(lambda index: index.browse(asked, limit))
        documents = self.reader.documents(ids)
        return Found(list(documents.values()), [0.0] * len(documents), total, respelt)

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
        return self.searcher.ask(lambda index: index.browse(asked, index.records))

    def get(self, name: str) -> dict[str, Any]:
        """The record with this id or alias. Raises NotFoundError that suggests the nearest id."""
        record_id = self.reader.resolve(name)
        if record_id is None:
            from kb.misspelt import suggestion

            raise NotFoundError(f"no record has the id or alias {name!r}", suggestion(name, self.reader))
        return self.reader.documents([record_id])[record_id]

    def _ranked(self, read: Signals, found: Comparison) -> list[Ranked]:
        candidates = found.hits.candidates
        feedback = self.reader.feedback_counts([candidate.id for candidate in candidates])
        ranked = rank.rank(found.hits, found.compared, self.trained.model(), feedback)
        return rank.doubted(ranked) if read.healthy else ranked

    def _asked(self, read: Signals, without: Collection[str]) -> tuple[queries.Query, dict[str, str]]:
        """What an input asks, and how its misspelt words were read."""
        asked, respelt = self.searcher.respelt(queries.from_signals(read)._replace(without=tuple(without)), told=True)
        return asked, as_written(read, asked, respelt)

    def _compared(self, read: Signals, asked: queries.Query, limit: int = CANDIDATES) -> Comparison:
        return compare(read, self.searcher.search(asked, limit), self.reader, self.trained.table(learned.TOPICS))


def _is_note(document: dict[str, Any]) -> bool:
    """Whether a record explains nothing yet: the draft of an incident whose cause is still looked for."""
    return is_draft(document) and document.get("root_cause") in (None, "", UNKNOWN)


def _fill(url: str, progress: Progress | None, notify: Notify) -> None:
    from kb.store.corpus import load_corpus

    load_corpus(url, config.records_dir(), INDEX_VERSION, progress, notify)
