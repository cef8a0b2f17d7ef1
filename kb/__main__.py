"""`python -m kb` is the command `kb`."""

from kb.cli import process

process()
