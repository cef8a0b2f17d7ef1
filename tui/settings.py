"""What the user has set (a TOML file that only the user writes) and what the UI remembers (a small JSON file).

    [tui]
    theme = "kb-light"          # kb-dark, kb-light, kb-contrast
    language = "ko"
    [tui.keys]                  # action = "keys", separated by spaces
    copy = "c ctrl+y"

The file is `KB_CONFIG`, else `kb/config.toml` in the user's configuration directory. A file that cannot be read is
told and passed over: at 2 a.m. a typing mistake in it must not keep anybody out.
"""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from kb import config
from kb.errors import KbError


class Settings(NamedTuple):
    """Theme and language (empty if not set), keys by action, whether the first-run hint is shown, and what was wrong
    with the file (empty if nothing)."""

    theme: str
    language: str
    keys: dict[str, str]
    hint: bool
    problem: str


def config_path() -> str:
    """Path of the user's configuration file; it need not exist."""
    if path := os.environ.get("KB_CONFIG"):
        return os.path.expanduser(path)
    import platformdirs

    return os.path.join(platformdirs.user_config_dir("kb", appauthor=False), "config.toml")


def load() -> Settings:
    """Settings from the configuration file, then from what the UI remembers."""
    own, problem = _read_config()
    remembered = _read_state()
    keys = own.get("keys")
    return Settings(
        theme=_text(own.get("theme")) or _text(remembered.get("theme")),
        language=_text(own.get("language")) or _text(remembered.get("language")),
        keys={name: text for name, text in keys.items() if isinstance(text, str)} if isinstance(keys, dict) else {},
        hint=remembered.get("hint") is not False,
        problem=problem,
    )


def remember(**values: object) -> None:
    """Keep values for the next start. A directory that cannot be written is no reason to stop: nothing is kept."""
    try:
        path = _state_path()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        state = _read_state() | values
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump(state, file)
        os.replace(path + ".part", path)
    except OSError:
        return


def start_language(own: str) -> str:
    """Language to begin with: `KB_LANG`, the user's setting, the locale."""
    if own in config.LANGUAGES and not os.environ.get("KB_LANG"):
        return own
    try:
        return config.language()
    except KbError:
        return "en"


def _state_path() -> str:
    return os.path.join(config.data_dir(), "tui.json")


def _read_config() -> tuple[dict[str, Any], str]:
    path = config_path()
    try:
        with open(path, "rb") as file:
            import tomllib  # most users have no file, and the first frame waits for it

            own = tomllib.load(file).get("tui")
    except FileNotFoundError:
        return {}, ""
    except (OSError, ValueError) as error:
        return {}, f"{path}: {error}"
    return (own, "") if isinstance(own, dict) else ({}, "")


def _read_state() -> dict[str, Any]:
    try:
        with open(_state_path(), encoding="utf-8") as file:
            state = json.load(file)
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
