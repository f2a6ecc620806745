"""Games between players of any kind, who sit at the table by name: the same counts as for random play."""

from __future__ import annotations

from tablier.model.ruleset import Ruleset
from tablier.play.chance import Chance, game_seed
from tablier.play.machine import Machine
from tablier.play.playout import step
from tablier.play.state import Stage
from tablier.play.table import Table
from tablier.play.watch import Watcher
from tablier.players import STRONGEST, Player, make_player
from tablier.players.options import do
from tablier.study.games import MOST_STEPS, GameResult, Runner, Traffic, result_of

__all__ = ["STRONGEST", "seated_runner"]


def seated_runner(ruleset: Ruleset, names: tuple[str, str]) -> Runner:
    """Return the runner of games between two players, who change sides after every game.

    The player named first has White in games 0, 2, 4, ... Each sits down anew for each game, so that a
    game is the same whatever was played before it.
    """
    machine = Machine(ruleset)

    def run(run_seed: int, first: int, count: int) -> tuple[list[GameResult], Traffic]:
        watcher = Watcher(ruleset)
        results = []
        for number in range(first, first + count):
            watcher.new_game()
            seats = [make_player(name) for name in (names if number % 2 == 0 else names[::-1])]
            table = _play(machine, watcher, Chance(game_seed(run_seed, number)), seats)
            results.append(result_of(number, table, watcher))
        return results, Traffic(watcher.entered, watcher.held)

    return run


def _play(machine: Machine, watcher: Watcher, chance: Chance, seats: list[Player]) -> Table:
    """Play a game; nobody watches while a player thinks, who may try out moves."""
    machine.watcher = watcher
    table = machine.start()
    for _ in range(MOST_STEPS):
        if table.stage is Stage.OVER:
            break
        if table.stage in (Stage.LEAD, Stage.THROW):
            step(machine, table, chance)
            continue
        machine.watcher = None
        action = seats[table.player].decide(machine, table, chance)
        machine.watcher = watcher
        if table.stage is Stage.PLAY:
            watcher.decision(len(machine.moves(table)) + machine.may_stop(table))
        do(machine, table, action)
    return table
