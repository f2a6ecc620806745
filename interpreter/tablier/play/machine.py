"""The turn machine, on a table that is changed in place.

    lead -> (adopt) -> throw -> (choose) -> play -> leftovers -> throw again, or the other side

`engine.py` offers the same as functions from state to state. Nothing here draws a random number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tablier.model import terms
from tablier.model.emit import CONTEXT, flatten, parts_of
from tablier.model.generate import Move, Row, Rules, generate
from tablier.model.ruleset import Clause, Ruleset
from tablier.model.walk import CHOSEN, View, numbers
from tablier.play.device import Device
from tablier.play.search import Groups, Search, without
from tablier.play.stakes import Cube
from tablier.play.state import After, Outcome, Stage, State
from tablier.play.table import Table
from tablier.play.watch import Watcher

MOST_THROWS_OF_TURN = 200
"""After so many throws in one turn the turn passes, whatever `again` says."""

CHOICES = (1, 2, 3, 4, 5, 6)
"""Numbers that may be named for `chosen`."""

_THROW_OF_TURN = CONTEXT["throw_of_turn"]
_GIVEN = CONTEXT["numbers_given"]
_HIT = CONTEXT["men_hit"]
_LANDED = CONTEXT["landed"]
_MINE = CONTEXT["mine_before"]
_THEIRS = CONTEXT["theirs_before"]


class Machine:
    """One ruleset, ready to run on tables."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Generate the functions of both sides."""
        self.ruleset = ruleset
        self.rules: tuple[Rules, Rules] = (generate(ruleset, 0), generate(ruleset, 1))
        self.searches = (Search(self.rules[0]), Search(self.rules[1]))
        self.watcher: Watcher | None = None
        """Told of every throw that has been played, where somebody wants to count."""
        self.lead_values: dict[str, Any] = _values(ruleset.one("lead"))
        self.device = Device.of(ruleset)
        first = _term(next(iter(ruleset.section("obligations")), None), "prefer")
        self.may_ever_stop = not (isinstance(first, terms.Var) and first.name == "numbers_played")
        """Whether one may stop though one could move: not where the first duty is to play most numbers."""
        self.rule = _term(ruleset.one("numbers"), "rule")
        self.tie_numbers = _term(ruleset.one("lead"), "tie_numbers")
        self.known: dict[tuple[int, ...], Groups] | None = {} if _is_about_dice(self.rule) else None
        memory = ruleset.section("memory")
        self.throw_memories = [clause.name for clause in memory if clause.values.get("for") == "throw"]
        self.turn_memories = [clause.name for clause in memory if clause.values.get("for") == "turn"]
        self.has_turn_ends = any(clause.values.get("tested") == "turn" for clause in ruleset.section("end"))
        self.has_play_ends = any(clause.values.get("tested") == "play" for clause in ruleset.section("end"))

    # --- how a game begins ------------------------------------------------------------------

    def start(self, leader: int | None = None, cube: Cube | None = None) -> Table:
        """Return the table before the lead is thrown, or before the first throw of a side that leads."""
        by = self.lead_values.get("by", "higher")
        table = Table.of(State(self.ruleset.setup, Stage.LEAD, 0, cube=cube))
        if leader is None and by in ("white", "black"):
            leader = 0 if by == "white" else 1
        if leader is not None:
            table.player = leader
            table.kept = tuple(self.lead_values.get("opens_with") or ())
            self.turn(table)
        return table

    def lead(self, table: Table, white: int, black: int) -> None:
        """Both sides have thrown one die for the lead."""
        if white == black:
            if self.lead_values.get("tie", "again") == "both play":
                table.player = 0
                self.play_tie(table, white, After.TIE)
            return
        higher = self.lead_values.get("by", "higher") == "higher"
        table.player = 0 if (white > black) == higher else 1
        opens = self.lead_values.get("opens", "anew")
        faces = (white, black) if white > black else (black, white)
        if opens == "either":
            table.stage, table.throw = Stage.ADOPT, faces
            return
        self.turn(table)
        if opens == "lead numbers" and table.stage is Stage.THROW:
            self.throw(table, faces)

    def play_tie(self, table: Table, face: int, after: After) -> None:
        """A side plays the numbers of an equal lead."""
        table.throw = (face, face)
        self.count_throw(table)
        self.tell_faces(table)
        due = self.numbers(self.tie_numbers, table)
        table.numbers = table.left = due
        table.after = after
        self.open(table)

    def adopt(self, table: Table, adopt: bool) -> None:
        """The leader plays the numbers of the lead, or throws anew."""
        faces, table.throw = table.throw, ()
        self.turn(table)
        if adopt and table.stage is Stage.THROW:
            self.throw(table, faces)

    # --- turns and throws -------------------------------------------------------------------

    def turn(self, table: Table) -> None:
        """A turn begins: the game may be over, the side may be barred from throwing."""
        for _ in range(4):
            table.stage, table.throw_of_turn, table.after = Stage.THROW, 0, None
            self.hook(table, "at_turn")
            if self.has_turn_ends and self.end(table, "turn"):
                return
            no_throw = self.rules[table.player].no_throw
            if no_throw is None or not no_throw(*self.view(table)):
                self.look_for_stalemate(table)
                return
            self.end_turn(table)
            table.player = 1 - table.player
            table.idle += 1
        self.over(table, self.ruleset.one("stalemate"))

    def throw(self, table: Table, faces: Iterable[int]) -> None:
        """The dice show these faces: the numbers are due, or nothing can be played."""
        self.lay(table, faces)
        self.open(table)

    def lay(self, table: Table, faces: Iterable[int]) -> None:
        """Put a throw on the table: its faces, and the numbers that it gives."""
        if self.watcher is not None:
            self.watcher.thrown(table.player)
        table.throw, table.kept = tuple(faces), ()
        table.throw_of_turn += 1
        self.count_throw(table)
        self.tell_faces(table)
        self.hook(table, "after_throw")
        table.numbers = table.left = self.numbers_of_throw(table)

    def numbers_of_throw(self, table: Table) -> Groups:
        """The numbers that the throw gives; kept where they depend on the faces alone."""
        if self.known is None:
            return self.numbers(self.rule, table)
        due = self.known.get(table.throw)
        if due is None:
            due = self.known[table.throw] = self.numbers(self.rule, table)
        return due

    def count_throw(self, table: Table) -> None:
        """One more throw made by the side on turn; the position is remembered as it is now."""
        rows, player = table.rows, table.player
        rows[player][self.ruleset.layout.throws] += 1
        self.remember(table)

    def remember(self, table: Table) -> None:
        """A throw, or what was given, begins to be played."""
        for name in self.throw_memories:
            self.restart(table, name)
        rows, context = table.rows, table.context
        table.before = (tuple(rows[0]), tuple(rows[1]))
        context[_MINE], context[_THEIRS] = (
            table.before[table.player],
            table.before[1 - table.player],
        )
        context[_HIT] = context[_LANDED] = 0
        table.target, table.passed, table.moved = None, (), False

    def tell_faces(self, table: Table) -> None:
        """Write what the throw shows into the context."""
        faces, context = table.throw, table.context
        ordered = sorted(faces, reverse=True) or [0]
        same = len(faces) >= 2 and ordered[0] == ordered[-1] and table.after not in (After.WHITE, After.BLACK)
        context[:_THROW_OF_TURN] = (
            ordered[0],
            ordered[-1],
            ordered[len(ordered) // 2],
            sum(ordered),
            same,
            same and len(faces) >= 3,
        )
        context[_THROW_OF_TURN] = table.throw_of_turn

    def restart(self, table: Table, name: str) -> None:
        """A memory has its first value again."""
        index = self.ruleset.layout.memory(name)
        table.rows[table.player][index] = self.ruleset.setup[table.player][index]

    def open(self, table: Table) -> None:
        """Numbers are due: name one, play, or finish at once where nothing can be played."""
        if table.left and CHOSEN in table.left[0]:
            table.stage = Stage.CHOOSE
        elif not self.offer(table):
            self.finish(table)

    def offer(self, table: Table) -> list[Move]:
        """Work out the legal moves of the numbers that are due, and what a legal play is worth."""
        table.stage = Stage.PLAY
        table.target, table.options = self.search(table).offer(upto_choice(table.left))
        return table.options

    def choose(self, table: Table, number: int) -> None:
        """The side on turn has named a number."""
        named = tuple(sorted((number if one == CHOSEN else one for one in table.left[0]), reverse=True))
        done = len(table.numbers) - len(table.left)
        table.left = (named, *table.left[1:])
        table.numbers = (*table.numbers[:done], *table.left)
        self.open(table)

    # --- stakes -----------------------------------------------------------------------------

    def may_double(self, table: Table) -> bool:
        """Whether the side on turn may offer a double before it throws."""
        begins = table.stage is Stage.THROW and table.throw_of_turn == 0 and not table.kept
        return begins and table.cube is not None and table.cube.may_be_turned_by(table.player)

    def double(self, table: Table) -> None:
        """The side on turn offers a double; the other is to answer."""
        table.stage, table.player = Stage.ANSWER, 1 - table.player

    def take(self, table: Table) -> None:
        """The double is accepted: the cube is the taker's, and the other side throws."""
        assert table.cube is not None
        table.cube = table.cube.taken_by(table.player)
        table.stage, table.player = Stage.THROW, 1 - table.player

    def drop(self, table: Table) -> None:
        """The double is refused: the game is lost for what the cube showed before."""
        assert table.cube is not None
        table.stage = Stage.OVER
        table.outcome = Outcome(1 - table.player, table.cube.value, "dropped")

    # --- moves ------------------------------------------------------------------------------

    def moves(self, table: Table) -> list[Move]:
        """Return the moves that are legal now, in canonical order."""
        if table.stage is not Stage.PLAY:
            return []
        if table.options is None:
            table.options = self.search(table).legal_moves(upto_choice(table.left), table.target)
        return table.options

    def may_stop(self, table: Table) -> bool:
        """Whether the side on turn may leave the rest unplayed though it could move."""
        if table.stage is not Stage.PLAY or not self.may_ever_stop:
            return False
        return self.search(table).may_stop(upto_choice(table.left), table.target)

    def move(self, table: Table, move: Move) -> None:
        """A man moves; what is not legal is not noticed here."""
        player = table.player
        rules = self.rules[player]
        mine, theirs, context = table.rows[player], table.rows[1 - player], table.context
        rules.do(mine, theirs, context, move)
        table.left = left = without(table.left, move[0])
        table.options, table.moved = None, True
        if self.watcher is not None:
            self.watcher.arrival(player, move[3])
        if rules.ended["move"](mine, theirs, context) and self.end(table, "move"):
            self.note(table)
            return
        if left and CHOSEN in left[0]:
            table.stage = Stage.CHOOSE
        elif not left or not self.moves(table):
            self.finish(table)

    def finish(self, table: Table) -> None:
        """A throw has been played: leftovers, another throw, or the other side."""
        if table.after is not None:
            self.note(table)
            self.resume(table)
            return
        table.idle = 0 if table.moved else table.idle + 1
        self.tell_result(table)
        self.hook(table, "after_play")
        if self.has_play_ends and self.end(table, "play"):
            self.note(table)
            return
        rules, view = self.rules[table.player], self.view(table)
        again = (
            rules.again is not None and table.throw_of_turn < MOST_THROWS_OF_TURN and bool(rules.again(*view))
        )
        passed = bool(table.left) and rules.passes is not None and bool(rules.passes(*view))
        if self.watcher is not None:
            self.note(table, sum(len(group) for group in _named(table.left)) if passed else 0)
        if not again:
            self.end_turn(table)
        left, table.left, table.numbers, table.throw = table.left, (), (), ()
        table.options = None
        if passed:
            self.pass_on(table, _named(left), again=again)
        elif again:
            table.stage = Stage.THROW
            self.look_for_stalemate(table)
        else:
            table.player = 1 - table.player
            self.turn(table)

    def note(self, table: Table, passed: int = 0) -> None:
        """Tell the watcher that a throw has been played."""
        if self.watcher is not None:
            self.watcher.played(table, passed)

    def pass_on(self, table: Table, left: Groups, *, again: bool) -> None:
        """The other side plays what is left; then the thrower again, or that side's own turn."""
        thrower = table.player
        next_to_throw = thrower if again else 1 - thrower
        table.player = 1 - thrower
        if not again:
            table.throw_of_turn = 0
        flat = tuple(number for group in left for number in group)
        self.give(table, left, After.WHITE if next_to_throw == 0 else After.BLACK, flat)

    def give(self, table: Table, given: Groups, after: After, passed: tuple[int, ...] = ()) -> None:
        """The side on turn plays numbers that were passed to it."""
        self.lay_given(table, given, after, passed)
        if not self.released(table):
            self.open(table)

    def lay_given(self, table: Table, given: Groups, after: After, passed: tuple[int, ...] = ()) -> None:
        """Put numbers that were passed over on the table."""
        clause = self.ruleset.one("given")
        in_order = _term(clause, "in_order") == terms.Truth(True)
        flat = [number for group in given for number in group]
        table.after, table.throw = after, tuple(flat)
        self.remember(table)
        table.passed = passed
        self.tell_faces(table)
        table.context[_GIVEN] = len(flat)
        due = _runs(flat) if in_order else (tuple(sorted(flat, reverse=True)),) if flat else ()
        table.numbers = table.left = due

    def released(self, table: Table) -> bool:
        """Where `released_if` holds, the side takes the throw at once and keeps some dice."""
        rules, clause = self.rules[table.player], self.ruleset.one("given")
        if rules.released is None or not rules.released(*self.view(table)):
            return False
        if rules.play_condition is not None and not self.asked(table, rules):
            return False
        keeps = _term(clause, "keeps")
        kept = tuple(n for group in self.numbers(keeps, table) for n in group) if keeps is not None else ()
        passed = table.passed
        table.numbers, table.left, table.throw = (), (), ()
        self.turn(table)
        table.kept, table.passed = kept, passed
        return True

    def asked(self, table: Table, rules: Rules) -> bool:
        """Whether every (or some) legal play of the numbers given meets the condition asked of it."""
        term = _term(self.ruleset.one("given"), "released_if")
        assert term is not None and rules.play_condition is not None
        query = next(part for part in flatten(term) if isinstance(part, terms.PlayQuery))
        search = self.search(table)
        verdicts = []
        for moves, left in list(search.plays(table.left)):
            tokens = [(move, rules.do(search.mine, search.theirs, search.context, move)) for move in moves]
            search.tell(left)
            verdicts.append(
                bool(moves) and bool(rules.play_condition(search.mine, search.theirs, search.context))
            )
            for move, token in reversed(tokens):
                rules.undo(search.mine, search.theirs, search.context, move, token)
        return all(verdicts) if query.quantifier == "every" else any(verdicts)

    def resume(self, table: Table) -> None:
        """Numbers given, or of a tie, have been played; what is left of them is lost."""
        after, face = table.after, table.throw[0] if table.throw else 0
        table.numbers, table.left, table.options = (), (), None
        table.idle = 0 if table.moved else table.idle
        if after is After.TIE:
            table.player = 1
            self.play_tie(table, face, After.LEAD)
            return
        table.throw, table.after = (), None
        if after is After.LEAD:
            table.stage, table.player = Stage.LEAD, 0
            return
        side = 0 if after is After.WHITE else 1
        if table.throw_of_turn and side != table.player:
            table.stage, table.player = Stage.THROW, side
            self.look_for_stalemate(table)
        else:
            table.player = side
            self.turn(table)

    # --- ends -------------------------------------------------------------------------------

    def end(self, table: Table, tested: str) -> bool:
        """End the game where a clause says so; return whether it did."""
        number = self.rules[table.player].ended[tested](*self.view(table))
        if number:
            self.over(table, self.ruleset.section("end")[number - 1], number - 1)
        return bool(number)

    def over(self, table: Table, clause: Clause | None, index: int = 0) -> None:
        """The game has ended by a clause (None: nobody can ever move, and no clause says what that is)."""
        wins = "nobody" if clause is None else clause.values.get("wins", "nobody")
        winner, points = None, 0
        if clause is not None and wins != "nobody":
            winner = table.player if wins == "mine" else 1 - table.player
            points = self.points(table, clause, winner, index)
            points = points if table.cube is None else table.cube.worth(points)
        table.stage, table.options = Stage.OVER, None
        table.outcome = Outcome(winner, points, "stalemate" if clause is None else clause.id)

    def points(self, table: Table, clause: Clause, winner: int, index: int) -> int:
        """What the winner scores; in `points` the winner is `mine`."""
        if clause.section == "end":
            rows = table.rows
            return int(self.rules[winner].points[index](rows[winner], rows[1 - winner], table.context))
        term = clause.term("points")
        return term.value if isinstance(term, terms.Int) else 1

    def look_for_stalemate(self, table: Table) -> None:
        """Where nobody has moved for two turns, look whether anybody ever can."""
        if table.idle >= 2 and table.idle % 8 == 2 and self.is_stalemate(table):
            self.over(table, self.ruleset.one("stalemate"))

    def is_stalemate(self, table: Table) -> bool:
        """Whether neither side has a move with any throw."""
        state = table.freeze()
        return not any(self.can_ever_move(Table.of(state), side) for side in (0, 1))

    def can_ever_move(self, table: Table, side: int) -> bool:
        """Whether some throw gives this side a move; the table is spoilt."""
        table.player, table.after = side, None
        no_throw = self.rules[side].no_throw
        if no_throw is not None and no_throw(*self.view(table)):
            return False
        table.throw_of_turn = 1
        self.count_throw(table)
        return any(self.any_move(table, faces) for faces in self.throws())

    def any_move(self, table: Table, faces: tuple[int, ...]) -> bool:
        """Whether a throw gives the side on turn a move."""
        table.throw = faces
        self.tell_faces(table)
        due = self.numbers(self.rule, table)
        if due and CHOSEN in due[0]:
            due = (tuple(reversed(CHOICES)),)
        table.numbers = table.left = due
        return bool(due) and bool(self.search(table).moves(due))

    def throws(self) -> Iterator[tuple[int, ...]]:
        """Yield every throw that the dice may show, greatest face first, order of the dice apart."""
        yield from self.device.throws()

    # --- views ------------------------------------------------------------------------------

    def view(self, table: Table) -> tuple[Row, Row, list[Any]]:
        """Return the mover's row, the other's, and the context."""
        return table.rows[table.player], table.rows[1 - table.player], table.context

    def search(self, table: Table) -> Search:
        """Return the search for the throw on the table; it works on the table's own rows."""
        search = self.searches[table.player]
        numbers = upto_choice(table.numbers)
        player = table.player
        search.look_at(table.rows[player], table.rows[1 - player], table.context, numbers)
        return search

    def tell_result(self, table: Table) -> None:
        """Write into the context what has been played of the throw."""
        search = self.search(table)
        search.look_at(search.mine, search.theirs, search.context, table.numbers)
        search.tell(table.left)

    def numbers(self, term: terms.Term | None, table: Table) -> Groups:
        """Return the numbers that a `numbers` expression makes of the throw."""
        mine, theirs, context = self.view(table)
        view = View(self.ruleset.layout, table.player, self.ruleset.men, mine, theirs, context, table.throw)
        return numbers(term or terms.Dice(), view)

    def hook(self, table: Table, name: str) -> None:
        """Change the memories that have this hook."""
        function = self.rules[table.player].hooks.get(name)
        if function is not None:
            function(*self.view(table))

    def end_turn(self, table: Table) -> None:
        """A turn ends: memories kept for a turn start afresh."""
        self.hook(table, "turn_end")
        for name in self.turn_memories:
            self.restart(table, name)


def upto_choice(groups: Groups) -> Groups:
    """Return the groups before the first that waits for a number to be named."""
    for index, group in enumerate(groups):
        if CHOSEN in group:
            return groups[:index]
    return groups


def _values(clause: Clause | None) -> dict[str, Any]:
    return {} if clause is None else dict(clause.values)


def _term(clause: Clause | None, key: str) -> terms.Term | None:
    return None if clause is None else clause.term(key)


def _is_about_dice(term: terms.Term | None) -> bool:
    """Whether the numbers depend on nothing but the faces."""
    if term is None:
        return True
    if isinstance(term, terms.Men | terms.Edge | terms.Memory | terms.AllIn):
        return False
    if isinstance(term, terms.Var) and term.name == "throw_of_turn":
        return False
    return all(_is_about_dice(part) for part in parts_of(term))


def _runs(numbers: list[int]) -> Groups:
    """Groups of equal numbers, in the order given."""
    groups: list[tuple[int, ...]] = []
    for number in numbers:
        if groups and groups[-1][0] == number:
            groups[-1] = (*groups[-1], number)
        else:
            groups.append((number,))
    return tuple(groups)


def _named(groups: Groups) -> Groups:
    """Groups without numbers that nobody has named."""
    kept = (tuple(number for number in group if number != CHOSEN) for group in groups)
    return tuple(group for group in kept if group)
