"""`tablier check -v` draws each example, and says what was expected and what happened."""

from pathlib import Path

import pytest

from tablier import cli
from tablier.authoring.starting import write
from tablier.authoring.verdicts import as_text
from tablier.model import survey
from tablier.model.load import load
from tablier.study.examples import check_examples


@pytest.mark.parametrize("name", list(survey.games()))
def test_every_example_of_the_library_can_be_shown(name: str) -> None:
    ruleset = load(name)
    for verdict in check_examples(ruleset):
        said = as_text(ruleset, verdict)
        assert "expected" in said and "happened" in said


def test_a_passing_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("my-race", None, tmp_path)
    assert cli.main(["check", "-v", str(path)]) == cli.FINE
    said = capsys.readouterr().out
    assert "ok     my-race shut_out: Black holds both points" in said
    assert "    tests     enter, held_point, bar_first, leftovers" in said
    assert "    given     White throws 6-2" in said
    assert "    happened  no play: nothing changes" in said


def test_a_failing_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("my-race", None, tmp_path)
    text = path.read_text(encoding="utf-8").replace("points: 2}", "points: 3}", 1)
    path.write_text(text, encoding="utf-8")
    assert cli.main(["check", "-v", str(path)]) == cli.FINDINGS
    said = capsys.readouterr().out
    assert "FAILED my-race double_win" in said
    assert "    expected  outcome: {winner: white, points: 3}" in said
    assert "white wins, for 2" in said
