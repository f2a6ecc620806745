"""Every position that a small game can reach, and where each throw and each play leads from it.

A position is what the rest of the game depends on when a side is about to throw (or, rarely, to play
numbers that were passed to it). Where board and rules are the same for both sides, a position and its
mirror image are one.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Any

from tablier.model import terms
from tablier.model.emit import parts_of
from tablier.model.ruleset import Ruleset
from tablier.model.terms import Term
from tablier.play.machine import CHOICES, Machine
from tablier.play.state import Outcome, Stage, State
from tablier.play.table import Table
from tablier.study.faults import StudyError

LIMIT = 400_000
"""More positions than this are looked at only when asked for."""
HOPELESS = 200
"""A game that might have this many times more positions than the limit is not even begun."""
MOST_KEPT = 20_000
"""So many half-played throws are remembered."""

Key = Any
"""What tells a position from others."""
Odds = dict[int, float]
"""Where a throw leads: the target's code, and how likely random play gets there."""


# --- what the rules look at --------------------------------------------------------------------


@dataclass(frozen=True)
class Outlook:
    """What the rules of a game depend on."""

    throws: int
    """Throws made are told apart up to this number (0: no rule asks)."""
    throw_of_turn: bool
    was: bool
    mirrored: bool
    """Whether the game is the same for both sides."""
    independent: bool
    """Whether neither side's men and throws are any business of the other."""


def outlook(ruleset: Ruleset) -> Outlook:
    """Return what the rules of a game depend on.

    Raises:
        StudyError: when a rule counts throws without end.
    """
    found = [
        term
        for clause in _clauses(ruleset)
        for one in clause.expressions.values()
        for term in _inside(one.term)
    ]
    return Outlook(
        throws=_throws_told_apart(found),
        throw_of_turn=any(isinstance(term, terms.Var) and term.name == "throw_of_turn" for term in found),
        was=any(isinstance(term, terms.Men) and term.was for term in found),
        mirrored=_is_mirrored(ruleset),
        independent=not any(_looks_across(term) for term in found) and _is_alone(ruleset),
    )


def _clauses(ruleset: Ruleset) -> Iterator[Any]:
    for clauses in ruleset.clauses.values():
        yield from clauses


def _inside(term: Term) -> Iterator[Term]:
    yield term
    for part in parts_of(term):
        yield from _inside(part)


def _throws_told_apart(found: list[Term]) -> int:
    def is_count(term: Term) -> bool:
        return isinstance(term, terms.Memory) and term.name == "throws"

    if not any(map(is_count, found)):
        return 0
    bounds = [
        other.value
        for term in found
        if isinstance(term, terms.Compare)
        for one, other in ((term.left, term.right), (term.right, term.left))
        if is_count(one) and isinstance(other, terms.Int)
    ]
    if len(bounds) < sum(map(is_count, found)):
        raise StudyError("a rule counts throws without end, so that no position ever comes again")
    return max(bounds) + 1


def _looks_across(term: Term) -> bool:
    side = getattr(term, "side", terms.MINE)
    return side != terms.MINE


def _is_alone(ruleset: Ruleset) -> bool:
    leftovers = ruleset.one("leftovers")
    passes = leftovers.term("pass_if") if leftovers is not None else None
    ends = {(clause.values.get("wins"), clause.term("points")) for clause in ruleset.section("end")}
    lead = ruleset.one("lead")
    opens = lead is None or (lead.values.get("opens", "anew"), lead.values.get("tie", "again")) == (
        "anew",
        "again",
    )
    never = passes in (None, terms.Truth(False)) and ruleset.one("again") is None
    return never and opens and len(ends) == 1 and _is_plain_win(*ends) and not ruleset.section("contact")


def _is_plain_win(end: tuple[Any, Term | None]) -> bool:
    wins, points = end
    return wins == "mine" and isinstance(points, terms.Int)


