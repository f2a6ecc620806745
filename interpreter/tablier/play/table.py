"""A state being played on: the same things as `State`, but changed in place."""

from __future__ import annotations

from typing import Any

from tablier.model.emit import CONTEXT
from tablier.model.generate import Move, Row
from tablier.play.search import Groups, Worth
from tablier.play.stakes import Cube
from tablier.play.state import After, Outcome, Rows, Stage, State

_HIT = CONTEXT["men_hit"]
_LANDED = CONTEXT["landed"]
_FACES = CONTEXT["throw_of_turn"]
_GIVEN = CONTEXT["numbers_given"]


class Table:
    """Rows, stage, throw and numbers; see `State` for what each means."""

    __slots__ = (
        "after",
        "before",
        "context",
        "cube",
        "idle",
        "kept",
        "left",
        "moved",
        "numbers",
        "options",
        "outcome",
        "passed",
        "player",
        "rows",
        "stage",
        "target",
        "throw",
        "throw_of_turn",
    )

    rows: tuple[Row, Row]
    stage: Stage
    player: int
    throw: tuple[int, ...]
    numbers: Groups
    left: Groups
    before: Rows
    throw_of_turn: int
    after: After | None
    kept: tuple[int, ...]
    passed: tuple[int, ...]
    target: Worth | None
    idle: int
    outcome: Outcome | None
    cube: Cube | None
    context: list[Any]
    """What clauses may ask of the throw, in the order of `emit.CONTEXT`."""
    options: list[Move] | None
    """The legal moves, once they have been worked out."""
    moved: bool
    """Whether a man has moved since the throw."""

    @classmethod
    def of(cls, state: State) -> Table:
        """Return a table set as a state says."""
        table = cls()
        table.rows = (list(state.rows[0]), list(state.rows[1]))
        table.stage, table.player, table.throw = state.stage, state.player, state.throw
        table.numbers, table.left, table.before = state.numbers, state.left, state.before
        table.throw_of_turn, table.after, table.kept = state.throw_of_turn, state.after, state.kept
        table.passed, table.target, table.idle = state.passed, state.target, state.idle
        table.outcome, table.cube, table.options = state.outcome, state.cube, None
        table.moved = any(
            row[:-1] != old[:-1] for row, old in zip(state.rows, state.before, strict=True) if old
        )
        table.context = _context(state)
        return table

    def copy(self) -> Table:
        """Return a table that can be changed without changing this one."""
        other = Table()
        for name in Table.__slots__:
            setattr(other, name, getattr(self, name))
        other.rows = (list(self.rows[0]), list(self.rows[1]))
        other.context = list(self.context)
        return other

    def freeze(self) -> State:
        """Return the state of the table as it is now."""
        return State(
            rows=(tuple(self.rows[0]), tuple(self.rows[1])),
            stage=self.stage,
            player=self.player,
            throw=self.throw,
            numbers=self.numbers,
            left=self.left,
            before=self.before,
            throw_of_turn=self.throw_of_turn,
            after=self.after,
            kept=self.kept,
            passed=self.passed,
            hit=self.context[_HIT],
            landed=self.context[_LANDED],
            target=self.target,
            idle=self.idle,
            outcome=self.outcome,
            cube=self.cube,
        )


def _context(state: State) -> list[Any]:
    faces = sorted(state.throw, reverse=True) or [0]
    same = len(state.throw) >= 2 and faces[0] == faces[-1] and state.after not in (After.WHITE, After.BLACK)
    context: list[Any] = [0] * len(CONTEXT)
    context[:_FACES] = (
        faces[0],
        faces[-1],
        faces[len(faces) // 2],
        sum(faces),
        same,
        same and len(state.throw) >= 3,
    )
    context[_FACES] = state.throw_of_turn
    context[_HIT], context[_LANDED] = state.hit, state.landed
    context[_GIVEN] = sum(len(group) for group in state.numbers)
    before = state.before if state.before[0] else state.rows
    context[CONTEXT["mine_before"]], context[CONTEXT["theirs_before"]] = (
        before[state.player],
        before[1 - state.player],
    )
    return context
