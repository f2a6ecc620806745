"""The door to rulesets: by name or path, with readings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tablier.diagnostics import Diagnostic, RulesetError, suggest
from tablier.model import library
from tablier.model.build import build
from tablier.model.merge import merge
from tablier.model.ruleset import Ruleset


def load(
    name: str | Path,
    readings: Mapping[str, str] | None = None,
    constants: Mapping[str, int] | None = None,
) -> Ruleset:
    """Return a checked ruleset.

    Args:
        name: a name or an alias from the library or the personal folder, or a path to a file.
        readings: values for readings that are not to have their default.
        constants: values for constants that are not to have the file's.

    Raises:
        RulesetError: with every fault, when there is no such ruleset or it cannot be used.

    >>> load("jacquet").men
    (15, 15)
    """
    ruleset, diagnostics = examine(name, readings, constants)
    if ruleset is None:
        raise RulesetError(diagnostics)
    return ruleset


def examine(
    name: str | Path,
    readings: Mapping[str, str] | None = None,
    constants: Mapping[str, int] | None = None,
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Return a ruleset, or None, and everything found on the way, warnings too."""
    path = library.find(str(name)) or library.find_alias(str(name))
    if path is None:
        return None, [_unknown(str(name))]
    return build(merge(path), readings or {}, constants)


def _unknown(name: str) -> Diagnostic:
    if "/" in name or name.endswith((".yaml", ".yml")):
        return Diagnostic("T101", f"there is no file '{name}'")
    close = suggest(name, [path.stem for path in library.files()])
    return Diagnostic(
        "T705",
        f"there is no ruleset '{name}'; `tablier list` shows what there is",
        suggestion=close,
    )
