"""The board of the formats: two sides with fifteen men on 24 points, and what surrounds a game.

Each side counts the points from its own edge: index 1 to 24, the bar is 25, men off are at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablier.diagnostics import Diagnostic, RulesetError, suggest
from tablier.model.ruleset import Ruleset
from tablier.play.state import Rows

POINTS = 24
Men = tuple[int, ...]
"""Twenty-six counts: men off, on the points 1 to 24, on the bar."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A position with what belongs to it: side 0 is White (at the bottom), 1 is Black."""

    men: tuple[Men, Men]
    turn: int = 0
    dice: tuple[int, ...] = ()
    cube: int = 1
    owner: int | None = None
    is_doubled: bool = False
    """Whether a double has been offered to the side that is not on turn."""
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False


def opposite(point: int) -> int:
    """Return a point as the other side counts it.

    >>> opposite(6)
    19
    """
    return POINTS + 1 - point


def men_of(ruleset: Ruleset, rows: Rows) -> tuple[Men, Men]:
    """Return where the men of both sides stand."""
    return _men(ruleset, rows[0]), _men(ruleset, rows[1])


def _men(ruleset: Ruleset, row: Sequence[int]) -> Men:
    layout = ruleset.layout
    points = [row[opposite(point)] for point in range(1, POINTS + 1)]
    return (row[layout.off], *points, row[layout.bar] + row[layout.hand])


def rows_of(ruleset: Ruleset, men: tuple[Men, Men]) -> Rows:
    """Return the rows of a position; the men that a format does not tell of are off.

    Raises:
        RulesetError: T704 when a side has too many men, or both stand on one point.
    """
    check_shared(men)
    return _row(ruleset, men[0], 0), _row(ruleset, men[1], 1)


def _row(ruleset: Ruleset, men: Men, side: int) -> tuple[int, ...]:
    layout, due = ruleset.layout, ruleset.men[side]
    row = list(ruleset.setup[side])
    row[: layout.men_end] = [0] * layout.men_end
    for point in range(1, POINTS + 1):
        row[opposite(point)] = men[point]
    row[bar_of(ruleset)] = men[POINTS + 1]
    placed = sum(men[1:])
    if placed > due:
        name = ("White", "Black")[side]
        raise RulesetError([Diagnostic("T704", f"{name} has {due} men, but the position has {placed}")])
    row[layout.off] = due - placed
    row[layout.throws] = 1
    return tuple(row)


def bar_of(ruleset: Ruleset) -> int:
    """Return the index where a man waits who was hit: the bar, or the hand where there is no bar."""
    names = {
        clause.places(key)
        for clause in ruleset.section("moves") + ruleset.section("contact")
        for key in ("from", "sends")
    }
    spots = {places.spot for places in names if places is not None}
    return ruleset.layout.hand if "hand" in spots and "bar" not in spots else ruleset.layout.bar


def check_shared(men: tuple[Men, Men]) -> None:
    """Refuse a position in which both sides stand on one point.

    Raises:
        RulesetError: T704, with the point.
    """
    for point in range(1, POINTS + 1):
        if men[0][point] and men[1][opposite(point)]:
            message = f"both sides have men on White's point {point}"
            raise RulesetError([Diagnostic("T704", message)])


def require(ruleset: Ruleset, form: str) -> None:
    """Refuse a format that a ruleset does not declare.

    Raises:
        RulesetError: T706.
    """
    if form not in ruleset.formats:
        known = f"it declares {', '.join(ruleset.formats)}" if ruleset.formats else "it declares none"
        message = f"'{ruleset.name}' does not say that it can be written as '{form}' (`formats:`); {known}"
        raise RulesetError([Diagnostic("T706", message, suggestion=suggest(form, ruleset.formats))])
