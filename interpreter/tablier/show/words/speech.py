"""Conditions, numbers and places in English, whatever they are made of.

`holds` gives a clause that is true when the condition is, `number` a noun for a value, `where` the
place of a man and `point` a place as a noun. Common shapes have words of their own; everything else
is put together from its parts, so that no term is without words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tablier.model import terms
from tablier.model.ruleset import Ruleset
from tablier.model.terms import MINE, THEIRS, Places, Term
from tablier.show.words.english import cardinal, counted, listed, plain, times, value
from tablier.show.words.lexicon import Entry, Lexicon, called, is_condition
from tablier.show.words.places import SPOTS, Atlas, around, far, fixed, gap, row, window
from tablier.show.words.shape import (
    conjuncts,
    disjuncts,
    flipped,
    mentions,
    offset,
    parts,
    routes_of,
    shaped,
    summands,
)
from tablier.show.words.voice import RULE, Voice

_RELATIONS = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_AMOUNTS = {
    "==": "exactly {}",
    "!=": "not exactly {}",
    "<": "fewer than {}",
    "<=": "at most {}",
    ">": "more than {}",
    ">=": "at least {}",
}


@dataclass(frozen=True)
class Speaker:
    """Says terms of one ruleset in one voice."""

    ruleset: Ruleset
    atlas: Atlas
    lexicon: Lexicon
    voice: Voice = RULE

    @classmethod
    def of(cls, ruleset: Ruleset) -> Speaker:
        """Return a speaker for a ruleset."""
        return cls(ruleset, Atlas(ruleset), Lexicon(ruleset))

    def speaking(self, voice: Voice) -> Speaker:
        """The same in another voice."""
        return replace(self, voice=voice)

    def calling(self, name: str, where: str, noun: str, route: int = MINE) -> Speaker:
        """The same with words for a varying step."""
        return self.speaking(self.voice.meaning(name, where, noun, route))

    def all_alike(self) -> Speaker:
        """The same where all dice are known to show one number."""
        return self.speaking(replace(self.voice, alike=True))

    def side(self, side: int) -> str:
        """A side as the subject of a sentence."""
        return self.voice.names[side]

    # --- conditions -----------------------------------------------------------------------------

    def holds(self, term: Term) -> str:
        """A condition as a clause, said in full even where it has a name."""
        return self.spelt(shaped(term))

    def named(self, term: Term) -> Entry | None:
        """The phrase that a shaped term is, where it is to be called by its name."""
        return self.lexicon.find(term, self.length)

    def length(self, term: Term) -> int:
        """How long a phrase is when it is said in full."""
        says = Speaker(self.ruleset, self.atlas, self.lexicon)
        return len(says.holds(term) if is_condition(term) else says.spelt_number(shaped(term)))

    def facts(self, term: Term) -> list[Term]:
        """What must hold together; a phrase that is called by its name stays whole."""
        if isinstance(term, terms.And) and self.named(term) is None:
            return [*self.facts(term.left), *self.facts(term.right)]
        return [term]

    def _holds(self, term: Term) -> str:
        entry = self.named(term)
        return called(entry, self.voice.names) if entry is not None else self.spelt(term)

    def spelt(self, term: Term) -> str:
        """A shaped condition in full."""
        match term:
            case terms.Truth(always):
                return "this is always so" if always else "this is never so"
            case terms.And():
                return self.all_of([*self.facts(term.left), *self.facts(term.right)])
            case terms.Or():
                return self.one_of(disjuncts(term))
            case terms.Not(operand):
                return self.literal(operand, negated=True)
            case terms.If(condition, then, otherwise):
                return (
                    f"either {self._holds(condition)} and {self._holds(then)}, or this is not so and "
                    f"{self._holds(otherwise)}"
                )
        return self.literal(term, negated=False)

    def all_of(self, conditions: list[Term]) -> str:
        """Conditions that hold together."""
        said = [
            f"either {self._holds(one)}" if self.is_choice(one) else self._holds(one) for one in conditions
        ]
        return listed(said)

    def is_choice(self, term: Term) -> bool:
        """Whether a condition is said with `or`."""
        return isinstance(term, terms.Or) and self.named(term) is None and not _same_question(disjuncts(term))

    def part(self, term: Term) -> str:
        """A shaped condition that is a part of a sentence: by its name where it has one and is long."""
        return self._holds(term)

    def one_of(self, conditions: list[Term]) -> str:
        """Conditions of which one holds."""
        values = _same_question(conditions)
        if values:
            said = self._holds(conditions[0])
            return said.removesuffix(value(values[0])) + listed([value(one) for one in values], "or")
        return listed([self._holds(one) for one in conditions], "or")

    def literal(self, term: Term, *, negated: bool) -> str:
        """A single condition, or its opposite."""
        says: dict[type[Term], Callable[[Term, bool], str]] = {
            terms.Compare: lambda one, _: self.comparison(one),
            terms.Flag: self.flag,
            terms.IsAt: self.at_spot,
            terms.Within: self.within,
            terms.AllIn: self.all_in,
            terms.Quantified: lambda one, _: self.quantified(one),
            terms.PlayQuery: self.play_query,
        }
        say = says.get(type(term))
        if say is None:
            return f"it is {'not ' if negated else ''}so that {self._holds(term)}"
        return say(term, negated)

    def flag(self, term: Term, negated: bool) -> str:
        """A doublet, a triplet, a throw played out."""
        assert isinstance(term, terms.Flag)
        is_ = "is not" if negated else "is"
        return {
            "doublet": f"the throw {is_} a doublet",
            "triplet": f"the throw {is_} a triplet",
            "all_played": f"{'not every' if negated else 'every'} number has been played",
        }.get(term.name, f"the throw {is_} {plain(term.name)}")

    def at_spot(self, term: Term, negated: bool) -> str:
        """Whether the man comes from, or goes to, the hand, the bar or off."""
        assert isinstance(term, terms.IsAt)
        if term.word == "from":
            return f"he {'does not come' if negated else 'comes'} from the {term.spot}"
        if term.spot == "off":
            return f"he is {'not ' if negated else ''}borne off"
        return f"he {'does not go' if negated else 'goes'} to the {term.spot}"

    def within(self, term: Term, negated: bool) -> str:
        """Whether a step lies in places."""
        assert isinstance(term, terms.Within)
        step, route = shaped(term.step), term.route
        where = self.among(term.places)
        is_ = "is not" if negated else "is"
        match step:
            case terms.Var("from"):
                return f"he {'does not stand' if negated else 'stands'} {where}"
            case terms.Var("to"):
                return f"he {'does not come' if negated else 'comes'} to stand {where}"
            case terms.Var("landed"):
                return f"the last man moved {'does not stand' if negated else 'stands'} {where}"
        return f"{self.point(step, route)} {is_} {where}"

    def among(self, places: Places) -> str:
        """Where one man stands: `on one of the rosettes`, `in his last table`."""
        where = self.where(places, None)
        name = self.atlas.region(places)
        several = name is not None and len(fixed(places) or ()) > 1 and self.atlas.preposition(name) == "on"
        return where.replace("on ", "on one of ", 1) if several else where

    def all_in(self, term: Term, negated: bool) -> str:
        """Whether all men stand in places, men off apart."""
        assert isinstance(term, terms.AllIn)
        whose = self.voice.possessive(term.side)
        if term.places.spot == "off":
            return f"{'not ' if negated else ''}all {whose} men are off"
        where = self.where(term.places, term.side)
        return f"{'not ' if negated else ''}all {whose} remaining men are {where}"

    def play_query(self, term: Term, negated: bool) -> str:
        """What is asked of the legal plays of the numbers given."""
        assert isinstance(term, terms.PlayQuery)
        every = term.quantifier == "every"
        inner = replace(self.voice)
        said = self.speaking(inner).holds(term.condition)
        head = "not every" if every and negated else "every" if every else "no" if negated else "some"
        return f"{head} play of these numbers that he could make is such that {said}"

    # --- comparisons ----------------------------------------------------------------------------

    def comparison(self, term: Term) -> str:
        """A comparison, in the words that fit what is compared."""
        assert isinstance(term, terms.Compare)
        for say in (self.men_compared, self.man_compared, self.words_compared, self.edges_compared):
            said = say(term)
            if said is not None:
                return said
        return self.amounts_compared(term)

    def amounts_compared(self, term: terms.Compare) -> str:
        """Two numbers of any kind."""
        right = self.number(term.right)
        return f"{self.number(term.left)} {_RELATIONS[term.operator]} {right}"

    def men_compared(self, term: terms.Compare) -> str | None:
        """How many men of a side stand where."""
        found = self.crowd(term.left)
        anybody = self.anybody(term)
        if anybody is not None:
            return anybody
        if found is None or not isinstance(term.right, terms.Int):
            return None
        side, was, where, layer = found
        verb = "had" if was else "has"
        amount = self.men_amount(side, term.operator, term.right.value, layer)
        when = " when the dice were thrown" if was else ""
        return " ".join(f"{self.side(side)} {verb} {amount} {where}{when}".split())

    def anybody(self, term: terms.Compare) -> str | None:
        """Men of both sides on the same places."""
        match term.left:
            case terms.Arithmetic("+", terms.Men(one, places, was), terms.Men(other, same, also)) if (
                {one, other} == {MINE, THEIRS} and places == same and was == also and not was
            ):
                if (term.operator, term.right) == (">=", terms.Int(1)):
                    return f"a man of either side stands {self.where(places, None)}"
                if (term.operator, term.right) in (("==", terms.Int(0)), ("<=", terms.Int(0))):
                    return f"no man of either side stands {self.where(places, None)}"
        return None

    def crowd(self, term: Term) -> tuple[int, bool, str, str | None] | None:
        """Men counted together: side, whether then or now, where, and their layer."""
        men = summands(term)
        first = men[0]
        if not all(isinstance(one, terms.Men) for one in men):
            return None
        assert isinstance(first, terms.Men)
        known = [one for one in men if isinstance(one, terms.Men)]
        if any(
            (one.side, one.was, one.places.layer) != (first.side, first.was, first.places.layer)
            and one.places.spot is None
            for one in known
        ) or any((one.side, one.was) != (first.side, first.was) for one in known):
            return None
        where = listed([self.where(one.places, one.side) for one in known], "or")
        layer = next((self.kind(one.places) for one in known if one.places.spot is None), "")
        return first.side, first.was, where, layer

    def kind(self, places: Places) -> str:
        """What men of a layer are called, in front of `man`."""
        layers = self.ruleset.layout.layers
        if not layers or places.spot is not None or places.layer == "any":
            return ""
        if places.layer is not None:
            return plain(places.layer)
        return " and ".join(f"un{plain(one)}" for one in layers)

    def men_amount(self, side: int, operator: str, number: int, kind: str | None) -> str:
        """How many men, in words: `two men or more`, `a single man`, `no man`."""
        noun = f"{kind} man" if kind else "man"
        plural = f"{kind} men" if kind else "men"
        if operator in ("==", ">=") and number == self.ruleset.men[side] > 1 and not kind:
            return f"all his {cardinal(number)} men"
        if (operator, number) in ((">=", 1), ("!=", 0)):
            return f"a {noun}" if not noun.startswith(("a", "e", "i", "o", "u")) else f"an {noun}"
        if (operator, number) in (("==", 0), ("<=", 0), ("<", 1)):
            return f"no {noun}"
        if operator == "==" and number == 1:
            return f"just one {noun}" if kind else "a single man"
        amount = cardinal(number) if number else "no"
        shown = noun if number == 1 else plural
        if operator == ">=":
            return f"{amount} {shown} or more"
        return f"{_AMOUNTS[operator].format(amount)} {shown}"

    def man_compared(self, term: terms.Compare) -> str | None:
        """Where the man who moves stands or goes, told by a comparison."""
        left, right, operator = term.left, term.right, term.operator
        if isinstance(left, terms.Var) and left.name in ("from", "to"):
            return self.step_compared(left.name, operator, right)
        if isinstance(left, terms.Arithmetic) and isinstance(right, terms.Int):
            return self.reach_compared(left, operator, right.value)
        return None

    def reach_compared(self, left: terms.Arithmetic, operator: str, step: int) -> str | None:
        """How far a number carries a man: `from + number` against a step."""
        base, number = left.left, left.right
        if left.operator != "+" or not isinstance(base, terms.Var) or not isinstance(number, terms.Var):
            return None
        if base.name != "from" and base.name not in self.voice.nouns:
            return None
        if base.name == "from" and number.name == "number":
            subject, him = "the number", " him"
        else:
            subject, him = f"{self.word(number.name)} counted on from {self.point(base, MINE)}", ""
        verb = "carries" if him else "leads"
        said = self.to_the_edge(operator, step, f"{verb}{him}", him)
        return f"{subject} {said}" if said else None

    def to_the_edge(self, operator: str, step: int, verb: str, him: str) -> str | None:
        """The end of a sentence on how far a number leads."""
        negative = f"does not {verb.replace('carries', 'carry').replace('leads', 'lead')}"
        if step == self.rail + 1:
            larger = "is larger than he needs to go off" if him else f"{verb} beyond the rail"
            smaller = "is not larger than he needs to go off" if him else f"{negative} beyond the rail"
            return {">=": larger, "<": smaller}.get(operator)
        there = "off the board" if step == self.rail else f"to {self.point(terms.Int(step), MINE)}"
        return {
            "==": f"{verb} exactly {there}",
            "!=": f"{negative} exactly {there}",
            ">=": f"{verb} {there}" + ("" if step == self.rail else " or further"),
            "<": f"{negative} {there}",
            "<=": f"{verb} no further than {there}" if step < self.rail else f"{verb} at most just {there}",
            ">": f"{verb} further than {there}",
        }[operator]

    @property
    def rail(self) -> int:
        """The step after the last."""
        return self.ruleset.layout.last + 1

    def step_compared(self, word: str, operator: str, right: Term) -> str | None:
        """`from` or `to` against a step, a number, or the edge of a side's men."""
        stands = "stands" if word == "from" else "comes to stand"
        not_ = "does not stand" if word == "from" else "does not come to stand"
        if (
            isinstance(right, terms.Edge)
            and right.side == MINE
            and word == "from"
            and operator in ("==", "!=")
        ):
            return f"he is {'' if operator == '==' else 'not '}{self.edge(right, short=True)}"
        if isinstance(right, terms.Var) and right.name in ("from", "to") and operator in ("==", "!="):
            return "he stays where he is" if operator == "==" else f"he goes to another {self.atlas.noun}"
        place = self.point(right, MINE)
        return {
            "==": f"he {stands} on {place}",
            "!=": f"he {not_} on {place}",
            ">=": f"he {stands} on {place} or further on",
            "<=": f"he {stands} on {place} or further back",
            ">": f"he {stands} beyond {place}",
            "<": f"he {stands} short of {place}",
        }[operator]

    def words_compared(self, term: terms.Compare) -> str | None:
        """Words of the throw and counts that have a sentence of their own."""
        left, right, operator = term.left, term.right, term.operator
        if isinstance(left, terms.Memory) and left.name == "throws":
            return self.throws_compared(left, operator, right)
        if isinstance(left, terms.Var) and isinstance(right, terms.Int):
            return self.counter_compared(left.name, operator, right.value)
        if isinstance(left, terms.Var) and isinstance(right, terms.Var):
            return self.faces_compared(left.name, operator, right.name)
        return None

    def throws_compared(self, left: terms.Memory, operator: str, right: Term) -> str | None:
        """How many throws a side has made."""
        side = self.side(left.side if left.side in (MINE, THEIRS) else MINE)
        if isinstance(right, terms.Memory) and right.name == "throws" and operator == "==":
            return "both sides have thrown equally often in this game"
        if not isinstance(right, terms.Int):
            return None
        if operator in ("==", "<=") and right.value == 0:
            return f"{side} has not thrown yet in this game"
        if operator == "==" and right.value == 1:
            return f"{side} has made his first throw of the game and no other"
        amount = _AMOUNTS[operator].format(cardinal(right.value))
        return f"{side} has made {amount} throw{'' if right.value == 1 else 's'} in this game"

    def counter_compared(self, name: str, operator: str, number: int) -> str | None:
        """Counts of the throw: numbers played and left, men hit, faces."""
        some = operator == ">=" and number == 1
        none = (operator, number) in (("==", 0), ("<=", 0))
        amount = "a number" if some else "no number" if none else self.amount(operator, number, "number")
        were = "has" if some or none or (operator == "==" and number == 1) else "have"
        match name:
            case "numbers_played":
                return f"{amount} of the throw {were} been played"
            case "numbers_left":
                return f"{amount} of the throw {were} been left unplayed"
            case "numbers_given":
                return f"{amount} {were} been passed over"
            case "men_hit":
                men = "a man" if some else "no man" if none else self.amount(operator, number, "man", "men")
                return f"{men} {were} been hit in this throw"
            case "high" | "low" | "middle" if operator == "==":
                return f"{self.face(name)} shows {value(number)}"
            case "total" if operator == "==":
                return f"{self.face(name)} is {value(number)}"
        return None

    def amount(self, operator: str, number: int, noun: str, plural: str | None = None) -> str:
        """How many of something."""
        if operator == ">=":
            return f"{counted(number, noun, plural)} or more"
        return _AMOUNTS[operator].format(counted(number, noun, plural))

    def faces_compared(self, left: str, operator: str, right: str) -> str | None:
        """The faces of the throw against each other, and against the number played."""
        faces = ("high", "low", "middle")
        if {left, right} == {"high", "low"} and operator in ("==", "!="):
            return "the dice show the same" if operator == "==" else "the dice do not all show the same"
        if left == "number" and right in faces:
            return f"the number played {_RELATIONS[operator].replace('less', 'lower')} {self.face(right)}"
        return None

    def edges_compared(self, term: terms.Compare) -> str | None:
        """Where a side's hindmost or furthest man stands."""
        left, right, operator = term.left, term.right, term.operator
        if not isinstance(left, terms.Edge):
            return None
        if isinstance(right, terms.Edge) and right.side == left.side and right.which != left.which:
            whose = self.voice.possessive(left.side)
            same = f"all {whose} men on the board stand on one {self.atlas.noun}"
            return {"==": same, "!=": f"not {same}"}.get(operator)
        if isinstance(right, terms.Int) and right.value == 0 and operator in ("==", "!="):
            side = self.side(left.side)
            return f"{side} has {'no man' if operator == '==' else 'a man'} on the board"
        place = self.point(right, left.side)
        man = self.edge(left)
        return {
            "==": f"{man} is on {place}",
            "!=": f"{man} is not on {place}",
            ">=": f"{man} is on {place} or further on",
            "<=": f"{man} is not beyond {place}",
            ">": f"{man} is beyond {place}",
            "<": f"{man} is short of {place}",
        }[operator]

    # --- bound variables ------------------------------------------------------------------------

    def quantified(self, term: Term) -> str:
        """`every`, `some`: of places."""
        assert isinstance(term, terms.Quantified)
        term = replace(term, places=self.walked(term))
        return self.row_of_points(term) or self.spread(term) or self.spelt_out(term)

    def walked(self, term: terms.Quantified) -> Places:
        """The places of a variable, on the route on which it is used: a bare number belongs to none."""
        routes = routes_of(term.condition, term.variable)
        inner = [one for one in parts(term.condition) if isinstance(one, terms.Quantified)]
        for one in inner:
            if row(one.places, term.variable) is not None:
                routes = routes_of(one.condition, one.variable)
        return replace(term.places, route=routes.pop()) if len(routes) == 1 else term.places

    def spread(self, term: terms.Quantified) -> str | None:
        """A single statement about men, made of every or of some point."""
        condition = term.condition
        if not isinstance(condition, terms.Compare) or not isinstance(condition.left, terms.Men):
            return None
        where = self.all_over(term.places, "every" if term.quantifier == "every" else "some")
        called = self.calling(term.variable, where, f"that {self.atlas.noun}", term.places.route)
        return called.holds(condition)

    def all_over(self, places: Places, each: str) -> str:
        """On every, or on some, of several points."""
        found = window(places)
        noun = self.atlas.noun
        if found is not None:
            base, length = found
            head = "each" if each == "every" else "one"
            ahead = self.man_or_point(base, places.route)
            return f"on {head} of the {counted(length, noun)} right in front of {ahead}"
        area = self.area(places)
        if self.atlas.region(places) is None and not self.atlas.is_board(places):
            return f"on {'each' if each == 'every' else 'one'} of {area}"
        return f"on {each} {noun} of {area}"

    def spelt_out(self, term: terms.Quantified) -> str:
        """Several statements about each point."""
        noun, area = self.atlas.noun, self.area(term.places)
        inner = self.calling(term.variable, "there", f"that {noun}", term.places.route)
        said = inner.holds(term.condition)
        if term.quantifier == "every":
            each = f"every {noun}" if self.atlas.region(term.places) else "each"
            return f"of {each} of {area} it is true that {said}"
        return f"there is a {noun} among {area} of which it is true that {said}"

    def row_of_points(self, term: terms.Quantified) -> str | None:
        """`some k in A has every p in k..k + 5 has C`: so many points in a row."""
        if term.quantifier != "some":
            return None
        conditions = conjuncts(term.condition)
        rows = [
            (one, length)
            for one in conditions
            if isinstance(one, terms.Quantified)
            and one.quantifier == "every"
            and (length := row(one.places, term.variable)) is not None
        ]
        if len(rows) != 1:
            return None
        every, length = rows[0]
        noun = self.atlas.noun
        where = f"on each of {counted(length, noun)} in a row{self.along(term.places, length)}"
        route = term.places.route
        said = self.calling(every.variable, where, f"that {noun}", route).holds(every.condition)
        first = f"the first of these {noun}s"
        inner = self.calling(term.variable, f"on {first}", first, route)
        others = [inner.of_row(one, term.variable, length) for one in conditions if one is not every]
        return listed([said, *others]) if others else said

    def of_row(self, term: Term, variable: str, length: int) -> str:
        """A condition on the first or the last point of a row."""
        last = terms.Arithmetic("+", terms.Var(variable, 0, 0), terms.Int(length - 1))
        noun = f"the last of these {self.atlas.noun}s"
        return self.speaking(
            replace(self.voice, nouns={**self.voice.nouns, _key(last, variable): noun})
        ).holds(term)

    def along(self, places: Places, length: int) -> str:
        """On whose way a row lies, and where it may begin."""
        whose = "" if self.atlas.shared else f" on {self.voice.owns[places.route]} way"
        low, high = (shaped(one) for one in places.spans[0])
        to_the_end = high == terms.Int(self.ruleset.layout.last + 1 - length)
        base, by = offset(low)
        if low == terms.Int(1) and to_the_end:
            return whose
        if by == 1 and to_the_end and not isinstance(base, terms.Int):
            return f"{whose}, all of them beyond {self.man_or_point(base, places.route)}"
        return f"{whose}, the first of them one of {self.area(places)}"

    # --- places ---------------------------------------------------------------------------------

    def where(self, places: Places, subject: int | None) -> str:
        """Where a man stands: `in his last table`, `on the bar`, `there`."""
        if places.spot is not None:
            return SPOTS[places.spot]
        if places.is_single:
            return self.on_point(shaped(places.spans[0][0]), places.route, subject)
        whose = self.voice.own(places.route, subject)
        if self.atlas.is_board(places):
            return "on the board"
        name = self.atlas.region(places)
        if name is not None:
            return f"{self.atlas.preposition(name)} {self.atlas.named(name, whose)}"
        rest = self.atlas.rest(places)
        if rest is not None:
            return f"on the board outside {self.atlas.named(rest, whose)}"
        return f"on {self.area(places, subject)}"

    def on_point(self, step: Term, route: int, subject: int | None) -> str:
        """Where a man on a single point stands."""
        if isinstance(step, terms.Var) and self.voice.is_facing(step.name, route):
            return f"on {self.facing(step.name, route, subject)}"
        if isinstance(step, terms.Var) and step.name in self.voice.spots:
            return self.voice.spots[step.name]
        if isinstance(step, terms.Int):
            name = self.atlas.region(Places(route, ((step, step),)))
            whose = self.voice.own(route, subject)
            if name is not None:
                return f"{self.atlas.preposition(name)} {self.atlas.named(name, whose)}"
            return f"on {self.atlas.step(step.value, whose)}"
        return f"on {self.point(step, route)}"

    def area(self, places: Places, subject: int | None = None) -> str:
        """Several points as a noun: `his first table`, `his points 24 to 19`."""
        whose = self.voice.own(places.route, subject)
        name = self.atlas.region(places)
        if name is not None:
            return self.atlas.named(name, whose)
        if self.atlas.is_board(places):
            return "the board" if self.atlas.shared or places.route == MINE else f"{whose} route"
        steps = fixed(places)
        if steps is not None:
            return self.atlas.steps(steps, whose) if steps else "no points at all"
        found = window(places)
        if found is not None:
            base, length = found
            beyond = self.man_or_point(base, places.route)
            return f"the {counted(length, self.atlas.noun)} right in front of {beyond}"
        middle = around(places)
        if middle is not None:
            return f"{self.point(middle, places.route)} and the {self.atlas.noun}s next to it"
        between = gap(places)
        if between is not None:
            before, after = (self.man_or_point(one, places.route) for one in between)
            return f"the {self.atlas.noun}s between {before} and {after}"
        ends = [[self.point(one, places.route) for one in span] for span in places.spans]
        return listed([f"the {self.atlas.noun}s from {low} to {high}" for low, high in ends])

    def man_or_point(self, term: Term, route: int) -> str:
        """What lies at a step: a side's furthest man by his name, otherwise the point."""
        return self.edge(term) if isinstance(term, terms.Edge) else self.point(term, route)

    def place(self, places: Places) -> str:
        """A place as the goal of a man: `the bar`, `that point`, with the layer he then is in."""
        if places.spot is not None:
            return {"hand": "the hand", "bar": "the bar", "off": "the men borne off"}[places.spot]
        return self.point(shaped(places.spans[0][0]), places.route)

    def point(self, step: Term, route: int) -> str:
        """A step as a noun."""
        step = shaped(step)
        match step:
            case terms.Int(number):
                name = self.atlas.region(Places(route, ((step, step),)))
                whose = self.voice.owns[route]
                return self.atlas.named(name, whose) if name else self.atlas.step(number, whose)
            case terms.Var(name):
                is_facing = self.voice.is_facing(name, route)
                return self.facing(name, route, None) if is_facing else self.varying(name)
            case terms.Edge():
                return f"the {self.atlas.noun} of {self.edge(step)}"
            case terms.If(condition, then, otherwise):
                other = self.point(otherwise, route)
                return f"{self.point(then, route)} if {self.holds(condition)}, otherwise {other}"
        return self.reckoned(step, route)

    def facing(self, name: str, route: int, subject: int | None) -> str:
        """The point that is the same step on the other route."""
        whose = self.voice.own(route, subject)
        return (
            f"the {self.atlas.noun} that lies as far along {whose} way as {self.varying(name)} on the other"
        )

    def varying(self, name: str) -> str:
        """A varying step as a noun."""
        noun = self.atlas.noun
        usual = {
            "from": f"the {noun} that he leaves",
            "to": f"the {noun} that he reaches",
            "number": f"the {noun} of the number played",
            "landed": f"the {noun} where the last move ended",
        }
        return self.voice.nouns.get(name) or usual.get(name) or f"the {noun} of {self.face(name)}"

    def reckoned(self, step: Term, route: int) -> str:
        """A point that is told by counting from another."""
        base, by = offset(step)
        noun = self.atlas.noun
        if isinstance(base, terms.Var) and (named := self.voice.nouns.get(f"{base.name}{by:+}")):
            return named
        if base == terms.Var("from", 0, self.rail - 1) and by in (1, -1):
            return f"the {noun} just {'before' if by == 1 else 'behind'} him"
        if by and isinstance(base, terms.Var | terms.Edge):
            return f"the {noun} {far(by, noun)} from {self.man_or_point(base, route)}"
        match step:
            case terms.Arithmetic("+", terms.Var("from"), terms.Var("number")):
                return f"the {noun} to which the number leads"
            case terms.Arithmetic("-", terms.Var("from"), terms.Var("number")):
                return f"the {noun} as far back as the number shows"
            case terms.Arithmetic("-", terms.Int(last), terms.Var("number")) if last == self.rail:
                return f"the {noun} from which the number leads exactly off the board"
            case terms.Arithmetic("+", terms.Var() as start, terms.Var() as number):
                return f"the {noun} to which {self.word(number.name)} leads from {self.point(start, route)}"
        whose = "the" if self.atlas.shared else self.voice.owns[route]
        return f"the {noun} reached by counting {self.number(step)} along {whose} way"

    def edge(self, term: Term, *, short: bool = False) -> str:
        """A side's hindmost or furthest man, by the ruleset's own word where it has one."""
        assert isinstance(term, terms.Edge)
        whose = self.voice.possessive(term.side)
        for name, phrase in self.ruleset.phrases.items():
            if phrase.term == (term if term.side == MINE else flipped(term)):
                return f"the {plain(name)}" if short else f"{whose} {plain(name)}"
        return f"{whose} {'hindmost' if term.which == 'rearmost' else 'furthest'} man"

    # --- numbers --------------------------------------------------------------------------------

    def number(self, term: Term) -> str:
        """A number as a noun."""
        return self._number(shaped(term))

    def _number(self, term: Term) -> str:
        entry = self.named(term)
        if entry is not None:
            whose = "the opponent's" if entry.of_opponent else "the"
            return f"{whose} number called “{plain(entry.name)}”"
        return self.spelt_number(term)

    def spelt_number(self, term: Term) -> str:
        """A shaped number in full."""
        match term:
            case terms.Int(number):
                return value(number)
            case terms.Var(name):
                return self.word(name)
            case terms.Memory():
                return self.memory(term)
            case terms.Edge():
                return f"the place of {self.edge(term)} counted along his route"
            case terms.Quantified():
                return self.counted_points(term)
            case terms.If():
                return self.chosen_number(term)
            case terms.Arithmetic():
                return self.arithmetic(term)
        return self.men_number(term)

    def men_number(self, term: Term) -> str:
        """How many men, as a number; or 1 and 0 for a condition."""
        if not isinstance(term, terms.Men):
            return f"one if {self._holds(term)}, otherwise zero"
        kind = self.kind(term.places)
        men = f"{kind} men" if kind else "men"
        when = " when the dice were thrown" if term.was else ""
        where = self.where(term.places, term.side)
        return f"the number of {self.voice.owns[term.side]} {men} {where}{when}"

    def counted_points(self, term: terms.Quantified) -> str:
        """For how many points something is true."""
        noun = self.atlas.noun
        term = replace(term, places=self.walked(term))
        inner = self.calling(term.variable, "", f"that {noun}", term.places.route)
        if isinstance(term.condition, terms.Compare) and isinstance(term.condition.left, terms.Men):
            return f"the number of {noun}s of {self.area(term.places)} where {inner.holds(term.condition)}"
        called = self.calling(term.variable, "there", f"that {noun}", term.places.route)
        said = called.holds(term.condition)
        return f"the number of {noun}s of {self.area(term.places)} of which it is true that {said}"

    def chosen_number(self, term: terms.If) -> str:
        """A choice between numbers."""
        other = self._number(term.otherwise)
        return f"{self._number(term.then)} if {self.holds(term.condition)}, otherwise {other}"

    def arithmetic(self, term: terms.Arithmetic) -> str:
        """A sum, a difference, a product ..."""
        taken = self.taken_away(term)
        if taken is not None:
            return taken
        if term.operator == "-" and term.left == terms.Int(7):
            return f"the underside of {self._number(term.right)}"
        if term.operator == "*" and isinstance(term.left, terms.Int):
            return f"{times(term.left.value)} {self.bracketed(term.right)}"
        left, right = self.bracketed(term.left), self.bracketed(term.right)
        return {
            "+": f"{left} plus {right}",
            "-": f"{left} less {right}",
            "*": f"{left} times {right}",
            "div": f"{left} divided by {right}, without the remainder",
            "mod": f"the remainder of {left} divided by {right}",
            "min": f"the smaller of {left} and {right}",
            "max": f"the greater of {left} and {right}",
        }[term.operator]

    def taken_away(self, term: terms.Arithmetic) -> str | None:
        """Men who stood somewhere when the dice were thrown and no longer do."""
        match term:
            case terms.Arithmetic("-", terms.Men(side, places, True), terms.Men(other, same, False)) if (
                side == other and places == same
            ):
                where = self.where(places, side)
                whose = self.voice.owns[side]
                return f"the number of {whose} men who stood {where} and have left in this throw"
        return None

    def bracketed(self, term: Term) -> str:
        """A number inside a larger one, kept together."""
        said = self._number(shaped(term))
        return f"({said})" if " if " in said or isinstance(term, terms.Arithmetic) else said

    def word(self, name: str) -> str:
        """A word that stands for a number."""
        noun = self.atlas.noun
        usual = {
            "number": "the number played",
            "numbers_played": "the count of numbers played",
            "numbers_left": "the count of numbers left unplayed",
            "numbers_given": "the count of numbers passed over",
            "highest_played": "the highest number played",
            "pips_played": "the sum of the numbers played",
            "men_hit": "the number of men hit in this throw",
            "throw_of_turn": "the count of throws in this turn",
            "landed": f"the {noun} where the last move ended",
            "from": f"the {noun} that he leaves",
            "to": f"the {noun} that he reaches",
        }
        return self.voice.nouns.get(name) or usual.get(name) or self.face(name)

    def face(self, name: str) -> str:
        """A face of the throw."""
        clause = self.ruleset.one("throw")
        dice = int(clause.values.get("dice", 1)) if clause is not None else 2
        if name == "total":
            return "the throw" if dice == 1 else "the sum of the dice"
        if dice == 1 or self.voice.alike:
            return "the number thrown"
        degree = "est" if dice > 2 else "er"
        return {
            "high": f"the high{degree} die",
            "low": f"the low{degree} die",
            "middle": "the middle die" if dice > 2 else "the lower die",
        }.get(name, f"the number called {plain(name.rpartition('_')[0] or name)}")

    def memory(self, term: terms.Memory) -> str:
        """What is remembered."""
        if term.name == "throws":
            return f"the number of throws {self.side(term.side)} has made in this game"
        whose = self.voice.possessive(term.side) if term.side in (MINE, THEIRS) else "the"
        return f"{whose} count of “{plain(term.name)}”"


def _key(term: Term, variable: str) -> str:
    return f"{variable}{offset(term)[1]:+}"


def _same_question(conditions: list[Term]) -> list[int]:
    """The values of `total == 1 or total == 4`, where all ask for the same word."""
    values = []
    for one in conditions:
        if not isinstance(one, terms.Compare) or one.operator != "==" or not isinstance(one.right, terms.Int):
            return []
        if not isinstance(one.left, terms.Var) or one.left.name not in ("total", "high", "low", "middle"):
            return []
        values.append(one.right.value)
    same = {one.left for one in conditions if isinstance(one, terms.Compare)}
    return values if len(same) == 1 and len(values) > 1 else []


def about_move(term: Term) -> bool:
    """Whether a condition speaks of the man who moves."""
    return mentions(term, "from", "to", "number")
