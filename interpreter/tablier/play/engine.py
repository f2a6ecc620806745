"""The turn machine as functions from state to state, for whoever wants to keep, compare or undo them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tablier.model.generate import Move
from tablier.model.ruleset import Ruleset
from tablier.play.machine import CHOICES, Machine, upto_choice
from tablier.play.search import Groups, Search
from tablier.play.stakes import Cube
from tablier.play.state import After, Rows, State
from tablier.play.table import Table

__all__ = ["CHOICES", "Engine"]


class Engine:
    """One ruleset, ready to run: every method takes a state and returns another."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Generate the functions of both sides."""
        self.ruleset = ruleset
        self.machine = Machine(ruleset)
        self.rules = self.machine.rules
        self._kept: tuple[State, Table] | None = None

    def start(self, leader: int | None = None, cube: Cube | None = None) -> State:
        """Return the state before the lead is thrown, or before the first throw of a side that leads."""
        return self._keep(self.machine.start(leader, cube))

    def lead(self, state: State, white: int, black: int) -> State:
        """Return what follows when both sides have thrown one die for the lead."""
        return self._after(state, self.machine.lead, white, black)

    def adopt(self, state: State, adopt: bool) -> State:
        """Return the state after the leader has adopted the numbers of the lead, or not."""
        return self._after(state, self.machine.adopt, adopt)

    def turn(self, state: State) -> State:
        """Return the state in which the side's turn has begun (or the game ended, or the turn passed)."""
        return self._after(state, self.machine.turn)

    def throw(self, state: State, faces: Iterable[int]) -> State:
        """Return the state after a throw: the numbers are due, or nothing can be played."""
        return self._after(state, self.machine.throw, tuple(faces))

    def laid(self, state: State, faces: Iterable[int]) -> State:
        """Return the state with a throw on the table, even where none of it can be played.

        It is for asking why: `throw` would go on to the next thing that can be done.
        """
        table = Table.of(state)
        self.machine.lay(table, tuple(faces))
        self.machine.offer(table)
        return self._keep(table)

    def give(self, state: State, numbers: Groups, after: After) -> State:
        """Return the state in which the side on turn plays numbers passed to it."""
        return self._after(state, self.machine.give, numbers, after)

    def laid_given(self, state: State, numbers: Groups, after: After) -> State:
        """Return the state with numbers passed over on the table, even where none can be played."""
        table = Table.of(state)
        self.machine.lay_given(table, numbers, after)
        self.machine.offer(table)
        return self._keep(table)

    def choose(self, state: State, number: int) -> State:
        """Return the state after the side on turn has named a number."""
        return self._after(state, self.machine.choose, number)

    def move(self, state: State, move: Move) -> State:
        """Return the state after a legal move; an illegal one is not noticed here."""
        return self._after(state, self.machine.move, move)

    def stop(self, state: State) -> State:
        """Return the state after the side on turn has left the rest unplayed."""
        return self._after(state, self.machine.finish)

    def double(self, state: State) -> State:
        """Return the state in which the other side is to answer a double."""
        return self._after(state, self.machine.double)

    def take(self, state: State) -> State:
        """Return the state after a double has been accepted."""
        return self._after(state, self.machine.take)

    def drop(self, state: State) -> State:
        """Return the end of a game whose double was refused."""
        return self._after(state, self.machine.drop)

    # --- questions --------------------------------------------------------------------------

    def moves(self, state: State) -> list[Move]:
        """Return the moves that are legal now, in canonical order."""
        return list(self.machine.moves(self._table(state)))

    def may_stop(self, state: State) -> bool:
        """Whether the side on turn may leave the rest unplayed though it could move."""
        return self.machine.may_stop(self._table(state))

    def may_double(self, state: State) -> bool:
        """Whether the side on turn may offer a double before it throws."""
        return self.machine.may_double(self._table(state))

    def due(self, state: State) -> Groups:
        """Return the numbers that are due now: those before the next that must be named."""
        return upto_choice(state.left)

    def moved(self, state: State, move: Move) -> tuple[Rows, bool]:
        """Return the rows after a move, and whether it hit (sent a man of theirs off the points)."""
        table = Table.of(state)
        player, layout = state.player, self.ruleset.layout
        mine, theirs = table.rows[player], table.rows[1 - player]
        self.rules[player].do(mine, theirs, table.context, move)
        spots = slice(layout.hand, layout.bar + 1)
        hit = sum(theirs[spots]) > sum(state.rows[1 - player][spots])
        return (tuple(table.rows[0]), tuple(table.rows[1])), hit

    def search(self, state: State) -> Search:
        """Return a search of the throw on the table, on rows of its own."""
        return self.machine.search(Table.of(state))

    def throws(self) -> Iterator[tuple[int, ...]]:
        """Yield every throw that the dice may show, order of the dice apart."""
        return self.machine.throws()

    def view(self, state: State) -> tuple[list[int], list[int], list[Any]]:
        """Return the mover's row, the other's, and what clauses may ask of the throw."""
        table = Table.of(state)
        self.machine.tell_result(table)
        return self.machine.view(table)

    def is_stalemate(self, state: State) -> bool:
        """Whether neither side has a move with any throw."""
        return self.machine.is_stalemate(Table.of(state))

    def stalemate(self, state: State) -> State:
        """Return the state in which the game has ended because nobody can ever move."""
        return self._after(state, self.machine.over, self.ruleset.one("stalemate"))

    # --- between states and tables ----------------------------------------------------------

    def _table(self, state: State) -> Table:
        """A table as the state says; the last one made is still at hand."""
        if self._kept is None or self._kept[0] is not state:
            self._kept = (state, Table.of(state))
        return self._kept[1]

    def _after(self, state: State, change: Callable[..., None], *arguments: Any) -> State:
        table = Table.of(state)
        change(table, *arguments)
        return self._keep(table)

    def _keep(self, table: Table) -> State:
        state = table.freeze()
        self._kept = (state, table)
        return state
