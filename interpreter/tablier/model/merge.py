"""One tree from a file, its parents and its readings: sections merge, clauses are replaced whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from tablier.diagnostics import Diagnostic, suggest
from tablier.model import library
from tablier.source import is_unsaved, read_source
from tablier.syntax import schema
from tablier.syntax.yaml_tree import Map, Node, Scalar, Seq, parse

SINGLE = (
    "lead",
    "throw",
    "no_throw",
    "numbers",
    "leftovers",
    "given",
    "again",
    "stalemate",
    "match",
    "stakes",
    "notation",
)
"""Sections that are one clause: a child replaces them whole."""

OWN = ("format", "ruleset", "title", "extends", "remove", "abstract", "examples", "formats")
"""Keys that a child does not inherit."""

DEEPEST_FAMILY = 12
"""Most generations of `extends`."""


@dataclass
class Merged:
    """The merged sections, and what was found on the way."""

    path: Path
    sections: dict[str, tuple[Scalar, Node]] = field(default_factory=dict)
    parents: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    is_whole: bool = True
    """Whether the file and all its parents could be read."""


def read_tree(path: Path) -> tuple[Map | None, list[Diagnostic]]:
    """Return a file's tree, checked against the schema, and what is wrong with it.

    A file is read once for all its readings and children, as long as it does not change.
    """
    if is_unsaved(path):
        return _read_tree(path)
    try:
        status = path.stat()
    except OSError:
        return _read_tree(path)
    return _kept_tree(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=256)
def _kept_tree(path: Path, _changed: int, _size: int) -> tuple[Map | None, list[Diagnostic]]:
    return _read_tree(path)


def _read_tree(path: Path) -> tuple[Map | None, list[Diagnostic]]:
    source, diagnostics = read_source(path)
    if source is None:
        return None, diagnostics
    tree, diagnostics = parse(source)
    if tree is not None and not diagnostics:
        diagnostics = schema.check(tree)
    if any(one.code == schema.NEWER for one in diagnostics) and len(diagnostics) == 1:
        return None, diagnostics
    return (tree if isinstance(tree, Map) else None), diagnostics


def merge(path: Path) -> Merged:
    """Return a file merged with its parents; faults of any of them are collected."""
    merged = Merged(path)
    chain: list[Map] = []
    seen: list[Path] = []
    current: Path | None = path
    while current is not None:
        seen.append(current)
        tree, diagnostics = read_tree(current)
        inherited = len(seen) > 1
        merged.diagnostics.extend(one for one in diagnostics if not (inherited and _is_about_examples(one)))
        if tree is None:
            merged.is_whole = False
            break
        chain.append(tree)
        current = _parent(tree, current, seen, merged)
    for tree in reversed(chain):
        apply(merged, tree, inherit=tree is not chain[0])
    return merged


def _is_about_examples(diagnostic: Diagnostic) -> bool:
    """A parent's examples are its own affair."""
    return (diagnostic.clause or "").startswith("examples")


def _parent(tree: Map, path: Path, seen: list[Path], merged: Merged) -> Path | None:
    extends = tree.get("extends")
    if not isinstance(extends, Scalar) or not extends.text:
        return None
    found = library.find(extends.text, beside=path)
    if found is None:
        near = [*path.parent.glob(f"*{library.SUFFIX}"), *library.files()]
        close = suggest(extends.text, [file.stem for file in near])
        message = f"there is no ruleset '{extends.text}' to extend"
        merged.diagnostics.append(Diagnostic("T503", message, extends.span, suggestion=close))
        merged.is_whole = False
        return None
    if any(found.resolve() == one.resolve() for one in seen):
        circle = " -> ".join([*(one.stem for one in seen), found.stem])
        merged.diagnostics.append(
            Diagnostic("T504", f"these rulesets extend each other: {circle}", extends.span)
        )
        merged.is_whole = False
        return None
    if len(seen) >= DEEPEST_FAMILY:
        message = f"more than {DEEPEST_FAMILY} generations of `extends`"
        merged.diagnostics.append(Diagnostic("T504", message, extends.span))
        merged.is_whole = False
        return None
    merged.parents.append(found.stem)
    return found


def apply(merged: Merged, tree: Map, *, inherit: bool = False) -> None:
    """Lay a tree (a child, or the `changes` of a reading) over what is merged so far."""
    remove = tree.get("remove")
    for entry in remove.items if isinstance(remove, Seq) else ():
        if isinstance(entry, Scalar):
            _remove(merged, entry)
    for key, value in tree.items:
        if key.text == "remove" or (inherit and key.text in OWN):
            continue
        before = merged.sections.get(key.text)
        if (
            before is None
            or key.text in SINGLE
            or not isinstance(value, Map)
            or not isinstance(before[1], Map)
        ):
            merged.sections[key.text] = (key, value)
        else:
            merged.sections[key.text] = (before[0], _overlay(key.text, before[1], value))


def _overlay(section: str, below: Map, above: Map) -> Map:
    """Entry by entry; a new entry takes the place of the old one and keeps its turn."""
    if section in ("men", "setup", "routes"):
        below = _without_rivals(below, above)
    entries = {key.text: (key, value) for key, value in below.items}
    for key, value in above.items:
        entries[key.text] = (key, value)
    return Map(list(entries.values()), above.span)


def _without_rivals(below: Map, above: Map) -> Map:
    """`both` replaces `white` and `black`, and the other way round."""
    given = {key.text for key, _ in above.items}
    rivals = {"white", "black"} if "both" in given else {"both"} if given & {"white", "black"} else set()
    return Map([(key, value) for key, value in below.items if key.text not in rivals], below.span)


def _remove(merged: Merged, entry: Scalar) -> None:
    section, _, name = entry.text.partition(".")
    found = merged.sections.get(section)
    if not name:
        if found is None:
            _nothing_to_remove(merged, entry, list(merged.sections))
        merged.sections.pop(section, None)
        return
    items = found[1].items if found is not None and isinstance(found[1], Map) else []
    kept = [(key, value) for key, value in items if key.text != name]
    if found is None or len(kept) == len(items):
        every = [
            f"{one}.{key.text}"
            for one, (_, node) in merged.sections.items()
            if isinstance(node, Map)
            for key, _ in node.items
        ]
        _nothing_to_remove(merged, entry, every)
        return
    merged.sections[section] = (found[0], Map(kept, found[1].span))


def _nothing_to_remove(merged: Merged, entry: Scalar, candidates: list[str]) -> None:
    message = f"there is nothing called '{entry.text}' to remove"
    merged.diagnostics.append(
        Diagnostic("T505", message, entry.span, suggestion=suggest(entry.text, candidates))
    )