def _is_mirrored(ruleset: Ruleset) -> bool:
    white, black = ruleset.layout.routes
    shared = any(clause.values.get("of") == "game" for clause in ruleset.section("memory"))
    if shared or len(white) != len(black) or ruleset.men[0] != ruleset.men[1]:
        return False
    steps = range(len(white))
    return all(
        (white[i] == black[j]) == (black[i] == white[j]) and (white[i] == white[j]) == (black[i] == black[j])
        for i in steps
        for j in steps
    )


def most_positions(ruleset: Ruleset) -> int:
    """Return a number of positions that the game cannot exceed, memories and throws apart.

    Each side's men lie on its places in C(men + places - 1, men) ways.
    """
    found = 2
    for side in (0, 1):
        layout, row = ruleset.layout, ruleset.setup[side]
        places = sum(_is_used(ruleset, side, index, bool(row[index])) for index in range(1, layout.men_end))
        found *= comb(ruleset.men[side] + places - 1, ruleset.men[side])
    return found // 2 if _is_mirrored(ruleset) else found


def _is_used(ruleset: Ruleset, side: int, index: int, at_start: bool) -> bool:
    layout = ruleset.layout
    if index in (layout.hand, layout.bar):
        word = "hand" if index == layout.hand else "bar"
        texts = (one.text for clause in _clauses(ruleset) for one in clause.expressions.values())
        return at_start or any(word in text for text in texts)
    return index == layout.off or layout.step_of[index] <= len(layout.routes[side])


# --- the graph ---------------------------------------------------------------------------------


@dataclass
class Graph:
    """Positions and where they lead, in flat arrays.

    A target's code is 2 * position, plus 1 where the turn has passed to the other side; or, for a game
    that is over, the negative number -1 - i of an entry of `endings`, told from the side that decided.
    """

    nodes: dict[Key, int] = field(default_factory=dict)
    choices_of: array[int] = field(default_factory=lambda: array("l", [0]))
    """For each position the first of its throws; one entry more at the end."""
    targets_of: array[int] = field(default_factory=lambda: array("l", [0]))
    """For each throw the first of its targets; one entry more at the end."""
    chance: array[float] = field(default_factory=lambda: array("d"))
    """For each throw how likely it is."""
    targets: array[int] = field(default_factory=lambda: array("l"))
    weights: array[float] = field(default_factory=lambda: array("d"))
    """For each target how likely random play gets there from its throw."""
    counts: array[int] = field(default_factory=lambda: array("b"))
    """For each position 1 where a throw is made, 0 where only something is decided."""
    endings: list[tuple[int, int]] = field(default_factory=list)
    """How games end: 1 won, 0 drawn, -1 lost by the side that decided; and the points."""
    root: int = 0

    @property
    def positions(self) -> int:
        """How many undecided positions there are."""
        return len(self.counts)

    @property
    def has_choice(self) -> bool:
        """Whether anybody ever decides anything."""
        return len(self.targets) > len(self.chance)


