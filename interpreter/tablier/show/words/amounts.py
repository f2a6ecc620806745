"""Numbers in English: of men, of points, of a throw, and what is reckoned from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablier.model import terms
from tablier.model.terms import Term
from tablier.show.words.english import plain, times, value
from tablier.show.words.shape import (
    shaped,
)
from tablier.show.words.whereabouts import Whereabouts


@dataclass(frozen=True)
class Amounts(Whereabouts):
    """Says how many."""

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
            return f"one if {self.part(term)}, otherwise zero"
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
            is_named = self.atlas.region(term.places) or self.atlas.is_board(term.places)
            of = "of" if is_named else "among"
            return f"the number of {noun}s {of} {self.area(term.places)} where {inner.holds(term.condition)}"
        said = self.within_it(term).holds(term.condition)
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
