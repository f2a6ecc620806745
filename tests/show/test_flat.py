"""The flat file says what the ruleset and its parents say, and nothing else."""

from pathlib import Path

import pytest

from tablier import cli, report
from tablier.authoring.differences import compare
from tablier.diagnostics import Severity
from tablier.model import library
from tablier.model.load import examine, load
from tablier.show import flat
from tablier.show.yaml_text import WIDTH, document
from tablier.source import SourceFile
from tablier.study.examples import check_examples
from tablier.syntax.yaml_tree import Map, parse, to_plain

FILES = list(library.files())


def flattened(path: Path, folder: Path) -> Path:
    copy = folder / path.name
    copy.write_text(flat.flat(path), encoding="utf-8")
    return copy


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_holds_just_what_was_merged(path: Path) -> None:
    node, faults = parse(SourceFile("flat", flat.flat(path)))
    assert faults == [] and node is not None
    assert to_plain(node) == to_plain(flat.tree(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_the_same_ruleset(path: Path, tmp_path: Path) -> None:
    copy = flattened(path, tmp_path)
    ruleset, found = examine(str(copy))
    assert report.render(one for one in found if one.severity is Severity.ERROR) == ""
    assert ruleset is not None and ruleset.parents == ()
    assert compare(load(path), ruleset) == []
    failed = [one for verdict in check_examples(ruleset) for one in verdict.diagnostics]
    assert report.render(failed) == ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_flattening_twice_changes_nothing(path: Path, tmp_path: Path) -> None:
    copy = flattened(path, tmp_path)
    assert flat.flat(copy) == copy.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_pleasant_to_read(path: Path) -> None:
    lines = flat.flat(path).splitlines()[1:]
    assert not any(line.startswith("#") for line in lines), "comments are not carried over"
    assert [line for line in lines if len(line) > WIDTH and " " in line.strip()[40:-40]] == []


@pytest.mark.parametrize(
    "text",
    [
        "a: it's 'so'",
        "a: '\"so\"'",
        'a: "6:5"',
        'a: "15"',
        'a: "true"',
        "a: off",
        'a: "one\\ntwo"',
        'a: " so "',
        'a: "# so"',
        "a: b#c",
        "a: [off, 'x, y', 4:stacked]",
        "a: {1: 2, bar: 1, 4:stacked: 3}",
        'a: {"x, y": 1}',
        "a: {}",
        "a: []",
        "a: null",
        "a:\n  - b: 1\n    c: [2]\n  - d",
        "a: -5",
        'a: "- 5"',
        "a: 'a: b'",
        "a: &#39;".replace("&#39;", "'&b'"),
        f"a: {'word ' * 60}end",
        f"a: '{'two  blanks ' * 20}end'",
    ],
)
def test_any_text_comes_back(text: str) -> None:
    node, _ = parse(SourceFile("text", text))
    assert isinstance(node, Map)
    again, faults = parse(SourceFile("again", document(node)))
    assert faults == [] and again is not None
    assert to_plain(again) == to_plain(node)


def test_quotes_stand_only_where_they_are_needed() -> None:
    node, _ = parse(SourceFile("text", 'a: "plain words"\nb: "men(mine, 1) >= 2"\nc: ["x", "y, z"]\n'))
    assert isinstance(node, Map)
    assert document(node) == 'a: plain words\nb: men(mine, 1) >= 2\n\nc: [x, "y, z"]\n'


def test_a_reading_cannot_be_chosen_for_it() -> None:
    assert cli.main(["show", "--flat", "jacquet", "--reading", "six_points=any_six"]) == cli.MISUSE
