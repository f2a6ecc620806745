"""The command `tablier`: one verb a command, its arguments, and what it prints.

Nothing heavy is imported before a command needs it: `list` and `--help` answer at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from tablier import __version__, cli_games, cli_study

FINE, FINDINGS, MISUSE, OUR_FAULT = 0, 1, 2, 3
"""Exit statuses: all is well; the checked thing has problems; wrong use; a fault of Tablier's own."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.run is None:
        parser.print_help()
        return MISUSE
    try:
        status = options.run(options)
        sys.stdout.flush()
        return int(status)
    except BrokenPipeError:
        # The reader has gone away (`tablier list | head`); there is nobody to tell.
        sys.stderr.close()
        return FINE
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # the last door: say that it is ours, and how to report it
        return _our_fault(error)


def _our_fault(error: Exception) -> int:
    from tablier.diagnostics import RulesetError

    if isinstance(error, RulesetError):
        _report(error.diagnostics, "text")
        return MISUSE
    import traceback

    print(
        f"tablier: this is a fault of Tablier's own ({type(error).__name__}: {error}).",
        file=sys.stderr,
    )
    print("Please report it, with the command you typed and these lines:", file=sys.stderr)
    print("".join(traceback.format_tb(error.__traceback__)[-3:]), file=sys.stderr, end="")
    return OUR_FAULT


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of every command."""
    parser = argparse.ArgumentParser(
        prog="tablier", description="Historical tables games as readable rulesets."
    )
    parser.add_argument("--version", action="version", version=f"tablier {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar="COMMAND")
    for add in (
        _list,
        _show,
        _validate,
        _check,
        _plays,
        _play,
        _replay,
        _convert,
        _position,
        _problems,
        _simulate,
        _study,
        _solve,
        _explain,
        _board,
        _rulebook,
        _new,
        _diff,
        _docs,
        _lsp,
    ):
        add(commands)
    return parser


def _command(commands: Any, name: str, run: Callable[[Any], int], summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=summary)
    parser.set_defaults(run=run)
    return parser


def _add_readings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="choose the text of a doubtful clause",
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="NAME=N",
        help="set a constant of the ruleset, such as the number of men",
    )


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=("text", "json", "github", "sarif"),
        default="text",
        help="how problems are written (default: text)",
    )
    parser.add_argument("--strict", action="store_true", help="let warnings count as problems")


def _list(commands: Any) -> None:
    parser = _command(commands, "list", run_list, "List the rulesets of the library and of your own folder.")
    parser.add_argument("--json", action="store_true", help="for machines")


def _show(commands: Any) -> None:
    parser = _command(commands, "show", run_show, "Show the facts and the clauses of a ruleset.")
    parser.add_argument("ruleset", metavar="RULESET", help="a name or a path")
    parser.add_argument("--flat", action="store_true", help="write the merged file, without parents")
    _add_readings(parser)
    _add_settings(parser)


def _validate(commands: Any) -> None:
    parser = _command(
        commands,
        "validate",
        run_validate,
        "Say whether ruleset files are well formed, and what is wrong.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="names or paths")
    parser.add_argument(
        "--all", action="store_true", help="every ruleset of the library and of your own folder"
    )
    parser.add_argument("--watch", action="store_true", help="again each time a file is saved; Ctrl-C ends")
    _add_format(parser)


def _check(commands: Any) -> None:
    parser = _command(commands, "check", run_check, "Run the worked cases that rulesets carry.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="names or paths")
    parser.add_argument(
        "--all", action="store_true", help="every ruleset of the library and of your own folder"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="show every example on its board")
    _add_format(parser)


def _plays(commands: Any) -> None:
    parser = _command(commands, "plays", run_plays, "Print every legal play of a throw from a position.")
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help="a name or a path")
    parser.add_argument("--position", metavar="JSON", help="where the men stand (default: the start)")
    parser.add_argument("--throw", metavar="DICE", help="the faces thrown, such as 6-5")
    parser.add_argument("--given", metavar="NUMBERS", help="numbers passed over by the opponent, such as 5-5")
    parser.add_argument(
        "--player", default="white", choices=("white", "black"), help="who plays (default: white)"
    )
    parser.add_argument("--json", action="store_true", help="for machines")
    parser.add_argument(
        "--batch",
        metavar="FILE",
        help="one JSON request a line, from a file or - for standard input",
    )
    _add_readings(parser)
    _add_settings(parser)


def _play(commands: Any) -> None:
    parser = _command(commands, "play", run_play, "Play a ruleset.")
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help="a name or a path")
    parser.add_argument(
        "--white",
        metavar="WHO",
        default="human",
        help="human, or a machine: random, cautious, bold, expect, rollout (default: human)",
    )
    parser.add_argument(
        "--black",
        metavar="WHO",
        default="human",
        help="human, or a machine: random, cautious, bold, expect, rollout (default: human)",
    )
    parser.add_argument("--seed", type=int, help="the same seed gives the same dice")
    parser.add_argument("--match", type=int, metavar="POINTS", help="play a match to so many points")
    parser.add_argument("--cube", action="store_true", help="with the doubling cube, where the rules know it")
    parser.add_argument("--ascii", action="store_true", help="draw with plain letters and signs")
    parser.add_argument("--resume", action="store_true", help="go on with the game that was not finished")
    _add_readings(parser)
    _add_settings(parser)


def _replay(commands: Any) -> None:
    summary = "Read a game or a match, check every throw against the rules, and step through it."
    cli_games.add_replay(_command(commands, "replay", cli_games.run_replay, summary))


def _convert(commands: Any) -> None:
    summary = "Write the games of a file in another format."
    cli_games.add_convert(_command(commands, "convert", cli_games.run_convert, summary))


def _position(commands: Any) -> None:
    summary = "Write a position in every form that a ruleset declares."
    cli_games.add_position(_command(commands, "position", cli_games.run_position, summary))


def _problems(commands: Any) -> None:
    summary = "List, show, play or check the problems of a collection."
    cli_games.add_problems(_command(commands, "problems", cli_games.run_problems, summary))


def _simulate(commands: Any) -> None:
    parser = _command(commands, "simulate", run_simulate, "Let random players play many games, and count.")
    cli_study.add_simulate(parser)
    _add_readings(parser)
    _add_settings(parser)


def _study(commands: Any) -> None:
    parser = _command(
        commands, "study", run_study, "Say what a doubtful clause changes, by playing both ways."
    )
    cli_study.add_study(parser)
    _add_readings(parser)
    _add_settings(parser)


def _solve(commands: Any) -> None:
    parser = _command(commands, "solve", run_solve, "Work out a small game exactly: odds, length, best play.")
    cli_study.add_solve(parser)
    _add_readings(parser)
    _add_settings(parser)


def _explain(commands: Any) -> None:
    parser = _command(commands, "explain", run_explain, "Explain a diagnostic code, such as T401.")
    parser.add_argument("code", metavar="CODE", nargs="?", help="leave it out for a list of all codes")


def _board(commands: Any) -> None:
    parser = _command(commands, "board", run_board, "Draw a position.")
    parser.add_argument("ruleset", metavar="RULESET", help="a name or a path")
    parser.add_argument("--position", metavar="JSON", help="where the men stand (default: the start)")
    parser.add_argument("--player", choices=("white", "black"), help="who is on turn (default: white)")
    parser.add_argument("--throw", metavar="DICE", help="the faces thrown, such as 6-5")
    parser.add_argument("--play", metavar="MOVES", help="a play of that throw, shown by arrows")
    parser.add_argument("--from", dest="record", metavar="RECORD", help="take the position from a game")
    parser.add_argument("--at", type=int, metavar="N", help="... as it was at its N-th throw")
    form = parser.add_mutually_exclusive_group()
    for name in ("svg", "png", "text"):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=f"as {name}")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    parser.add_argument("--caption", metavar="TEXT", default="", help="a line under the picture")
    parser.add_argument("--mark", metavar="REGION", action="append", help="mark the points of a region")
    parser.add_argument("--flip", action="store_true", help="seen from the other side of the table")
    parser.add_argument("--dark", action="store_true", help="for a dark page (SVG follows the reader's own)")
    parser.set_defaults(form=None)
    _add_readings(parser)
    _add_settings(parser)


def _new(commands: Any) -> None:
    parser = _command(commands, "new", run_new, "Write the starting file of a new ruleset.")
    parser.add_argument("name", metavar="NAME", help="the new ruleset's name, such as my-game")
    parser.add_argument(
        "--from", dest="parent", metavar="RULESET", help="start from this ruleset, as a child"
    )
    parser.add_argument("--flat", action="store_true", help="with --from: a full copy, not a child")
    parser.add_argument("-o", "--output", metavar="DIR", default=".", help="where to write (default: here)")
    parser.add_argument("--personal", action="store_true", help="write into your own folder of rulesets")


def _diff(commands: Any) -> None:
    parser = _command(commands, "diff", run_diff, "Say what differs between two rulesets, or two readings.")
    parser.add_argument("first", metavar="A", help="a name or a path")
    parser.add_argument("second", metavar="B", nargs="?", help="a name or a path (default: A again)")
    _add_readings(parser)
    parser.add_argument(
        "--versus-reading",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="the same for B",
    )
    parser.add_argument("--json", action="store_true", help="for machines")


def _docs(commands: Any) -> None:
    parser = _command(commands, "docs", run_docs, "Write the reference pages from what they describe.")
    parser.add_argument("folder", metavar="DIR", nargs="?", default="docs", help="(default: docs)")
    parser.add_argument("--check", action="store_true", help="write nothing; say which are not up to date")


def _rulebook(commands: Any) -> None:
    parser = _command(commands, "rulebook", run_rulebook, "Write the rules of a game in English.")
    parser.add_argument("ruleset", metavar="RULESET", help="a name or a path")
    parser.add_argument("--format", choices=("md", "html"), help="Markdown or HTML (default: md)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    _add_readings(parser)


def _lsp(commands: Any) -> None:
    _command(commands, "lsp", run_lsp, "Help an editor while you type (a language server on standard input).")


# --- what the commands do ----------------------------------------------------------------------


def run_list(options: Any) -> int:
    """`tablier list`."""
    from tablier.show import catalogue

    print(catalogue.as_json() if options.json else catalogue.as_text())
    return FINE


def run_show(options: Any) -> int:
    """`tablier show`."""
    from tablier.model.load import load
    from tablier.show import facts, flat

    if options.flat and (options.reading or options.settings):
        return _misuse("show --flat writes the file as it is; leave out --reading and --set")
    ruleset = load(options.ruleset, _readings(options), _settings(options))
    print(flat.flat(ruleset.path).rstrip() if options.flat else facts.sheet(ruleset))
    return FINE


def run_validate(options: Any) -> int:
    """`tablier validate`."""
    from tablier.model import survey

    names = survey.named(options.files, everything=options.all)
    if not names:
        return _misuse("validate needs a FILE, or --all")
    return _watch(names, options) if options.watch else _validated(names, options)


def _validated(names: Sequence[str], options: Any) -> int:
    from tablier.model import survey

    found = [one for name in names for one in survey.validate(name)]
    _report(found, options.format)
    status = _status(found, options.strict)
    if options.format == "text" and status == FINE:
        warnings = f", with {len(found)} warning{'s' * (len(found) != 1)}" if found else ""
        print(f"{len(names)} ruleset{'s are' if len(names) != 1 else ' is'} well formed{warnings}.")
    return status


def _watch(names: Sequence[str], options: Any) -> int:
    from tablier.authoring.watching import saves

    clear = "\033[2J\033[3J\033[H" if sys.stdout.isatty() else ""
    try:
        for _ in saves(names):
            print(clear, end="", flush=True)
            _validated(names, options)
            print("Watching; Ctrl-C ends.", flush=True)
    except KeyboardInterrupt:
        print()
    return FINE


def run_check(options: Any) -> int:
    """`tablier check`."""
    from tablier.authoring import verdicts as paper
    from tablier.diagnostics import Diagnostic
    from tablier.model import survey
    from tablier.model.load import examine
    from tablier.study.examples import check_examples
    from tablier.study.trial import try_out

    names = survey.named(options.rulesets, everything=options.all)
    if not names:
        return _misuse("check needs a RULESET, or --all")
    found: list[Diagnostic] = []
    for name in names:
        ruleset, diagnostics = examine(name)
        found.extend(one for one in diagnostics if one.severity == "error")
        if ruleset is None:
            continue
        verdicts = list(check_examples(ruleset))
        found.extend(one for verdict in verdicts for one in verdict.diagnostics)
        found.extend(() if ruleset.abstract else try_out(ruleset))
        if options.format == "text":
            for verdict in verdicts if options.verbose else ():
                print(paper.as_text(ruleset, verdict), end="\n\n")
            passed = sum(verdict.passed for verdict in verdicts)
            print(f"{ruleset.name}: {passed} of {len(verdicts)} examples pass")
    _report(found, options.format)
    return _status(found, options.strict)


def run_plays(options: Any) -> int:
    """`tablier plays`."""
    import json

    from tablier.play.requests import Desk

    if options.batch is not None:
        return _batch(options.batch)
    if options.ruleset is None:
        return _misuse("plays needs a RULESET, or --batch")
    request: dict[str, Any] = {
        "ruleset": options.ruleset,
        "player": options.player,
        "readings": _readings(options),
        "constants": _settings(options),
    }
    if options.position is not None:
        try:
            request["position"] = json.loads(options.position)
        except (ValueError, RecursionError) as error:
            print(json.dumps({"error": {"code": "T706", "message": f"the position is not JSON: {error}"}}))
            return MISUSE
    request |= {key: value for key in ("throw", "given") if (value := getattr(options, key)) is not None}
    answer = Desk().answer(request)
    if options.json or "error" in answer:
        print(json.dumps(answer))
    else:
        for play in answer["plays"]:
            print(play["notation"] or "(no play)")
    return MISUSE if "error" in answer else FINE


def _batch(path: str) -> int:
    import json
    from contextlib import nullcontext
    from pathlib import Path

    from tablier.play.requests import Desk

    desk, status = Desk(), FINE
    try:
        text = sys.stdin if path == "-" else Path(path).open(encoding="utf-8", errors="replace")  # noqa: SIM115
    except OSError as error:
        return _misuse(f"'{path}' cannot be read: {(error.strerror or str(error)).lower()}")
    with nullcontext(text) if path == "-" else text as file:
        for line in file:
            try:
                answer = desk.answer(json.loads(line)) if line.strip() else None
            except (ValueError, RecursionError) as error:
                answer = {"error": {"code": "T706", "message": f"the line is not JSON: {error}"}}
            if answer is None:
                continue
            status = FINDINGS if "error" in answer else status
            print(json.dumps(answer), flush=path == "-")
    return status


def run_play(options: Any) -> int:
    """`tablier play`."""
    from tablier import repl

    options.constants = _settings(options)
    return repl.main(options)


def run_simulate(options: Any) -> int:
    """`tablier simulate`."""
    return cli_study.run_simulate(options, _readings(options), _settings(options))


def run_study(options: Any) -> int:
    """`tablier study`."""
    return cli_study.run_study(options, _readings(options), _settings(options))


def run_solve(options: Any) -> int:
    """`tablier solve`."""
    return cli_study.run_solve(options, _readings(options), _settings(options))


def run_explain(options: Any) -> int:
    """`tablier explain`."""
    from tablier.codes import CODES
    from tablier.diagnostics import suggest

    if options.code is None:
        print("\n".join(f"{code.code}  {code.title}" for code in CODES.values()))
        return FINE
    code = CODES.get(options.code.upper())
    if code is None:
        close = suggest(options.code.upper(), CODES)
        return _misuse(f"there is no code '{options.code}'" + (f"; did you mean {close}?" if close else ""))
    print(
        f"{code.code}: {code.title}\n\n{code.explanation}\n\n"
        f"not so:\n{_indented(code.bad)}\n\nbut so:\n{_indented(code.good)}"
    )
    return FINE


def run_board(options: Any) -> int:
    """`tablier board`."""
    from tablier.model.layout import SIDES
    from tablier.model.load import load
    from tablier.play.engine import Engine
    from tablier.show import diagram

    engine = Engine(load(options.ruleset, _readings(options), _settings(options)))
    if options.record is not None:
        scene = diagram.recorded(engine, options.record, options.at)
    else:
        player = None if options.player is None else SIDES.index(options.player)
        scene = diagram.scene(engine, options.position, player, options.throw, options.play)
    form = options.form or diagram.form_of(options.output)
    looks = diagram.Looks(form, options.caption, options.dark, options.flip, options.mark)
    return _written(diagram.drawn(engine.ruleset, scene, looks), options.output)


def run_new(options: Any) -> int:
    """`tablier new`."""
    from pathlib import Path

    from tablier.authoring.starting import NotStartedError, write
    from tablier.model import library

    if options.flat and options.parent is None:
        return _misuse("new --flat copies a ruleset: name it with --from")
    folder = library.personal_folders()[0] if options.personal else Path(options.output)
    try:
        path = write(options.name, options.parent, folder, whole=options.flat)
    except (NotStartedError, OSError) as error:
        return _misuse(str(error))
    called = options.name if options.personal else path
    print(f"{path} is written; it is a game already. What next:")
    for verb in ("validate", "check", "play"):
        print(f"  tablier {verb} {called}")
    return FINE


def run_diff(options: Any) -> int:
    """`tablier diff`."""
    import json

    from tablier.authoring import differences
    from tablier.model.load import load

    if options.second is None and not options.versus_reading:
        return _misuse("diff needs a second ruleset, or --versus-reading")
    first = load(options.first, _readings(options))
    second = load(options.second or options.first, _chosen(options.versus_reading))
    changes = differences.compare(first, second)
    if options.json:
        print(json.dumps([change.to_json() for change in changes], indent=2, ensure_ascii=False))
    else:
        print(differences.as_text(first, second, changes))
    return FINDINGS if changes else FINE


def run_docs(options: Any) -> int:
    """`tablier docs`."""
    from pathlib import Path

    from tablier.authoring import reference

    folder, parser = Path(options.folder), build_parser()
    found = reference.stale(folder, parser) if options.check else reference.write(folder, parser)
    for path in found:
        print(f"{path} is not up to date" if options.check else f"{path} is written")
    return FINDINGS if options.check and found else FINE


def run_lsp(options: Any) -> int:
    """`tablier lsp`."""
    try:
        from tablier.authoring.server.run import serve
    except ModuleNotFoundError as error:
        return _misuse(f"{error.name} is missing; install it with: pip install 'tablier[lsp]'")
    serve()
    return FINE


# --- shared ------------------------------------------------------------------------------------


def _indented(text: str) -> str:
    return "\n".join("    " + line for line in text.splitlines())


def _readings(options: Any) -> dict[str, str]:
    return _chosen(options.reading)


def _chosen(texts: Sequence[str]) -> dict[str, str]:
    from tablier.diagnostics import Diagnostic, RulesetError

    chosen = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name or not value:
            raise RulesetError([Diagnostic("T508", f"--reading is NAME=VALUE, not '{text}'")])
        chosen[name.strip()] = value.strip()
    return chosen


def run_rulebook(options: Any) -> int:
    """`tablier rulebook`."""
    from tablier.model.load import load
    from tablier.show.rulebook.book import book
    from tablier.show.rulebook.html import html
    from tablier.show.rulebook.markdown import markdown

    ruleset = load(options.ruleset, _readings(options))
    is_page = (options.output or "").endswith((".html", ".htm"))
    form = options.format or ("html" if is_page else "md")
    return _written((html if form == "html" else markdown)(ruleset, book(ruleset)), options.output)


def _settings(options: Any) -> dict[str, int]:
    from tablier.diagnostics import Diagnostic, RulesetError

    found = {}
    for text in options.settings:
        name, _, value = text.partition("=")
        if not name or not value.strip().removeprefix("-").isdecimal() or len(value) > 9:
            raise RulesetError([Diagnostic("T508", f"--set is NAME=N, with a whole number, not '{text}'")])
        found[name.strip()] = int(value)
    return found


def _written(content: str | bytes, path: str | None) -> int:
    from pathlib import Path

    data = content.encode() if isinstance(content, str) else content
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return FINE
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        return _misuse(f"'{path}' cannot be written: {(error.strerror or str(error)).lower()}")
    return FINE


def _status(found: Sequence[Any], strict: bool) -> int:
    """Problems are 1; a file that could not even be read is 2."""
    counted = [one for one in found if strict or one.severity == "error"]
    if any(one.code in ("T101", "T705") for one in counted):
        return MISUSE
    return FINDINGS if counted else FINE


def _report(found: Sequence[Any], form: str) -> None:
    from tablier import report

    if form == "json":
        import json

        print(json.dumps([report.to_json(one) for one in found], indent=2))
    elif form == "sarif":
        import json

        from tablier import sarif

        print(json.dumps(sarif.log(found, __version__), indent=2))
    elif found:
        text = report.render(found) if form == "text" else "\n".join(report.github(one) for one in found)
        print(text, file=sys.stderr if form == "text" else sys.stdout)


def _misuse(sentence: str) -> int:
    print(f"tablier: {sentence}", file=sys.stderr)
    return MISUSE
