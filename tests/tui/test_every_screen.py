"""Every screen as text, at each size and in both languages, with ordinary and with nasty texts.

The expected screens are in `tests/tui/screens/`; accept a change on purpose with `make snapshots`. Colours are in the
pictures of `test_snapshots.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from tui_corpus import ALERT, NASTY, RECORDS, record
from tui_driving import settle, type_text
from tui_fixed import READINGS, answer, nasty, session

from kb.answer import Answer
from kb.errors import KbError
from kb.triage import Session as Triage
from tui.app import KbApp
from tui.screens.prompt import Prompt
from tui.session import Session

pytestmark = pytest.mark.anyio

FOLDER = Path(__file__).parent / "screens"
SIZES = ((60, 20), (80, 24), (120, 40))

Way = tuple[str, tuple[str, ...]]

WAY: tuple[Way, ...] = (
    ("search", ("text:all-reduce", "down")),
    ("filters", ("f",)),
    ("jump", ("right", "f9")),
    ("record", ("escape", "enter")),
    ("record, next link", ("tab",)),
    ("record, the other number of languages", ("|",)),
    ("record as JSON", ("#",)),
    ("find in the record", ("#", "/", "text:port", "enter")),
    ("compare", ("escape", "*", "down", "*")),
    ("match, nothing yet", ("escape", "f4")),
    ("match", ("input:" + READINGS + ALERT,)),
    ("match, understood", ("s", "down")),
    ("match, why", ("escape", "tab")),
    ("diagnose", ("d",)),
    ("diagnose, after a reading", ("1",)),
    ("diagnose, the explanations", ("shift+tab",)),
    ("diagnose, the end", ("1",)),
    ("draft", ("f11",)),
    ("choosing from the tree", ("ctrl+o", "down")),
    ("import, nothing yet", ("escape", "escape", "f5")),
    ("import", ("text:new.jsonl", "enter")),
    ("overview", ("f6", "right")),
    ("vocabulary", ("f7", "down")),
    ("help", ("f1",)),
    ("palette", ("escape", "ctrl+p", "text:copy")),
    ("an error", ("escape", "error:")),
    ("a question", ("escape", "question:")),
)
NASTY_WAY: tuple[Way, ...] = (
    ("search", ("text:nasty", "down")),
    ("record", ("enter",)),
    ("record as JSON", ("#",)),
    ("compare", ("escape", "*", "f11", "text:watchdog", "down", "*")),
    ("match", ("input:" + f"{NASTY}\nnasty {NASTY}\n{'y' * 10_000}",)),
    ("match, understood", ("s", "end")),
    ("match, why", ("escape", "tab")),
    ("diagnose", ("d",)),
    ("diagnose, after a reading", ("1",)),
    ("diagnose, the end", ("1",)),
    ("import", ("f5", "text:nasty.jsonl", "enter")),
    ("an error", ("error:",)),
)


@pytest.fixture(autouse=True)
def fixed(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """The same answer and session whatever the input, and files to import."""

    async def match(self: Session, data: bytes, top: int, progress: object = None) -> Answer:
        return answer(data)

    async def begin(self: Session, data: bytes) -> Triage:
        return nasty(session()) if b"nasty" in data else session()

    monkeypatch.setattr(Session, "match", match)
    monkeypatch.setattr(Session, "begin", begin)
    good = record("KB-2025-0042", "Zeppelin scheduler lost its quota table", "제플린 스케줄러의 할당량 표가 사라졌다")
    bad = {"id": f"[{NASTY}]", "title": {"en": NASTY}, "date": NASTY}
    for name, documents in (("new", [good, {"id": "no title"}, RECORDS[0]]), ("nasty", [bad, good])):
        text = "".join(json.dumps(document) + "\n" for document in documents)
        (home / f"{name}.jsonl").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("kind", ["plain", "nasty"])
async def test_every_screen(
    kind: str, language: str, size: tuple[int, int], home: Path, request: pytest.FixtureRequest
) -> None:
    app = KbApp(language=language)
    shots = []
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for name, keys in WAY if kind == "plain" else NASTY_WAY:
            for key in keys:
                await _press(pilot, key)
            lines = shown(app)
            assert all(cell_len(line) == size[0] for line in lines), name
            assert len(lines) == size[1], name
            assert not any(ord(char) < 32 or char in "\u202e\u2067" for line in lines for char in line), name
            shots.append("\n".join([f"=== {name}", *(line.rstrip() for line in lines)]))
    text = (
        "\n".join(shots)
        .replace(str(home), "HOME")
        .replace(home.name, "HOME")
        .replace(f"{datetime.now(UTC):%Y}", "YEAR")
        + "\n"
    )
    path = FOLDER / f"{kind}-{language}-{size[0]}x{size[1]}.txt"
    if request.config.getoption("update_snapshots"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} is not what the screens show"


def shown(app: KbApp) -> list[str]:
    """The lines of the screen, what lies over it included."""
    return ["".join(segment.text for segment in row) for row in app.screen._compositor.render_strips()]


async def _press(pilot: Pilot[Any], key: str) -> None:
    app = pilot.app
    assert isinstance(app, KbApp)
    what, colon, text = key.partition(":")
    act: dict[str, Callable[[], object]] = {
        "input": lambda: app.match_input(text.encode()),
        "error": lambda: app.show_error(KbError(f"cannot read {NASTY}", f"Check {NASTY} and try again.")),
        "question": lambda: app.push_screen(Prompt("export_prompt", "enter_escape", NASTY)),
    }
    if what == "text" and colon:
        await type_text(pilot, text)
    elif colon and what in act:
        act[what]()
    else:
        await pilot.press(key)
    await settle(pilot)
