"""Who sits at the board: people, and machines by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tablier.play.engine import Engine
from tablier.play.game import Action, Game
from tablier.play.state import State
from tablier.play.typed import Moves
from tablier.players import PLAYERS, Player, decide, doubles, make_player

HUMAN = "human"

OPPONENTS = tuple(PLAYERS)
"""Every machine that can be named for a side; `rollout` takes a budget, `rollout:2s`."""

Hinter = Callable[[Engine, State], Moves]
"""Names a legal play of the throw on the table."""


def is_player(name: str) -> bool:
    """Whether somebody of this name can play.

    >>> is_player("rollout:2s"), is_player("rollout:often")
    (True, False)
    """
    try:
        return name == HUMAN or make_player(name) is not None
    except ValueError:
        return False


@dataclass
class Machines:
    """The machines of one sitting: each keeps the plan of the play that it is making."""

    made: dict[str, Player] = field(default_factory=dict)

    def doubles(self, name: str, game: Game) -> bool:
        """Whether a machine turns the cube before it throws."""
        if name not in self.made:
            self.made[name] = make_player(name)
        return doubles(self.made[name], game)

    def decide(self, name: str, game: Game) -> Action:
        """Return what a machine does, from the game's own chance, so that a seed gives the same game."""
        if name not in self.made:
            self.made[name] = make_player(name)
        return decide(self.made[name], game)
