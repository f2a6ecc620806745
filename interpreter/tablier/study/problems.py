"""Collections of problems: numbered positions with captions, throws and solutions, in a YAML file.

    collection: A few endings
    ruleset: some-game
    problems:
      1:
        caption: White bears off with two throws.
        position: {white: {24: 2, off: 13}, black: {24: 1, off: 14}}
        player: white
        throws: [2-1, 6-6]
        solution: |
          white 2-1: 1/off(2)
        result: white wins 1 point

A solution is written as records are; it is played through when the collection is checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tablier.diagnostics import Diagnostic, RulesetError, Span, suggest
from tablier.model.layout import SIDES
from tablier.model.load import load
from tablier.play.casts import read_cast
from tablier.play.chance import Chance
from tablier.play.engine import Engine
from tablier.play.game import Action, Game
from tablier.play.record import from_position, read
from tablier.play.state import Stage, State, position, read_position
from tablier.source import SourceFile
from tablier.syntax.yaml_tree import Map, Node, Scalar, Seq, parse, to_plain

_KEYS = ("collection", "ruleset", "readings", "source", "note", "problems")
_PROBLEM_KEYS = ("caption", "position", "player", "throws", "goal", "solution", "result", "source", "note")


@dataclass(frozen=True, slots=True)
class Problem:
    """One position, with what is asked of it."""

    number: str
    caption: str
    state: State
    """The side on turn is about to throw."""
    throws: tuple[tuple[int, ...], ...]
    """The throws that fall, in order, as far as the problem says."""
    goal: str
    solution: Scalar | None
    result: Scalar | None
    source: str
    span: Span


@dataclass
class Collection:
    """A file of problems, all of one ruleset."""

    title: str
    engine: Engine
    problems: dict[str, Problem] = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)


def read_collection(file: SourceFile) -> Collection:
    """Return the problems of a file, with every fault found in it.

    Raises:
        RulesetError: when it is no collection, or its ruleset cannot be used.
    """
    tree, faults = parse(file)
    if faults:
        raise RulesetError(faults)
    name, problems = (_get(tree, key) for key in ("ruleset", "problems"))
    if not isinstance(name, Scalar) or not isinstance(problems, Map):
        message = "a collection names its `ruleset:` and has `problems:`, each under its number"
        raise RulesetError([Diagnostic("T710", message, file.span(0, 1))])
    readings = to_plain(_get(tree, "readings") or Map([], name.span))
    chosen = {key: str(value) for key, value in readings.items()} if isinstance(readings, dict) else {}
    engine = Engine(load(name.text, chosen))
    title = _get(tree, "collection")
    found = Collection(title.text if isinstance(title, Scalar) else file.name, engine)
    found.faults += _unknown(tree, _KEYS)
    for key, node in problems.items:
        try:
            found.problems[key.text] = _Reader(engine, key, node).problem()
        except RulesetError as error:
            found.faults += error.diagnostics
        found.faults += _unknown(node, _PROBLEM_KEYS)
    return found


def _get(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Map) else None


def _unknown(node: Node | None, known: tuple[str, ...]) -> Iterator[Diagnostic]:
    for key, _ in node.items if isinstance(node, Map) else ():
        if key.text not in known:
            message = f"'{key.text}' is not a key here"
            yield Diagnostic("T710", message, key.span, suggestion=suggest(key.text, known))


class _Reader:
    """Reads one problem; whatever is wrong is told at its place."""

    def __init__(self, engine: Engine, key: Scalar, node: Node) -> None:
        self.engine, self.key, self.node = engine, key, node

    def problem(self) -> Problem:
        solution, result = (_get(self.node, key) for key in ("solution", "result"))
        return Problem(
            number=self.key.text,
            caption=self.text("caption"),
            state=self.state(),
            throws=tuple(self.throws()),
            goal=self.text("goal"),
            solution=solution if isinstance(solution, Scalar) else None,
            result=result if isinstance(result, Scalar) else None,
            source=self.text("source"),
            span=self.key.span,
        )

    def text(self, key: str) -> str:
        node = _get(self.node, key)
        return " ".join(node.text.split()) if isinstance(node, Scalar) else ""

    def state(self) -> State:
        given, player = _get(self.node, "position"), self.text("player") or SIDES[0]
        if given is None:
            raise _fault(f"problem {self.key.text} has no `position:`", self.key.span)
        if player not in SIDES:
            node = _get(self.node, "player")
            raise _fault(f"a player is white or black, not '{player}'", node.span if node else self.key.span)
        rows = _placed(read_position, self.engine.ruleset, _json(given), given.span)
        return from_position(self.engine, rows, SIDES.index(player))

    def throws(self) -> Iterator[tuple[int, ...]]:
        node = _get(self.node, "throws")
        entries = node.items if isinstance(node, Seq) else [node] if node is not None else []
        for entry in entries:
            yield _placed(read_cast, self.engine.ruleset, to_plain(entry), entry.span)


def _json(node: Node) -> Any:
    """A position as JSON has it: `off` is a word, a count a number."""
    return to_plain(node)


def _placed(reader: Any, ruleset: Any, given: Any, span: Span) -> Any:
    """What a reader makes of a value; its refusals are told at the value's place."""
    try:
        return reader(ruleset, given)
    except RulesetError as error:
        faults = [
            Diagnostic(one.code, one.message, span, suggestion=one.suggestion) for one in error.diagnostics
        ]
        raise RulesetError(faults) from None


