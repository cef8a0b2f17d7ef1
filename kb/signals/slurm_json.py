"""JSON of Slurm (`--json`, slurmrestd): nodes and jobs with states as lists of flags."""

from __future__ import annotations

from collections.abc import Iterator

from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.slurm_states import job_state, kind_of, node_state
from kb.signals.tables import bounded

_MOST = 200


@bounded
def read(part: Part) -> Iterator[Signal | Phrase]:
    """States of all nodes and jobs in the document, and reasons."""
    document = parse(part.text)
    if document is None:
        return
    root = document.root
    found = [*root.items("nodes"), *root.items("jobs")] or root.items() or [root]
    for item in found[:_MOST]:
        yield from _item(part, item)
    for error in root.items("errors")[:20]:
        for key in ("error", "description"):
            if error.text(key):
                node = error.at(key) or error
                yield part.signal("state", "slurmrestd error", node.start, node.end, severity="error")
                yield part.phrase(node.start, node.end)


def _item(part: Part, item: Node) -> Iterator[Signal | Phrase]:
    state = item.at("state") or item.at("job_state")
    if state is None:
        return
    flags = [flag for flag in state.value if isinstance(flag.value, str)] if isinstance(state.value, list) else [state]
    job = item.at("job_id") is not None or item.at("job_state") is not None
    if not flags:
        flags = [item.at("state", "current") or state]
        if isinstance(flags[0].value, list):
            flags = flags[0].value
    bad = False
    for flag in flags[:10]:
        known = job_state(flag.text()) if job else node_state(flag.text())
        bad = bad or known is not None
        name, severity = known or (("slurm job " if job else "node ") + flag.text()[:40].lower(), "none")
        yield part.signal(kind_of(name), name, flag.start, flag.end, severity=severity)
    reason = item.at("reason") or item.at("state_reason")
    if reason and isinstance(reason.value, str) and reason.value not in ("", "None"):
        yield part.phrase(reason.start, reason.end)
        if bad and not job:
            name = f"reason: {reason.value[:100].lower()}"
            yield part.signal("state", name, reason.start, reason.end, severity="warning")
