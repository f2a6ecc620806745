"""Which moves and plays a throw allows: a search over one side's moves, taken back as it goes.

Moves are offered and plays listed in the canonical order: greater numbers first, then kinds of
move as the ruleset lists them, then places as a row lists them (`model/layout.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablier.model.emit import CONTEXT
from tablier.model.generate import Move, Row, Rules

Groups = tuple[tuple[int, ...], ...]
"""Numbers still to be played: ordered groups, each from the greatest number to the least."""
Worth = tuple[Any, ...]

MOST_NODES = 400_000
"""Most positions that the listing of all plays of a throw may look at."""

_PLAYED = CONTEXT["numbers_played"]
_LEFT = CONTEXT["numbers_left"]
_HIGHEST = CONTEXT["highest_played"]
_PIPS = CONTEXT["pips_played"]
_ALL = CONTEXT["all_played"]
_HIT = CONTEXT["men_hit"]
_LANDED = CONTEXT["landed"]


class TooManyPlaysError(RuntimeError):
    """A throw has more plays than can be listed; play it move by move."""


def without(groups: Groups, number: int) -> Groups:
    """Return the groups after a number of the first has been played."""
    first = list(groups[0])
    first.remove(number)
    return (tuple(first), *groups[1:]) if first else groups[1:]


class Search:
    """One throw of one side, on rows that are changed and restored.

    `numbers` are all numbers of the throw; what is not in the groups asked about has been played.
    """

    def __init__(self, rules: Rules, mine: Row, theirs: Row, context: list[Any], numbers: Groups) -> None:
        """Search for the side whose rules these are."""
        self.rules = rules
        self.mine, self.theirs, self.context = mine, theirs, context
        self.numbers = [number for group in numbers for number in group]
        self.ended = rules.ended["move"]
        self.tested = rules.bad_result is not None
        self.path_matters = bool(rules.words & {"men_hit", "landed"})
        self.memo: dict[Any, Worth | None] = {}
        self.unreachable: set[Any] = set()
        self.counted: dict[Groups, Worth] = {}
        self.top = self.count(()) if rules.is_monotone else None
        self.nodes = 0

    # --- single moves -----------------------------------------------------------------------

    def moves(self, groups: Groups) -> list[Move]:
        """Every move by a number of the open group that no clause forbids, in canonical order."""
        if not groups:
            return []
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        numbers = sorted(set(groups[0]), reverse=True)
        for tier in rules.moves:
            found: list[Move] = []
            for number in numbers:
                found += tier(mine, theirs, context, number)
            if rules.bad_position is not None:
                found = [move for move in found if not self.is_bad(move)]
            if found:
                return found
        return []

    def is_bad(self, move: Move) -> bool:
        """Whether a `position` clause forbids what a move leaves."""
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        assert rules.bad_position is not None
        token = rules.do(mine, theirs, context, move)
        bad = rules.bad_position(mine, theirs, context, move)
        rules.undo(mine, theirs, context, move, token)
        return bad

    # --- what a play is worth ---------------------------------------------------------------

    def count(self, groups: Groups) -> Worth:
        """What the obligations see when nothing but numbers played counts."""
        worth = self.counted.get(groups)
        if worth is None:
            self.tell(groups)
            worth = self.counted[groups] = self.rules.worth(self.mine, self.theirs, self.context)
        return worth

    def tell(self, groups: Groups) -> None:
        """Write into the context what has been played when these groups are left."""
        left = [number for group in groups for number in group]
        played = list(self.numbers)
        for number in left:
            played.remove(number)
        context = self.context
        context[_PLAYED], context[_LEFT] = len(played), len(left)
        context[_HIGHEST], context[_PIPS] = max(played, default=0), sum(played)
        context[_ALL] = not left

    def stopping(self, groups: Groups) -> Worth | None:
        """What it is worth to stop here, or None when a `result` clause forbids it."""
        rules = self.rules
        if self.tested:
            self.tell(groups)
            played = self.context[_PLAYED]
            if played and rules.bad_result is not None and rules.bad_result(self.mine, self.theirs, self.context):
                return None
        if rules.is_counted:
            return self.count(groups)
        self.tell(groups)
        return rules.worth(self.mine, self.theirs, self.context)

    def key(self, groups: Groups) -> Any:
        if self.path_matters:
            return tuple(self.mine), tuple(self.theirs), groups, self.context[_HIT], self.context[_LANDED]
        return tuple(self.mine), tuple(self.theirs), groups

    def best(self, groups: Groups) -> Worth | None:
        """The greatest worth of a play from here that does not end the game; None if there is none."""
        key = self.key(groups)
        if key in self.memo:
            return self.memo[key]
        value = self.stopping(groups)
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        for move in self.moves(groups):
            if value is not None and value == self.top:
                break
            token = rules.do(mine, theirs, context, move)
            if not self.ended(mine, theirs, context):
                further = self.best(without(groups, move[0]))
                if further is not None and (value is None or further > value):
                    value = further
            rules.undo(mine, theirs, context, move, token)
        self.memo[key] = value
        return value

    def reaches(self, groups: Groups, target: Worth | None) -> bool:
        """Whether some play from here is worth `target` or ends the game."""
        key = self.key(groups)
        if key in self.unreachable:
            return False
        if self.stopping(groups) == target and target is not None:
            return True
        for move in self.moves(groups):
            if self.leads(move, groups, target):
                return True
        self.unreachable.add(key)
        return False

    def leads(self, move: Move, groups: Groups, target: Worth | None) -> bool:
        """Whether a move begins a play that is worth `target` or ends the game."""
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        token = rules.do(mine, theirs, context, move)
        good = bool(self.ended(mine, theirs, context)) or self.reaches(without(groups, move[0]), target)
        rules.undo(mine, theirs, context, move, token)
        return good

    # --- what is legal ----------------------------------------------------------------------

    def legal_moves(self, groups: Groups, target: Worth | None) -> list[Move]:
        """The moves that begin a legal play, in canonical order."""
        return [move for move in self.moves(groups) if self.leads(move, groups, target)]

    def may_stop(self, groups: Groups, target: Worth | None) -> bool:
        """Whether nothing more need be played."""
        return target is None or self.stopping(groups) == target

    def plays(self, groups: Groups) -> Iterator[tuple[tuple[Move, ...], Groups]]:
        """Yield legal plays with the groups that each leaves; one for each final position.

        Raises:
            TooManyPlaysError: when there are too many positions to look at.
        """
        self.nodes = 0
        kept: dict[Any, tuple[tuple[Move, ...], Groups]] = {}
        ends: dict[Any, tuple[tuple[Move, ...], Groups]] = {}
        best = self.best(groups)
        self.collect(groups, (), best, set(), kept, ends)
        if not kept and not ends:
            kept[None] = ((), groups)
        yield from kept.values()
        yield from ends.values()

    def collect(
        self,
        groups: Groups,
        path: tuple[Move, ...],
        best: Worth | None,
        seen: set[Any],
        kept: dict[Any, tuple[tuple[Move, ...], Groups]],
        ends: dict[Any, tuple[tuple[Move, ...], Groups]],
    ) -> None:
        key = self.key(groups)
        if key in seen:
            return
        seen.add(key)
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TooManyPlaysError
        if best is not None and self.stopping(groups) == best:
            kept.setdefault(key, (path, groups))
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        for move in self.moves(groups):
            token = rules.do(mine, theirs, context, move)
            left = without(groups, move[0])
            if self.ended(mine, theirs, context):
                ends.setdefault(self.key(left), ((*path, move), left))
            else:
                self.collect(left, (*path, move), best, seen, kept, ends)
            rules.undo(mine, theirs, context, move, token)
