"""A match as the formats tell it: what was thrown, written and won, before any rule has looked at it.

Points are counted from each side's own edge, as all these formats do: 1 to 24, the bar is 25, off
is 0. Side 0 stands in the left column of a `.mat` file and is White in ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from tablier.diagnostics import Diagnostic, Severity, Span
from tablier.formats.board import Setting

BAR, OFF = 25, 0


class Kind(StrEnum):
    """What an event is."""

    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Step:
    """A man from one point to another, over rests perhaps; whether a hit is marked there."""

    origin: int
    target: int
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a side: a throw with its moves, or something about the cube."""

    kind: Kind
    side: int
    span: Span
    dice: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    is_unread: bool = False
    """The file says something here that cannot be read; what follows cannot be played."""
    is_unplayed: bool = False
    """The throw is there, but the file says that it was not played any more."""
    value: int = 0
    """What the cube is turned to."""


@dataclass(frozen=True, slots=True)
class Won:
    """How a game ended: the winner and the points as the file has them."""

    side: int
    points: int
    span: Span
    resigned: bool = False


@dataclass
class GameText:
    """One game of a match."""

    number: int
    score: tuple[int, int]
    span: Span
    events: list[Event] = field(default_factory=list)
    won: Won | None = None
    gives_up: Span | None = None
    """Where the file says that a side gives the game up."""
    gives_up_side: int | None = None
    setting: Setting | None = None
    """Where the game begins, when not at the start."""
    crawford: bool | None = None
    """Whether the file says that the cube rests."""


@dataclass
class MatchText:
    """A whole file."""

    names: tuple[str, str] = ("White", "Black")
    length: int = 0
    """The points that win the match; 0 for single games (money)."""
    tags: dict[str, str] = field(default_factory=dict)
    games: list[GameText] = field(default_factory=list)
    jacoby: bool = False
    faults: list[Diagnostic] = field(default_factory=list)


# --- moves as text ------------------------------------------------------------------------------

_WORD = re.compile(r"(?P<places>[\w*]+(?:/[\w*]+)+)(?:\((?P<times>[1-4])\))?")
_PLACES = {"bar": BAR, "off": OFF, "b": BAR, "o": OFF}


def read_steps(text: str) -> tuple[Step, ...] | str:
    """Return the steps of a text such as `bar/22* 13/7(2)`, or the word that cannot be read."""
    found: list[Step] = []
    for word in text.split():
        match = _WORD.fullmatch(word.replace("[", "(").replace("]", ")"))
        places = None if match is None else [_place(one) for one in match["places"].split("/")]
        if match is None or places is None or None in places:
            return word
        known = [one for one in places if one is not None]
        steps = [Step(known[i][0], known[i + 1][0], known[i + 1][1]) for i in range(len(known) - 1)]
        found += steps * int(match["times"] or 1)
    return tuple(found)


def _place(text: str) -> tuple[int, bool] | None:
    """A point and whether a hit is marked on it."""
    name = text.rstrip("*").casefold()
    hit = text.endswith("*")
    if name in _PLACES:
        return _PLACES[name], hit
    return (int(name), hit) if name.isascii() and name.isdecimal() and int(name) <= BAR else None


def write_steps(steps: Sequence[Step]) -> str:
    """Return steps as text in their order; equal neighbours are counted, and marked where one hits."""
    runs = groupby(steps, lambda step: (step.origin, step.target))
    alike = [(step, list(run)) for step, run in runs]
    return " ".join(_word(step, len(run), any(one.hit for one in run)) for step, run in alike)


def _word(step: tuple[int, int], times: int, hit: bool) -> str:
    origin, target = ("bar" if point == BAR else "off" if point == OFF else str(point) for point in step)
    return f"{origin}/{target}{'*' * hit}" + (f"({times})" if times > 1 else "")


def warning(message: str, span: Span) -> Diagnostic:
    """Return a remark on a file that can be read all the same."""
    return Diagnostic("T708", message, span, Severity.WARNING)


def fault(code: str, message: str, span: Span) -> Diagnostic:
    """Return what is wrong at a place of a file."""
    return Diagnostic(code, message, span)
