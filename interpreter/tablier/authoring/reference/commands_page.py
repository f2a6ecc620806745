"""The page on commands, from the parser of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from tablier.authoring.reference.markdown import anchor, block, code, joined, made_by, paragraphs, table

_STATUSES = (
    ("0", "all is well (warnings are allowed, unless `--strict` is given)"),
    ("1", "what was checked has problems; for `diff`, there are differences"),
    ("2", "wrong use, or something that cannot be read"),
    ("3", "a fault of Tablier's own; please report it"),
)


def page(parser: argparse.ArgumentParser) -> str:
    """Return the page on commands."""
    return joined(_lines(parser))


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command by its name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _lines(parser: argparse.ArgumentParser) -> Iterator[str]:
    commands = subcommands(parser)
    yield from made_by(
        "Commands",
        "Wherever a command asks for a RULESET, it takes a name from the library or your own folder, an alias"
        " such as `jaquet`, or the path of a file. `tablier COMMAND --help` prints what stands here.",
        "Your own folder is where `TABLIER_PATH` says (several folders are separated as in `PATH`);"
        " otherwise it is `tablier/rulesets` in your system's folder for the data of programs.",
    )
    yield from table(
        ("command", "what it does"),
        (
            (f"[{name}](#{anchor(f'tablier {name}')})", one.description or "")
            for name, one in commands.items()
        ),
    )
    yield from ("## Exit statuses", "", *table(("status", "meaning"), _STATUSES))
    for name, one in commands.items():
        yield from _command(name, one)


def _command(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    actions = [one for one in parser._actions if not isinstance(one, argparse._HelpAction)]
    yield from (f"## tablier {name}", "", *paragraphs(parser.description or ""))
    yield from block(" ".join(["tablier", name, *(_usage(one) for one in actions)]), "text")
    shown = [one for one in actions if one.help is not argparse.SUPPRESS]
    if shown:
        yield from table(("argument", "meaning"), ((code(_named(one)), _help(one)) for one in shown))


def _usage(action: argparse.Action) -> str:
    if not action.option_strings:
        return {None: "{}", "?": "[{}]", "*": "[{} ...]", "+": "{} [{} ...]"}.get(
            _times(action), "{}"
        ).replace("{}", str(_value(action)))
    text = f"{action.option_strings[-1]} {_value(action)}".rstrip()
    return text if action.required else f"[{text}]"


def _times(action: argparse.Action) -> str | None:
    return action.nargs if isinstance(action.nargs, str) else None


def _value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if action.metavar is not None:
        return action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper()


def _named(action: argparse.Action) -> str:
    return " ".join([", ".join(action.option_strings), _value(action)]).strip()


def _help(action: argparse.Action) -> str:
    keys: dict[str, Any] = {**vars(action), "prog": "tablier"}
    return (action.help or "") % keys
