"""Matches with a cube, played by machines."""

from tablier.model.load import load
from tablier.play.chance import Chance
from tablier.play.engine import Engine
from tablier.play.game import Action, Game
from tablier.play.match import Result, standing
from tablier.play.stakes import new_cube
from tablier.play.state import Stage

ENGINE = Engine(load("backgammon"))


def one_game(seed: int, *, crawford: bool = False) -> Game:
    """A game at random, in which now and then somebody doubles."""
    cube = new_cube(ENGINE.ruleset, in_match=True, crawford=crawford)
    game = Game(ENGINE, Chance(seed), [ENGINE.start(cube=cube)])
    while not game.is_over:
        if ENGINE.may_double(game.state) and game.chance.below(12) == 0:
            game.act(Action("double"))
        elif game.state.stage is Stage.ANSWER:
            game.act(Action("drop" if game.chance.below(5) == 0 else "take"))
        else:
            game.act(game.random_action())
    return game


def one_match(length: int, seed: int) -> list[Game]:
    """A match to so many points."""
    games: list[Game] = []
    results: list[Result] = []
    while standing(ENGINE.ruleset, results, length).winner is None:
        now = standing(ENGINE.ruleset, results, length)
        games.append(one_game(seed * 1000 + len(games), crawford=now.crawford))
        outcome = games[-1].state.outcome
        assert outcome is not None
        results.append(Result(outcome.winner, outcome.points))
    return games
