"""What a game is played for: the doubling cube, and the rules of Crawford and Jacoby.

A ruleset says under `stakes` what may be agreed upon; a game has a cube only when it is begun with
one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablier.model.ruleset import Ruleset

MOST_DOUBLED = 1 << 20
"""A cube that shows so much is not turned any more."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a ruleset allows to be agreed upon."""

    cube: bool = False
    crawford: bool = False
    """No cube in the first game in which one side is a point short of the match."""
    jacoby: bool = False
    """Outside a match, a game without a turned cube counts single."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube: what it shows, and who may turn it (None: either side)."""

    value: int = 1
    owner: int | None = None
    jacoby: bool = False

    def may_be_turned_by(self, side: int) -> bool:
        """Whether a side may double."""
        return self.owner in (None, side) and self.value < MOST_DOUBLED

    def taken_by(self, side: int) -> Cube:
        """Return the cube after a side has accepted a double."""
        return replace(self, value=self.value * 2, owner=side)

    def worth(self, points: int) -> int:
        """What points of the game come to."""
        return self.value * (min(points, 1) if self.jacoby and self.owner is None else points)


def stakes_of(ruleset: Ruleset) -> Stakes:
    """Return what a ruleset says about stakes."""
    clause = ruleset.one("stakes")
    given = {} if clause is None else clause.values
    return Stakes(*(given.get(key) is True for key in ("cube", "crawford", "jacoby")))


def new_cube(ruleset: Ruleset, *, in_match: bool, crawford: bool = False) -> Cube | None:
    """Return the cube that a game begins with, or None in the Crawford game."""
    stakes = stakes_of(ruleset)
    if crawford and stakes.crawford:
        return None
    return Cube(jacoby=stakes.jacoby and not in_match)
