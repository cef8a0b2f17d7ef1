"""`scripts/benchmark.py` measures what it names, and loses nothing of a run that is interrupted."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
NAMES = ("benchmark", "bench_corpus", "bench_peers", "cold_start")


@pytest.fixture
def new_store(monkeypatch, tmp_path):
    """A data directory that holds nothing yet, with the scripts to be imported beside it."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path))
    for name in ("KB_INDEX_DIR", "KB_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def benchmark(monkeypatch, new_store):
    module = importlib.import_module("benchmark")
    cold = module.cold_start.Cold(50.0, 10.0, 5.0, 4.0, 6.0, 30.0, 10.0)
    monkeypatch.setattr(module.cold_start, "compile_as_installed", lambda: None)
    monkeypatch.setattr(module.cold_start, "measure", lambda *_: cold)
    monkeypatch.setattr(module.cold_start, "report", lambda *_: cold)
    yield module
    for name in NAMES:
        sys.modules.pop(name, None)


def test_a_size_is_measured_with_both_parts_of_a_match_and_its_peer(benchmark, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["benchmark.py", "--sizes", "40", "--queries", "4", "--peers", "fts5,bm25s"])
    benchmark.main()
    out = capsys.readouterr().out
    told = dict(re.findall(r"^(\S[^\n]*?) {2,}[-\d., ()]*? {2,}([\d.]+|-)$", out, re.MULTILINE))
    for row in ("build, s", "index, MB", "add one, ms", "cold match, ms"):
        assert float(told[row]) > 0
    for share in ("p50", "p95", "p99"):
        assert 0 < float(told[f"find and rank, {share}, ms"]) <= float(told[f"whole answer, {share}, ms"])
        assert float(told[f"fts5, {share}, ms"]) > 0
        assert float(told[f"bm25s, {share}, ms"]) > 0


def test_an_interrupted_run_ends_in_the_table_of_what_it_has(benchmark, monkeypatch, capsys):
    def interrupted(size, folder, number, table):
        table.put("build, s", f"{size:,}", 7.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(benchmark, "_one_size", interrupted)
    monkeypatch.setattr(sys, "argv", ["benchmark.py", "--sizes", "100000 1000000"])
    benchmark.main()
    out = capsys.readouterr().out
    assert "interrupted" in out
    table = out.partition("figures beside targets")[2]
    assert re.search(r"^cold match / bare Python +5.00 \(4.0\) +- \(5.0\)$", table, re.MULTILINE)
    assert re.search(r"^build, s +- +7.0$", table, re.MULTILINE)


def test_a_peer_that_fails_is_told_and_the_run_goes_on(benchmark, capsys):
    table = benchmark.Table()
    benchmark._peer("nobody", 5, 2, table)
    assert "nobody" in capsys.readouterr().out
    benchmark._peer("fts5", 5, 2, table)
    assert "fts5, p99, ms" in table.text()


def test_percentiles(benchmark):
    assert benchmark.Percentiles.of([float(number) for number in range(200, 0, -1)]) == (101.0, 191.0, 199.0)


def test_what_is_measured_of_the_terminal_ui_is_there(monkeypatch):
    """The benchmark hooks into a search of the real screens; run whole it takes minutes."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    importlib.import_module("benchmark_tui")
    module = importlib.import_module("bench_typing")
    own = module.SearchScreen.show_found
    monkeypatch.setattr(module.SearchScreen, "show_found", own)
    app = SimpleNamespace(session=SimpleNamespace(ask=None), searched=("", ""), asking=0)
    module._watch_searches(app)
    assert module.SearchScreen.show_found is not own
    assert app.session.ask is not None
    for name in ("benchmark_tui", "bench_typing", "bench_terminal"):
        sys.modules.pop(name)


def test_the_store_of_the_terminal_ui_is_filled_up(new_store):
    module = importlib.import_module("benchmark_tui")
    module.fill(190)
    with module.Engine.open() as engine:
        assert engine.state.records == engine.searcher.index.records == 190
    for name in ("benchmark_tui", "bench_corpus"):
        sys.modules.pop(name)
