"""Two processes that import at once: nothing is lost, and no import sees half of another."""

from __future__ import annotations

import import_child
import pytest

from kb.store.reader import open_reader


def run_at_once(*commands: str) -> None:
    """Give each command to a process of its own and wait for both to be done."""
    processes = [import_child.start() for _ in commands]
    for process, command in zip(processes, commands, strict=True):
        process.stdin.write(command + "\n")
        process.stdin.flush()
    for process in processes:
        out, complaint = process.communicate()
        assert complaint == ""
        assert "done" in out.split("\n")
        assert "ended 0" in out


@pytest.mark.parametrize("store", ["new", "existing"])
def test_disjoint_imports(url, store):
    if store == "existing":
        run_at_once(f"{url} 900 10 1")
    run_at_once(f"{url} 0 150 1", f"{url} 150 150 1")
    with open_reader(url) as reader:
        ids = {name for name, _ in reader.names()}
        assert ids >= {f"R-{number}" for number in range(300)}
        assert reader.state().records == len(ids)
        assert reader.state().revision == (3 if store == "existing" else 2)
        assert reader.counts().terms["symptoms"]["hang"] == len(ids)


def test_overlapping_imports_of_the_same_text(url):
    run_at_once(f"{url} 0 200 1", f"{url} 100 200 1")
    with open_reader(url) as reader:
        assert reader.state().records == 300
        assert all(len(reader.versions(f"R-{number}")) == 1 for number in range(300))


def test_overlapping_imports_of_an_earlier_and_a_later_version(url):
    run_at_once(f"{url} 0 60 1")
    run_at_once(f"{url} 0 60 2", f"{url} 0 60 3")
    with open_reader(url) as reader:
        for number in range(60):
            rounds = [version.document["updated_at"][-3:-1] for version in reader.versions(f"R-{number}")]
            # Whoever comes second finds the other's version: the earlier one is then refused as a whole.
            assert rounds in (["01", "02", "03"], ["01", "03"])
