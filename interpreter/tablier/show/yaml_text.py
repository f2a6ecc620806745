"""A tree as YAML text that people like to read: block style, quotes only where they are needed."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from functools import lru_cache

from tablier import resources
from tablier.source import SourceFile
from tablier.syntax.yaml_tree import Map, Node, Scalar, Seq, looks_like_number, parse, to_plain

WIDTH = 110
"""Longest line, where the text can be broken."""


def modeline() -> str:
    """Return the comment by which an editor finds the schema of ruleset files."""
    schema = (resources.folder("schemas") / "ruleset.schema.json").resolve()
    return f"# yaml-language-server: $schema={schema.as_posix()}"


def document(tree: Map, remarks: Mapping[str, str] | None = None) -> str:
    """Return the YAML text of a file's tree, sections set apart, with a remark above some of them."""
    lines: list[str] = []
    in_head = True
    for key, value in tree.items:
        remark = (remarks or {}).get(key.text, "")
        above = textwrap.wrap(remark, WIDTH, initial_indent="# ", subsequent_indent="# ")
        in_head = in_head and not above and isinstance(value, Scalar)
        if lines and not in_head:
            lines.append("")
        lines += [*above, *_entry(key, value, "")]
    return "\n".join(lines) + "\n"


def _entry(key: Scalar, value: Node, pad: str) -> Iterator[str]:
    head = f"{pad}{_key(key)}:"
    short = f"{head} {flow(value)}" if _is_flow(value) else ""
    if short and (len(short) <= WIDTH or (isinstance(value, Seq) and not value.items)):
        yield short
    elif isinstance(value, Scalar):
        yield from _scalar(head, value, pad)
    elif isinstance(value, Map):
        yield head
        for one, inner in value.items:
            yield from _entry(one, inner, pad + "  ")
    else:
        yield head
        for item in value.items:
            yield from _item(item, pad + "  ")


def _item(item: Node, pad: str) -> Iterator[str]:
    """Yield one entry of a list; the keys of a map stand below one another."""
    if isinstance(item, Map) and item.items and not (_is_flow(item) and len(pad + flow(item)) < WIDTH - 1):
        lines = [line for one, value in item.items for line in _entry(one, value, pad + "  ")]
        yield f"{pad}- {lines[0].lstrip()}"
        yield from lines[1:]
    elif isinstance(item, Scalar):
        yield f"{pad}- {_scalar_text(item, in_flow=False)}"
    else:
        yield f"{pad}- {flow(item)}"


def _is_flow(node: Node) -> bool:
    """Whether a map or list stands in brackets in its file (or holds nothing)."""
    if isinstance(node, Scalar):
        return False
    first = node.items[0] if node.items else None
    if first is None:
        return True
    scalar = first[0] if isinstance(first, tuple) else first
    while not isinstance(scalar, Scalar):
        inner = scalar.items[0] if scalar.items else None
        if inner is None:
            return True
        scalar = inner[0] if isinstance(inner, tuple) else inner
    return _opens_with_bracket(node, scalar)


def _opens_with_bracket(node: Map | Seq, inside: Scalar) -> bool:
    lines = inside.written.source.lines
    span = node.span
    at_hand = inside.span.file == span.file and span.line <= len(lines)
    return at_hand and lines[span.line - 1][span.column - 1 : span.column] in ("{", "[")


def flow(node: Node) -> str:
    """Return a tree on one line, in brackets."""
    if isinstance(node, Scalar):
        return _scalar_text(node, in_flow=True)
    if isinstance(node, Seq):
        return "[" + ", ".join(flow(one) for one in node.items) + "]"
    return "{" + ", ".join(f"{_key(key)}: {flow(value)}" for key, value in node.items) + "}"


def _scalar(head: str, value: Scalar, pad: str) -> Iterator[str]:
    """Yield a key and its value; a text too long for the line is folded."""
    line = f"{head} {_scalar_text(value, in_flow=False)}"
    words = value.text
    foldable = isinstance(value.value, str) and words == " ".join(words.split()) and words
    if len(line) <= WIDTH or not foldable:
        yield line
        return
    yield f"{head} >-"
    inner = pad + "  "
    yield from textwrap.wrap(
        words,
        WIDTH,
        initial_indent=inner,
        subsequent_indent=inner,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _key(key: Scalar) -> str:
    return key.text if _reads_back(key.text, "{%s: 1}") else _quoted(key.text)


def _scalar_text(node: Scalar, *, in_flow: bool) -> str:
    if not isinstance(node.value, str):
        return node.text or "null"
    is_odd = not node.plain and looks_like_number(node.text)
    form = "[%s]" if in_flow else "a: %s"
    return node.text if not is_odd and _reads_back(node.text, form) else _quoted(node.text)


_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[ ./()*+=<>_-]+[A-Za-z0-9_]+)*")


@lru_cache(maxsize=10_000)
def _reads_back(text: str, form: str) -> bool:
    """Whether a text without quotes is read as that same text."""
    if _SIMPLE.fullmatch(text) and text.lower() not in ("true", "false", "null"):
        return True
    if "\n" in text or not text:
        return False
    node, faults = parse(SourceFile("<text>", form % text))
    if node is None or faults:
        return False
    plain = to_plain(node)
    wanted: object = {text: 1} if form.startswith("{") else [text] if form.startswith("[") else {"a": text}
    return plain == wanted


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def _quoted(text: str) -> str:
    """Return a text in quotes: double ones, or single ones where that spares escapes."""
    if '"' in text and "'" not in text and "\n" not in text:
        return f"'{text}'"
    return '"' + "".join(_ESCAPES.get(sign, sign) for sign in text) + '"'
