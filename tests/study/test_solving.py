"""Small games worked out: known odds, with and without numpy; simulation stays inside their intervals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tablier
from tablier.cli import main
from tablier.play.state import read_position
from tablier.study import iterate
from tablier.study.faults import StudyError
from tablier.study.positions import Explorer, most_positions, outlook
from tablier.study.simulate import simulate
from tablier.study.solving import Solution, solve

RACE = str(Path(__file__).parents[1] / "bad" / "race.yaml")
KNOWN = [
    ("ur-finkel", 1, 217, 0.530049840),
    ("game-of-twenty", 1, 277, 0.525702069),
    ("ur-masters", 1, 216, 0.527598258),
]
LARGER = [
    ("ur-finkel", 2, 12_869, 0.518572907),
    ("game-of-twenty", 2, 20_314, 0.512826741),
    ("ur-masters", 2, 18_992, 0.510354916),
]


def solved(name: str, men: int, **more: str) -> Solution:
    return solve(tablier.load(name, constants={"men_each": men}), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "men", "positions", "odds"), KNOWN)
def test_known_odds(name: str, men: int, positions: int, odds: float) -> None:
    found = solved(name, men)
    assert found.positions == positions
    assert found.odds.win == pytest.approx(odds, abs=5e-10)
    assert found.odds.points == pytest.approx(2 * found.odds.win - 1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "men", "positions", "odds"), LARGER)
def test_known_odds_of_two_men(name: str, men: int, positions: int, odds: float) -> None:
    found = solved(name, men)
    assert found.positions == positions
    assert found.odds.win == pytest.approx(odds, abs=5e-10)


def test_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = solved("ur-finkel", 1)
    monkeypatch.setattr(iterate, "find_spec", lambda _: None)
    plain = solved("ur-finkel", 1)
    assert plain.odds.win == pytest.approx(usual.odds.win, abs=1e-11)
    assert plain.lengths == pytest.approx(usual.lengths, abs=1e-12)


def test_lengths_are_a_distribution() -> None:
    found = solved("ur-finkel", 1)
    assert sum(found.lengths) == pytest.approx(1, abs=1e-10)
    mean = sum(length * share for length, share in enumerate(found.lengths))
    assert mean == pytest.approx(found.odds.throws, abs=1e-6)
    assert found.length_shares["50 %"] == 16
    assert found.to_rows()[16]["throws"] == 16


def test_simulation_agrees_with_random_play() -> None:
    ruleset = tablier.load(RACE)
    exact, tally = solve(ruleset, "random"), simulate(ruleset, 3000, 5)
    assert not tally.figure("lead_wins", 0.999).excludes(exact.odds.win)
    assert not tally.figure("throws", 0.999).excludes(exact.odds.throws)
    for length in (3, 4, 5):
        share = tally.lengths[length] / tally.games
        assert share == pytest.approx(exact.lengths[length], abs=0.03)


def test_the_best_play_is_no_worse_than_chance() -> None:
    ruleset = tablier.load(RACE)
    assert solve(ruleset, "best").odds.throws <= solve(ruleset, "random").odds.throws


@pytest.mark.slow
def test_sides_that_never_meet() -> None:
    ruleset = tablier.load("doublets-willughby")
    assert outlook(ruleset).independent
    exact, tally = solve(ruleset), simulate(ruleset, 2000, 5, workers=None)
    assert exact.players == "random"
    assert exact.odds.win == pytest.approx(0.530606813, abs=1e-8)
    assert exact.odds.throws == pytest.approx(19.552272336, abs=1e-8)
    assert not tally.figure("lead_wins", 0.999).excludes(exact.odds.win)
    assert not tally.figure("throws", 0.999).excludes(exact.odds.throws)


def test_side_by_side_and_together_are_the_same() -> None:
    """The race of two chains, and one chain of both sides: two ways to the same odds."""
    ruleset = tablier.load(RACE)
    assert outlook(ruleset).independent
    explorer = Explorer(ruleset)
    chain = iterate.random_play(explorer.explore())
    together = chain.value([float(won) for won, _ in chain.graph.endings])
    apart = solve(ruleset, "random")
    assert apart.odds.points == pytest.approx(float(together[0]), abs=1e-10)
    assert iterate.lengths(chain)[:20] == pytest.approx(apart.lengths[:20], abs=1e-10)


@pytest.mark.parametrize("name", ["jacquet", "backgammon", "doublets-cotton", "gul-bara"])
def test_what_is_too_large_is_refused_at_once(name: str) -> None:
    with pytest.raises(StudyError, match=r"too large|without end"):
        solve(tablier.load(name))


def test_the_limit() -> None:
    ruleset = tablier.load("ur-finkel", constants={"men_each": 2})
    assert most_positions(ruleset) == 18_496
    with pytest.raises(StudyError, match="more than 500 positions"):
        solve(ruleset, limit=500)


def test_advice() -> None:
    ruleset = tablier.load("ur-finkel", constants={"men_each": 1})
    found = solve(ruleset)
    rows = read_position(ruleset, {"white": {"14": 1}, "black": {"4": 1}})
    first, *_ = found.best(rows, 0, (1,))
    assert (first.odds.win, first.odds.throws) == (1.0, 0.0)
    (waits,) = found.best(rows, 0, (0,))
    assert 0 < waits.odds.win < 1
    assert waits.odds.win + found.at(rows, 1).win < 1.5
    assert found.at(rows, 0).win > waits.odds.win


@pytest.mark.slow
def test_advice_with_a_choice() -> None:
    found = solved("ur-finkel", 2)
    ruleset = found.ruleset
    rows = read_position(ruleset, {"white": {"hand": 1, "4": 1}, "black": {"hand": 1, "8": 1}})
    plays = found.best(rows, 0, (3,))
    assert len(plays) > 1
    assert plays[0].odds.win == max(one.odds.win for one in plays)


# --- the command --------------------------------------------------------------------------------


def test_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "ur-finkel", "--set", "men_each=1", "--throw", "4"]) == 0
    out = capsys.readouterr().out
    assert "undecided positions with a side to throw: 217" in out
    assert "wins 0.530049840" in out
    assert "hand/A1  0.679802667" in out


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    given = '{"white": {"7": 1}, "black": {"6": 1}}'
    arguments = ["solve", "ur-finkel", "--set", "men_each=1", "--position", given, "--throw", "2", "--json"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["constants"] == {"men_each": 1}
    assert found["plays"][0]["notation"] == "B3/B5"
    assert 0 < found["plays"][0]["win"] < 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["jacquet"], "too large to solve"),
        (["ur-finkel"], "fewer men (--set men_each=...)"),
        (["ur-finkel", "--set", "men_each=1", "--position", "{}"], "needs a --throw"),
        (["ur-finkel", "--set", "men_each=1", "--position", "{", "--throw", "1"], "not JSON"),
        (["ur-finkel", "--set", "men_each=1", "--throw", "9"], "cannot be thrown"),
        (["ur-finkel", "--set", "men_each=1", "--limit", "5"], "more than 5 positions"),
    ],
)
def test_misuse(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *arguments]) == 2
    assert words in capsys.readouterr().err
