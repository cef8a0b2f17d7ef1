"""`kb stats`: the corpus in numbers."""

from __future__ import annotations

import argparse

from kb import config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.render.answer import dumps
from kb.render.layout import clean, pad
from kb.render.messages import say
from kb.vocabulary import load

SHOWN_VOCABULARIES = ("domains", "root_causes", "components", "symptoms")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb stats`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print how many records there are, of what."""
    language = config.language(arguments.lang)
    with open_engine(arguments) as engine:
        counts = engine.reader.counts()
    if arguments.json:
        output.write(dumps(counts._asdict() | {"years": {str(year): n for year, n in counts.years.items()}}) + "\n")
        return 0
    origins = ", ".join(say(f"stats_{origin}", language, count=number) for origin, number in counts.origins.items())
    totals = {"records": f"{counts.records} ({origins})", "reviewed": counts.reviewed, "withdrawn": counts.withdrawn}
    lines = [f"{pad(say(f'stats_{key}', language), 10)}{total}" for key, total in totals.items()]
    years = [f"  {year or '?'}  {number}" for year, number in counts.years.items()]
    lines += ["", say("stats_year", language), *years]
    for name in SHOWN_VOCABULARIES:
        vocabulary = load(name)
        ordered = sorted(counts.terms.get(name, {}).items(), key=lambda item: (-item[1], item[0]))
        lines += [
            "",
            say(f"stats_{name}", language),
            *(f"  {pad(clean(term), 28)}{n:4}  {clean(vocabulary.label(term, language))}" for term, n in ordered),
        ]
    output.write("\n".join(lines) + "\n")
    return 0
