"""Where in a ruleset a cursor stands, found from the lines alone: while typing, they need not be YAML yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_KEY = re.compile(r"^(?P<pad>\s*(?:- )?)(?P<key>[\w:.-]+|\"[^\"]*\")\s*:(?:\s|$)")
_TYPED_KEY = re.compile(r"^\s*(?:- )?[\w:-]*$")
_FLOW_KEY = re.compile(r"[{,]\s*[\w:-]*$")
_FLOW_VALUE = re.compile(r"[{,]\s*(?P<key>[\w:-]+)\s*:\s+[^{},]*$")
_WORD = re.compile(r"[A-Za-z_][\w-]*")


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a ruleset file."""

    path: tuple[str, ...]
    """The keys that lead there, from the section on; when a value is typed, its key is the last."""
    in_key: bool
    """Whether a key stands or is due there, not a value."""
    word: str
    """The word under the cursor, or that just before it."""


def locate(lines: Sequence[str], line: int, column: int) -> Cursor:
    """Return where a cursor stands; line and column count from 0.

    >>> locate(["moves:", "  advance:", "    from: boa"], 2, 13)
    Cursor(path=('moves', 'advance', 'from'), in_key=False, word='boa')
    """
    text = lines[line] if line < len(lines) else ""
    before = text[:column]
    above = _above(lines, line, _indent(text if text.strip() else before))
    word = _word(text, column)
    found = _KEY.match(text)
    if found is None and before.count("{") > before.count("}"):
        return _in_braces(above, before, word)
    if found is None or column <= found.end("key"):
        return _within(above, found["key"] if found else None, before, word)
    key = found["key"].strip('"')
    rest = before[found.end("key") :]
    if "{" in rest and rest.count("{") > rest.count("}"):
        return _in_braces((*above, key), rest, word)
    return Cursor((*above, key), False, word)


def _within(above: tuple[str, ...], key: str | None, before: str, word: str) -> Cursor:
    """A cursor on a key, where a key is due, or in a text that goes on from the line above."""
    if key is not None:
        return Cursor((*above, key), True, word)
    return Cursor(above, _TYPED_KEY.match(before) is not None, word)


def _in_braces(path: tuple[str, ...], rest: str, word: str) -> Cursor:
    value = _FLOW_VALUE.search(rest)
    if value is not None:
        return Cursor((*path, value["key"]), False, word)
    return Cursor(path, _FLOW_KEY.search(rest) is not None, word)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _above(lines: Sequence[str], line: int, indent: int) -> tuple[str, ...]:
    """The keys of lines above that are indented less and less."""
    keys: list[str] = []
    for text in reversed(lines[:line]):
        found = _KEY.match(text)
        if found is not None and _indent(text) < indent and not text.lstrip().startswith("#"):
            keys.insert(0, found["key"].strip('"'))
            indent = _indent(text)
    return tuple(keys)


def _word(text: str, column: int) -> str:
    """The word around or just before a column."""
    for found in _WORD.finditer(text):
        if found.start() <= column <= found.end():
            return found.group()
    return ""
