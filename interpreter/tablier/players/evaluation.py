"""What a position is worth: pips, men within the other's reach, moves that are open.

Reach and open moves are asked from the rules: the moves of each number are made on the rows, looked
at, and taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any

from tablier.model.emit import CONTEXT
from tablier.model.generate import Move, Row
from tablier.play.machine import Machine
from tablier.play.state import Outcome, Stage
from tablier.play.table import Table
from tablier.players.facts import Facts

MOST_OPEN = 4
"""More open moves by one number than this are no better."""

_HIGH, _LOW, _MIDDLE, _TOTAL = (CONTEXT[name] for name in ("high", "low", "middle", "total"))
_DOUBLET = CONTEXT["doublet"]
_TRIPLET = CONTEXT["triplet"]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each thing counts, in pips; reach and room are counted for every number by its chance."""

    threat: float = 0.8
    """Pips that the side about to throw may cost the other."""
    exposure: float = 0.55
    """The same of the side that has just played: it can be answered first."""
    room: float = 1.6
    """An open move, up to `MOST_OPEN` of them."""


class Evaluation:
    """Worth of tables for White, from -1 (lost) to 1 (won); a finished game counts more for more points."""

    def __init__(self, machine: Machine, weights: Weights | None = None) -> None:
        """Evaluate by these weights."""
        self.machine, self.weights = machine, weights or Weights()
        self.facts = Facts(machine)
        self.tempo = self.facts.pips_of_throw / 2
        self.distances = self.facts.distances
        self.numbers = self.facts.numbers
        self.has_contact = any(
            clause.values.get("whose", "theirs") == "theirs" for clause in machine.ruleset.section("contact")
        )

    def worth(self, table: Table) -> float:
        """What a table is worth for White."""
        if table.stage is Stage.OVER:
            return outcome_worth(table.outcome)
        lead = self.lead(*table.rows) + (self.tempo if table.player == 0 else -self.tempo)
        return self.squashed(lead + self.prospects(table), table)

    def squashed(self, lead: float, table: Table) -> float:
        """From a lead in pips to a number between -1 and 1: late in a game the same lead is worth more."""
        spread = 8 + 0.12 * (self.way(0, table.rows[0]) + self.way(1, table.rows[1]))
        return lead / (spread + abs(lead))

    def lead(self, white: Sequence[int], black: Sequence[int]) -> float:
        """How many pips White is ahead."""
        return self.way(1, black) - self.way(0, white)

    def way(self, side: int, row: Sequence[int]) -> int:
        """The pips that a side has still to go."""
        return sum(map(mul, row, self.distances[side]))

    def prospects(self, table: Table) -> float:
        """Reach and room of both sides, in pips for White."""
        found = 0.0
        for side, sign in ((0, 1), (1, -1)):
            threat, room = self.reach(table, side)
            weight = self.weights.threat if side == table.player else self.weights.exposure
            found += sign * (weight * threat + self.weights.room * room)
        return found

    def reach(self, table: Table, side: int) -> tuple[float, float]:
        """The pips that a side may cost the other with one number, and its open moves, by chance."""
        rules, context = self.machine.rules[side], list(table.context)
        mine, theirs = table.rows[side], table.rows[1 - side]
        context[_DOUBLET] = context[_TRIPLET] = False
        context[-2], context[-1] = mine, theirs
        threat, room, before = 0.0, 0.0, self.way(1 - side, theirs)
        for number, chance in self.numbers:
            context[_HIGH] = context[_LOW] = context[_MIDDLE] = context[_TOTAL] = number
            for tier in rules.moves:
                moves = tier(mine, theirs, context, number)
                if moves:
                    break
            room += chance * min(len(moves), MOST_OPEN)
            if moves and self.has_contact:
                worst = max(self.cost(side, mine, theirs, context, move) for move in moves)
                threat += chance * max(worst - before, 0)
        return threat, room

    def cost(self, side: int, mine: Row, theirs: Row, context: list[Any], move: Move) -> int:
        """The pips that the other side has to go after a move, 0 when it touches nobody."""
        rules = self.machine.rules[side]
        token = rules.do(mine, theirs, context, move)
        after = 0 if token is None else self.way(1 - side, theirs)
        rules.undo(mine, theirs, context, move, token)
        return after


def outcome_worth(outcome: Outcome | None) -> float:
    """What the end of a game is worth for White."""
    if outcome is None or outcome.winner is None:
        return 0.0
    size = 1 + 0.25 * min(max(outcome.points, 1) - 1, 4)
    return size if outcome.winner == 0 else -size
