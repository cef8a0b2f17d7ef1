"""The table of formats, and the contract for adding one.

To add a format: write a reader in one file (or use one that is there), add one row in `formats/` and one fixture
`tests/signals/fixtures/<format with - for :>.txt` (several: `<format>.<what>.txt`) that you wrote yourself. The tests
then check that the fixture is recognised, that spans are exact, and that no prefix of it breaks anything.

A reader is a plain function, imported when its format is met:

    def read(part: Part) -> Iterable[Signal | Phrase]

- `part.text` is clean text: no escapes, no control characters, NFC, newlines only. Work with character offsets into
  it and make everything with `part.signal(kind, name, start, end, severity=..., to_value=..., unit=...)` and
  `part.phrase(start, end)`; they find the bytes. `part.lines()` gives lines with offsets, `part.command` the command
  line behind the prompt that printed it, `part.string(node)` the text of a JSON string (`jsontree`).
- Be bounded and linear: at most about 200 signals and 400 phrases, whatever the size of the part.
- Give every reading a severity: `none` or `info` if it is healthy or merely there (a healthy input must come out as
  `none` or `info` in all), `warning`, `error`, `critical` if it looks wrong. Roles are chosen afterwards; set one
  only if you know better. Something resolved, or a test notification, has severity `none`.
- Names of metrics come from `metrics` or follow its manner (`disk_read_await`); units are base units (`units.convert`).
  `series.describe` says what a series of readings did; `prose.signals` and `prose.read` read a sentence in a field.
- Codes (`codes.find_codes`) are found in every part without your help. A code or log signal of yours replaces the one
  found by itself at the same place: yield one yourself to change its severity (a 404 in an access log is `info`).

Shapes:

- `json`: a JSON document. `keys`: all of them are in the root object (or the first object of a root list); `pattern`,
  if given, must be found in its text. Parse with `jsontree.parse(part.text)`.
- `block`: output of a command, a table, an e-mail. `pattern` (MULTILINE) must match; the part begins with the line of
  the first match and lasts until the next block, prompt, fence, JSON document, the match of `end`, or prose after a
  blank line. Only your reader reads it, so yield the phrases too.
- `lines`: lines of a log. `pattern` must match somewhere in a run of log lines (a match at the beginning of a
  line makes it a log line). The general log engine reads the run (levels, templates, codes, phrases); readers of all
  `lines` formats that match add what they know. An empty `reader` adds nothing: the row only gives the name.

`markers` are literals of which at least one must occur before the pattern is tried: keep them rare. Of several formats
that match, the one with the highest `rank` gives its name to a run of lines and wins a block; at equal rank the
one that matches earlier, then the one that stands earlier here. `commands` are programs that print the format: behind
a prompt with that program it wins.
"""

from __future__ import annotations

from kb.signals.family import Family
from kb.signals.formats.alerts import ALERTS
from kb.signals.formats.clusters import CLUSTERS
from kb.signals.formats.hosts import HOSTS
from kb.signals.formats.logs import LOGS
from kb.signals.formats.metrics import METRICS
from kb.signals.formats.other_logs import OTHER_LOGS

FAMILIES: tuple[Family, ...] = (*ALERTS, *LOGS, *HOSTS, *METRICS, *CLUSTERS, *OTHER_LOGS)
"""All formats, in the order in which they are tried at equal rank."""
