"""Machines that play any ruleset, from what its rules say alone."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tablier.play.chance import Chance, mix
from tablier.play.game import Action
from tablier.play.machine import CHOICES, Machine
from tablier.play.playout import step
from tablier.play.state import Stage
from tablier.play.table import Table
from tablier.players.evaluation import Evaluation, Weights
from tablier.players.facts import Faces
from tablier.players.options import Option, do, options, positions

_SALT = 0x7AB1E5

DOUBLE, TOO_GOOD, DROP = 0.3, 0.8, -0.4
"""Worths of a position: one doubles from the first to the second, and drops at the third or below."""


class Player(Protocol):
    """Decides for the side on turn."""

    def decide(self, machine: Machine, table: Table, chance: Chance) -> Action:
        """Return what the side on turn does next: it moves, stops, names a number, adopts or not."""


class Random:
    """Every legal decision is as likely; it draws from the game's own chance."""

    def decide(self, machine: Machine, table: Table, chance: Chance) -> Action:
        """Draw a decision as `playout.step` does."""
        match table.stage:
            case Stage.ADOPT:
                return Action("adopt", (chance.below(2),))
            case Stage.ANSWER:
                return Action("drop" if chance.below(2) else "take")
            case Stage.CHOOSE:
                return Action("choose", (CHOICES[chance.below(len(CHOICES))],))
        moves, stopping = machine.moves(table), machine.may_stop(table)
        drawn = chance.below(len(moves) + stopping)
        return Action("stop") if drawn == len(moves) else Action("move", moves[drawn])


class Thinker:
    """Decides on a whole play at a time, and makes it move by move.

    What it draws does not come out of the game's chance: whoever plays, the dice fall the same.
    """

    weights = Weights()

    def __init__(self) -> None:
        """Nothing is planned yet."""
        self.evaluation: Evaluation | None = None
        self.plan: list[tuple[object, Action]] = []
        """Decisions, each with what tells the table on which it is due."""

    def look(self, machine: Machine) -> None:
        """Work out what the rules say, where that has not been done."""
        if self.evaluation is None or self.evaluation.machine is not machine:
            self.evaluation, self.plan = Evaluation(machine, self.weights), []

    def decide(self, machine: Machine, table: Table, chance: Chance) -> Action:
        """Return the next part of the plan, or make a new plan."""
        self.look(machine)
        if table.stage is Stage.ANSWER:
            return Action("take" if self.takes(table) else "drop")
        if not self.plan or self.plan[0][0] != _sign(table):
            own = Chance(mix(chance.state ^ _SALT))
            self.plan = list(_signed(machine, table, self.best(machine, table, own)))
        return self.plan.pop(0)[1]

    def doubles(self, machine: Machine, table: Table) -> bool:
        """Whether the side about to throw is far enough ahead to double, and not so far that all is won."""
        self.look(machine)
        assert self.evaluation is not None
        ahead = self.evaluation.worth(table) * (1 if table.player == 0 else -1)
        return DOUBLE <= ahead <= TOO_GOOD

    def takes(self, table: Table) -> bool:
        """Whether a double is worth taking: a quarter of the games are won."""
        assert self.evaluation is not None
        behind = self.evaluation.worth(table) * (1 if table.player == 0 else -1)
        return behind > DROP

    def best(self, machine: Machine, table: Table, chance: Chance) -> Option:
        """Return what looks best; of equals, the first in canonical order."""
        return self.ranked(machine, table, chance)[0][1]

    def ranked(self, machine: Machine, table: Table, chance: Chance) -> list[tuple[float, Option]]:
        """Return what can be decided with its worth for the side on turn, best first."""
        assert self.evaluation is not None
        worth, sign = self.evaluation.worth, 1 if table.player == 0 else -1
        found = options(machine, table, chance, worth)
        return sorted(((sign * worth(one.table), one) for one in found), key=lambda pair: -pair[0])


class Cautious(Thinker):
    """Looks at what its play leaves, and leaves nothing within the other's reach if it can."""

    weights = Weights(threat=1.4, exposure=0.2, room=1.2)


