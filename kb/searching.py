"""Searching an open store by its index, which is brought up to the store first, and built anew where it is damaged.

Here store and index meet: the store is the truth. A query is searched in the other language too, where records lack
their own, and one that somebody typed with its slips set right.
"""

from __future__ import annotations

from functools import cached_property

from kb import learned
from kb.errors import IndexBrokenError
from kb.freshness import Keeper, Topics
from kb.index import CANDIDATES
from kb.namedtuple import TYPE_CHECKING
from kb.query import LONGEST_TYPED

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import TypeVar

    from kb.hits import Hits
    from kb.index import Index
    from kb.query import Query
    from kb.store.reader import Reader
    from kb.store.state import StoreState
    from kb.trained import Trained

    Progress = Callable[[int, int], None]
    Notify = Callable[[str], None]
    Mute = Callable[[], AbstractContextManager[None]]
    Asked = TypeVar("Asked")


class Searcher:
    """Asks the one index of an open store. All methods raise IndexBrokenError if there is none and none can be built.

    `notify` is called with one line when the index is built anew; `mute` gives a context in which it is asked.
    """

    def __init__(
        self, url: str, reader: Reader, state: StoreState, trained: Trained, notify: Notify, mute: Mute
    ) -> None:
        self.trained = trained
        self._notify = notify
        self._mute = mute
        topics = Topics(trained.at, lambda: trained.table(learned.TOPICS))
        self._keeper = Keeper(url, reader, state, topics, notify)

    def close(self) -> None:
        """Remove an index that was built for this run only."""
        self._keeper.close()

    @cached_property
    def index(self) -> Index:
        """The index, brought up to the store's revision when first asked for."""
        return self._keeper.fresh()

    def reindex(self, progress: Progress | None = None) -> int:
        """Build the index anew; returns the number of records in it. Raises IndexBrokenError if it cannot be kept.

        `progress` is called with (done, total) records.
        """
        self.index = self._keeper.rebuilt(progress, to_keep=True)
        return self.index.records

    def ask(self, question: Callable[[Index], Asked]) -> Asked:
        """What the index answers; one that turns out to be damaged is built anew and asked again."""
        index = self.index
        try:
            with self._mute():
                return question(index)
        except IndexBrokenError as error:
            self._notify(f"{error.message}; building it anew")
            self.index = self._keeper.rebuilt()
            return question(self.index)

    def search(self, asked: Query, limit: int = CANDIDATES, *, to_show: bool = False) -> Hits:
        """The best `limit` candidates of a query in both languages, as `kb.index.Index.search` gives them."""
        return self.ask(lambda index: index.search(self._translated(asked, index), limit, to_show=to_show))

    def respelt(self, asked: Query, *, told: bool = False) -> tuple[Query, dict[str, str]]:
        """A query that somebody typed, or `told` in few words, with what its unknown words may mean, and by each of
        these the likeliest (see `kb.spelling`); a longer query as it is."""
        if len(asked.terms) > LONGEST_TYPED:
            return asked, {}
        from kb import spelling

        return self.ask(lambda index: spelling.respelt(asked, index.holds, told=told))

    def _translated(self, asked: Query, index: Index) -> Query:
        """The query with its terms also in the other language, as far as there are records that lack their own."""
        korean, english = index.lacks("ko"), index.lacks("en")
        if not korean and not english:
            return asked
        from kb import lexicon

        return lexicon.translated(asked, self.trained.table(learned.LEXICON), korean=korean, english=english)
