"""What must hold of every game, whatever its rules: tried on random games of every ruleset."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from tablier.model import survey
from tablier.model.layout import SIDES, Layout
from tablier.model.load import load
from tablier.play import search
from tablier.play.chance import Chance, game_seed
from tablier.play.engine import CHOICES, Engine
from tablier.play.game import Action, Game, new_game, replay
from tablier.play.machine import Machine
from tablier.play.playout import step
from tablier.play.plays import Play, legal_plays, play_to_json
from tablier.play.search import TooManyPlaysError
from tablier.play.state import Rows, Stage, State, position, read_position, uses_throws
from tablier.play.table import Table

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
GAMES_OF_EACH = 60 if THOROUGH else 2
THROWS_OF_EACH = 600 if THOROUGH else 25
MOST_THROWS = 6_000
MOST_ACTIONS = 30_000
MOST_NODES = 50_000 if THOROUGH else 1_500
"""Throws with more positions on the way than this are not listed and walked through."""

GAMES = list(survey.games())
every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(autouse=True)
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_NODES", MOST_NODES)


@cache
def engine_of(name: str) -> Engine:
    return Engine(load(name))


@cache
def games_of(name: str) -> list[Game]:
    """A few random games, each played to its end."""
    games = [new_game(load(name), game_seed(1, number), engine_of(name)) for number in range(GAMES_OF_EACH)]
    for game in games:
        game.play_out(most=MOST_ACTIONS)
    return games


def some(states: list[State], most: int) -> list[State]:
    """As many of the states as asked for, spread evenly."""
    every = max(1, len(states) // most)
    return states[::every][:most]


def throws_of(name: str) -> list[State]:
    """States in which a throw, or numbers given, begin to be played."""
    found = [
        after
        for game in games_of(name)
        for before, after in pairwise(game.states)
        if after.stage in (Stage.PLAY, Stage.CHOOSE) and before.stage in (Stage.THROW, Stage.LEAD)
    ]
    return some(found, THROWS_OF_EACH)


# --- whole games --------------------------------------------------------------------------------


@every_game
def test_a_game_ends(name: str) -> None:
    for game in games_of(name):
        assert game.is_over, f"not over after {len(game.actions)} actions"
        assert sum(action.kind == "throw" for action in game.actions) <= MOST_THROWS
        outcome = game.state.outcome
        assert outcome is not None
        assert outcome.winner in (0, 1, None)
        assert outcome.points >= 0


@every_game
def test_men_are_neither_lost_nor_made(name: str) -> None:
    ruleset = engine_of(name).ruleset
    end = ruleset.layout.men_end
    for game in games_of(name):
        for state in game.states:
            for row, men in zip(state.rows, ruleset.men, strict=True):
                assert sum(row[:end]) == men
                assert min(row[:end]) == 0 <= min(row[1:end])
                assert row[0] == 0


@every_game
def test_nothing_is_legal_after_the_end_and_something_before(name: str) -> None:
    engine = engine_of(name)
    for game in games_of(name):
        for state in some(game.states, 200):
            if state.stage is Stage.PLAY:
                assert engine.moves(state) or engine.may_stop(state)
        assert game.options() == []
        assert engine.moves(game.state) == []
        assert not engine.may_stop(game.state)


@every_game
def test_a_record_replays_to_the_same_game(name: str) -> None:
    for game in games_of(name):
        assert replay(engine_of(name), game.actions).states == game.states


@every_game
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    again = new_game(load(name), game_seed(1, 0))
    again.play_out(most=MOST_ACTIONS)
    assert again.actions == games_of(name)[0].actions
    assert again.states == games_of(name)[0].states


@every_game
def test_play_on_a_table_is_the_same_game(name: str) -> None:
    machine = Machine(load(name))
    for number, game in enumerate(games_of(name)):
        table, chance = machine.start(), Chance(game_seed(1, number))
        for at, state in enumerate(game.states):
            assert table.freeze() == state, f"unlike after {game.actions[:at][-1:]}"
            if table.stage is not Stage.OVER:
                step(machine, table, chance)


@every_game
def test_taking_back_restores_exactly(name: str) -> None:
    played = games_of(name)[0]
    game = Game(played.engine, Chance(0))
    for action in played.actions:
        game.act(action)
    for action, state in reversed(list(zip(played.actions, played.states, strict=False))):
        assert game.undo() == action
        assert game.state == state
    with pytest.raises(IndexError):
        game.undo()
    assert game.state == game.engine.start()


# --- states -------------------------------------------------------------------------------------


@every_game
def test_a_state_is_a_value(name: str) -> None:
    for game in games_of(name):
        for state in some(game.states, 100):
            thawed = Table.of(state).freeze()
            assert thawed == state
            assert hash(thawed) == hash(state)


@every_game
def test_a_position_survives_json(name: str) -> None:
    ruleset = engine_of(name).ruleset
    kept = ruleset.layout.size if uses_throws(ruleset) else ruleset.layout.throws
    for game in games_of(name):
        for state in some(game.states, 100):
            text = json.dumps(position(ruleset, state.rows))
            read = read_position(ruleset, json.loads(text))
            assert [row[:kept] for row in read] == [row[:kept] for row in state.rows]
            assert json.dumps(position(ruleset, read)) == text


# --- plays --------------------------------------------------------------------------------------


def listed(engine: Engine, state: State) -> list[Play]:
    """The plays of a throw; none where there are too many to list."""
    try:
        return legal_plays(engine, state)
    except TooManyPlaysError:
        return []


def is_same_throw(start: State, state: State) -> bool:
    return (
        state.stage in (Stage.PLAY, Stage.CHOOSE)
        and state.player == start.player
        and state.before is start.before
    )


def outcome_of(state: State) -> Any:
    """What a play comes to, for comparing two ways to make it."""
    return (state.rows, state.stage, state.player, state.passed, state.kept, state.outcome)


@every_game
def test_plays_are_distinct_and_each_can_be_played(name: str) -> None:
    engine = engine_of(name)
    for start in throws_of(name):
        plays = listed(engine, start)
        results = [play_to_json(engine, play) for play in plays]
        told = [json.dumps({**one, "notation": "", "moves": []}, sort_keys=True) for one in results]
        assert len(set(told)) == len(told)
        for play in plays if len(plays) <= 60 else plays[:: len(plays) // 60]:
            assert outcome_of(played(engine, start, play)) == outcome_of(play.after)


def played(engine: Engine, start: State, play: Play) -> State:
    """The state after a play, made move by move, each of which must be on offer."""
    state = start
    for one in play.steps:
        if state.stage is Stage.CHOOSE:
            state = engine.choose(state, one.move[0])
        assert one.move in engine.moves(state)
        state = engine.move(state, one.move)
    if not play.steps and state.stage is Stage.CHOOSE:
        return play.after
    if is_same_throw(start, state) and state != play.after:
        assert engine.may_stop(state)
        state = engine.stop(state)
    return state


@every_game
def test_moves_one_by_one_lead_to_the_listed_plays_and_to_no_others(name: str) -> None:
    engine = engine_of(name)
    for start in throws_of(name):
        plays = listed(engine, start)
        ends = list(walked(engine, start)) if plays else []
        if 0 < len(ends) < MOST_NODES:
            assert {outcome_of(state) for state in ends} == {outcome_of(play.after) for play in plays}


def walked(engine: Engine, start: State) -> Iterator[State]:
    """Every state that moves on offer lead to, until the throw has been played."""
    seen, todo = {start}, [start]
    while todo and len(seen) < MOST_NODES:
        state = todo.pop()
        if not is_same_throw(start, state):
            yield state
            continue
        for after in onward(engine, state):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    if todo:
        yield from [start] * MOST_NODES


def onward(engine: Engine, state: State) -> Iterator[State]:
    if state.stage is Stage.CHOOSE:
        yield from (engine.choose(state, number) for number in CHOICES)
        return
    yield from (engine.move(state, move) for move in engine.moves(state))
    if engine.may_stop(state):
        yield engine.stop(state)


@every_game
def test_both_sides_play_by_the_same_rules(name: str) -> None:
    """Where the board looks alike to both, what White may do Black may do from the mirrored position."""
    engine = engine_of(name)
    if not is_alike_for_both(engine.ruleset.layout) or any(
        clause.values.get("of") == "game" for clause in engine.ruleset.section("memory")
    ):
        pytest.skip("the two sides have unlike boards, or a memory in common")
    for state in some(throws_of(name), 10 if not THOROUGH else 200):
        if state.after is None and state.stage is Stage.PLAY:
            assert [other_way(after) for after in onward(engine, state)] == list(
                map(seen, onward(engine, mirrored(state)))
            )


def is_alike_for_both(layout: Layout) -> bool:
    return all(
        layout.same_point(0, 0, 1, step) == layout.same_point(1, 0, 1, step)
        for step in range(1, layout.last + 1)
    )


def swapped(rows: Rows) -> Rows:
    return rows[1], rows[0]


def mirrored(state: State) -> State:
    return replace(state, rows=swapped(state.rows), before=swapped(state.before), player=1 - state.player)


def seen(state: State) -> Any:
    outcome = state.outcome
    won = None if outcome is None or outcome.winner is None else SIDES[outcome.winner]
    return (state.rows, state.stage, state.player, state.left, state.passed, state.kept, won)


def other_way(state: State) -> Any:
    rows, stage, player, left, passed, kept, won = seen(state)
    other = None if won is None else SIDES[1 - SIDES.index(won)]
    return (swapped(rows), stage, 1 - player, left, passed, kept, other)


# --- what a record refuses ------------------------------------------------------------------------


@every_game
def test_a_record_against_the_rules_is_refused(name: str) -> None:
    game = games_of(name)[0]
    beyond = Action("move", (7, 0, 1, 1))
    with pytest.raises(ValueError, match=f"action {len(game.actions) + 1}, move"):
        replay(engine_of(name), [*game.actions, beyond])
    with pytest.raises(ValueError, match="action 1, move"):
        replay(engine_of(name), [beyond])
