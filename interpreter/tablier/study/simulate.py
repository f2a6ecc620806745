"""Many games between random players, counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tablier.model.layout import SIDES
from tablier.model.ruleset import Ruleset
from tablier.play.chance import Chance, game_seed
from tablier.play.machine import Machine
from tablier.play.playout import step
from tablier.play.state import Outcome, Stage

MOST_STEPS = 50_000
"""A game that is not over after so many throws and moves counts as unfinished."""


@dataclass
class Tally:
    """What many games came to; lengths are counted in throws."""

    ruleset: str
    readings: dict[str, str]
    seed: int
    games: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    first_wins: int = 0
    unfinished: int = 0
    seconds: float = 0.0

    @property
    def finished(self) -> int:
        """Games that came to an end."""
        return self.games - self.unfinished

    @property
    def first_share(self) -> float:
        """Share of the finished games that the side throwing first won; a draw is half a win."""
        draws = self.winners["nobody"]
        return (self.first_wins + draws / 2) / self.finished if self.finished else 0.0

    @property
    def mean_length(self) -> float:
        """Mean number of throws of the finished games."""
        total = sum(length * count for length, count in self.lengths.items())
        return total / self.finished if self.finished else 0.0

    @property
    def mean_points(self) -> float:
        """Mean points of the finished games."""
        total = sum(points * count for points, count in self.points.items())
        return total / self.finished if self.finished else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the counts for JSON; the time taken is the only thing that differs between runs."""
        return {
            "ruleset": self.ruleset,
            "readings": self.readings,
            "seed": self.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "ends": dict(sorted(self.ends.items())),
            "winners": dict(sorted(self.winners.items())),
            "points": {str(points): count for points, count in sorted(self.points.items())},
            "mean_points": self.mean_points,
            "throws": {
                "mean": self.mean_length,
                "least": min(self.lengths, default=0),
                "most": max(self.lengths, default=0),
            },
            "first_player_share": self.first_share,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
        }


def simulate(ruleset: Ruleset, games: int, seed: int, tick: Callable[[], None] | None = None) -> Tally:
    """Return the tally of games 0 to `games` - 1 of a run; each game's seed is drawn from the run's."""
    machine, tally = Machine(ruleset), Tally(ruleset.name, ruleset.chosen_readings, seed)
    began = time.perf_counter()
    for number in range(games):
        count(tally, machine, game_seed(seed, number))
        if tick is not None:
            tick()
    tally.seconds = time.perf_counter() - began
    return tally


def count(tally: Tally, machine: Machine, seed: int) -> None:
    """Play one game at random and add it to the tally."""
    table, chance, first, throws = machine.start(), Chance(seed), -1, 0
    for _ in range(MOST_STEPS):
        if table.stage is Stage.OVER:
            break
        thrown = table.stage is Stage.THROW
        throws += thrown
        first = table.player if thrown and first < 0 else first
        was_lead = table.stage in (Stage.LEAD, Stage.ADOPT)
        step(machine, table, chance)
        if was_lead and table.stage not in (Stage.LEAD, Stage.ADOPT) and table.throw_of_turn:
            # The numbers of the lead were played at once; they are a throw too.
            throws, first = throws + 1, table.player if first < 0 else first
    tally.games += 1
    if table.outcome is None:
        tally.unfinished += 1
        return
    _add(tally, table.outcome, first)
    tally.lengths[throws] += 1


def _add(tally: Tally, outcome: Outcome, first: int) -> None:
    tally.ends[outcome.clause] += 1
    tally.points[outcome.points] += 1
    tally.winners["nobody" if outcome.winner is None else SIDES[outcome.winner]] += 1
    tally.first_wins += outcome.winner == first
