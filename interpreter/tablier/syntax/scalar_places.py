"""Where each character of a YAML scalar's text stands in the file.

What a scalar says is not what is written: line breaks are folded, quotes doubled, characters
escaped, indentation dropped. An error inside an expression must still point at the right word.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]
"""The start and the end, in the written form, of one character of the text."""

# A written piece: what it says (None for one character that need not be known), start, end.
_Piece: TypeAlias = tuple[str | None, int, int]

_BREAK = re.compile(r"\r\n|\n|\r")
_FOLD = r"(?P<fold> *(?:\r\n|\n|\r)(?: |\r\n|\n|\r)*)"
_DOUBLE = r"(?P<join>\\(?:\r\n|\n|\r)(?: |\r\n|\n|\r)*)|(?P<escape>\\(?:x..|u.{4}|U.{8}|.))"
_FLOW = {
    "'": re.compile(rf"{_FOLD}|(?P<escape>'')|(?P<char>.)"),
    '"': re.compile(rf"{_FOLD}|{_DOUBLE}|(?P<char>.)"),
    "": re.compile(rf"{_FOLD}|(?P<char>.)"),
}


def places(written: str, style: str, text: str) -> list[Place] | None:
    """The place in `written` of each character of `text`, or None where they cannot be matched.

    `style` is the scalar's mark (| > ' ") or empty for a plain scalar; `written` includes it.

    >>> places("'it''s'", "'", "it's")
    [(1, 2), (2, 3), (3, 5), (5, 6)]
    """
    written = written.replace("\t", " ")
    pieces = _block(written, style, text) if style in ("|", ">") else _flow(written, style)
    found: list[Place] = []
    for said, start, end in pieces:
        for character in said or " ":
            if len(found) == len(text):
                return found
            if said is not None and character != text[len(found)]:
                return None
            found.append((start, end))
    return found if len(found) == len(text) else None


def _flow(written: str, style: str) -> Iterator[_Piece]:
    edge = len(style)
    for match in _FLOW[style].finditer(written, edge, len(written) - edge):
        start, end = match.span()
        kind, piece = match.lastgroup, match.group()
        if kind == "char":
            yield piece, start, end
        elif kind == "escape":
            yield None, start, end
        elif said := _breaks(piece, joined=kind == "join"):
            yield said, start, end


def _breaks(piece: str, *, joined: bool) -> str:
    """What a run of line breaks says: the first one is a space, or nothing when escaped."""
    more = len(_BREAK.findall(piece)) - 1
    return "\n" * more or ("" if joined else " ")


def _block(written: str, style: str, text: str) -> Iterator[_Piece]:
    lines = _lines(written)[1:]
    indent = _indent(written, lines, text)
    bodies = [(min(start + indent, end), end) for start, end in lines]
    line_ends = _folded(written, bodies) if style == ">" else ["\n"] * len(bodies)
    for (start, end), said in zip(bodies, line_ends, strict=True):
        yield from ((written[i], i, i + 1) for i in range(start, end))
        if said:
            yield said, end, end + 1


def _lines(written: str) -> list[Place]:
    breaks = [match.span() for match in _BREAK.finditer(written)]
    edges = [(0, 0), *breaks, (len(written), len(written))]
    return [(before[1], after[0]) for before, after in pairwise(edges)]


def _indent(written: str, lines: Sequence[Place], text: str) -> int:
    """The indentation that was dropped: what the first line with words has lost."""
    stands = next((written[a:b] for a, b in lines if written[a:b].strip()), "")
    says = next((line for line in text.split("\n") if line.strip()), "")
    return max(0, _leading(stands) - _leading(says))


def _leading(line: str) -> int:
    return len(line) - len(line.lstrip())


def _folded(written: str, bodies: Sequence[Place]) -> list[str]:
    """What the end of each line of a folded scalar says."""
    said = ["\n"] * len(bodies)
    full = [i for i, (start, end) in enumerate(bodies) if start < end]
    for i, following in pairwise(full):
        # A line that is set in further keeps the breaks on both sides of it.
        if " " not in (written[bodies[i][0]], written[bodies[following][0]]):
            said[i] = " " if following == i + 1 else ""
    return said
