"""What many games came to: counts that add up in any order, and the figures made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.model.layout import SIDES
from tablier.model.ruleset import Ruleset
from tablier.study.games import GameResult, Traffic
from tablier.study.statistics import NOTHING, Interval, Moments, all_pairs, ratio, wilson


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that is reported of a run: a ratio of two columns, and how it is called."""

    name: str
    title: str
    numerator: str
    denominator: str
    is_share: bool = False
    scale: float = 1.0
    """What one of the numerator counts (a draw is half a win, so wins are counted in halves)."""

    @property
    def columns(self) -> tuple[str, str]:
        """Numerator and denominator."""
        return self.numerator, self.denominator


FIGURES = (
    Figure("lead_wins", "won by the side that throws first", "lead_halves", "games", True, 0.5),
    Figure("draws", "games that nobody wins", "drawn", "games", True),
    Figure("throws", "throws in a game", "throws", "games"),
    Figure("points", "points of a game", "points", "games"),
    Figure("choices", "choices at a decision", "options", "decisions"),
    Figure("forced", "throws without a choice", "forced", "throws", True),
    Figure("lost", "throws without a move", "lost", "throws", True),
    Figure("hits", "men hit in a game", "hits", "games"),
    Figure("passed", "numbers passed over in a game", "passed", "games"),
    Figure("lead_changes", "changes of the lead in a game", "lead_changes", "games"),
)
"""What is reported of every run, in this order."""
FIGURE = {figure.name: figure for figure in FIGURES}

Columns = dict[str, list[int]]


def columns(results: Sequence[GameResult]) -> Columns:
    """Return finished games as columns of whole numbers."""
    found: Columns = {
        name: [getattr(one, name) for one in results]
        for name in ("throws", "points", "hits", "passed", "forced", "lost", "options", "decisions")
    }
    found["lead_changes"] = [one.lead_changes for one in results]
    found["games"] = [1] * len(results)
    found["drawn"] = [int(one.winner is None) for one in results]
    found["lead_halves"] = [1 if one.winner is None else 2 * (one.winner == one.first) for one in results]
    return found


PAIRS = frozenset(pair for figure in FIGURES for pair in all_pairs(figure.columns))
"""The products of columns that the figures' intervals need."""


@dataclass
class Tally:
    """What many games came to; lengths are counted in throws. `end == ""` marks an unfinished game."""

    ruleset: str
    readings: dict[str, str]
    seed: int
    constants: dict[str, int] = field(default_factory=dict)
    players: tuple[str, str] = ("random", "random")
    games: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    moments: Moments = field(default_factory=lambda: Moments(PAIRS))
    traffic: Traffic = field(default_factory=lambda: Traffic(([], []), ([], [])))
    first_player_halves: int = 0
    """Half-wins of the player named first, where the two players differ."""
    unfinished: int = 0
    executors: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @classmethod
    def of(cls, ruleset: Ruleset, seed: int, players: tuple[str, str] = ("random", "random")) -> Tally:
        """Return an empty tally of a run."""
        found = cls(ruleset.name, ruleset.chosen_readings, seed, dict(ruleset.constants), players)
        size = ruleset.layout.size
        found.traffic = Traffic(([0] * size, [0] * size), ([0] * size, [0] * size))
        return found

    def add(
        self, results: Sequence[GameResult], traffic: Traffic | None = None, executor: str | None = None
    ) -> None:
        """Add games, where men went in them, and by which executor they were played."""
        finished = [one for one in results if one.end]
        self.games += len(results)
        self.unfinished += len(results) - len(finished)
        self.ends.update(one.end for one in finished)
        self.points.update(one.points for one in finished)
        self.lengths.update(one.throws for one in finished)
        self.winners.update("nobody" if one.winner is None else SIDES[one.winner] for one in finished)
        # The player named first has White in even games, Black in odd ones.
        self.first_player_halves += sum(
            1 if one.winner is None else 2 * (one.winner == one.number % 2) for one in finished
        )
        if finished:
            self.moments.add(columns(finished))
        if traffic is not None:
            self.traffic.add(traffic)
        if executor is not None:
            self.executors[executor] += len(results)

    def merge(self, other: Tally) -> None:
        """Add what was counted elsewhere."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.first_player_halves += other.first_player_halves
        for mine, theirs in (
            (self.ends, other.ends),
            (self.winners, other.winners),
            (self.points, other.points),
            (self.lengths, other.lengths),
            (self.executors, other.executors),
        ):
            mine.update(theirs)  # type: ignore[arg-type]
        self.moments.merge(other.moments)
        self.traffic.add(other.traffic)

    # --- figures ----------------------------------------------------------------------------

    @property
    def finished(self) -> int:
        """Games that came to an end."""
        return self.games - self.unfinished

    def figure(self, name: str, level: float = 0.95) -> Interval:
        """Return a figure of `FIGURES` with its interval: Wilson's for shares of games, else Student's."""
        figure = FIGURE[name]
        if not self.finished:
            return NOTHING
        if figure.is_share and figure.denominator == "games":
            return wilson(self.moments.totals[figure.numerator] * figure.scale, self.finished, level)
        return ratio(self.moments, figure.numerator, figure.denominator, level).scaled(figure.scale)

    @property
    def first_share(self) -> float:
        """Share of the finished games that the side throwing first won; a draw is half a win."""
        return self.figure("lead_wins").value if self.finished else 0.0

    def first_player_share(self, level: float = 0.95) -> Interval:
        """Share of the finished games that the player named first won; a draw is half a win."""
        return wilson(self.first_player_halves / 2, self.finished, level)

    @property
    def mean_length(self) -> float:
        """Mean number of throws of the finished games."""
        return self.figure("throws").value if self.finished else 0.0

    @property
    def mean_points(self) -> float:
        """Mean points of the finished games."""
        return self.figure("points").value if self.finished else 0.0

    def length_quantile(self, share: float) -> int:
        """The least number of throws that at least this share of the games did not exceed."""
        due, seen = share * self.finished, 0
        for length, count in sorted(self.lengths.items()):
            seen += count
            if seen >= due:
                return length
        return 0

    @property
    def executor(self) -> str:
        """Which executor played: `plain`, `fast`, or both."""
        return " and ".join(name for name, _ in self.executors.most_common()) or "plain"

    def to_json(self) -> dict[str, Any]:
        """Return the counts for JSON; the time taken is the only thing that differs between runs."""
        return {
            "ruleset": self.ruleset,
            "readings": self.readings,
            "constants": self.constants,
            "players": list(self.players),
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
            "figures": {figure.name: to_json(self.figure(figure.name)) for figure in FIGURES},
            "executor": self.executor,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
        }


def to_json(interval: Interval) -> dict[str, float | None]:
    """Return an interval for JSON, which has no word for what is not a number."""
    found = {"value": interval.value, "low": interval.low, "high": interval.high}
    return {key: None if value != value else value for key, value in found.items()}
