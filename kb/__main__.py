"""The entry of the command `kb`: of `python -m kb` and of the installed script.

Ctrl+C while the modules load would show Python's own traceback, for nothing guards an import. So the first thing done
is to end quietly on it; `kb.cli` takes over once it can tidy up. `_signal` is the C part of `signal`, whose enums cost
a third of a millisecond.
"""

import _signal  # type: ignore[import-not-found]
import os


def _stop(*_: object) -> None:
    """End at once, with the exit code for an interruption; nothing has been opened yet."""
    os.write(2, b"kb: interrupted\n")
    os._exit(130)


if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # not where it is ignored, as under nohup
    _signal.signal(_signal.SIGINT, _stop)

from kb.cli import process  # noqa: E402

if __name__ == "__main__":
    process()
