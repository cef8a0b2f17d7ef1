"""`python -m kb` is the command `kb`."""

from kb.cli import main

raise SystemExit(main())
