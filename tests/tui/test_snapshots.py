"""The screens as they look; accept a change on purpose with `make snapshots`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from tui_corpus import ALERT, NASTY, RECORDS
from tui_driving import settle, type_text

from kb.answer import Answer, Match
from kb.diagnose import Diagnosis
from kb.evidence import Evidence
from kb.rank import Ranked
from kb.signals.model import Signal, Signals
from tui.app import KbApp
from tui.session import Session

Snap = Callable[..., bool]
Before = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture(autouse=True)
def fixed_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer to every input: these tests look at screens, not at how well a match is ranked."""

    async def match(self: Session, data: bytes, top: int) -> Answer:
        return answer(data)

    monkeypatch.setattr(Session, "match", match)


def answer(data: bytes) -> Answer:
    """An answer with a signal of each kind, evidence for and against, in the words of the input."""
    text = data.decode("utf-8", "replace")
    lines = text.split("\n")
    first, last = lines[0], lines[-2] if not lines[-1] else lines[-1]
    begin = len(text[: text.index(last)].encode())
    span = (begin, begin + len(last.encode()))
    signals = (
        Signal("state", "hang", first, (0, len(first.encode())), "initiating", "critical"),
        Signal("metric", "tokens_per_second", last, span, "cascade", "warning", 14000, 6100, "tokens/s", "down", -0.56),
        Signal("log", last, last, span, "context", "error", times=12),
    )
    evidence = (
        Evidence("symptoms_text.en", f"case {last}", last, 4.0, None, span, ("all-reduce", "watchdog", "nasty")),
    )
    against = (Evidence("words", "", first, 1.0),)
    matches = tuple(
        Match(place, document, Ranked(None, None, chance), evidence, against)  # type: ignore[arg-type]
        for place, (document, chance) in enumerate(zip(RECORDS, (0.86, 0.31, 0.04), strict=False), 1)
    )
    read = Signals("text:en", "en", len(data), False, signals, ())
    return Answer(read, None, "match", matches, {}, Diagnosis((), (), ()))  # type: ignore[arg-type]


def keys(*pressed: str) -> Before:
    """Presses keys one after the other; a key that begins with `text:` types what follows."""

    async def before(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for key in pressed:
            if key.startswith("text:"):
                await type_text(pilot, key.removeprefix("text:"))
            else:
                await pilot.press(key)
                await settle(pilot)

    return before


def case(name: str, *pressed: str) -> Before:
    """Opens a case, then presses keys."""

    async def before(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        app = pilot.app
        assert isinstance(app, KbApp)
        app.open_case(name)
        await keys(*pressed)(pilot)

    return before


def theme(name: str) -> Before:
    """Shows the results in another theme."""

    async def before(pilot: Pilot[Any]) -> None:
        pilot.app.theme = name
        await keys("down")(pilot)

    return before


MAIN = {
    "search": (keys("text:all-reduce", "down"), None),
    "record": (case("KB-2021-0001", "tab"), None),
    "match": (keys("down"), ALERT.encode()),
}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("name", MAIN)
def test_main_screen(name: str, language: str, size: tuple[int, int], snap_compare: Snap) -> None:
    before, data = MAIN[name]
    assert snap_compare(KbApp(language=language, data=data), terminal_size=size, run_before=before)


SMALL = {
    "search": (keys("text:all-reduce", "down"), None),
    "filters": (keys("text:all-reduce", "down", "f"), None),
    "match": (keys("down"), ALERT.encode()),
}


@pytest.mark.parametrize("name", SMALL)
def test_smallest(name: str, snap_compare: Snap) -> None:
    before, data = SMALL[name]
    assert snap_compare(KbApp(language="ko", data=data), terminal_size=(60, 20), run_before=before)


OTHER = {
    "import": keys("f5", "text:records/incidents", "enter"),
    "overview": keys("f6", "right"),
    "help": keys("down", "f1"),
    "palette": keys("ctrl+p"),
    "jump": keys("f9"),
    "json": case("KB-2021-0001", "#"),
    "light": theme("kb-light"),
    "contrast": theme("kb-contrast"),
}


@pytest.mark.parametrize("name", OTHER)
def test_other_screen(name: str, snap_compare: Snap) -> None:
    assert snap_compare(KbApp(language="en"), terminal_size=(100, 30), run_before=OTHER[name])


NASTY_SCREENS = {
    "search": (keys("text:nasty", "down"), None),
    "record": (case("KB-2024-0005"), None),
    "match": (keys("down"), f"{NASTY}\nnasty {NASTY}\n{'y' * 10_000}".encode()),
}


@pytest.mark.parametrize("name", NASTY_SCREENS)
def test_hostile_text(name: str, snap_compare: Snap) -> None:
    before, data = NASTY_SCREENS[name]
    assert snap_compare(KbApp(language="en", data=data), terminal_size=(80, 24), run_before=before)
