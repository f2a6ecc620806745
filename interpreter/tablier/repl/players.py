"""Who plays: people, and machines by name."""

from __future__ import annotations

from collections.abc import Callable

from tablier.play.engine import Engine
from tablier.play.game import Action, Game
from tablier.play.plays import legal_plays
from tablier.play.search import TooManyPlaysError
from tablier.play.state import State
from tablier.play.typed import Moves

HUMAN = "human"

Opponent = Callable[[Game], Action]
"""Decides what is due, from the game's own chance, so that a seed gives the same game."""

OPPONENTS: dict[str, Opponent] = {"random": lambda game: game.random_action()}
"""Every machine that can be named for a side."""

Hinter = Callable[[Engine, State], Moves]
"""Names a legal play of the throw on the table."""


def any_play(engine: Engine, state: State) -> Moves:
    """Return a legal play, the first in the canonical order, or at least its first move."""
    try:
        return tuple(step.move for step in legal_plays(engine, state)[0].steps)
    except TooManyPlaysError:
        return (engine.moves(state)[0],)
