"""`tablier play`: a game at the keyboard, between people and machines, on a terminal or through a pipe."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TextIO

from tablier.diagnostics import Diagnostic, RulesetError, suggest
from tablier.model.layout import SIDES
from tablier.model.load import load
from tablier.model.ruleset import Ruleset
from tablier.play.stakes import stakes_of
from tablier.repl import commands
from tablier.repl.players import HUMAN, OPPONENTS, Hinter, is_player
from tablier.repl.saves import Saves
from tablier.repl.screen import Screen, is_plain
from tablier.repl.session import Session
from tablier.repl.sources import Lines, PipedLines, TypedLines, terminal_lines

__all__ = ["add_arguments", "main", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tablier play` (but not `--reading`, which other commands share)."""
    who = f"{HUMAN}, or a machine: {', '.join(OPPONENTS)} (default: {HUMAN})"
    parser.add_argument("ruleset", metavar="RULESET", help="a name or a path")
    for side in SIDES:
        parser.add_argument(f"--{side}", metavar="WHO", default=HUMAN, help=who)
    parser.add_argument("--seed", type=int, help="the same seed gives the same dice")
    parser.add_argument("--match", type=int, metavar="POINTS", help="play a match to so many points")
    parser.add_argument("--cube", action="store_true", help="with the doubling cube, where the rules know it")
    parser.add_argument("--ascii", action="store_true", help="draw with plain letters and signs")
    parser.add_argument("--resume", action="store_true", help="go on with the game that was not finished")


def main(options: Any) -> int:
    """Run `tablier play` with parsed arguments; return the exit status."""
    if not options.ruleset:
        fault = Diagnostic("T705", "play needs a ruleset; `tablier list` shows the names")
        raise RulesetError([fault])
    players = {side: _player(side, getattr(options, side)) for side in SIDES}
    ruleset = load(options.ruleset, _readings(options.reading), getattr(options, "constants", None))
    if ruleset.abstract:
        raise RulesetError(
            [Diagnostic("T705", f"'{ruleset.name}' is only a parent of other rulesets, not a game")]
        )
    if options.match is not None and not 1 <= options.match <= 1000:
        raise RulesetError([Diagnostic("T706", "a match is to 1 point or more, and to 1000 at most")])
    if options.cube and not stakes_of(ruleset).cube:
        message = f"'{ruleset.name}' says nothing of a doubling cube (`stakes: {{cube: true}}`)"
        raise RulesetError([Diagnostic("T706", message)])
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return run(
        ruleset,
        players=players,
        seed=options.seed,
        lines=None if on_terminal else sys.stdin,
        out=sys.stdout,
        ascii=options.ascii,
        resume=options.resume,
        match=options.match,
        cube=options.cube,
    )


def run(
    ruleset: Ruleset,
    *,
    players: Mapping[str, str] | None = None,
    seed: int | None = None,
    lines: Iterable[str] | None = None,
    out: TextIO | None = None,
    ascii: bool = False,
    resume: bool = False,
    saves: Saves | None = None,
    hint: Hinter | None = None,
    match: int | None = None,
    cube: bool = False,
    begin: Callable[[Session], None] | None = None,
) -> int:
    """Play until the lines end or somebody quits; return the exit status.

    `lines` None means the terminal; otherwise each line is shown after its prompt, so that the
    output reads as a transcript.
    """
    out = out or sys.stdout
    source = _source(lines, out)
    screen = Screen(out, ascii=ascii or not _can_draw(out), colour=lines is None and not is_plain())
    session = Session(
        ruleset,
        screen,
        players=players or {},
        seed=int(time.time_ns() % 1_000_000) if seed is None else seed,
        saves=saves or Saves.of_platform(),
        hint=hint,
        match=match,
        cube=cube,
    )
    if begin is not None:
        begin(session)
    session.is_interactive = lines is None
    session.confirm = source.confirm
    if isinstance(source, TypedLines):
        source.offers = lambda text: commands.completions(session, text)
    if resume and not session.resume():
        screen.say("No unfinished game of this ruleset is kept; this is a new one.")
    return _loop(session, source)


def _loop(session: Session, source: Lines) -> int:
    session.begin()
    while not session.is_done:
        line = source.read(session.prompt)
        if line is None:
            session.farewell()
            break
        commands.enter(session, line)
    return 0


def _source(lines: Iterable[str] | None, out: TextIO) -> Lines:
    if lines is None:
        return terminal_lines(out, plain=is_plain())
    return PipedLines(lines, out)


def _can_draw(out: TextIO) -> bool:
    """Whether the output takes more than ASCII."""
    encoding = getattr(out, "encoding", None) or "utf-8"
    try:
        "\u25cf\u25cb\u2500\u2502\u25b2".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _player(side: str, name: str) -> str:
    if is_player(name):
        return name
    known = ", ".join((HUMAN, *OPPONENTS))
    message = f"there is no player '{name}' for --{side}; there are: {known}"
    raise RulesetError([Diagnostic("T706", message, suggestion=suggest(name, (HUMAN, *OPPONENTS)))])


def _readings(chosen: Iterable[str] | None) -> dict[str, str]:
    pairs = [text.partition("=") for text in chosen or ()]
    for name, _, value in pairs:
        if not name or not value:
            raise RulesetError([Diagnostic("T508", f"--reading is NAME=VALUE, not '{name}{value}'")])
    return {name.strip(): value.strip() for name, _, value in pairs}
