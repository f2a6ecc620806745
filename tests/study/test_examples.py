"""Every shipped ruleset is well formed, and every worked case in it comes out as it says."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tablier import report
from tablier.model import library, survey
from tablier.model.load import load
from tablier.study.examples import Verdict, check_examples

FILES = list(library.files())
GAMES = list(survey.games())


@cache
def verdicts(name: str) -> dict[str, Verdict]:
    return {verdict.example.name: verdict for verdict in check_examples(load(name))}


def cases() -> Iterator[Any]:
    """A ruleset that cannot be read has one case, which says so."""
    for name in GAMES:
        try:
            examples = load(name).examples
        except ValueError:
            yield pytest.param(name, None, id=name)
            continue
        yield from (pytest.param(name, one.name, id=f"{name}-{one.name}") for one in examples)


@pytest.mark.parametrize(("name", "example"), list(cases()))
def test_the_example_comes_out_as_it_says(name: str, example: str | None) -> None:
    assert example is not None, f"{name} cannot be read"
    assert report.render(verdicts(name)[example].diagnostics) == ""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_examples(name: str) -> None:
    assert load(name).examples


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_ruleset_is_well_formed(path: Path) -> None:
    assert report.render(survey.validate(str(path))) == ""


def test_the_library_is_not_empty() -> None:
    assert GAMES
    assert len({path.stem for path in FILES}) == len(FILES), "two files have the same name"
