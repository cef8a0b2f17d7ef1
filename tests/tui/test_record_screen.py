"""A case: read, followed, found in, copied, exported, judged; hostile text stays text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from tui_corpus import COMMAND, RECORDS
from tui_driving import settle, type_text

from kb.engine import Engine
from tui.app import KbApp
from tui.screens.compare import CompareScreen
from tui.screens.record import RecordScreen
from tui.screens.search import SearchScreen
from tui.widgets.bar import Bar
from tui.widgets.keybar import KeyBar
from tui.widgets.page import Page
from tui.words import say

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio


def text(app: KbApp) -> str:
    """What the page of the screen says."""
    page = app.screen.query(Page).first()
    return "\n".join("".join(piece.text for piece in line) for line in page.lines)


async def open_case(pilot: Pilot[Any], name: str) -> KbApp:
    """Open a case from the start."""
    app = pilot.app
    assert isinstance(app, KbApp)
    await settle(pilot)
    app.open_case(name)
    await settle(pilot)
    assert isinstance(app.screen, RecordScreen)
    return app


async def visit(pilot: Pilot[Any], value: str) -> None:
    """Move the cursor of the page to a spot."""
    page = pilot.app.screen.query(Page).first()
    for _ in range(len(page.places) + 1):
        if page.spot is not None and page.spot.value == value:
            return
        await pilot.press("tab")
    raise AssertionError(f"no spot {value}: {[place.spot for place in page.places]}")


async def test_symptoms_stand_before_the_way_to_the_cause_and_that_before_the_cause(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        shown = text(await open_case(pilot, "KB-2021-0001"))
    order = ["What was seen", "First signals", "How it was found", "Cause", "What was done", "Lessons", "Timeline"]
    places = [shown.index(f"\n{heading}\n") for heading in order]
    assert places == sorted(places)
    assert "not reviewed" in shown
    assert "30 min" in shown


async def test_every_text_of_the_record_is_shown(make: Make) -> None:
    async with make().run_test(size=(140, 40)) as pilot:
        shown = " ".join(text(await open_case(pilot, "KB-2021-0001")).replace("│", " ").split())
    for part in ("all_reduce_perf", "Only pairs across leaf 3 hung", "PFC가 꺼져", "Restored the port", "example.org"):
        assert part in shown


async def test_a_related_case_is_followed_and_left_again(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await visit(pilot, "KB-2022-0002")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, RecordScreen)
        assert app.screen.document["id"] == "KB-2022-0002"
        await pilot.press("escape")
        assert app.screen.document["id"] == "KB-2021-0001"  # type: ignore[attr-defined]


async def test_related_cases_and_commands_are_a_key_away(make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.open_case("KB-2021-0001")
        await settle(pilot)
        page = app.screen.query_one(Page)
        await pilot.press("#", "$")
        assert page.spot is not None
        assert page.spot.kind == "command"
        assert "all_reduce_perf" in page.spot.value
        await pilot.press("~", "enter")
        await settle(pilot)
        assert app.screen.document["id"] == "KB-2022-0002"  # type: ignore[attr-defined]
        await pilot.press("$")
        assert "no command" in app.screen.query_one("#status", Bar).text
        await pilot.press("escape")
        assert app.screen.document["id"] == "KB-2021-0001"  # type: ignore[attr-defined]


@pytest.mark.parametrize("linked", [False, True], ids=["", "linked by the store"])
@pytest.mark.parametrize("name", [document["id"] for document in RECORDS])
async def test_the_key_bar_offers_only_what_the_case_has(
    name: str, linked: bool, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RecordScreen, "open_url", lambda self, url: None)
    if linked:
        others = tuple((document["id"], "same incident") for document in RECORDS[:2] if document["id"] != name)
        monkeypatch.setattr("tui.screens.record.surroundings", lambda engine, document: ((0, 0), others, {}))
    async with make().run_test(size=(160, 40)) as pilot:
        app = await open_case(pilot, name)
        bar, status = app.screen.query_one(KeyBar), app.screen.query_one("#status", Bar)
        for action, key, none in (("related", "~", "no_related"), ("open_source", "@", "no_source")):
            app.screen.status("")  # type: ignore[attr-defined]
            await pilot.press(key)
            await settle(pilot)
            is_offered = action in {item.id for item in bar.items()}
            assert is_offered == (say(none, "en") not in status.text), action


async def test_the_titles_of_related_cases_are_in_the_language_of_the_interface(make: Make) -> None:
    app = make(language="ko")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.open_case("KB-2021-0001")
        await settle(pilot)
        assert "링크 하나가 낮은 속도로" in text(app)
        assert "bandwidth halved" not in text(app)


async def test_a_term_shows_its_definition_and_enter_searches_it(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await visit(pilot, "symptom:hang")
        assert "(hang)" in app.screen.query_one("#status", Bar).text
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.found is not None
        assert [item["id"] for item in app.screen.found.documents] == ["KB-2021-0001"]


async def test_the_language_switches_at_once_and_everywhere(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await pilot.press("f2")
        assert "보인 것" in text(app)
        assert "스위치 포트" in text(app)
        await pilot.press("escape")
        assert app.screen.query_one("#results").border_title == "사례"
        await pilot.press("f2")
        assert app.screen.query_one("#results").border_title == "Cases"


async def test_both_languages_stand_side_by_side_on_a_wide_terminal(make: Make) -> None:
    async with make().run_test(size=(140, 40)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        both = next(line for line in text(app).split("\n") if "GPU utilisation" in line)
        assert "GPU 사용률" in both
        await pilot.press("|")
        assert "GPU 사용률" not in text(app)


async def test_words_are_found_in_the_page(make: Make) -> None:
    async with make().run_test(size=(100, 20)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await pilot.press("/")
        await settle(pilot)
        await type_text(pilot, "leaf")
        await pilot.press("enter")
        await settle(pilot)
        page = app.screen.query_one(Page)
        assert len(page.found) == 2
        assert "1" in app.screen.query_one("#status", Bar).text
        before = page.scroll_offset.y
        await pilot.press("]")
        assert page.scroll_offset.y >= before
        assert "2" in app.screen.query_one("#status", Bar).text


async def test_json_is_shown_and_left_with_escape(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await pilot.press("#")
        assert '"id": "KB-2021-0001"' in text(app)
        await pilot.press("escape")
        assert isinstance(app.screen, RecordScreen)
        assert "What was seen" in text(app)


async def test_hostile_text_is_shown_as_it_is(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2024-0005")
        shown = " ".join(text(app).split())
        assert "[rank0]: NCCL [/var/log/messages] [red]not red[/] [unclosed \\x1b[31mescape" in shown
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "한글" in shown
        assert "[term/]" in shown
        for size in ((60, 20), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await pilot.press("#")
        assert "\\u202e" in text(app)


async def test_the_command_at_the_cursor_is_copied_as_it_is(make: Make) -> None:
    copied: list[str] = []
    app = make()
    app.copy_to_clipboard = copied.append  # type: ignore[method-assign]
    async with app.run_test(size=(100, 30)) as pilot:
        await open_case(pilot, "KB-2024-0005")
        await pilot.press("=")
        await settle(pilot)
        await visit(pilot, COMMAND)
        await pilot.press("=")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
    assert copied == ["KB-2024-0005", COMMAND, COMMAND]


async def test_markdown_that_no_tool_took_is_shown_to_be_copied_by_hand(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await pilot.press("&")
        await settle(pilot)
        assert "# Training hung in all-reduce" in text(app)


async def test_feedback_is_kept_and_counted(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await pilot.press("+", "-")
        await settle(pilot)
        assert "1 useful, 1 wrong" in text(app)
    with Engine.open() as engine:
        assert [item.verdict for item in engine.reader.feedback("KB-2021-0001")] == ["useful", "wrong"]


async def test_feedback_is_taken_back_with_a_key(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await open_case(pilot, "KB-2021-0001")
        status = app.screen.query_one("#status", Bar)
        for key in "+-":
            await pilot.press(key)
            await settle(pilot)
        assert "Backspace takes it back" in status.text
        assert "1 useful, 1 wrong" in text(app)
        await pilot.press("backspace")
        await settle(pilot)
        assert "1 useful, 0 wrong" in text(app)
        for _ in range(2):
            await pilot.press("backspace")
            await settle(pilot)
        assert "feedback:" not in text(app)
        assert "nothing to take back" in status.text


async def test_a_case_is_exported_and_no_file_is_overwritten(make: Make, home: Path) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        for _ in range(2):
            await pilot.press(">")
            await settle(pilot)
            await pilot.press("enter")
            await settle(pilot)
        assert "exists" in app.screen.query_one("#status", Bar).text
    assert json.loads((home / "KB-2021-0001.json").read_text(encoding="utf-8")) == RECORDS[0]


async def test_an_address_is_shown_where_there_is_no_browser(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await pilot.press("@")
        await settle(pilot)
        assert "https://example.org/postmortem/1" in text(app)


async def test_two_marked_cases_are_compared_and_what_they_share_stands_on_top(make: Make) -> None:
    async with make().run_test(size=(140, 40)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await pilot.press("*", "escape")
        await open_case(pilot, "KB-2022-0002")
        await pilot.press("*")
        await settle(pilot)
        assert isinstance(app.screen, CompareScreen)
        shown = text(app)
        shared = shown[shown.index("shared by all") : shown.index("What was seen")]
        assert "RDMA" in shared
        assert "Hang, no progress, " in shared
        for screen in (RecordScreen, SearchScreen):
            await pilot.press("escape")
            await settle(pilot)
            assert isinstance(app.screen, screen)


async def test_marks_are_told_as_they_are_after_a_comparison(make: Make) -> None:
    app = make()
    async with app.run_test(size=(140, 40)) as pilot:
        await settle(pilot)
        await pilot.press("down", "*", "down", "*")
        await settle(pilot)
        assert isinstance(app.screen, CompareScreen)
        await pilot.press("escape")
        await settle(pilot)
        assert "2 cases are marked" in app.screen.query_one("#status", Bar).text


async def test_a_case_that_is_gone_gives_a_panel_and_not_a_traceback(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        app.open_case("KB-2021-9999")
        await settle(pilot)
        assert "KB-2021-9999" in text(app)
        await pilot.press("escape")
        assert isinstance(app.screen, SearchScreen)


async def test_what_stands_around_a_case_comes_too_late_for_a_screen_that_closes(make: Make) -> None:
    async with make().run_test(size=(100, 30)) as pilot:
        app = await open_case(pilot, "KB-2021-0001")
        await app.screen.query_one(KeyBar).remove()  # widgets go before their screen
        app.screen.after_feedback("KB-2021-0001")
        await app.workers.wait_for_complete()
        assert app._exception is None
