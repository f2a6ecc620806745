"""The turn machine: from one state to the next, by the rules of one ruleset.

    lead -> (adopt) -> throw -> (choose) -> play -> leftovers -> throw again, or the other side

Every function takes a state and returns a state; nothing here draws a random number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

from tablier.model import terms
from tablier.model.emit import CONTEXT, flatten
from tablier.model.generate import Move, Row, Rules, generate
from tablier.model.ruleset import Ruleset
from tablier.model.walk import CHOSEN, View, numbers
from tablier.play.search import Groups, Search, without
from tablier.play.state import After, Outcome, Rows, Stage, State

MOST_THROWS_OF_TURN = 200
"""After so many throws in one turn the turn passes, whatever `again` says."""

CHOICES = (1, 2, 3, 4, 5, 6)
"""Numbers that may be named for `chosen`."""


class Engine:
    """One ruleset, ready to run."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Generate the functions of both sides."""
        self.ruleset = ruleset
        self.rules: tuple[Rules, Rules] = (generate(ruleset, 0), generate(ruleset, 1))
        self._searched: tuple[State, Search] | None = None
        self._offered: tuple[State, list[Move]] | None = None

    # --- how a game begins ------------------------------------------------------------------

    def start(self) -> State:
        """Return the state before the lead is thrown, or before the first throw of a fixed side."""
        clause = self.ruleset.one("lead")
        by = "higher" if clause is None else clause.values.get("by", "higher")
        rows = self.ruleset.setup
        if by in ("white", "black"):
            return self.turn(State(rows, Stage.THROW, 0 if by == "white" else 1, kept=self.opens_with))
        return State(rows, Stage.LEAD, 0)

    @cached_property
    def opens_with(self) -> tuple[int, ...]:
        """Faces that the first throw of a game is sure to show."""
        clause = self.ruleset.one("lead")
        return tuple(clause.values.get("opens_with") or ()) if clause is not None else ()

    def lead(self, state: State, white: int, black: int) -> State:
        """Return what follows when both sides have thrown one die for the lead."""
        clause = self.ruleset.one("lead")
        values = {} if clause is None else clause.values
        if white == black:
            return self.tie(state, white)
        leader = 0 if (white > black) == (values.get("by", "higher") == "higher") else 1
        opens = values.get("opens", "anew")
        faces = tuple(sorted((white, black), reverse=True))
        if opens == "lead numbers":
            return self.throw(self.turn(state.changed(player=leader)), faces)
        if opens == "either":
            return state.changed(stage=Stage.ADOPT, player=leader, throw=faces)
        return self.turn(state.changed(player=leader))

    def tie(self, state: State, face: int) -> State:
        """Equal dice: the lead is thrown again, or both sides play first."""
        clause = self.ruleset.one("lead")
        if clause is None or clause.values.get("tie", "again") != "both play":
            return state
        return self.play_tie(state.changed(throw=(face, face), player=0), After.TIE)

    def play_tie(self, state: State, after: After) -> State:
        clause = self.ruleset.one("lead")
        term = None if clause is None else clause.term("tie_numbers")
        due = self.numbers(term or terms.Dice(), state)
        return self.open(self.counted(state).changed(numbers=due, left=due, after=after))

    def adopt(self, state: State, adopt: bool) -> State:
        """The leader plays the numbers of the lead, or throws anew."""
        faces = state.throw
        state = self.turn(state.changed(throw=()))
        return self.throw(state, faces) if adopt else state

    # --- turns and throws -------------------------------------------------------------------

    def turn(self, state: State) -> State:
        """A turn begins: the game may be over, the side may be barred from throwing."""
        for _ in range(4):
            state = self.hooked(state.changed(stage=Stage.THROW, throw_of_turn=0, after=None), "at_turn")
            ended = self.ended(state, "turn")
            if ended is not None:
                return ended
            no_throw = self.rules[state.player].no_throw
            if no_throw is None or not no_throw(*self.view(state)):
                return self.still(state)
            state = self.hooked(state, "turn_end")
            state = state.changed(player=1 - state.player, idle=state.idle + 1)
        return self.over(state, self.ruleset.one("stalemate"))

    def throw(self, state: State, faces: Iterable[int]) -> State:
        """Return the state after a throw: the numbers are due, or nothing can be played."""
        state = self.counted(state.changed(throw=tuple(faces), throw_of_turn=state.throw_of_turn + 1, kept=()))
        state = self.hooked(state, "after_throw")
        clause = self.ruleset.one("numbers")
        term = None if clause is None else clause.term("rule")
        due = self.numbers(term or terms.Dice(), state)
        return self.open(state.changed(numbers=due, left=due))

    def counted(self, state: State) -> State:
        """One more throw made by the side on turn; the position is remembered as it is now."""
        rows = [list(row) for row in state.rows]
        rows[state.player][self.ruleset.layout.throws] += 1
        for clause in self.ruleset.section("memory"):
            if clause.values.get("for") == "throw":
                self.restart(rows, clause.name, state.player)
        now = (tuple(rows[0]), tuple(rows[1]))
        return state.changed(rows=now, before=now, hit=0, landed=0, target=None, passed=())

    def restart(self, rows: list[Row], name: str, player: int) -> None:
        index = self.ruleset.layout.memory(name)
        rows[player][index] = self.ruleset.setup[player][index]

    def give(self, state: State, passed: Groups, after: After) -> State:
        """The side on turn plays numbers that were passed to it."""
        clause = self.ruleset.one("given")
        in_order = clause is not None and clause.term("in_order") == terms.Truth(True)
        flat = [number for group in passed for number in group]
        due = _runs(flat) if in_order else (tuple(sorted(flat, reverse=True)),)
        rows = state.rows
        state = state.changed(before=rows, hit=0, landed=0, target=None, throw=tuple(flat), numbers=due, left=due, after=after)
        return self.released(state) or self.open(state)

    def released(self, state: State) -> State | None:
        """Where `released_if` holds: the side takes the throw at once and keeps some dice."""
        rules = self.rules[state.player]
        if rules.released is None or not rules.released(*self.view(state)):
            return None
        if rules.play_condition is not None and not self.asked(state, rules):
            return None
        clause = self.ruleset.one("given")
        term = None if clause is None else clause.term("keeps")
        kept = () if term is None else tuple(n for group in self.numbers(term, state) for n in group)
        return self.turn(state.changed(numbers=(), left=(), throw=())).changed(kept=kept)

    def asked(self, state: State, rules: Rules) -> bool:
        """Whether every (or some) legal play of the numbers given meets the condition asked of it."""
        clause = self.ruleset.one("given")
        term = None if clause is None else clause.term("released_if")
        assert term is not None and rules.play_condition is not None
        query = next(part for part in flatten(term) if isinstance(part, terms.PlayQuery))
        search = self.search(state)
        verdicts = []
        for moves, left in search.plays(state.left):
            tokens = [(move, rules.do(search.mine, search.theirs, search.context, move)) for move in moves]
            search.tell(left)
            verdicts.append(bool(moves) and bool(rules.play_condition(search.mine, search.theirs, search.context)))
            for move, token in reversed(tokens):
                rules.undo(search.mine, search.theirs, search.context, move, token)
        self._searched = None
        return all(verdicts) if query.quantifier == "every" else any(verdicts)

    def open(self, state: State) -> State:
        """Numbers are due: name one, play, or finish at once where nothing can be played."""
        if state.left and CHOSEN in state.left[0]:
            return state.changed(stage=Stage.CHOOSE)
        state = state.changed(stage=Stage.PLAY, target=None)
        search = self.search(state)
        target = search.best(_upto_choice(state.left))
        state = state.changed(target=target)
        self._searched = (state, search)
        return self.settle(state)

    def choose(self, state: State, number: int) -> State:
        """Return the state after the side on turn has named a number."""
        named = tuple(sorted((number if one == CHOSEN else one for one in state.left[0]), reverse=True))
        groups = (named, *state.left[1:])
        played = state.numbers[: len(state.numbers) - len(state.left)]
        return self.open(state.changed(left=groups, numbers=(*played, *groups)))

    # --- moves ------------------------------------------------------------------------------

    def moves(self, state: State) -> list[Move]:
        """Return the moves that are legal now, in canonical order."""
        if self._offered is not None and self._offered[0] is state:
            return self._offered[1]
        if state.stage is not Stage.PLAY:
            return []
        search = self.search(state)
        found = search.legal_moves(_upto_choice(state.left), state.target)
        self._offered = (state, found)
        return found

    def may_stop(self, state: State) -> bool:
        """Whether the side on turn may leave the rest unplayed though it could move."""
        return self.search(state).may_stop(_upto_choice(state.left), state.target)

    def due(self, state: State) -> Groups:
        """Return the numbers that are due now: those before the next that must be named."""
        return _upto_choice(state.left)

    def moved(self, state: State, move: Move) -> tuple[Rows, bool]:
        """Return the rows after a move, and whether it hit (sent a man of theirs off the points)."""
        mine, theirs, context = self.lists(state)
        self.rules[state.player].do(mine, theirs, context, move)
        layout = self.ruleset.layout
        spots = slice(layout.hand, layout.bar + 1)
        hit = sum(theirs[spots]) > sum(state.rows[1 - state.player][spots])
        return _in_order(state.player, mine, theirs), hit

    def move(self, state: State, move: Move) -> State:
        """Return the state after a legal move; an illegal one is not noticed here."""
        rules = self.rules[state.player]
        mine, theirs, context = self.lists(state)
        rules.do(mine, theirs, context, move)
        rows = _in_order(state.player, mine, theirs)
        left = without(state.left, move[0])
        state = state.changed(
            rows=rows, left=left, hit=context[CONTEXT["men_hit"]], landed=context[CONTEXT["landed"]], idle=0
        )
        self._searched = None
        ended = self.ended(state, "move")
        if ended is not None:
            return ended
        if left and CHOSEN in left[0]:
            return state.changed(stage=Stage.CHOOSE)
        return self.settle(state)

    def settle(self, state: State) -> State:
        """Finish the throw when nothing more can be played."""
        return state if state.left and self.moves(state) else self.finish(state)

    def stop(self, state: State) -> State:
        """Return the state after the side on turn has left the rest unplayed."""
        return self.finish(state)

    def finish(self, state: State) -> State:
        """A throw has been played: leftovers, another throw, or the other side."""
        if state.after is not None:
            return self.resume(state)
        moved = state.rows != state.before
        state = self.hooked(state, "after_play").changed(idle=0 if moved else state.idle + 1)
        ended = self.ended(state, "play")
        if ended is not None:
            return ended
        rules = self.rules[state.player]
        again = rules.again is not None and bool(rules.again(*self.view(state)))
        again = again and state.throw_of_turn < MOST_THROWS_OF_TURN
        passed = bool(state.left) and rules.passes is not None and bool(rules.passes(*self.view(state)))
        thrower, left = state.player, state.left
        if not again:
            state = self.hooked(state, "turn_end")
        if passed:
            after = After.WHITE if (thrower if again else 1 - thrower) == 0 else After.BLACK
            kept_turn = state.throw_of_turn if again else 0
            flat = tuple(number for group in _named(left) for number in group)
            given = state.changed(player=1 - thrower, throw_of_turn=kept_turn, passed=flat)
            return self.give(given, _named(left), after)
        if again:
            return self.still(state.changed(stage=Stage.THROW, numbers=(), left=(), throw=()))
        return self.turn(state.changed(player=1 - thrower, numbers=(), left=(), throw=()))

    def resume(self, state: State) -> State:
        """Numbers given, or of a tie, have been played; what is left of them is lost."""
        after = state.after
        moved = state.rows != state.before
        clean = state.changed(numbers=(), left=(), idle=0 if moved else state.idle)
        if after is After.TIE:
            return self.play_tie(clean.changed(player=1), After.LEAD)
        clean = clean.changed(throw=(), after=None)
        if after is After.LEAD:
            return clean.changed(stage=Stage.LEAD, player=0)
        side = 0 if after is After.WHITE else 1
        if clean.throw_of_turn and side != state.player:
            return self.still(clean.changed(stage=Stage.THROW, player=side))
        return self.turn(clean.changed(player=side))

    # --- ends -------------------------------------------------------------------------------

    def ended(self, state: State, tested: str) -> State | None:
        """Return the state in which the game is over, or None."""
        rules = self.rules[state.player]
        number = rules.ended[tested](*self.view(state))
        if not number:
            return None
        clause = self.ruleset.section("end")[number - 1]
        return self.over(state, clause, number - 1)

    def over(self, state: State, clause: Any, index: int = 0) -> State:
        wins = "nobody" if clause is None else clause.values.get("wins", "nobody")
        name = "stalemate" if clause is None else clause.id
        if wins == "nobody":
            return state.changed(stage=Stage.OVER, outcome=Outcome(None, 0, name))
        winner = state.player if wins == "mine" else 1 - state.player
        points = 0
        if clause.section == "end":
            rows = state.rows
            points = self.rules[winner].points[index](rows[winner], rows[1 - winner], self.context(state))
        else:
            term = clause.term("points")
            points = term.value if isinstance(term, terms.Int) else 0
        return state.changed(stage=Stage.OVER, outcome=Outcome(winner, points, name))

    def still(self, state: State) -> State:
        """Where nobody has moved for two turns, look whether anybody ever can."""
        if state.idle >= 2 and state.idle % 8 == 2 and self.is_stalemate(state):
            return self.over(state, self.ruleset.one("stalemate"))
        return state

    def is_stalemate(self, state: State) -> bool:
        """Whether neither side has a move with any throw."""
        return not any(self.can_ever_move(state.changed(player=side)) for side in (0, 1))

    def can_ever_move(self, state: State) -> bool:
        no_throw = self.rules[state.player].no_throw
        if no_throw is not None and no_throw(*self.view(state)):
            return False
        return any(self.any_move(state, faces) for faces in self.throws())

    def any_move(self, state: State, faces: tuple[int, ...]) -> bool:
        clause = self.ruleset.one("numbers")
        term = None if clause is None else clause.term("rule")
        state = self.counted(state.changed(throw=faces, throw_of_turn=1))
        due = self.numbers(term or terms.Dice(), state)
        if due and CHOSEN in due[0]:
            due = (CHOICES,)
        state = state.changed(numbers=due, left=due)
        return bool(due) and bool(Search(self.rules[state.player], *self.lists(state), due).moves(due))

    def throws(self) -> Iterator[tuple[int, ...]]:
        """Yield every throw that the dice may show, order of the dice apart."""
        clause = self.ruleset.one("throw")
        values = {} if clause is None else clause.values
        if "lots" in values:
            mapped = values.get("values") or {}
            yield from ((mapped.get(str(count), count),) for count in range(values["lots"] + 1))
        else:
            yield from (tuple(reversed(c)) for c in combinations_with_replacement(range(1, 7), values.get("dice", 2)))

    # --- views ------------------------------------------------------------------------------

    def context(self, state: State) -> list[Any]:
        """Return what the clauses may ask of the throw, in the order of `emit.CONTEXT`."""
        faces = state.throw
        ordered = sorted(faces, reverse=True) or [0]
        played, left = _played(state.numbers, state.left), [n for group in state.left for n in group]
        same = len(faces) >= 2 and len(set(faces)) == 1 and state.after in (None, After.TIE, After.LEAD)
        return [
            ordered[0],
            ordered[-1],
            ordered[len(ordered) // 2],
            sum(faces),
            same,
            same and len(faces) >= 3,
            state.throw_of_turn,
            len(played),
            len(left),
            max(played, default=0),
            sum(played),
            not left,
            state.hit,
            state.landed,
            len([n for group in state.numbers for n in group]),
            state.before[state.player] or state.rows[state.player],
            state.before[1 - state.player] or state.rows[1 - state.player],
        ]

    def view(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...], list[Any]]:
        """Return the mover's row, the other's, and the context."""
        return state.rows[state.player], state.rows[1 - state.player], self.context(state)

    def lists(self, state: State) -> tuple[Row, Row, list[Any]]:
        mine, theirs, context = self.view(state)
        return list(mine), list(theirs), context

    def search(self, state: State) -> Search:
        """Return the search for the throw on the table, kept while the state is the same."""
        if self._searched is not None and self._searched[0] is state:
            return self._searched[1]
        upto = _upto_choice(state.numbers) if state.numbers else ()
        search = Search(self.rules[state.player], *self.lists(state), upto)
        self._searched = (state, search)
        return search

    def numbers(self, term: terms.Term, state: State) -> Groups:
        """Return the numbers that a `numbers` expression makes of the throw."""
        mine, theirs, context = self.view(state)
        view = View(self.ruleset.layout, state.player, self.ruleset.men, mine, theirs, context, state.throw)
        return numbers(term, view)

    def hooked(self, state: State, hook: str) -> State:
        """Return the state with the memories changed that have this hook."""
        function = self.rules[state.player].hooks.get(hook)
        state = self.forgotten(state) if hook == "turn_end" else state
        if function is None:
            return state
        mine, theirs, context = self.lists(state)
        function(mine, theirs, context)
        return state.changed(rows=_in_order(state.player, mine, theirs))

    def forgotten(self, state: State) -> State:
        """A turn ends: memories kept for a turn start afresh."""
        names = [clause.name for clause in self.ruleset.section("memory") if clause.values.get("for") == "turn"]
        if not names:
            return state
        rows = [list(row) for row in state.rows]
        for name in names:
            self.restart(rows, name, state.player)
        return state.changed(rows=(tuple(rows[0]), tuple(rows[1])))


def _in_order(player: int, mine: Row, theirs: Row) -> Rows:
    first, second = (mine, theirs) if player == 0 else (theirs, mine)
    return tuple(first), tuple(second)


def _runs(numbers: list[int]) -> Groups:
    """Groups of equal numbers, in the order given."""
    groups: list[tuple[int, ...]] = []
    for number in numbers:
        if groups and groups[-1][0] == number:
            groups[-1] = (*groups[-1], number)
        else:
            groups.append((number,))
    return tuple(groups)


def _upto_choice(groups: Groups) -> Groups:
    """The groups before the first that waits for a number to be named."""
    for index, group in enumerate(groups):
        if CHOSEN in group:
            return groups[:index]
    return groups


def _named(groups: Groups) -> Groups:
    """Groups without numbers that nobody has named."""
    kept = (tuple(number for number in group if number != CHOSEN) for group in groups)
    return tuple(group for group in kept if group)


def _played(numbers: Groups, left: Groups) -> list[int]:
    played = [number for group in numbers for number in group]
    for group in left:
        for number in group:
            if number in played:
                played.remove(number)
    return played
