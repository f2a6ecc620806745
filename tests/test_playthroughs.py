"""A random game of every ruleset, written out: when rules or engine change, the diff shows how."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tablier.model import survey
from tablier.model.generate import Move
from tablier.model.layout import SIDES
from tablier.model.load import load
from tablier.play import search
from tablier.play.engine import Engine
from tablier.play.game import Action, Game, new_game
from tablier.play.notation import format_play
from tablier.play.plays import legal_plays
from tablier.play.search import TooManyPlaysError
from tablier.play.state import After, Stage, State, position

Golden = Callable[[Path, str], None]

FOLDER = Path(__file__).with_name("playthroughs")
GAMES = list(survey.games())
SEED = 1
MOST_NODES = 400
"""The plays of a throw are counted only where that is quick."""
MOST_THROWS = 60
"""What comes after so many throws is left out, but for the end."""


@dataclass
class Line:
    """A throw, or numbers given: who plays it, and what he does with it."""

    head: str
    start: State
    player: int
    is_throw: bool = False
    named: list[int] = field(default_factory=list)
    steps: list[tuple[Move, bool]] = field(default_factory=list)
    stopped: bool = False
    after: State | None = None


def is_played(state: State) -> bool:
    return state.stage in (Stage.PLAY, Stage.CHOOSE)


def lines_of(game: Game) -> list[Line]:
    """The game throw by throw."""
    found: list[Line] = []
    throws = 0
    for before, action, after in zip(game.states, game.actions, game.states[1:], strict=False):
        side = SIDES[before.player]
        if action.kind in ("lead", "adopt"):
            found.append(Line(opening(action, side), before, before.player, after=after))
        elif action.kind == "throw":
            throws += 1
            faces = "-".join(map(str, action.values))
            found.append(Line(f"{throws} {side} {faces}", after, before.player, is_throw=True))
        elif before.before is not found[-1].start.before or before.player != found[-1].player:
            given = "given" if before.after in (After.WHITE, After.BLACK) else "plays"
            head = f"{side} {given} {'-'.join(map(str, before.throw))}"
            found.append(Line(head, before, before.player))
        note(game.engine, found[-1], before, action)
        found[-1].after = after
    return found


def opening(action: Action, side: str) -> str:
    if action.kind == "lead":
        return "lead: white {}, black {}".format(*action.values)
    return f"{side} {'plays these numbers' if action.values[0] else 'throws anew'}"


def note(engine: Engine, line: Line, before: State, action: Action) -> None:
    """Add what a decision does to its line."""
    if action.kind == "choose":
        line.named.append(action.values[0])
    elif action.kind == "move":
        number, kind, origin, target = action.values
        move = (number, kind, origin, target)
        line.steps.append((move, engine.moved(before, move)[1]))
    elif action.kind == "stop":
        line.stopped = True


def count(engine: Engine, line: Line) -> str:
    """How many plays the throw has; `-` where it takes long to say."""
    if not is_played(line.start) or line.start.player != line.player:
        return "1"
    try:
        return str(len(legal_plays(engine, line.start)))
    except TooManyPlaysError:
        return "-"


def text_of(engine: Engine, line: Line) -> str:
    if line.head.startswith("lead") or line.start.stage is Stage.ADOPT:
        return line.head
    parts = [f"names {number}" for number in line.named]
    parts += [format_play(engine.ruleset, line.player, line.steps) or "no move"]
    parts += ["stops"] if line.stopped else []
    passed = line.after.passed if line.is_throw and line.after is not None else ()
    parts += [f"passes {'-'.join(map(str, passed))}"] if passed else []
    return f"{line.head} ({count(engine, line)}): {', '.join(parts)}"


def written(engine: Engine) -> str:
    ruleset = engine.ruleset
    game = new_game(ruleset, SEED, engine)
    game.play_out()
    readings = ", ".join(f"{name}={value}" for name, value in ruleset.chosen_readings.items())
    texts = [f"ruleset: {ruleset.name}", f"readings: {readings or 'none'}", f"seed: {SEED}", ""]
    throws = 0
    for line in lines_of(game):
        throws += line.is_throw
        if throws <= MOST_THROWS:
            texts.append(text_of(engine, line))
        if line.is_throw and throws % 10 == 0 and throws <= MOST_THROWS and line.after is not None:
            texts.append(f"   {json.dumps(position(ruleset, line.after.rows))}")
    if throws > MOST_THROWS:
        texts.append("...")
    return "\n".join([*texts, end_of(game.state, throws), ""])


def end_of(state: State, throws: int) -> str:
    outcome = state.outcome
    if outcome is None:
        return f"not over after {throws} throws"
    winner = "nobody" if outcome.winner is None else SIDES[outcome.winner]
    return f"end after {throws} throws: {winner} wins, {outcome.points} points, by {outcome.clause}"


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_NODES", MOST_NODES)
    golden(FOLDER / f"{name}.txt", written(Engine(load(name))))


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} <= set(GAMES)
