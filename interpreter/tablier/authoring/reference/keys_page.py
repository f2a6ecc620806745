"""The page on ruleset files: every key with its description, and real lines from the library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablier import resources
from tablier.authoring.reference.markdown import block, code, joined, made_by, paragraphs, table
from tablier.model.merge import read_tree
from tablier.show.yaml_text import document
from tablier.syntax.schema import ruleset_schema
from tablier.syntax.yaml_tree import Map, Node, Scalar

Schema = Mapping[str, Any]

REMARKS = ("source", "default", "quote", "note", "text")
"""Keys that every clause may have; they are described once."""
MOST_LINES = 16
"""Longest example."""


def page() -> str:
    """Return the page on ruleset files."""
    return joined(_lines(ruleset_schema()))


def _lines(schema: Schema) -> Iterator[str]:
    yield from made_by(
        "Ruleset files",
        "A ruleset is one YAML file in UTF-8, named after its id. Its top-level keys are sections; most hold"
        " named clauses. Names are yours: lower-case letters, figures and `_`. A clause that changes play"
        " names its `source`, or says with `default` why it was chosen.",
        "How parents, children and readings are merged is told in"
        " [the decision on the language](../decisions/0001-the-ruleset-language.md); what expressions may say"
        " in [Expressions](expressions.md).",
    )
    yield from ("## The head", "", *table(("key", "meaning", "value"), _head(schema)))
    yield from ("## What every clause may say besides", "")
    yield from table(("key", "meaning", "value"), _remarks(schema))
    for name, one in schema["properties"].items():
        section = _resolved(schema, one)
        if "$ref" in one:
            yield from (f"## {name}", "", *paragraphs(section["description"]))
            yield from _keys(schema, section)
            yield from _example(name)


def _resolved(schema: Schema, one: Schema) -> Schema:
    """Return a part of the schema with its reference followed; its own description comes first."""
    merged: dict[str, Any] = {}
    for part in (one, *one.get("allOf", ())):
        if "$ref" in part:
            merged |= schema["definitions"][part["$ref"].rpartition("/")[2]]
    return {**merged, **{key: value for key, value in one.items() if key != "$ref"}}


def _head(schema: Schema) -> Iterator[tuple[str, str, str]]:
    for name, one in schema["properties"].items():
        if "$ref" not in one:
            yield code(name) + _needed(schema, name), one["description"], _value(one)


def _remarks(schema: Schema) -> Iterator[tuple[str, str, str]]:
    for name in REMARKS:
        one = schema["definitions"][name]
        yield code(name), one["description"], _value(one)
        for inner, part in one.get("properties", {}).items():
            yield code(f"{name}.{inner}"), part["description"], _value(part)


def _keys(schema: Schema, section: Schema) -> list[str]:
    rows = list(_rows(schema, section, ""))
    return table(("key", "meaning", "value"), rows) if rows else []


def _rows(schema: Schema, one: Schema, before: str) -> Iterator[tuple[str, str, str]]:
    for name, part in one.get("properties", {}).items():
        if name == "changes":
            yield code(before + name), part["description"], "map of sections"
        elif name not in REMARKS or "$ref" not in part:
            yield from _row(schema, part, before + name, _needed(one, name))
    inner = one.get("additionalProperties")
    if isinstance(inner, Mapping):
        yield from _row(schema, inner, f"{before}{_any_name(one)}", "")


def _row(schema: Schema, part: Schema, name: str, needed: str) -> Iterator[tuple[str, str, str]]:
    found = _resolved(schema, part)
    yield code(name) + needed, found.get("description", ""), _value(found)
    yield from _rows(schema, found, f"{name}.")
    items = found.get("items")
    if isinstance(items, Mapping) and "object" in _types(_resolved(schema, items)):
        yield from _rows(schema, _resolved(schema, items), f"{name}[].")


def _any_name(one: Schema) -> str:
    pattern = one.get("propertyNames", {}).get("pattern", "")
    return "PLACE" if "hand|bar|off" in pattern else "COUNT" if pattern.startswith("^(0|") else "NAME"


def _needed(one: Schema, name: str) -> str:
    return " (needed)" if name in one.get("required", ()) else ""


_KINDS = {
    "string": "text",
    "integer": "number",
    "boolean": "true or false",
    "array": "list",
    "object": "map",
    "null": "null",
}


def _types(one: Schema) -> list[str]:
    found = one.get("type", [])
    return [found] if isinstance(found, str) else list(found)


def _value(one: Schema) -> str:
    """Return what may stand after a key, in words.

    >>> _value({"enum": ["move", "turn"]}), _value({"type": ["string", "integer", "boolean"]})
    ('`move`, `turn`', 'expression')
    """
    if "enum" in one:
        return ", ".join(code("null" if word is None else str(word)) for word in one["enum"])
    types = _types(one)
    if {"string", "integer", "boolean"} <= set(types):
        return "expression"
    bounds = f" {one['minimum']}..{one['maximum']}" if {"minimum", "maximum"} <= set(one) else ""
    return " or ".join(_KINDS[name] for name in types) + (bounds if "integer" in types else "")


# --- examples ----------------------------------------------------------------------------------


def _example(section: str) -> list[str]:
    """Return the fullest lines of the library, within reason, that show a section."""
    found = [(_score(tree), name, tree) for name, tree in _shown(section)]
    if not found:
        return []
    _, name, tree = min(found, key=lambda one: (one[0], one[1]))
    return [f"From {code(name)}:", "", *block(document(tree))]


def _shown(section: str) -> Iterator[tuple[str, Map]]:
    """Yield every section, or single clause of one that is long, of the library's files."""
    for path in sorted(resources.folder("rulesets").rglob("*.yaml")):
        tree, faults = read_tree(path)
        key = tree.key_node(section) if tree is not None else None
        node = tree.get(section) if tree is not None else None
        if key is None or node is None or faults:
            continue
        for part in _parts(key, node):
            if len(document(part).splitlines()) <= MOST_LINES:
                yield path.stem, part


def _parts(key: Scalar, node: Node) -> Iterator[Map]:
    yield Map([(key, node)], node.span)
    if isinstance(node, Map):
        for entry in node.items:
            if isinstance(entry[1], Map):
                yield Map([(key, Map([entry], node.span))], node.span)


def _score(tree: Map) -> tuple[int, int]:
    """Many different keys are good, and among equals few words."""
    return (-len(set(_names(tree))), len(document(tree)))


def _names(node: Node) -> Iterator[str]:
    if isinstance(node, Map):
        for key, value in node.items:
            yield key.text
            yield from _names(value)
