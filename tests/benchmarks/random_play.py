"""Random backgammon, here and in a hand-written engine: which plays more throws a second?

    .venv/bin/python tests/benchmarks/random_play.py [--games N] [--rounds N]

Downloads the source of gym-backgammon with pip into a temporary folder and loads its core alone
(pure Python, written for this one game). Both run in turn, A B A B, on one core, so that what else
the machine does hits both alike. The other engine draws among whole plays, Tablier among single
moves, so the games differ a little in length: throws a second are the fair measure.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablier.model.load import load
from tablier.study.games import plain_runner

PACKAGE = "gym-backgammon"
CORE = "gym_backgammon/envs/backgammon.py"

Run = Callable[[int, int], int]
"""Plays so many games from a seed on; returns the number of throws."""


def fetch(folder: Path) -> Any:
    """Download the package's source and return its core as a module."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*command, "--dest", str(folder), PACKAGE], check=True)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (core,) = folder.glob(f"*/{CORE}")
    spec = importlib.util.spec_from_file_location("hand_written", core)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hand_written(module: Any) -> Run:
    """Return the runner of the hand-written engine."""

    def run(games: int, seed: int) -> int:
        chance = random.Random(seed)
        return sum(one_game(module, chance) for _ in range(games))

    return run


def one_game(module: Any, chance: random.Random) -> int:
    game, throws = module.Backgammon(), 0
    first, second = lead(chance)
    player, roll = (0 if first > second else 1), (first, second)
    while True:
        throws += 1
        plays = game.get_valid_plays(player, tuple(-face for face in roll) if player == 0 else roll)
        if plays:
            game.execute_play(player, chance.choice(list(plays)))
        if game.get_winner() is not None:
            return throws
        player, roll = 1 - player, (chance.randint(1, 6), chance.randint(1, 6))


def lead(chance: random.Random) -> tuple[int, int]:
    while True:
        first, second = chance.randint(1, 6), chance.randint(1, 6)
        if first != second:
            return first, second


def interpreted(name: str) -> Run:
    """Return the runner of a ruleset: just what `tablier simulate` does."""
    play = plain_runner(load(name))

    def run(games: int, seed: int) -> int:
        return sum(result.throws for result in play(seed, 0, games)[0])

    return run


def main() -> None:
    """Run both in turn and print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="games a round (default: 100)")
    parser.add_argument("--rounds", type=int, default=4, help="rounds of each engine (default: 4)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = {PACKAGE: hand_written(fetch(Path(folder))), "tablier": interpreted("backgammon")}
    rates = dict.fromkeys(runs, (0, 0, 0.0))
    for number in range(options.rounds):
        for name, run in runs.items():
            began = time.perf_counter()
            thrown = run(options.games, number * options.games)
            games, throws, seconds = rates[name]
            took = time.perf_counter() - began
            rates[name] = (games + options.games, throws + thrown, seconds + took)
            print(f"round {number + 1}  {name:<15} {thrown / took:8.0f} throws/s", flush=True)
    print(f"{'engine':<15} {'games/s':>8} {'throws/s':>9} {'throws/game':>12}")
    for name, (games, throws, seconds) in rates.items():
        print(f"{name:<15} {games / seconds:8.1f} {throws / seconds:9.0f} {throws / games:12.1f}")
    speed = {name: throws / seconds for name, (_, throws, seconds) in rates.items()}
    print(f"Tablier plays {speed['tablier'] / speed[PACKAGE]:.2f} times as many throws a second.")


if __name__ == "__main__":
    main()
