"""How places and plays are written for people; `hops` reads them back.

`13/7*` is a man from 13 to 7 with a hit; `24/18/13` one man by two numbers; `8/5(2)` two men alike;
`bar/20` and `hand/5` enter, `6/off` bears off. A ruleset's `notation` says how steps are numbered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tablier.model.generate import Move
from tablier.model.ruleset import Ruleset

SPOTS = ("hand", "bar", "off")


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
    written = Counter(
        "/".join(place_name(ruleset, player, i) + "*" * hit for i, hit in chain) for chain in chains
    )
    return " ".join(text if times == 1 else f"{text}({times})" for text, times in written.items())
