"""Search: as one types, with filters, sorted, and back again without losing anything."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from typing import Any

import pytest
from textual import events
from tui_corpus import RECORDS, record
from tui_driving import settle, type_text

from kb.config import database_url
from kb.importers import transfer
from kb.importers.sources import load
from kb.render.messages import spoken
from tui import settings
from tui.app import KbApp
from tui.lines import plain
from tui.screens.match import MatchScreen
from tui.screens.panel import Panel
from tui.screens.record import RecordScreen
from tui.screens.search import SearchScreen
from tui.screens.vocabulary import VocabularyScreen
from tui.widgets.bar import Bar
from tui.widgets.page import Page
from tui.widgets.query import Query
from tui.widgets.rows import Rows

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio


def results(app: KbApp) -> list[str]:
    """Ids of the results shown."""
    return [row["id"] for row in app.screen.query_one("#results", Rows).rows]


def current(app: KbApp) -> str:
    """Id of the current result."""
    row: Any = app.screen.query_one("#results", Rows).current
    return str(row["id"])


async def test_it_opens_with_every_case_newest_first(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        years = [name[3:7] for name in results(app)]
        assert years == sorted((item["date"][:4] for item in RECORDS), reverse=True)
        assert app.screen.query_one(Query).has_focus


async def test_typing_searches(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        await type_text(pilot, "checkpoint stalled")
        assert current(app) == "KB-2023-0003"


async def test_korean_words_find_and_a_half_typed_syllable_changes_nothing(make: Make) -> None:
    app = make(language="ko")
    async with app.run_test() as pilot:
        await settle(pilot)
        await type_text(pilot, "체크포인트")
        found = results(app)
        assert found[0] == "KB-2023-0003"
        await type_text(pilot, "ㅈ")
        assert results(app) == found


async def test_decomposed_hangul_is_found(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        app.screen.query_one(Query).value = "체크포인트"
        await settle(pilot)
        assert current(app) == "KB-2023-0003"


async def test_a_filter_is_set_excluded_and_taken_away(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        await pilot.press("down", "left")
        facets = app.screen.query_one("#facets", Rows)
        place = next(place for place, row in enumerate(facets.rows) if row.filter == "component:rdma-network")
        while facets.index != place:
            await pilot.press("down")
        await pilot.press("enter")
        await settle(pilot)
        assert app.screen.query_one(Query).typed == "component:rdma-network"
        assert set(results(app)) == {"KB-2021-0001", "KB-2022-0002"}
        assert facets.current.filter == "component:rdma-network"
        await pilot.press("-")
        await settle(pilot)
        assert app.screen.query_one(Query).typed == "-component:rdma-network"
        assert "KB-2021-0001" not in results(app)
        await pilot.press("-")
        await settle(pilot)
        assert len(results(app)) == len(RECORDS)


@pytest.mark.parametrize("pane", ["#query", "#facets", "#results"])
@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("rdma", "gpu component:rdma-network"),
        ("구성 gpu", "gpu component:gpu"),
        ("-year 2021", "gpu -year:2021"),
        ("zzz", "gpu"),
    ],
)
async def test_a_filter_is_found_by_its_name_in_either_language(typed: str, query: str, pane: str, make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        await type_text(pilot, "gpu")
        app.screen.query_one(pane).focus()
        await pilot.press("ctrl+f")
        await settle(pilot)
        assert not isinstance(app.screen, SearchScreen)
        await type_text(pilot, typed)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.query_one(Query).typed == query
        assert app.screen.query_one(pane).has_focus


async def test_after_the_query_was_emptied_the_best_case_of_the_next_is_current(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        await pilot.press("down", "end", "f11")
        await settle(pilot)
        await type_text(pilot, "training case nasty")
        assert len(results(app)) > 1
        assert current(app) == results(app)[0]


@pytest.mark.parametrize("typed", ["since:yesterday", "until:20", "year:abcd", "year:20x4", "-year:2024-05"])
async def test_a_date_that_is_none_is_told_and_the_results_stay(typed: str, make: Make) -> None:
    app = make()
    async with app.run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        before = results(app)
        app.screen.query_one(Query).value = typed
        await settle(pilot)
        assert typed.lstrip("-") in app.screen.query_one("#status", Bar).text
        assert results(app) == before


async def test_what_is_wrong_with_a_query_is_told_in_the_language_of_the_interface(make: Make) -> None:
    app = make(language="ko")
    async with app.run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        app.screen.query_one(Query).value = "since:yesterday"
        await settle(pilot)
        told = app.screen.query_one("#status", Bar).text
        assert "날짜가 아니다" in told
        assert "Write" not in told


@pytest.mark.parametrize(
    ("typed", "told"),
    [("component:gpuu", "Did you mean component:gpu?"), ("component:nope", "There is no component:nope")],
)
async def test_a_value_that_no_case_has_is_told_with_the_nearest(typed: str, told: str, make: Make) -> None:
    app = make()
    async with app.run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        await type_text(pilot, typed)
        assert results(app) == []
        assert told in app.screen.query_one("#status", Bar).text


async def test_a_misspelt_word_finds_what_was_meant_and_says_so(make: Make) -> None:
    app = make()
    async with app.run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        await type_text(pilot, "chekpoint stalled")
        assert current(app) == "KB-2023-0003"
        assert "chekpoint → checkpoint" in app.screen.query_one("#status", Bar).text


async def test_the_chosen_case_stays_chosen_when_the_results_change(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        await type_text(pilot, "all-reduce ")
        await pilot.press("down", "down")
        chosen = current(app)
        assert chosen == results(app)[1]
        await pilot.press("^")
        assert current(app) == chosen


async def test_while_nothing_was_chosen_the_best_case_is_current(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        await type_text(pilot, "xid 79")
        assert current(app) == "KB-2024-0004"
        assert app.screen.query_one("#results", Rows).index == 0


async def test_a_case_opens_and_escape_comes_back_to_the_same_place(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        await type_text(pilot, "all-reduce")
        await pilot.press("down", "down")
        chosen = current(app)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, RecordScreen)
        assert app.screen.document["id"] == chosen
        await pilot.press("escape")
        assert isinstance(app.screen, SearchScreen)
        assert current(app) == chosen
        assert app.screen.query_one(Query).typed == "all-reduce"


async def test_escape_at_the_bottom_leaves_nothing(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        await type_text(pilot, "gpu")
        await pilot.press("escape", "escape", "escape")
        assert app.is_running
        assert app.screen.query_one(Query).typed == "gpu"


async def test_the_query_is_cleared_and_comes_back(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        await type_text(pilot, "xid")
        await pilot.press("down", "delete")
        await settle(pilot)
        assert len(results(app)) == len(RECORDS)
        await pilot.press("f11")
        await settle(pilot)
        assert app.screen.query_one(Query).typed == "xid"


async def test_a_query_that_a_term_takes_the_place_of_is_there_again(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await type_text(pilot, "all-reduce")
        await pilot.press("f7")
        await settle(pilot)
        await pilot.press("down", "down", "enter")
        await settle(pilot)
        term = app.screen.query_one(Query).typed
        assert term.startswith("symptom:")
        assert results(app)
        await pilot.press("/", *"xid")
        await settle(pilot)
        await pilot.press("escape")
        assert isinstance(app.screen, VocabularyScreen)
        await pilot.press("escape", "escape")
        assert app.screen.query_one(Query).typed == "all-reduce"
        await pilot.press("up")
        await settle(pilot)
        assert app.screen.query_one(Query).typed == f"{term} xid"
        await pilot.press("up")
        assert app.screen.query_one(Query).typed == "all-reduce"


async def test_without_a_query_before_the_line_stays(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await type_text(pilot, "xid")
        await pilot.press("up")
        assert app.screen.query_one(Query).value == "xid"
        assert "no other query" in app.screen.query_one("#status", Bar).text


async def test_what_another_process_imports_appears(make: Make, home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.app.LOOK_SECONDS", 0.05)
    new = record("KB-2024-0099", "Training hung again", "학습이 다시 멈췄다")
    (home / "new.json").write_text(json.dumps(new), encoding="utf-8")
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await type_text(pilot, "training hung")
        await pilot.press("down", "enter")
        await settle(pilot)
        url = database_url(None)
        transfer.apply(url, transfer.plan(url, load(["new.json"])))
        for _ in range(200):
            await pilot.pause(0.05)
            if app.records == len(RECORDS) + 1:
                break
        await pilot.press("escape")
        await settle(pilot)
        assert "KB-2024-0099" in results(app)
        assert app.records == len(RECORDS) + 1


async def test_nothing_found_says_what_to_do(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        await type_text(pilot, "zzzzqqqq")
        empty = app.screen.query_one("#results", Rows).empty
        assert len(empty) == 3
        assert "F4" in empty[2][0].text


async def test_several_lines_pasted_into_the_query_are_matched(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        app.screen.query_one(Query).post_message(events.Paste("alert one\n[rank0]: all-reduce hung\n"))
        await settle(pilot)
        assert isinstance(app.screen, MatchScreen)


async def test_the_hint_is_dismissed_for_good(make: Make, home: Any) -> None:
    (home / "data" / "tui.json").unlink()
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        assert not isinstance(app.screen, SearchScreen)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)
    again = make()
    async with again.run_test() as pilot:
        await settle(pilot)
        assert isinstance(again.screen, SearchScreen)


async def test_the_hint_makes_way_for_typing(make: Make) -> None:
    settings.remember(hint=True)
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert not isinstance(app.screen, SearchScreen)
        await type_text(pilot, "xid 79")
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.query_one(Query).typed == "xid 79"
        assert app.screen.query_one("#results", Rows).rows[0]["id"] == "KB-2024-0004"
    assert settings.load().hint


async def test_keys_that_come_at_once_all_reach_the_query(make: Make) -> None:
    settings.remember(hint=True)
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        hint = app.screen
        for character in "xid":
            hint.post_message(events.Key(character, character))
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.query_one(Query).typed == "xid"


async def test_a_click_takes_the_row_that_is_under_the_mouse(make: Make) -> None:
    app = make()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        rows = app.screen.query_one("#results", Rows)
        for line, row in ((3, 1), (4, 1), (5, 2), (1, 0), (2, 0)):
            await pilot.click("#results", offset=(10, line))
            await settle(pilot)
            if not isinstance(app.screen, SearchScreen):  # a click on the current row opens it
                await pilot.press("escape")
                await settle(pilot)
            assert rows.index == row


def _corrupt(home: Any) -> None:
    (home / "data" / "kb.db").write_bytes(b"this is no database, only some text\n" * 200)


def _a_file_in_the_way(home: Any) -> None:
    shutil.rmtree(home / "data")
    (home / "data").write_text("in the way", encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("spoil", [_corrupt, _a_file_in_the_way])
async def test_a_store_that_cannot_be_opened_is_told_whole_with_what_to_do(
    spoil: Callable[[Any], None], language: str, make: Make, home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(home)
    monkeypatch.setattr(KbApp, "_greet", lambda self: None)
    app = make(language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, Panel)
        lines = app.screen.query_one(Page).lines
        panel = "".join(piece.text for line in lines for piece in line)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.error is not None
        beside = "".join(piece.text for line in app.screen.query_one("#results", Rows).empty for piece in line)
        for text in (app.screen.error.message, app.screen.error.hint):
            told = plain(spoken(text, language)).replace(" ", "")
            assert told
            assert told in panel.replace(" ", "")
            assert told in beside.replace(" ", "")
            assert language == "en" or re.search("[가-힣]", told)
        assert app.screen.query_one("#status", Bar).text == ""
        await type_text(pilot, "gpu")  # said once, not for every key
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.query_one(Query).typed == "gpu"
