"""Random play on a table changed in place: the same games as `Game.play_out`, without its states."""

from __future__ import annotations

from tablier.play.chance import Chance
from tablier.play.machine import CHOICES, Machine
from tablier.play.state import Stage
from tablier.play.table import Table


def answer(machine: Machine, table: Table, yes: bool) -> None:
    """The side on turn says yes or no: to the numbers of the lead, or to a double."""
    if table.stage is Stage.ADOPT:
        machine.adopt(table, yes)
    elif yes:
        machine.take(table)
    else:
        machine.drop(table)


def step(machine: Machine, table: Table, chance: Chance) -> None:
    """Draw what is due, a throw or a legal decision, and do it."""
    match table.stage:
        case Stage.PLAY:
            options = machine.moves(table)
            stopping = machine.may_stop(table)
            if machine.watcher is not None:
                machine.watcher.decision(len(options) + stopping)
            drawn = chance.below(len(options) + stopping)
            if drawn == len(options):
                machine.finish(table)
            else:
                machine.move(table, options[drawn])
        case Stage.THROW:
            machine.throw(table, machine.device.draw(chance, table.kept))
        case Stage.LEAD:
            machine.lead(table, *chance.dice(2))
        case Stage.ADOPT | Stage.ANSWER:
            answer(machine, table, bool(chance.below(2)))
        case Stage.CHOOSE:
            machine.choose(table, CHOICES[chance.below(len(CHOICES))])
