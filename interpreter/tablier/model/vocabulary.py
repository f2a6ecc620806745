"""Every word that an expression may use: its type, where it has a value, what it means, an example.

The checker, the suggestions and the reference page all read this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tablier.model.terms import Type


class Moment(StrEnum):
    """When an expression is worked out, in words for people."""

    ALWAYS = "at any time"
    TURN = "before a throw"
    NUMBERS = "when a throw is turned into numbers"
    THROWN = "once the dice have been thrown"
    MOVE = "at a move"
    RESULT = "when a throw has been played"
    GIVEN = "when numbers are passed over"


_AFTER_THROW = frozenset({Moment.NUMBERS, Moment.THROWN, Moment.MOVE, Moment.RESULT, Moment.GIVEN})
_MOVING = frozenset({Moment.THROWN, Moment.MOVE, Moment.RESULT, Moment.GIVEN})
_EVER = frozenset(Moment)


@dataclass(frozen=True, slots=True)
class Entry:
    """One word: what it is worth, when it may be used, and what the reference page says of it."""

    name: str
    type: Type
    moments: frozenset[Moment]
    meaning: str
    example: str
    parameters: tuple[Type, ...] | None = None
    low: int = 0
    high: int = 1000


def _entries(*entries: Entry) -> dict[str, Entry]:
    return {entry.name: entry for entry in entries}


_RESULT = frozenset({Moment.RESULT, Moment.GIVEN})

VOCABULARY: dict[str, Entry] = _entries(
    Entry("mine", Type.SIDE, _EVER, "the side that moves", "men(mine, 1)"),
    Entry("theirs", Type.SIDE, _EVER, "the other side", "men(theirs, to) >= 2"),
    Entry(
        "board",
        Type.PLACES,
        _EVER,
        "every step of the route",
        "some p in board has men(mine, p) >= 6",
    ),
    Entry("hand", Type.PLACE, _EVER, "men not yet entered", "men(mine, hand) == 0"),
    Entry("bar", Type.PLACE, _EVER, "men who were hit and wait", "from != bar and men(mine, bar) >= 1"),
    Entry("off", Type.PLACE, _EVER, "men borne off", "men(theirs, off) == 0"),
    Entry("rail", Type.NUMBER, _EVER, "the step after the last one", "from + number == rail", low=1),
    Entry("always", Type.TRUTH, _EVER, "true", "always"),
    Entry("never", Type.TRUTH, _EVER, "false", "never"),
    Entry(
        "rearmost",
        Type.NUMBER,
        _EVER,
        "step of the mover's hindmost man on the board, 0 if none",
        "from == rearmost",
    ),
    Entry(
        "foremost",
        Type.NUMBER,
        _EVER,
        "step of the mover's furthest man on the board, 0 if none",
        "from != foremost",
    ),
    Entry(
        "throws",
        Type.NUMBER,
        _EVER,
        "throws this side has made in the game, the present one counted",
        "throws > 3",
        high=10_000,
    ),
    Entry(
        "men",
        Type.NUMBER,
        _EVER,
        "how many men of a side stand on places",
        "men(theirs, 1..6) == 0",
        parameters=(Type.SIDE, Type.PLACES),
    ),
    Entry(
        "was",
        Type.NUMBER,
        _MOVING,
        "how many men stood there when the throw was made",
        "was(mine, 1) >= 1 and men(mine, 1) == 0",
        parameters=(Type.SIDE, Type.PLACES),
    ),
    Entry(
        "all_in",
        Type.TRUTH,
        _EVER,
        "no man of the mover's is outside these places, men off apart",
        "all_in(last_table)",
        parameters=(Type.PLACES,),
    ),
    Entry(
        "min",
        Type.NUMBER,
        _EVER,
        "the smaller of two numbers",
        "min(high, 4)",
        parameters=(Type.NUMBER, Type.NUMBER),
    ),
    Entry(
        "max",
        Type.NUMBER,
        _EVER,
        "the greater of two numbers",
        "max(from, 1)",
        parameters=(Type.NUMBER, Type.NUMBER),
    ),
    Entry("high", Type.NUMBER, _AFTER_THROW, "the greatest face of the throw", "4 of high", high=64),
    Entry("low", Type.NUMBER, _AFTER_THROW, "the smallest face of the throw", "low then high", high=64),
    Entry(
        "middle",
        Type.NUMBER,
        _AFTER_THROW,
        "the middle face of three dice",
        "high == middle",
        high=64,
    ),
    Entry("total", Type.NUMBER, _AFTER_THROW, "the sum of the faces", "total == 3", high=200),
    Entry(
        "doublet",
        Type.TRUTH,
        _AFTER_THROW,
        "two dice or more, all showing the same",
        "4 of high if doublet else dice",
    ),
    Entry(
        "triplet",
        Type.TRUTH,
        _AFTER_THROW,
        "three dice, all showing the same",
        "9 of high if triplet else dice",
    ),
    Entry(
        "throw_of_turn",
        Type.NUMBER,
        _AFTER_THROW,
        "1 for the first throw of a turn, 2 for the next, ...",
        "throw_of_turn == 1",
    ),
    Entry(
        "dice",
        Type.NUMBERS,
        frozenset({Moment.NUMBERS}),
        "every face of the throw as a number",
        "dice and 6",
    ),
    Entry(
        "nothing",
        Type.NUMBERS,
        frozenset({Moment.NUMBERS}),
        "no number to be played",
        "nothing if total == 0 else dice",
    ),
    Entry(
        "chosen",
        Type.NUMBERS,
        frozenset({Moment.NUMBERS}),
        "a number from 1 to 6 that the player names",
        "dice then 4 of chosen",
    ),
    Entry(
        "from",
        Type.PLACE,
        frozenset({Moment.MOVE}),
        "the place that the man leaves (hand and bar count as step 0)",
        "to == from + number",
    ),
    Entry(
        "to",
        Type.PLACE,
        frozenset({Moment.MOVE}),
        "the place that the man reaches",
        "men(theirs, to) >= 1",
    ),
    Entry(
        "number",
        Type.NUMBER,
        frozenset({Moment.MOVE}),
        "the number he moves by",
        "from + number",
        high=64,
    ),
    Entry(
        "numbers_played",
        Type.NUMBER,
        _RESULT,
        "how many numbers of the throw have been played",
        "numbers_played",
    ),
    Entry(
        "numbers_left",
        Type.NUMBER,
        _RESULT,
        "how many numbers of the throw are left",
        "numbers_left == 0",
    ),
    Entry(
        "highest_played",
        Type.NUMBER,
        _RESULT,
        "the greatest number played, 0 if none",
        "highest_played",
        high=64,
    ),
    Entry("pips_played", Type.NUMBER, _RESULT, "the sum of the numbers played", "pips_played"),
    Entry(
        "all_played",
        Type.TRUTH,
        _RESULT,
        "no number of the throw is left",
        "doublet and all_played",
    ),
    Entry(
        "men_hit",
        Type.NUMBER,
        _MOVING,
        "men whom this throw's moves have sent somewhere",
        "men_hit >= 1",
    ),
    Entry(
        "landed",
        Type.NUMBER,
        _MOVING,
        "the step on which the throw's last move ended, 0 if none",
        "landed in rosettes",
    ),
    Entry(
        "numbers_given",
        Type.NUMBER,
        frozenset({Moment.GIVEN}),
        "how many numbers were passed over",
        "numbers_given == 2",
    ),
)

KEYWORDS: dict[str, str] = {
    "if": "`x if c else y`: a choice",
    "else": "`x if c else y`: a choice",
    "unless": "`a unless b`: a holds and b does not",
    "and": "both hold; of numbers: both are to be played, in any order",
    "or": "at least one holds",
    "not": "does not hold; `p not in places`",
    "in": "`p in places`: the step is one of them",
    "every": "`every p in places has c`: c holds for each",
    "some": "`some p in places has c`: c holds for one at least",
    "count": "`count p in places has c`: for how many c holds",
    "has": "joins `every`, `some` and `count` to their condition, which reaches as far right as it can",
    "play": "`every play has c`, `some play has c`: of the legal plays",
    "each": "`each n in a..b then x`: a ladder, one ordered group for each n",
    "then": "`a then b`: b opens when all of a has been played",
    "of": "`4 of high`: that number four times",
    "their": "`their x`: x looked at from the other side",
    "div": "division of whole numbers",
    "mod": "remainder of a division",
}

BOUND_HIGH = 64
"""Greatest number that a throw may give."""
