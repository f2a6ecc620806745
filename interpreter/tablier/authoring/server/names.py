"""The names that a ruleset gives to things, its parents' included, with where each is given."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tablier.diagnostics import Span
from tablier.model.merge import Merged, merge
from tablier.show.yaml_text import flow
from tablier.syntax.yaml_tree import Map, Scalar, Seq

_KINDS = {
    "regions": "a region",
    "constants": "a constant",
    "define": "a phrase",
    "memory": "a memory",
    "sources": "a source",
    "layers": "a layer",
}
_IN_EXPRESSIONS = ("regions", "constants", "define", "memory", "layers")


@dataclass(frozen=True, slots=True)
class Name:
    """A name, what kind of thing has it, what stands after it, and where."""

    name: str
    section: str
    text: str
    span: Span

    @property
    def kind(self) -> str:
        """What kind of thing it is, in words."""
        return _KINDS.get(self.section, f"a clause of `{self.section}`")


def given(path: Path) -> list[Name]:
    """Return every name that a file and its parents give, the file's own before the parents'."""
    return _given(merge(path))


def _given(merged: Merged) -> list[Name]:
    found = []
    for section, (_, node) in merged.sections.items():
        if isinstance(node, Map):
            found += [Name(key.text, section, flow(value), key.span) for key, value in node.items]
        elif isinstance(node, Seq) and section == "layers":
            found += [Name(one.text, section, "", one.span) for one in node.items if isinstance(one, Scalar)]
    return found


def in_expressions(names: list[Name]) -> list[Name]:
    """Return the names that an expression may use."""
    return [one for one in names if one.section in _IN_EXPRESSIONS]


def clauses(names: list[Name]) -> list[Name]:
    """Return the names of clauses."""
    others = {*_KINDS, "about", "terms", "board", "routes", "men", "setup", "readings", "examples"}
    return [one for one in names if one.section not in others]


def parent(path: Path) -> Path | None:
    """Return the file of a file's parent."""
    from tablier.model import library

    parents = merge(path).parents
    return library.find(parents[0], beside=path) if parents else None
