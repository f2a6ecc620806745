"""Where men stand and where they go, in English."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from tablier.model import terms
from tablier.model.terms import MINE, Places, Term
from tablier.show.words.english import counted, listed, plain
from tablier.show.words.named import Names
from tablier.show.words.places import SPOTS, around, far, fixed, gap, row, window
from tablier.show.words.shape import (
    flipped,
    offset,
    parts,
    routes_of,
    shaped,
)


@dataclass(frozen=True)
class Whereabouts(Names):
    """Says where: `where` after a verb, `area` and `point` as nouns."""

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
        found = window(places, self.ruleset.layout.last)
        if found is not None:
            base, length = found
            beyond = self.man_or_point(base, places.route)
            after = "in front of" if isinstance(base, terms.Edge) else "after"
            return f"the {counted(length, self.atlas.noun)} right {after} {beyond}"
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

    def facing(self, name: str, route: int, subject: int | None) -> str:
        """The point that is the same step on the other route."""
        whose = self.voice.own(route, subject)
        return (
            f"the {self.atlas.noun} that lies as far along {whose} way as {self.varying(name)} on the other"
        )

    def reckoned(self, step: Term, route: int) -> str:
        """A point that is told by counting from another."""
        base, by = offset(step)
        noun = self.atlas.noun
        if isinstance(base, terms.Var) and (named := self.voice.nouns.get(f"{base.name}{by:+}")):
            return named
        if base == terms.Var("from", 0, self.rail - 1) and by in (1, -1):
            return f"the {noun} just {'before' if by == 1 else 'behind'} him"
        if by and isinstance(base, terms.Var | terms.Edge):
            return f"the {noun} {far(by, noun)} {self.man_or_point(base, route)}"
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

    def among(self, places: Places) -> str:
        """Where one man stands: `on one of the rosettes`, `in his last table`."""
        where = self.where(places, None)
        name = self.atlas.region(places)
        several = name is not None and len(fixed(places) or ()) > 1 and self.atlas.preposition(name) == "on"
        return where.replace("on ", "on one of ", 1) if several else where

    def all_over(self, places: Places, each: str) -> str:
        """On every, or on some, of several points."""
        found = window(places, self.ruleset.layout.last)
        noun = self.atlas.noun
        if found is not None:
            base, length = found
            head = "each" if each == "every" else "one"
            ahead = self.man_or_point(base, places.route)
            beyond = "in front of" if isinstance(base, terms.Edge) else "after"
            return f"on {head} of the {counted(length, noun)} right {beyond} {ahead}"
        area = self.area(places)
        if self.atlas.region(places) is None and not self.atlas.is_board(places):
            return f"on {'each' if each == 'every' else 'one'} of {area}"
        return f"on {each} {noun} of {area}"

    def kind(self, places: Places) -> str:
        """What men of a layer are called, in front of `man`."""
        layers = self.ruleset.layout.layers
        if not layers or places.spot is not None or places.layer == "any":
            return ""
        if places.layer is not None:
            return plain(places.layer)
        return " and ".join(f"un{plain(one)}" for one in layers)

    # --- varying steps --------------------------------------------------------------------------

    def walked(self, term: terms.Quantified) -> Places:
        """The places of a variable, on the route on which it is used: a bare number belongs to none."""
        routes = routes_of(term.condition, term.variable)
        inner = [one for one in parts(term.condition) if isinstance(one, terms.Quantified)]
        for one in inner:
            if row(one.places, term.variable) is not None:
                routes = routes_of(one.condition, one.variable)
        return replace(term.places, route=routes.pop()) if len(routes) == 1 else term.places

    def within_it(self, term: terms.Quantified) -> Self:
        """The speaker for what is said of each point; one within another is called the other point."""
        other = "other " if self.voice.routes else ""
        that = f"that {other}{self.atlas.noun}"
        return self.calling(term.variable, f"on {that}" if other else "there", that, term.places.route)
