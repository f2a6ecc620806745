"""Small games worked out exactly: odds, points and length, and the best play in a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablier.model.ruleset import Ruleset
from tablier.play.engine import Engine
from tablier.play.notation import format_play
from tablier.play.plays import Play, legal_plays
from tablier.play.requests import plays_of_throw
from tablier.play.state import Rows, Stage, State
from tablier.play.table import Table
from tablier.study import iterate
from tablier.study.faults import StudyError
from tablier.study.positions import HOPELESS, LIMIT, Explorer, Graph, most_positions, outlook

BEST, RANDOM = "best", "random"
AIMS = ("win", "points")

Tick = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Odds:
    """What is to be expected of a game, told from one side."""

    win: float
    draw: float
    loss: float
    points: float
    """Points won, less points lost."""
    throws: float
    """Throws of both sides until the game is over."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One legal play, and what is to be expected after it, told from the side that makes it."""

    notation: str
    play: Play
    odds: Odds


@dataclass
class Solution:
    """A game worked out."""

    ruleset: Ruleset
    players: str
    """How both sides play: `best`, or `random`."""
    aim: str
    positions: int
    """Undecided positions with a side to throw; mirror images are one where both sides have the same game."""
    has_choice: bool
    odds: Odds
    """Told from `told_from`."""
    told_from: str
    lengths: list[float]
    """How likely the game is over after exactly 0, 1, 2, ... throws."""
    explorer: Explorer | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    def at(self, rows: Rows, player: int = 0) -> Odds:
        """Return what a side that is about to throw has to expect.

        Raises:
            StudyError: when the game never comes to this position.
        """
        return self._odds(Table.of(State(rows, Stage.THROW, player)), player)

    def best(self, rows: Rows, player: int, faces: tuple[int, ...]) -> list[Advice]:
        """Return the legal plays of a throw, the best first.

        Raises:
            StudyError: when the game never comes to this position.
        """
        engine = Engine(self.ruleset)
        found = [
            Advice(_notation(engine, play), play, self._odds(Table.of(play.after), player))
            for play in plays_of_throw(engine, rows, player, faces)
        ]
        return sorted(found, key=lambda one: -self._aimed(one.odds))

    def _aimed(self, odds: Odds) -> float:
        return odds.points if self.aim == "points" else odds.win + odds.draw / 2

    def _odds(self, table: Table, side: int) -> Odds:
        if self.explorer is None:
            raise StudyError("only the whole game was worked out, side by side; no single position")
        code = self.explorer.find(table, side)
        if code is None:
            raise StudyError("a game from the start never comes to this position")
        return _odds_of(self.explorer.graph, self.values, code)

    @property
    def length_shares(self) -> dict[str, int]:
        """The least numbers of throws within which 5, 50 and 95 % of the games are over."""
        found, seen, wanted = {}, 0.0, [(0.05, "5 %"), (0.5, "50 %"), (0.95, "95 %")]
        for length, share in enumerate(self.lengths):
            seen += share
            while wanted and seen >= wanted[0][0]:
                found[wanted.pop(0)[1]] = length
        return found

    def to_rows(self) -> list[dict[str, float]]:
        """Return one row for each number of throws, for tables and data frames."""
        return [{"throws": length, "probability": share} for length, share in enumerate(self.lengths)]

    def to_json(self) -> dict[str, Any]:
        """Return everything for JSON."""
        return {
            "ruleset": self.ruleset.name,
            "readings": self.ruleset.chosen_readings,
            "constants": dict(self.ruleset.constants),
            "players": self.players,
            "aim": self.aim,
            "positions": self.positions,
            "has_choice": self.has_choice,
            "told_from": self.told_from,
            **odds_to_json(self.odds),
            "length_shares": self.length_shares,
            "lengths": self.lengths,
        }


def odds_to_json(odds: Odds) -> dict[str, float]:
    """Return odds for JSON."""
    return {name: getattr(odds, name) for name in ("win", "draw", "loss", "points", "throws")}


def _notation(engine: Engine, play: Play) -> str:
    moves = [(step.move, step.hit) for step in play.steps]
    return format_play(engine.ruleset, play.player, moves) or "(no play)"


def _odds_of(graph: Graph, values: Mapping[str, Any], code: int) -> Odds:
    """What a target is worth to the side that decided."""
    if code < 0:
        won, scored = graph.endings[-1 - code]
        return Odds(float(won > 0), float(not won), float(won < 0), float(won * scored), 0.0)
    node, sign = code >> 1, -1 if code & 1 else 1
    better, draw = sign * float(values["win"][node]), float(values["draw"][node])
    win = (1 - draw + better) / 2
    points, throws = sign * float(values["points"][node]), float(values["throws"][node])
    return Odds(win, draw, 1 - draw - win, points, throws)


