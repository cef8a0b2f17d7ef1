"""`kb baseline`: healthy values, how far a reading is from them, and how often to save a checkpoint."""

from __future__ import annotations

import argparse
import re

from kb import baselines, config
from kb.baselines.checkpoint import ID, intervals, is_too_much
from kb.baselines.table import Baseline
from kb.cli import output
from kb.errors import EXIT_MATCH, EXIT_NOVEL, NotFoundError, UsageError
from kb.text import fold, visible

EPILOG = """actions:
  list [WORDS]             baselines of a quantity, or that hold all the words
  show ID                  one baseline with its source
  check QUANTITY VALUE [UNIT] [key=value ...]
                           how far a reading is from healthy
  checkpoint-interval      how often to save a checkpoint

examples:
  kb baseline list pcie
  kb baseline check pcie_bandwidth 6.1 GB/s generation=4 lanes=8
  kb baseline check allreduce_busbw 400 GB/s nodes=1 ranks=8 hardware="H100 SXM"
  kb baseline checkpoint-interval --save-time 40s --mtbf 8h

check exits with 0 if a baseline applies, worse or not, and with 1 if none does;
checkpoint-interval exits with 1 where no interval helps."""

_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|sec|m|min|h|d)\s*")
_SECONDS = {"ms": 1e-3, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb baseline`."""
    parser.add_argument("action", choices=tuple(_ACTIONS), metavar="ACTION", help=f"one of {', '.join(_ACTIONS)}")
    parser.add_argument("words", nargs="*", metavar="WORD", help="what the action takes, see below")
    parser.add_argument("--all", action="store_true", help="list, check: also what only mentions it or does not apply")
    parser.add_argument("--json", action="store_true", help="print JSON")
    for option, text in (
        ("--save-time", "time for which a save blocks the work, such as 40s"),
        ("--mtbf", "mean time between failures of the job (of one node with --nodes), such as 8h"),
        ("--restart-time", "time to restart after a failure (default: 0s)"),
    ):
        parser.add_argument(option, metavar="TIME", type=_seconds, help=text)
    parser.add_argument("--nodes", metavar="N", type=_count, help="nodes of the job: divides --mtbf")


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    if arguments.action != ID:
        for name in ("save_time", "mtbf", "restart_time", "nodes"):
            if getattr(arguments, name) is not None:
                option = "--" + name.replace("_", "-")
                raise UsageError(f"{option} belongs to checkpoint-interval", f"See: kb baseline {ID}")
    return _ACTIONS[arguments.action](arguments, config.language(arguments.lang))


def _list(arguments: argparse.Namespace, language: str) -> int:
    from kb.render import baselines as render

    known = baselines.load()
    wanted = [fold(word) for given in arguments.words for word in given.split()]
    mentioning = [item for item in known if all(word in _searched(item) for word in wanted)]
    subjects = {word for word in wanted if any(word in _subject(item) for item in known)}
    found = [item for item in mentioning if all(word in _subject(item) for word in subjects)]
    if arguments.all or not found:
        found = mentioning
    if arguments.json:
        _write_json([render.baseline_json(item) for item in found])
    else:
        besides = len(mentioning) - len(found)
        text = render.list_text(found, len(known), language, output.columns(), output.paint(), besides=besides)
        output.write(text)
    return EXIT_MATCH if found else EXIT_NOVEL


def _subject(item: Baseline) -> list[str]:
    """The words that say what a baseline is of: whoever asks for `pcie` wants links, not the clocks of PCIe cards."""
    return [
        *fold(f"{item.quantity} {item.group}").replace("_", " ").replace("-", " ").split(),
        item.quantity,
        item.group,
    ]


def _searched(item: Baseline) -> str:
    conditions = (f"{key}={value}" for key, value in item.conditions.items())
    return fold(
        " ".join([item.id, item.group, item.quantity, *item.label.values(), item.hardware, item.kind, *conditions])
    )


def _show(arguments: argparse.Namespace, language: str) -> int:
    from kb.baselines.checkpoint import document
    from kb.render import baselines as render
    from kb.render.checkpoint import formula_text

    if len(arguments.words) != 1:
        raise UsageError("show takes the id of one baseline", "See: kb baseline list")
    (wanted,) = arguments.words
    if fold(wanted) == ID:
        formula = formula_text(language, output.columns(), output.paint())
        _write_json(document()) if arguments.json else output.write(formula)
        return EXIT_MATCH
    item = baselines.find(wanted)
    if item is None:
        from difflib import get_close_matches

        near = get_close_matches(fold(wanted), [known.id for known in baselines.load()], 3)
        hint = f"Did you mean {' or '.join(near)}?" if near else "See: kb baseline list"
        raise NotFoundError(f"no baseline has the id {visible(wanted, keep_newlines=False)!r}", hint)
    if arguments.json:
        _write_json(render.baseline_json(item))
    else:
        output.write(render.baseline_text(item, language, output.columns(), output.paint()))
    return EXIT_MATCH


def _check(arguments: argparse.Namespace, language: str) -> int:
    from kb.cli.reading import reading
    from kb.render import comparison as render

    given = reading(arguments.words)
    comparisons = baselines.compare(*given)
    if arguments.json:
        found = [render.comparison_json(item) for item in comparisons]
        _write_json({"schema_version": render.SCHEMA_VERSION, "reading": given._asdict(), "baselines": found})
    else:
        measured, conditions = given[:3], given.conditions
        columns, paint = output.columns(), output.paint()
        output.write(
            render.check_text(comparisons, measured, conditions, language, columns, paint, every=arguments.all)
        )
    return EXIT_MATCH if any(item.applies for item in comparisons) else EXIT_NOVEL


def _interval(arguments: argparse.Namespace, language: str) -> int:
    from kb.render import checkpoint as render

    if arguments.words:
        raise UsageError(f"{ID} takes options only", f"Example: kb baseline {ID} --save-time 40s --mtbf 8h")
    if arguments.save_time is None or arguments.mtbf is None:
        raise UsageError(f"{ID} needs --save-time and --mtbf", f"Example: kb baseline {ID} --save-time 40s --mtbf 8h")
    mtbf, restart = arguments.mtbf / (arguments.nodes or 1), arguments.restart_time or 0.0
    try:
        found = intervals(arguments.save_time, mtbf, restart)
    except ValueError as error:
        raise UsageError(str(error), "See: kb baseline --help") from error
    inputs = {"save_time": arguments.save_time, "mtbf": mtbf, "restart_time": restart, "nodes": arguments.nodes}
    inputs["node_mtbf"] = arguments.mtbf if arguments.nodes else None
    if arguments.json:
        _write_json(render.interval_json(found, inputs))
    else:
        output.write(render.interval_text(found, inputs, language, output.columns(), output.paint()))
    return EXIT_NOVEL if is_too_much(found[0]) else EXIT_MATCH


def _write_json(value: object) -> None:
    from kb.render.answer import dumps

    output.write(dumps(value) + "\n")


def _seconds(written: str) -> float:
    """Seconds of a time such as `40s`, `5m`, `8h` or `1h30m`; a bare number has no meaning."""
    total, end = 0.0, 0
    text = written.strip().lower()
    while found := _TIME.match(text, end):
        total, end = total + float(found[1]) * _SECONDS[found[2]], found.end()
    if not text or end < len(text):
        raise argparse.ArgumentTypeError(
            f"{visible(written, keep_newlines=False)!r} is no time; write 40s, 5m, 8h or 1h30m"
        )
    return total


def _count(written: str) -> int:
    if not written.isascii() or not written.isdigit() or not 0 < len(written) < 10 or int(written) < 1:
        raise argparse.ArgumentTypeError(f"{visible(written, keep_newlines=False)!r} is no number of nodes")
    return int(written)


_ACTIONS = {"list": _list, "show": _show, "check": _check, ID: _interval}
