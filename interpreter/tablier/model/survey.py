"""Looks through one ruleset, or all, for everything that is wrong, its readings included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablier.diagnostics import Diagnostic
from tablier.model import library
from tablier.model.lint import lint
from tablier.model.load import examine
from tablier.model.merge import merge, read_tree
from tablier.syntax.yaml_tree import Scalar


def named(names: Sequence[str], *, everything: bool) -> list[str]:
    """Return the rulesets asked for; with `everything`, every file of the library and the personal folder."""
    return [str(path) for path in library.files()] if everything else list(names)


def validate(name: str) -> list[Diagnostic]:
    """Return every fault and warning of a ruleset, with each value of each reading tried."""
    ruleset, found = examine(name)
    if ruleset is None:
        return found
    found.extend(lint(ruleset, merge(ruleset.path)))
    for reading in ruleset.readings.values():
        for value in reading.values:
            if value != reading.default:
                _, more = examine(name, {reading.name: value})
                found.extend(one for one in more if one not in found)
    return found


def is_abstract(name: str) -> bool:
    """Whether a file is a parent only, not a game."""
    path = library.find(name)
    tree = read_tree(path)[0] if path is not None else None
    flag = tree.get("abstract") if tree is not None else None
    return isinstance(flag, Scalar) and flag.value is True


def games() -> Iterator[str]:
    """Yield the name of every game of the library and of the personal folder."""
    for path in library.files():
        if not is_abstract(str(path)):
            yield path.stem
