"""What the schema says of a key: what may stand under it, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tablier.syntax.schema import ruleset_schema

Schema = Mapping[str, Any]


@cache
def _schema() -> Schema:
    return ruleset_schema()


def at(path: tuple[str, ...]) -> Schema | None:
    """Return the part of the schema that a path of keys leads to, or None."""
    found: Schema | None = _schema()
    for key in path:
        found = None if found is None else _under(_opened(found), key)
    return None if found is None else _opened(found)


def _opened(one: Schema) -> Schema:
    """Return a part with its references followed; a list is looked at as one of its entries."""
    merged: dict[str, Any] = {}
    for part in (one, *one.get("allOf", ())):
        if "$ref" in part:
            merged |= _opened(_schema()["definitions"][part["$ref"].rpartition("/")[2]])
    merged |= {key: value for key, value in one.items() if key not in ("$ref", "allOf")}
    items = merged.get("items")
    if isinstance(items, Mapping) and "properties" not in merged:
        inner = _opened(items)
        merged |= {key: inner[key] for key in ("properties", "additionalProperties") if key in inner}
    return merged


def _under(one: Schema, key: str) -> Schema | None:
    known = one.get("properties", {})
    if key in known:
        found: Schema = known[key]
        return found
    others = one.get("additionalProperties")
    return others if isinstance(others, Mapping) else None


def keys(path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each key that may stand under a path, with its meaning."""
    found = at(path) or {}
    for name in found.get("properties", {}):
        yield name, meaning((*path, name))


def meaning(path: tuple[str, ...]) -> str:
    """Return what the schema says of a key; empty when it says nothing."""
    return str((at(path) or {}).get("description", ""))


def values(path: tuple[str, ...]) -> list[str]:
    """Return the words that may stand after a key, where they are few."""
    found = at(path) or {}
    if found.get("type") == "boolean":
        return ["true", "false"]
    return ["null" if one is None else str(one) for one in found.get("enum", ())]


def is_expression(path: tuple[str, ...]) -> bool:
    """Whether an expression stands after a key."""
    found = at(path) or {}
    return {"string", "integer", "boolean"} <= set(found.get("type", ()))
