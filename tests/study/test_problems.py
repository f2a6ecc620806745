"""Collections of problems: read, listed, drawn, played from, and checked."""

from pathlib import Path

import pytest

from tablier.cli import main
from tablier.source import SourceFile
from tablier.study.problems import check, pose, read_collection

GOOD = """\
collection: A few endings
ruleset: backgammon
problems:
  1:
    caption: White bears off with one throw.
    position: {white: {24: 2, off: 13}, black: {24: 1, off: 14}}
    throws: [2-1]
    goal: White wins before Black throws.
    solution: |
      white 2-1: 1/off(2)
    result: white wins 1 point
  hard:
    caption: Black enters, and waits.
    position:
      white: {19: 2, 20: 2, 24: 11}
      black: {bar: 1, 24: 14}
    player: black
    solution: |
      # there is only one way in
      black 6-3: bar/22 22/16
      white 1-1: 1/off(4)
"""


def collection(text: str) -> list[tuple[str, int, str]]:
    found = read_collection(SourceFile("some.yaml", text))
    return [(one.code, one.span.line if one.span else 0, one.message) for one in check(found)]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "endings.yaml"
    path.write_text(GOOD, encoding="utf-8")
    return str(path)


def test_a_good_collection() -> None:
    assert collection(GOOD) == []


@pytest.mark.parametrize(
    ("change", "code", "line"),
    [
        (("1/off(2)", "1/7"), "T702", 10),
        (("white wins 1 point", "white wins 2 points"), "T702", 11),
        (("throws: [2-1]", "throws: [2-2]"), "T711", 9),
        (("throws: [2-1]", "throws: [9-1]"), "T706", 7),
        (("{24: 2, off: 13}", "{24: 2, off: 12}"), "T704", 6),
        (("player: black", "player: blue"), "T710", 17),
        (("    goal:", "    gaol:"), "T710", 8),
        (("white 1-1", "white 1-2"), "T702", 21),
    ],
)
def test_faults_are_told_at_their_lines(change: tuple[str, str], code: str, line: int) -> None:
    assert change[0] in GOOD
    found = collection(GOOD.replace(*change))
    assert (code, line) in [one[:2] for one in found], found


def test_throws_fall_as_the_problem_says() -> None:
    found = read_collection(SourceFile("some.yaml", GOOD))
    game = pose(found.engine, found.problems["1"], 1)
    assert game.cast().values == (2, 1)
    game.act(game.cast())
    game.act(game.options()[0])
    game.act(game.options()[0])
    assert game.is_over


def test_the_command(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["problems", file]) == 0
    assert "hard  Black enters" in capsys.readouterr().out
    assert main(["problems", file, "show", "1", "--solution"]) == 0
    out = capsys.readouterr().out
    assert "The throws: 2-1." in out and "White wins before" in out and "white 2-1: 1/off(2)" in out
    assert main(["problems", file, "check"]) == 0
    assert "2 problems of Backgammon" in capsys.readouterr().out
    assert main(["problems", file, "show", "3"]) == 2
    assert "there is no problem '3'; there are 1, hard" in capsys.readouterr().err


def test_what_is_no_collection(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.yaml"
    path.write_text("a: b\n", encoding="utf-8")
    assert main(["problems", str(path)]) == 2
    assert "T710" in capsys.readouterr().err


def test_a_problem_is_played(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("roll\n1/off(2)\nquit\n"))
    assert main(["problems", file, "play", "1"]) == 0
    assert "White throws 2-1." in capsys.readouterr().out