class Explorer:
    """Finds the positions of a game, breadth first."""

    def __init__(self, ruleset: Ruleset, limit: int = LIMIT, *, alone: int | None = None) -> None:
        """Look at the rules. `alone`: follow one side only, whose turns then come one after another."""
        self.ruleset, self.limit, self.alone = ruleset, limit, alone
        self.machine = Machine(ruleset)
        self.outlook = outlook(ruleset)
        self.mirrored = self.outlook.mirrored and alone is None
        self.graph = Graph()
        self.waiting: deque[Key] = deque()
        self.known_endings: dict[tuple[int, int], int] = {}
        self.memo: dict[Any, Odds] = {}

    def explore(self, tick: Callable[[int], None] | None = None) -> Graph:
        """Return the graph of everything that can be reached from the start.

        Raises:
            StudyError: when there are more positions than the limit.
        """
        graph = self.graph
        graph.root = self._root()
        while self.waiting:
            self._expand(self.waiting.popleft())
            if len(graph.nodes) > self.limit:
                raise StudyError(
                    f"there are more than {self.limit:,} positions ({len(self.waiting):,} were still waiting "
                    "to be looked at); set --limit higher, or take fewer men"
                )
            if tick is not None and graph.positions % 500 == 0:
                tick(500)
        return graph

    # --- positions --------------------------------------------------------------------------

    def _root(self) -> int:
        """The position before the first throw, told from the side that makes it."""
        self.graph.nodes["start"] = 0
        self.waiting.append("start")
        return 0

    def _starts(self) -> Iterator[tuple[float, Table, int]]:
        """Yield how the game can begin: how likely, the table, and whose view is taken."""
        if self.alone is not None:
            yield 1.0, self.machine.start(self.alone), self.alone
            return
        values = self.machine.lead_values
        by, opens = values.get("by", "higher"), values.get("opens", "anew")
        plays_ties = values.get("tie", "again") == "both play"
        if by in ("white", "black"):
            table = self.machine.start()
            yield 1.0, table, table.player
        elif opens == "anew" and not plays_ties:
            yield 1.0, self.machine.start(0), 0
        elif plays_ties:
            yield 1.0, self.machine.start(), 0
        else:
            for white in range(1, 7):
                for black in range(1, white):
                    table = self.machine.start()
                    self.machine.lead(table, *((white, black) if by == "higher" else (black, white)))
                    yield 1 / 15, table, 0

    def code(self, table: Table, side: int) -> int:
        """Return the code of what a table has come to, told from a side."""
        if table.stage is Stage.OVER:
            return self._ending(table.outcome, side)
        key = self._key(table, table.player if self.alone is None else side)
        graph = self.graph
        number = graph.nodes.get(key)
        if number is None:
            number = graph.nodes[key] = len(graph.nodes)
            self.waiting.append(key)
        return 2 * number + (table.player != side)

    def find(self, table: Table, side: int) -> int | None:
        """Return the code of a table, or None where the game never comes to it."""
        if table.stage is Stage.OVER:
            return self._ending(table.outcome, side)
        number = self.graph.nodes.get(self._key(table, table.player))
        return None if number is None else 2 * number + (table.player != side)

    def _key(self, table: Table, mover: int) -> Key:
        if table.stage not in (Stage.THROW, Stage.LEAD):
            return table.freeze().changed(idle=0)
        first = 0 if not self.mirrored else mover
        rows = [self._row(table.rows[first]), self._row(table.rows[1 - first])]
        if self.alone is not None:
            rows[1 - self.alone] = self._row(self.ruleset.setup[1 - self.alone])
        again = table.throw_of_turn if self.outlook.throw_of_turn else 0
        who = 0 if self.mirrored else mover
        return (b"".join(rows), who, table.stage is Stage.LEAD, table.kept, again)

    def _row(self, row: Sequence[int]) -> bytes:
        at = self.ruleset.layout.throws
        return array("h", [*row[:at], min(row[at], self.outlook.throws)]).tobytes()

    def _table(self, key: Key) -> Table:
        """The table of a position; in mirrored games the side on turn has White."""
        if isinstance(key, State):
            return Table.of(key)
        rows, who, is_lead, kept, again = key
        numbers = array("h")
        numbers.frombytes(rows)
        size = self.ruleset.layout.size
        stage = Stage.LEAD if is_lead else Stage.THROW
        both = (tuple(numbers[:size]), tuple(numbers[size:]))
        return Table.of(State(both, stage, who, kept=kept, throw_of_turn=again))

    def _ending(self, outcome: Outcome | None, side: int) -> int:
        winner = None if outcome is None else outcome.winner
        found = (
            0 if winner is None else 1 if winner == side else -1,
            0 if outcome is None else outcome.points,
        )
        if found not in self.known_endings:
            self.known_endings[found] = len(self.graph.endings)
            self.graph.endings.append(found)
        return -1 - self.known_endings[found]

    # --- where positions lead ---------------------------------------------------------------

    def _expand(self, key: Key) -> None:
        graph = self.graph
        is_throw = not isinstance(key, str | State) and not key[2]
        for chance, odds in self._branches(key):
            graph.chance.append(chance)
            graph.targets.extend(odds)
            graph.weights.extend(odds.values())
            graph.targets_of.append(len(graph.targets))
        graph.choices_of.append(len(graph.chance))
        graph.counts.append(is_throw)

    def _branches(self, key: Key) -> list[tuple[float, Odds]]:
        if key == "start":
            return [(chance, self._odds(table, side)) for chance, table, side in self._starts()]
        table = self._table(key)
        side = table.player
        if isinstance(key, State):
            return [(1.0, self._odds(table, side))]
        if table.stage is Stage.LEAD:
            return [(1 / 36, self._odds(self._led(key, *pair), 0)) for pair in _pairs()]
        casts = self.machine.device.odds(table.kept)
        found = [(chance, self._odds(self._thrown(key, faces), side)) for faces, chance in casts]
        return self._unless_stuck(key, side, found)

    def _unless_stuck(self, key: Key, side: int, found: list[tuple[float, Odds]]) -> list[tuple[float, Odds]]:
        """Where no throw changes anything, neither side may ever move again; then the game is over."""
        first = next(iter(found[0][1]))
        if any(len(odds) > 1 or next(iter(odds)) != first for _, odds in found):
            return found
        table = self._table(key)
        if not self.machine.is_stalemate(table):
            return found
        self.machine.over(table, self.ruleset.one("stalemate"))
        return [(1.0, {self._ending(table.outcome, side): 1.0})]

    def _led(self, key: Key, white: int, black: int) -> Table:
        table = self._table(key)
        self.machine.lead(table, white, black)
        return table

    def _thrown(self, key: Key, faces: tuple[int, ...]) -> Table:
        table = self._table(key)
        self.machine.throw(table, faces)
        return table

    def _odds(self, table: Table, side: int) -> Odds:
        """Where the decisions of one side lead from here, with the odds of random play."""
        if table.stage in (Stage.OVER, Stage.THROW, Stage.LEAD) or table.player != side:
            return {self.code(table, side): 1.0}
        state = table.freeze().changed(idle=0)
        if sum(map(len, state.left)) < 2:
            return self._decided(state, side)
        known = state if self.outlook.was else state.changed(before=((), ()))
        if (known, side) not in self.memo:
            if len(self.memo) > MOST_KEPT:
                self.memo.clear()
            self.memo[known, side] = self._decided(state, side)
        return self.memo[known, side]

    def _decided(self, state: State, side: int) -> Odds:
        found: Odds = {}
        options = list(self._options(state))
        for do in options:
            table = Table.of(state)
            do(table)
            for code, weight in self._odds(table, side).items():
                found[code] = found.get(code, 0.0) + weight / len(options)
        return found

    def _options(self, state: State) -> Iterator[Callable[[Table], None]]:
        """Yield everything that the side on turn may decide, in canonical order."""
        machine = self.machine
        match state.stage:
            case Stage.CHOOSE:
                yield from (lambda table, n=number: machine.choose(table, n) for number in CHOICES)
            case Stage.ADOPT:
                yield from (lambda table, yes=yes: machine.adopt(table, yes) for yes in (False, True))
            case _:
                table = Table.of(state)
                yield from (lambda table, m=move: machine.move(table, m) for move in machine.moves(table))
                if machine.may_stop(table):
                    yield machine.finish


def _pairs() -> list[tuple[int, int]]:
    return [(white, black) for white in range(1, 7) for black in range(1, 7)]


__all__ = ["Explorer", "Graph", "Outlook", "most_positions", "outlook"]
