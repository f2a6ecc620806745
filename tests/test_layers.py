"""Imports go only downwards, so that each layer can be read without those above it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablier

PACKAGE = Path(tablier.__file__).parent
LAYERS = {
    **dict.fromkeys(["diagnostics", "codes", "source", "resources", "report", "sarif"], 0),
    "syntax": 1,
    "model": 2,
    "play": 3,
    "players": 3.5,
    "formats": 3.5,
    "fast": 3.5,
    "study": 4,
    "show": 4,
    "authoring": 5,
    "findings": 5,
    **dict.fromkeys(["cli", "cli_games", "cli_study", "repl", "__main__"], 6),
}
# The front door opens onto every layer; what is below may only ask it for the version.
DOOR = "__init__"


def layer_name(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The layers of ours that a module imports, wherever in it the import stands."""
    package = ["tablier", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            whole = ".".join([*base, *filter(None, [node.module])])
            names = [f"{whole}.{a.name}" for a in node.names] if whole == "tablier" else [whole]
        yield from (name.split(".")[1] for name in names if name.startswith("tablier."))


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downwards(path: Path) -> None:
    own = layer_name(path)
    if own == DOOR:
        return
    assert own in LAYERS, f"{own} belongs to no layer yet: add it to LAYERS"
    for other in imported(path):
        if other == "__version__" or other == own:
            continue
        assert other in LAYERS, f"{path.name} imports {other}, which belongs to no layer"
        below = LAYERS[other] < LAYERS[own] or LAYERS[other] == LAYERS[own] in (0, 6)
        assert below, f"{own} may not import {other}: it is not below it"
