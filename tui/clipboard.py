"""Copying: the system's own tool first, because the terminal's way (OSC 52) is off in many terminals and says nothing.

Over SSH the local tool would fill the wrong clipboard; there only the terminal can do it.
"""

from __future__ import annotations

import os
import shutil
import subprocess

TOOLS = (
    ("wl-copy", "WAYLAND_DISPLAY", ()),
    ("xclip", "DISPLAY", ("-selection", "clipboard")),
    ("xsel", "DISPLAY", ("--clipboard", "--input")),
    ("pbcopy", "", ()),
    ("clip.exe", "", ()),
)
"""Program, the environment variable without which it cannot work (or none), its arguments."""

_SECONDS = 2.0


def copy_natively(text: str) -> bool:
    """Whether a tool of the system took the text. False over SSH and where there is no tool."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    for program, variable, arguments in TOOLS:
        path = shutil.which(program)
        if path is None or (variable and not os.environ.get(variable)):
            continue
        try:
            done = subprocess.run(
                [path, *arguments],
                input=text.encode("utf-8", "replace"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return True
    return False
