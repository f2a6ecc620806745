"""Checked expressions: every name resolved, every phrase substituted, every viewpoint fixed.

Side 0 is the mover, side 1 the other; route 0 is the mover's, route 1 the other's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MINE, THEIRS, GAME = 0, 1, 2


class Type(StrEnum):
    """What an expression is worth, in words for people."""

    NUMBER = "a number"
    TRUTH = "a condition (true or false)"
    PLACE = "a place"
    PLACES = "places"
    NUMBERS = "numbers to be played"
    SIDE = "a side (`mine` or `theirs`)"


@dataclass(frozen=True, slots=True)
class Term:
    """Any checked expression."""


@dataclass(frozen=True, slots=True)
class Int(Term):
    """A whole number known beforehand."""

    value: int


@dataclass(frozen=True, slots=True)
class Truth(Term):
    """`always` or `never`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Var(Term):
    """A number that varies: a word such as `from` or `high`, or a bound variable; with its bounds."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Flag(Term):
    """A condition that varies: `doublet`, `triplet`, `all_played`."""

    name: str


@dataclass(frozen=True, slots=True)
class Memory(Term):
    """The value of a memory: the mover's, the other's, or the game's."""

    name: str
    side: int


@dataclass(frozen=True, slots=True)
class Places(Term):
    """Steps `low..high` of a route (several spans), or one spot; `layer` is None, a name, or `any`."""

    route: int
    spans: tuple[tuple[Term, Term], ...] = ()
    spot: str | None = None
    layer: str | None = None

    @property
    def is_single(self) -> bool:
        """Whether it is one place for certain."""
        return self.spot is not None or (len(self.spans) == 1 and self.spans[0][0] == self.spans[0][1])


@dataclass(frozen=True, slots=True)
class Men(Term):
    """How many men of a side stand on places, now or (`was`) when the throw was made."""

    side: int
    places: Places
    was: bool


@dataclass(frozen=True, slots=True)
class Edge(Term):
    """`rearmost` or `foremost` of a side, on its own route."""

    which: str
    side: int


@dataclass(frozen=True, slots=True)
class AllIn(Term):
    """No man of the side is outside the places, men off apart."""

    side: int
    places: Places


@dataclass(frozen=True, slots=True)
class Arithmetic(Term):
    """`+`, `-`, `*`, `div`, `mod`, `min`, `max`."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Compare(Term):
    """A comparison of two numbers."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class IsAt(Term):
    """Whether the word `from` or `to` is a spot (`hand`, `bar`, `off`)."""

    word: str
    spot: str


@dataclass(frozen=True, slots=True)
class Within(Term):
    """Whether a step of `route` lies in places (of either route)."""

    step: Term
    route: int
    places: Places


@dataclass(frozen=True, slots=True)
class Not(Term):
    """Negation."""

    operand: Term


@dataclass(frozen=True, slots=True)
class And(Term):
    """Both hold."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Or(Term):
    """Either holds."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class If(Term):
    """`then` when the condition holds, `otherwise` when not; of any type."""

    condition: Term
    then: Term
    otherwise: Term


@dataclass(frozen=True, slots=True)
class Quantified(Term):
    """`every`, `some` or `count` of a variable over places."""

    quantifier: str
    variable: str
    places: Places
    condition: Term


@dataclass(frozen=True, slots=True)
class PlayQuery(Term):
    """`every play has` or `some play has`, of the legal plays."""

    quantifier: str
    condition: Term


@dataclass(frozen=True, slots=True)
class Dice(Term):
    """All faces of the throw as numbers."""


@dataclass(frozen=True, slots=True)
class Nothing(Term):
    """No number."""


@dataclass(frozen=True, slots=True)
class Chosen(Term):
    """A number that the player names when it is due."""


@dataclass(frozen=True, slots=True)
class Copies(Term):
    """`count` numbers, all the same."""

    count: Term
    number: Term


@dataclass(frozen=True, slots=True)
class Joined(Term):
    """Numbers to be played in any order."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class InOrder(Term):
    """Groups of numbers: the second opens when the first has been played."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Rungs(Term):
    """One group for each value of a variable, in order."""

    variable: str
    low: Term
    high: Term
    body: Term


SMALLEST, LARGEST = -10_000, 10_000
"""Bounds assumed for a number about which nothing is known."""


def bounds(term: Term) -> tuple[int, int]:
    """Return the least and the greatest value that a number can have (a safe estimate)."""
    match term:
        case Int(value):
            return value, value
        case Var(_, low, high):
            return low, high
        case If(_, then, otherwise):
            (a, b), (c, d) = bounds(then), bounds(otherwise)
            return min(a, c), max(b, d)
        case Arithmetic(operator, left, right):
            return _arithmetic_bounds(operator, bounds(left), bounds(right))
        case Men() | Edge() | Quantified():
            return 0, 1000
        case _:
            return SMALLEST, LARGEST


def _arithmetic_bounds(operator: str, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    (a, b), (c, d) = left, right
    match operator:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "*":
            products = (a * c, a * d, b * c, b * d)
            return min(products), max(products)
        case "mod" if c == d and c > 0:
            return 0, c - 1
        case _:
            return SMALLEST, LARGEST
