"""Compares rulesets by playing the same games with each: the same dice for both sides of a comparison."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tablier.model.ruleset import Ruleset
from tablier.study.crews import Crew, Pending, Stop, alone, drive, interruptible
from tablier.study.faults import StudyError
from tablier.study.games import GameResult
from tablier.study.runs import COMPILING, RANDOM, WAKING, Run, has_fast, is_prepared, is_worth, play, prepare
from tablier.study.sharing import play_shared
from tablier.study.simulate import TRIAL, Means, Simulation
from tablier.study.statistics import Interval, Moments, all_pairs, at_most, change, difference
from tablier.study.tally import FIGURE, FIGURES, Figure, Tally, columns, to_json
from tablier.study.variants import MOST_VARIANTS, Question, Variant, variants

OLD, NEW = "old ", "new "
"""What the columns of the default and of the other ruleset are called in a pair."""


def _names(figure: Figure, which: str) -> tuple[str, str]:
    return which + figure.numerator, which + figure.denominator


PAIRS = frozenset(
    pair for figure in FIGURES for pair in all_pairs((*_names(figure, OLD), *_names(figure, NEW)))
)


@dataclass
class Pair:
    """The same games by two rulesets, added up game by game."""

    moments: Moments = field(default_factory=lambda: Moments(PAIRS))
    same: int = 0
    """Games that went alike from beginning to end."""
    games: int = 0

    def add(self, old: Sequence[GameResult], new: Sequence[GameResult]) -> None:
        """Add games; those that either ruleset did not finish are left out of the figures."""
        self.games += len(old)
        self.same += sum(map(GameResult.__eq__, old, new))
        both = [(one, other) for one, other in zip(old, new, strict=True) if one.end and other.end]
        if both:
            first, second = columns([one for one, _ in both]), columns([other for _, other in both])
            joint = {OLD + name: values for name, values in first.items()}
            self.moments.add(joint | {NEW + name: values for name, values in second.items()})

    def merge(self, other: Pair) -> None:
        """Add what was counted elsewhere."""
        self.moments.merge(other.moments)
        self.same += other.same
        self.games += other.games


@dataclass(frozen=True)
class Comparison:
    """What one variant changes."""

    variant: Variant
    tally: Tally
    pair: Pair

    def difference(self, name: str, level: float = 0.95) -> Interval:
        """Return by how much a figure differs from the default's, paired game by game."""
        figure = FIGURE[name]
        found = difference(self.pair.moments, _names(figure, OLD), _names(figure, NEW), level)
        return found.scaled(figure.scale)

    def change(self, name: str, level: float = 0.95) -> Interval:
        """Return the relative change of a figure, paired game by game (0.1: a tenth more)."""
        figure = FIGURE[name]
        return change(self.pair.moments, _names(figure, OLD), _names(figure, NEW), level)

    @property
    def affected(self) -> float:
        """Share of the games that did not go alike."""
        return 1 - self.pair.same / self.pair.games if self.pair.games else 0.0

    def affected_at_most(self, level: float = 0.95) -> float:
        """What the share of affected games is at most, when none was seen."""
        return at_most(self.pair.games, level)