def solve(
    ruleset: Ruleset,
    players: str | None = None,
    *,
    aim: str = "win",
    limit: int = LIMIT,
    tick: Tick | None = None,
) -> Solution:
    """Return a small game worked out exactly.

    Args:
        ruleset: the game, with its readings and constants.
        players: `best` (both sides play as well as can be) or `random` (each legal decision as likely);
            None: the best, or random play where only that can be done, as the sides never meet.
        aim: what the best play makes as great as can be: the chance to `win`, or the `points`.
        limit: the most positions to be looked at.
        tick: told from time to time how many more positions have been looked at.

    Raises:
        StudyError: when the game is too large, or never comes back to a position.

    >>> import tablier
    >>> solution = solve(tablier.load("ur-finkel", constants={"men_each": 1}))
    >>> solution.positions, round(solution.odds.win, 9)
    (217, 0.53004984)
    """
    view = outlook(ruleset)
    if players != BEST and view.independent and (players == RANDOM or most_positions(ruleset) > limit):
        return _side_by_side(ruleset, limit, tick)
    most = most_positions(ruleset)
    if most > HOPELESS * limit:
        raise StudyError(_too_large(ruleset, most, limit, view.independent))
    explorer = Explorer(ruleset, limit)
    graph = explorer.explore(tick)
    return _solution(explorer, graph, players or BEST, aim)


def _too_large(ruleset: Ruleset, most: int, limit: int, independent: bool) -> str:
    constants = ", ".join(f"--set {name}=..." for name in ruleset.constants)
    hints = [f"fewer men ({constants})"] if constants else []
    hints += ["random play (--players random), for the sides do not meet"] if independent else []
    more = f"; what can be solved: {', or '.join(hints)}" if hints else ""
    size = f"up to {_about(most)} positions, and the limit is {limit:,}"
    return f"'{ruleset.name}' is too large to solve: {size}{more}"


def _about(count: int) -> str:
    if count < 10**7:
        return f"{count:,}"
    power = len(str(count)) - 1
    return f"{count / 10**power:.0f} x 10^{power}"


def _solution(explorer: Explorer, graph: Graph, players: str, aim: str) -> Solution:
    signs = [float(won) for won, _ in graph.endings]
    points = [float(won * scored) for won, scored in graph.endings]
    draws = [float(not won) for won, _ in graph.endings]
    values: dict[str, Any] = {}
    if players == BEST and graph.has_choice:
        worths = points if aim == "points" else signs
        values["points" if aim == "points" else "win"] = found = iterate.best(graph, worths)
        chain = iterate.best_play(graph, worths, found)
    else:
        chain = iterate.random_play(graph)
    values.setdefault("win", None)
    for name, worths in (("win", signs), ("points", points)):
        if values.get(name) is None:
            values[name] = values["win"] if name == "points" and points == signs else chain.value(worths)
    values["draw"] = chain.value(draws, sign=1.0) if any(draws) else [0.0] * graph.positions
    values["throws"] = chain.value([0.0] * len(signs), 1.0, 1.0)
    values_of_root = _odds_of(graph, values, 2 * graph.root)
    told_from = (
        "White" if explorer.machine.lead_values.get("tie") == "both play" else "the side that throws first"
    )
    undecided = sum(graph.counts)
    return Solution(
        explorer.ruleset, players, aim, undecided, graph.has_choice, values_of_root, told_from,
        iterate.lengths(chain), explorer, values,
    )  # fmt: skip


# --- sides that have nothing to do with each other ---------------------------------------------


def _side_by_side(ruleset: Ruleset, limit: int, tick: Tick | None) -> Solution:
    """Random play where neither side's men concern the other: each side's chain, then the race of the two."""
    explorers = [
        Explorer(ruleset, limit, alone=side) for side in ((0,) if outlook(ruleset).mirrored else (0, 1))
    ]
    graphs = [explorer.explore(tick) for explorer in explorers]
    turns = [iterate.lengths(iterate.random_play(graph), tail=1e-14) for graph in graphs]
    first, second = turns[0], turns[-1]
    win, lengths = _race(first, second)
    points = [float(graph.endings[0][1]) for graph in graphs]
    throws = sum((length * share for length, share in enumerate(lengths)), 0.0)
    odds = Odds(win, 0.0, 1 - win, win * points[0] - (1 - win) * points[-1], throws)
    has_choice = any(graph.has_choice for graph in graphs)
    positions = sum(sum(graph.counts) for graph in graphs)
    return Solution(
        ruleset, RANDOM, "win", positions, has_choice, odds, "the side that throws first", lengths
    )


def _race(first: list[float], second: list[float]) -> tuple[float, list[float]]:
    """How likely the first side is done no later than the second, and after how many throws of both."""
    most = max(len(first), len(second))
    lengths = [0.0] * (2 * most + 1)
    win, first_left, second_left = 0.0, 1.0, 1.0
    for turn in range(most):
        mine = first[turn] if turn < len(first) else 0.0
        theirs = second[turn] if turn < len(second) else 0.0
        win += mine * second_left
        lengths[max(2 * turn - 1, 0)] += mine * second_left
        first_left -= mine
        lengths[2 * turn] += theirs * first_left
        second_left -= theirs
    return win, lengths


__all__ = ["AIMS", "BEST", "RANDOM", "Advice", "Odds", "Solution", "legal_plays", "solve"]
