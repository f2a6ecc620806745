"""Small pieces of Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

WIDTH = 118


def made_by(title: str, *intro: str) -> list[str]:
    """Return the head of a page that is made, not written."""
    remark = "<!-- Made by `tablier docs`: change what it is made from, not this page. -->"
    return [f"# {title}", "", remark, "", *paragraphs(*intro)]


def paragraphs(*texts: str) -> list[str]:
    """Return texts as paragraphs, each followed by an empty line."""
    return [
        line
        for text in texts
        for line in [*textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False), ""]
    ]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a table, followed by an empty line."""
    lines = [_row(heads), _row(["---"] * len(heads)), *(_row([cell(one) for one in row]) for row in rows)]
    return [*lines, ""]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cell(text: str) -> str:
    r"""Return a text that can stand in a cell of a table.

    >>> print(cell("a | b"))
    a \| b
    """
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    """Return a text as code.

    >>> code("board")
    '`board`'
    """
    return f"`{text}`"


def block(text: str, language: str = "yaml") -> list[str]:
    """Return a block of code, followed by an empty line."""
    return [f"```{language}", *text.rstrip().splitlines(), "```", ""]


def anchor(title: str) -> str:
    """Return the address of a heading within its page.

    >>> anchor("no_throw")
    'no_throw'
    >>> anchor("tablier new")
    'tablier-new'
    """
    kept = "".join(sign for sign in title.lower() if sign.isalnum() or sign in " -_")
    return kept.replace(" ", "-")


def joined(lines: Iterable[str]) -> str:
    """Return a page's lines as its text."""
    return "\n".join(lines).rstrip() + "\n"
