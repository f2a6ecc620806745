"""How places and plays are written for people, and read back.

`13/7*` is a man from 13 to 7 with a hit; `24/18/13` one man by two numbers; `8/5(2)` two men alike;
`bar/20` and `hand/5` enter, `6/off` bears off. A ruleset's `notation` says how steps are numbered.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tablier.model.generate import Move
from tablier.model.ruleset import Ruleset

SPOTS = ("hand", "bar", "off")
_WORD = re.compile(r"(?P<body>[^()]+?)(?:\((?P<times>\d{1,2})\))?")


class UnreadablePlayError(ValueError):
    """Text that is not a play."""


@dataclass(frozen=True, slots=True)
class Hop:
    """From one place to another, as typed: row indices, by one number or several; None: not said."""

    origin: int | None
    target: int


def place_name(ruleset: Ruleset, player: int, index: int) -> str:
    """Return a place as people write it in this ruleset."""
    layout = ruleset.layout
    name = layout.place_names[index]
    step, _, layer = name.partition(":")
    if not step.isdecimal():
        return name
    shown = _shown(ruleset, player, int(step))
    return f"{shown}:{layer}" if layer else shown


def numbering(ruleset: Ruleset) -> str:
    """Return how steps are written: `ascending`, `descending` or `points`."""
    clause = ruleset.one("notation")
    return "ascending" if clause is None else str(clause.values.get("steps", "ascending"))


def _shown(ruleset: Ruleset, player: int, step: int) -> str:
    match numbering(ruleset):
        case "descending":
            return str(len(ruleset.layout.routes[player]) + 1 - step)
        case "points":
            return ruleset.layout.routes[player][step - 1]
    return str(step)


def read_place(ruleset: Ruleset, player: int, text: str) -> int | None:
    """Return the row index of a place as people write it, or None."""
    layout = ruleset.layout
    step, _, layer = text.partition(":")
    lower = step.casefold()
    if lower in SPOTS:
        return layout.spot(lower)
    if numbering(ruleset) == "points":
        route = layout.routes[player]
        named = [index for index, point in enumerate(route, start=1) if point.casefold() == lower]
        name = str(named[0]) if named else ""
    elif not lower.isdecimal() or len(lower) > 4:
        return None
    elif numbering(ruleset) == "descending":
        name = str(len(layout.routes[player]) + 1 - int(lower))
    else:
        name = str(int(lower))
    return layout.index(f"{name}:{layer}" if layer else name)


def format_play(ruleset: Ruleset, player: int, steps: Sequence[tuple[Move, bool]]) -> str:
    """Return a play in the ruleset's notation; "" for a play without moves.

    Moves of one man follow each other; equal texts are counted, `8/5(2)`.
    """
    chains: list[list[tuple[int, bool]]] = []
    for (_, _, origin, target), hit in steps:
        chain = next((one for one in chains if one[-1][0] == origin and origin <= ruleset.layout.last), None)
        if chain is None:
            chains.append([(origin, False), (target, hit)])
        else:
            chain.append((target, hit))
    written = Counter("/".join(place_name(ruleset, player, i) + "*" * hit for i, hit in chain) for chain in chains)
    return " ".join(text if times == 1 else f"{text}({times})" for text, times in written.items())


def read_play(ruleset: Ruleset, player: int, text: str) -> list[Hop]:
    """Return the hops that a text names, in its order.

    Raises:
        UnreadablePlayError: with a sentence on the word that cannot be read.
    """
    hops: list[Hop] = []
    for word in re.split(r"[\s,;]+", text.strip()):
        if word:
            hops.extend(_read_word(ruleset, player, word))
    if not hops:
        raise UnreadablePlayError("no move was given; write, for example, 13/7 8/5")
    return hops


def _read_word(ruleset: Ruleset, player: int, word: str) -> list[Hop]:
    found = _WORD.fullmatch(word.replace("*", ""))
    if found is None:
        raise UnreadablePlayError(f"'{word}' is not a move; write, for example, 13/7 or bar/20")
    parts = re.split(r"[/\-]", found["body"])
    if len(parts) < 2:
        raise UnreadablePlayError(f"'{word}' is not a move; a move has a '/' between its places, as in 13/7")
    places = [read_place(ruleset, player, part) for part in parts]
    for part, place in zip(parts, places, strict=True):
        if place is None:
            raise UnreadablePlayError(f"'{part}' in '{word}' is not a place of this board")
    known = [place for place in places if place is not None]
    hops = [Hop(a, b) for a, b in zip(known, known[1:], strict=False)]
    return hops * int(found["times"] or 1)
