"""One case in full, with links to follow and to come back from."""

from __future__ import annotations

from typing import Any

from textual import work
from textual.app import ComposeResult

from kb.engine import Engine
from kb.errors import KbError
from kb.render.messages import pick, spoken
from tui.case import definition, lay_out, raw
from tui.lines import plain
from tui.screens.actions import CaseScreen, sources
from tui.screens.prompt import Prompt
from tui.turns import DIALOG
from tui.view import View, related
from tui.widgets.keybar import KeyBar
from tui.widgets.page import Page

BOTH_COLUMNS = 118


class RecordScreen(CaseScreen):
    """A case: every field readable, both languages side by side where there is room."""

    NAME = "record"
    CONTEXTS = ("view", "record")
    PANES = ("#page",)
    BINDINGS = CaseScreen.bound("view", "record")

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__()
        self.document = document
        self.is_raw = False
        self.both: bool | None = None
        self._more: tuple[tuple[int, int], tuple[tuple[str, str], ...], dict[str, object]] = ((0, 0), (), {})

    def body(self) -> ComposeResult:
        """The page."""
        yield Page(id="page", classes="pane")

    def on_mount(self) -> None:
        """Show the case, then what the store knows of its surroundings."""
        self._show()
        self.to("#page")
        self._surroundings()

    def headline(self) -> str:
        """Id of the case."""
        return f"{self.say('record')} {plain(self.document['id'])}"

    def relabel(self) -> None:
        """Labels and the text."""
        super().relabel()
        if self.query_one(Page).lines:
            self._show(keep=True)
            self._say_spot()

    def case(self) -> dict[str, Any] | None:
        """This case."""
        return self.document

    def command(self) -> str:
        """The command under the cursor."""
        spot = self.query_one(Page).spot
        return spot.value if spot is not None and spot.kind in ("command", "url") else ""

    def go_back(self) -> bool:
        """From JSON to the page first."""
        if self.is_raw:
            self.action_raw()
            return True
        return False

    @work(exclusive=True, group="surroundings")
    async def _surroundings(self) -> None:
        document, refused = self.document, ""
        try:
            self._more = await self.kb.session.ask(lambda engine: surroundings(engine, document))
        except KbError as error:
            refused = spoken(error.message, self.kb.language)
        if not self.query(KeyBar):
            return  # the screen closes meanwhile, and its widgets go before it
        if refused:
            self.status(refused, "warn")
        else:
            self._show(keep=True)

    def after_feedback(self, record_id: str) -> None:
        """Show the new count."""
        self._surroundings()

    def _show(self, *, keep: bool = False) -> None:
        self._offer()
        page = self.query_one(Page)
        if self.is_raw:
            page.show(lambda columns: raw(self.document, columns), keep=keep)
            return
        language, (feedback, links, titles) = self.kb.language, self._more

        def layout(columns: int) -> list[Any]:
            both = self.both if self.both is not None else columns >= BOTH_COLUMNS
            view = View(language, both, frozenset(), feedback, links, titles)
            return lay_out(self.document, view, columns)

        page.show(layout, keep=keep)

    def _offer(self) -> None:
        """Have the key bar leave out what this case has none of."""
        having = {"related": related(self.document) or self._more[1], "open_source": sources(self.document)}
        bar = self.query_one(KeyBar)
        bar.idle = frozenset(action for action, found in having.items() if not found)
        bar.refresh()

    def on_page_visited(self) -> None:
        """The cursor is on another spot."""
        self._say_spot()

    def _say_spot(self) -> None:
        """Say what the spot under the cursor is: the definition of a term, where a link goes."""
        spot = self.query_one(Page).spot
        if spot is None:
            self.status("")
        elif spot.kind == "term":
            self.status(definition(spot.value, self.kb.language))
        else:
            title = pick(self._more[2].get(spot.value), self.kb.language)
            self.status(f"{spot.value}  {title}")

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Follow a spot."""
        if event.spot is not None:
            self.choose_spot(event.spot.kind, event.spot.value)

    def action_next_link(self) -> None:
        """To the next spot."""
        self.query_one(Page).action_next_spot()

    def action_previous_link(self) -> None:
        """To the spot before."""
        self.query_one(Page).action_previous_spot()

    def action_related(self) -> None:
        """To the next related case."""
        self._visit("record", "no_related")

    def action_next_command(self) -> None:
        """To the next command."""
        self._visit("command", "no_commands")

    def _visit(self, kind: str, none: str) -> None:
        """To the next spot of a kind, on the page and not in its JSON; `none` says that there is none."""
        if self.is_raw:
            self.action_raw()
        if not self.query_one(Page).visit_next(kind):
            self.status(self.say(none), "warn")

    def action_raw(self) -> None:
        """The record as JSON, and back."""
        self.is_raw = not self.is_raw
        self._show()

    def action_both(self) -> None:
        """Both languages side by side, or one."""
        shown = self.both if self.both is not None else self.query_one(Page).size.width >= BOTH_COLUMNS
        self.both = not shown
        self._show(keep=True)

    @work(group=DIALOG)
    async def action_find(self) -> None:
        """Find words in the page."""
        wanted = await self.app.push_screen_wait(Prompt("find_prompt", "enter_escape"))
        page = self.query_one(Page)
        number = page.find(wanted.strip())
        if wanted.strip():
            self.status(
                self.say("found_lines", at=1, n=number) if number else self.say("not_found", what=wanted),
                "dim" if number else "warn",
            )

    def action_find_next(self) -> None:
        """Next place found."""
        self._step(1)

    def action_find_previous(self) -> None:
        """Place found before."""
        self._step(-1)

    def _step(self, step: int) -> None:
        page = self.query_one(Page)
        at = page.step_found(step)
        if at:
            self.status(self.say("found_lines", at=at, n=len(page.found)))


def surroundings(
    engine: Engine, document: dict[str, Any]
) -> tuple[tuple[int, int], tuple[tuple[str, str], ...], dict[str, object]]:
    """Feedback on a case, records of the same incident with the reason, and the titles of all that it points to."""
    record_id = str(document["id"])
    links = engine.reader.links(record_id)
    found = engine.reader.documents([*(other for other, _ in related(document)), *(link.id for link in links)])
    titles = {other: item.get("title") for other, item in found.items()}
    feedback = engine.reader.feedback_counts([record_id]).get(record_id, (0, 0))
    return feedback, tuple((link.id, link.reason) for link in links), titles
