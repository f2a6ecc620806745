"""Comparisons in English, in the words that fit what is compared."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.model import terms
from tablier.model.terms import MINE, THEIRS, Term
from tablier.show.words.amounts import Amounts
from tablier.show.words.english import cardinal, counted, listed, value
from tablier.show.words.shape import (
    summands,
)

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
class Comparisons(Amounts):
    """Says what is more, less, or the same."""

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
