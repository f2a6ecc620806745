"""A run of games: what makes it the same run, how a chunk of it is played, and by which executor.

Each game's seed derives from the run's seed and its own number, so the games are the same for any number
of workers and any way of cutting the run into chunks.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata, util
from typing import Any, TypeVar

from tablier import __version__
from tablier.model.ruleset import Ruleset
from tablier.study.games import GameResult, Runner, Traffic, fast_runner, plain_runner

_LOG = logging.getLogger(__name__)

RANDOM = "random"
"""The player that draws among its legal decisions, each as likely."""

COMPILING = 16.0
"""Seconds that compiling a ruleset takes, about."""
WAKING = 1.5
"""Seconds that loading compiled rules takes, about."""
FASTER = 40.0
"""How many times more games the fast executor plays, about."""
MARGIN = 2.5
"""Compiling is begun only where it would pay even if it took so many times as long."""


@dataclass(frozen=True)
class Run:
    """A ruleset with readings and constants chosen, a seed, and who plays."""

    ruleset: Ruleset
    seed: int = 1
    players: tuple[str, str] = (RANDOM, RANDOM)

    @cached_property
    def identity(self) -> str:
        """The same for the same games: a hash of the rules as they are checked, the seed and the players."""
        return _hash(f"{rules_text(self.ruleset)}\n{self.seed}\n{self.players}")

    @property
    def is_random(self) -> bool:
        """Whether both sides play at random."""
        return self.players == (RANDOM, RANDOM)

    def to_json(self) -> dict[str, Any]:
        """Return what makes this run, for the head of a file."""
        return {
            "ruleset": self.ruleset.name,
            "readings": self.ruleset.chosen_readings,
            "constants": dict(self.ruleset.constants),
            "seed": self.seed,
            "players": list(self.players),
            "rules": _hash(rules_text(self.ruleset)),
        }


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def rules_text(ruleset: Ruleset) -> str:
    """Return everything that decides how a ruleset plays, as text: no wording, sources or places in files."""
    layout = ruleset.layout
    parts = [repr((layout.routes, layout.layers, layout.memories, ruleset.men, ruleset.setup))]
    for clauses in ruleset.clauses.values():
        for clause in clauses:
            terms = sorted((key, repr(expression.term)) for key, expression in clause.expressions.items())
            parts.append(
                repr((clause.id, terms, sorted((key, repr(one)) for key, one in clause.values.items())))
            )
    return "\n".join(parts)


# --- a chunk -----------------------------------------------------------------------------------


@dataclass
class Batch:
    """What came of a chunk: its games, where men went in them, and how long they took."""

    results: list[GameResult]
    traffic: Traffic
    executor: str
    seconds: float


K = TypeVar("K")
V = TypeVar("V")

_RUNNERS: dict[tuple[str, bool], tuple[Runner, str]] = {}
MOST_RUNNERS = 400


def runner(run: Run, *, fast: bool) -> tuple[Runner, str]:
    """Return what plays the games of a run here, and the executor's name; kept for the next chunk."""
    return kept(_RUNNERS, (run.identity, fast), MOST_RUNNERS, lambda: _runner(run, fast))


def kept(store: dict[K, V], key: K, most: int, make: Callable[[], V]) -> V:
    """Return what a store has under a key, made when it is not there; the oldest go when it is full."""
    if key not in store:
        while len(store) >= most:
            del store[next(iter(store))]
        store[key] = make()
    return store[key]


def _runner(run: Run, fast: bool) -> tuple[Runner, str]:
    if not run.is_random:
        from tablier.study.seats import seated_runner

        return seated_runner(run.ruleset, run.players), "plain"
    if fast:
        try:
            found = fast_runner(run.ruleset)
            found(run.seed, 0, 1)
        except Exception as error:
            # Whatever is wrong with the compiler or its cache, the games can be played all the same.
            _LOG.warning("%s is played by the plain executor: %s", run.ruleset.name, _first_line(error))
        else:
            return found, "fast"
    return plain_runner(run.ruleset), "plain"


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def play(run: Run, games: range, *, fast: bool = False) -> Batch:
    """Return what came of some games of a run."""
    play_games, name = runner(run, fast=fast)
    began = time.perf_counter()
    results, traffic = play_games(run.seed, games.start, len(games))
    return Batch(results, traffic, name, time.perf_counter() - began)


# --- which executor ----------------------------------------------------------------------------


def has_fast(run: Run) -> bool:
    """Whether the fast executor could play this run: numba is there, and both sides play at random."""
    return run.is_random and util.find_spec("numba") is not None


def pays(run: Run, seconds: float) -> bool:
    """Whether the fast executor would be done before the plain one, which needs so many seconds."""
    if not has_fast(run):
        return False
    start = WAKING if is_prepared(run) else COMPILING
    return is_worth(start, seconds)


def is_worth(start: float, seconds: float) -> bool:
    """Whether the fast executor, after so long a start, saves time over so many seconds of the plain one.

    How long a start takes is not known beforehand; a machine that is busy needs several times as long.
    """
    return MARGIN * start + seconds / FASTER < seconds


def prepare(run: Run) -> float:
    """Compile the rules of a run, or load them; return the seconds that it took."""
    began = time.perf_counter()
    _, name = runner(run, fast=True)
    if name == "fast":
        note = _note(run)
        if note is not None:
            note.parent.mkdir(parents=True, exist_ok=True)
            note.touch()
    return time.perf_counter() - began


def is_prepared(run: Run) -> bool:
    """Whether these rules were compiled before on this machine, by this version."""
    note = _note(run)
    return note is not None and note.exists()


def _note(run: Run) -> Any:
    """The empty file that says so; None where the fast executor does not know the ruleset."""
    from tablier.fast.load import cache_folder
    from tablier.fast.module import module_text

    try:
        text = module_text(run.ruleset)
    except ValueError:
        return None
    versions = f"{__version__} {metadata.version('numba')} {sys.version}"
    return cache_folder() / f"compiled_{_hash(versions + text)}"


def line(result: GameResult) -> str:
    """Return one game as a line of JSON."""
    return json.dumps(result.to_json(), separators=(",", ":"))
