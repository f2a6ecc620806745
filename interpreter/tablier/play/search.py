"""Which moves and plays a throw allows: a search over one side's moves, taken back as it goes.

Moves are offered and plays listed in the canonical order: greater numbers first, then kinds of
move as the ruleset lists them, then places as a row lists them (`model/layout.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice
from typing import Any

from tablier.model.emit import CONTEXT
from tablier.model.generate import Move, Row, Rules

Groups = tuple[tuple[int, ...], ...]
"""Numbers still to be played: ordered groups, each from the greatest number to the least."""
Worth = tuple[Any, ...]
Plays = dict[Any, tuple[tuple[Move, ...], Groups]]
"""Moves and the groups they leave, by the position that they reach."""

MOST_LEFTS = 64
"""Most ways of leaving numbers unplayed that are looked at for the greatest worth."""
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
    first = groups[0]
    if len(first) == 1:
        return groups[1:]
    if len(first) == 2 and len(groups) == 1:
        return ((first[1] if first[0] == number else first[0],),)
    at = first.index(number)
    return (first[:at] + first[at + 1 :], *groups[1:])


def _told(numbers: Groups, groups: Groups) -> tuple[int, int, int, int, bool]:
    """Numbers played, left, the highest played, pips played, whether all are."""
    left = [number for group in groups for number in group]
    played = [number for group in numbers for number in group]
    for number in left:
        played.remove(number)
    return len(played), len(left), max(played, default=0), sum(played), not left


def _lefts(groups: Groups) -> Iterator[Groups]:
    """Every way in which numbers may be left, all and none of them too."""
    for index, group in enumerate(groups):
        for count in range(len(group), 0, -1):
            for left in dict.fromkeys(combinations(group, count)):
                yield (left, *groups[index + 1 :])
    yield ()


class Search:
    """One throw of one side, on rows that are changed and restored.

    `numbers` are all numbers of the throw; what is not in the groups asked about has been played.
    """

    def __init__(self, rules: Rules) -> None:
        """Search for the side whose rules these are; `look_at` says where."""
        self.rules = rules
        self.ended = rules.ended["move"]
        self.path_matters = bool(rules.words & {"men_hit", "landed"})
        self.is_plain = rules.bad_result is None and rules.is_monotone and rules.bad_position is None
        self.is_monotone = rules.is_monotone
        self.worths: dict[tuple[Groups, Groups], Worth] = {}
        self.told: dict[tuple[Groups, Groups], tuple[int, int, int, int, bool]] = {}
        self.mine: Row = []
        self.theirs: Row = []
        self.context: list[Any] = []
        self.numbers: Groups = ()
        self.top: Worth | None = None
        self.nodes, self.most_nodes = 0, MOST_NODES
        self.memo: dict[Any, Worth | None] = {}
        self.has_failed = False
        """Whether some play was tried that leaves something to wish for."""
        self.ends: dict[Any, bool] = {}

    def look_at(self, mine: Row, theirs: Row, context: list[Any], numbers: Groups) -> None:
        """Look at these rows, with these numbers thrown."""
        self.mine, self.theirs, self.context = mine, theirs, context
        self.numbers = numbers
        self.memo, self.ends, self.has_failed = {}, {}, False
        self.top = self.count(()) if self.is_monotone else self.most() if self.rules.is_placeless else None

    # --- single moves -----------------------------------------------------------------------

    def moves(self, groups: Groups) -> list[Move]:
        """Every move by a number of the open group that no clause forbids, in canonical order."""
        if not groups:
            return []
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        for tier in rules.moves:
            found: list[Move] = []
            last = 0
            for number in groups[0]:
                if number != last:
                    found += tier(mine, theirs, context, number)
                    last = number
            if rules.bad_position is not None:
                found = [move for move in found if not self.is_bad(move)]
            if found:
                return found
        return []

    def most(self) -> Worth | None:
        """Where no man's place counts: what any play is worth at most; None where that takes too long."""
        lefts = list(islice(_lefts(self.numbers), MOST_LEFTS + 1))
        return max(map(self.stop_worth, lefts)) if len(lefts) <= MOST_LEFTS else None

    def candidates(self, groups: Groups) -> Iterable[Move]:
        """The same moves in the same order, found number by number where tiers need not be compared."""
        rules = self.rules
        if len(rules.moves) > 1 or rules.bad_position is not None:
            return self.moves(groups)
        tier, mine, theirs, context = rules.moves[0], self.mine, self.theirs, self.context
        numbers = groups[0] if groups else (0,)
        if numbers[0] == numbers[-1]:
            return tier(mine, theirs, context, numbers[0]) if numbers[0] else ()
        return chain.from_iterable(tier(mine, theirs, context, number) for number in dict.fromkeys(numbers))

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
        """What the obligations see when these are left and nothing but numbers played counts."""
        key = (self.numbers, groups)
        worth = self.worths.get(key)
        if worth is None:
            self.tell(groups)
            worth = self.worths[key] = self.rules.worth(self.mine, self.theirs, self.context)
        return worth

    def tell(self, groups: Groups) -> None:
        """Write into the context what has been played when these groups are left."""
        key = (self.numbers, groups)
        found = self.told.get(key)
        if found is None:
            found = self.told[key] = _told(*key)
        context = self.context
        context[_PLAYED], context[_LEFT], context[_HIGHEST], context[_PIPS], context[_ALL] = found

    def stopping(self, groups: Groups) -> Worth | None:
        """What it is worth to stop here, or None when a `result` clause forbids it."""
        rules = self.rules
        if self.is_bad_result(groups):
            return None
        return self.count(groups) if rules.is_counted else self.stop_worth(groups)

    def stop_worth(self, groups: Groups) -> Worth:
        """What the obligations see when one stops here."""
        self.tell(groups)
        return tuple(self.rules.worth(self.mine, self.theirs, self.context))

    def is_bad_result(self, groups: Groups) -> bool:
        """Whether a `result` clause forbids to stop here; before the first move nothing does."""
        rules = self.rules
        if rules.bad_result is None or groups == self.numbers:
            return False
        if rules.result_words:
            self.tell(groups)
        return bool(rules.bad_result(self.mine, self.theirs, self.context))

    def key(self, groups: Groups) -> Any:
        """What everything that may still follow depends on."""
        if self.path_matters:
            return (
                tuple(self.mine),
                tuple(self.theirs),
                groups,
                self.context[_HIT],
                self.context[_LANDED],
            )
        return tuple(self.mine), tuple(self.theirs), groups

    def best(self, groups: Groups) -> Worth | None:
        """The greatest worth of a play from here; None if there is none.

        The search stops at the first play that leaves nothing to wish for. Mostly that is the first one
        tried: positions are remembered from the first time that it is not.
        """
        if self.is_monotone and len(groups) == 1 and len(groups[0]) == 1:
            return self.best_of_one(groups)
        key = self.key(groups) if self.has_failed or not self.is_monotone else None
        if key is not None and key in self.memo:
            return self.memo[key]
        # Where counting decides, stopping is never worth more than a play that goes on.
        value = None if self.is_monotone else self.stopping(groups)
        for move in self.candidates(groups) if value is None or value != self.top else ():
            further = self.best_after(move, groups)
            if further is not None and (value is None or further > value):
                value = further
                if value == self.top:
                    break
        if value is None and self.is_monotone:
            value = self.stopping(groups)
        self.has_failed = self.has_failed or value != self.top
        if key is not None:
            self.memo[key] = value
        return value

    def best_of_one(self, groups: Groups) -> Worth | None:
        """One number left, where counting decides: it can be played, or it cannot."""
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        if self.is_plain:
            for can_move in rules.can_move:
                if can_move(mine, theirs, context, groups[0][0]):
                    return self.top
        else:
            for move in self.candidates(groups):
                token = rules.do(mine, theirs, context, move)
                good = bool(self.ended(mine, theirs, context)) or not self.is_bad_result(())
                rules.undo(mine, theirs, context, move, token)
                if good:
                    return self.top
        self.has_failed = True
        return self.stopping(groups)

    def best_after(self, move: Move, groups: Groups) -> Worth | None:
        """The greatest worth of a play that begins with a move.

        A play that ends the game counts as playing every number.
        """
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        token = rules.do(mine, theirs, context, move)
        if self.ended(mine, theirs, context):
            self.tell(())
            value: Worth | None = tuple(rules.worth(mine, theirs, context))
        else:
            left = without(groups, move[0])
            value = self.best(left) if left else self.best_of_none()
        rules.undo(mine, theirs, context, move, token)
        return value

    def best_of_none(self) -> Worth | None:
        """No number left: only what has been played can be judged."""
        value = self.stopping(()) if not self.is_monotone or self.is_bad_result(()) else self.top
        self.has_failed = self.has_failed or value != self.top
        return value

    def can_end(self, move: Move, groups: Groups) -> bool:
        """Whether some play that begins with a move ends the game."""
        rules, mine, theirs, context = self.rules, self.mine, self.theirs, self.context
        token = rules.do(mine, theirs, context, move)
        left = without(groups, move[0])
        found = bool(self.ended(mine, theirs, context))
        if not found:
            key = self.key(left)
            if key not in self.ends:
                self.ends[key] = any(self.can_end(further, left) for further in self.moves(left))
            found = self.ends[key]
        rules.undo(mine, theirs, context, move, token)
        return found

    # --- what is legal ----------------------------------------------------------------------

    def offer(self, groups: Groups) -> tuple[Worth | None, list[Move]]:
        """What a legal play of these numbers is worth, and the moves that begin one."""
        moves = self.moves(groups)
        target = self.stopping(groups)
        if not moves:
            return target, []
        values = [self.best_after(move, groups) for move in moves]
        known = [value for value in values if value is not None]
        if known:
            target = max(known) if target is None else max(target, max(known))
        return target, self.choose(moves, values, groups, target)

    def legal_moves(self, groups: Groups, target: Worth | None) -> list[Move]:
        """The moves that begin a play of this worth, or one that ends the game, in canonical order."""
        moves = self.moves(groups)
        if self.is_plain and len(groups) == 1 and len(groups[0]) == 1 and target == self.top:
            return moves
        return self.choose(moves, [self.best_after(move, groups) for move in moves], groups, target)

    def choose(
        self, moves: list[Move], values: list[Worth | None], groups: Groups, target: Worth | None
    ) -> list[Move]:
        """Of these moves, those whose best play is good enough, or that can end the game."""
        return [
            move
            for move, value in zip(moves, values, strict=True)
            if (value == target and value is not None)
            # Where counting decides, a play that ends the game is worth most: no need to look further.
            or (not self.rules.is_monotone and self.can_end(move, groups))
        ]

    def may_stop(self, groups: Groups, target: Worth | None) -> bool:
        """Whether nothing more need be played."""
        return target is None or self.stopping(groups) == target

    def plays(self, groups: Groups) -> Iterator[tuple[tuple[Move, ...], Groups]]:
        """Yield legal plays with the groups that each leaves; one for each final position.

        Raises:
            TooManyPlaysError: when there are too many positions to look at.
        """
        kept, ends = self.positions(groups, MOST_NODES)
        if not kept and not ends:
            kept[None] = ((), groups)
        yield from kept.values()
        yield from ends.values()

    def positions(self, groups: Groups, most_nodes: int) -> tuple[Plays, Plays]:
        """Return the positions that legal plays leave, by `key`: where play goes on, and where it ends.

        Raises:
            TooManyPlaysError: when there are more than `most_nodes` positions to look at.
        """
        self.nodes, self.most_nodes = 0, most_nodes
        kept: Plays = {}
        ends: Plays = {}
        self.collect(groups, (), self.best(groups), set(), kept, ends)
        return kept, ends

    def collect(
        self,
        groups: Groups,
        path: tuple[Move, ...],
        best: Worth | None,
        seen: set[Any],
        kept: Plays,
        ends: Plays,
    ) -> None:
        """Gather the plays from here that are worth the most, and those that end the game."""
        key = self.key(groups)
        if key in seen:
            return
        seen.add(key)
        self.nodes += 1
        if self.nodes > self.most_nodes:
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