class Bold(Thinker):
    """Looks at what its play leaves, and cares more for what it may hit than for what may be hit."""

    weights = Weights(threat=0.4, exposure=1.0, room=1.6)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work one decision may take."""

    candidates: int = 5
    """So many of the best-looking plays are looked into."""
    margin: float = 0.35
    """Plays that look worse than the best by more than this are not."""
    throws: int = 21
    """So many throws of the other side; where there are more, they are drawn."""
    answers: int = 400
    """A throw with more positions to look at is answered at random."""


class Expect(Thinker):
    """Looks one throw ahead: after each good-looking play, at the other side's best answer to every throw."""

    def __init__(self, effort: Effort | None = None) -> None:
        """Work as hard as the effort says."""
        super().__init__()
        self.effort = effort or Effort()

    def best(self, machine: Machine, table: Table, chance: Chance) -> Option:
        """Return the play with the best expectation over the throws that may follow."""
        found = shortlist(self.ranked(machine, table, chance), self.effort)
        if len(found) == 1:
            return found[0]
        sign, seed = 1 if table.player == 0 else -1, chance.state
        return max(found, key=lambda one: sign * self.expectation(machine, one.table, Chance(seed)))

    def expectation(self, machine: Machine, table: Table, chance: Chance) -> float:
        """What a table is worth for White when the next throw has been played well."""
        assert self.evaluation is not None
        if table.stage is not Stage.THROW:
            return self.settled(machine, table, chance)
        found = total = 0.0
        for faces, weight in self.throws(table, chance):
            after = table.copy()
            machine.throw(after, faces)
            found += weight * self.settled(machine, after, chance)
            total += weight
        return found / total

    def throws(self, table: Table, chance: Chance) -> Sequence[tuple[Faces, float]]:
        """Every throw with its chance, or as many as the effort allows, drawn evenly along their list."""
        assert self.evaluation is not None
        facts, most = self.evaluation.facts, self.effort.throws
        found = facts.throws_after(table.kept) if table.kept else facts.throws
        if len(found) <= most:
            return found
        start = chance.below(1000) / 1000
        marks, total, drawn = [(start + index) / most for index in range(most)], 0.0, []
        for faces, weight in found:
            hits = sum(total <= mark < total + weight for mark in marks)
            total += weight
            drawn += [(faces, float(hits))] if hits else []
        return drawn

    def settled(self, machine: Machine, table: Table, chance: Chance) -> float:
        """What a table is worth for White when the side on turn plays what lies there as it looks best."""
        assert self.evaluation is not None
        if table.stage is not Stage.PLAY:
            return self.evaluation.worth(table)
        reached = self.answer(machine, table)
        if reached is None:
            after = table.copy()
            while _is_same_throw(table, after) and machine.moves(after):
                moves = machine.moves(after)
                machine.move(after, moves[chance.below(len(moves))])
            return self.evaluation.worth(after)
        return self.evaluation.worth(reached)

    def answer(self, machine: Machine, table: Table) -> Table | None:
        """The table after the play with the greatest gain in pips; None when there are too many plays."""
        assert self.evaluation is not None
        found = positions(machine, table, self.effort.answers)
        if found is None:
            return None
        (kept, ends), player = found, table.player
        after = table.copy()
        if ends:
            for move in next(iter(ends.values()))[0]:
                machine.move(after, move)
            return after
        lead = self.evaluation.lead
        if player == 0:
            key = max(kept, key=lambda one: lead(one[0], one[1]), default=None)
        else:
            key = min(kept, key=lambda one: lead(one[1], one[0]), default=None)
        for move in kept[key][0] if key is not None else ():
            machine.move(after, move)
        return after


def shortlist(ranked: Sequence[tuple[float, Option]], effort: Effort) -> list[Option]:
    """Return the plays worth looking into."""
    best = ranked[0][0]
    return [one for worth, one in ranked[: effort.candidates] if worth >= best - effort.margin]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision by trial games may cost: so many games in all, or so many seconds."""

    games: int = 160
    seconds: float | None = None
    depth: int = 12
    """A trial game is broken off after so many throws, and valued as it stands."""


class Rollout(Thinker):
    """Tries each good-looking play in random games, all with the same dice."""

    def __init__(self, budget: Budget | None = None) -> None:
        """Spend as much as the budget allows."""
        super().__init__()
        self.budget = budget or Budget()

    def best(self, machine: Machine, table: Table, chance: Chance) -> Option:
        """Return the play whose trial games end best."""
        found = shortlist(self.ranked(machine, table, chance), Effort(candidates=6))
        if len(found) == 1:
            return found[0]
        sign, sums, began = 1 if table.player == 0 else -1, [0.0] * len(found), time.monotonic()
        rounds = max(self.budget.games // len(found), 1)
        number = 0
        while self.goes_on(number, rounds, began):
            seed = mix(chance.state + number)
            for index, one in enumerate(found):
                sums[index] += sign * self.trial(machine, one.table, Chance(seed))
            number += 1
        return found[max(range(len(found)), key=lambda index: sums[index])]

    def goes_on(self, number: int, rounds: int, began: float) -> bool:
        """Whether the budget allows another round of trial games; there is always one."""
        if self.budget.seconds is None:
            return number < rounds
        return number == 0 or time.monotonic() - began < self.budget.seconds

    def trial(self, machine: Machine, table: Table, chance: Chance) -> float:
        """What a random game from a table comes to, for White."""
        assert self.evaluation is not None
        table, throws = table.copy(), 0
        while table.stage is not Stage.OVER and throws < self.budget.depth:
            throws += table.stage is Stage.THROW
            step(machine, table, chance)
        return self.evaluation.worth(table)


def _is_same_throw(start: Table, now: Table) -> bool:
    return now.stage is Stage.PLAY and now.player == start.player and now.before is start.before


def _signed(machine: Machine, table: Table, option: Option) -> Iterator[tuple[object, Action]]:
    """The decisions of an option, each with what tells its table."""
    table = table.copy()
    for action in option.actions:
        yield _sign(table), action
        do(machine, table, action)


def _sign(table: Table) -> object:
    """What tells whether a plan still fits."""
    return table.stage, table.player, table.left, tuple(table.rows[0]), tuple(table.rows[1])
