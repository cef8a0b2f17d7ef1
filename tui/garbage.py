"""When the interpreter looks for garbage: as seldom as can be while keys are typed, for no key is shown meanwhile."""

from __future__ import annotations

import gc

OBJECTS = 7000
"""New objects after which those are looked through that may be garbage: ten times as many as Python has by itself."""


def spare_collector() -> None:
    """Have garbage collections look only at what comes from now on: a look at all that was loaded and lives as long as
    the program takes a tenth of a second."""
    gc.freeze()


def favour_typing() -> None:
    """Have the interpreter look a tenth as often: what a search makes is little beside the program itself."""
    gc.set_threshold(OBJECTS)
