"""The commands that play many games or solve small ones: `simulate`, `study` and `solve`.

Part of `cli.py`: only parsers are made here, and everything heavy is imported when a command runs.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Any

INTERRUPTED = 130
"""Exit status of a run that was ended early: what is told is of the games played until then."""


def add_work(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that plays many games."""
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (default: 1)"
    )
    parser.add_argument(
        "--players",
        default="random",
        metavar="WHO[,WHO]",
        help="who plays, such as random or expect,random, who change sides after each game (default: random)",
    )
    parser.add_argument(
        "--workers", type=_count, metavar="N", help="processes that share the work (default: all cores)"
    )
    parser.add_argument(
        "--plain", action="store_true", help="never compile the rules, even where it would pay"
    )
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="send the work to a Dask scheduler, such as tcp://host:8786"
    )


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def add_simulate(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tablier simulate`."""
    parser.add_argument("ruleset", metavar="RULESET", help="a name or a path")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (default: 1000)")
    add_work(parser)
    parser.add_argument(
        "--out", metavar="FILE", help="one line of JSON a game; a file that exists is gone on with"
    )
    parser.add_argument("--json", action="store_true", help="for machines")


def run_simulate(options: Any, readings: dict[str, str], constants: dict[str, int]) -> int:
    """`tablier simulate`."""
    import json

    from tablier.model.load import load
    from tablier.show import tallies
    from tablier.study.faults import StudyError
    from tablier.study.game_file import GameFile
    from tablier.study.runs import Run
    from tablier.study.simulate import Means, Simulation

    if options.games < 1:
        return _misuse("--games must be 1 or more")
    run = Run(load(options.ruleset, readings, constants), options.seed, _seats(options.players))
    out = None if options.out is None else GameFile(Path(options.out), run, options.games)
    try:
        with _crew(options) as crew, tallies.progress(options.games, shown=not options.json) as bar:
            means = Means(options.workers, options.plain, crew, bar.tell)
            simulation = Simulation(run, options.games, means, bar.tick, out)
            tally = simulation.play()
    except StudyError as error:
        return _misuse(str(error))
    print(json.dumps(tally.to_json()) if options.json else tallies.as_text(tally))
    return _ended(simulation.stop.reason, tally.games, options.games, options.out)


def _ended(reason: str, played: int, due: int, out: str | None = None) -> int:
    """Say how many games there are where some are missing; return the exit status."""
    if played >= due:
        return 0
    more = f"; the same command goes on with {out}" if out else ""
    print(f"tablier: {reason} after {played} of {due} games; the figures are of these{more}", file=sys.stderr)
    return INTERRUPTED


def _seats(text: str) -> tuple[str, str]:
    """Return both players' names, each known to exist."""
    names = [name.strip() for name in text.split(",")]
    if names != ["random"]:
        from tablier.players import make_player

        for name in names:
            make_player(name)
    return names[0], names[-1]


@contextmanager
def _crew(options: Any) -> Any:
    """The workers of a cluster, where one is named."""
    from tablier.study.faults import StudyError

    if options.cluster is None:
        yield None
        return
    from tablier.study.crews import cluster

    try:
        crew = cluster(options.cluster)
    except ImportError:
        raise StudyError("--cluster needs Dask: pip install 'tablier[cluster]'") from None
    except OSError:
        raise StudyError(f"no scheduler answers at '{options.cluster}'") from None
    try:
        yield crew
    finally:
        crew.close()


def _misuse(sentence: str) -> int:
    print(f"tablier: {sentence}", file=sys.stderr)
    return 2
