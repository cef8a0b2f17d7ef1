"""Export the pictures of the README from the application itself, over shipped records of two years.

python scripts/write_screens.py            writes pictures/*.svg
python scripts/write_screens.py --check    exit code 1 if one of them is not what the application shows now
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"

from textual.widgets import Input, TextArea

from kb import config
from tui import settings
from tui.app import KbApp

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "pictures"
YEARS = ("2025", "2026")
EXAMPLE = """\
[rank3]:[E] ProcessGroupNCCL.cpp: [Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=48213,
OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600047 milliseconds before timing out.
all GPUs at 100 % utilisation, power at idle level, no new loss line
time   step  tokens_per_second
02:10  4810  14020
02:11  4811  13990
02:12  4812  14010
02:13  4813  6100
02:14  4814  6080
02:15  4815  6110
02:16  4816  6090
"""


class Shot(NamedTuple):
    """A picture: language, size, the keys that lead to it (`text:` types what follows), whether the example is
    matched."""

    language: str
    size: tuple[int, int]
    keys: Sequence[str]
    is_match: bool = False


SHOTS = {
    "search": Shot("en", (120, 34), ("text:nccl timeout", "down")),
    "search-ko": Shot("ko", (120, 34), ("text:학습이 멈췄다", "down")),
    "record": Shot("en", (140, 38), ("text:nccl timeout", "down", "enter", "pagedown")),
    "match": Shot("en", (130, 40), (), is_match=True),
    "diagnose": Shot("en", (130, 40), ("ctrl+t", "2"), is_match=True),
    "diagnose-ko": Shot("ko", (130, 40), ("ctrl+t", "2"), is_match=True),
    "overview": Shot("en", (120, 38), ("f6", "right")),
}


def main() -> int:
    """Write or compare the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a picture is not current")
    is_check = parser.parse_args().check
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"KB_DATA_DIR": folder, "KB_CONFIG": os.path.join(folder, "config.toml"), "KB_LANG": "en"}
        corpus = records(Path(folder) / "records")
        config.records_dir = lambda: corpus
        settings.remember(hint=False)
        for name, shot in SHOTS.items():
            picture = asyncio.run(take(shot))
            path = FOLDER / f"{name}.svg"
            if is_check:
                if not path.exists() or path.read_text(encoding="utf-8") != picture:
                    stale.append(path.name)
            else:
                FOLDER.mkdir(parents=True, exist_ok=True)
                path.write_text(picture, encoding="utf-8")
    if stale:
        print(f"not current: {', '.join(stale)}. Run: python scripts/write_screens.py", file=sys.stderr)
    return 1 if stale else 0


def records(folder: Path) -> str:
    """A corpus of the shipped records of `YEARS`: fewer changes of records make new pictures. Returns its path."""
    for name in ("vocabulary", "checks", *(f"incidents/{year}" for year in YEARS)):
        shutil.copytree(ROOT / "records" / name, folder / name)
    return str(folder)


async def take(shot: Shot) -> str:
    """The picture as SVG."""
    data = EXAMPLE.encode() if shot.is_match else None
    app = KbApp(language=shot.language, data=data)
    async with app.run_test(size=shot.size) as pilot:
        await _at_rest(app)
        for key in shot.keys:
            typed = key.removeprefix("text:") if key.startswith("text:") else ""
            await pilot.press(*("space" if char == " " else char for char in typed or [key]))
            await _at_rest(app)
        await pilot.pause()
        return app.export_screenshot(title="kb tui")


async def _at_rest(app: KbApp) -> None:
    await asyncio.sleep(0.2)
    while any(not worker.is_finished for worker in app.workers):
        await asyncio.sleep(0.05)
    for screen in app.screen_stack:
        for line in (*screen.query(Input), *screen.query(TextArea)):
            line.cursor_blink = False
    await asyncio.sleep(0.1)


if __name__ == "__main__":
    raise SystemExit(main())
