"""A place in a game: immutable, hashable, and read from and written to JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tablier.diagnostics import Diagnostic, RulesetError, suggest
from tablier.model import terms
from tablier.model.emit import parts_of
from tablier.model.layout import SIDES
from tablier.model.ruleset import Ruleset
from tablier.play.search import Groups, Worth
from tablier.play.stakes import Cube

Rows = tuple[tuple[int, ...], tuple[int, ...]]


class Stage(StrEnum):
    """What is due next."""

    LEAD = "lead"
    """Both sides throw one die for the lead."""
    ADOPT = "adopt"
    """The leader plays the numbers of the lead, or throws anew."""
    THROW = "throw"
    """The side on turn throws."""
    CHOOSE = "choose"
    """The side on turn names a number."""
    PLAY = "play"
    """The side on turn moves."""
    ANSWER = "answer"
    """The side on turn takes a double or gives the game up."""
    OVER = "over"
    """The game has ended."""


class After(StrEnum):
    """What follows when numbers outside an ordinary turn have been played."""

    WHITE = "white"
    BLACK = "black"
    LEAD = "lead"
    """The lead is thrown again."""
    TIE = "tie"
    """Black plays the numbers of a tie as White has, then the lead is thrown again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (0 White, 1 Black, None nobody), the points, the clause."""

    winner: int | None
    points: int
    clause: str


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the rest of a game depends on."""

    rows: Rows
    stage: Stage
    player: int
    throw: tuple[int, ...] = ()
    """The faces on the table."""
    numbers: Groups = ()
    """All numbers of the throw (or all that were given)."""
    left: Groups = ()
    """Those still to be played."""
    before: Rows = ((), ())
    """The rows when the throw was made."""
    throw_of_turn: int = 0
    after: After | None = None
    """Set while numbers given, or the numbers of a tie, are played."""
    kept: tuple[int, ...] = ()
    """Dice that stay on the table for the next throw."""
    passed: tuple[int, ...] = ()
    """Numbers that the last throw passed to the other side."""
    hit: int = 0
    landed: int = 0
    target: Worth | None = None
    """What a legal play of this throw is worth."""
    idle: int = 0
    """Turns in a row, of either side, in which nobody moved."""
    outcome: Outcome | None = None
    cube: Cube | None = None
    """The doubling cube, where the game is played with one."""

    def changed(self, **changes: Any) -> State:
        """Return the state with some things changed."""
        return replace(self, **changes)


def position(ruleset: Ruleset, rows: Rows) -> dict[str, Any]:
    """Return a position for JSON: each side's men by place, and what else the ruleset keeps."""
    names = ruleset.layout.place_names
    found: dict[str, Any] = {}
    for side, row in zip(SIDES, rows, strict=True):
        found[side] = {names[index]: row[index] for index in range(1, ruleset.layout.men_end) if row[index]}
    memories = ruleset.section("memory")
    if memories:
        found["memory"] = {clause.name: _memory(ruleset, clause.name, rows) for clause in memories}
    if uses_throws(ruleset):
        throws = ruleset.layout.throws
        found["throws"] = {side: row[throws] for side, row in zip(SIDES, rows, strict=True)}
    return found


def _memory(ruleset: Ruleset, name: str, rows: Rows) -> Any:
    index = ruleset.layout.memory(name)
    if _of_game(ruleset, name):
        return rows[0][index]
    return {side: row[index] for side, row in zip(SIDES, rows, strict=True)}


def _of_game(ruleset: Ruleset, name: str) -> bool:
    return any(clause.name == name and clause.values["of"] == "game" for clause in ruleset.section("memory"))


def uses_throws(ruleset: Ruleset) -> bool:
    """Whether any clause asks how many throws a side has made."""
    return any(
        _asks_throws(expression.term)
        for clauses in ruleset.clauses.values()
        for clause in clauses
        for expression in clause.expressions.values()
    )


def _asks_throws(term: terms.Term) -> bool:
    is_it = isinstance(term, terms.Memory) and term.name == "throws"
    return is_it or any(_asks_throws(part) for part in parts_of(term))


def read_position(ruleset: Ruleset, given: Any) -> Rows:
    """Return both rows of a position as JSON has it.

    Raises:
        RulesetError: T704 with every fault: a side missing, no such place, men not adding up.
    """
    faults: list[Diagnostic] = []
    if not isinstance(given, Mapping):
        raise RulesetError([_fault('a position is a map: {"white": {"1": 15}, "black": {"1": 15}}')])
    for key in given:
        if key not in (*SIDES, "throws", "memory", "score"):
            close = suggest(str(key), [*SIDES, "throws", "memory"])
            faults.append(_fault(f"a position has no key '{key}'", close))
    rows = [_men(ruleset, side, given.get(side), faults) for side in SIDES]
    _read_memory(ruleset, given.get("memory"), rows, faults)
    _read_throws(ruleset, given.get("throws"), rows, faults)
    if faults:
        raise RulesetError(faults)
    return tuple(rows[0]), tuple(rows[1])


def _fault(message: str, suggestion: str | None = None) -> Diagnostic:
    return Diagnostic("T704", message, suggestion=suggestion)


def _men(ruleset: Ruleset, side: str, given: Any, faults: list[Diagnostic]) -> list[int]:
    layout, due = ruleset.layout, ruleset.men[SIDES.index(side)]
    row = list(ruleset.setup[SIDES.index(side)])
    row[: layout.men_end] = [0] * layout.men_end
    if not isinstance(given, Mapping):
        faults.append(_fault(f"the position does not say where {side}'s men are"))
        return row
    for place, count in given.items():
        index = layout.index(str(place))
        if index is None:
            message = f"{side}: '{place}' is not a place (steps are 1 to {layout.last}, or hand, bar, off)"
            faults.append(_fault(message, suggest(str(place), layout.place_names)))
        elif type(count) is not int or not 0 <= count <= due:
            faults.append(_fault(f"{side}: {count!r} men on {place} is not possible"))
        else:
            row[index] += count
    placed = sum(row[: layout.men_end])
    if not faults and placed != due:
        message = f"{side} has {due} men, but {placed} {'is' if placed == 1 else 'are'} accounted for"
        faults.append(_fault(message))
    return row


def _read_memory(ruleset: Ruleset, given: Any, rows: list[list[int]], faults: list[Diagnostic]) -> None:
    names = [clause.name for clause in ruleset.section("memory")]
    for name, value in given.items() if isinstance(given, Mapping) else ():
        if name not in names:
            faults.append(_fault(f"this ruleset has no memory '{name}'", suggest(str(name), names)))
            continue
        index = ruleset.layout.memory(name)
        for side, row in zip(SIDES, rows, strict=True):
            one = value.get(side, row[index]) if isinstance(value, Mapping) else value
            if type(one) is not int:
                faults.append(_fault(f"the memory '{name}' is a whole number"))
            elif side == "white" or not _of_game(ruleset, name):
                row[index] = one


def _read_throws(ruleset: Ruleset, given: Any, rows: list[list[int]], faults: list[Diagnostic]) -> None:
    end, index = ruleset.layout.men_end, ruleset.layout.throws
    at_start = all(tuple(row[:end]) == start[:end] for row, start in zip(rows, ruleset.setup, strict=True))
    for side, row in zip(SIDES, rows, strict=True):
        made = given.get(side, 0) if isinstance(given, Mapping) else 0 if at_start else 1
        if type(made) is not int or not 0 <= made <= 100_000:
            faults.append(_fault(f"throws made by {side} is a whole number"))
        else:
            row[index] = made
