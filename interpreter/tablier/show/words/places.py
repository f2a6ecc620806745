"""Places in words: points as the ruleset numbers them, regions by their names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tablier.model import terms
from tablier.model.ruleset import Ruleset
from tablier.model.terms import Places, Term
from tablier.play.notation import numbering
from tablier.show.words.english import counted, listed, ordinal, plain
from tablier.show.words.shape import offset, shaped

SPOTS = {"hand": "in hand", "bar": "on the bar", "off": "off the board"}
_INSIDE = ("table", "home", "house", "quarter", "board", "yard", "camp", "half", "zone", "court", "start")
"""A man stands in these, and on other places."""


_PREPOSITIONS = (
    "past",
    "beyond",
    "before",
    "after",
    "behind",
    "outside",
    "inside",
    "in",
    "on",
    "near",
    "off",
)


@dataclass(frozen=True)
class Atlas:
    """The places of one ruleset."""

    ruleset: Ruleset

    @property
    def noun(self) -> str:
        """What a place of this board is called."""
        return "point" if len(self.ruleset.rows) == 2 else "square"

    @cached_property
    def shared(self) -> bool:
        """Whether a step has the same name for both sides."""
        first, second = self.ruleset.layout.routes
        return first == second

    @cached_property
    def by_step(self) -> bool:
        """Whether points are told by counting them along the route."""
        first, second = self.ruleset.layout.routes
        return numbering(self.ruleset) == "points" and first != second

    def own_point(self, step: int) -> str | None:
        """The name of the point at a step where both sides have the same one there."""
        first, second = self.ruleset.layout.routes
        if numbering(self.ruleset) == "points" and 1 <= step <= min(len(first), len(second)):
            return first[step - 1] if first[step - 1] == second[step - 1] else None
        return None

    def written(self, step: int) -> str:
        """A step as the ruleset writes it, where it is a number that both sides count."""
        if numbering(self.ruleset) == "descending":
            return str(self.ruleset.layout.last + 1 - step)
        return self.own_point(step) or str(step)

    # --- nouns ----------------------------------------------------------------------------------

    def step(self, step: int, whose: str) -> str:
        """A point by its step: `his point 24`, `his 24th point`, `square B4`."""
        if not 1 <= step <= self.ruleset.layout.last:
            return f"the step {step} of {whose} route" if step < 1 else "the rail behind the last point"
        name = self.own_point(step)
        if name is not None or self.shared:
            return f"{self.noun} {name or self.written(step)}"
        if self.by_step:
            return f"{whose} {ordinal(step)} {self.noun}"
        return f"{whose} {self.noun} {self.written(step)}"

    def stretch(self, low: int, high: int, whose: str) -> str:
        """Several successive points: `his points 24 to 19`."""
        if low == high:
            return self.step(low, whose)
        prefix = "" if self.shared else f"{whose} "
        first, last = self.written(low), self.written(high)
        if self.by_step and not (self.own_point(low) and self.own_point(high)):
            return f"{whose} {ordinal(low)} to {ordinal(high)} {self.noun}s"
        if self.by_step:
            prefix = ""
        joint = "and" if high - low == 1 else "to"
        return f"{prefix}{self.noun}s {first} {joint} {last}"

    def steps(self, steps: tuple[int, ...], whose: str) -> str:
        """Any points."""
        spans = spans_of(steps)
        if all(low == high for low, high in spans) and len(spans) > 1:
            return self.scattered(steps, whose)
        return listed([self.stretch(low, high, whose) for low, high in spans])

    def scattered(self, steps: tuple[int, ...], whose: str) -> str:
        """Points here and there: `squares B4, A8`."""
        names = [self.own_point(step) for step in steps]
        if all(names) or not self.by_step:
            prefix = "" if self.shared or all(names) else f"{whose} "
            return f"{prefix}{self.noun}s {listed([self.written(step) for step in steps])}"
        return f"{whose} {listed([ordinal(step) for step in steps])} {self.noun}s"

    # --- regions --------------------------------------------------------------------------------

    def region(self, places: Places) -> str | None:
        """The name of the region that these places are, in words."""
        steps = fixed(places)
        if steps is None or not steps:
            return None
        for name, own in self.ruleset.regions.items():
            if own == steps:
                return plain(name)
        return None

    def rest(self, places: Places) -> str | None:
        """The name of the region that these places leave out of the route."""
        steps = fixed(places)
        if steps is None or len(steps) == self.ruleset.layout.last:
            return None
        left = tuple(one for one in range(1, self.ruleset.layout.last + 1) if one not in steps)
        for name, own in self.ruleset.regions.items():
            if own == left:
                return plain(name)
        return None

    def is_board(self, places: Places) -> bool:
        """Whether these are all points of the route."""
        steps = fixed(places)
        return steps is not None and len(steps) == self.ruleset.layout.last

    def named(self, name: str, whose: str) -> str:
        """A region with its owner."""
        if name.split()[0] in _PREPOSITIONS:
            name = f"stretch “{name}”"
        return f"the {name}" if self.shared else f"{whose} {name}"

    def preposition(self, name: str) -> str:
        """`in` a table, `on` a point."""
        steps = next((own for one, own in self.ruleset.regions.items() if plain(one) == name), ())
        words = name.split()
        if len(steps) == 1 and not set(words) & {"house"}:
            return "on"
        return "in" if set(words) & set(_INSIDE) or not words[-1].endswith("s") else "on"


def fixed(places: Places) -> tuple[int, ...] | None:
    """Return the steps of places that are known beforehand."""
    steps: list[int] = []
    for low, high in places.spans:
        low, high = shaped(low), shaped(high)
        if not isinstance(low, terms.Int) or not isinstance(high, terms.Int):
            return None
        steps.extend(range(low.value, high.value + 1))
    return None if places.spot is not None else tuple(sorted(set(steps)))


def spans_of(steps: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return steps as stretches of successive ones."""
    spans: list[tuple[int, int]] = []
    for step in steps:
        if spans and spans[-1][1] + 1 == step:
            spans[-1] = (spans[-1][0], step)
        else:
            spans.append((step, step))
    return spans


