"""Many games of one run, counted: in this process while they are few, on all cores when they are many."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tablier.model.ruleset import Ruleset
from tablier.study.crews import Crew, Pending, Stop, alone, cores, drive, interruptible, pool
from tablier.study.game_file import GameFile
from tablier.study.games import GameResult
from tablier.study.runs import FASTER, RANDOM, Batch, Run, has_fast, pays, play, prepare
from tablier.study.tally import Tally

__all__ = ["Means", "Simulation", "Tally", "simulate"]

TRIAL = 0.25
"""Seconds for which a run is tried in this process before workers are hired."""
WORTH_HIRING = 1.0
"""Seconds of work that a worker is worth hiring for."""

Tick = Callable[[int], None]
"""Told how many more games have been played."""


@dataclass
class Means:
    """With what games are played: how many workers or whose cluster, and by which executor."""

    workers: int | None = None
    """None: as many as there are cores."""
    plain: bool = False
    crew: Crew | None = None
    """Workers hired by somebody else, such as a cluster."""
    tell: Callable[[str], None] = field(default=lambda _: None)
    """Told in a few words what takes time beside playing."""

    def hire(self, seconds: float) -> Crew:
        """Return workers for so many seconds of work of one."""
        if self.crew is not None:
            return self.crew
        worth = max(1.0, seconds / WORTH_HIRING)
        return pool(int(min(self.workers or cores(), worth)))

    @property
    def hands(self) -> int:
        """How many workers there are at most."""
        return self.crew.workers if self.crew is not None else self.workers or cores()


@dataclass
class Counted:
    """What came of a chunk of games, added up where they were played: games are much to send."""

    tally: Tally
    seconds: float


def count(run: Run, games: range, *, fast: bool = False) -> Counted:
    """Play some games of a run, and add them up."""
    batch, tally = play(run, games, fast=fast), Tally.of(run.ruleset, run.seed, run.players)
    tally.add(batch.results, batch.traffic, batch.executor)
    return Counted(tally, batch.seconds)


@dataclass
class Simulation:
    """Plays a run, and counts."""

    run: Run
    games: int
    means: Means = field(default_factory=Means)
    tick: Tick = lambda _: None
    out: GameFile | None = None
    keep: Callable[[list[GameResult]], None] | None = None
    stop: Stop = field(default_factory=Stop)
    resumed: int = 0
    """Games that were in the file already."""

    def __post_init__(self) -> None:
        """Begin with nothing counted."""
        self.tally = Tally.of(self.run.ruleset, self.run.seed, self.run.players)

    def play(self) -> Tally:
        """Return the tally of all games, or of those that were played before the run was stopped."""
        began = time.perf_counter()
        with ExitStack() as stack:
            pending = Pending.of(self._missing(stack))
            stack.enter_context(interruptible(self.stop))
            self._try(pending)
            if pending.gaps and not self.stop.reason:
                self._play_all(pending)
        self.tally.seconds = time.perf_counter() - began
        return self.tally

    def _missing(self, stack: ExitStack) -> list[range]:
        if self.out is None:
            return [range(self.games)]
        for block in self.out.read():
            self.tally.add(block)
            self.resumed += len(block)
        self.tick(self.resumed)
        stack.enter_context(self.out)
        return self.out.missing()

    def _try(self, pending: Pending) -> None:
        """Play for a moment in this process: few games are then over, and of many the rate is known."""
        if self.means.crew is None:
            self.stop.deadline = time.perf_counter() + TRIAL
            drive(partial(play, self.run), pending, alone(), self._take, self.stop)
            self.stop.deadline = None

    def _play_all(self, pending: Pending) -> None:
        seconds = pending.left / pending.rate if pending.rate else float("inf")
        fast = self._use_fast(seconds / self.means.hands)
        if fast:
            pending.rate = 0.0
        crew = self.means.hire(seconds / FASTER if fast else seconds)
        try:
            if self.out is None and self.keep is None:
                drive(partial(count, self.run, fast=fast), pending, crew, self._merge, self.stop)
            else:
                drive(partial(play, self.run, fast=fast), pending, crew, self._take, self.stop)
        finally:
            crew.dismiss()

    def _use_fast(self, seconds: float) -> bool:
        """Whether to play on with the fast executor; where the workers are ours, its code is made ready."""
        if self.means.plain or not has_fast(self.run):
            return False
        if self.means.crew is not None:
            return True
        if not pays(self.run, seconds):
            return False
        self.means.tell("compiling the rules")
        prepare(self.run)
        return True

    def _merge(self, chunk: range, counted: Counted) -> None:
        self.tally.merge(counted.tally)
        self.tick(len(chunk))

    def _take(self, chunk: range, batch: Batch) -> None:
        self.tally.add(batch.results, batch.traffic, batch.executor)
        if self.out is not None:
            self.out.add(batch.results)
        if self.keep is not None:
            self.keep(batch.results)
        self.tick(len(chunk))


def simulate(
    ruleset: Ruleset,
    games: int,
    seed: int = 1,
    tick: Tick | None = None,
    *,
    players: tuple[str, str] = (RANDOM, RANDOM),
    workers: int | None = 1,
    plain: bool = False,
    out: str | Path | None = None,
) -> Tally:
    """Return the tally of games 0 to `games` - 1 of a run; each game's seed is drawn from the run's.

    Args:
        ruleset: what is played, with its readings and constants.
        games: how many games.
        seed: the same seed gives the same games.
        tick: told from time to time how many more games have been played.
        players: who plays; where the two differ, they change sides after every game.
        workers: processes that share the work (None: one for each core); the numbers do not depend on it.
        plain: never compile the rules.
        out: a file for one line of JSON a game; what it has already is not played again.

    >>> import tablier
    >>> tally = simulate(tablier.load("jacquet"), games=20, seed=1)
    >>> tally.games, tally.executor
    (20, 'plain')
    """
    run = Run(ruleset, seed, players)
    file = None if out is None else GameFile(Path(out), run, games)
    nothing: Any = lambda _: None  # noqa: E731
    return Simulation(run, games, Means(workers, plain), tick or nothing, file).play()
