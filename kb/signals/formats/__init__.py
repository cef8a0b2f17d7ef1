"""The rows of the table of formats, one module a kind."""
