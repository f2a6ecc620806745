"""Starting files for new rulesets: a small complete game, a child of another ruleset, a full copy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template

from tablier.diagnostics import RulesetError
from tablier.model import library
from tablier.model.layout import SIDES
from tablier.model.load import load
from tablier.model.merge import merge
from tablier.model.ruleset import Ruleset
from tablier.play.casts import read_cast
from tablier.play.engine import Engine
from tablier.play.plays import Play
from tablier.play.requests import plays_of_throw
from tablier.play.search import TooManyPlaysError
from tablier.play.state import position
from tablier.show import flat
from tablier.show.yaml_text import document, modeline
from tablier.syntax.schema import ruleset_schema
from tablier.syntax.yaml_tree import Map

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class NotStartedError(ValueError):
    """A starting file that cannot be written, and why."""


def write(name: str, parent: str | None, folder: Path, *, whole: bool = False) -> Path:
    """Write the starting file of a new ruleset, and return its path.

    Args:
        name: the id of the new ruleset.
        parent: the ruleset to start from; None for a small game of its own.
        folder: where the file goes; it is made when it is not there.
        whole: a full copy of `parent`, not a child.

    Raises:
        NotStartedError: when the name cannot be used or the file is there already.
        RulesetError: when the parent is not known or not well formed.
    """
    check_name(name)
    path = folder / f"{name}{library.SUFFIX}"
    if path.exists():
        raise NotStartedError(f"'{path}' is there already; choose another name, or delete it first")
    text = _text(name, path, parent, whole=whole)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def check_name(name: str) -> None:
    """Refuse a name that is not an id, or that another ruleset has.

    >>> check_name("My Game")
    Traceback (most recent call last):
    tablier.authoring.starting.NotStartedError: 'My Game' cannot be a ruleset's name: ...
    """
    if not _ID.fullmatch(name):
        formed = re.sub(r"[^a-z0-9]+", "-", name.removesuffix(library.SUFFIX).lower()).strip("-")
        hint = f"; how about '{formed}'?" if formed else ""
        rule = "lower-case letters and figures, with hyphens between words"
        raise NotStartedError(f"'{name}' cannot be a ruleset's name: {rule}{hint}")
    found = library.find(name)
    if found is not None:
        raise NotStartedError(f"a ruleset '{name}' is there already, in {found.parent}; choose another name")


def _text(name: str, path: Path, parent: str | None, *, whole: bool) -> str:
    title = name.replace("-", " ").capitalize()
    if parent is None:
        return f"{modeline()}\n{_template('game').substitute(name=name, title=title)}"
    ruleset = load(parent)
    if whole:
        return _copy(ruleset, name, title)
    return f"{modeline()}\n{_child(ruleset, name, title, path)}"


def _template(kind: str) -> Template:
    text = (files("tablier") / "authoring" / "templates" / f"{kind}.yaml").read_text(encoding="utf-8")
    return Template(text)


# --- a full copy -------------------------------------------------------------------------------

_HEAD = re.compile(r"^(ruleset|title): .*$", re.MULTILINE)


def _copy(ruleset: Ruleset, name: str, title: str) -> str:
    """Return the merged file under another name, with a remark on every section."""
    sections = ruleset_schema()["definitions"]
    remarks = {
        key.removeprefix("section_"): entry["description"]
        for key, entry in sections.items()
        if key.startswith("section_")
    }
    new = {"ruleset": name, "title": title}
    text = flat.flat(ruleset.path, remarks)
    text = _HEAD.sub(lambda found: f"{found[1]}: {new[found[1]]}", text, count=2)
    intro = f"# A full copy of {ruleset.name}: change whatever your source says otherwise."
    return text.replace("\nformat:", f"\n{intro}\n\nformat:", 1)


# --- a child -----------------------------------------------------------------------------------


def _child(parent: Ruleset, name: str, title: str, path: Path) -> str:
    section, clause = _telling_clause(parent)
    filled = _missing(parent)
    return _template("child").substitute(
        name=name,
        title=title,
        file=path.name,
        parent=_reference(parent, path),
        parent_title=parent.title,
        removable=_removable(parent),
        filled=f"\n{filled}" if filled else "",
        clause=_commented(document(_part(parent, section, clause))),
        reading=_commented(_reading(parent, section, clause)),
        example=_example(parent, name),
    )


def _reference(parent: Ruleset, path: Path) -> str:
    """Return the word after `extends`: a name, for a file that is found by its name."""
    found = library.find(parent.name, beside=path)
    if found is None or found.resolve() != parent.path.resolve():
        where = f"'{parent.path}' is not found by its name"
        raise NotStartedError(f"{where}; put the new file beside it (-o), or start a full copy (--flat)")
    return parent.name


def _commented(text: str) -> str:
    return "".join(f"#{line}\n" for line in text.splitlines() if line)


_TELLING = ("end", "forbidden", "moves", "numbers")


def _telling_clause(parent: Ruleset) -> tuple[str, str]:
    """Return the clause that is shown replaced: how the game ends, or what else there is."""
    for section in _TELLING:
        if parent.section(section):
            return section, parent.section(section)[0].name
    raise NotStartedError(f"'{parent.name}' has no clause to start from")


def _part(parent: Ruleset, section: str, name: str) -> Map:
    """Return the tree of one clause within its section, as the parent has it."""
    key, node = merge(parent.path).sections[section]
    if name and isinstance(node, Map):
        node = Map([(one, value) for one, value in node.items if one.text == name], node.span)
    return Map([(key, node)], node.span)


def _removable(parent: Ruleset) -> str:
    clauses = [*parent.section("forbidden"), *parent.section("obligations")[::-1], *parent.section("end")]
    return clauses[-1 if not parent.section("forbidden") else 0].id


def _reading(parent: Ruleset, section: str, name: str) -> str:
    patch = document(_part(parent, section, name))
    changes = "".join(f"          {line}\n" for line in patch.splitlines() if line)
    return (
        "readings:\n"
        "  my_reading:\n"
        "    question: What exactly does the source mean?\n"
        "    default: by_the_letter\n"
        "    values:\n"
        "      by_the_letter:\n"
        "        argument: So it stands in the source, and so this file has it.\n"
        "      by_custom:\n"
        "        argument: Other games of the kind have it so.\n"
        "        changes:\n"
        f"{changes}"
    )


# What a parent that is not itself a game may leave to its children.
_USUAL = {
    "setup": "setup:\n  both: {1: rest}\n",
    "lead": "lead:\n  by: higher\n  tie: again\n  opens: anew\n",
    "throw": "throw:\n  dice: 2\n",
    "numbers": "numbers:\n  rule: 4 of high if doublet else dice\n",
    "end": "end:\n  all_off:\n    if: all_in(off)\n    wins: mine\n    points: 1\n",
}
_DEFAULT = "default: Replace this by what your source says."


def _missing(parent: Ruleset) -> str:
    """Return the sections that the parent leaves to its children, with something usual in them."""
    there = set(merge(parent.path).sections)
    needed = [section for section in _USUAL if parent.abstract and section not in there]
    if not needed:
        return ""
    blocks = [f"{_USUAL[section].rstrip()}\n{_indent(section)}{_DEFAULT}\n" for section in needed]
    return f"# {parent.title} leaves these to its children.\n" + "\n".join(blocks)


def _indent(section: str) -> str:
    return "    " if section == "end" else "  "


# --- its example -------------------------------------------------------------------------------

_THROWS = ("6-5", "6-4", "5-4", "6-3", "5-3", "4-3", "6-6", "3-2", "2-1")
_OTHER_THROWS = (4, 3, 2, 1, "6-5-4", "4-3-2", "3-2-1")
MOST_RESULTS = 6


@dataclass(frozen=True)
class _Case:
    throw: str | int
    plays: list[Play]


def _example(parent: Ruleset, name: str) -> str:
    """Return a worked case that passes: what the game as it stands does with a throw at the start."""
    engine = Engine(_playable(parent, name))
    cases = list(_cases(engine))
    if not cases:
        raise NotStartedError(f"no throw at the start of '{parent.name}' is short enough for an example")
    case = min(cases, key=lambda one: (len(one.plays) > MOST_RESULTS, not one.plays[0].steps))
    return "\n".join(_case_lines(engine.ruleset, case)) + "\n"


def _playable(parent: Ruleset, name: str) -> Ruleset:
    """Return the parent; or, of one that is not itself a game, a game of the kind."""
    if not parent.abstract:
        return parent
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}{library.SUFFIX}"
        text = f"format: 1\nruleset: {name}\ntitle: A game\nextends: {parent.name}\n{_missing(parent)}"
        path.write_text(text, encoding="utf-8")
        return load(path)


def _cases(engine: Engine) -> Iterator[_Case]:
    for throw in (*_THROWS, *_OTHER_THROWS):
        try:
            faces = read_cast(engine.ruleset, throw)
            yield _Case(throw, plays_of_throw(engine, engine.ruleset.setup, 0, faces))
        except (RulesetError, TooManyPlaysError):
            continue


def _case_lines(ruleset: Ruleset, case: _Case) -> Iterator[str]:
    yield "  first_throw:"
    yield f"    about: What White can do with {case.throw} at the start."
    yield f"    throw: {case.throw}"
    if len(case.plays) > MOST_RESULTS:
        yield f"    count: {len(case.plays)}"
    else:
        yield "    results:"
        yield from (line for play in case.plays for line in _result(ruleset, play))
    yield f"    tests: [{', '.join(_kinds(ruleset, case.plays))}]"
    yield "    default: So the rules come out as they stand."


def _result(ruleset: Ruleset, play: Play) -> Iterator[str]:
    """Yield the sides that a play changes, or `{}` where it changes nothing."""
    mark = "      - "
    before, after = position(ruleset, ruleset.setup), position(ruleset, play.rows)
    for side in SIDES:
        if after[side] != before[side]:
            men = ", ".join(f"{place}: {count}" for place, count in after[side].items())
            yield f"{mark}{side}: {{{men}}}"
            mark = "        "
    if mark.strip():
        yield f"{mark}{{}}"


def _kinds(ruleset: Ruleset, plays: list[Play]) -> list[str]:
    """Return the kinds of move in these plays; where there are none, the first that there is."""
    moves = ruleset.section("moves")
    used = {step.move[1] for play in plays for step in play.steps}
    return [moves[kind].id for kind in sorted(used)] or [moves[0].id]
