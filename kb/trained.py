"""What a store has learned by `kb train`, and what comes with kb where it has not: the numbers of a match."""

from __future__ import annotations

from kb import learned, rank
from kb.index import INDEX_VERSION
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.store.reader import Reader
    from kb.store.state import StoreState


class Trained:
    """The learned numbers of one open store."""

    def __init__(self, reader: Reader, state: StoreState) -> None:
        self._reader = reader
        self._model: rank.Model | None = None
        self._tables: dict[str, learned.Table] = {}
        of_store = state.learned is not None and state.learned[2] == INDEX_VERSION
        self.at = state.learned[0] if state.learned and of_store else 0
        """Revision at which the store was trained; 0 if it was not, or if texts have come to be read otherwise since:
        then the shipped numbers count."""

    def table(self, name: str) -> learned.Table:
        """A table by its name in `kb.learned`, read once: a training meanwhile does not change what is open here."""
        if name not in self._tables:
            own = self._reader.learned(name) if self.at else None
            self._tables[name] = learned.Table(own or learned.shipped(name))
        return self._tables[name]

    def model(self) -> rank.Model:
        """How the features of a candidate add up."""
        if not self.at:
            return rank.SHIPPED
        if self._model is None:
            content = self._reader.learned(learned.RANKING)
            self._model = rank.read_model(content) if content else rank.SHIPPED
        return self._model
