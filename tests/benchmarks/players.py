"""How much a machine gains by looking ahead: one player against another, in every ruleset.

    python tests/benchmarks/players.py [RULESET...] [--games 20] [--players expect random] [--seed 1]

Each seed is played twice, with the colours changed, so that both sides have the same luck of the
dice. Printed are the share of the games that the first player won (a draw is half a win), with a
95 % interval, and its points a game.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field

from tablier.model import library
from tablier.model.load import load
from tablier.model.ruleset import Ruleset
from tablier.play.chance import Chance, game_seed
from tablier.play.machine import Machine
from tablier.play.state import Outcome, Stage
from tablier.players import make_player, play_on

MOST_STEPS = 20_000


@dataclass
class Shares:
    """What the games between two players came to."""

    wins: list[float] = field(default_factory=list)
    """Of each pair of games with one seed, the first player's share."""
    points: float = 0.0
    seconds: float = 0.0

    @property
    def share(self) -> float:
        return sum(self.wins) / len(self.wins)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, each pair of games counted as two."""
        n, p, z = 2 * len(self.wins), self.share, 1.96
        middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def contest(ruleset: Ruleset, names: tuple[str, str], games: int, seed: int) -> Shares:
    """Play pairs of games, each seed once with either colour."""
    machine, found, began = Machine(ruleset), Shares(), time.perf_counter()
    for number in range(max(games // 2, 1)):
        share = 0.0
        for first in (0, 1):
            outcome = one_game(machine, names, first, game_seed(seed, number))
            winner = None if outcome is None else outcome.winner
            share += 0.5 if winner is None else float(winner == first)
            if outcome is not None and winner is not None:
                found.points += outcome.points if winner == first else -outcome.points
        found.wins.append(share / 2)
    found.points /= 2 * len(found.wins)
    found.seconds = time.perf_counter() - began
    return found


def one_game(machine: Machine, names: tuple[str, str], first: int, seed: int) -> Outcome | None:
    """The outcome of a game in which the first player has this colour."""
    table, chance = machine.start(), Chance(seed)
    players = (make_player(names[first]), make_player(names[1 - first]))
    for _ in range(MOST_STEPS):
        if table.stage is Stage.OVER:
            break
        play_on(machine, table, chance, players)
    return table.outcome


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", nargs=2, default=["expect", "random"])
    options = parser.parse_args()
    names = options.rulesets or [path.stem for path in library.files()]
    for name in names:
        ruleset = load(name)
        if ruleset.abstract:
            continue
        found = contest(ruleset, tuple(options.players), options.games, options.seed)
        low, high = found.interval
        print(
            f"{name:26} {found.share:6.1%}  ({low:5.1%} to {high:5.1%})  {found.points:+6.2f} points a game"
            f"  {found.seconds / (2 * len(found.wins)):6.2f} s a game",
            flush=True,
        )


if __name__ == "__main__":
    main()
