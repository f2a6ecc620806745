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


# --- study -------------------------------------------------------------------------------------


def add_study(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tablier study`."""
    parser.add_argument("ruleset", metavar="RULESET", help="a name or a path")
    parser.add_argument("--readings", metavar="NAME,NAME", help="which readings to try (default: all)")
    parser.add_argument(
        "--cross", action="store_true", help="every combination of their values, not one at a time"
    )
    parser.add_argument("--versus", metavar="RULESET", help="compare with another ruleset instead")
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="games with each ruleset (default: 1000)"
    )
    add_work(parser)
    parser.add_argument(
        "--limit", type=_count, metavar="N", help="the most rulesets to compare (default: 100)"
    )
    parser.add_argument(
        "--skill",
        type=_count,
        metavar="N",
        help="also let a thinking player play N games against random with each",
    )
    parser.add_argument("--csv", metavar="FILE", help="write every figure as comma-separated values")
    parser.add_argument("--html", metavar="FILE", help="write a page with tables, drawings and maps")
    parser.add_argument("--plot", metavar="FILE", help="write plots (needs matplotlib: tablier[plot])")
    parser.add_argument("--json", action="store_true", help="for machines")


def run_study(options: Any, readings: dict[str, str], constants: dict[str, int]) -> int:
    """`tablier study`."""
    from tablier.show import tallies
    from tablier.study.comparing import Comparing
    from tablier.study.faults import StudyError
    from tablier.study.simulate import Means
    from tablier.study.variants import MOST_VARIANTS, Question, variants

    if options.games < 1:
        return _misuse("--games must be 1 or more")
    asked = (
        None if options.readings in (None, "all") else [one.strip() for one in options.readings.split(",")]
    )
    limit = options.limit or MOST_VARIANTS
    question = Question(options.ruleset, readings, constants, asked, options.cross, options.versus, limit)
    try:
        _can_write(options)
        compared = variants(question)
        with _crew(options) as crew, tallies.progress(options.games, shown=not options.json) as bar:
            means = Means(options.workers, options.plain, crew, bar.tell)
            study = Comparing(
                compared, options.games, options.seed, _seats(options.players), means, bar.tick
            ).play()
        if options.skill and not study.stopped:
            _measure_skill(study, options)
        _write(study, options)
    except StudyError as error:
        return _misuse(str(error))
    return _ended(study.stopped, study.games, options.games)


def _measure_skill(study: Any, options: Any) -> None:
    from tablier.show import tallies
    from tablier.study.comparing import measure_skill
    from tablier.study.seats import STRONGEST
    from tablier.study.simulate import Means

    with tallies.progress(options.skill * len(study.sides), shown=not options.json) as bar:
        measure_skill(study, STRONGEST, options.skill, Means(options.workers, tell=bar.tell), bar.tick)


def _can_write(options: Any) -> None:
    """Find out before playing whether what is asked for can be written."""
    from importlib.util import find_spec

    from tablier.study.faults import StudyError

    if options.plot and find_spec("matplotlib") is None:
        raise StudyError("--plot needs matplotlib: pip install 'tablier[plot]'")
    for path in filter(None, (options.csv, options.html, options.plot)):
        if path != "-" and not Path(path).absolute().parent.is_dir():
            raise StudyError(f"'{path}' cannot be written: there is no such folder")


def _write(study: Any, options: Any) -> None:
    """Print the study, and write the files that were asked for."""
    import json

    from tablier.findings import telling

    if options.html:
        from tablier.findings.page import page

        _put(options.html, page(study))
    if options.csv:
        _put(options.csv, telling.as_csv(study))
    if options.plot:
        from tablier.findings.plots import plot

        plot(study, Path(options.plot))
    if options.json:
        print(json.dumps(study.to_json()))
    elif "-" not in (options.csv, options.html):
        telling.tell(study)


def _put(path: str, text: str) -> None:
    from tablier.study.faults import StudyError

    if path == "-":
        print(text, end="")
        return
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise StudyError(f"'{path}' cannot be written: {(error.strerror or str(error)).lower()}") from None


# --- solve -------------------------------------------------------------------------------------


def add_solve(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tablier solve`."""
    parser.add_argument("ruleset", metavar="RULESET", help="a name or a path")
    parser.add_argument(
        "--players",
        choices=("best", "random"),
        help="how both sides play (default: best, or random where only that can be worked out)",
    )
    parser.add_argument(
        "--aim", choices=("win", "points"), default="win", help="what the best play aims at (default: win)"
    )
    parser.add_argument(
        "--limit", type=_count, metavar="N", help="the most positions to look at (default: 400000)"
    )
    parser.add_argument(
        "--position", metavar="JSON", help="also say which play is best here (default: the start)"
    )
    parser.add_argument("--throw", metavar="DICE", help="... with this throw")
    parser.add_argument(
        "--player", choices=("white", "black"), default="white", help="... for this side (default: white)"
    )
    parser.add_argument("--json", action="store_true", help="for machines")


def run_solve(options: Any, readings: dict[str, str], constants: dict[str, int]) -> int:
    """`tablier solve`."""
    import json

    from tablier.findings import exact
    from tablier.model.load import load
    from tablier.show import tallies
    from tablier.study.faults import StudyError
    from tablier.study.positions import LIMIT
    from tablier.study.solving import solve

    if options.position is not None and options.throw is None:
        return _misuse("--position needs a --throw")
    ruleset = load(options.ruleset, readings, constants)
    asked = _asked(ruleset, options)
    limit = options.limit or LIMIT
    try:
        with tallies.progress(limit, shown=not options.json, what="positions") as bar:
            bar.tell("looking at positions")
            solution = solve(ruleset, options.players, aim=options.aim, limit=limit, tick=bar.tick)
        advice = None if asked is None else solution.best(*asked)
    except StudyError as error:
        return _misuse(str(error))
    if options.json:
        print(
            json.dumps(
                {**solution.to_json(), **({} if advice is None else {"plays": _advised(ruleset, advice)})}
            )
        )
        return 0
    print(exact.as_text(solution))
    if advice is not None:
        print("\n" + exact.advice_sheet(advice).as_text())
    return 0


def _asked(ruleset: Any, options: Any) -> Any:
    """The position, the side and the throw that advice is asked for, or None."""
    import json

    from tablier.diagnostics import Diagnostic, RulesetError
    from tablier.model.layout import SIDES
    from tablier.play.casts import read_cast
    from tablier.play.state import read_position

    if options.throw is None:
        return None
    try:
        given = None if options.position is None else json.loads(options.position)
    except (ValueError, RecursionError) as error:
        raise RulesetError([Diagnostic("T704", f"the position is not JSON: {error}")]) from None
    rows = ruleset.setup if given is None else read_position(ruleset, given)
    return rows, SIDES.index(options.player), read_cast(ruleset, options.throw)


def _advised(ruleset: Any, advice: Any) -> list[dict[str, Any]]:
    from tablier.play.engine import Engine
    from tablier.play.plays import play_to_json
    from tablier.study.solving import odds_to_json

    engine = Engine(ruleset)
    return [{**play_to_json(engine, one.play), **odds_to_json(one.odds)} for one in advice]


# --- shared ------------------------------------------------------------------------------------


def _misuse(sentence: str) -> int:
    print(f"tablier: {sentence}", file=sys.stderr)
    return 2
