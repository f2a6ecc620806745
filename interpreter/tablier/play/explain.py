"""Why a play is not legal: the first clause that refuses it, in the words of the rules.

The order of the questions is the order in which a person would ask them: is there a man, is there a
number, does the kind of move allow it, is the place forbidden, may the whole throw be played so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablier.model import terms
from tablier.model.generate import Move
from tablier.model.layout import SIDES
from tablier.model.ruleset import Clause
from tablier.model.walk import View, walk
from tablier.play.engine import Engine
from tablier.play.hops import Hop
from tablier.play.notation import place_name
from tablier.play.refusals import Refusal
from tablier.play.search import Groups, Worth, without
from tablier.play.state import Stage, State

LARGEST_NUMBER = 40
"""Largest number looked at when asking which number a move would need."""


def why(engine: Engine, state: State, hops: Sequence[Hop], *, complete: bool = False) -> Refusal | None:
    """Return why hops cannot be played, or None when they begin (`complete`: are) a legal play."""
    if state.stage is not Stage.PLAY:
        return Refusal("illegal", _not_now(engine, state))
    explainer = _Explainer(engine, state, complete)
    explainer.follow(tuple(hops), engine.due(state), 0, ())
    return None if explainer.is_legal else explainer.refusal


def why_not_stop(engine: Engine, state: State) -> Refusal | None:
    """Return why the rest of the throw may not be left unplayed, or None when it may."""
    return why(engine, state, (), complete=True)


def _not_now(engine: Engine, state: State) -> str:
    side = SIDES[state.player].title()
    match state.stage:
        case Stage.OVER:
            return "the game is over"
        case Stage.LEAD:
            return "the lead has not been thrown yet"
        case Stage.THROW:
            return f"{side} has not thrown yet"
        case Stage.CHOOSE:
            return f"{side} must first name a number"
        case Stage.ADOPT:
            return f"{side} must first say whether to play the numbers of the lead"
    return f"{side} must first decide something else"


class _Explainer:
    """Walks typed hops over moves that are allowed singly; keeps the reason at the deepest point."""

    def __init__(self, engine: Engine, state: State, complete: bool) -> None:
        self.engine, self.state, self.complete = engine, state, complete
        self.ruleset, self.layout = engine.ruleset, engine.ruleset.layout
        self.player = state.player
        self.rules = engine.rules[state.player]
        self.search = search = engine.search(state)
        self.mine, self.theirs, self.context = search.mine, search.theirs, search.context
        self.refusal: Refusal | None = None
        self.depth = -1.0
        self.is_legal = False

    # --- walking ----------------------------------------------------------------------------

    def follow(self, hops: tuple[Hop, ...], groups: Groups, depth: int, made: tuple[Move, ...]) -> None:
        """Make the hops in order in every way that is allowed move by move."""
        if not hops:
            self.judge(groups, depth, made)
            return
        hop, rest = hops[0], hops[1:]
        fitting = [move for move in self.allowed(groups) if _fits(move, hop)]
        direct = [move for move in fitting if move[3] in hop.targets]
        for move in direct or fitting:
            further = rest if move[3] in hop.targets else (hop.rest(move[3]), *rest)
            if direct or self.leads_on(move, hop, groups):
                self.step(move, further, groups, depth, made)
            if self.is_legal:
                return
        # Asked about one number's move, nobody wants to hear of the rests on another way there.
        is_single = not direct and bool(fitting) and bool(self.direct(hop, groups))
        late = depth + 1.25 if is_single else depth
        if late > self.depth:
            self.keep(self.single(hop, groups), late)

    def allowed(self, groups: Groups) -> list[Move]:
        self.search.tell(groups)
        return self.search.moves(groups)

    def step(
        self, move: Move, hops: tuple[Hop, ...], groups: Groups, depth: int, made: tuple[Move, ...]
    ) -> None:
        token = self.rules.do(self.mine, self.theirs, self.context, move)
        left = without(groups, move[0])
        if self.rules.ended["move"](self.mine, self.theirs, self.context):
            if hops:
                self.keep(Refusal("illegal", f"the game is over before {hops[0].text}"), depth + 1)
            else:
                self.is_legal = True
        else:
            self.follow(hops, left, depth + 1, (*made, move))
        self.rules.undo(self.mine, self.theirs, self.context, move, token)

    def leads_on(self, move: Move, hop: Hop, groups: Groups) -> bool:
        """Whether a man who rests where a move ends could go on to the target, were nothing forbidden."""
        token = self.rules.do(self.mine, self.theirs, self.context, move)
        found = bool(list(self.chains(hop.rest(move[3]), without(groups, move[0]))))
        self.rules.undo(self.mine, self.theirs, self.context, move, token)
        return found

    def keep(self, refusal: Refusal, depth: float) -> None:
        if depth > self.depth:
            self.refusal, self.depth = refusal, depth

    # --- moves before any rule --------------------------------------------------------------

    def view(self, number: int, origin: int = 0) -> View:
        return View(
            self.layout,
            self.player,
            self.ruleset.men,
            self.mine,
            self.theirs,
            self.context,
            self.state.throw,
            from_index=origin,
            values={"number": number},
        )

    def raw(self, number: int) -> Iterator[Move]:
        """Every move by a number that a kind of move describes, whatever forbids it."""
        for kind, clause in enumerate(self.ruleset.section("moves")):
            source, target = clause.places("from"), clause.places("to")
            assert source is not None and target is not None
            for origin in self.origins(source, number):
                index = self.arrival(target, number, origin) if self.mine[origin] else 0
                if index:
                    yield number, kind, origin, index

    def origins(self, places: terms.Places, number: int) -> list[int]:
        if places.spot is not None:
            return [self.layout.spot(places.spot)]
        view, base = self.view(number), self.base(places)
        spans = ((walk(low, view), walk(high, view)) for low, high in places.spans)
        steps = (step for low, high in spans for step in range(max(low, 1), min(high, self.layout.last) + 1))
        return [base + step for step in steps]

    def arrival(self, places: terms.Places, number: int, origin: int) -> int:
        """The index where a man arrives, 0 when that is not on the route."""
        if places.spot is not None:
            return self.layout.spot(places.spot)
        step: int = walk(places.spans[0][0], self.view(number, origin))
        return self.base(places) + step if 1 <= step <= self.layout.last else 0

    def base(self, places: terms.Places) -> int:
        return self.layout.layer_base(places.layer) if places.layer else 0

    def chains(self, hop: Hop, groups: Groups) -> Iterator[tuple[Move, ...]]:
        """Ways of one man from an origin to the target by several numbers, whatever forbids them."""
        if not groups:
            return
        for number in sorted(set(groups[0]), reverse=True):
            for move in [one for one in self.raw(number) if hop.starts(one[2])]:
                if move[3] in hop.targets:
                    yield (move,)
                elif hop.origins is not None and move[3] <= self.layout.last:
                    self.shift(move, 1)
                    further = list(self.chains(hop.rest(move[3]), without(groups, number)))
                    self.shift(move, -1)
                    yield from ((move, *chain) for chain in further)

    def shift(self, move: Move, by: int) -> None:
        """Carry a man without any consequence, or back."""
        self.mine[move[2]] -= by
        self.mine[move[3]] += by

    # --- one hop ----------------------------------------------------------------------------

    def single(self, hop: Hop, groups: Groups) -> Refusal:
        """Why a hop cannot be made now."""
        self.search.tell(groups)
        if hop.origins is not None and not any(self.mine[index] for index in hop.origins):
            return self.no_man(hop)
        reasons = [self.judged(move, groups) for move in self.direct(hop, groups)]
        if reasons:
            return max(reasons, key=lambda pair: pair[0])[1]
        chains = list(self.chains(hop, groups)) if groups else []
        return self.over_rests(hop, chains, groups) if chains else self.no_number(hop, groups)

    def direct(self, hop: Hop, groups: Groups) -> list[Move]:
        """Moves by one number that a hop may mean, whatever forbids them."""
        open_numbers = sorted(set(groups[0]), reverse=True) if groups else []
        return [move for number in open_numbers for move in self.raw(number) if _ends(move, hop)]

    def no_man(self, hop: Hop) -> Refusal:
        assert hop.origins is not None
        index = min(hop.origins)
        where = self.where(index)
        theirs = self.standing(index, mine=False)
        message = f"{self.side} has no man {where}" + (f"; {theirs} there" if theirs else "")
        return Refusal("illegal", message)

    def judged(self, move: Move, groups: Groups) -> tuple[int, Refusal]:
        """The first clause that refuses a move, and how late it is asked."""
        clause = self.ruleset.section("moves")[move[1]]
        if not self.holds(clause, "if", move, when_missing=True):
            return 0, self.refuse(move, clause, "if")
        for late, key in ((1, "move"), (2, "landing")):
            if key == "landing" and not self.lands(clause):
                continue
            for one in self.ruleset.section("forbidden"):
                if self.holds(one, key, move):
                    return late, self.refuse(move, one, key)
        for one in self.ruleset.section("forbidden"):
            if one.term("position") is not None and self.leaves(one, move):
                return 3, self.refuse(move, one, "position")
        return 4, self.later_tier(move, clause, groups)

    def lands(self, clause: Clause) -> bool:
        target = clause.places("to")
        return target is not None and target.spot is None

    def holds(self, clause: Clause, key: str, move: Move, *, when_missing: bool = False) -> bool:
        if clause.term(key) is None:
            return when_missing
        number, _, origin, target = move
        step = self.layout.step_of
        test = self.rules.clauses[f"{clause.id}.{key}"]
        return bool(
            test(self.mine, self.theirs, self.context, number, origin, step[origin], target, step[target])
        )

    def leaves(self, clause: Clause, move: Move) -> bool:
        token = self.rules.do(self.mine, self.theirs, self.context, move)
        found = self.holds(clause, "position", move)
        self.rules.undo(self.mine, self.theirs, self.context, move, token)
        return found

    def later_tier(self, move: Move, clause: Clause, groups: Groups) -> Refusal:
        kinds = self.ruleset.section("moves")
        others = sorted({kinds[one[1]].id for one in self.allowed(groups)})
        earlier = f" ({', '.join(others)} can be played)" if others else ""
        this = f"{self.written(move)} is a move of a later rank"
        message = f"{this}: it is allowed only when no other move is{earlier}"
        return Refusal("illegal", message, clause, clause.sources)

    def refuse(self, move: Move, clause: Clause, key: str) -> Refusal:
        standing = self.standing(move[3], mine=False) if key == "landing" else ""
        message = f"{self.written(move)} is not allowed{words_of(clause, key)}"
        if standing:
            message += f"; {standing} {self.where(move[3])}"
        return Refusal("illegal", message, clause, clause.sources)

    def over_rests(self, hop: Hop, chains: list[tuple[Move, ...]], groups: Groups) -> Refusal:
        """Every way over rests fails: say where each does."""
        found: dict[str, Refusal] = {}
        for chain in chains[:6]:
            refusal = self.first_of(chain, groups)
            found.setdefault(refusal.message, refusal)
        first = next(iter(found.values()))
        return Refusal("illegal", f"{hop.text}: {'; and '.join(found)}", first.clause, first.sources)

    def first_of(self, chain: tuple[Move, ...], groups: Groups) -> Refusal:
        """The reason of the first move of a chain that is refused."""
        move, rest = chain[0], chain[1:]
        if move not in self.allowed(groups) or not rest:
            return self.judged(move, groups)[1]
        token = self.rules.do(self.mine, self.theirs, self.context, move)
        found = self.first_of(rest, without(groups, move[0]))
        self.rules.undo(self.mine, self.theirs, self.context, move, token)
        return found

    def no_number(self, hop: Hop, groups: Groups) -> Refusal:
        left = [number for group in groups for number in group]
        if not left:
            return Refusal("illegal", f"no number is left for {hop.text}")
        wanted = [n for n in range(1, LARGEST_NUMBER) if any(_ends(m, hop, n) for m in self.raw(n))]
        later = [number for number in wanted if number in left]
        if later:
            message = f"{hop.text} needs {_a(later[0])}, which opens only when {_listed(groups[0])} is played"
        elif wanted:
            barred = self.not_a_number(hop, wanted)
            if barred is not None:
                return barred
            message = f"{hop.text} needs {_a(wanted[0])}; left to play: {_listed(left)}"
        else:
            held = self.held_fast(hop)
            if held is not None:
                return held
            message = f"no number takes a man by {hop.text}; left to play: {_listed(left)}"
        return Refusal("illegal", message + self.reach(hop, groups))

    def not_a_number(self, hop: Hop, wanted: Sequence[int]) -> Refusal | None:
        """That a face was thrown, but is no number to be played: the rule of numbers says so."""
        numbers = [number for group in self.state.numbers for number in group]
        shown = [number for number in wanted if number in self.state.throw and number not in numbers]
        clause = self.ruleset.one("numbers")
        if not shown or clause is None or self.state.after is not None:
            return None
        thrown = "-".join(map(str, self.state.throw))
        message = f"{hop.text} needs {_a(shown[0])}, and of {thrown} only {_listed(numbers)} is played"
        return Refusal("illegal", message, clause, clause.sources)

    def held_fast(self, hop: Hop) -> Refusal | None:
        """That a man is in a layer that no kind of move takes him from, by the contact that put him there."""
        places = [index for index in hop.origins or () if self.mine[index]]
        if not places or any(self.layout.step_of[i] == i for i in places):
            return None
        layer = self.layout.place_names[places[0]].partition(":")[2]
        if not layer:
            return None
        message = f"{self.side}'s man {self.where(places[0]).partition(':')[0]} is {layer} and cannot move"
        for clause in self.ruleset.section("contact"):
            sends = clause.places("sends")
            if sends is not None and sends.layer == layer:
                return Refusal("illegal", message, clause, clause.sources)
        return Refusal("illegal", message)

    def reach(self, hop: Hop, groups: Groups) -> str:
        """Where the numbers lead from the place of a hop."""
        if hop.origins is None or not groups:
            return ""
        ends = [move[3] for move in self.allowed(groups) if hop.starts(move[2])]
        names = [self.name(index) for index in dict.fromkeys(ends)]
        return f"; from {self.name(min(hop.origins))} they lead to {_listed(names)}" if names else ""

    # --- the whole throw --------------------------------------------------------------------

    def judge(self, groups: Groups, depth: int, made: tuple[Move, ...]) -> None:
        """Every move is allowed singly: may the throw be played so?"""
        target = self.state.target
        worth = self.search.stopping(groups) if self.complete else self.search.best(groups)
        if (worth == target and worth is not None) or self.wins_later(groups):
            self.is_legal = True
        elif worth is None:
            self.keep(self.bad_result(groups), depth + 0.5)
        else:
            self.keep(self.obliged(worth, groups, made), depth + 0.5)

    def wins_later(self, groups: Groups) -> bool:
        return not self.complete and any(
            self.search.can_end(move, groups) for move in self.search.moves(groups)
        )

    def bad_result(self, groups: Groups) -> Refusal:
        """A `result` clause forbids what the throw leaves."""
        self.search.tell(groups)
        nobody = (0, 0, 0, 0)
        for clause in self.ruleset.section("forbidden"):
            if self.holds(clause, "result", nobody):
                message = f"the position that this leaves is not allowed{words_of(clause, 'result')}"
                return Refusal("illegal", message, clause, clause.sources)
        return Refusal("illegal", "no legal play begins like this")

    def obliged(self, worth: Worth, groups: Groups, made: tuple[Move, ...]) -> Refusal:
        """An obligation prefers other plays: name the first that tells them apart."""
        target = self.state.target or ()
        pairs = enumerate(zip(target, worth, strict=False))
        index, (best, got) = next((i, pair) for i, pair in pairs if pair[0] != pair[1])
        clauses = [one for one in self.ruleset.section("obligations") if one.term("prefer") is not None]
        clause = clauses[index]
        message = self.preference(clause, best, got, made)
        return Refusal("illegal", message, clause, clause.sources)

    def preference(self, clause: Clause, best: object, got: object, made: tuple[Move, ...]) -> str:
        text = clause.expressions["prefer"].text
        this = " ".join(self.written(move) for move in made) or "stopping here"
        tail = f" ({clause.text.rstrip('.')})" if clause.text else ""
        match text:
            case "numbers_played":
                most = _count(best, "number")
                few = f"only {got}" if got else "none"
                return f"{most} can be played, so {most} must be; {this} plays {few}{tail}"
            case "highest_played":
                return f"the {best} can be played, so it must be; {this} plays only the {got}{tail}"
            case "pips_played":
                return f"{best} pips can be played, so they must be; {this} leads to {got}{tail}"
        rule = tail or f": `{text}`"
        return f"another play is preferred{rule}; {this} makes it {_value(got)}, it can be {_value(best)}"

    # --- words ------------------------------------------------------------------------------

    @property
    def side(self) -> str:
        return SIDES[self.player].title()

    def name(self, index: int) -> str:
        return place_name(self.ruleset, self.player, index)

    def written(self, move: Move) -> str:
        return f"{self.name(move[2])}/{self.name(move[3])}"

    def where(self, index: int) -> str:
        """`on 18`, `on the bar`, `in hand`, `off`."""
        name = self.name(index)
        return {"bar": "on the bar", "hand": "in hand", "off": "off"}.get(name, f"on {name}")

    def standing(self, index: int, *, mine: bool) -> str:
        """Who stands on the point of a place: `2 men of Black stand`; "" when nobody does."""
        step = self.layout.step_of[index] if index <= self.layout.last or index > self.layout.bar else 0
        side = self.player if mine else 1 - self.player
        row = self.mine if mine else self.theirs
        parts = []
        for layer in ("", *self.layout.layers):
            base = self.layout.layer_base(layer) if layer else 0
            steps = self.layout.same_point(self.player, 0, int(not mine), step)
            count = sum(row[base + one] for one in steps)
            if count:
                men = f"{count} {layer} {'man' if count == 1 else 'men'}".replace("  ", " ")
                parts.append(f"{men} of {SIDES[side].title()} {'stands' if count == 1 else 'stand'}")
        return " and ".join(parts)


def words_of(clause: Clause, key: str) -> str:
    """Return that a clause refuses something: in the author's words, or else by its name."""
    if clause.text:
        return f": {clause.text.rstrip('.')}"
    return f"; {clause.id} asks for more" if key == "if" else f" by {clause.id}"


def _fits(move: Move, hop: Hop) -> bool:
    return (
        hop.starts(move[2])
        and hop.number in (None, move[0])
        and (hop.origins is not None or move[3] in hop.targets)
    )


def _ends(move: Move, hop: Hop, number: int | None = None) -> bool:
    said = hop.number if number is None else number
    return hop.starts(move[2]) and move[3] in hop.targets and said in (None, move[0])


def _a(number: int) -> str:
    return f"an {number}" if number in (8, 11, 18) else f"a {number}"


def _listed(values: Sequence[object]) -> str:
    return ", ".join(str(value) for value in values)


def _count(value: object, noun: str) -> str:
    return f"{value} {noun}" if value == 1 else f"{value} {noun}s"


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
