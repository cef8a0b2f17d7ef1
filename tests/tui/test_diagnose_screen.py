"""Diagnose: explanations, the check that tells them apart, readings, undo, and the draft at the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from tui_corpus import VAGUE
from tui_driving import settle, type_text
from tui_fixed import nasty

from kb import sessions
from kb.triage import DECIDED, OPEN
from tui.app import KbApp
from tui.screens.diagnose import DiagnoseScreen
from tui.screens.import_ import ImportScreen
from tui.screens.match import MatchScreen
from tui.screens.record import RecordScreen
from tui.widgets.bar import Bar
from tui.widgets.keybar import KeyBar
from tui.widgets.page import Page
from tui.widgets.rows import Rows

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio


def shown(app: KbApp, pane: str) -> str:
    """What a pane says, line breaks taken for spaces."""
    lines = app.screen.query_one(pane, Page).lines
    return " ".join(" ".join("".join(piece.text for piece in line) for line in lines).split())


def screen_of(app: KbApp) -> DiagnoseScreen:
    """The diagnose screen, which must be the one that is shown."""
    assert isinstance(app.screen, DiagnoseScreen)
    return app.screen


async def begin(pilot: Pilot[Any]) -> None:
    """From the match to the diagnosis."""
    await settle(pilot)
    await pilot.press("ctrl+t")
    await settle(pilot)


async def test_one_key_leads_from_the_match_to_the_next_check(make: Make) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        explained, asked = shown(app, "#explanations"), shown(app, "#check")
        assert "Configuration error" in explained
        assert "none of these" in explained
        assert "█" in explained
        assert "prior:" in explained
        assert "Run the all-reduce test on pairs of nodes" in asked
        assert "holds only if: the job is stopped" in asked
        assert "Why this check" in asked
        assert "Hardware failure was suspected first in 1 of 1" in asked
        await pilot.press("escape")
        assert isinstance(app.screen, MatchScreen)


async def test_readings_change_the_explanations_and_undo_takes_them_back(make: Make) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        before = shown(app, "#explanations")
        await pilot.press("2")
        after = shown(app, "#explanations")
        assert "▲" in after
        assert "Every pair with one node hangs" in after
        assert "Compare the switch configuration" in shown(app, "#check")
        await pilot.press("backspace")
        await settle(pilot)
        assert shown(app, "#explanations") == before
        assert "taken back" in app.screen.query_one("#status", Bar).text
        await pilot.press("backspace", "4")
        assert "no reading 4" in app.screen.query_one("#status", Bar).text
        assert screen_of(app).session.steps == ()  # type: ignore[union-attr]


async def test_a_reading_is_chosen_with_the_cursor_too(make: Make) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        page = app.screen.query_one("#check", Page)
        while page.spot is None or page.spot.kind != "reading":
            await pilot.press("right")
        await pilot.press("enter")
        await settle(pilot)
        assert [step.answer for step in screen_of(app).session.steps] == ["1"]  # type: ignore[union-attr]


async def test_the_command_is_copied_with_one_key(make: Make) -> None:
    app = make(data=VAGUE.encode())
    copied: list[str] = []
    app.copy = lambda text, **_: copied.append(text)  # type: ignore[method-assign,assignment,return-value]
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("y", "=")
    assert copied == ["./build/all_reduce_perf -b 8 -e 1G -f 2 -g 8  # on <node-a>,<node-b>"] * 2


async def test_a_case_behind_an_explanation_opens_and_the_session_is_there_again(make: Make) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        await pilot.press("1", "shift+tab", "right", "enter")
        await settle(pilot)
        assert isinstance(app.screen, RecordScreen)
        await pilot.press("escape", "f4", "ctrl+t")
        await settle(pilot)
        assert len(screen_of(app).session.steps) == 1  # type: ignore[union-attr]


async def test_a_session_that_is_decided_goes_on_with_a_key_that_it_names(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.triage.DECIDED_AT", 0.55)  # so that checks are left
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        screen = screen_of(app)
        assert screen.session is not None
        while screen.session.state == OPEN:
            await pilot.press("1")
        await settle(pilot)
        assert screen.session.open_checks
        steps = screen.session.steps
        assert "Ctrl+N goes on" in shown(app, "#check")
        assert any(item.id == "go_on" for item in screen.query_one(KeyBar).items())
        for key in (".", "1", "0"):
            screen.status("")
            await pilot.press(key)
            assert "Ctrl+N goes on" in screen.query_one("#status", Bar).text
        assert screen.session.steps == steps
        await pilot.press("ctrl+n")
        await settle(pilot)
        assert "What does it show?" in shown(app, "#check")
        await pilot.press(".")
        await settle(pilot)
        assert len(screen.session.steps) == len(steps) + 1
        await pilot.press("backspace", "backspace")
        assert screen.session.state == OPEN
        await pilot.press("1")
        await settle(pilot)
        assert "Ctrl+N goes on" in shown(app, "#check")


async def test_the_end_offers_a_draft_that_is_imported_with_the_keys_it_names(make: Make, home: Path) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        await pilot.press(".", "1", "2")
        screen = screen_of(app)
        while screen.session is not None and screen.session.state == OPEN:
            await pilot.press("1")
        await settle(pilot)
        session = screen.session
        assert session is not None
        assert session.state == DECIDED
        answered = [step for step in session.steps if step.answer != "skip"]
        asked = shown(app, "#check")
        assert "Most likely" in asked
        assert "Restored the port settings" in asked
        await pilot.press("f11")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "draft saved" in app.screen.query_one("#status", Bar).text
        (path,) = home.glob("DRAFT-*.json")
        document = json.loads(path.read_text(encoding="utf-8"))
        assert document["review"]["written_by"] == "draft"
        assert len(document["diagnosis"]) == len(answered) >= 3
        await pilot.press("f5", "enter")
        await settle(pilot)
        assert isinstance(app.screen, ImportScreen)
        assert [outcome.status for outcome in app.screen.query_one("#outcomes", Rows).rows] == ["new"]
        await pilot.press("f11")
        await settle(pilot)
        await pilot.press("f3")
        await type_text(pilot, "step time doubled")
        assert app.screen.query_one("#results", Rows).rows[0]["id"] == path.stem


async def test_a_draft_never_replaces_a_file(make: Make, home: Path) -> None:
    (home / "mine.json").write_text("keep", encoding="utf-8")
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        await pilot.press("ctrl+u", "ctrl+k")
        await type_text(pilot, "mine.json")
        await pilot.press("enter")
        await settle(pilot)
        assert "exists" in app.screen.query_one("#status", Bar).text
    assert (home / "mine.json").read_text(encoding="utf-8") == "keep"


async def test_a_session_is_saved_after_every_answer_and_taken_up_again(make: Make) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        await pilot.press("2", ".")
        await settle(pilot)
    assert [step.answer for step in sessions.load().steps] == ["2", "skip"]
    later = make()
    async with later.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("f4")
        await begin(pilot)
        session = screen_of(later).session
        assert session is not None
        assert session == sessions.load()
        assert session.state == OPEN
        assert "where you stopped" in later.screen.query_one("#status", Bar).text


async def test_without_input_or_session_it_says_what_to_do(make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("f4")
        await begin(pilot)
        assert "Match (F4)" in screen_of(app).query_one("#status", Bar).text
        await pilot.press("1", "0", ".", "backspace", "y", "f11", "tab", "escape")
        assert isinstance(app.screen, MatchScreen)


async def test_another_input_begins_another_session(make: Make) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        await pilot.press("1", "escape", "f11")
        await type_text(pilot, "nasty crash")
        await begin(pilot)
        session = screen_of(app).session
        assert session is not None
        assert session.steps == ()
        assert "nasty crash" in session.text


async def test_hostile_text_of_a_check_stays_text(make: Make) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(60, 20)) as pilot:
        await begin(pilot)
        screen = screen_of(app)
        assert screen.session is not None
        screen.session = nasty(screen.session)
        for size in ((80, 24), (200, 60), (60, 20)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        screen.relabel()
        asked = shown(app, "#check")
        assert asked.count("[rank0]: NCCL [/var/log/messages]") > 4
        assert not any(ord(char) < 32 for char in asked + shown(app, "#explanations"))
        await pilot.press("1", "f2")
        assert "다음 확인" in str(app.screen.query_one("#check").border_title)


async def test_a_click_on_a_reading_chooses_it(make: Make) -> None:
    app = make(data=VAGUE.encode())
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        page = app.screen.query_one("#check", Page)
        line = next(
            number
            for number, pieces in enumerate(page.lines)
            if any(piece.spot is not None and piece.spot.value == "other" for piece in pieces)
        )
        await pilot.click("#check", offset=(8, line + 1))
        await settle(pilot)
        assert [step.answer for step in screen_of(app).session.steps] == ["other"]  # type: ignore[union-attr]
