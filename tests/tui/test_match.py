"""Match: an input from anywhere, what was understood, the cases and why."""

from __future__ import annotations

import asyncio
import random
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from tui_corpus import ALERT, NASTY
from tui_driving import settle, type_text
from tui_fixed import READINGS, answer

from kb.answer import Answer
from kb.engine import Engine
from kb.render.messages import say
from tui.app import KbApp
from tui.fit import signal_row
from tui.screens.match import MatchScreen
from tui.screens.record import RecordScreen
from tui.screens.search import SearchScreen
from tui.widgets.bar import Bar
from tui.widgets.editor import SHOWN_BYTES, Editor
from tui.widgets.keybar import KeyBar
from tui.widgets.page import Page
from tui.widgets.rows import Rows

Make = Callable[..., KbApp]

pytestmark = pytest.mark.anyio


def why(app: KbApp) -> str:
    """What the evidence pane says."""
    return "\n".join("".join(piece.text for piece in line) for line in app.screen.query_one("#why", Page).lines)


def first(app: KbApp) -> str:
    """Id of the first case."""
    return str(app.screen.query_one("#cases", Rows).rows[0].document["id"])


async def test_an_input_given_at_the_start_is_matched(make: Make) -> None:
    app = make(data=ALERT.encode())
    async with app.run_test(size=(130, 40)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, MatchScreen)
        assert first(app) == "KB-2021-0001"
        assert "What fits" in why(app)
        assert app.screen.query_one(Editor).text == ALERT
        await pilot.press("escape")
        assert isinstance(app.screen, SearchScreen)


async def test_it_matches_while_one_types_and_keeps_the_input_when_left(make: Make) -> None:
    app = make()
    async with app.run_test(size=(130, 40)) as pilot:
        await settle(pilot)
        await pilot.press("f4")
        await type_text(pilot, "all-reduce watchdog timeout hang")
        assert first(app) == "KB-2021-0001"
        await pilot.press("escape", "f4")
        await settle(pilot)
        assert app.screen.query_one(Editor).text == "all-reduce watchdog timeout hang"
        assert first(app) == "KB-2021-0001"


async def test_nothing_known_is_said_in_words(make: Make) -> None:
    app = make(data=b"zzzz qqqq wwww")
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        assert "Nothing like this is known" in app.screen.query_one("#verdict", Bar).text


async def test_a_signal_is_shown_in_the_input(make: Make) -> None:
    app = make(data=ALERT.encode())
    async with app.run_test(size=(130, 40)) as pilot:
        await settle(pilot)
        signals = app.screen.query_one("#signals", Rows)
        assert signals.rows
        app.screen.set_focus(signals)
        await pilot.press("end", "enter")
        await settle(pilot)
        editor = app.screen.query_one(Editor)
        line, _ = editor.place(signals.current.span[0])
        assert editor.cursor_location[0] == line


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (130, 40)])
async def test_what_was_understood_is_seen_with_its_line_on_any_terminal(size: tuple[int, int], make: Make) -> None:
    app = make(data=("an ordinary line\n" * 30 + ALERT).encode())
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert any(item.id == "understood" for item in app.screen.query_one(KeyBar).items()[:6])
        await pilot.press("/", "ctrl+g")
        await settle(pilot)
        await pilot.press("end")
        await settle(pilot)
        signals, editor = app.screen.query_one("#signals", Rows), app.screen.query_one(Editor)
        assert signals.has_focus
        assert signals.region.height > 3
        line, _ = editor.place(signals.current.span[0])
        assert editor.cursor_location[0] == line
        assert 0 <= line - editor.scroll_offset.y < editor.size.height  # wrapped lines take more than one row each
        await pilot.press("escape")
        await settle(pilot)
        assert app.screen.query_one("#cases", Rows).has_focus
        assert app.screen.query_one("#why", Page).region.height > 2


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_key_that_the_footer_names_leads_to_the_reasons(size: tuple[int, int], make: Make) -> None:
    app = make(data=ALERT.encode())
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        bar = app.screen.query_one(KeyBar)
        assert "→ reasons" in "".join(piece.text for piece in bar.line_at(0)[0])
        await pilot.press("right")
        await settle(pilot)
        page = app.screen.query_one("#why", Page)
        assert page.has_focus
        shown = ["".join(piece.text for piece in line) for line in page.lines[: page.size.height]]
        assert any("What fits" in line for line in shown)
        assert any("yours" in line for line in shown)


@pytest.mark.parametrize("columns", [24, 28, 45])
def test_what_moved_is_seen_of_a_signal_in_few_columns(columns: int) -> None:
    signal = answer(f"{READINGS}{ALERT}".encode()).signals.signals[1]
    (line,) = signal_row(signal, "en", columns)
    assert "14,000 -> 6,100" in "".join(piece.text for piece in line)


async def test_a_case_opens_and_feedback_keeps_the_input(make: Make) -> None:
    app = make(data=ALERT.encode())
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("+")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, RecordScreen)
        assert app.screen.document["id"] == "KB-2021-0001"
    with Engine.open() as engine:
        (item,) = engine.reader.feedback("KB-2021-0001")
        assert "all-reduce" in (item.input_text or "")


async def test_the_input_is_cleared_and_comes_back(make: Make) -> None:
    app = make(data=ALERT.encode())
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f11")
        await settle(pilot)
        assert not app.screen.query_one("#cases", Rows).rows
        await pilot.press("f11")
        await settle(pilot)
        assert app.screen.query_one(Editor).text == ALERT
        assert first(app) == "KB-2021-0001"