@dataclass
class Study:
    """What a study found; tables, verdicts and reports are made of it."""

    base: Variant
    tally: Tally
    comparisons: list[Comparison]
    games: int
    """Games played with each ruleset."""
    due: int
    seed: int
    players: tuple[str, str]
    seconds: float = 0.0
    executor: str = "plain"
    stopped: str = ""
    """Why there are fewer games than were asked for."""
    skill: dict[str, Interval] = field(default_factory=dict)
    """For each label: the share of games that a thinking player wins against random play."""
    thinker: str = ""

    @property
    def sides(self) -> list[tuple[Variant, Tally]]:
        """Every ruleset with its tally, the default first."""
        return [(self.base, self.tally), *((one.variant, one.tally) for one in self.comparisons)]

    @property
    def joint_level(self) -> float:
        """The level of each interval at which all of them together hold with 95 % (Bonferroni)."""
        return 1 - 0.05 / max(1, len(self.comparisons) * len(FIGURES))

    def comparison(self, label: str) -> Comparison:
        """Return the comparison of a variant by its label."""
        return next(one for one in self.comparisons if one.variant.label == label)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row for each ruleset and figure, for tables, CSV files and data frames."""
        return [
            row
            for index, (variant, tally) in enumerate(self.sides)
            for row in _rows(variant, tally, self.comparisons[index - 1] if index else None)
        ]

    def to_frame(self) -> Any:
        """Return the rows as a pandas data frame.

        Raises:
            ImportError: when pandas is not installed.
        """
        import pandas

        return pandas.DataFrame(self.to_rows())

    def to_json(self) -> dict[str, Any]:
        """Return everything for JSON."""
        from tablier.study.verdicts import verdict

        return {
            "ruleset": self.base.ruleset.name,
            "constants": dict(self.base.ruleset.constants),
            "seed": self.seed,
            "games": self.games,
            "players": list(self.players),
            "executor": self.executor,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "variants": [
                {
                    "label": variant.label,
                    "changes": dict(variant.changes),
                    "verdict": verdict(self, self.comparisons[index - 1]) if index else None,
                    "affected": self.comparisons[index - 1].affected if index else None,
                    "skill": to_json(self.skill[variant.label]) if variant.label in self.skill else None,
                    "run": tally.to_json(),
                    "traffic": traffic(variant.ruleset, tally),
                    "differences": _differences(self.comparisons[index - 1]) if index else None,
                }
                for index, (variant, tally) in enumerate(self.sides)
            ],
        }


def _rows(variant: Variant, tally: Tally, comparison: Comparison | None) -> list[dict[str, Any]]:
    rows = []
    for figure in FIGURES:
        row: dict[str, Any] = {
            "variant": variant.label,
            "figure": figure.name,
            **to_json(tally.figure(figure.name)),
        }
        found = (
            to_json(comparison.difference(figure.name))
            if comparison
            else dict.fromkeys(("value", "low", "high"))
        )
        row |= {
            f"difference_{key}" if key != "value" else "difference": value for key, value in found.items()
        }
        rows.append(row)
    return rows


def _differences(comparison: Comparison) -> dict[str, Any]:
    return {
        figure.name: {
            "difference": to_json(comparison.difference(figure.name)),
            "relative": to_json(comparison.change(figure.name)),
        }
        for figure in FIGURES
    }


def traffic(ruleset: Ruleset, tally: Tally) -> dict[str, dict[str, dict[str, float]]]:
    """Return for each side and place how often a game sees a man enter it, and how many stand there."""
    names, games = ruleset.layout.place_names, max(1, tally.games)
    throws = max(1, tally.moments.totals.get("throws", 1)) / 2
    found: dict[str, dict[str, dict[str, float]]] = {}
    for side, entered, held in zip(
        ("white", "black"), tally.traffic.entered, tally.traffic.held, strict=True
    ):
        found[side] = {
            names[index]: {"entered": entered[index] / games, "held": held[index] / throws}
            for index in range(1, ruleset.layout.men_end)
            if entered[index] or held[index]
        }
    return found


def by_point(ruleset: Ruleset, counts: tuple[list[int], list[int]]) -> dict[str, int]:
    """Return counts by place as counts by point of the board, both sides and all layers together."""
    layout = ruleset.layout
    found = {point: 0 for row in ruleset.rows for point in row.split() if point not in "|."}
    for side, row in enumerate(counts):
        for index in range(1, layout.men_end):
            is_step = index <= layout.last or index > layout.bar
            step = layout.step_of[index]
            if is_step and step <= len(layout.routes[side]):
                found[layout.routes[side][step - 1]] += row[index]
    return found


# --- playing -----------------------------------------------------------------------------------


@dataclass
class Round:
    """What came of a chunk of games by every ruleset."""

    tallies: list[Tally]
    pairs: list[Pair]
    seconds: float


def play_round(runs: tuple[Run, ...], games: range, *, fast: bool = False) -> Round:
    """Return what came of the same games of every run; the first run is the default."""
    tallies, pairs, seconds = [], [], 0.0
    base: list[GameResult] = []
    is_shared = not fast and all(run.is_random for run in runs)
    batches = play_shared(runs, games) if is_shared else [play(run, games, fast=fast) for run in runs]
    for number, (run, batch) in enumerate(zip(runs, batches, strict=True)):
        tally = Tally.of(run.ruleset, run.seed, run.players)
        tally.add(batch.results, batch.traffic, batch.executor)
        tallies.append(tally)
        seconds += batch.seconds
        if number == 0:
            base = batch.results
        else:
            pair = Pair()
            pair.add(base, batch.results)
            pairs.append(pair)
    return Round(tallies, pairs, seconds)


@dataclass
class Comparing:
    """Plays a study."""

    variants: list[Variant]
    games: int
    seed: int = 1
    players: tuple[str, str] = (RANDOM, RANDOM)
    means: Means = field(default_factory=Means)
    tick: Callable[[int], None] = lambda _: None
    stop: Stop = field(default_factory=Stop)

    def __post_init__(self) -> None:
        """Begin with nothing counted."""
        self.runs = tuple(Run(one.ruleset, self.seed, self.players) for one in self.variants)
        self.tallies = [Tally.of(run.ruleset, run.seed, run.players) for run in self.runs]
        self.pairs = [Pair() for _ in self.runs[1:]]

    def play(self) -> Study:
        """Return the study of all games, or of those that were played before it was stopped."""
        began = time.perf_counter()
        pending = Pending.of([range(self.games)])
        with interruptible(self.stop):
            self.stop.deadline = began + TRIAL
            drive(partial(play_round, self.runs), pending, alone(), self._take, self.stop)
            self.stop.deadline = None
            if pending.gaps and not self.stop.reason:
                self._play_all(pending)
        for tally in self.tallies:
            tally.seconds = time.perf_counter() - began
        return self._study(time.perf_counter() - began)

    def _study(self, seconds: float) -> Study:
        comparisons = [
            Comparison(variant, tally, pair)
            for variant, tally, pair in zip(self.variants[1:], self.tallies[1:], self.pairs, strict=True)
        ]
        first = self.tallies[0]
        return Study(
            self.variants[0], first, comparisons, first.games, self.games, self.seed, self.players,
            seconds, first.executor, self.stop.reason,
        )  # fmt: skip

    def _play_all(self, pending: Pending) -> None:
        seconds = pending.left / pending.rate
        rulesets = f"{len(self.runs)} ruleset{'s' if len(self.runs) > 1 else ''}"
        self.means.tell(f"{rulesets}, about {_duration(seconds / self.means.hands)}")
        fast = not self.means.plain and self._pays(seconds)
        crew = self.means.hire(seconds)
        try:
            if fast:
                self.means.tell(f"compiling {rulesets}")
                self._prepare(crew)
                pending.rate = 0.0
            drive(partial(play_round, self.runs, fast=fast), pending, crew, self._take, self.stop)
        finally:
            crew.dismiss()

    def _pays(self, seconds: float) -> bool:
        """Whether compiling every ruleset, shared by the workers, is made up for by playing faster."""
        if not all(map(has_fast, self.runs)):
            return False
        hands = self.means.hands
        compiling = sum(COMPILING for run in self.runs if not is_prepared(run)) / min(hands, len(self.runs))
        return is_worth(compiling + WAKING * len(self.runs), seconds / hands)

    def _prepare(self, crew: Crew) -> None:
        """Let each worker compile some rulesets; all others then find them on disk."""
        waiting: list[Future[float]] = [crew.submit(prepare, run) for run in self.runs]
        for future in waiting:
            if self.stop.reason:
                future.cancel()
            else:
                future.result()

    def _take(self, chunk: range, found: Round) -> None:
        for tally, other in zip(self.tallies, found.tallies, strict=True):
            tally.merge(other)
        for pair, another in zip(self.pairs, found.pairs, strict=True):
            pair.merge(another)
        self.tick(len(chunk))


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def measure_skill(study: Study, thinker: str, games: int, means: Means, tick: Callable[[int], None]) -> None:
    """Let a thinking player play against random with every ruleset, and note the share that he wins."""
    study.thinker = thinker
    for variant, _ in study.sides:
        run = Run(variant.ruleset, study.seed, (thinker, RANDOM))
        simulation = Simulation(run, games, means, tick)
        study.skill[variant.label] = simulation.play().first_player_share()
        if simulation.stop.reason:
            study.stopped = study.stopped or simulation.stop.reason
            return


def compare(
    ruleset: str | Path,
    readings: Sequence[str] | None = None,
    *,
    games: int = 1000,
    seed: int = 1,
    cross: bool = False,
    versus: str | Path | None = None,
    chosen: Mapping[str, str] | None = None,
    constants: Mapping[str, int] | None = None,
    players: tuple[str, str] = (RANDOM, RANDOM),
    workers: int | None = 1,
    plain: bool = False,
    limit: int = MOST_VARIANTS,
) -> Study:
    """Return what doubtful clauses of a ruleset change, found by playing the same games with each text.

    Args:
        ruleset: a name or a path.
        readings: the readings to be tried, one at a time (None: all).
        games: how many games with each ruleset; the dice are the same for all.
        seed: the same seed gives the same games.
        cross: every combination of values, not one reading at a time.
        versus: another ruleset to compare with.
        chosen: values for readings that are not to have their default in any of the rulesets compared.
        constants: values for constants that are not to have the file's.
        players: who plays; where the two differ, they change sides after every game.
        workers: processes that share the work (None: one for each core); the numbers do not depend on it.
        plain: never compile the rules.
        limit: the most rulesets that may be compared.

    Raises:
        StudyError: when there is no such reading, or too much to compare.
        RulesetError: when a ruleset cannot be used.
    """
    if games < 1:
        raise StudyError("a study needs at least one game")
    question = Question(ruleset, chosen or {}, constants or {}, readings, cross, versus, limit)
    return Comparing(variants(question), games, seed, players, Means(workers, plain)).play()
