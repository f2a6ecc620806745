"""How fast every ruleset is played, beside Ludii's rates scaled by a common yardstick.

    .venv/bin/python tests/benchmarks/study_rates.py [NAME...] [--seconds S] [--spiel PYTHON] [--json]

For each ruleset: games a second of the plain and of the fast executor at random play, how long compiling
takes the first time, and a start from the cache. With a Python that can `import pyspiel` (OpenSpiel), its
backgammon is played at random in the same run; Ludii's rates, measured on a machine where that made 505
games a second, are scaled by it. Everything runs on one core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

from tablier.model import library
from tablier.model.load import load
from tablier.study.games import Runner, plain_runner

SPIEL_THEN = 505.0
"""Games of backgammon a second that OpenSpiel made where Ludii's rates were measured."""
LUDII = {
    "jacquet": 255,
    "jacquet-versailles": 64,
    "doublets-willughby": 4241,
    "doblet": 1150,
    "dames-rabattues": 1569,
    "ofanfelling": 2504,
    "plakoto": 5.3,
    "fevga": 9,
    "portes": 4.7,
    "todas-tablas": 596,
    "emperador": 283,
    "ludus-anglicorum": 299,
    "ur-finkel": 1626,
    "senet-kendall": 482,
    "game-of-twenty": 1669,
    "ssangryuk": 29,
}
"""Playouts a second of Ludii 1.3.12 by rules that differ in detail."""
TIMES = 10
"""How many times Ludii's rate is asked for."""
OVER_SPIEL = 3
"""How many times OpenSpiel's rate is asked for, at its own game."""

SPIEL = """
import random, sys, time
import pyspiel
game, chance, games, began = pyspiel.load_game("backgammon"), random.Random(1), 0, time.perf_counter()
while time.perf_counter() - began < float(sys.argv[1]):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes())
            state.apply_action(chance.choices(outcomes, odds)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    games += 1
print(games / (time.perf_counter() - began))
"""

FAST = """
import json, sys, time
from tablier.model.load import load
ruleset, began = load(sys.argv[1]), time.perf_counter()
from tablier.study.games import fast_runner
run = fast_runner(ruleset)
run(1, 0, 1)
ready, games, count, seconds = time.perf_counter() - began, 0, 16, float(sys.argv[2])
began = time.perf_counter()
while time.perf_counter() - began < seconds:
    run(1, games, count)
    games, count = games + count, min(2 * count, 4096)
print(json.dumps([ready, games / (time.perf_counter() - began)]))
"""


def spiel_rate(python: str, seconds: float) -> float | None:
    """Return OpenSpiel's games of backgammon a second, or None where it cannot be imported."""
    done = subprocess.run([python, "-c", SPIEL, str(seconds)], capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def rate(run: Runner, seconds: float) -> float:
    """Return the games a second of a runner."""
    run(1, 0, 1)
    games, count, began = 0, 2, time.perf_counter()
    while time.perf_counter() - began < seconds:
        run(1, games, count)
        games, count = games + count, min(2 * count, 4096)
    return games / (time.perf_counter() - began)


def fast(name: str, seconds: float, cache: str) -> list[float] | None:
    """Return how long a process needs until its first game, and its games a second; None if it has none."""
    command = [sys.executable, "-c", FAST, name, str(seconds)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "TABLIER_CACHE": cache}
    )
    found: list[float] | None = json.loads(done.stdout) if done.returncode == 0 else None
    return found


def measured(name: str, seconds: float) -> dict[str, Any]:
    """Return a ruleset's rates and times."""
    found: dict[str, Any] = {"ruleset": name, "plain": rate(plain_runner(load(name)), seconds)}
    with tempfile.TemporaryDirectory() as cache:
        first = fast(name, 0.1, cache)
        again = fast(name, seconds, cache) if first else None
    if first and again:
        found |= {"compiling": first[0], "cached start": again[0], "fast": again[1]}
    return found


def judged(row: dict[str, Any], spiel: float | None) -> dict[str, Any]:
    """Add how a row stands beside the yardsticks, scaled to this machine."""
    if spiel is None:
        return row
    best = row.get("fast", row["plain"])
    if row["ruleset"] in LUDII:
        row["times Ludii"] = best / (LUDII[row["ruleset"]] * spiel / SPIEL_THEN)
        row["short"] = row["times Ludii"] < TIMES
    if row["ruleset"] == "backgammon":
        row["times OpenSpiel"] = best / spiel
        row["short"] = row["times OpenSpiel"] < OVER_SPIEL
    return row


def line(row: dict[str, Any]) -> str:
    """Return a row of the table."""

    def cell(name: str, form: str) -> str:
        return format(row[name], form) if name in row else "-"

    parts = [f"{row['ruleset']:<28}", f"{cell('plain', '9.1f'):>9}", f"{cell('fast', '10.1f'):>10}"]
    parts += [f"{cell('compiling', '8.1f'):>9}", f"{cell('cached start', '8.2f'):>9}"]
    parts += [f"{cell('times Ludii', '8.1f'):>8}", f"{cell('times OpenSpiel', '8.1f'):>8}"]
    slow = row.get("compiling", 0) > 20 or row.get("cached start", 0) > 1.5
    marks = [mark for mark, is_so in (("falls short", row.get("short")), ("starts late", slow)) if is_so]
    return "  ".join(parts + marks)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="rulesets (default: all)")
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="how long each rate is measured (default: 2)"
    )
    parser.add_argument("--spiel", default=sys.executable, metavar="PYTHON", help="a Python that has pyspiel")
    parser.add_argument("--json", action="store_true", help="one line of JSON a ruleset")
    options = parser.parse_args(arguments)
    names = options.names or [path.stem for path in library.files() if not load(path).abstract]
    spiel = spiel_rate(options.spiel, 2 * options.seconds)
    if not options.json:
        told = "cannot be imported" if spiel is None else f"plays {spiel:.1f} games of backgammon a second"
        print(f"OpenSpiel {told}")
        heads = f"{'plain/s':>9}  {'fast/s':>10}  {'compile s':>9}  {'cached s':>9}"
        print(f"{'ruleset':<28}  {heads}  x Ludii  x Spiel")
    rows = []
    for name in names:
        rows.append(judged(measured(name, options.seconds), spiel))
        print(json.dumps(rows[-1]) if options.json else line(rows[-1]), flush=True)
    if not options.json:
        short = [row["ruleset"] for row in rows if row.get("short")]
        print(f"short of {TIMES} times Ludii or {OVER_SPIEL} times OpenSpiel: {', '.join(short) or 'none'}")


if __name__ == "__main__":
    main()