def window(places: Places, last: int) -> tuple[Term, int] | None:
    """Return base and length of places such as `x + 1 .. x + 6`: the six right after x.

    They may be cut off where the route ends: `x + 1 .. min(x + 6, last)`.
    """
    if len(places.spans) != 1:
        return None
    low, high = (shaped(one) for one in places.spans[0])
    match high:
        case terms.Arithmetic("min", inner, terms.Int(end)) if end == last:
            high = inner
    (low, before), (high, after) = offset(low), offset(high)
    if low != high or isinstance(low, terms.Int) or before != 1 or after < before:
        return None
    return low, after


def gap(places: Places) -> tuple[Term, Term] | None:
    """Return what bounds places such as `x + 1 .. y - 1`: all between x and y."""
    if len(places.spans) != 1:
        return None
    (low, before), (high, after) = (offset(shaped(one)) for one in places.spans[0])
    is_open = (
        (before, after) == (1, -1) and not isinstance(low, terms.Int) and not isinstance(high, terms.Int)
    )
    return (low, high) if is_open and low != high else None


def around(places: Places) -> Term | None:
    """Return x where places are `x - 1 .. x + 1`."""
    if len(places.spans) != 1:
        return None
    (low, before), (high, after) = (offset(shaped(one)) for one in places.spans[0])
    return low if low == high and (before, after) == (-1, 1) and not isinstance(low, terms.Int) else None


def row(places: Places, variable: str) -> int | None:
    """Return the length of places such as `k..k + 5`, which begin with a variable."""
    if len(places.spans) != 1:
        return None
    (low, before), (high, after) = (offset(shaped(one)) for one in places.spans[0])
    is_row = isinstance(low, terms.Var) and low.name == variable and low == high and before == 0
    return after + 1 if is_row else None


def far(by: int, noun: str = "point") -> str:
    """Return a distance: `two points after`, `right before`."""
    where = "after" if by > 0 else "before"
    return f"right {where}" if abs(by) == 1 else f"{counted(abs(by), noun)} {where}"
