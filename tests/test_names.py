"""No game in the interpreter: what a game needs is said in its ruleset, never in Python."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablier
from tablier.model import library
from tablier.syntax.yaml_tree import head

PACKAGE = Path(tablier.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

COMMON = """
    all block case contrary dice double doublets draw english fifteen five four game games german great half
    hand hit hitting holes hounds italian king long lord lots man masters men modern more new old persian
    piece piled play point points portes queen race rail roman royal rules sailors short single six spanish
    steps table tables tabula tavern three throw turkish twelve twenty two with without
"""
"""Words in the names of games that are also words of the field or of the language."""

DATA = {"codes.py"}
"""Modules that hold examples for people: `tablier explain` shows them, nothing runs them."""


def names() -> set[str]:
    """The ids of all rulesets, and those words of the ids that mean nothing else."""
    ids = {path.stem for path in library.files() if head(path, ["abstract"]).get("abstract") is not True}
    common = COMMON.split()
    words = {word for name in ids for word in name.split("-")}
    return ids | {word for word in words if len(word) > 3 and word not in common}


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every name and text in a module's code, with its line; docstrings and comments are left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield line, text
            case (
                ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text) | ast.keyword(arg=str(text))
            ):
                yield line, text
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text) | ast.alias(name=text):
                yield line, text


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_game_is_named(path: Path) -> None:
    if path.name in DATA:
        return
    known = names()
    found = []
    for line, text in texts(path):
        spoken = {*re.split(r"[^\w-]+", text.casefold()), *re.split(r"[\W_]+", text.casefold())}
        found += [f"line {line}: {name}" for name in sorted(known & spoken)]
    assert not found
