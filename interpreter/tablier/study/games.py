"""Random games one after another, by the plain executor or the fast one: the same games either way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from tablier.model.layout import SIDES
from tablier.model.ruleset import Ruleset
from tablier.play.chance import Chance, game_seed
from tablier.play.machine import Machine
from tablier.play.playout import step
from tablier.play.state import Stage
from tablier.play.table import Table
from tablier.play.watch import Watcher

MOST_STEPS = 50_000
"""A game that is not over after so many throws and decisions counts as unfinished."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What one game came to; counts are of both sides together."""

    number: int
    """Its number in the run, from 0."""
    winner: int | None
    """0 White, 1 Black, None nobody."""
    points: int
    end: str
    """The clause that ended it; "" when it was given up."""
    throws: int
    first: int
    """The side that threw first (-1: nobody did)."""
    hits: int
    passed: int
    forced: int
    lost: int
    options: int
    decisions: int
    lead_changes: int

    def to_json(self) -> dict[str, Any]:
        """Return the result for a line of JSON."""
        found = asdict(self)
        found["winner"] = None if self.winner is None else SIDES[self.winner]
        return found


@dataclass
class Traffic:
    """How often each place was entered, and how many men stood there after throws, side by side."""

    entered: tuple[list[int], list[int]]
    held: tuple[list[int], list[int]]

    def add(self, other: Traffic) -> None:
        """Add what other games counted."""
        for mine, theirs in ((self.entered, other.entered), (self.held, other.held)):
            for row, more in zip(mine, theirs, strict=True):
                row[:] = [a + b for a, b in zip(row, more, strict=True)]


Runner = Callable[[int, int, int], tuple[list[GameResult], Traffic]]
"""Plays games of a run: (run seed, first number, how many) to results and traffic."""


def plain_runner(ruleset: Ruleset) -> Runner:
    """Return the runner of the plain executor."""
    machine = Machine(ruleset)

    def run(run_seed: int, first: int, count: int) -> tuple[list[GameResult], Traffic]:
        watcher = machine.watcher = Watcher(ruleset)
        results = [play_one(machine, watcher, run_seed, number) for number in range(first, first + count)]
        return results, Traffic(watcher.entered, watcher.held)

    return run


def play_one(machine: Machine, watcher: Watcher, run_seed: int, number: int) -> GameResult:
    """Return the result of one game played at random."""
    watcher.new_game()
    table, chance = machine.start(), Chance(game_seed(run_seed, number))
    for _ in range(MOST_STEPS):
        if table.stage is Stage.OVER:
            break
        step(machine, table, chance)
    return result_of(number, table, watcher)


def result_of(number: int, table: Table, watcher: Watcher) -> GameResult:
    """Return what a game came to, from its last table and what was counted."""
    outcome, counts = table.outcome, asdict(watcher.counts)
    if outcome is None:
        return GameResult(number, None, 0, "", **counts)
    return GameResult(number, outcome.winner, outcome.points, outcome.clause, **counts)


def fast_runner(ruleset: Ruleset) -> Runner:
    """Return the runner of the fast executor.

    Raises:
        ImportError: when numba is not installed.
        ValueError: when the ruleset needs what only the plain executor has.
    """
    import numpy as np

    from tablier.fast.load import load_fast

    module = load_fast(ruleset)
    store, chance = module.new_store(), np.zeros(1, np.uint64)
    size = ruleset.layout.size
    ends = [clause.id for clause in ruleset.section("end")]

    def run(run_seed: int, first: int, count: int) -> tuple[list[GameResult], Traffic]:
        out = np.zeros((count, 12), np.int64)
        store[module.ENTERED : module.HELD + 2 * size] = 0
        seed = np.uint64(run_seed & ((1 << 64) - 1))
        module.play_many(store, chance, seed, first, count, MOST_STEPS, out)
        results = [_result(first + index, row, ends) for index, row in enumerate(out.tolist())]
        tables = [
            store[at : at + size].tolist() for at in range(module.ENTERED, module.HELD + 2 * size, size)
        ]
        return results, Traffic((tables[0], tables[1]), (tables[2], tables[3]))

    return run


def _result(number: int, row: list[int], ends: list[str]) -> GameResult:
    winner, points, clause, throws, first, *counts = row
    if winner < 0:
        return GameResult(number, None, 0, "", throws, first, *counts)
    end = "stalemate" if clause < 0 else ends[clause]
    return GameResult(number, None if winner == 2 else winner, points, end, throws, first, *counts)