async def test_a_file_is_loaded_and_a_missing_one_is_told(make: Make, home: Path) -> None:
    (home / "alert.log").write_text(ALERT, encoding="utf-8")
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f4", "f12")
        await settle(pilot)
        await type_text(pilot, "alert.log")
        await pilot.press("enter")
        await settle(pilot)
        assert first(app) == "KB-2021-0001"
        await pilot.press("f12")
        await settle(pilot)
        await type_text(pilot, "none.log")
        await pilot.press("enter")
        await settle(pilot)
        assert not isinstance(app.screen, MatchScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, MatchScreen)


async def test_bytes_that_are_no_text_are_told_as_on_the_command_line(make: Make, home: Path) -> None:
    path = home / "core.bin"
    path.write_bytes(random.Random(7).randbytes(50_000))
    app = make(data=path.read_bytes())
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        assert say("no_text", "en") in app.screen.query_one("#verdict", Bar).text
        assert app.screen.query_one(Editor).text == ""
        await type_text(pilot, "/all-reduce watchdog timeout")
        assert app.screen.query_one(Editor).data == b"all-reduce watchdog timeout"
        assert first(app) == "KB-2021-0001"


@pytest.mark.parametrize(("name", "wanted"), [("empty.log", "the input is empty"), (".", "is a directory")])
async def test_a_file_without_anything_to_read_is_told_as_on_the_command_line(
    name: str, wanted: str, make: Make, home: Path
) -> None:
    (home / "empty.log").write_bytes(b"\n \n")
    app = make()
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("f4", "f12")
        await type_text(pilot, name)
        await pilot.press("enter")
        await settle(pilot)
        shown = "\n".join("".join(piece.text for piece in line) for line in app.screen.query_one(Page).lines)
        assert wanted in shown


class Held:
    """Matches that wait, each until it is let go, and then say which input they belong to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: dict[bytes, threading.Event] = defaultdict(threading.Event)
        self.go: dict[bytes, threading.Event] = defaultdict(threading.Event)
        self.ended: dict[bytes, threading.Event] = defaultdict(threading.Event)
        monkeypatch.setattr(Engine, "match", self._match)

    def _match(self, data: bytes, top: int) -> Answer:
        self.begun[data[:5]].set()
        self.go[data[:5]].wait(30)
        self.ended[data[:5]].set()
        return answer(data)


async def until(event: threading.Event) -> None:
    """Wait for another thread while the application goes on."""
    assert await asyncio.to_thread(event.wait, 30)


@pytest.mark.parametrize("next_input", ["typed", "none"])
async def test_a_long_reading_is_stopped_and_its_answer_never_shown(
    next_input: str, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch)
    log = b"first line of a log\n" + b"2025-01-01 00:00:00 INFO step ok\n" * 310_000
    app = make(data=log)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(held.begun[b"first"])
        assert "Esc: stop" in app.screen.query_one("#verdict", Bar).text
        await pilot.press("escape")
        assert "Stopped" in app.screen.query_one("#verdict", Bar).text
        assert app.screen.query_one(Editor).data == log
        if next_input == "typed":
            await pilot.press("f11", *"again")
            await until(held.begun[b"again"])  # does not wait for the first
            held.go[b"again"].set()
            await settle(pilot)
            assert app.screen.answer.signals.size == 5  # type: ignore[attr-defined]
        held.go[b"first"].set()
        await until(held.ended[b"first"])
        await settle(pilot)
        if next_input == "typed":
            assert app.screen.answer.signals.size == 5  # type: ignore[attr-defined]
        else:
            assert app.screen.answer is None  # type: ignore[attr-defined]
            await pilot.press("ctrl+r")
            await settle(pilot)
            assert app.screen.answer.signals.size == len(log)  # type: ignore[attr-defined]


async def test_typing_into_an_input_too_long_to_edit_says_why_nothing_happens(make: Make) -> None:
    app = make(data=b"2025-01-01 00:00:00 INFO step ok\n" * 10_000)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("/", "x")
        await settle(pilot)
        assert "cannot be edited" in app.screen.query_one("#status", Bar).text


async def test_hostile_input_is_shown_as_text(make: Make) -> None:
    app = make(data=f"{NASTY}\n{ALERT}".encode() + b"\x00\xff\xfe broken")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        shown = app.screen.query_one(Editor).text
        assert "[rank0]: NCCL [/var/log/messages]" in shown
        assert not any(ord(char) < 32 and char != "\n" for char in shown)
        for size in ((60, 20), (200, 60), (130, 40)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            await pilot.press("tab")


async def test_a_long_log_is_read_whole_and_shown_in_part(make: Make) -> None:
    log = ("2025-01-01 00:00:00 INFO step ok\n" * 20_000 + ALERT).encode()
    assert len(log) > SHOWN_BYTES
    app = make(data=log)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        editor = app.screen.query_one(Editor)
        assert editor.data == log
        assert len(editor.text) <= SHOWN_BYTES
        assert first(app) == "KB-2021-0001"
        await pilot.press("down", "up", "tab", "tab")
        await settle(pilot)


async def test_a_signal_beyond_what_is_shown_says_where_it_stands(make: Make) -> None:
    log = ("2025-01-01 00:00:00 INFO step ok\n" * 20_000 + ALERT).encode()
    app = make(data=log)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+g", "end")
        await settle(pilot)
        start = app.screen.query_one("#signals", Rows).current.span[0]
        assert start > SHOWN_BYTES
        app.screen.status("")  # type: ignore[attr-defined]
        await pilot.press("enter")
        await settle(pilot)
        assert f"byte {start:,}" in app.screen.query_one("#status", Bar).text
