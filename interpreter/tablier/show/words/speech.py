"""Conditions, numbers and places in English, whatever they are made of.

`holds` gives a clause that is true when the condition is, `number` a noun for a value, `where` the
place of a man and `point` a place as a noun. Common shapes have words of their own; everything else
is put together from its parts, so that no term is without words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tablier.model import terms
from tablier.model.terms import Places, Term
from tablier.show.words.comparisons import Comparisons
from tablier.show.words.english import counted, listed, plain, value
from tablier.show.words.lexicon import called, is_condition
from tablier.show.words.places import row
from tablier.show.words.shape import (
    conjuncts,
    disjuncts,
    offset,
    shaped,
)


@dataclass(frozen=True)
class Speaker(Comparisons):
    """Says terms of one ruleset in one voice."""

    def holds(self, term: Term) -> str:
        """A condition as a clause, said in full even where it has a name."""
        return self.spelt(shaped(term))

    def length(self, term: Term) -> int:
        """How long a phrase is when it is said in full."""
        says = Speaker(self.ruleset, self.atlas, self.lexicon)
        return len(says.holds(term) if is_condition(term) else says.spelt_number(shaped(term)))

    def facts(self, term: Term) -> list[Term]:
        """What must hold together; a phrase that is called by its name stays whole."""
        if isinstance(term, terms.And) and self.named(term) is None:
            return [*self.facts(term.left), *self.facts(term.right)]
        return [term]

    def part(self, term: Term) -> str:
        """A shaped condition as a part of a sentence: by its name where it has one and is long."""
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
                    f"either {self.part(condition)} and {self.part(then)}, or this is not so and "
                    f"{self.part(otherwise)}"
                )
        return self.literal(term, negated=False)

    def all_of(self, conditions: list[Term]) -> str:
        """Conditions that hold together."""
        said = [f"either {self.part(one)}" if self.is_choice(one) else self.part(one) for one in conditions]
        return listed(said)

    def is_choice(self, term: Term) -> bool:
        """Whether a condition is said with `or`."""
        return isinstance(term, terms.Or) and self.named(term) is None and not _same_question(disjuncts(term))

    def one_of(self, conditions: list[Term]) -> str:
        """Conditions of which one holds."""
        values = _same_question(conditions)
        if values:
            said = self.part(conditions[0])
            return said.removesuffix(value(values[0])) + listed([value(one) for one in values], "or")
        return listed([self.part(one) for one in conditions], "or")

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
            return f"it is {'not ' if negated else ''}so that {self.part(term)}"
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

    def quantified(self, term: Term) -> str:
        """`every`, `some`: of places."""
        assert isinstance(term, terms.Quantified)
        term = replace(term, places=self.walked(term))
        return self.row_of_points(term) or self.spread(term) or self.spelt_out(term)

    def spread(self, term: terms.Quantified) -> str | None:
        """A single statement about men, made of every or of some point."""
        condition = term.condition
        if not isinstance(condition, terms.Compare) or not isinstance(condition.left, terms.Men):
            return None
        where = self.all_over(term.places, "every" if term.quantifier == "every" else "some")
        called = self.calling(term.variable, where, f"that {self.atlas.noun}", term.places.route)
        return called.holds(condition)

    def spelt_out(self, term: terms.Quantified) -> str:
        """Several statements about each point."""
        noun, area = self.atlas.noun, self.area(term.places)
        inner = self.within_it(term)
        said = inner.holds(term.condition)
        if term.quantifier == "every":
            is_named = self.atlas.region(term.places) or self.atlas.is_board(term.places)
            each = f"every {noun}" if is_named else "each"
            return f"of {each} of {area} it is true that {said}"
        among = "of" if self.atlas.region(term.places) or self.atlas.is_board(term.places) else "among"
        return f"there is a {noun} {among} {area} of which it is true that {said}"

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
