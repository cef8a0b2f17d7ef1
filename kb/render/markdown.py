"""Foreign text in Markdown: shown literally, whatever it holds."""

from __future__ import annotations

from kb.render.layout import clean, cut


def escape(text: str) -> str:
    """Foreign text as Markdown that shows it literally."""
    return "".join("\\" + char if char in "\\`*_[]<>#|!" else char for char in text)


def link(url: str) -> str:
    """A foreign address as a Markdown link that ends where it should."""
    return "<" + clean(url).replace(" ", "%20").replace("<", "%3C").replace(">", "%3E") + ">"


def code(text: str) -> str:
    """Foreign text as inline code, whatever backticks it holds."""
    fence = "`"
    while fence in text:
        fence += "`"
    gap = " " if "`" in text else ""
    return f"{fence}{gap}{cut(text, 160)}{gap}{fence}"
