"""A few random games of a ruleset, to see that it ends and that its kinds of move ever happen."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tablier.diagnostics import Diagnostic, Severity
from tablier.model.ruleset import Ruleset
from tablier.play.chance import Chance, game_seed
from tablier.play.machine import Machine
from tablier.play.playout import step
from tablier.play.state import Stage, position
from tablier.play.table import Table

GAMES = 6
"""How many games are tried."""
MOST_STEPS = 20_000
"""After so many throws and moves a game is thought not to end."""


def try_out(ruleset: Ruleset, games: int = GAMES) -> Iterator[Diagnostic]:
    """Yield what is wrong: an error when a game does not end, a warning for kinds of move never seen."""
    machine = Machine(ruleset)
    seen: set[int] = set()
    for number in range(games):
        table = machine.start()
        chance = Chance(game_seed(1, number))
        for _ in range(MOST_STEPS):
            if table.stage is Stage.OVER:
                break
            if table.stage is Stage.PLAY:
                seen.update(move[1] for move in machine.moves(table))
            step(machine, table, chance)
        else:
            yield _endless(ruleset, table)
            return
    shown = {str(name) for example in ruleset.examples for name in example.content.get("tests") or ()}
    for index, clause in enumerate(ruleset.section("moves")):
        if shown & {clause.name, clause.id}:
            continue
        if index not in seen and clause.span.file == str(ruleset.path):
            message = f"in {games} random games no man ever could make the move '{clause.name}'"
            yield Diagnostic("T520", message, clause.span, severity=Severity.WARNING, clause=clause.id)


def _endless(ruleset: Ruleset, table: Table) -> Diagnostic:
    where = json.dumps(position(ruleset, table.freeze().rows))
    message = f"a random game was not over after {MOST_STEPS} throws and moves; it stood at {where}"
    ends = ruleset.section("end")
    return Diagnostic("T519", message, ends[0].span if ends else None)
