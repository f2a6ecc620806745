"""The list of rulesets, read from the heads of their files."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

from tablier.model import library
from tablier.syntax.yaml_tree import head

_KEYS = ("ruleset", "title", "extends", "abstract", "about")


def entries() -> list[dict[str, Any]]:
    """Return what the head of each game's file says, families together, oldest first."""
    heads = {path: head(path, _KEYS) for path in library.files()}
    by_name = {path.stem: one for path, one in heads.items()}
    found = [_entry(path, one, by_name) for path, one in heads.items() if one.get("abstract") is not True]
    return sorted(
        found,
        key=lambda one: (
            one["family"],
            one["century"] if one["century"] is not None else 99,
            one["name"],
        ),
    )


def _entry(path: Path, own: dict[str, Any], heads: dict[str, dict[str, Any]]) -> dict[str, Any]:
    about = _about(own, heads, 0)
    return {
        "name": path.stem,
        "title": own.get("title") or path.stem,
        "family": about.get("family") or "other",
        "century": about.get("century"),
        "region": about.get("region") or "",
        "confidence": about.get("confidence") or "",
        "summary": about.get("summary") or "",
        "aliases": about.get("aliases") or [],
        "path": str(path),
    }


def _about(own: dict[str, Any], heads: dict[str, dict[str, Any]], depth: int) -> dict[str, Any]:
    """The facts sheet, with what the parents' heads say beneath it."""
    parent = heads.get(str(own.get("extends"))) if depth < 12 else None
    inherited = _about(parent, heads, depth + 1) if parent is not None else {}
    about = own.get("about")
    return {**inherited, **(about if isinstance(about, dict) else {})}


def century_text(century: int | None) -> str:
    """Return a century in words: `17th c.`, `26th c. BC`.

    >>> century_text(17), century_text(-26), century_text(None)
    ('17th c.', '26th c. BC', '')
    """
    if century is None:
        return ""
    number = abs(century)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending} c." + (" BC" if century < 0 else "")


def as_json() -> str:
    """Return the list for machines."""
    return json.dumps(entries(), indent=2, ensure_ascii=False)


def as_text() -> str:
    """Return the list for people: families, then a line for each game."""
    found = entries()
    width = max((len(one["name"]) for one in found), default=0)
    blocks = []
    for family, games in groupby(found, key=lambda one: one["family"]):
        blocks.append("\n".join([family, *(_line(one, width) for one in games)]))
    blocks.append(
        "confidence: A primary text, B good secondary or part of the text, C reconstruction, D conjecture"
    )
    return "\n\n".join(blocks)


def _line(one: dict[str, Any], width: int) -> str:
    where = ", ".join(part for part in (century_text(one["century"]), one["region"]) if part)
    return f"  {one['name']:<{width}}  {one['confidence'] or '-'}  {one['title']}" + (
        f" ({where})" if where else ""
    )
