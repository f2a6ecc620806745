"""Who can play: every machine by name, for any ruleset.

`random`, `cautious`, `bold`, `expect`, `rollout`; a budget stands behind a colon: `rollout:400`
tries 400 games a decision, `rollout:2s` plays them for two seconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tablier.diagnostics import Diagnostic, RulesetError, suggest
from tablier.play.chance import Chance
from tablier.play.engine import Engine
from tablier.play.game import Action, Game
from tablier.play.machine import Machine
from tablier.play.playout import step
from tablier.play.state import Stage, State
from tablier.play.table import Table
from tablier.players.machines import Bold, Budget, Cautious, Expect, Player, Random, Rollout, Thinker
from tablier.players.options import do

__all__ = ["PLAYERS", "STRONGEST", "Player", "decide", "doubles", "hint", "make_player", "play_on"]

PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": Random,
    "cautious": Cautious,
    "bold": Bold,
    "expect": Expect,
    "rollout": Rollout,
}
"""Every machine by name; each side of each game gets one of its own."""

STRONGEST = "expect"
"""The strongest that answers within about a second."""

_BUDGET = re.compile(r"rollout:(?:(\d{1,6})|(\d{1,4}(?:\.\d{1,3})?)s)")


def make_player(name: str) -> Player:
    """Return a machine by its name.

    Raises:
        RulesetError: T706 when there is no such machine.
    """
    if name in PLAYERS:
        return PLAYERS[name]()
    budget = _BUDGET.fullmatch(name)
    if budget is None:
        message = f"there is no player '{name[:40]}'; there are {', '.join(PLAYERS)}"
        raise RulesetError([Diagnostic("T706", message, suggestion=suggest(name, PLAYERS))])
    games, seconds = budget.groups()
    return Rollout(Budget(games=int(games)) if games else Budget(seconds=float(seconds)))


def decide(player: Player, game: Game) -> Action:
    """Return what a machine does next in a game."""
    return player.decide(game.engine.machine, Table.of(game.state), game.chance)


def doubles(player: Player, game: Game) -> bool:
    """Return whether a machine turns the cube before it throws; that it may is known."""
    return isinstance(player, Thinker) and player.doubles(game.engine.machine, Table.of(game.state))


def play_on(machine: Machine, table: Table, chance: Chance, players: tuple[Player, Player]) -> None:
    """Draw a throw that is due, or let the side on turn decide, and do it."""
    if table.stage in (Stage.LEAD, Stage.THROW):
        step(machine, table, chance)
    else:
        do(machine, table, players[table.player].decide(machine, table, chance))


def hint(engine: Engine, state: State, chance: Chance | None = None) -> tuple[tuple[int, int, int, int], ...]:
    """Return the moves of the play that the strongest quick machine would make."""
    player, machine, made = make_player(STRONGEST), engine.machine, []
    table = Table.of(state)
    while table.stage is Stage.PLAY and table.player == state.player and table.before == state.before:
        action = player.decide(machine, table, chance or Chance(0))
        if action.kind != "move":
            break
        made.append((action.values[0], action.values[1], action.values[2], action.values[3]))
        do(machine, table, action)
    return tuple(made)
