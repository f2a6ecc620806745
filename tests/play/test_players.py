"""Machines for any ruleset: they play by the rules, from the rules, and the same again by seed."""

import pytest

from tablier.diagnostics import RulesetError
from tablier.model.load import load
from tablier.play.chance import Chance, game_seed
from tablier.play.engine import Engine
from tablier.play.game import Game, new_game
from tablier.play.game import replay as play_again
from tablier.play.machine import Machine
from tablier.play.state import Stage
from tablier.players import PLAYERS, STRONGEST, decide, hint, make_player, play_on
from tablier.players.evaluation import Evaluation
from tablier.players.facts import Facts
from tablier.players.machines import Budget, Effort, Expect, Rollout

GAMES = ["backgammon", "jacquet-versailles", "plakoto", "ur-finkel", "acey-deucey", "gul-bara"]


def played(engine: Engine, names: tuple[str, str], seed: int, most: int = 60) -> Game:
    """A game between machines, or its beginning."""
    game, players = new_game(engine.ruleset, seed, engine), tuple(map(make_player, names))
    for _ in range(most):
        if game.is_over:
            break
        due = game.state.stage in (Stage.LEAD, Stage.THROW)
        game.act(game.cast() if due else decide(players[game.state.player], game))
    return game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", PLAYERS)
def test_what_they_do_is_legal_and_the_same_again(name: str, who: str) -> None:
    if who == "rollout":
        who = "rollout:12"
    engine = Engine(load(name))
    first = played(engine, (who, "random"), 3, most=24)
    assert play_again(engine, first.actions).state == first.state
    assert played(engine, (who, "random"), 3, most=24).actions == first.actions


def test_thinking_draws_no_dice() -> None:
    """Whoever thinks, and however long, the throws of a seed are the same."""
    engine = Engine(load("backgammon"))
    throws = [
        [action.values for action in played(engine, (who, who), 5).actions if action.kind == "throw"][:5]
        for who in ("cautious", "bold", "rollout:6")
    ]
    assert throws[0] == throws[1] == throws[2]


def share(ruleset: str, names: tuple[str, str], games: int) -> float:
    """Of games with both colours, the share that the first of two machines wins."""
    machine, won = Machine(load(ruleset)), 0.0
    for number in range(games):
        first = number % 2
        players = (make_player(names[first]), make_player(names[1 - first]))
        table, chance = machine.start(), Chance(game_seed(1, number // 2))
        while table.stage is not Stage.OVER:
            play_on(machine, table, chance, players)
        winner = table.outcome.winner if table.outcome is not None else None
        won += 0.5 if winner is None else winner == first
    return won / games


def test_looking_at_what_a_play_leaves_is_better_than_chance() -> None:
    assert share("backgammon", ("cautious", "random"), 20) >= 0.9
    assert share("backgammon", ("bold", "random"), 20) >= 0.9


@pytest.mark.slow
def test_looking_a_throw_ahead_is_better_than_chance() -> None:
    for name in ("backgammon", "jacquet", "plakoto", "long-narde"):
        assert share(name, ("expect", "random"), 10) >= 0.8


def test_a_game_of_pure_chance_is_even() -> None:
    assert 0.3 <= share("doublets-willughby", ("cautious", "random"), 60) <= 0.7


def test_the_hint_is_a_legal_play() -> None:
    engine = Engine(load("backgammon"))
    state = engine.throw(engine.start(0), (3, 1))
    moves = hint(engine, state)
    assert [move[2:] for move in moves] == [(17, 20), (19, 20)]  # 8/5 6/5 makes a point


def test_a_winning_move_is_seen() -> None:
    engine = Engine(load("backgammon"))
    rows = [list(row) for row in engine.ruleset.setup]
    layout = engine.ruleset.layout
    for row in rows:
        row[: layout.men_end] = [0] * layout.men_end
    rows[0][24], rows[0][23], rows[0][layout.off] = 1, 1, 13
    rows[1][layout.bar], rows[1][24], rows[1][layout.off] = 1, 1, 13
    state = engine.start(0).changed(rows=(tuple(rows[0]), tuple(rows[1])))
    for who in ("cautious", "bold", "expect", "rollout:8"):
        game = Game(engine, Chance(1), [engine.throw(state, (2, 1))])
        player = make_player(who)
        while not game.is_over:
            game.act(decide(player, game))
        assert game.state.outcome is not None and game.state.outcome.winner == 0


# --- what the rules say -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["backgammon", "ur-finkel", "ludus-anglicorum", "senet-kendall"])
def test_the_chances_of_all_throws_make_one(name: str) -> None:
    facts = Facts(Machine(load(name)))
    assert sum(chance for _, chance in facts.throws) == pytest.approx(1)
    assert sorted(faces for faces, _ in facts.throws) == sorted(facts.machine.throws())
    assert facts.pips_of_throw > 0


def test_dice_that_stay_are_kept_first() -> None:
    facts = Facts(Machine(load("backgammon")))
    found = dict(facts.throws_after((2,)))
    assert found == {(2, face): pytest.approx(1 / 6) for face in range(1, 7)}


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_worth_the_same_from_the_other_side(name: str) -> None:
    """Contrary or parallel, the start is as good for one side as for the other when each throws."""
    machine = Machine(load(name))
    evaluation, tables = Evaluation(machine), [machine.start(side) for side in (0, 1)]
    first, second = (evaluation.worth(table) for table in tables)
    assert first == pytest.approx(-second)


def test_a_man_within_reach_is_worth_less() -> None:
    machine = Machine(load("backgammon"))
    evaluation, table = Evaluation(machine), machine.start(1)
    safe = evaluation.worth(table)
    table.rows[0][19] -= 1
    table.rows[0][18] += 1  # as far from home as a man on White's 7 is, alone before Black's men
    blot = evaluation.worth(table)
    assert blot < safe


def test_effort_bounds_the_throws_looked_at() -> None:
    machine = Machine(load("ludus-anglicorum"))
    player = Expect(Effort(throws=10))
    table = machine.start()
    player.evaluation = Evaluation(machine)
    found = player.throws(table, Chance(1))
    assert 0 < len(found) <= 10 and sum(weight for _, weight in found) == 10


def test_a_rollout_stops_in_time() -> None:
    player = make_player("rollout:0.05s")
    assert isinstance(player, Rollout) and player.budget == Budget(seconds=0.05)
    engine = Engine(load("backgammon"))
    game = Game(engine, Chance(1), [engine.throw(engine.start(0), (6, 5))])
    assert decide(player, game).kind == "move"


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(RulesetError, match=r"no player 'expct'(?s:.*)did you mean 'expect'"):
        make_player("expct")
    with pytest.raises(RulesetError):
        make_player("rollout:many")
    assert STRONGEST in PLAYERS
