"""Incident knowledge base and pattern matcher: records, search, matching, without a user interface."""

__version__ = "0.1.0"
