"""Writes `KEYS.md`, the keys of the terminal UI in English and Korean, from its key table.

python scripts/write_keys.py           write it
python scripts/write_keys.py --check   exit 1 if the file differs from what would be written
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tui import keys  # noqa: E402

PATH = ROOT / "KEYS.md"

HEAD = """\
# Keys of `kb tui`

Written by `python scripts/write_keys.py` from the key table of the program, from which its key bar and help come, too.

A letter also works while a Korean keyboard is on (`y` is also `ㅛ`), and every action has a key that is no letter.
Other keys are set in the configuration file (`KB_CONFIG`) by the names of the last column:

```toml
[tui.keys]
copy = "c ctrl+y"
```

한글 입력 상태에서도 글자 키가 그대로 동작한다(`y` 자리의 `ㅛ`). 모든 동작에는 글자가 아닌 키도 있다.
설정 파일(`KB_CONFIG`)의 `[tui.keys]`에서 마지막 열의 이름으로 키를 바꿀 수 있다.
"""


def text() -> str:
    """The page."""
    lines = [HEAD]
    for context, (english, korean) in keys.CONTEXTS.items():
        lines += [f"## {english} ({korean})", "", "| keys | what they do | 하는 일 | name |", "|---|---|---|---|"]
        for item in keys.TABLE:
            if item.context == context:
                shown = " ".join(f"<kbd>{_cell(key)}</kbd>" for key in item.shown_keys())
                lines.append(f"| {shown} | {_cell(item.does[0])} | {_cell(item.does[1])} | `{item.id}` |")
        lines.append("")
    return "\n".join(lines)


def _cell(shown: str) -> str:
    """A text as it may stand in a cell of a table."""
    return (
        shown.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("|", "&#124;")
        .replace("*", "&#42;")
    )


def main(arguments: list[str] | None = None) -> int:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare only")
    if parser.parse_args(arguments).check:
        if PATH.exists() and PATH.read_text(encoding="utf-8") == text():
            return 0
        print("KEYS.md is not what the key table says. Run: python scripts/write_keys.py", file=sys.stderr)
        return 1
    PATH.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
