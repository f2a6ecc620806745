"""Readings that share the default's games come to the same as readings that play every game themselves."""

from __future__ import annotations

import os

import pytest

from tablier.diagnostics import RulesetError
from tablier.model import survey
from tablier.model.load import load
from tablier.model.ruleset import Ruleset
from tablier.study.games import plain_runner
from tablier.study.runs import Run, play
from tablier.study.sharing import Sharing, play_shared

FEW = [
    "jacquet-versailles",
    "doublets-willughby",
    "ur-finkel",
    "senet-kendall",
    "tabula",
    "fallas",
    "contrare-puff",
]
ALL = list(survey.games()) if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else FEW


def readings_of(name: str) -> dict[str, Ruleset]:
    """The default and every other value of every reading, by its label."""
    base = load(name)
    found = {"default": base}
    for reading in base.readings.values():
        for value in reading.values:
            if value != reading.chosen:
                try:
                    found[f"{reading.name}={value}"] = load(name, {reading.name: value})
                except RulesetError:  # a value that goes only with another one
                    continue
    return found


@pytest.mark.parametrize("name", ALL)
def test_shared_games_are_the_games_played_apart(name: str) -> None:
    rulesets = readings_of(name)
    found = Sharing(list(rulesets.values())).play(3, range(4, 10))
    for (label, ruleset), batch in zip(rulesets.items(), found, strict=True):
        assert (batch.results, batch.traffic) == plain_runner(ruleset)(3, 4, 6), label


def test_most_readings_share() -> None:
    """Those stand apart who have other moves to try, or judge plays by something else."""
    rulesets = readings_of("jacquet-versailles")
    apart = {list(rulesets)[number] for number in Sharing(list(rulesets.values())).apart}
    assert apart == {
        "bouchon_tested=after_move",
        "forced_bouchon=allowed",
        "larger_number=next_man",
        "first_table_limit=two",
    }


def test_a_reading_that_answers_otherwise_plays_itself() -> None:
    rulesets = readings_of("jacquet-versailles")
    pair = [rulesets["default"], rulesets["double_game=by_agreement"]]
    sharing = Sharing(pair)
    old, new = sharing.play(1, range(12))
    differing = [one.number for one, other in zip(old.results, new.results, strict=True) if one != other]
    double = [one.number for one in old.results if one.points == 2]
    assert double and differing == double


def test_other_games_stand_apart() -> None:
    sharing = Sharing([load("backgammon"), load("jacquet"), load("portes")])
    assert sharing.apart == {1, 2}


def test_runs_share() -> None:
    runs = [Run(one, 5) for one in list(readings_of("ur-finkel").values())[:3]]
    for run, batch in zip(runs, play_shared(runs, range(5)), strict=True):
        apart = play(run, range(5))
        assert (batch.results, batch.traffic, batch.executor) == (apart.results, apart.traffic, "plain")
