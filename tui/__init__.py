"""The terminal UI of kb: screens over the facade `kb.engine`, with no logic of its own."""