def _fault(message: str, span: Span) -> RulesetError:
    return RulesetError([Diagnostic("T710", message, span)])


# --- checking -----------------------------------------------------------------------------------


def check(collection: Collection) -> Iterator[Diagnostic]:
    """Yield everything that is wrong: in the file, and in its solutions when they are played."""
    yield from collection.faults
    for problem in collection.problems.values():
        yield from _check_solution(collection.engine, problem)


def solved(engine: Engine, problem: Problem) -> tuple[Game, list[Diagnostic]]:
    """Return the game of a solution, and what is wrong with it."""
    assert problem.solution is not None
    place = json.dumps(position(engine.ruleset, problem.state.rows))
    heads = [f"ruleset: {engine.ruleset.name}", f"position: {place}", f"turn: {SIDES[problem.state.player]}"]
    lines = problem.solution.text.splitlines()
    ends = [f"result: {problem.result.text}"] if problem.result is not None else []
    replay = read(engine, "\n".join([*heads, *lines, *ends]))
    faults = []
    for one in replay.diagnostics:
        assert one.span is not None
        faults.append(_moved(one, _span(problem, one.span.line - len(heads) - 1, lines)))
    return replay.game, faults


def _span(problem: Problem, row: int, lines: list[str]) -> Span:
    """The place of a line of a solution, or of the result after it."""
    if row >= len(lines) and problem.result is not None:
        return problem.result.span
    assert problem.solution is not None
    if not 0 <= row < len(lines):
        return problem.span
    start = sum(len(line) + 1 for line in lines[:row])
    return problem.solution.span_of(start, start + len(lines[row]))


def _moved(one: Diagnostic, span: Span) -> Diagnostic:
    return Diagnostic(one.code, one.message, span, clause=one.clause, source=one.source)


def _check_solution(engine: Engine, problem: Problem) -> Iterator[Diagnostic]:
    if problem.solution is None:
        return
    game, faults = solved(engine, problem)
    yield from faults
    thrown = [sorted(action.values) for action in game.actions if action.kind == "throw"]
    due = [sorted(faces) for faces in problem.throws]
    if not faults and problem.throws and thrown != due[: len(thrown)]:
        said = ", ".join("-".join(map(str, faces)) for faces in problem.throws)
        message = f"the solution has other throws than the problem, whose throws are {said}"
        yield Diagnostic("T711", message, problem.solution.span)


# --- playing ------------------------------------------------------------------------------------


@dataclass
class Posed(Game):
    """A game from a problem: its throws fall first, then whatever chance gives."""

    throws: tuple[tuple[int, ...], ...] = ()

    def cast(self) -> Action:
        """Draw the throw that is due."""
        made = sum(action.kind == "throw" for action in self.actions)
        if self.state.stage is Stage.THROW and made < len(self.throws):
            return Action("throw", self.throws[made])
        return super().cast()


def pose(engine: Engine, problem: Problem, seed: int) -> Posed:
    """Return the game that begins with a problem."""
    return Posed(engine, Chance(seed), [problem.state], throws=problem.throws)
