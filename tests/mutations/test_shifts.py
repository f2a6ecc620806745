"""Every number in every expression matters: shifted by one, some example must notice.

A number that no example can feel is listed in `shifts_unfelt.txt` beside this file, with the reason.
Run as a script for one or more rulesets: `python tests/mutations/test_shifts.py jacquet`.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier.model import library, survey
from tablier.model.build import CLAUSES
from tablier.model.load import examine
from tablier.model.merge import SINGLE
from tablier.source import SourceFile
from tablier.study.examples import check_examples
from tablier.syntax.yaml_tree import Map, Scalar, parse

LIBRARY = [path for path in library.files() if not survey.is_abstract(str(path))]
FEW = [path for path in LIBRARY if path.stem in ("jacquet", "plakoto")]
PATHS = LIBRARY if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else FEW
UNFELT = Path(__file__).parent / "shifts_unfelt.txt"


def expressions(tree: Map) -> Iterator[Scalar]:
    """Every expression of the clauses, and every phrase."""
    for key, node in tree.items:
        if not isinstance(node, Map):
            continue
        if key.text == "define":
            yield from (value for _, value in node.items if isinstance(value, Scalar))
        elif key.text in CLAUSES:
            clauses = [node] if key.text in SINGLE else [one for _, one in node.items if isinstance(one, Map)]
            for clause in clauses:
                yield from (
                    v for k, v in clause.items if k.text in CLAUSES[key.text] and isinstance(v, Scalar)
                )


def shifts(text: str) -> Iterator[tuple[str, str]]:
    """Each number of each expression one greater and one smaller: what was done, and the new text."""
    tree, _ = parse(SourceFile("ruleset.yaml", text))
    assert isinstance(tree, Map)
    lines = text.split("\n")
    for one in expressions(tree):
        for found in re.finditer(r"\b\d+\b", one.text):
            span = one.span_of(found.start(), found.end())
            for new in (int(found[0]) + 1, int(found[0]) - 1):
                if new < 0 or span.line != span.end_line:
                    continue
                line = lines[span.line - 1]
                changed = [*lines]
                changed[span.line - 1] = f"{line[: span.column - 1]}{new}{line[span.end_column - 1 :]}"
                yield f"line {span.line}: {found[0]} -> {new} in: {one.text.strip()}", "\n".join(changed)


def unnoticed(path: Path) -> list[str]:
    """The shifts that leave a valid game and no failing example."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (what, text) in enumerate(shifts(path.read_text(encoding="utf-8"))):
            copy = Path(folder) / str(number) / path.name
            copy.parent.mkdir()
            copy.write_text(text, encoding="utf-8")
            ruleset, _ = examine(copy)
            if ruleset is not None and all(verdict.passed for verdict in check_examples(ruleset)):
                found.append(what)
    return found


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_some_example_feels_every_number(path: Path) -> None:
    """What is listed as unfelt says why nothing can be felt there."""
    known = UNFELT.read_text(encoding="utf-8").splitlines() if UNFELT.exists() else []
    excused = {line.split("#")[0].strip() for line in known}
    left = [
        what
        for what in unnoticed(path)
        if f"{path.stem}: {re.sub(r'line [0-9]+: ', '', what)}" not in excused
    ]
    assert not left


def main() -> int:
    """Print what nobody would notice."""
    wanted = sys.argv[1:]
    for path in LIBRARY:
        if not wanted or path.stem in wanted:
            for what in unnoticed(path):
                print(f"{path.stem}: {what}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
