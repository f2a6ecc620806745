"""The page on the library: every game that comes with Tablier."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from tablier import resources
from tablier.authoring.reference.markdown import code, joined, made_by, table
from tablier.model import library
from tablier.show import catalogue
from tablier.syntax.yaml_tree import head


def page() -> str:
    """Return the page on the library."""
    return joined(_lines())


def _lines() -> Iterator[str]:
    shipped = [one for one in catalogue.entries() if _is_shipped(Path(one["path"]))]
    yield from made_by(
        "The library",
        f"{len(shipped)} games come with Tablier. `tablier show NAME` prints the rules of one with its"
        " sources, `tablier play NAME` plays it, and `tablier new MY-NAME --from NAME` starts a variant.",
        "Confidence: A rests on a primary text that is complete and clear, B on a good secondary account or"
        " part of the text, C is a reconstruction, D a conjecture.",
    )
    for family, games in groupby(shipped, key=lambda one: str(one["family"])):
        yield from (f"## {family[:1].upper()}{family[1:]}", "")
        yield from table(("name", "game", "when and where", "conf.", "in short"), map(_row, games))
    yield from ("## Parents that are not games themselves", "")
    yield from table(("name", "what its children share"), _parents())


def _is_shipped(path: Path) -> bool:
    return path.is_relative_to(resources.folder("rulesets"))


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    where = ", ".join(part for part in (catalogue.century_text(one["century"]), one["region"]) if part)
    aliases = f" (also {', '.join(one['aliases'])})" if one["aliases"] else ""
    return code(one["name"]), one["title"] + aliases, where, one["confidence"], one["summary"]


def _parents() -> Iterator[tuple[str, str]]:
    for path in library.files():
        found = head(path, ("title", "abstract", "about"))
        about = found.get("about")
        if found.get("abstract") is True and _is_shipped(path):
            yield code(path.stem), str(about.get("summary", "") if isinstance(about, dict) else "")
