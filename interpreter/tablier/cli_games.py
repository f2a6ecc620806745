"""The commands about games in files: `replay`, `convert`, `position` and `problems`.

Part of `cli.py`: only parsers are made here, and everything heavy is imported when a command runs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

FINE, FINDINGS, MISUSE = 0, 1, 2

_FORMS = ("record", "mat", "sgf")
_POSITIONS = ("json", "xgid", "gnubg-id", "fibs")


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tablier replay`."""
    parser.add_argument("file", metavar="FILE", help="a record, a match log (.mat) or an SGF file")
    parser.add_argument("--ruleset", metavar="RULESET", help="the rules of a file that does not name them")
    parser.add_argument("--check", action="store_true", help="only say whether every throw keeps the rules")
    parser.add_argument("--boards", action="store_true", help="draw the board after every throw")
    parser.add_argument("--ascii", action="store_true", help="draw with plain letters and signs")


def add_convert(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tablier convert`."""
    parser.add_argument("file", metavar="FILE", help="a record, a match log (.mat) or an SGF file")
    parser.add_argument("--to", required=True, choices=_FORMS, help="the format to write")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    parser.add_argument("--ruleset", metavar="RULESET", help="the rules of a file that does not name them")


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tablier position`."""
    parser.add_argument("ruleset", metavar="RULESET", help="a name or a path")
    given = parser.add_mutually_exclusive_group()
    given.add_argument("--json", metavar="TEXT", help="a position as `tablier plays` takes it")
    given.add_argument("--xgid", metavar="TEXT", help="an XGID")
    given.add_argument("--gnubg-id", metavar="TEXT", help="a Position ID, or Position ID:Match ID")
    given.add_argument("--fibs", metavar="TEXT", help="a FIBS board string")
    parser.add_argument("--player", choices=("white", "black"), help="who is on turn")
    parser.add_argument(
        "--to", choices=_POSITIONS, help="the only form to print (default: all, and the board)"
    )


def add_problems(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tablier problems`."""
    parser.add_argument("file", metavar="FILE", help="a collection of problems, in YAML")
    parser.add_argument(
        "verb", nargs="?", default="list", choices=("list", "show", "play", "check"), help="(default: list)"
    )
    parser.add_argument("number", nargs="?", metavar="N", help="the problem to show or to play")
    parser.add_argument("--solution", action="store_true", help="show: with the solution")
    parser.add_argument("--ascii", action="store_true", help="draw with plain letters and signs")
    parser.add_argument("--black", metavar="WHO", default="human", help="play: who plays Black")
    parser.add_argument("--white", metavar="WHO", default="human", help="play: who plays White")


# --- replay and convert ------------------------------------------------------------------------


def run_replay(options: Any) -> int:
    """`tablier replay`."""
    from tablier.repl import stepping
    from tablier.repl.screen import Screen, is_plain
    from tablier.repl.sources import terminal_lines

    opened = _opened(options.file, options.ruleset)
    screen = Screen(sys.stdout, ascii=options.ascii)
    if not options.check:
        if sys.stdin.isatty() and sys.stdout.isatty():
            stepping.walk(opened, screen, terminal_lines(sys.stdout, plain=is_plain()))
        else:
            stepping.show_all(opened, screen, boards=options.boards)
    _report(opened.faults)
    print(stepping.summary(opened))
    return _status(opened.faults)


def run_convert(options: Any) -> int:
    """`tablier convert`."""
    from tablier.formats.files import convert

    opened = _opened(options.file, options.ruleset)
    _report(opened.faults)
    text = convert(opened, options.to)
    if options.output is None or options.output == "-":
        print(text, end="")
    else:
        try:
            Path(options.output).write_text(text, encoding="utf-8")
        except OSError as error:
            print(f"tablier: '{options.output}' cannot be written: {_reason(error)}", file=sys.stderr)
            return MISUSE
    return _status(opened.faults)


def _opened(path: str, ruleset: str | None) -> Any:
    from tablier.formats.files import open_games

    # Programs of the nineties wrote names in the encoding of Windows.
    file, remarks = _source(path, other_encoding="cp1252")
    opened = open_games(file, ruleset)
    opened.faults[:0] = remarks
    return opened


def _source(path: str, *, other_encoding: str | None = None) -> tuple[Any, list[Any]]:
    from tablier.diagnostics import RulesetError
    from tablier.source import read_source

    file, faults = read_source(path, other_encoding=other_encoding)
    if file is None:
        raise RulesetError(faults)
    return file, faults


# --- position ----------------------------------------------------------------------------------


def run_position(options: Any) -> int:
    """`tablier position`."""
    import json

    from tablier.formats.board import require
    from tablier.formats.positions import WRITERS
    from tablier.model.load import load
    from tablier.play.state import position
    from tablier.show import board_text

    ruleset = load(options.ruleset)
    rows, setting, state = _placed(ruleset, options)
    forms = {"json": json.dumps(position(ruleset, rows))}
    if options.to not in (None, "json"):
        require(ruleset, options.to)
    forms |= {form: WRITERS[form](setting) for form in ruleset.formats if form in WRITERS and setting}
    if options.to is not None:
        print(forms[options.to])
        return FINE
    print(board_text.draw(ruleset, state), end="\n\n")
    print("\n".join(f"{form}: {text}" for form, text in forms.items()))
    return FINE


def _placed(ruleset: Any, options: Any) -> tuple[Any, Any, Any]:
    """The rows, what the formats say around them, and the state, of the position that is given."""
    import json
    from dataclasses import replace

    from tablier.diagnostics import Diagnostic, RulesetError
    from tablier.formats.board import Setting, men_of, require, rows_of
    from tablier.formats.positions import READERS
    from tablier.play.state import Stage, State, read_position

    rows, setting = ruleset.setup, None
    for form in READERS:
        text = getattr(options, form.replace("-", "_"))
        if text is not None:
            require(ruleset, form)
            setting = READERS[form](text)
            rows = rows_of(ruleset, setting.men)
    if options.json is not None:
        try:
            rows = read_position(ruleset, json.loads(options.json))
        except RulesetError:
            raise
        except (ValueError, RecursionError) as error:
            raise RulesetError([Diagnostic("T706", f"the position is not JSON: {error}")]) from None
    if setting is None and ruleset.formats:
        setting = Setting(men_of(ruleset, rows))
    side = {"white": 0, "black": 1}.get(options.player or "", setting.turn if setting else 0)
    setting = replace(setting, turn=side) if setting else None
    return rows, setting, State(rows, Stage.THROW, side)


# --- problems ----------------------------------------------------------------------------------


def run_problems(options: Any) -> int:
    """`tablier problems`."""
    from tablier.study import problems

    collection = problems.read_collection(_source(options.file)[0])
    if options.verb == "check":
        found = list(problems.check(collection))
        _report(found)
        count = len(collection.problems)
        print(f"{count} problem{'' if count == 1 else 's'} of {collection.engine.ruleset.title}")
        return _status(found)
    if options.verb == "list":
        _report(collection.faults)
        print(collection.title)
        for one in collection.problems.values():
            print(f"  {one.number:>3}  {one.caption}")
        return _status(collection.faults)
    return _one_problem(collection, options)


def _one_problem(collection: Any, options: Any) -> int:
    from tablier.diagnostics import Diagnostic, RulesetError, suggest

    problem = collection.problems.get(options.number)
    if problem is None:
        known = ", ".join(collection.problems)
        close = suggest(options.number or "", collection.problems)
        message = f"there is no problem '{options.number or ''}'; there are {known}"
        raise RulesetError([Diagnostic("T706", message, suggestion=close)])
    _show_problem(collection, problem, options)
    return _play_problem(collection, problem, options) if options.verb == "play" else FINE


def _show_problem(collection: Any, problem: Any, options: Any) -> None:
    from tablier.model.layout import SIDES
    from tablier.show import board_text

    print(f"{problem.number}. {problem.caption}\n")
    print(board_text.draw(collection.engine.ruleset, problem.state, ascii=options.ascii), end="\n\n")
    print(f"{SIDES[problem.state.player].title()} is to throw.")
    if problem.throws:
        print("The throws: " + ", ".join("-".join(map(str, faces)) for faces in problem.throws) + ".")
    for text in (problem.goal, problem.source):
        if text:
            print(text)
    if options.solution and problem.solution is not None:
        print(f"\n{problem.solution.text.rstrip()}")
        if problem.result is not None:
            print(f"result: {problem.result.text}")


def _play_problem(collection: Any, problem: Any, options: Any) -> int:
    from tablier import repl
    from tablier.study.problems import pose

    players = {"white": options.white, "black": options.black}
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return repl.run(
        collection.engine.ruleset,
        players=players,
        seed=1,
        lines=None if on_terminal else sys.stdin,
        out=sys.stdout,
        ascii=options.ascii,
        begin=lambda session: session.begin_from(pose(session.engine, problem, 1)),
    )


# --- shared ------------------------------------------------------------------------------------


def _report(faults: Any) -> None:
    from tablier.report import render

    if faults:
        print(render(faults), file=sys.stderr)


def _status(faults: Any) -> int:
    return FINDINGS if any(one.severity == "error" for one in faults) else FINE


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
