"""`kb vocab`: the controlled vocabulary, with how often the store uses each term."""

from __future__ import annotations

import argparse

from kb import config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.errors import UsageError
from kb.render.answer import dumps
from kb.render.layout import pad, width, wrap
from kb.vocabulary import VOCABULARIES, Term, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb vocab`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a vocabulary or a term (default: all vocabularies)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the names of the vocabularies, one vocabulary, or one term."""
    language = config.language(arguments.lang)
    if arguments.name is None:
        return _names(arguments, language)
    name = arguments.name.replace("-", "_")
    with open_engine(arguments) as engine:
        counts = engine.reader.counts().terms
    if name in VOCABULARIES:
        terms = list(load(name).terms.values())
        owner = name
    else:
        owner, term = _term(arguments.name)
        terms = [term]
    used = {term.id: counts.get(owner, {}).get(term.id, 0) for term in terms}
    if arguments.json:
        output.write(dumps([{**term._asdict(), "records": used[term.id]} for term in terms]) + "\n")
        return 0
    lines: list[str] = []
    column = max(width(term.id) for term in terms) + 2
    for term in terms:
        count = f"{used[term.id]:4}  "
        label = term.label.get(language, term.id)
        lines += wrap(f"{label}: {term.definition.get(language, '')}", output.columns(), count + pad(term.id, column))
        if len(terms) == 1:
            for code, words in term.synonyms.items():
                lines += wrap(", ".join(words), output.columns(), f"      {code}: ")
    output.write("\n".join(lines) + "\n")
    return 0


def _names(arguments: argparse.Namespace, language: str) -> int:
    sizes = {name: len(load(name).terms) for name in VOCABULARIES}
    if arguments.json:
        output.write(dumps(sizes) + "\n")
    else:
        output.write("".join(f"{pad(name, 20)}{size:4}\n" for name, size in sizes.items()))
    return 0


def _term(term_id: str) -> tuple[str, Term]:
    for name in VOCABULARIES:
        term = load(name).terms.get(term_id)
        if term:
            return name, term
    nearest = (load(name).nearest(term_id) for name in VOCABULARIES)
    near = next((found for found in nearest if found), None)
    hint = f"Did you mean {near}?" if near else "See: kb vocab"
    raise UsageError(f"no vocabulary or term is called {term_id!r}", hint)
