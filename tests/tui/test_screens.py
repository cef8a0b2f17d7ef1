"""Import, overview, vocabulary, palette, jump mode, themes, clipboard: what each is for works."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.color import Color
from textual.pilot import Pilot
from tui_corpus import record
from tui_driving import settle, type_text

from kb.engine import Engine
from kb.render.messages import spoken
from kb.vocabulary import load
from tui import clipboard, settings
from tui.app import KbApp
from tui.lines import plain, width
from tui.outcomes import reasons
from tui.screens.import_ import ImportScreen
from tui.screens.match import MatchScreen
from tui.screens.overview import Figures, OverviewScreen, lay_out
from tui.screens.palette import Palette
from tui.screens.search import SearchScreen
from tui.themes import THEMES
from tui.widgets.bar import Bar
from tui.widgets.keybar import KeyBar
from tui.widgets.page import Page
from tui.widgets.paths import completed
from tui.widgets.query import Query
from tui.widgets.rows import Rows
from tui.words import say

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio


def write(path: Path, *records: object) -> str:
    """Write records one a line; returns the name."""
    path.write_text("".join(json.dumps(item) + "\n" for item in records), encoding="utf-8")
    return path.name


async def check_file(pilot: Pilot[None], name: str) -> None:
    """Open the screen of imports and have a file checked."""
    await settle(pilot)
    await pilot.press("f5")
    await type_text(pilot, name)
    await pilot.press("enter")
    await settle(pilot)


async def test_records_are_checked_then_imported_then_found(make: Make, home: Path) -> None:
    good = record("KB-2025-0042", "Zeppelin scheduler lost its quota table", "제플린 스케줄러의 할당량 표가 사라졌다")
    name = write(home / "new.jsonl", good, {"id": "no title"})
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await check_file(pilot, name)
        outcomes = app.screen.query_one("#outcomes", Rows).rows
        assert [outcome.status for outcome in outcomes] == ["rejected", "new"]
        reasons = app.screen.query_one("#reasons", Page)
        shown = "\n".join("".join(piece.text for piece in line) for line in reasons.lines)
        assert "KB0" in shown
        assert "line 2" in shown
        await pilot.press("f3")
        assert app.records == 5
        await pilot.press("f5", "f11")
        await settle(pilot)
        assert "1 new" in app.screen.query_one("#status", Bar).text
        await pilot.press("escape")
        await type_text(pilot, "zeppelin quota")
        assert app.screen.query_one("#results", Rows).rows[0]["id"] == "KB-2025-0042"
        assert app.records == 6


async def test_a_path_that_is_nothing_gives_a_panel(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f5")
        await type_text(pilot, "nowhere.json")
        await pilot.press("enter")
        await settle(pilot)
        assert not isinstance(app.screen, ImportScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, ImportScreen)


async def test_a_bar_of_the_overview_leads_to_its_search(make: Make) -> None:
    app = make()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("f6")
        await settle(pilot)
        assert isinstance(app.screen, OverviewScreen)
        shown = "\n".join("".join(piece.text for piece in line) for line in app.screen.query_one(Page).lines)
        assert "Components against symptoms" in shown
        await pilot.press("right", "enter")
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.query_one(Query).typed == "year:2021"
        assert len(app.screen.query_one("#results", Rows).rows) == 1


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_overview_drops_nothing_silently(language: str, columns: int) -> None:
    domains = list(load("domains").terms)
    causes = list(load("root_causes").terms)
    terms = {"domains": dict.fromkeys(domains, 1), "root_causes": dict.fromkeys(causes, 2)}
    assert len(causes) > 10
    years: dict[int | None, int] = dict.fromkeys(range(2009, 2027), 3) | {None: 1}
    figures = Figures(terms, years, 5, 55, Counter({("gpu", "hang"): 1}))

    def spots(opened: frozenset[str]) -> set[str]:
        lines = lay_out(figures, language, columns, opened)
        assert all(width(line) <= columns for line in lines)
        return {piece.spot.value for line in lines for piece in line if piece.spot}

    found = spots(frozenset())
    assert "until:2012" in found
    assert {f"year:{year}" for year in range(2013, 2027)} <= found
    assert not any("None" in search for search in found)  # no filter finds what has no date
    shown = [piece.text.strip() for line in lay_out(figures, language, columns) for piece in line]
    assert say("unknown_year", language) in shown
    assert "root_causes" in found
    assert {f"cause:{term}" for term in causes} <= spots(frozenset({"root_causes"}))


async def test_a_result_stands_only_under_the_path_that_was_checked(
    make: Make, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write(home / "new.jsonl", record("KB-2025-0042", "Zeppelin", "제플린"))
    go, begun, decide = threading.Event(), threading.Event(), ImportScreen._decide

    def held(screen: ImportScreen, path: str) -> object:
        begun.set()
        go.wait(30)
        return decide(screen, path)

    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await check_file(pilot, name)
        rows, status = app.screen.query_one("#outcomes", Rows), app.screen.query_one("#status", Bar)
        assert len(rows.rows) == 1
        assert any(item.id == "path" for item in app.screen.query_one(KeyBar).items())
        await pilot.press("/", "Z")
        await settle(pilot)
        assert not rows.rows
        assert "F11" not in status.text
        monkeypatch.setattr(ImportScreen, "_decide", held)
        await pilot.press("backspace", "enter")
        assert await asyncio.to_thread(begun.wait, 30)
        await pilot.press("Z")
        go.set()
        await settle(pilot)
        assert not rows.rows
        assert "F11" not in status.text


async def test_what_a_check_finds_is_told_in_korean(make: Make, home: Path) -> None:
    name = write(home / "new.jsonl", {"id": "KB-2025-0001"}, record("KB-2025-0042", "Zeppelin", ""))
    app = make(language="ko")
    async with app.run_test(size=(100, 30)) as pilot:
        await check_file(pilot, name)
        outcomes = app.screen.query_one("#outcomes", Rows).rows
        for outcome in outcomes:
            shown = plain("".join(piece.text for line in reasons(outcome, "ko", 500) for piece in line))
            assert outcome.findings
            for finding in outcome.findings:
                assert plain(finding.message) not in shown
                assert plain(spoken(finding.message, "ko")) in shown
                assert finding.severity not in shown


async def test_a_term_is_found_by_a_synonym_in_either_language_and_searched(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f7")
        await settle(pilot)
        await type_text(pilot, "gpu-lost")
        await pilot.press("enter", "enter")
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.query_one(Query).typed == "symptom:gpu-lost"
        assert app.screen.query_one("#results", Rows).rows[0]["id"] == "KB-2024-0004"


@pytest.mark.parametrize(("language", "typed"), [("en", "match alert"), ("ko", "알림")])
async def test_the_palette_finds_an_action_by_its_name(language: str, typed: str, make: Make) -> None:
    app = make(language=language)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p")
        await settle(pilot)
        assert isinstance(app.screen, Palette)
        await type_text(pilot, typed)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, MatchScreen)


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("kb-light", ("light", "kb-light", "theme light", "밝은", "라이트 테마")),
        ("kb-dark", ("dark", "kb-dark", "어두운 색", "다크")),
        ("kb-contrast", ("contrast", "kb-contrast", "high contrast theme", "고대비", "어두운 고대비")),
    ],
)
async def test_the_palette_finds_a_theme_by_its_name_and_by_what_it_is(
    name: str, typed: tuple[str, ...], language: str, make: Make
) -> None:
    app = make(language=language)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        for words in typed:
            app.theme = next(theme.name for theme in THEMES if theme.name != name)
            await pilot.press("ctrl+p")
            await settle(pilot)
            await type_text(pilot, words)
            await pilot.press("enter")
            await settle(pilot)
            assert app.theme == name, words
            assert isinstance(app.screen, SearchScreen)
        assert settings.load().theme == name


async def test_the_palette_acts_on_the_pane_that_had_the_focus(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("down", "ctrl+p")
        await settle(pilot)
        await type_text(pilot, "relevance")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.by_date


async def test_jump_mode_gets_to_a_pane_by_its_letter_on_either_keyboard(make: Make) -> None:
    app = make()
    async with app.run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        for key, pane in (("s", "facets"), ("ㅇ", "results")):
            await pilot.press("f9")
            await settle(pilot)
            await pilot.press(key)
            await settle(pilot)
            assert app.focused is not None
            assert app.focused.id == pane
        await pilot.press("f9", "escape")
        await settle(pilot)
        assert app.focused.id == "results"


async def test_theme_and_language_are_remembered(make: Make) -> None:
    app = make()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("f8", "f2")
    loaded = settings.load()
    assert loaded.theme == "kb-light"
    assert loaded.language == "ko"
    assert KbApp().theme == "kb-light"
    assert KbApp().language == "ko"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
@pytest.mark.parametrize("language", ["en", "ko"])
async def test_every_screen_opens_at_every_size(size: tuple[int, int], language: str, make: Make) -> None:
    app = make(language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for key in ("f4", "f5", "f6", "f7", "f3"):
            await pilot.press(key)
            await settle(pilot)
            await pilot.resize_terminal(size[0] + 7, size[1] + 3)
            await pilot.resize_terminal(*size)
            await settle(pilot)
        assert isinstance(app.screen, SearchScreen)


async def test_the_mouse_opens_a_case_and_presses_a_key_of_the_key_bar(make: Make) -> None:
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.click("#results", offset=(10, 3))
        await pilot.click("#results", offset=(10, 3))
        await settle(pilot)
        assert not isinstance(app.screen, SearchScreen)
        await pilot.press("escape")
        await pilot.click("#keybar", offset=(2, 0))
        await settle(pilot)
        assert not isinstance(app.screen, SearchScreen)


def test_the_tool_of_the_system_is_tried_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = home / "xclip"
    tool.write_text('#!/bin/sh\ncat > "$KB_COPIED"\n', encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setattr(clipboard, "TOOLS", (("xclip", "DISPLAY", ()),))
    monkeypatch.setenv("PATH", f"{home}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("KB_COPIED", str(home / "copied"))
    assert not clipboard.copy_natively("no display")
    monkeypatch.setenv("DISPLAY", ":0")
    assert clipboard.copy_natively("nvidia-smi; 한글")
    assert (home / "copied").read_text(encoding="utf-8") == "nvidia-smi; 한글"
    monkeypatch.setenv("SSH_CONNECTION", "1")
    assert not clipboard.copy_natively("remote")


async def test_an_import_is_stopped_by_escape_and_nothing_is_written(
    make: Make, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def held(own: Callable[..., None]) -> Callable[..., None]:
        def report(screen: ImportScreen, done: int, total: int) -> None:
            begun.set()
            while not screen._stop:
                time.sleep(0.01)
            own(screen, done, total)

        return report

    name = write(home / "new.jsonl", *(record(f"KB-2025-{n:04}", f"Case {n}", f"사례 {n}") for n in range(5)))
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f5")
        await type_text(pilot, name)
        for key, reporter in (("enter", "_decided"), ("f11", "_advance")):
            with monkeypatch.context() as patched:
                patched.setattr(ImportScreen, reporter, held(getattr(ImportScreen, reporter)))
                begun.clear()
                await pilot.press(key)
                while not begun.is_set():
                    await asyncio.sleep(0.01)
                await pilot.press("escape")
                await settle(pilot)
            assert isinstance(app.screen, ImportScreen)
            assert "Stopped" in app.screen.query_one("#status", Bar).text
            await pilot.press("ctrl+r")
            await settle(pilot)
            assert len(app.screen.query_one("#outcomes", Rows).rows) == 5
    with Engine.open() as engine:
        assert engine.state.records == 5


def test_a_path_is_completed_with_what_is_there(home: Path) -> None:
    (home / "new" / "deep").mkdir(parents=True)
    (home / ".new").mkdir()
    (home / "newer.json").write_text("{}", encoding="utf-8")
    assert completed("ne") == "new/"
    assert completed("newe") == "newer.json"
    assert completed("new/") == "new/deep/"
    assert completed(f"{home}/.n") == f"{home}/.new/"
    assert completed("newer.json") is None
    assert completed("nothing/at") is None
    assert completed("") is None


async def test_no_color_is_no_colour_and_the_cursor_is_seen_all_the_same(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await type_text(pilot, "all-reduce")
        await pilot.press("down")
        await settle(pilot)
        shown = [segment for strip in app.screen._compositor.render_strips() for segment in strip]
        styles = [segment.style for segment in app._filters[-1].apply(shown, Color.parse("black")) if segment.style]
    assert all(style.color is None or style.color.is_default for style in styles)
    assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)
    assert any(style.reverse for style in styles)


async def test_a_defect_ends_the_program_without_a_traceback_on_the_screen(
    make: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: object) -> None:
        raise ValueError("of this record: [secret]")

    monkeypatch.setattr("tui.screens.search.SearchScreen.action_sort", broken)
    app = make()

    async def sort() -> None:
        async with app.run_test() as pilot:
            await settle(pilot)
            await pilot.press("down", "^")
            await settle(pilot)

    with pytest.raises(ValueError, match="secret"):
        await sort()
    assert "Traceback" not in capsys.readouterr().err


async def test_enter_on_a_record_to_import_leads_to_its_reasons_and_escape_back(make: Make, home: Path) -> None:
    name = write(home / "new.jsonl", record("KB-2025-0001", "Case", "사례"))
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await check_file(pilot, name)
        for key, pane in (("enter", "#reasons"), ("escape", "#outcomes")):
            await pilot.press(key)
            await settle(pilot)
            assert app.screen.query_one(pane).has_focus
