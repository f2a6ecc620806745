"""The plays that a side may make, with the tables they lead to; bounded, whatever the throw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablier.model.generate import Move
from tablier.play.chance import Chance
from tablier.play.game import Action
from tablier.play.machine import CHOICES, Machine, upto_choice
from tablier.play.search import Plays, TooManyPlaysError
from tablier.play.state import Stage
from tablier.play.table import Table

MOST_NODES = 1500
"""Throws with more positions than this are sampled, move by move."""
SAMPLES = 4
"""How many plays of such a throw are looked at."""

Worth = Callable[[Table], float]


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be decided: what is done, one after another, and the table it leads to."""

    actions: tuple[Action, ...]
    table: Table


def options(machine: Machine, table: Table, chance: Chance, worth: Worth) -> list[Option]:
    """Return what the side on turn may decide; of very many plays, a few that are good at every move."""
    match table.stage:
        case Stage.ADOPT:
            return [_done(machine, table, Action("adopt", (answer,))) for answer in (0, 1)]
        case Stage.ANSWER:
            return [_done(machine, table, Action(answer)) for answer in ("take", "drop")]
        case Stage.CHOOSE:
            return [_done(machine, table, Action("choose", (number,))) for number in CHOICES]
    found = positions(machine, table)
    if found is None:
        return _sampled(machine, table, chance, worth)
    return [_played(machine, table, moves) for plays in found for moves, _ in plays.values()]


def positions(machine: Machine, table: Table, most: int = MOST_NODES) -> tuple[Plays, Plays] | None:
    """Return the positions that the plays of a throw reach, or None when there are too many."""
    try:
        # A search that is given up leaves the rows as they were then: it has rows of its own.
        return machine.search(table.copy()).positions(upto_choice(table.left), most)
    except TooManyPlaysError:
        return None


def do(machine: Machine, table: Table, action: Action) -> None:
    """Do one thing that the side on turn has decided."""
    values = action.values
    match action.kind:
        case "adopt":
            machine.adopt(table, bool(values[0]))
        case "take":
            machine.take(table)
        case "drop":
            machine.drop(table)
        case "choose":
            machine.choose(table, values[0])
        case "move":
            machine.move(table, (values[0], values[1], values[2], values[3]))
        case _:
            machine.finish(table)


def _done(machine: Machine, table: Table, *actions: Action) -> Option:
    after = table.copy()
    for action in actions:
        do(machine, after, action)
    return Option(actions, after)


def _played(machine: Machine, table: Table, moves: tuple[Move, ...]) -> Option:
    """The table after moves, and after stopping where something could still be moved."""
    after, actions = table.copy(), [Action("move", move) for move in moves]
    before = table.before
    for move in moves:
        machine.move(after, move)
    if after.stage is Stage.PLAY and after.player == table.player and after.before is before:
        machine.finish(after)
        actions.append(Action("stop"))
    return Option(tuple(actions), after)


def _sampled(machine: Machine, table: Table, chance: Chance, worth: Worth) -> list[Option]:
    """Plays made move by move: one by the best-looking moves, the others partly by chance."""
    return [_one_sample(machine, table, chance, worth, wild=bool(index)) for index in range(SAMPLES)]


def _one_sample(machine: Machine, table: Table, chance: Chance, worth: Worth, *, wild: bool) -> Option:
    after, actions = table.copy(), []
    sign = 1 if table.player == 0 else -1
    while after.stage is Stage.PLAY and after.player == table.player and after.before is table.before:
        moves = machine.moves(after)
        if not moves:
            break
        if wild and chance.below(2):
            move = moves[chance.below(len(moves))]
        else:
            move = max(moves, key=lambda one: sign * _looks(machine, after, one, worth))
        actions.append(Action("move", move))
        machine.move(after, move)
    return Option(tuple(actions), after)


def _looks(machine: Machine, table: Table, move: Move, worth: Worth) -> float:
    """What the table is worth with a man moved, whatever the rules make of it then."""
    rules, player = machine.rules[table.player], table.player
    mine, theirs, context = table.rows[player], table.rows[1 - player], table.context
    token = rules.do(mine, theirs, context, move)
    found = worth(table)
    rules.undo(mine, theirs, context, move, token)
    return found
