"""The merged file: a ruleset as one YAML text that no longer needs its parents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tablier.diagnostics import Span
from tablier.model.merge import merge
from tablier.show.yaml_text import document, modeline
from tablier.syntax.schema import ruleset_schema
from tablier.syntax.yaml_tree import Map, Node, Scalar

_LEFT_OUT = ("extends", "remove")


def flat(path: Path, remarks: Mapping[str, str] | None = None) -> str:
    """Return a ruleset file and its parents as one text; readings keep their default."""
    return f"{modeline()}\n{document(tree(path), remarks)}"


def tree(path: Path) -> Map:
    """Return the merged tree of a file, its sections in the order of the schema."""
    sections = merge(path).sections
    order = [name for name in ruleset_schema()["properties"] if name not in _LEFT_OUT]
    items = list(_in_order(sections, order))
    return Map(items, items[0][0].span if items else Span(str(path), 1, 1, 1, 1))


def _in_order(sections: Mapping[str, tuple[Scalar, Node]], order: list[str]) -> Iterator[tuple[Scalar, Node]]:
    for name in order:
        if name in sections:
            yield sections[name]
