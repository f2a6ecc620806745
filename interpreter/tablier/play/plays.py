"""All complete, distinct plays of a throw, and how they are written for machines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablier.model.generate import Move
from tablier.model.layout import SIDES
from tablier.play.engine import CHOICES, Engine
from tablier.play.notation import format_play
from tablier.play.state import Outcome, Rows, Stage, State, position


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a play, as it happened: the number, the places, and whether it hit."""

    move: Move
    hit: bool


@dataclass(frozen=True, slots=True)
class Play:
    """All moves made with a throw, and the state that they lead to."""

    player: int
    steps: tuple[Step, ...]
    rows: Rows
    """The position that the moves leave."""
    after: State
    """The state that follows, when all that needs no decision has been done."""

    @property
    def passed(self) -> tuple[int, ...]:
        """Numbers passed to the other side."""
        return self.after.passed

    @property
    def next(self) -> str:
        """`throw again`, `opponent` or `end`: what follows for the side that played."""
        if self.after.stage is Stage.OVER:
            return "end"
        if self.after.passed:
            thrower = self.after.after.value if self.after.after else SIDES[self.after.player]
            return "throw again" if thrower == SIDES[self.player] else "opponent"
        return "throw again" if self.after.player == self.player else "opponent"

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, when this play ended it."""
        return self.after.outcome


def legal_plays(engine: Engine, state: State) -> list[Play]:
    """Return the complete, distinct plays of the throw on the table, in canonical order.

    No legal move gives one play without moves.

    Raises:
        TooManyPlaysError: when there are too many to list.
    """
    found: dict[Any, Play] = {}
    for play in _plays(engine, state, state.player, ()):
        found.setdefault(_identity(play), play)
    return list(found.values())


def finished(before: State, after: State) -> Play:
    """Return the play without moves of a throw that could not be played at all."""
    return Play(before.player, (), before.rows, after)


def _identity(play: Play) -> Any:
    after = play.after
    return play.rows, play.passed, play.next, after.outcome, after.rows, after.kept


def _plays(engine: Engine, state: State, player: int, made: tuple[Step, ...]) -> list[Play]:
    if state.stage is Stage.CHOOSE:
        named = (engine.choose(state, number) for number in CHOICES)
        return [play for one in named for play in _onward(engine, state, one, player, made)]
    found = []
    for moves, _ in list(engine.search(state).plays(engine.due(state))):
        steps, reached, rows = made, state, state.rows
        for move in moves:
            steps, rows, reached = _step(engine, reached, move, steps)
        if reached.stage is Stage.PLAY and _is_same_throw(state, reached, player):
            reached = engine.stop(reached)
        if reached.stage is Stage.CHOOSE and reached.player == player:
            found.extend(_plays(engine, reached, player, steps))
        else:
            found.append(Play(player, steps, rows, reached))
    return found


def _onward(engine: Engine, before: State, state: State, player: int, made: tuple[Step, ...]) -> list[Play]:
    """After a number has been named: its plays, or the end of the throw where it has none."""
    if state.stage is Stage.PLAY and _is_same_throw(before, state, player):
        return _plays(engine, state, player, made)
    return [Play(player, made, before.rows, state)]


def _is_same_throw(state: State, reached: State, player: int) -> bool:
    return reached.player == player and reached.before is state.before and reached.throw == state.throw


def _step(
    engine: Engine, state: State, move: Move, made: tuple[Step, ...]
) -> tuple[tuple[Step, ...], Rows, State]:
    rows, hit = engine.moved(state, move)
    return (*made, Step(move, hit)), rows, engine.move(state, move)


# --- for machines ------------------------------------------------------------------------------


def play_to_json(engine: Engine, play: Play) -> dict[str, Any]:
    """Return a play as the machine interface has it."""
    ruleset = engine.ruleset
    return {
        "notation": format_play(ruleset, play.player, [(step.move, step.hit) for step in play.steps]),
        "moves": [step_to_json(engine, step) for step in play.steps],
        "position": position(ruleset, play.after.rows),
        "left": list(play.passed),
        "next": play.next,
        "events": [],
        "outcome": outcome_to_json(play.outcome),
    }


def step_to_json(engine: Engine, step: Step) -> dict[str, Any]:
    """Return one move: from, to, number, and `hit` where it hit."""
    names = engine.ruleset.layout.place_names
    number, _, origin, target = step.move
    found: dict[str, Any] = {"from": names[origin], "to": names[target], "number": number}
    if step.hit:
        found["hit"] = True
    return found


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return the winner and the points, or None."""
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else SIDES[outcome.winner],
        "points": outcome.points,
    }
